"""Pages of Honshu: maps, their score, tricks."""

from companion.web.honshu import cards, films, photo, photo_grid, photo_map, score, squares, standing, tricks
from companion.web.visit import Rehearsal

PAGES = (
    *standing.PAGES,
    *squares.PAGES,
    *cards.PAGES,
    *score.PAGES,
    *tricks.PAGES,
    *photo.PAGES,
    *films.PAGES,
    *photo_map.PAGES,
    *photo_grid.PAGES,
)
"""Every page of Honshu."""

REHEARSAL = Rehearsal(
    tables=("honshu",),
    taps=(
        ("/new/honshu", {"table": "honshu", "player-blue": "blue", "player-red": "red"}),
        ("/t/honshu/curtain", {"seat": "blue"}),
        *(("/t/honshu/squares", {"square": f"0.{column}", "kind": "F"}) for column in range(3)),
        ("/t/honshu/squares", {"undo": "1"}),
        ("/t/honshu/score", {"scoring": "4"}),
        ("/t/honshu/curtain", {"seat": "red"}),
        ("/t/honshu/card", {"card": "12", "at": "0.1", "turn": "0"}),
        ("/t/honshu/counts", {"forest": "3", "lake": "2 1"}),
    ),
    asked=("/t/honshu/card?card=12&at=1.0&advise=1", "/t/honshu/score?line=1"),
)
