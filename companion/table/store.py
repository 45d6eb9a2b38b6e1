"""Where the logs of all tables are kept: one SQLite file, to which events are only ever added.

What a command has answered is on the disk: every event is one transaction in write-ahead mode with
``synchronous=FULL``. A program killed at any moment leaves the whole event or none of it. Writers wait
for one another (``BEGIN IMMEDIATE``), so two laptops' worth of commands on one file still make one
log. Triggers refuse to change or delete an event.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import platformdirs

from companion.errors import InputError, OutputError, TableError
from companion.table.backup_files import backups
from companion.table.log import FORMAT, Event, read_record

__all__ = ["FILE_NAME", "WAIT", "Header", "Store", "default_path", "table_name"]

FILE_NAME = "tables.sqlite"
WAIT = 20.0
"""Seconds a command waits for another one that is writing."""

_APPLICATION = 0x436F6D70  # "Comp": SQLite's application_id, so that `file` knows whose it is
_SCHEMA = (
    "CREATE TABLE game_table (name TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL)",
    "CREATE TABLE event (table_name TEXT NOT NULL REFERENCES game_table (name), number INTEGER NOT NULL,"
    " record TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (table_name, number))",
    "CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event"
    " BEGIN SELECT RAISE(ABORT, 'events are never changed'); END",
    "CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event"
    " BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END",
    f"PRAGMA application_id = {_APPLICATION}",
    f"PRAGMA user_version = {FORMAT}",
)
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


class Store:
    """The file of all tables, opened; several threads may use it, one after the other.

    Attributes:
        path: Where it lies.
    """

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
        self.path = path / FILE_NAME if path.is_dir() else path
        if not self.path.exists():
            if not create:
                raise TableError("There are no tables yet in {file}.", file=str(self.path))
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise OutputError(
                    "{file} was not written: {reason}.", file=str(self.path), reason=error.strerror
                ) from None
        with self._failures():
            self._connection = sqlite3.connect(
                self.path, timeout=WAIT, isolation_level=None, check_same_thread=False
            )
        try:
            with self._failures():
                self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _prepare(self) -> None:
        read = self._connection.execute
        if read("PRAGMA user_version").fetchone()[0] == 0:
            self._use_write_ahead_log()
            with self.writing():
                if read("PRAGMA user_version").fetchone()[0] == 0:
                    if read("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                        raise TableError("{file} is another program's database.", file=str(self.path))
                    for statement in _SCHEMA:
                        read(statement)
        if read("PRAGMA application_id").fetchone()[0] != _APPLICATION:
            raise TableError("{file} is another program's database.", file=str(self.path))
        if read("PRAGMA user_version").fetchone()[0] > FORMAT:
            raise TableError(
                "{file} was written by a newer Companion; install the newest one.", file=str(self.path)
            )
        read("PRAGMA synchronous = FULL")
        read("PRAGMA fullfsync = ON")  # macOS: through the drive's own cache; nothing elsewhere
        read("PRAGMA foreign_keys = ON")

    def _use_write_ahead_log(self) -> None:
        # SQLite does not wait for other writers here, so we do.
        patience = time.monotonic() + WAIT
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > patience:
                    raise
                time.sleep(0.01)

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction: others who want to write wait; all of it is kept, or nothing.

        Raises:
            TableError: When another program keeps the file longer than ``WAIT``, or it is damaged.
            OutputError: When the disk is full or the file may not be written.
        """
        with self._failures():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def headers(self) -> tuple[Header, ...]:
        """Every table, by name."""
        with self._failures():
            rows = self._connection.execute(
                "SELECT name, game, version, (SELECT count(*) FROM event WHERE table_name = name)"
                " FROM game_table ORDER BY name"
            ).fetchall()
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
        except (TypeError, ValueError):
            raise self.damaged() from None

    def copy_to(self, path: Path) -> None:
        """Write the store as it is now to a new file, and look that over.

        Raises:
            TableError: When what was copied is damaged.
            OutputError: When the copy cannot be written.
        """
        with self._failures(path):
            copy = sqlite3.connect(path, isolation_level=None)
            try:
                self._connection.backup(copy)
                # A copy is one file, without a write-ahead log beside it.
                copy.execute("PRAGMA journal_mode = DELETE")
            finally:
                copy.close()
        if not sound(path):
            raise self.damaged()

    def sound(self) -> bool:
        """Whether SQLite finds the whole file in order."""
        try:
            return bool(self._connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok")
        except sqlite3.DatabaseError:
            return False

    def damaged(self) -> TableError:
        """The error that says so, with the last backup named."""
        kept = backups(self.path)
        if not kept:
            return TableError("{file} is damaged, and there is no backup of it.", file=str(self.path))
        return TableError(
            "{file} is damaged; the last backup is {backup}.",
            remedy="restore", file=str(self.path), backup=str(kept[-1]),
        )  # fmt: skip

    @contextlib.contextmanager
    def _failures(self, written: Path | None = None) -> Iterator[None]:
        """Turn SQLite's complaints into sentences."""
        file = str(written or self.path)
        try:
            yield
        except sqlite3.ProgrammingError:  # such as a store used when it is closed; no fault of the file
            raise TableError("The tables of {file} have been closed.", file=file) from None
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise TableError(
                    "Another program has been writing to {file} for too long; try again.", file=file
                ) from None
            if code == sqlite3.SQLITE_FULL:
                raise OutputError("{file} was not written: the disk is full.", file=file) from None
            if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN):
                raise OutputError(
                    "{file} cannot be opened for writing; look at its folder and permissions.",
                    remedy="keep elsewhere", file=file,
                ) from None  # fmt: skip
            if code == sqlite3.SQLITE_IOERR:
                raise OutputError(
                    "The disk failed at {file}; nothing that was answered before is lost.", file=file
                ) from None
            raise self.damaged() from None


def sound(path: Path) -> bool:
    """Whether a file is a store that SQLite finds in order; it is opened for reading only."""
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    except sqlite3.Error:
        return False
    try:
        if connection.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
            return False
        return bool(connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok")
    except sqlite3.Error:
        return False
    finally:
        connection.close()
