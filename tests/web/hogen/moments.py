"""Tables of Hogen at every moment that a phone shows otherwise; Aya sits on the first seat of each."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from companion.data.hogen import parse_card
from companion.play.hogen.moves import LayRallied
from companion.play.hogen.views import View
from companion.service.hogen import HogenSession, begin, view_table
from companion.service.playing import play
from companion.table.shelf import MemoryShelf, Shelf
from tests.play.hogen import moves

PLAYERS = ("Aya", "Bo", "Chen")
PALACE = ("Minamoto1", "Taira2", "Fujiwara3", "Tachibana4")

Moment = Callable[[Shelf, str], None]


def _make_first_call(session: HogenSession) -> None:
    moves.rally_all(session)
    own = view_table(session, view_table(session).active).private
    assert own is not None
    moves.call(session, own.open_calls[0])


def _accuse_wrongly(session: HogenSession) -> None:
    moves.rally_all(session)
    moves.accuse(session, right=False)


def _end_game(session: HogenSession) -> None:
    _accuse_wrongly(session)
    moves.accuse(session)


def _find_moment(play_on: Callable[[HogenSession], object], fits: Callable[[View], bool]) -> Moment:
    def make(shelf: Shelf, name: str) -> None:
        for number in count():
            tried = begin(MemoryShelf(), name, PLAYERS, {}, seed=f"moment {number}")
            play_on(tried)
            if fits(view_table(tried)):
                play_on(begin(shelf, name, PLAYERS, {}, seed=f"moment {number}"))
                return

    return make


def _make_real_cards(shelf: Shelf, name: str) -> None:
    palace = tuple(map(parse_card, PALACE))
    session = begin(shelf, name, PLAYERS, {}, real=True, palace=palace, starts="A")
    for seat, card in zip(view_table(session).names, ("Taira1", "Minamoto3", "Taira4"), strict=True):
        play(session, LayRallied(seat, card))
    moves.call(session, "rank 2")


MOMENTS: dict[str, Moment] = {
    "hogen-call": _find_moment(moves.rally_all, lambda now: now.active == "A"),
    "hogen-answer": _find_moment(_make_first_call, lambda now: now.asked_seat == "A"),
    "hogen-wait": _find_moment(_make_first_call, lambda now: now.asked_seat == "B"),
    "hogen-wrong": _find_moment(_accuse_wrongly, lambda now: now.wrong_seats == ("A",)),
    "hogen-over": _find_moment(_end_game, lambda now: now.winner == "B"),
    "hogen-real": _make_real_cards,
}
"""Each by the name of its table."""
