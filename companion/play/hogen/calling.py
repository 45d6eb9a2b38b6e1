"""A seat calls a clan, a rank or a samurai; others pass, or answer with a samurai laid and another taken."""

from dataclasses import dataclass

from companion.answers import Answer
from companion.data.hogen.cards import CALLS, Call, Card, call_named, card_named
from companion.data.hogen.events import Answered, Called, Passed
from companion.errors import Refused
from companion.play.hogen.state import HogenState
from companion.play.hogen.telling import granted, heard_lines, heard_together, refused_by_name, whose_move
from companion.play.hogen.views import View, view
from companion.rules.hogen.calls import may_call, why
from companion.rules.hogen.turn import others_from
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class CallCards:
    """Call a clan, a rank or a samurai."""

    seat: str
    call: str


@dataclass(frozen=True, slots=True)
class AnswerCall:
    """Answer a call; what is laid and taken may be unseen where no account of the palace is kept."""

    seat: str
    lays: str | None = None
    takes: str | None = None


@dataclass(frozen=True, slots=True)
class PassAll:
    """Everybody who is still asked passes."""


@refused_by_name
def _play_call(state: HogenState, request: CallCards, recorded: Body | None) -> Played[HogenState]:
    called = Called(request.seat, call_named([request.call]))
    state.game.check(called)
    _, *passes = state.game.call(request.seat, called.call)
    return Played({"passed": [event.seat for event in passes]}, state.hearing(called, *passes))


def _passes_before(state: HogenState, seat: str) -> list[str]:
    """Those asked before a seat that answers with real cards; that they passed was heard at the table."""
    turn = state.game.turn
    if state.dealt or turn.active is None or turn.asked is None or seat == turn.active:
        return []
    order = others_from(turn.seats, turn.active)
    return list(order[order.index(turn.asked) : order.index(seat)])


@refused_by_name
def _play_answer(state: HogenState, request: AnswerCall, recorded: Body | None) -> Played[HogenState]:
    seat = request.seat
    passed = _passes_before(state, seat)
    before = state.hearing(*map(Passed, passed))
    answered = Answered(seat)
    if request.lays is None or request.takes is None:
        if state.game.turn.palace is not None:
            raise Refused(
                "Which samurai is laid, and which is taken? There lies a palace to keep account of."
            )
        # Whether this seat is asked is judged as for a pass: both need the same.
        before.game.check(Passed(seat))
    else:
        told = Answered(seat, card_named(request.lays), card_named(request.takes))
        before.game.check(told)
        if state.game.turn.palace is not None:
            answered = told
    return Played({"passed": passed}, before.hearing(answered))


@refused_by_name
def _play_pass(state: HogenState, request: PassAll, recorded: Body | None) -> Played[HogenState]:
    if state.dealt:
        raise Refused("Companion holds the cards and says itself who passes.")
    turn = state.game.turn
    state.game.check(Passed(turn.asked or turn.seats[0]))
    assert turn.active is not None
    assert turn.asked is not None
    order = others_from(turn.seats, turn.active)
    passed = list(order[order.index(turn.asked) :])
    return Played({"passed": passed}, state.hearing(*map(Passed, passed)))


def _tell(here: Moment[HogenState], step: Step[HogenState]) -> Answer:
    now = view(step.after)
    fields = ("asked",) if step.event.kind == "call" else ("palace", "active")
    data = granted(now, *fields, passed=step.event.result["passed"])
    return Answer(data, (*heard_lines(step), whose_move(now)))


KINDS = (
    EventKind("call", CallCards, _play_call, _tell, heard_together),
    EventKind("answer", AnswerCall, _play_answer, _tell, heard_together),
    EventKind("pass", PassAll, _play_pass, _tell, heard_together),
)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the calls there are; the reason speaks of the caller's rallied samurai: for their eyes only."""

    call: Call
    legal: bool
    why: Sentence


def choices(now: View) -> list[Choice]:
    """Every call there is, open or not to the seat whose view this is; none where it may not call."""
    own = now.own
    if own is None or not own.may_call or own.rallied is None:
        return []
    rallied, found = card_named(own.rallied), []
    for call in CALLS:
        legal = str(call) in own.may_call
        reason = why(call, rallied)
        if not legal and may_call(call, rallied):
            reason = say("Nobody could answer it since the last swap.")
        found.append(Choice(call, legal, reason))
    return found


def check_laid(now: View, card: Card) -> None:
    """Refuse a samurai that the seat of this view may not answer with, before another is taken."""
    assert now.own is not None
    if str(card) not in now.own.may_lay:
        raise Refused(
            "{card} cannot be laid now; it must be one of {cards}.",
            card=card,
            cards=", ".join(now.own.may_lay),
        )
