"""Tables of Hogen at every moment that a phone shows otherwise; Aya sits on the first seat of each."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from companion.data.hogen import parse_call, parse_card
from companion.play.hogen.views import View
from companion.service.hogen import HogenSession, begin, view_table
from companion.table.shelf import MemoryShelf, Shelf
from tests.play.hogen import moves

PLAYERS = ("Aya", "Bo", "Chen")
PALACE = ("Minamoto1", "Taira2", "Fujiwara3", "Tachibana4")

Moment = Callable[[Shelf, str], None]


def _rally_all(session: HogenSession) -> HogenSession:
    for seat in view_table(session).names:
        own = view_table(session, seat).private
        assert own is not None
        moves.rally(session, parse_card((own.hand or ())[0]), seat)
    return session


def _make_first_call(session: HogenSession) -> HogenSession:
    _rally_all(session)
    own = view_table(session, view_table(session).active).private
    assert own is not None
    moves.call(session, parse_call([own.open_calls[0]]))
    return session


def _accuse_wrongly(session: HogenSession) -> HogenSession:
    _rally_all(session)
    others = {seat: card for seat, card in session.state.game.rallied.items() if seat != view_table(session).active}
    moves.accuse(session, list(zip(others, reversed(others.values()), strict=True)))
    return session


def _end_game(session: HogenSession) -> HogenSession:
    _accuse_wrongly(session)
    others = {seat: card for seat, card in session.state.game.rallied.items() if seat != view_table(session).active}
    moves.accuse(session, list(others.items()))
    return session


def _find_moment(play: Callable[[HogenSession], HogenSession], fits: Callable[[View], bool]) -> Moment:
    def make(shelf: Shelf, name: str) -> None:
        for number in count():
            seed = f"moment {number}"
            if fits(view_table(play(begin(MemoryShelf(), name, PLAYERS, {}, seed=seed)))):
                play(begin(shelf, name, PLAYERS, {}, seed=seed))
                return

    return make


def _make_real_cards(shelf: Shelf, name: str) -> None:
    palace = tuple(map(parse_card, PALACE))
    session = begin(shelf, name, PLAYERS, {}, real=True, palace=palace, starts="A")
    for seat, card in zip(view_table(session).names, ("Taira1", "Minamoto3", "Taira4"), strict=True):
        moves.rally(session, parse_card(card), seat)
    moves.call(session, parse_call(["rank 2"]))


MOMENTS: dict[str, Moment] = {
    "hogen-call": _find_moment(_rally_all, lambda now: now.active == "A"),
    "hogen-answer": _find_moment(_make_first_call, lambda now: now.asked_seat == "A"),
    "hogen-wait": _find_moment(_make_first_call, lambda now: now.asked_seat == "B"),
    "hogen-wrong": _find_moment(_accuse_wrongly, lambda now: now.wrong_seats == ("A",)),
    "hogen-over": _find_moment(_end_game, lambda now: now.winner == "B"),
    "hogen-real": _make_real_cards,
}
"""Each by the name of its table."""
