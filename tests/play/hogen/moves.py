"""Moves at an open table of Hogen, by seats or names."""

from collections.abc import Sequence

from companion.answers import Answer
from companion.data.hogen import Call, Samurai
from companion.play.hogen.moves import Accuse, AnswerCall, CallCards, LayRallied
from companion.play.hogen.views import parse_seat
from companion.service.hogen import HogenSession
from companion.service.playing import play
from companion.table.history import Undo


def rally(here: HogenSession, card: Samurai, seat: str) -> Answer:
    return play(here, LayRallied(parse_seat(here.state.players, seat), str(card)))


def call(here: HogenSession, wanted: Call, seat: str | None = None) -> Answer:
    return play(here, CallCards(_active_seat(here, seat), str(wanted)))


def answer(here: HogenSession, lays: Samurai | None, takes: Samurai | None, seat: str | None = None) -> Answer:
    who = here.state.game.turn.asked_seat if seat is None else parse_seat(here.state.players, seat)
    cards = () if lays is None else (str(lays), str(takes))
    return play(here, AnswerCall(who or "A", *cards))


def accuse(here: HogenSession, named: Sequence[tuple[str, Samurai]], seat: str | None = None) -> Answer:
    by_seat = {parse_seat(here.state.players, other): str(card) for other, card in named}
    return play(here, Accuse(_active_seat(here, seat), by_seat))


def undo(here: HogenSession) -> Answer:
    return play(here, Undo())


def _active_seat(here: HogenSession, seat: str | None) -> str:
    """The seat that is given, or that may call and accuse now."""
    return here.state.game.turn.active or "A" if seat is None else parse_seat(here.state.players, seat)
