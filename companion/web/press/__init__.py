"""Pages that print: a game, paper, sides; what it will look like; the file."""

from companion.web.pages import Page

__all__ = ["PAGES"]

PAGES: tuple[Page, ...] = ()
"""Every page that prints."""
