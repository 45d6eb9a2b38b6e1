"""Apply a request at an open table and describe it; list a table's events; undo and redo."""

from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from companion.answers import Answer, build_refusal
from companion.codec import UNSAID
from companion.errors import Refused
from companion.play.game import describe_outcome, game_of
from companion.sentences import Sentence
from companion.service.remembered import note_end
from companion.service.session import Session
from companion.table.history import History, Redo, Transition, Undo

S = TypeVar("S")


def carry_out(here: Session[S], request: object) -> Transition[S]:
    """Apply a request and those that follow automatically; return the last event. Raises ``Refused``."""
    with here.lock():
        step, game = here.do(request), game_of(here)
        while (following := game.next_request(step)) is not None:
            step = here.do(following)
        note_end(here)
        return step


def play(here: Session[S], request: object) -> Answer:
    """Apply a request with ``carry_out`` and describe its event; a refusal is an answer, too."""
    with here.lock():
        try:
            return describe_outcome(here, carry_out(here, request))
        except Refused as no:
            return build_refusal(no)


@dataclass(frozen=True, slots=True)
class Reversal:
    """The event that an undo would undo, or that a redo would restore."""

    event: int
    sentence: Sentence
    makers: tuple[str, ...]

    def is_allowed_for(self, who: str, host: bool) -> bool:
        """True for those who made the event, and for the host."""
        return host or who in self.makers


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event of a table as one line, for programs."""

    event: int
    kind: str
    undone: bool
    text: Sentence
    by: str | None = field(default=None, metadata=UNSAID)  # the player whose tap made it, if listed
    chapter: Sentence | None = field(default=None, metadata=UNSAID)  # the part of the game it belongs to
    seat: str | None = field(default=None, metadata=UNSAID)  # of the player it names, if any
    what: str | None = field(default=None, metadata=UNSAID)  # the card or action it names, if any


def describe_event(history: History[Any], step: Transition[Any], text: Sentence) -> EventLine:
    """An event with its line, marked if it is undone."""
    return EventLine(step.event.number, step.event.kind, history.is_undone(step.event), text)


def describe_events(here: Session[Any], before: int | None = None, most: int | None = None) -> list[EventLine]:
    """The events of a table, each with the player whose tap made it."""
    history, game = here.history, game_of(here)
    end = len(history) if before is None else before - 1
    first = 0 if most is None else max(end - most, 0)
    return [
        replace(
            describe_event(history, step, game.line(history, step)),
            by=here.store.find_tap_owner(here.name, step.event.number),
            chapter=game.chapter(step.before or step.after),
            seat=_find_field(step.request, "seat", "player"),
            what=_find_field(step.request, "special", "action"),
        )
        for step in history.steps[first:end]
    ]


def _find_field(request: object, *fields: str) -> str | None:
    """The first of these fields that is a text in a request, or in the order within it."""
    asked = (request, getattr(request, "order", None))
    found = (getattr(each, name, None) for each in asked for name in fields)
    return next((each for each in found if isinstance(each, str)), None)


def find_undoable(here: Session[Any]) -> Reversal | None:
    """The event that an undo would undo; ``None`` if there is none."""
    last = here.history.undoable_event
    return None if last is None else _build_reversal(here, last.number, last.number)


def find_redoable(here: Session[Any]) -> Reversal | None:
    """The event that a redo would restore; ``None`` if the last event is not an undo."""
    taken = here.history.last_undo
    return None if taken is None else _build_reversal(here, taken[1], *taken)


def _build_reversal(here: Session[Any], event: int, *of: int) -> Reversal:
    makers = (here.store.find_tap_owner(here.name, number) for number in of)
    what = game_of(here).line(here.history, here.history.get_transition(event))
    return Reversal(event, what, tuple(maker for maker in makers if maker is not None))


def take_back(here: Session[Any], event: int, who: str, host: bool, redo: bool = False) -> None:
    """Undo the last event, or redo the one undone last; only for its makers and the host."""
    found = find_redoable(here) if redo else find_undoable(here)
    if found is None:
        raise Refused("Nothing can be undone now.")
    if found.event != event:
        raise Refused("Something else has happened since: the last is event {number}.", number=found.event)
    if not found.is_allowed_for(who, host):
        raise Refused("Somebody else did this: only they, or whoever opened the tables, can undo it.")
    carry_out(here, Redo() if redo else Undo())
