"""The cards of a game of Hogen that is over, as they lay after each event; all hands open."""

from companion.data.hogen.cards import CARDS, in_order
from companion.play.hogen.state import HogenState
from companion.rules.hogen.turn import said_call
from companion.web.tables.replay import Draw, Piece, Scene, replay_pages

_CARDS = tuple(map(str, CARDS))


def _drawn(end: HogenState) -> Draw | None:
    """The palace and every seat with its hand, its rallied samurai and its call, as far as they were kept."""
    if end.game.turn.palace is None and not end.game.rallied:
        return None

    def draw(state: HogenState) -> Scene:
        game, turn = state.game, state.game.turn
        palace = tuple(map(str, in_order(turn.palace or ())))
        pieces = [Piece("palace", palace, (palace,))]
        for seat in state.seats:
            hand = tuple(map(str, in_order(game.hands[seat]))) if game.hands else ()
            call = said_call(turn.call) if turn.call is not None and seat == turn.active else None
            rallied = str(game.rallied.get(seat, ""))
            told = (seat, hand, rallied, call, seat in turn.wrong, seat == turn.winner)
            pieces.append(Piece("seat", told, told))
        return Scene(_CARDS, tuple(pieces))

    return draw


PAGES = replay_pages("hogen", _drawn)
"""Where a game is looked at again."""
