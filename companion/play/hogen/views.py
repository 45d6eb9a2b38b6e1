"""What a seat may see of a table of Hogen, as data and in sentences, which call players by their names."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce, wraps
from typing import Any

from companion.data import hogen
from companion.errors import InputError, Refused
from companion.play.hogen.state import HogenState
from companion.rules.hogen.deduction import follow_log
from companion.rules.hogen.game import RULINGS, PublicEvent, describe_call, find_matches, list_open_calls
from companion.sentences import Sentence, join_with_commas, say, say_count
from companion.table.history import Applied, Body, Snapshot, Transition
from companion.table.shelf import fold_name

RALLYING = "rally"  # not every seat has laid its rallied samurai
CALLING = "call"  # the active seat accuses or calls
ANSWERING = "answer"  # a call waits for an answer
OVER = "over"  # somebody has won, or all accused wrongly


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What only one seat sees of a table."""

    seat: str
    hand: tuple[str, ...] | None  # all cards dealt, until the seat has rallied; ``None`` with real cards
    rallied: str | None
    seen_cards: dict[str, str]  # the others' rallied samurai, once the seat has accused
    open_calls: tuple[str, ...]
    cards_to_lay: tuple[str, ...]
    cards_to_take: tuple[str, ...]  # with the ruling ``take-back``, the samurai it lays as well


@dataclass(frozen=True, slots=True)
class View:
    """A table as everyone sees it; in a seat's view also what only that seat sees."""

    names: dict[str, str]  # seat to name, going left
    has_real_cards: bool
    phase: str  # ``rally``, ``call``, ``answer`` or ``over``
    palace: tuple[str, ...] | None  # the open samurai; ``None`` if they are not tracked
    seats_with_rallied: tuple[str, ...]
    has_clashed: bool  # two seats entered the same rallied samurai, so all enter theirs again
    active: str | None  # the seat that may accuse or call, or has called
    call: str | None
    asked_seat: str | None  # the seat that must answer it; with real cards, the one asked first
    failed_calls: tuple[str, ...]  # calls nobody answered since the last swap, each as ``SEAT CALL``
    wrong_seats: tuple[str, ...]
    winner: str | None
    shown_cards: dict[str, str]
    take_back: bool
    deduction: bool  # true when a seat may see what can be deduced from it; never with real cards
    events: tuple[str, ...]  # in the notation of the log
    private: PrivateView | None  # ``None`` in the view for all


def phase_of(state: HogenState) -> str:
    """The phase of the game, which is no secret."""
    if not state.game.is_ready:
        return RALLYING
    if state.game.turn.is_over:
        return OVER
    return CALLING if state.game.turn.call is None else ANSWERING


def view(state: HogenState, seat: str | None = None) -> View:
    """What the seat with a letter may see of a table; without a letter, what all may see."""
    turn, phase = state.game.turn, phase_of(state)
    last = state.events[-1] if state.events else None
    shown_cards = dict(last.cards) if isinstance(last, hogen.Accused) and last.is_right else {}
    return View(
        names=state.players,
        has_real_cards=not state.is_dealt,
        phase=phase,
        palace=None if turn.palace is None else _list_card_names(turn.palace),
        seats_with_rallied=tuple(sorted(state.game.rallied)),
        has_clashed=state.game.has_clashed,
        active=None if turn.is_over else turn.active,
        call=None if turn.call is None else str(turn.call),
        asked_seat=turn.asked_seat,
        failed_calls=tuple(sorted(f"{each} {call}" for each, call in turn.failed_calls)),
        wrong_seats=tuple(sorted(turn.wrong_seats)),
        winner=turn.winner,
        shown_cards={each: str(card) for each, card in shown_cards.items()},
        take_back=turn.rulings["take-back"] == "yes",
        deduction=state.deduction and state.is_dealt,
        events=tuple(map(str, state.events)),
        private=None if seat is None else _build_private_view(state, seat, phase),
    )


def format_seat_log(state: HogenState, seat: str) -> str:
    """The log that a seat's player could have written down, as text for ``deduce``.

    It is refused before all have rallied, and at tables where Companion does not know the hand or does not
    track the palace.
    """
    first = state.first
    if first is None:
        raise Refused("The log begins when every seat has laid its rallied samurai.")
    if first.hands is None or first.turn.palace is None:
        raise Refused("With real cards, Companion knows nobody's hand: there is neither a log nor deductions.")
    hand, palace, rulings = hogen.sort_cards(first.hands[seat]), hogen.sort_cards(first.turn.palace), first.turn.rulings
    options = tuple((each.name, rulings[each.name]) for each in RULINGS if rulings[each.name] != each.default)
    opening = hogen.Opening(len(state.seats), seat, hand, first.rallied[seat], palace, options)
    events: list[hogen.SeatEvent] = []
    for event in state.events:
        events.append(event)
        if isinstance(event, hogen.Accused) and event.seat == seat and not event.is_right:
            events += [hogen.Saw(other, card) for other, card in state.game.list_revealed_to(seat).items()]
    return hogen.format_log(opening, tuple(events))


