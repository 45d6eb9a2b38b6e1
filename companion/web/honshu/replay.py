"""The maps of a game of Honshu that is over, as they lay after each event, and the hands that were told."""

from companion.data.honshu.map import SQUARES
from companion.play.honshu.hands import hand_of
from companion.play.honshu.state import HonshuState
from companion.play.honshu.views import view
from companion.web.honshu.grid import cube_of, picture_of
from companion.web.tables.replay import Draw, Piece, Scene, replay_pages

_SQUARES = sorted({picture_of(symbol, (at // 6, at % 6))[0] for symbol in SQUARES for at in range(36)})
"""The pictures of all squares there are."""


def _drawn(end: HonshuState) -> Draw | None:
    """Every map with its hand; nothing where all were only counted."""
    last = {seat: each for seat, each in view(end).maps.items() if each.squares}
    words = {"squares": _SQUARES, "picture_of": picture_of, "cube_of": cube_of}

    def draw(state: HonshuState) -> Scene:
        pieces = []
        for seat in last:
            own, held = view(state).map_of(seat), hand_of(state, seat) or ()
            pieces += [Piece("map_of", own.pile, (own,)), Piece("hand", held, (held,))]
        return Scene(last, tuple(pieces), words)

    return draw if last else None


PAGES = replay_pages("honshu", _drawn)
"""Where a game is looked at again."""
