"""One request at an open table, played and told; what happened there, and whose tap takes it back."""

from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from companion.answers import Answer, refusal
from companion.codec import UNSAID
from companion.errors import Refused
from companion.play.game import game_of, told
from companion.sentences import Sentence
from companion.service.remembered import note_end
from companion.service.session import Session
from companion.table.history import History, Redo, Step, Undo

S = TypeVar("S")


def carry_out(here: Session[S], request: object) -> Step[S]:
    """The last event that a request at a table led to, with what follows of itself; a no is raised."""
    with here.held():
        step, game = here.do(request), game_of(here)
        while (following := game.next_request(step)) is not None:
            step = here.do(following)
        note_end(here)
        return step


def play(here: Session[S], request: object) -> Answer:
    """The answer to a request at a table: what ``carry_out`` led to, told."""
    with here.held():
        try:
            return told(here, carry_out(here, request))
        except Refused as no:
            return refusal(no)


@dataclass(frozen=True, slots=True)
class Reversal:
    """The event that an undo would take back, or a redo let stand again."""

    event: int
    what: Sentence
    makers: tuple[str, ...]

    def open_to(self, who: str, host: bool) -> bool:
        """True for whoever made it, and for the host."""
        return host or who in self.makers


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """An event of a table in one line, as a program gets it."""

    event: int
    kind: str
    undone: bool
    text: Sentence
    by: str | None = field(default=None, metadata=UNSAID)  # with whose tap it came, where that is asked for
    chapter: Sentence | None = field(default=None, metadata=UNSAID)  # the part of the game in which it was
    seat: str | None = field(default=None, metadata=UNSAID)  # whose it is, where the event itself says so
    what: str | None = field(default=None, metadata=UNSAID)  # the card or the action that it is about


def told_event(history: History[Any], step: Step[Any], text: Sentence) -> ToldEvent:
    """An event and its line; what was taken back is marked."""
    return ToldEvent(step.event.number, step.event.kind, history.undone(step.event), text)


def told_events(here: Session[Any], before: int | None = None, most: int | None = None) -> list[ToldEvent]:
    """The events of a table, with whose tap each came from."""
    history, game = here.history, game_of(here)
    end = len(history) if before is None else before - 1
    first = 0 if most is None else max(end - most, 0)
    return [
        replace(
            told_event(history, step, game.line(history, step)),
            by=here.store.maker(here.name, step.event.number),
            chapter=game.chapter(step.before or step.after),
            seat=_named(step.request, "seat", "player"),
            what=_named(step.request, "special", "action"),
        )
        for step in history.steps[first:end]
    ]


def _named(request: object, *fields: str) -> str | None:
    """The first of these fields that a request has, or the order within it."""
    asked = (request, getattr(request, "order", None))
    found = (getattr(each, name, None) for each in asked for name in fields)
    return next((each for each in found if isinstance(each, str)), None)


def last_done(here: Session[Any]) -> Reversal | None:
    """The event an undo would take back; ``None`` when none can be."""
    last = here.history.last
    return None if last is None else _reversal(here, last.number, last.number)


def last_undone(here: Session[Any]) -> Reversal | None:
    """The event a redo would let stand again; ``None`` when nothing was taken back last."""
    taken = here.history.taken_back
    return None if taken is None else _reversal(here, taken[1], *taken)


def _reversal(here: Session[Any], event: int, *of: int) -> Reversal:
    makers = (here.store.maker(here.name, number) for number in of)
    what = game_of(here).line(here.history, here.history.step(event))
    return Reversal(event, what, tuple(maker for maker in makers if maker is not None))


def take_back(here: Session[Any], event: int, who: str, host: bool, redo: bool = False) -> None:
    """Take the last event back, or let the last one that was taken back stand again."""
    found = last_undone(here) if redo else last_done(here)
    if found is None:
        raise Refused("Nothing can be taken back now.")
    if found.event != event:
        raise Refused("Something else has happened since: the last is event {number}.", number=found.event)
    if not found.open_to(who, host):
        raise Refused("Somebody else did this: they can take it back, or whoever opened the tables.")
    carry_out(here, Redo() if redo else Undo())