def _build_private_view(state: HogenState, seat: str, phase: str) -> PrivateView:
    game = state.game
    turn = game.turn
    hand = None if game.hands is None else game.hands[seat]
    rallied = game.rallied.get(seat)
    calls: tuple[str, ...] = ()
    cards_to_lay: tuple[str, ...] = ()
    if phase == CALLING and turn.active == seat and rallied is not None:
        calls = tuple(str(call) for call in list_open_calls(rallied) if not turn.is_barred(seat, call))
    must_answer = phase == ANSWERING and turn.asked_seat == seat
    if must_answer and turn.call is not None and hand is not None:
        cards_to_lay = _list_card_names(find_matches(turn.call, hand))
    return PrivateView(
        seat=seat,
        hand=None if hand is None else _list_card_names(hand),
        rallied=None if rallied is None else str(rallied),
        seen_cards={other: str(card) for other, card in game.list_revealed_to(seat).items()},
        open_calls=calls,
        cards_to_lay=cards_to_lay,
        cards_to_take=_list_card_names(turn.palace or ()) if must_answer else (),
    )


def _list_card_names(cards: Iterable[hogen.Samurai]) -> tuple[str, ...]:
    return tuple(map(str, hogen.sort_cards(cards)))


def describe_public_event(event: PublicEvent, names: dict[str, str]) -> Sentence:
    """An event that everyone heard, in a sentence with names."""
    name = names[event.seat]
    match event:
        case hogen.Called(_, call):
            return say("{name} calls {call}.", name=name, call=describe_call(call))
        case hogen.Passed():
            return say("{name} passes.", name=name)
        case hogen.Answered(_, None, _):
            return say("{name} answers.", name=name)
        case hogen.Answered(_, laid, taken):
            return say("{name} lays {lays} and takes {takes}.", name=name, lays=laid, takes=taken)
        case hogen.Accused(_, cards, right):
            accusation = join_with_commas(
                say("{name} {clan} {rank}", name=names[seat], clan=card.clan, rank=card.rank) for seat, card in cards
            )
            if right:
                return say("{name} accuses: {accusation}. All correct.", name=name, accusation=accusation)
            return say("{name} accuses: {accusation}. Wrong.", name=name, accusation=accusation)


def join_public_events(step: Transition[HogenState]) -> Sentence:
    """All public events of one logged event, in one line."""
    assert step.before is not None  # it is not the start
    events = step.after.events[len(step.before.events) :]
    lines = (describe_public_event(event, step.after.players) for event in events)
    return reduce(lambda before, line: say("{before} {line}", before=before, line=line), lines)


def describe_next_move(seen: View) -> Sentence:
    """Say who must act next, and how."""
    if seen.phase == RALLYING:
        names_waiting = ", ".join(name for seat, name in seen.names.items() if seat not in seen.seats_with_rallied)
        if seen.has_clashed:
            return say(
                ("Two players have entered the same rallied samurai, so everybody enters theirs again: {names}."),
                names=names_waiting,
            )
        return say("Still to choose a rallied samurai: {names}.", names=names_waiting)
    if seen.phase == CALLING and seen.active is not None:
        return say("{name} calls or accuses.", name=seen.names[seen.active])
    if seen.phase == ANSWERING and seen.asked_seat is not None and seen.call is not None:
        call = describe_call(hogen.parse_call([seen.call]))
        if seen.has_real_cards:
            return say("Who answers {call}? {name} is asked first.", name=seen.names[seen.asked_seat], call=call)
        return say("{name} must answer {call}.", name=seen.names[seen.asked_seat], call=call)
    if seen.winner is not None:
        return say("{name} has won.", name=seen.names[seen.winner])
    return say("Everybody has accused wrongly: nobody wins.")


def describe_standing(seen: View) -> Iterator[Sentence]:
    """What matters from now on, a sentence each: failed calls, wrong accusations, cards that the winner showed."""
    names = seen.names
    for seat, text in (each.split(" ", 1) for each in seen.failed_calls):
        fields = {"name": names[seat], "call": describe_call(hogen.parse_call([text]))}
        yield say("Nobody could answer {call}, called by {name}; not again before the next swap.", **fields)
    for seat in seen.wrong_seats:
        yield say("{name} has accused wrongly and only answers now.", name=names[seat])
    for seat, card in seen.shown_cards.items():
        yield say("{name} had rallied {card}.", name=names[seat], card=hogen.parse_card(card).title)


_SEAT_FIELDS = ("active", "asked", "caller", "seat", "seats")

