"""The state of a table is what its events make of it, one after the other; undo takes the last one back.

A game names its kinds of event. Each kind says two things: what comes of a request (``decide``), and
what the state is after it (``fold``). Both are pure, so a log can be followed again anywhere and must
give the same results: that is what ``verify`` does.

``undo`` and ``redo`` exist for every game. An undo names the event it takes back; the state is then
as if that event had never been, while the event itself stays in the log for all to see.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.errors import InputError, TableError
from companion.table.log import GENESIS, Body, Event, canonical, link

__all__ = ["REDO", "START", "UNDO", "Course", "Game", "Kind", "Step"]

S = TypeVar("S")


def _never(state: object) -> bool:
    return False


START = "new"
UNDO = "undo"
REDO = "redo"


@dataclass(frozen=True, slots=True)
class Kind(Generic[S]):
    """One kind of event of a game.

    Attributes:
        decide: State and request to result. Refuses with an ``InputError``; nothing is then written.
        fold: State, request and result to the state after.
        undoable: Whether players may take it back.
        redraws: Whether it changes what later events draw. It is then refused after an undo: what was
            seen and taken back would be drawn anew.
        settled: From the state after one such event: whether it stands for good, though its kind can be
            taken back.
    """

    decide: Callable[[S, Body], Body]
    fold: Callable[[S, Body, Body], S]
    undoable: bool = True
    redraws: bool = False
    settled: Callable[[S], bool] = _never


@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """What a game must tell to be kept in a log.

    Attributes:
        name: Such as ``shogun``.
        version: Of its kinds of event; a log with a higher one was written by a newer Companion.
        decide_start: What comes of the first event, ``new``.
        fold_start: The state after it.
        kinds: Every other kind of event by name, but ``undo`` and ``redo``.
        check: Raises ``TableError`` for a state that cannot be, such as a cube too many.
    """

    name: str
    version: int
    decide_start: Callable[[Body], Body]
    fold_start: Callable[[Body, Body], S]
    kinds: Mapping[str, Kind[S]]
    check: Callable[[S], None]


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """One event and what it did.

    Attributes:
        event: The event.
        before: The state before it; none before the first.
        after: The state after it.
    """

    event: Event
    before: S | None
    after: S


class Course(Generic[S]):
    """The course of a game: its events and the state after each.

    Attributes:
        game: What the events mean.
        steps: Every event so far, those that were taken back as well.
    """

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.steps: list[Step[S]] = []
        self._standing: list[int] = []
        self._taken_back: list[tuple[int, int]] = []

    @property
    def state(self) -> S:
        """The state now.

        Raises:
            TableError: When the log is empty.
        """
        if not self.steps:
            raise TableError("The log of this table is empty.")
        return self.steps[-1].after

    @property
    def head(self) -> str:
        """The hash of the last event."""
        return self.steps[-1].event.hash if self.steps else GENESIS

    @property
    def standing(self) -> frozenset[int]:
        """The numbers of the events that were not taken back."""
        return frozenset(self._standing)

    @property
    def last(self) -> Event | None:
        """The event that an undo would take back, if one can be."""
        if not self._standing:
            return None
        step = self.step(self._standing[-1])
        if step.event.kind == START:
            return None
        kind = self.game.kinds[step.event.kind]
        return step.event if kind.undoable and not kind.settled(step.after) else None

    def step(self, number: int) -> Step[S]:
        """The step of the event with a number, from 1."""
        return self.steps[number - 1]

    def __iter__(self) -> Iterator[Step[S]]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def decide(self, kind: str, asked: Body) -> Body:
        """What comes of a request now; nothing is changed.

        Raises:
            InputError: When the request is refused.
            TableError: When the kind is none of this game's.
        """
        if not self.steps:
            if kind != START:
                raise TableError("The log of this table does not begin with a start.")
            return self.game.decide_start(asked)
        if kind == UNDO:
            if self.last is None:
                raise InputError("There is nothing to undo.")
            if asked.get("event", self.last.number) != self.last.number:
                raise InputError(
                    "Only the last event can be undone: event {last}, not {number}.",
                    last=self.last.number,
                    number=asked["event"],
                )
            return {"kind": self.last.kind}
        if kind == REDO:
            if not self._taken_back:
                raise InputError("There is no undo to take back; something else has happened since.")
            undo, number = self._taken_back[-1]
            if asked.get("event", undo) != undo:
                raise InputError(
                    "Only the last undo can be taken back: event {last}, not {number}.",
                    last=undo,
                    number=asked["event"],
                )
            return {"restores": number}
        if self._kind(kind).redraws and any(step.event.kind == UNDO for step in self.steps):
            raise InputError(
                "Something was undone at this table; what was seen then may not be drawn anew by this."
            )
        return self._kind(kind).decide(self.state, asked)

    def next(self, kind: str, asked: Body) -> Event:
        """Make the event that a request becomes, linked to the last one; ``follow`` takes it in."""
        if kind == UNDO and self.last is not None:
            asked = {"event": self.last.number, **asked}
        elif kind == REDO and self._taken_back:
            asked = {"event": self._taken_back[-1][0], **asked}
        # What is decided on must be what would be read back: lists for tuples, text for keys.
        asked = json.loads(canonical(asked))
        return link(len(self.steps) + 1, kind, asked, self.decide(kind, asked), self.head)

    def follow(self, event: Event) -> S:
        """Take an event in and return the state after it.

        Raises:
            TableError: When the event cannot follow, or leaves a state that cannot be.
        """
        if not self.steps:
            if event.kind != START:
                raise TableError("The log of this table does not begin with a start.")
            before = None
            after = self.game.fold_start(event.asked, event.result)
            self._standing.append(event.number)
        else:
            before = self.state
            after = self._after(event)
        self.game.check(after)
        self.steps.append(Step(event, before, after))
        return after

    def _after(self, event: Event) -> S:
        if event.kind == UNDO:
            if self.last is None or event.asked.get("event") != self.last.number:
                raise TableError("Event {number} undoes what is not the last event.", number=event.number)
            taken = self._standing.pop()
            self._taken_back.append((event.number, taken))
            before = self.step(taken).before
            assert before is not None  # only the first event has none, and it cannot be undone
            return before
        if event.kind == REDO:
            if not self._taken_back or event.asked.get("event") != self._taken_back[-1][0]:
                raise TableError(
                    "Event {number} takes back an undo that is not the last.", number=event.number
                )
            _, restored = self._taken_back.pop()
            self._standing.append(restored)
            return self.step(restored).after
        after = self._kind(event.kind).fold(self.state, event.asked, event.result)
        self._standing.append(event.number)
        self._taken_back.clear()
        return after

    def _kind(self, name: str) -> Kind[S]:
        try:
            return self.game.kinds[name]
        except KeyError:
            raise TableError(
                "This log holds an event '{kind}' that this Companion does not know; a newer one wrote it.",
                kind=name,
            ) from None
