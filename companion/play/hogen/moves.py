"""A table of Hogen begun, the moves of a seat, looks at what only one seat may see, and events in lines.

A rallied samurai is laid face down; the others must find it. A seat calls a clan, a rank or a samurai; others
pass, or answer with a samurai laid and another taken. A seat names the rallied samurai of all others: right
in everything wins, anything wrong is out.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from companion.answers import Answer
from companion.codec import UNSAID
from companion.data.hogen.cards import CALLS, Call, call_named, card_named, check_palace, in_order
from companion.data.hogen.log import Accused, Answered, Called, Passed, seats_of
from companion.errors import InputError, Refused
from companion.play.game import kind_of
from companion.play.hogen.telling import heard_together, refused_by_name, whose_move
from companion.play.hogen.views import OVER, HogenState, View, check_seat, phase_of, view
from companion.play.shared_events import OpenSeat
from companion.rules.hogen.game import HiddenGame, Turn, check_players, deal, may_call, others_from, why
from companion.rules.hogen.rulings import RULINGS
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, say
from companion.table.history import REDO, START, Body, EventKind, History, Moment, Played, Step, reversed_step
from companion.table.shelf import check_names


@dataclass(frozen=True, slots=True)
class BeginTable:
    """Begin a table."""

    players: tuple[str, ...]  # their names, going left
    seed: str  # who knows it knows the cards
    real: bool = False
    palace: tuple[str, ...] | None = None
    """With real cards: the four that lie open, or ``None`` to keep no account of them."""
    starts: str | None = None  # with real cards: the seat that begins; drawn when it is not given
    rulings: Mapping[str, str] = field(default_factory=dict)
    deduction: bool = field(default=True, metadata=UNSAID)
    """True when players may see what can be deduced from their seat, for the whole game."""


def _apply_beginning(state: None, request: BeginTable, recorded: Body | None) -> Played[HogenState]:
    seats = _check_names(request.players)
    rulings = Rulings(RULINGS, request.rulings)
    result = _dealt(seats, request) if recorded is None else recorded
    check_seat(seats, result["starts"])
    palace, hands = result["palace"], result["hands"]
    open_ = None if palace is None else frozenset(map(card_named, palace))
    turn = Turn.first(len(seats), open_, result["starts"], rulings)
    held = None if hands is None else {s: frozenset(map(card_named, cards)) for s, cards in hands.items()}
    return Played(result, HogenState(request.players, HiddenGame(turn, held), deduction=request.deduction))


def _dealt(seats: str, request: BeginTable) -> dict[str, Any]:
    dealt = deal(len(seats), Random(request.seed))
    if not request.real:
        return {
            "palace": list(map(str, dealt.palace)),
            "hands": {seat: list(map(str, cards)) for seat, cards in dealt.dealt.items()},
            "starts": dealt.starts,
        }
    starts = request.starts or dealt.starts
    check_seat(seats, starts)
    palace = None
    if request.palace is not None:
        cards = list(map(card_named, request.palace))
        check_palace(cards)
        palace = list(map(str, in_order(cards)))
    return {"palace": palace, "hands": None, "starts": starts}


def _check_names(names: Sequence[str]) -> str:
    """The letters of the players' seats; refused where a name is another's letter, or there are too many."""
    seats = seats_of(check_players(len(names)))
    check_names(names)
    for seat, name in zip(seats, names, strict=True):
        if name.upper() in seats.replace(seat, ""):
            raise InputError(
                "'{name}' cannot sit at seat {seat}: that letter is another seat.", name=name, seat=seat
            )
    return seats


BEGINNING = EventKind(START, BeginTable, _apply_beginning, line=lambda step: say("The table begins."))


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


@dataclass(frozen=True, slots=True)
class LookAtCards:
    """Look at what only one seat may see."""

    seat: str


def _apply_look(state: HogenState, request: LookAtCards, recorded: Body | None) -> Played[HogenState]:
    check_seat(state.seats, request.seat)
    return Played({}, state)


def _look_line(step: Step[HogenState]) -> Sentence:
    return say("What only {name} may see was looked at.", name=step.after.players[step.request.seat])


LOOKING = EventKind("look", LookAtCards, _apply_look, line=_look_line, undoable=False, undo_skips=True)


def looks_of(history: History[HogenState]) -> Counter[str]:
    """The number of looks at each seat's cards, by a command or on another phone."""
    asked = (step.request for step in history)
    looks = (each for each in asked if isinstance(each, LookAtCards | OpenSeat))
    return Counter(each.seat for each in looks if isinstance(each, LookAtCards) or each.another)


def looked_lines(history: History[HogenState], now: View) -> list[Sentence]:
    """The seats whose cards were looked at apart from the screen that is passed on; nothing if none."""
    looks = looks_of(history)
    if not looks:
        return []
    seats = ", ".join(f"{now.names[seat]} {looks[seat]}" for seat in sorted(looks))
    return [say("Cards looked at with a command or by a second phone, and how often: {seats}.", seats=seats)]


def all_looked_at(history: History[HogenState]) -> bool:
    """True when the log tells that somebody may know all cards, or the game is over and they lie open."""
    looks, state = looks_of(history), history.state
    return phase_of(state) == OVER or all(looks[seat] for seat in state.seats)


def looks_at_all(state: HogenState) -> tuple[LookAtCards, ...]:
    """The requests that tell everybody that whoever has the whole log may see all cards."""
    return () if phase_of(state) == OVER else tuple(map(LookAtCards, state.seats))


def event_line(history: History[HogenState], step: Step[HogenState]) -> Sentence:
    """An event in one line; of one that was undone or done again, only its kind and its seat."""
    about = reversed_step(history, step.event)
    if about is None:
        return kind_of(history, step).line_of(step)
    what = _without_cards(history, about)
    return say("Done again: {what}" if step.event.kind == REDO else "Taken back: {what}", what=what)


def _without_cards(history: History[HogenState], step: Step[HogenState]) -> Sentence:
    match step.request:
        case CallCards(seat=seat):
            return say("a call by {name}", name=step.after.players[seat])
        case AnswerCall(seat=seat):
            return say("an answer by {name}", name=step.after.players[seat])
        case PassAll():
            return say("everybody has passed")
    return kind_of(history, step).line_of(step)


def tell_reversal(here: Moment[HogenState], step: Step[HogenState]) -> Answer:
    """The kind of event that was undone or done again, and whose move it is now."""
    about, now = reversed_step(here.history, step.event), view(step.after)
    assert about is not None  # an undo without anything to undo is refused
    key = "redone" if step.event.kind == REDO else "undone"
    data = {key: about.event.kind, "active": now.active, "phase": now.phase}
    return Answer(data, (event_line(here.history, step), whose_move(now)))
