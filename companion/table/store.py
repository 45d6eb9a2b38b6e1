"""Where the logs of all tables are kept: one SQLite file, to which events are only ever added.

What a command has answered is on the disk: every event is one transaction in write-ahead mode with
``synchronous=FULL``. A program killed at any moment leaves the whole event or none of it. Writers wait
for one another (``BEGIN IMMEDIATE``), so two laptops' worth of commands on one file still make one
log. Triggers refuse to change or delete an event.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from companion.errors import NoTables
from companion.paths import own_file, own_folder
from companion.sentences import visible
from companion.table.backup_files import backups, none_yet
from companion.table.database import BESIDE, TRIGGERS, Database, keep_private
from companion.table.log import Event, read_record
from companion.table.shelf import LONGEST_NAME, TAPS_KEPT, Header, name_taken, no_table

T = TypeVar("T")
_read = lru_cache(500)(read_record)  # the last event of a table is asked for with each of its pages

FILE_NAME = "tables.sqlite"


def default_path() -> Path:
    """The usual place of the store: the user's data folder."""
    return own_file("data", FILE_NAME, remedy="keep elsewhere")


def named(path: Path | None) -> Path:
    """The file that a player means: in a folder the one of the usual name, by default the user's."""
    path = default_path() if path is None else path
    return path / FILE_NAME if path.is_dir() else path


