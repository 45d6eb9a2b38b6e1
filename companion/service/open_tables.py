"""All tables of one shelf, each opened when it is first asked for and kept open, whatever its game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.errors import TableError
from companion.service.answer import Answer
from companion.service.session import Session
from companion.service.tables import delete_table, rename_table
from companion.table.history import Game
from companion.table.hogen.game import HOGEN
from companion.table.honshu.game import HONSHU
from companion.table.shelf import Shelf, table_name
from companion.table.shogun.game import SHOGUN
from companion.table.taps import tap_name

__all__ = ["GAMES", "OpenTables"]

GAMES: Mapping[str, Game[Any]] = {game.name: game for game in (HOGEN, HONSHU, SHOGUN)}
"""The games that are played at tables, by their names."""


class OpenTables:
    """The tables of one shelf, used in one thread.

    Attributes:
        shelf: Where they are kept.
    """

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._open: dict[str, Session[Any]] = {}

    def names(self) -> tuple[str, ...]:
        """The names of all tables, in order."""
        return tuple(header.name for header in self.shelf.headers())

    def open(self, name: str) -> Session[Any]:
        """A table, with all that others have written; the same one as before, unless another took its place.

        Raises:
            InputError: When it is no name.
            TableError: When there is no such table, or its log is damaged or newer.
        """
        name = table_name(name)
        here = self._open.pop(name, None)
        if here is not None:
            last = self.shelf.events(name, len(here.history) - 1)
            if last and last[0].hash == here.head:  # else another table was given its name
                here.catch_up()
                return self._open.setdefault(name, here)
        header = self.shelf.header(name)
        if header.game not in GAMES:
            raise TableError(
                "The table '{name}' plays {game}, which this Companion does not know.",
                name=name, game=header.game.capitalize(),
            )  # fmt: skip
        return self._open.setdefault(name, Session(self.shelf, name, GAMES[header.game]))

    def make(self, name: str, tap: str, by: str, make: Callable[[Shelf], object]) -> Session[Any]:
        """Make a table, once: a tap that was carried out already opens the table it has made.

        Args:
            name: What it shall be called.
            tap: The tap's own name, the same whenever it is sent again.
            by: Whose tap it is.
            make: Begins or imports the table of that name.

        Raises:
            CompanionError: As ``make`` does; nothing is then kept.
        """
        name, tap = table_name(name), tap_name(tap)
        if self.shelf.tap(name, tap) is None:
            with self.shelf.writing():
                make(self.shelf)
                self.shelf.note_tap(name, tap, 1, by)
        return self.open(name)

    def rename(self, old: str, new: str) -> Answer:
        """Give a table another name; see ``rename_table``."""
        return self._closed(old, lambda game: rename_table(self.shelf, game, old, new))

    def delete(self, name: str) -> Answer:
        """Delete a table; see ``delete_table``."""
        return self._closed(name, lambda game: delete_table(self.shelf, game, name))

    def _closed(self, name: str, use_case: Callable[[str], Answer]) -> Answer:
        answer = use_case(self.shelf.header(table_name(name)).game)
        self._open.pop(table_name(name), None)
        return answer
