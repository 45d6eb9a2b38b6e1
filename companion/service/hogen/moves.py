"""What a player does at a table of Hogen: lay the rallied samurai, call, answer, accuse.

A seat is given by its letter or its player's name. A wish that is refused is told to whoever wished it and
to nobody else; it leaves no trace.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.answers import Answer, Figure, answering
from companion.data.hogen.calls import Call
from companion.data.hogen.cards import Card
from companion.errors import InputError, Refused
from companion.play.hogen.requests import Accuse, AnswerCall, CallCards, LayRallied, PassAll
from companion.play.hogen.views import OVER, View, view
from companion.sentences import Sentence, say
from companion.service.hogen.tables import HogenSession, seat_named, seen
from companion.service.hogen.words import heard_words, whose_move, with_names
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class SeenByAccuser(Figure):
    """Where somebody who accused wrongly finds what they have seen; nobody else may look.

    Attributes:
        table: The table's name.
        seat: The letter of their seat.
        name: Their name.
    """

    table: str
    seat: str
    name: str


@answering
def rally(here: HogenSession, card: Card, seat: str) -> Answer:
    """Lay a seat's rallied samurai face down: the one the others must find."""
    who = seat_named(seen(here).names, seat)
    _, now, _ = _do(here, LayRallied(seat=who, card=str(card)))
    return Answer(
        {"legal": True, "laid": now.laid, "clashed": now.clashed, "phase": now.phase},
        (say("{name} has laid a samurai face down.", name=now.names[who]), whose_move(now)),
    )


@answering
def call(here: HogenSession, wanted: Call, seat: str | None = None) -> Answer:
    """Call a clan, a rank, or one samurai; the table hears who passes and who must answer."""
    with here.held():
        result, now, heard = _do(here, CallCards(seat=_active(here, seat), call=str(wanted)))
    return Answer({"legal": True, "passed": result["passed"], "asked": now.asked}, (*heard, whose_move(now)))


@answering
def may_lay(here: HogenSession, card: Card, seat: str) -> Answer:
    """Whether the seat that is asked may answer with a samurai of its hand, before another is taken."""
    own = seen(here, seat).own
    assert own is not None
    if str(card) not in own.may_lay:
        raise Refused(
            "{card} cannot be laid now; it must be one of {cards}.", card=card, cards=", ".join(own.may_lay)
        )
    return Answer({"legal": True})


@answering
def answer(here: HogenSession, lays: Card | None, takes: Card | None, seat: str | None = None) -> Answer:
    """Lay a matching samurai from the hand into the palace, and take another from it.

    Args:
        here: The table.
        lays: The samurai laid; unnamed with real cards where no account of the palace is kept.
        takes: The samurai taken, likewise.
        seat: Who answers; with real cards it must be told, and those asked before have passed.
    """
    laid, taken = (None if card is None else str(card) for card in (lays, takes))
    with here.held():
        before = seen(here)
        if (lays is None) != (takes is None) or (lays is None and not before.real):
            raise InputError("Name both samurai: the one laid, then the one taken.")
        if seat is None and before.real:
            raise InputError("With real cards, say who answers, or that nobody does.", remedy="who answers")
        who = before.asked or "A" if seat is None else seat_named(before.names, seat)
        return _answered(*_do(here, AnswerCall(seat=who, lays=laid, takes=taken)))


@answering
def nobody_answers(here: HogenSession) -> Answer:
    """With real cards: everybody has passed."""
    return _answered(*_do(here, PassAll()))


@answering
def accuse(here: HogenSession, named: Sequence[tuple[str, Card]], seat: str | None = None) -> Answer:
    """Name the rallied samurai of all others: right in everything wins, anything wrong is out.

    The table hears right or wrong. What really lies face down is for the accuser alone.
    """
    names = seen(here).names
    by_seat: dict[str, str] = {}
    for name, card in named:
        other = seat_named(names, name)
        if other in by_seat:
            raise InputError("{name} is named twice.", name=names[other])
        by_seat[other] = str(card)
    with here.held():
        who = _active(here, seat)
        result, now, heard = _do(here, Accuse(seat=who, named=by_seat))
    right = bool(result["right"])
    look = () if right else (SeenByAccuser(here.name, who, now.names[who]),)
    return Answer(
        {
            "legal": True,
            "right": right,
            "winner": now.winner,
            "over": now.phase == OVER,
            "active": now.active,
        },
        (*heard, *look, whose_move(now)),
        negative=not right,
    )


def _active(here: HogenSession, seat: str | None) -> str:
    """The seat that is given, or whoever may call and accuse."""
    now = seen(here)
    return now.active or "A" if seat is None else seat_named(now.names, seat)


def _do(here: HogenSession, request: object) -> tuple[Body, View, list[Sentence]]:
    """What came of a wish, what lies open now, and what the table heard; a refusal names players."""
    try:
        step = here.do(request)
    except Refused as no:
        raise Refused(with_names(no.sentence, seen(here).names)) from None
    assert step.before is not None  # the table has begun
    now = view(step.after)
    heard = [heard_words(event, now) for event in step.after.heard[len(step.before.heard) :]]
    return step.event.result, now, heard


def _answered(result: Body, now: View, heard: list[Sentence]) -> Answer:
    return Answer(
        {"legal": True, "passed": result["passed"], "palace": now.palace, "active": now.active},
        (*heard, whose_move(now)),
    )
