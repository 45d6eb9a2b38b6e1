"""Pages of Shogun: the tower, rounds, winters, the board."""

from companion.web.pages import Page
from companion.web.shogun import board, correcting, late, setup, tower
from companion.web.shogun.rounds import hub, own_cards, plan, winter

__all__ = ["PAGES"]

PAGES: tuple[Page, ...] = (
    *hub.PAGES,
    *own_cards.PAGES,
    *plan.PAGES,
    *winter.PAGES,
    *board.PAGES,
    *correcting.PAGES,
    *late.PAGES,
    *setup.PAGES,
    *tower.PAGES,
)
"""Every page of Shogun."""
