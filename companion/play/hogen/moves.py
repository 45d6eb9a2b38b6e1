"""The events of Hogen: the start, the moves of a seat, and looks at a seat's hidden cards.

A rallied samurai is laid face down; the others must find it. A seat calls a clan, a rank or a samurai;
others pass, or answer: they lay one samurai and take another. A seat accuses: it names the rallied
samurai of all others, wins if all are right, and is out if any is wrong.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import companion.play.hogen.views as views
from companion.answers import Answer
from companion.codec import UNSAID
from companion.data import hogen
from companion.errors import InputError, Refused
from companion.play.game import kind_of
from companion.play.hogen.state import HogenState, check_seat
from companion.play.shared_events import OpenSeat
from companion.rules.hogen.game import (
    RULINGS,
    HiddenGame,
    PublicGame,
    check_players,
    deal,
    explain_call,
    list_other_seats,
    may_call,
)
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, say
from companion.table.history import (
    REDO,
    START,
    Applied,
    Body,
    EventKind,
    History,
    Snapshot,
    Transition,
    find_reversed_transition,
)
from companion.table.shelf import check_names


@dataclass(frozen=True, slots=True)
class BeginTable:
    """Begin a table."""

    players: tuple[str, ...]  # their names, going left
    seed: str  # anyone who knows it can compute the cards
    real: bool = False
    palace: tuple[str, ...] | None = None
    """With real cards: the four open ones, or ``None`` if the palace is not tracked."""
    starts: str | None = None  # with real cards: the seat that begins; ``None`` draws one
    rulings: Mapping[str, str] = field(default_factory=dict)
    deduction: bool = field(default=True, metadata=UNSAID)
    """True when each player may see, during the whole game, what can be deduced from their seat."""


def _apply_beginning(state: None, request: BeginTable, recorded: Body | None) -> Applied[HogenState]:
    seats = _check_names(request.players)
    rulings = Rulings(RULINGS, request.rulings)
    result = _deal_cards(seats, request) if recorded is None else recorded
    check_seat(seats, result["starts"])
    palace, hands = result["palace"], result["hands"]
    open_ = None if palace is None else frozenset(map(hogen.parse_card, palace))
    turn = PublicGame.begin(len(seats), open_, result["starts"], rulings)
    hands_held = None if hands is None else {s: frozenset(map(hogen.parse_card, cards)) for s, cards in hands.items()}
    return Applied(result, HogenState(request.players, HiddenGame(turn, hands_held), deduction=request.deduction))


def _deal_cards(seats: str, request: BeginTable) -> dict[str, Any]:
    new_deal = deal(len(seats), Random(request.seed))
    if not request.real:
        return {
            "palace": list(map(str, new_deal.palace)),
            "hands": {seat: list(map(str, cards)) for seat, cards in new_deal.hands.items()},
            "starts": new_deal.first_seat,
        }
    starts = request.starts or new_deal.first_seat
    check_seat(seats, starts)
    palace = None
    if request.palace is not None:
        cards = list(map(hogen.parse_card, request.palace))
        hogen.check_palace(cards)
        palace = list(map(str, hogen.sort_cards(cards)))
    return {"palace": palace, "hands": None, "starts": starts}


def _check_names(names: Sequence[str]) -> str:
    """The letters of the players' seats; refused if a name is another seat's letter."""
    seats = hogen.seats_of(check_players(len(names)))
    check_names(names)
    for seat, name in zip(seats, names, strict=True):
        if name.upper() in set(seats) - {seat}:
            raise InputError("'{name}' cannot sit at seat {seat}: that letter is another seat.", name=name, seat=seat)
    return seats


BEGINNING = EventKind(START, BeginTable, _apply_beginning, line=lambda step: say("The table opens."))


@dataclass(frozen=True, slots=True)
class LayRallied:
    """Lay a rallied samurai face down."""

    seat: str
    card: str


@views.refuse_by_name
def _apply_rally(state: HogenState, request: LayRallied, recorded: Body | None) -> Applied[HogenState]:
    check_seat(state.seats, request.seat)
    card = hogen.parse_card(request.card)
    state.game.check_rally(request.seat, card)
    game = state.game.with_rallied(request.seat, card)
    return Applied({}, replace(state, game=game, first=game if game.is_ready else None))


def _is_rally_over(state: HogenState) -> bool:
    """True once all rallied samurai are entered and so were compared, even if they clashed.

    From then on none can be undone: with real cards, the last to enter one could otherwise try one samurai after
    another, and learn from each whether another player has it.
    """
    return state.game.is_ready or (state.game.has_clashed and not state.game.rallied)


def _rally_line(step: Transition[HogenState]) -> Sentence:
    return say("{name} has laid a samurai face down.", name=step.after.players[step.request.seat])


@dataclass(frozen=True, slots=True)
class CallCards:
    """Call a clan, a rank or a samurai."""

    seat: str
    call: str


@dataclass(frozen=True, slots=True)
class AnswerCall:
    """Answer a call; the cards laid and taken may be left out if the palace is not tracked."""

    seat: str
    lays: str | None = None
    takes: str | None = None


@dataclass(frozen=True, slots=True)
class PassAll:
    """Everybody who can still be asked passes."""


@views.refuse_by_name
def _apply_call(state: HogenState, request: CallCards, recorded: Body | None) -> Applied[HogenState]:
    call_event = hogen.Called(request.seat, hogen.parse_call([request.call]))
    state.game.check_event(call_event)
    _, *passes = state.game.announce_call(request.seat, call_event.call)
    return Applied({"passed": [event.seat for event in passes]}, state.with_public_events(call_event, *passes))


def _list_passes_before(state: HogenState, seat: str) -> list[str]:
    """With real cards, the seats asked before the one that answers: they passed, for all to hear."""
    turn = state.game.turn
    if state.is_dealt or turn.active is None or turn.asked_seat is None or seat == turn.active:
        return []
    order = list_other_seats(turn.seats, turn.active)
    return list(order[order.index(turn.asked_seat) : order.index(seat)])


@views.refuse_by_name
def _apply_answer(state: HogenState, request: AnswerCall, recorded: Body | None) -> Applied[HogenState]:
    seat = request.seat
    passes = _list_passes_before(state, seat)
    before = state.with_public_events(*map(hogen.Passed, passes))
    answer = hogen.Answered(seat)
    if request.lays is None or request.takes is None:
        if state.game.turn.palace is not None:
            raise Refused("Which samurai is laid, and which is taken? This table keeps track of the palace.")
        # Whether this seat may answer is checked as a pass, which has the same conditions.
        before.game.check_event(hogen.Passed(seat))
    else:
        swap = hogen.Answered(seat, hogen.parse_card(request.lays), hogen.parse_card(request.takes))
        before.game.check_event(swap)
        if state.game.turn.palace is not None:
            answer = swap
    return Applied({"passed": passes}, before.with_public_events(answer))


@views.refuse_by_name
def _apply_pass(state: HogenState, request: PassAll, recorded: Body | None) -> Applied[HogenState]:
    if state.is_dealt:
        raise Refused("Companion holds the cards, so it says who passes.")
    turn = state.game.turn
    state.game.check_event(hogen.Passed(turn.asked_seat or turn.seats[0]))
    assert turn.active is not None
    assert turn.asked_seat is not None
    order = list_other_seats(turn.seats, turn.active)
    passes = list(order[order.index(turn.asked_seat) :])
    return Applied({"passed": passes}, state.with_public_events(*map(hogen.Passed, passes)))


@dataclass(frozen=True, slots=True)
class CallChoice:
    """A call and whether it is legal; the reason hints at the caller's rallied samurai, so only they may see it."""

    call: hogen.Call
    legal: bool
    reason: Sentence


