"""Pages of Honshu: maps, their score, tricks."""

from companion.web.honshu import beginning, cards, score, squares, standing, tricks, typed

__all__ = ["LAPTOP_PAGES", "PAGES"]

PAGES = (
    *beginning.PAGES,
    *standing.PAGES,
    *squares.PAGES,
    *cards.PAGES,
    *score.PAGES,
    *tricks.PAGES,
    *typed.PAGES,
)
"""Every page of Honshu that a pocket has too."""

LAPTOP_PAGES = ("photo", "photo_map", "photo_grid")
"""The modules beside this one whose pages need a camera or the press, imported only outside a pocket."""
