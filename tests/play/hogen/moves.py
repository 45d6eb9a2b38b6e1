"""Moves at an open table of Hogen, by seats or names."""

from collections.abc import Sequence

from companion.answers import Answer
from companion.data.hogen import Call, Samurai
from companion.play.hogen.moves import Accuse, AnswerCall, CallCards, LayRallied
from companion.play.hogen.views import parse_seat
from companion.service.hogen import HogenSession
from companion.service.playing import play
from companion.table.history import Undo


def rally(session: HogenSession, card: Samurai, seat: str) -> Answer:
    return play(session, LayRallied(parse_seat(session.state.players, seat), str(card)))


def call(session: HogenSession, wanted: Call, seat: str | None = None) -> Answer:
    return play(session, CallCards(_find_active_seat(session, seat), str(wanted)))


def answer(session: HogenSession, lays: Samurai | None, takes: Samurai | None, seat: str | None = None) -> Answer:
    asked = session.state.game.turn.asked_seat if seat is None else parse_seat(session.state.players, seat)
    cards = () if lays is None else (str(lays), str(takes))
    return play(session, AnswerCall(asked or "A", *cards))


def accuse(session: HogenSession, named: Sequence[tuple[str, Samurai]], seat: str | None = None) -> Answer:
    by_seat = {parse_seat(session.state.players, other): str(card) for other, card in named}
    return play(session, Accuse(_find_active_seat(session, seat), by_seat))


def undo(session: HogenSession) -> Answer:
    return play(session, Undo())


def _find_active_seat(session: HogenSession, seat: str | None) -> str:
    """The seat that is given, or that may call and accuse now."""
    return session.state.game.turn.active or "A" if seat is None else parse_seat(session.state.players, seat)