def list_calls(view: views.View) -> list[CallChoice]:
    """Every call, legal or not for the seat that has this view; empty if it may not call."""
    private = view.private
    if private is None or not private.open_calls or private.rallied is None:
        return []
    rallied, choices = hogen.parse_card(private.rallied), []
    for call in hogen.CALLS:
        legal = str(call) in private.open_calls
        reason = explain_call(call, rallied)
        if not legal and may_call(call, rallied):
            reason = say("Nobody could answer it since the last swap.")
        choices.append(CallChoice(call, legal, reason))
    return choices


@dataclass(frozen=True, slots=True)
class Accuse:
    """Name the rallied samurai of all others, seat by seat."""

    seat: str
    named: Mapping[str, str]


@views.refuse_by_name
def _apply_accuse(state: HogenState, request: Accuse, recorded: Body | None) -> Applied[HogenState]:
    cards = {seat: hogen.parse_card(card) for seat, card in request.named.items()}
    # Checked as an event first, so that with a name missing or out of turn no samurai is compared.
    state.game.check_event(hogen.Accused(request.seat, tuple(sorted(cards.items())), is_right=False))
    accused = state.game.judge_accusation(request.seat, cards)
    return Applied({"right": accused.is_right}, state.with_public_events(accused))


KINDS = (
    EventKind("rally", LayRallied, _apply_rally, line=_rally_line, is_final=_is_rally_over),
    EventKind("call", CallCards, _apply_call, line=views.join_public_events),
    EventKind("answer", AnswerCall, _apply_answer, line=views.join_public_events),
    EventKind("pass", PassAll, _apply_pass, line=views.join_public_events),
    # its player has seen the others' samurai, so it cannot be undone
    EventKind("accuse", Accuse, _apply_accuse, line=views.join_public_events, undoable=False),
)


