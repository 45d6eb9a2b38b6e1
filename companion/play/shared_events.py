"""Events that games share: a seat opened on a phone, and a ruling changed."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import Refused
from companion.rules.rulings import describe_ruling
from companion.sentences import Sentence, say
from companion.table.history import Applied, Body, EventKind, Transition


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """Take a seat that already has hidden cards or plans."""

    seat: str
    another: bool = False  # true on a phone other than the last one with this seat


def build_open_seat_kind(
    say_name: Callable[[Any, str], Sentence | str],
    say_another: Callable[[Sentence | str], Sentence] = lambda name: say(
        "{name}'s hand was opened on another phone.", name=name
    ),
) -> EventKind[Any]:
    """The kind of event that shows everybody that a seat was opened; it changes nothing and cannot be undone.

    Args:
        say_name: Gives the name of a seat, from the state of its game.
        say_another: Says that another phone has seen what is hidden.
    """

    def apply(state: Any, request: OpenSeat, recorded: Body | None) -> Applied[Any]:
        say_name(state, request.seat)  # raises for a seat that does not exist
        return Applied({}, state)

    def line(step: Transition[Any]) -> Sentence:
        name = say_name(step.after, step.request.seat)
        return say_another(name) if step.request.another else say("{name} sits down.", name=name)

    return EventKind("open-seat", OpenSeat, apply, line=line, undoable=False, undo_skips=True)


@dataclass(frozen=True, slots=True)
class SettleRuling:
    """Change a ruling from now on; earlier events stay as they were."""

    ruling: str
    value: str


def build_ruling_kind(*, reopens: bool) -> EventKind[Any]:
    """The kind of event that changes a ruling; without ``reopens``, a value that is set already is refused."""

    def apply(state: Any, request: SettleRuling, recorded: Body | None) -> Applied[Any]:
        new_rulings = state.rulings.with_ruling(request.ruling, request.value)
        if new_rulings == state.rulings and not reopens:
            raise Refused("The table already plays it that way.")
        return Applied({}, replace(state, rulings=new_rulings))

    return EventKind("ruling", SettleRuling, apply, line=_ruling_line)


def _ruling_line(step: Transition[Any]) -> Sentence:
    return describe_ruling(step.after.rulings.definitions, step.request.ruling, step.request.value)
