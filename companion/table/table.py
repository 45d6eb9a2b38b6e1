"""A table people play at: a name, a log in the store, and the state the log makes.

Every request is decided, checked and written in one transaction, on the state that the log has at
that moment, whoever else is writing. Only then is it answered.
"""

from __future__ import annotations

import contextlib
from typing import Generic, TypeVar

from companion.errors import CompanionError, TableError
from companion.table.fold import START, Course, Game
from companion.table.log import Body, Event, breaks
from companion.table.store import Store, table_name

__all__ = ["Table", "join_table", "start_table"]

S = TypeVar("S")


class Table(Generic[S]):
    """An open table.

    Attributes:
        name: The players' name for it.
        store: Where its log is kept.
        course: Its events and states.
    """

    def __init__(self, store: Store, name: str, game: Game[S]) -> None:
        self.store = store
        self.name = name
        self.course = Course(game)

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
        return event

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
