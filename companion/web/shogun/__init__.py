"""Pages of Shogun: the tower, rounds, winters, the board."""

from companion.web.pages import Page
from companion.web.shogun import board, correcting, setup

__all__ = ["PAGES"]

PAGES: tuple[Page, ...] = (*board.PAGES, *correcting.PAGES, *setup.PAGES)
"""Every page of Shogun."""
