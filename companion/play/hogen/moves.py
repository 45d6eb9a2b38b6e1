"""The moves of a seat of Hogen: a samurai rallied, a call, an answer to it, and the accusation.

A rallied samurai is laid face down; the others must find it. A seat calls a clan, a rank or a samurai; others
pass, or answer with a samurai laid and another taken. A seat names the rallied samurai of all others: right
in everything wins, anything wrong is out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.data.hogen.cards import CALLS, Call, call_named, card_named
from companion.data.hogen.events import Accused, Answered, Called, Passed
from companion.errors import Refused
from companion.play.hogen.state import HogenState, check_seat
from companion.play.hogen.telling import heard_together, refused_by_name
from companion.play.hogen.views import View
from companion.rules.hogen.turn import may_call, others_from, why
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class LayRallied:
    """Lay a rallied samurai face down."""

    seat: str
    card: str


@refused_by_name
def _play_rally(state: HogenState, request: LayRallied, recorded: Body | None) -> Played[HogenState]:
    check_seat(state.seats, request.seat)
    card = card_named(request.card)
    state.game.check_rally(request.seat, card)
    game = state.game.with_rallied(request.seat, card)
    return Played({}, replace(state, game=game, first=game if game.ready else None))


def _all_told(state: HogenState) -> bool:
    """True when the rallied samurai are all in, so that they were compared.

    Then none is taken back: with real cards, whoever told theirs last could else try one samurai after the
    other, and learn from each whether another player has it.
    """
    return state.game.ready or (state.game.clashed and not state.game.rallied)


def _rally_line(step: Step[HogenState]) -> Sentence:
    return say("{name} has laid a samurai face down.", name=step.after.players[step.request.seat])


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


@dataclass(frozen=True, slots=True)
class Accuse:
    """Name the rallied samurai of all others, seat by seat."""

    seat: str
    named: Mapping[str, str]


@refused_by_name
def _play_accuse(state: HogenState, request: Accuse, recorded: Body | None) -> Played[HogenState]:
    named = {seat: card_named(card) for seat, card in request.named.items()}
    # Judged as an event first, so that a name short or a player out of turn is never looked up.
    state.game.check(Accused(request.seat, tuple(sorted(named.items())), right=False))
    accused = state.game.accuse(request.seat, named)
    return Played({"right": accused.right}, state.hearing(accused))


KINDS = (
    EventKind("rally", LayRallied, _play_rally, line=_rally_line, final_when=_all_told),
    EventKind("call", CallCards, _play_call, line=heard_together),
    EventKind("answer", AnswerCall, _play_answer, line=heard_together),
    EventKind("pass", PassAll, _play_pass, line=heard_together),
    # what was seen stays seen
    EventKind("accuse", Accuse, _play_accuse, line=heard_together, undoable=False),
)
