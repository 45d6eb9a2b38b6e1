"""A table of Hogen in words: what lies open, what one seat sees, what has just happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.data.hogen.calls import CALLS, Call, call_named
from companion.data.hogen.cards import card_named
from companion.data.hogen.events import Accused, Answered, Called, Passed
from companion.play.hogen.state import HogenState
from companion.play.hogen.views import ANSWERING, CALLING, RALLYING, View
from companion.rules.hogen.calls import may_call, said_call, why
from companion.rules.hogen.turn import PublicEvent
from companion.sentences import Sentence, listed, say
from companion.table.history import UNDO, History, Step, reversed_step
from companion.table.log import Event

_SEAT_FIELDS = ("active", "asked", "caller", "seat", "seats")


def heard_words(event: PublicEvent, now: View) -> Sentence:
    """What the table heard, as a sentence with names."""
    name = now.names[event.seat]
    match event:
        case Called(_, call):
            return say("{name} calls {call}.", name=name, call=said_call(call))
        case Passed():
            return say("{name} passes.", name=name)
        case Answered(_, None, _):
            return say("{name} answers.", name=name)
        case Answered(_, lays, takes):
            return say("{name} lays {lays} and takes {takes}.", name=name, lays=lays, takes=takes)
        case Accused(_, named, right):
            accusation = ", ".join(f"{now.names[seat]} {card}" for seat, card in named)
            if right:
                return say("{name} accuses: {accusation}. All is right.", name=name, accusation=accusation)
            return say("{name} accuses: {accusation}. That is wrong.", name=name, accusation=accusation)


def event_words(event: Event, now: View) -> Sentence:
    """An event by its kind, without a card: the rallied one is a secret."""
    seat = event.asked.get("seat")
    name = "" if seat is None else now.names[seat]
    match event.kind:
        case "rally":
            return say("{name} has laid a samurai face down.", name=name)
        case "look":
            return say("What only {name} may see was looked at.", name=name)
        case "call":
            return say("a call by {name}", name=name)
        case "answer":
            return say("an answer by {name}", name=name)
        case _:
            return say("everybody has passed")


def step_lines(history: History[HogenState], step: Step[HogenState], now: View) -> Iterator[Sentence]:
    """What the whole table may know of one event, what was taken back as well.

    Who calls, hears who passes and takes the call back has learned something; so nobody does it unseen.
    """
    event = step.event
    about = reversed_step(history, event)
    if about is not None and event.kind == UNDO:
        yield say("Taken back: {what}", what=event_words(about.event, now))
    elif about is not None:
        yield say("Done again: {what}", what=event_words(about.event, now))
    elif event.kind in ("rally", "look"):
        yield event_words(event, now)
    elif step.before is not None:
        yield from (heard_words(heard, now) for heard in step.after.heard[len(step.before.heard) :])


def looks_of(history: History[HogenState]) -> Counter[str]:
    """How often each seat's cards were looked at apart from the screen that is passed on."""
    return Counter(step.event.asked["seat"] for step in history if step.event.kind == "look")


def looked_lines(history: History[HogenState], now: View) -> list[Sentence]:
    """That cards were looked at apart from the screen that is passed on; nothing if never."""
    looks = looks_of(history)
    if not looks:
        return []
    seats = ", ".join(f"{now.names[seat]} {looks[seat]}" for seat in sorted(looks))
    return [say("Cards looked at with a command or by a second phone, and how often: {seats}.", seats=seats)]


def whose_move(now: View) -> Sentence:
    """What the table waits for."""
    if now.phase == RALLYING:
        waiting = ", ".join(name for seat, name in now.names.items() if seat not in now.laid)
        if now.clashed:
            return say(
                "Two players have told the same rallied samurai, so everybody tells theirs again: {names}.",
                names=waiting,
            )
        return say("To lay the rallied samurai: {names}.", names=waiting)
    if now.phase == CALLING and now.active is not None:
        return say("{name} may accuse, or calls.", name=now.names[now.active])
    if now.phase == ANSWERING and now.asked is not None and now.call is not None:
        call = said_call(call_named([now.call]))
        if now.real:
            return say("Who answers {call}? {name} is asked first.", name=now.names[now.asked], call=call)
        return say("{name} must answer {call}.", name=now.names[now.asked], call=call)
    if now.winner is not None:
        return say("{name} has won.", name=now.names[now.winner])
    return say("Everybody has accused wrongly: nobody wins.")


def public_lines(now: View) -> list[Sentence]:
    """What lies open to all."""
    palace = [] if now.palace is None else [say("Palace: {cards}", cards=_cards(now.palace))]
    return [*palace, *standing_lines(now), whose_move(now)]


def standing_lines(now: View) -> list[Sentence]:
    """What has happened and still counts: calls that failed, who was wrong, what the winner showed."""
    lines = []
    for seat, call in (each.split(" ", 1) for each in now.failed):
        lines.append(
            say(
                "Nobody could answer {call}, called by {name}; not again before the next swap.",
                name=now.names[seat],
                call=said_call(call_named([call])),
            )
        )
    lines += [
        say("{name} has accused wrongly and only answers now.", name=now.names[seat]) for seat in now.wrong
    ]
    lines += [
        say("{name} had rallied {card}.", name=now.names[seat], card=card) for seat, card in now.shown.items()
    ]
    return lines


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the calls there are, as the player reads it who may call.

    Attributes:
        call: The call.
        legal: Whether it is open to them now.
        why: Why, or why not; it speaks of their rallied samurai, so nobody else may read it.
    """

    call: Call
    legal: bool
    why: Sentence


def choices(now: View) -> list[Choice]:
    """Every call there is, with whether and why it is open to the seat whose view this is; none to others."""
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


def own_lines(now: View) -> list[Sentence]:
    """What is one seat's own; nobody else may read it."""
    own = now.own
    if own is None:
        return []
    lines = []
    if own.hand is not None:
        if own.rallied is None:
            lines.append(say("You were dealt: {cards}", cards=_cards(own.hand)))
        else:
            lines.append(say("Your hand: {cards}", cards=_cards(own.hand)))
    if own.rallied is not None:
        lines.append(say("Your rallied samurai: {card}", card=own.rallied))
    lines += [
        say("You have seen what {name} rallied: {card}", name=now.names[seat], card=card)
        for seat, card in own.saw.items()
    ]
    if own.may_call:
        lines.append(say("Calls open to you: {calls}", calls=_calls(own.may_call)))
    if own.may_lay:
        lines.append(say("You may lay: {cards}", cards=_cards(own.may_lay)))
        if now.take_back:
            lines.append(say("You may take: {cards}, or the one you lay", cards=_cards(own.may_take)))
        else:
            lines.append(say("You may take: {cards}", cards=_cards(own.may_take)))
    return lines


def with_names(sentence: Sentence, names: Mapping[str, str]) -> Sentence:
    """The same sentence with players' names where it speaks of seats."""

    def named(field: str, value: object) -> object:
        if isinstance(value, Sentence):
            return with_names(value, names)
        if field in _SEAT_FIELDS and isinstance(value, str):
            return ", ".join(names.get(seat, seat) for seat in value.split(", "))
        return value

    return replace(sentence, fields=tuple((field, named(field, value)) for field, value in sentence.fields))


def _calls(calls: Iterable[str]) -> object:
    """Calls as they can be typed."""
    read = (call_named([call]) for call in calls)
    return listed(call if call.both else said_call(call) for call in read)


def _cards(names: Iterable[str]) -> str:
    return "  ".join(names)
