"""A phone sits down at a seat that has been dealt, and sees from then on what only that seat may see."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.sentences import Sentence, say
from companion.table.history import EventKind, Played, Step
from companion.table.log import Body


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
