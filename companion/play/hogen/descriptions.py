"""A table of Hogen in sentences: what everyone heard, whose move it is, and highlights at the end.

Players go by their names, in what they type and in what they read.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce, wraps
from typing import Any

from companion.data.hogen.cards import parse_call, parse_card
from companion.data.hogen.log import Accused, Answered, Called, Passed, parse_log
from companion.errors import InputError, Refused
from companion.play.hogen.views import ANSWERING, CALLING, OVER, RALLYING, HogenState, View, format_seat_log, phase_of
from companion.rules.hogen.deduction import follow_log
from companion.rules.hogen.game import PublicEvent, describe_call
from companion.sentences import Sentence, join_with_commas, say, say_count
from companion.table.history import Applied, Body, Snapshot, Transition


def describe_public_event(event: PublicEvent, names: dict[str, str]) -> Sentence:
    """An event that everyone heard, in a sentence with names."""
    name = names[event.seat]
    match event:
        case Called(_, call):
            return say("{name} calls {call}.", name=name, call=describe_call(call))
        case Passed():
            return say("{name} passes.", name=name)
        case Answered(_, None, _):
            return say("{name} answers.", name=name)
        case Answered(_, lays, takes):
            return say("{name} lays {lays} and takes {takes}.", name=name, lays=lays, takes=takes)
        case Accused(_, named, right):
            accusation = join_with_commas(
                say("{name} {clan} {rank}", name=names[seat], clan=card.clan, rank=card.rank) for seat, card in named
            )
            if right:
                return say("{name} accuses: {accusation}. All correct.", name=name, accusation=accusation)
            return say("{name} accuses: {accusation}. Wrong.", name=name, accusation=accusation)


def describe_public_events(step: Transition[HogenState]) -> list[Sentence]:
    """All that everyone heard in one event, a sentence each."""
    assert step.before is not None  # the table has begun
    return [describe_public_event(event, step.after.players) for event in step.after.heard[len(step.before.heard) :]]


def join_public_events(step: Transition[HogenState]) -> Sentence:
    """All that everyone heard in one event, in one line."""
    return reduce(lambda before, line: say("{before} {line}", before=before, line=line), describe_public_events(step))


def describe_next_move(now: View) -> Sentence:
    """Who the table waits for, and for what."""
    if now.phase == RALLYING:
        waiting = ", ".join(name for seat, name in now.names.items() if seat not in now.laid)
        if now.clashed:
            return say(
                ("Two players have entered the same rallied samurai, so everybody enters theirs again: {names}."),
                names=waiting,
            )
        return say("Still to choose a rallied samurai: {names}.", names=waiting)
    if now.phase == CALLING and now.active is not None:
        return say("{name} calls or accuses.", name=now.names[now.active])
    if now.phase == ANSWERING and now.asked is not None and now.call is not None:
        call = describe_call(parse_call([now.call]))
        if now.real:
            return say("Who answers {call}? {name} is asked first.", name=now.names[now.asked], call=call)
        return say("{name} must answer {call}.", name=now.names[now.asked], call=call)
    if now.winner is not None:
        return say("{name} has won.", name=now.names[now.winner])
    return say("Everybody has accused wrongly: nobody wins.")


def describe_standing(now: View) -> Iterator[Sentence]:
    """What still counts, a sentence each: failed calls, wrong accusations, cards the winner showed."""
    names = now.names
    for seat, typed in (each.split(" ", 1) for each in now.failed):
        told = {"name": names[seat], "call": describe_call(parse_call([typed]))}
        yield say("Nobody could answer {call}, called by {name}; not again before the next swap.", **told)
    for seat in now.wrong:
        yield say("{name} has accused wrongly and only answers now.", name=names[seat])
    for seat, card in now.shown.items():
        yield say("{name} had rallied {card}.", name=names[seat], card=parse_card(card).title)


def _join_cards(names: Iterable[str]) -> str:
    return "  ".join(names)


_SEAT_FIELDS = ("active", "asked", "caller", "seat", "seats")

_Play = Callable[[HogenState, Any, Body | None], Applied[HogenState]]


def parse_seat(names: Mapping[str, str], given: str) -> str:
    """The letter of a seat, from its letter or its player's name; an ``InputError`` for neither."""
    word = given.strip().casefold()
    for seat, name in names.items():
        if word in (seat.casefold(), name.casefold()):
            return seat
    raise InputError(
        "'{value}' has no seat at this table; the players are {names}.",
        value=given,
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
        except Refused as no:
            raise Refused(with_names(no.sentence, state.players)) from None

    return apply


def describe_highlights(here: Snapshot[HogenState]) -> tuple[Sentence, ...]:
    """Highlights of a finished game, a sentence each; of equal ones the earliest, and none twice."""
    state = here.state
    if phase_of(state) != OVER or state.first is None:
        return ()
    known = _describe_knowledge(state) if state.is_dealt and state.first.turn.palace is not None else ()
    return (*known, *_describe_near_miss(state), *_describe_most_often(state))


def _describe_knowledge(state: HogenState) -> Iterator[Sentence]:
    """The call that taught its caller most, and who could have known all first; where Companion dealt.

    What the right accusation itself revealed does not count.
    """
    most, told, first, knower = 1.0, None, len(state.heard) + 1, ""
    for seat in state.seats:
        log = parse_log(format_seat_log(state, seat), "")
        before, *moments = follow_log(log)
        left, call, heard = len(before.worlds), None, 0
        for each, now in zip(log.events, moments, strict=True):
            if isinstance(each.event, Accused) and each.event.right:
                break
            heard += each.event in state.heard  # what one seat alone saw was not heard
            if isinstance(each.event, Called):
                call, left = (each.event, len(now.worlds)) if each.event.seat == seat else (None, 0)
            elif call is not None and isinstance(each.event, Passed | Answered):
                after = len(now.worlds)
                if left / after > most:
                    most, told = left / after, (call, left, after)
            open_to = heard < first and seat not in now.turn.wrong
            if open_to and len(now.find_certain_rallied()) == len(now.others):
                first, knower = heard, seat
    if told is not None:
        called, left, after = told
        yield say(
            (
                "The most revealing call: {name} called {call}, which left {after} of {before} "
                "possible arrangements of the cards."
            ),
            name=state.players[called.seat],
            call=describe_call(called.call),
            before=left,
            after=after,
        )
    calls = sum(isinstance(event, Called) for event in state.heard[:first])
    if knower and calls:
        yield say_count(
            "{name} could have known every rallied samurai first, after {count} call[|s].",
            calls,
            name=state.players[knower],
        )


def _describe_near_miss(state: HogenState) -> Iterator[Sentence]:
    """The first accusation that was wrong in only one samurai."""
    for event in state.heard:
        if isinstance(event, Accused) and not event.right:
            missed = [seat for seat, card in event.named if state.game.rallied[seat] != card]
            if len(missed) == 1:
                names = state.players
                yield say(
                    "{name}'s accusation was right except for {other}'s samurai.",
                    name=names[event.seat],
                    other=names[missed[0]],
                )
                return


def _describe_most_often(state: HogenState) -> Iterator[Sentence]:
    """The samurai laid most often, and the player who passed most often."""
    laid = Counter(event.lays for event in state.heard if isinstance(event, Answered) and event.lays)
    passed = Counter(event.seat for event in state.heard if isinstance(event, Passed))
    for card, count in laid.most_common(1):
        if count > 1:
            yield say("{card} was laid most often: {count} times.", card=card.title, count=count)
    for seat, count in passed.most_common(1):
        if count > 1:
            yield say("{name} passed most often: {count} times.", name=state.players[seat], count=count)
