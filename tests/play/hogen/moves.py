"""Moves at an open table of Hogen, by seats or names, as commands make them."""

from collections.abc import Sequence

from companion.answers import Answer, answering
from companion.cli.hogen.moves import accusation, active_seat, answer_by
from companion.data.hogen.cards import Call, Card
from companion.play.game import retold
from companion.play.hogen.moves import CallCards, LayRallied, PassAll, check_laid
from companion.play.hogen.telling import seat_named
from companion.service.hogen.beginning import HogenSession
from companion.service.hogen.looking import seen
from companion.service.playing import play
from companion.table.history import Undo


def begun(here: HogenSession) -> Answer:
    return retold(here, here.history.step(1))


def rally(here: HogenSession, card: Card, seat: str) -> Answer:
    return play(here, LayRallied(seat_named(here.state.players, seat), str(card)))


def call(here: HogenSession, wanted: Call, seat: str | None = None) -> Answer:
    return play(here, CallCards(active_seat(here, seat), str(wanted)))


def answer(here: HogenSession, lays: Card | None, takes: Card | None, seat: str | None = None) -> Answer:
    return play(here, answer_by(here, lays, takes, seat))


def nobody_answers(here: HogenSession) -> Answer:
    return play(here, PassAll())


def accuse(here: HogenSession, named: Sequence[tuple[str, Card]], seat: str | None = None) -> Answer:
    return play(here, accusation(here, named, active_seat(here, seat)))


@answering
def may_lay(here: HogenSession, card: Card, seat: str) -> Answer:
    check_laid(seen(here, seat), card)
    return Answer()


def undo(here: HogenSession) -> Answer:
    return play(here, Undo())