_Play = Callable[[HogenState, Any, Body | None], Applied[HogenState]]


def parse_seat(names: Mapping[str, str], text: str) -> str:
    """The letter of a seat, from its letter or its player's name; an ``InputError`` for neither."""
    word = fold_name(text)
    for seat, name in names.items():
        if word in (fold_name(seat), fold_name(name)):
            return seat
    raise InputError(
        "'{value}' has no seat at this table; the players are {names}.",
        value=text,
        names=", ".join(seat if seat == name else f"{seat} {name}" for seat, name in names.items()),
    )


def with_names(sentence: Sentence, names: Mapping[str, str]) -> Sentence:
    """The sentence with players' names in place of seats."""

    def name_seats(field: str, value: object) -> object:
        if isinstance(value, Sentence):
            return with_names(value, names)
        if field in _SEAT_FIELDS and isinstance(value, str):
            return ", ".join(names.get(seat, seat) for seat in value.split(", "))
        return value

    return replace(sentence, fields=tuple((field, name_seats(field, value)) for field, value in sentence.fields))


def refuse_by_name(play: _Play) -> _Play:
    """Decorate the function that applies a request: its refusals name players instead of seats."""

    @wraps(play)
    def apply(state: HogenState, request: Any, recorded: Body | None) -> Applied[HogenState]:
        try:
            return play(state, request, recorded)
        except Refused as refusal:
            raise Refused(with_names(refusal.sentence, state.players)) from None

    return apply


def describe_highlights(table: Snapshot[HogenState]) -> tuple[Sentence, ...]:
    """Highlights of a finished game, a sentence each; among ties the earliest."""
    state = table.state
    if phase_of(state) != OVER or state.first is None:
        return ()
    sentences = _describe_knowledge(state) if state.is_dealt and state.first.turn.palace is not None else ()
    return (*sentences, *_describe_near_miss(state), *_describe_most_often(state))


def _describe_knowledge(state: HogenState) -> Iterator[Sentence]:
    """The most revealing call, and the player who could first have known all; for cards that Companion dealt.

    What the right accusation itself revealed does not count.
    """
    most, largest, first, seat_knowing = 1.0, None, len(state.events) + 1, ""
    for seat in state.seats:
        log = hogen.parse_log(format_seat_log(state, seat), "")
        before, *moments = follow_log(log)
        left, call, position = len(before.worlds), None, 0
        for each, deduction in zip(log.events, moments, strict=True):
            if isinstance(each.event, hogen.Accused) and each.event.is_right:
                break
            position += each.event in state.events  # not what only one seat saw
            if isinstance(each.event, hogen.Called):
                call, left = (each.event, len(deduction.worlds)) if each.event.seat == seat else (None, 0)
            elif call is not None and isinstance(each.event, hogen.Passed | hogen.Answered):
                after = len(deduction.worlds)
                if left / after > most:
                    most, largest = left / after, (call, left, after)
            open_to = position < first and seat not in deduction.turn.wrong_seats
            if open_to and len(deduction.find_certain_rallied()) == len(deduction.other_seats):
                first, seat_knowing = position, seat
    if largest is not None:
        best_call, left, after = largest
        yield say(
            "The most revealing call: {name} called {call}, which left {after} of {before} "
            "possible arrangements of the cards.",
            name=state.players[best_call.seat],
            call=describe_call(best_call.call),
            before=left,
            after=after,
        )
    calls = sum(isinstance(event, hogen.Called) for event in state.events[:first])
    if seat_knowing and calls:
        yield say_count(
            "{name} could have known every rallied samurai first, after {count} call[|s].",
            calls,
            name=state.players[seat_knowing],
        )


def _describe_near_miss(state: HogenState) -> Iterator[Sentence]:
    """The first accusation that was wrong in only one samurai."""
    for event in state.events:
        if isinstance(event, hogen.Accused) and not event.is_right:
            wrong_seats = [seat for seat, card in event.cards if state.game.rallied[seat] != card]
            if len(wrong_seats) == 1:
                names = state.players
                name, other = names[event.seat], names[wrong_seats[0]]
                yield say("{name}'s accusation was right except for {other}'s samurai.", name=name, other=other)
                return


def _describe_most_often(state: HogenState) -> Iterator[Sentence]:
    """The samurai laid most often, and the player who passed most often."""
    cards_laid = Counter(event.lays for event in state.events if isinstance(event, hogen.Answered) and event.lays)
    passes = Counter(event.seat for event in state.events if isinstance(event, hogen.Passed))
    for card, count in cards_laid.most_common(1):
        if count > 1:
            yield say("{card} was laid most often: {count} times.", card=card.title, count=count)
    for seat, count in passes.most_common(1):
        if count > 1:
            yield say("{name} passed most often: {count} times.", name=state.players[seat], count=count)
