"""Pages of Shogun: the tower, rounds, winters, the board."""

from companion.web.pages import Page

__all__ = ["PAGES"]

PAGES: tuple[Page, ...] = ()
"""Every page of Shogun."""
