"""Pages of Shogun: the tower, rounds, winters, the board."""

from companion.web.context import Page
from companion.web.shogun import page, rounds, setup, tower

due = page.due

PAGES: tuple[Page, ...] = (*rounds.PAGES, *setup.PAGES, *tower.PAGES, *page.PAGES)
"""Every page of Shogun."""
