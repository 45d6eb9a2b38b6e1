"""Pages of Honshu: maps, their score, tricks."""

from companion.web.honshu import beginning, cards, score, squares, standing, tricks, typed

__all__ = ["PAGES"]

PAGES = (
    *beginning.PAGES,
    *standing.PAGES,
    *squares.PAGES,
    *cards.PAGES,
    *score.PAGES,
    *tricks.PAGES,
    *typed.PAGES,
)
"""Every page of Honshu."""
