"""Where the logs of all tables are kept: one SQLite file, to which events are only ever added.

What a command has answered is on the disk: every event is one transaction in write-ahead mode with
``synchronous=FULL``. A program killed at any moment leaves the whole event or none of it. Writers wait
for one another (``BEGIN IMMEDIATE``), so two laptops' worth of commands on one file still make one
log. Triggers refuse to change or delete an event.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from companion.errors import InputError, TableError
from companion.table.database import TRIGGERS, Database, keep_private
from companion.table.log import Event, read_record
from companion.table.unanswered import Unanswered

__all__ = ["FILE_NAME", "Header", "Store", "default_path", "table_name"]

FILE_NAME = "tables.sqlite"
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Header:
    """A table as the store lists it.

    Attributes:
        name: The players' name for it.
        game: Such as ``shogun``.
        version: Of the game's kinds of event.
        events: How many are in its log.
    """

    name: str
    game: str
    version: int
    events: int


def default_path() -> Path:
    """Where the store lies when nobody says otherwise: the user's data folder."""
    return platformdirs.user_data_path("companion", appauthor=False) / FILE_NAME


def table_name(typed: str) -> str:
    """A table's name as it is kept.

    Raises:
        InputError: When it is empty, too long, or holds signs that cannot be seen.
    """
    name = unicodedata.normalize("NFC", typed.strip())
    if not name or len(name) > _LONGEST_NAME or not name.isprintable():
        raise InputError(
            "'{name}' is not a name for a table; use 1 to {most} letters, digits and other visible signs.",
            name="".join(sign if sign.isprintable() else "?" for sign in name[:_LONGEST_NAME]),
            most=_LONGEST_NAME,
        )  # fmt: skip
    return name


