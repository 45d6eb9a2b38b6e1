"""Apply a request at an open table and describe it; list a table's events; undo and redo."""

from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from companion.answers import Answer, build_refusal
from companion.codec import UNSAID
from companion.errors import Refused
from companion.play.game import describe_outcome, game_of
from companion.sentences import Sentence
from companion.service.results import note_end
from companion.service.session import Session
from companion.table.history import History, Redo, Transition, Undo

S = TypeVar("S")


def carry_out(table: Session[S], request: object) -> Transition[S]:
    """Apply a request and those that follow automatically; return the last event. Raises ``Refused``."""
    with table.lock():
        step, game = table.do(request), game_of(table)
        while (next_request := game.next_request(step)) is not None:
            step = table.do(next_request)
        note_end(table)
        return step


def play(table: Session[S], request: object) -> Answer:
    """Apply a request with ``carry_out`` and describe its event; a refusal is an answer, too."""
    with table.lock():
        try:
            return describe_outcome(table, carry_out(table, request))
        except Refused as refusal:
            return build_refusal(refusal)


@dataclass(frozen=True, slots=True)
class Reversal:
    """The event that an undo would undo, or that a redo would restore."""

    event: int
    sentence: Sentence
    makers: tuple[str, ...]

    def is_allowed_for(self, visitor: str, host: bool) -> bool:
        """True for those who made the event, and for the host."""
        return host or visitor in self.makers


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


def describe_events(table: Session[Any], before: int | None = None, most: int | None = None) -> list[EventLine]:
    """The events of a table, each with the player whose tap made it."""
    history, game = table.history, game_of(table)
    end = len(history) if before is None else before - 1
    first = 0 if most is None else max(end - most, 0)
    return [
        replace(
            describe_event(history, step, game.line(history, step)),
            by=table.store.find_tap_owner(table.name, step.event.number),
            chapter=game.chapter(step.before or step.after),
            seat=_find_field(step.request, "seat", "player"),
            what=_find_field(step.request, "special", "action"),
        )
        for step in history.steps[first:end]
    ]


def _find_field(request: object, *fields: str) -> str | None:
    """The first of these fields that is a text in a request, or in the order within it."""
    sources = (request, getattr(request, "order", None))
    values = (getattr(each, name, None) for each in sources for name in fields)
    return next((each for each in values if isinstance(each, str)), None)


def find_undoable(table: Session[Any]) -> Reversal | None:
    """The event that an undo would undo; ``None`` if there is none."""
    last = table.history.undoable_event
    return None if last is None else _build_reversal(table, last.number, last.number)


def find_redoable(table: Session[Any]) -> Reversal | None:
    """The event that a redo would restore; ``None`` if the last event is not an undo."""
    undone_pair = table.history.last_undo
    return None if undone_pair is None else _build_reversal(table, undone_pair[1], *undone_pair)


def _build_reversal(table: Session[Any], event: int, *event_number: int) -> Reversal:
    makers = (table.store.find_tap_owner(table.name, number) for number in event_number)
    sentence = game_of(table).line(table.history, table.history.get_transition(event))
    return Reversal(event, sentence, tuple(maker for maker in makers if maker is not None))


def take_back(table: Session[Any], event: int, visitor: str, host: bool, redo: bool = False) -> None:
    """Undo the last event, or redo the one undone last; only for its makers and the host."""
    reversal = find_redoable(table) if redo else find_undoable(table)
    if reversal is None:
        raise Refused("Nothing can be undone now.")
    if reversal.event != event:
        raise Refused("Something else has happened since: the last is event {number}.", number=reversal.event)
    if not reversal.is_allowed_for(visitor, host):
        raise Refused("Somebody else did this: only they, or whoever opened the tables, can undo it.")
    carry_out(table, Redo() if redo else Undo())