@dataclass(frozen=True, slots=True)
class LookAtCards:
    """Look at the cards that only one seat may see."""

    seat: str


def _apply_look(state: HogenState, request: LookAtCards, recorded: Body | None) -> Applied[HogenState]:
    check_seat(state.seats, request.seat)
    return Applied({}, state)


def _look_line(step: Transition[HogenState]) -> Sentence:
    return say("Someone looked at what only {name} may see.", name=step.after.players[step.request.seat])


LOOKING = EventKind("look", LookAtCards, _apply_look, line=_look_line, undoable=False, undo_skips=True)


def count_looks(history: History[HogenState]) -> Counter[str]:
    """How often each seat's cards were looked at, with a command or on another phone."""
    requests = (step.request for step in history)
    looks = (each for each in requests if isinstance(each, LookAtCards | OpenSeat))
    return Counter(each.seat for each in looks if isinstance(each, LookAtCards) or each.another)


def describe_looks(history: History[HogenState], view: views.View) -> list[Sentence]:
    """How often each seat's cards were looked at with a command or a second phone; empty if never."""
    looks = count_looks(history)
    if not looks:
        return []
    seats = ", ".join(f"{view.names[seat]} {looks[seat]}" for seat in sorted(looks))
    return [say("Cards looked at with a command or by a second phone, and how often: {seats}.", seats=seats)]


def has_exposed_cards(history: History[HogenState]) -> bool:
    """True when the log says that somebody may know all cards, or the game is over and all cards are open."""
    looks, state = count_looks(history), history.state
    return views.phase_of(state) == views.OVER or all(looks[seat] for seat in state.seats)


def list_look_requests(state: HogenState) -> tuple[LookAtCards, ...]:
    """The requests that notify everybody that a copy of the whole log shows all cards."""
    return () if views.phase_of(state) == views.OVER else tuple(map(LookAtCards, state.seats))


def event_line(history: History[HogenState], step: Transition[HogenState]) -> Sentence:
    """An event in one line; an undo or redo names only the kind and seat of its event, no cards."""
    reversed_step = find_reversed_transition(history, step.event)
    if reversed_step is None:
        return kind_of(history, step).describe_line(step)
    line = _describe_without_cards(history, reversed_step)
    return say("Redone: {what}" if step.event.kind == REDO else "Undone: {what}", what=line)


def _describe_without_cards(history: History[HogenState], step: Transition[HogenState]) -> Sentence:
    match step.request:
        case CallCards(seat=seat):
            return say("a call by {name}", name=step.after.players[seat])
        case AnswerCall(seat=seat):
            return say("an answer by {name}", name=step.after.players[seat])
        case PassAll():
            return say("everybody has passed")
    return kind_of(history, step).describe_line(step)


def describe_reversal(table: Snapshot[HogenState], step: Transition[HogenState]) -> Answer:
    """The kind of event that was undone or restored, and whose move it is now."""
    reversed_step, view = find_reversed_transition(table.history, step.event), views.view(step.after)
    assert reversed_step is not None  # an undo of nothing is refused
    key = "redone" if step.event.kind == REDO else "undone"
    data = {key: reversed_step.event.kind, "active": view.active, "phase": view.phase}
    return Answer(data, (event_line(table.history, step), views.describe_next_move(view)))
