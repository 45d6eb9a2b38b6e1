"""A seat calls a clan, a rank or a samurai; the table hears who passes and who must answer."""

from __future__ import annotations

from dataclasses import dataclass

from companion.answers import Answer
from companion.data.hogen.calls import CALLS, Call, call_named
from companion.data.hogen.cards import card_named
from companion.data.hogen.events import Called
from companion.play.hogen.naming import refused_by_name
from companion.play.hogen.state import HogenState
from companion.play.hogen.telling import granted, heard_lines, heard_together, whose_move
from companion.play.hogen.views import View, view
from companion.rules.hogen.calls import may_call, why
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class CallCards:
    """Call a clan, a rank or a samurai."""

    seat: str
    call: str


@refused_by_name
def _play(state: HogenState, request: CallCards, recorded: Body | None) -> Played[HogenState]:
    called = Called(request.seat, call_named([request.call]))
    state.game.check(called)
    _, *passes = state.game.call(request.seat, called.call)
    return Played({"passed": [event.seat for event in passes]}, state.hearing(called, *passes))


def _tell(here: Moment[HogenState], step: Step[HogenState]) -> Answer:
    now = view(step.after)
    data = granted(now, "asked", passed=step.event.result["passed"])
    return Answer(data, (*heard_lines(step), whose_move(now)))


KIND = EventKind("call", CallCards, _play, _tell, heard_together)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the calls there are, as the player reads it who may call.

    Attributes:
        why: Why it is open to them now, or why not; it speaks of their rallied samurai, so nobody else may
            read it.
    """

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
