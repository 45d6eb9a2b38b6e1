"""Pages of Honshu: maps, their score, tricks."""

from companion.web.pages import Page

__all__ = ["PAGES"]

PAGES: tuple[Page, ...] = ()
"""Every page of Honshu."""
