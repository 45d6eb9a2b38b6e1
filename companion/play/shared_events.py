"""Events that games share: a seat opened on a phone, and a question settled otherwise."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import Refused
from companion.rules.rulings import answered
from companion.sentences import Sentence, say
from companion.table.history import Body, EventKind, Played, Step


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """Sit down at a seat that has been dealt."""

    seat: str
    another: bool = False  # true on another phone than the one that had the seat last


def opening_kind(
    say_name: Callable[[Any, str], Sentence | str],
    say_another: Callable[[Sentence | str], Sentence] = lambda name: say(
        "{name}'s hand was opened on another phone.", name=name
    ),
) -> EventKind[Any]:
    """The event that tells it to all; it changes nothing, and no undo takes it back.

    Args:
        say_name: Gives the name of a seat, from the state of its game.
        say_another: Says that another phone has seen what is hidden.
    """

    def play(state: Any, request: OpenSeat, recorded: Body | None) -> Played[Any]:
        say_name(state, request.seat)  # a log that names no seat cannot be read
        return Played({}, state)

    def line(step: Step[Any]) -> Sentence:
        name = say_name(step.after, step.request.seat)
        return say_another(name) if step.request.another else say("{name} sits down.", name=name)

    return EventKind("open-seat", OpenSeat, play, line=line, undoable=False, undo_skips=True)


@dataclass(frozen=True, slots=True)
class SettleRuling:
    """Settle a question; what was done before stays as it was."""

    ruling: str
    value: str


def settling_kind(*, again: bool) -> EventKind[Any]:
    """The event of a game whose state has ``rulings``; settled as it was, it is refused or not ``again``."""

    def play(state: Any, request: SettleRuling, recorded: Body | None) -> Played[Any]:
        changed = state.rulings.changed(request.ruling, request.value)
        if changed == state.rulings and not again:
            raise Refused("The table plays it so already.")
        return Played({}, replace(state, rulings=changed))

    return EventKind("ruling", SettleRuling, play, line=_ruling_line)


def _ruling_line(step: Step[Any]) -> Sentence:
    return answered(step.after.rulings.known, step.request.ruling, step.request.value)