class Store(Database):
    """The file of all tables, opened; several threads may use it, one after the other."""

    def __init__(self, path: Path | None = None, *, create: bool = True) -> None:
        """Open the store, and make it where there is none.

        Args:
            path: The file, or a folder to keep it in; the user's data folder by default.
            create: Whether to make a file that is not there yet.

        Raises:
            TableError: When the file is damaged, newer than this program, no store, or not there.
            OutputError: When it cannot be made.
        """
        path = default_path() if path is None else path
        super().__init__(path / FILE_NAME if path.is_dir() else path, create=create)
        if self.path == default_path():  # a folder of Companion's own; others may be shared on purpose
            keep_private(self.path.parent)

    def headers(self) -> tuple[Header, ...]:
        """Every table, by name."""
        with self._failures():
            rows = self._connection.execute(
                "SELECT name, game, version, (SELECT count(*) FROM event WHERE table_name = name)"
                " FROM game_table ORDER BY name"
            ).fetchall()
        for name, game, version, _ in rows:
            if not (_is_name(name) and _is_name(game) and type(version) is int and version > 0):
                raise self.damaged()
        return tuple(Header(*row) for row in rows)

    def header(self, name: str) -> Header:
        """One table.

        Raises:
            TableError: When there is none of that name; those there are, are named.
        """
        headers = self.headers()
        for header in headers:
            if header.name == name:
                return header
        if not headers:
            raise TableError("There is no table '{name}', nor any other yet.", name=name)
        raise TableError(
            "There is no table '{name}'; there is {names}.",
            name=name,
            names=", ".join(header.name for header in headers[:12]) + (", ..." if len(headers) > 12 else ""),
        )  # fmt: skip

    def add_table(self, name: str, game: str, version: int) -> None:
        """Make room for a new table; belongs inside ``writing``.

        Raises:
            InputError: When the name is taken.
        """
        taken = self._connection.execute("SELECT 1 FROM game_table WHERE name = ?", (name,)).fetchone()
        if taken:
            raise InputError("There is a table '{name}' already; choose another name.", name=name)
        self._connection.execute("INSERT INTO game_table VALUES (?, ?, ?)", (name, game, version))
        self._connection.execute("DELETE FROM unanswered WHERE table_name = ?", (name,))

    def rename_table(self, name: str, new: str) -> None:
        """Give a table another name; its events stay what they are.

        Raises:
            InputError: When the new name is taken.
            TableError: When there is no such table.
        """
        with self.writing(), self._rewriting("event_is_never_changed"):
            header = self.header(name)
            self.add_table(new, header.game, header.version)
            for kept in ("event", "unanswered"):
                self._connection.execute(
                    f"UPDATE {kept} SET table_name = ? WHERE table_name = ?", (new, name)
                )
            self._connection.execute("DELETE FROM game_table WHERE name = ?", (name,))

    def remove_table(self, name: str) -> None:
        """Delete a table with its whole log; belongs inside ``writing``.

        Raises:
            TableError: When there is no such table.
        """
        with self._rewriting("event_is_never_deleted"):
            self.header(name)
            for kept in ("event", "unanswered"):
                self._connection.execute(f"DELETE FROM {kept} WHERE table_name = ?", (name,))
            self._connection.execute("DELETE FROM game_table WHERE name = ?", (name,))

    @contextmanager
    def _rewriting(self, trigger: str) -> Iterator[None]:
        """Lift one of the triggers that guard events inside a transaction; an error puts it back too."""
        self._connection.execute(f"DROP TRIGGER {trigger}")
        yield
        self._connection.execute(TRIGGERS[trigger])

    def last_written(self, game: str) -> str:
        """The table of a game to which an event was added last.

        Raises:
            TableError: When there is none.
        """
        with self._failures():
            row = self._connection.execute(
                "SELECT table_name FROM event JOIN game_table ON name = table_name"
                " WHERE game = ? ORDER BY event.rowid DESC LIMIT 1", (game,)
            ).fetchone()  # fmt: skip
        if row is None:
            raise TableError(
                "There are no tables of {game} yet in {file}.", game=game.capitalize(), file=str(self.path)
            )
        return str(row[0])

    def append(self, name: str, event: Event) -> None:
        """Add an event to a table's log; belongs inside ``writing``."""
        self._connection.execute(
            "INSERT INTO event VALUES (?, ?, ?, ?)", (name, event.number, event.record, event.hash)
        )

    def events(self, name: str, after: int = 0) -> list[Event]:
        """The events of a table with a number above ``after``, in the order of their numbers.

        Raises:
            TableError: When what is kept is no event.
        """
        with self._failures():
            rows = self._connection.execute(
                "SELECT record, hash FROM event WHERE table_name = ? AND number > ? ORDER BY number",
                (name, after),
            ).fetchall()
        try:
            return [read_record(record, kept) for record, kept in rows]
        except (RecursionError, TypeError, ValueError):
            raise self.damaged() from None

    def note_unanswered(self, name: str, event: Unanswered) -> None:
        """Write down that an event was made and is not shown yet; belongs inside ``writing``.

        Whoever asks for one event after the other has seen what came of the one before.
        """
        write = self._connection.execute
        write("DELETE FROM unanswered WHERE table_name = ? AND maker = ?", (name, event.maker))
        write(
            "INSERT OR REPLACE INTO unanswered VALUES (?, ?, ?, ?)",
            (name, event.number, event.request, event.maker),
        )

    def unanswered(self, name: str) -> list[Unanswered]:
        """The events of a table that nobody is known to have been shown, in order."""
        with self._failures():
            read = self._connection.execute
            if not read("SELECT 1 FROM sqlite_master WHERE name = 'unanswered'").fetchone():
                return []
            rows = read(
                "SELECT number, request, maker FROM unanswered WHERE table_name = ? ORDER BY number", (name,)
            ).fetchall()
        if not all(type(number) is int and isinstance(maker, str) for number, _, maker in rows):
            raise self.damaged()
        return [Unanswered(*row) for row in rows]

    def note_answered(self, name: str, numbers: Iterable[int]) -> None:
        """Write down that events have been shown; cheaply, for after a power cut they may be shown again."""
        with self.lightly():
            self._connection.executemany(
                "DELETE FROM unanswered WHERE table_name = ? AND number = ?",
                [(name, number) for number in numbers],
            )


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and 0 < len(value) <= _LONGEST_NAME