class Store(Database):
    """The file of all tables, opened: a ``Shelf``; several threads may use it, one after the other."""

    def __init__(self, path: Path | None = None, *, create: bool = True) -> None:
        """Open the file, or the one in a folder, by default the user's; make it where there is none."""
        super().__init__(named(path), create=create)
        if self.path.parent == own_folder("data"):  # others may be shared on purpose
            keep_private(self.path.parent)

    def headers(self) -> tuple[Header, ...]:
        return self._headers("ORDER BY name")

    def header(self, name: str) -> Header:
        found = self._headers("WHERE name = ?", name)
        if not found:
            others = self.headers()
            raise no_table(name, others) if others or not backups(self.path) else none_yet(self.path)
        return found[0]

    def _headers(self, which: str, *values: str) -> tuple[Header, ...]:
        with self._failures():
            rows = self._connection.execute(
                "SELECT name, game, version, (SELECT count(*) FROM event WHERE table_name = name)"
                f" FROM game_table {which}",
                values,
            ).fetchall()
        for name, game, version, _ in rows:
            if not (_is_name(name) and _is_name(game) and type(version) is int and version > 0):
                raise self.damaged()
        return tuple(Header(*row) for row in rows)

    def add_table(self, name: str, game: str, version: int) -> None:
        taken = self._connection.execute("SELECT 1 FROM game_table WHERE name = ?", (name,)).fetchone()
        if taken:
            raise name_taken(name)
        self._connection.execute("INSERT INTO game_table VALUES (?, ?, ?)", (name, game, version))
        self._forget(name)

    def rename_table(self, name: str, new: str) -> None:
        with self.writing(), self._rewriting("event_is_never_changed"):
            header = self.header(name)
            self.add_table(new, header.game, header.version)
            for kept in ("event", *BESIDE):
                self._connection.execute(
                    f"UPDATE {kept} SET table_name = ? WHERE table_name = ?", (new, name)
                )
            self._connection.execute("DELETE FROM game_table WHERE name = ?", (name,))

    def remove_table(self, name: str) -> None:
        with self._rewriting("event_is_never_deleted"):
            self.header(name)
            self._connection.execute("DELETE FROM event WHERE table_name = ?", (name,))
            self._forget(name)
            self._connection.execute("DELETE FROM game_table WHERE name = ?", (name,))

    def _forget(self, name: str) -> None:
        """Strike out what is kept of a table beside its events."""
        for kept in BESIDE:
            self._connection.execute(f"DELETE FROM {kept} WHERE table_name = ?", (name,))

    @contextmanager
    def _rewriting(self, trigger: str) -> Iterator[None]:
        """Lift one of the triggers that guard events inside a transaction; an error puts it back too."""
        self._connection.execute(f"DROP TRIGGER {trigger}")
        yield
        self._connection.execute(TRIGGERS[trigger])

    def last_written(self, game: str | None) -> str:
        with self._failures():
            row = self._connection.execute(
                "SELECT table_name FROM event JOIN game_table ON name = table_name"
                " WHERE ?1 IS NULL OR game = ?1 ORDER BY event.rowid DESC LIMIT 1",
                (game,),
            ).fetchone()
        if row is None and (game is None or (backups(self.path) and not self.headers())):
            raise none_yet(self.path)
        if row is None:
            raise NoTables(
                "There are no tables of {game} yet in {file}.",
                game=str(game).capitalize(),
                file=str(self.path),
            )
        return str(row[0])

    def append(self, name: str, event: Event) -> None:
        self._connection.execute(
            "INSERT INTO event VALUES (?, ?, ?, ?)", (name, event.number, event.record, event.hash)
        )

    def events(self, name: str, after: int = 0) -> list[Event]:
        with self._failures():
            rows = self._connection.execute(
                "SELECT record, hash FROM event WHERE table_name = ? AND number > ? ORDER BY number",
                (name, after),
            ).fetchall()
        try:
            return [_read(record, kept) for record, kept in rows]
        except (RecursionError, TypeError, ValueError):
            raise self.damaged() from None

    def head(self, name: str) -> str:
        newest = "SELECT hash FROM event WHERE table_name = ? ORDER BY number DESC LIMIT 1"
        with self._failures():
            found = self._connection.execute(newest, (name,)).fetchone()
        return str(found[0]) if found else ""

    def read_note(self, table: str, key: str) -> str | None:
        return self.notes(table).get(key)

    def write_note(self, table: str, key: str, value: str | None) -> None:
        with self.writing():
            if table:
                self.header(table)
            self._connection.execute("DELETE FROM note WHERE table_name = ? AND key = ?", (table, key))
            if value is not None:
                self._connection.execute("INSERT INTO note VALUES (?, ?, ?)", (table, key, value))

    def notes(self, table: str) -> dict[str, str]:
        rows = self._beside("note", "key, value", table)
        if not all(isinstance(text, str) for row in rows for text in row):
            raise self.damaged()
        return dict(rows)

    def note_tap(self, table: str, tap: str, number: int, by: str) -> None:
        write = self._connection.execute
        write("DELETE FROM tap WHERE table_name = ? AND number <= ?", (table, number - TAPS_KEPT))
        write("INSERT OR REPLACE INTO tap VALUES (?, ?, ?, ?)", (table, tap, number, by))

    def tap(self, table: str, tap: str) -> int | None:
        return self._of_tap("number", table, "AND tap = ?", tap, int)

    def maker(self, table: str, number: int) -> str | None:
        return self._of_tap("maker", table, "AND number = ?", number, str)

    def _of_tap(self, column: str, table: str, which: str, value: object, kind: type[T]) -> T | None:
        found = self._beside("tap", column, table, which, value)
        if not found:
            return None
        if not isinstance(found[0][0], kind):
            raise self.damaged()
        return found[0][0]

    def _beside(
        self, kept: str, columns: str, table: str, which: str = "", *values: object
    ) -> list[tuple[Any, ...]]:
        """The rows that are kept of a table beside its events; none in a store that is older."""
        with self._failures():
            read = self._connection.execute
            if not read("SELECT 1 FROM sqlite_master WHERE name = ?", (kept,)).fetchone():
                return []
            return read(
                f"SELECT {columns} FROM {kept} WHERE table_name = ? {which}", (table, *values)
            ).fetchall()


def _is_name(value: object) -> bool:
    return isinstance(value, str) and visible(value) and 0 < len(value) <= LONGEST_NAME
