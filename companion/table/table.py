"""A table people play at: a name, a log in the store, and the state the log makes.

Every request is decided, checked and written in one transaction, on the state that the log has at
that moment, whoever else is writing. Only then is it answered.
"""

from __future__ import annotations

import contextlib
from typing import Generic, TypeVar

from companion.errors import CompanionError, TableError
from companion.table.history import START, Game, History, Step
from companion.table.log import breaks
from companion.table.store import Store, table_name

__all__ = ["Table", "join_table", "start_table"]

S = TypeVar("S")


class Table(Generic[S]):
    """An open table.

    Attributes:
        name: The players' name for it.
        store: Where its log is kept.
        history: Its events and states.
    """

    def __init__(self, store: Store, name: str, game: Game[S]) -> None:
        self.store = store
        self.name = name
        self.history = History(game)

    @property
    def state(self) -> S:
        """The state now."""
        return self.history.state

    @property
    def head(self) -> str:
        """The hash of the last event, for the players to write down."""
        return self.history.head

    def do(self, request: object) -> Step[S]:
        """Play a request, write it down, and take it in.

        Raises:
            InputError: When the request cannot be meant; nothing is written.
            Refused: When it may not be done; nothing is written.
            TableError: When the store cannot be used.
            OutputError: When it cannot be written.
        """
        length = len(self.history)
        try:
            with self.store.writing():
                game = self.history.game
                if isinstance(request, game.by_name[START].request):
                    self.store.add_table(self.name, game.name, game.version)
                self.catch_up()
                length = len(self.history)
                step = self.history.do(request)
                self.store.append(self.name, step.event)
        except BaseException:
            if len(self.history) != length:
                # The history has run ahead of what is on the disk.
                self.history = History(self.history.game)
                with contextlib.suppress(CompanionError):
                    self.catch_up()
            raise
        return step

    def catch_up(self) -> None:
        """Take in what others have written since.

        Raises:
            TableError: When the log is damaged.
        """
        history = self.history
        new = self.store.events(self.name, len(history))
        if breaks(new, len(history), history.head):
            raise self.store.damaged()
        for event in new:
            history.follow(event)


def start_table(store: Store, name: str, game: Game[S], request: object) -> Table[S]:
    """Begin a table with its first event.

    Raises:
        InputError: When the name is taken or unusable, or the request is refused.
    """
    table = Table(store, table_name(name), game)
    table.do(request)
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
    if not len(table.history):
        raise store.damaged()
    return table
