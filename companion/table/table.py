"""A table people play at: a name, a log in the store, and the state the log makes.

Every request is decided, checked and written in one transaction, on the state that the log has at
that moment, whoever else is writing. Only then is it answered.
"""

from __future__ import annotations

import contextlib
import time
from typing import Generic, TypeVar

from companion.errors import CompanionError, TableError
from companion.sentences import Sentence, say
from companion.table.backup import back_up, due
from companion.table.fold import REDO, START, UNDO, Course, Game
from companion.table.log import Body, Event, breaks
from companion.table.store import Store, table_name

__all__ = ["Table", "join_table", "start_table"]

S = TypeVar("S")

LOOK_EVERY = 30.0
"""Seconds between two looks at the age of the last backup."""


class Table(Generic[S]):
    """An open table.

    Attributes:
        name: The players' name for it.
        store: Where its log is kept.
        course: Its events and states.
        notices: What the players should be told besides, such as a backup that failed.
    """

    def __init__(self, store: Store, name: str, game: Game[S]) -> None:
        self.store = store
        self.name = name
        self.course = Course(game)
        self.notices: list[Sentence] = []
        self._look_again = float("-inf")

    @property
    def state(self) -> S:
        """The state now."""
        return self.course.state

    @property
    def head(self) -> str:
        """The hash of the last event, for the players to write down."""
        return self.course.head

    def do(self, kind: str, asked: Body) -> Event:
        """Decide a request, write it down, and take it in.

        Raises:
            InputError: When the request is refused; nothing is written.
            TableError: When the store cannot be used.
            OutputError: When it cannot be written.
        """
        length = len(self.course)
        try:
            with self.store.writing():
                if kind == START:
                    self.store.add_table(self.name, self.course.game.name, self.course.game.version)
                self.catch_up()
                length = len(self.course)
                event = self.course.next(kind, asked)
                self.course.follow(event)
                self.store.append(self.name, event)
        except BaseException:
            if len(self.course) != length:
                # The course has run ahead of what is on the disk.
                self.course = Course(self.course.game)
                with contextlib.suppress(CompanionError):
                    self.catch_up()
            raise
        if event.number == 1 or self._backup_is_due():
            self.back_up()
        return event

    def undo(self) -> Event:
        """Take the last event back."""
        return self.do(UNDO, {})

    def redo(self) -> Event:
        """Take the last undo back."""
        return self.do(REDO, {})

    def catch_up(self) -> None:
        """Take in what others have written since.

        Raises:
            TableError: When the log is damaged.
        """
        course = self.course
        new = self.store.events(self.name, len(course))
        if breaks(new, len(course), course.head):
            raise self.store.damaged()
        for event in new:
            course.follow(event)

    def _backup_is_due(self) -> bool:
        now = time.monotonic()
        if now < self._look_again:
            return False
        self._look_again = now + LOOK_EVERY
        return due(self.store.path)

    def back_up(self) -> None:
        """Copy the store; a failure is told, not raised: what was played is written down already."""
        try:
            back_up(self.store)
        except CompanionError as error:
            self.notices.append(say("No backup could be made: {reason}", reason=error.sentence))


def start_table(store: Store, name: str, game: Game[S], asked: Body) -> Table[S]:
    """Begin a table with its first event.

    Raises:
        InputError: When the name is taken or unusable, or the request is refused.
    """
    table = Table(store, table_name(name), game)
    table.do(START, asked)
    return table


def join_table(store: Store, name: str, game: Game[S]) -> Table[S]:
    """Open a table that exists.

    Raises:
        TableError: When there is none of that name, it plays another game, or its log is damaged or newer.
    """
    header = store.header(table_name(name))
    if header.game != game.name:
        raise TableError(
            "The table '{name}' plays {other}, not {game}.",
            name=header.name,
            other=header.game.capitalize(),
            game=game.name.capitalize(),
        )
    if header.version > game.version:
        raise TableError(
            "The log of '{name}' was written by a newer Companion; install the newest one.", name=header.name
        )
    table = Table(store, header.name, game)
    table.catch_up()
    if not len(table.course):
        raise store.damaged()
    return table
