"""Pages of Shogun: the tower, rounds, winters, the board."""

from companion.web.shogun import board, mending, page, reckoning, replay, setup, tower
from companion.web.shogun.rounds import hub, winter
from companion.web.visit import Page

due = page.due

PAGES: tuple[Page, ...] = (
    *hub.PAGES,
    *winter.PAGES,
    *board.PAGES,
    *mending.PAGES,
    *setup.PAGES,
    *tower.PAGES,
    *reckoning.PAGES,
    *replay.PAGES,
    *page.PAGES,
)
"""Every page of Shogun."""
