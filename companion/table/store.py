"""Where the logs of all tables are kept: one SQLite file, to which events are only ever added.

What a command has answered is on the disk: every event is one transaction in write-ahead mode with
``synchronous=FULL``. A program killed at any moment leaves the whole event or none of it. Writers wait
for one another (``BEGIN IMMEDIATE``), so two laptops' worth of commands on one file still make one
log. Triggers refuse to change or delete an event.
"""

import contextlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from companion.data.outputs import beside
from companion.errors import NoTables, OutputError, Refused, TableError
from companion.paths import own_file, own_folder
from companion.sentences import visible
from companion.table.backup_files import backups, folder_of, next_backup, none_yet, number_of, written
from companion.table.database import BESIDE, TRIGGERS, Database, is_open, keep_private, sound
from companion.table.history import Event, breaks, read_record
from companion.table.shelf import LONGEST_NAME, TAPS_KEPT, Header, Shelf, name_taken, no_table

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
        """The rows that are kept of a table beside its events."""
        with self._failures():
            return self._connection.execute(
                f"SELECT {columns} FROM {kept} WHERE table_name = ? {which}", (table, *values)
            ).fetchall()


def _is_name(value: object) -> bool:
    return isinstance(value, str) and visible(value) and 0 < len(value) <= LONGEST_NAME


EVERY = 60  # seconds between two backups while people play
KEPT = 5  # how many backups are kept


def due(store: Path) -> bool:
    """True when it is time for a backup."""
    kept = backups(store)
    return not kept or _age(kept[-1]) >= EVERY


def back_up(path: Path, now: datetime | None = None) -> Path | None:
    """Copy a store to a new backup and let go of the oldest; others may go on writing.

    Of a store without a table none is made: it would push out those of one that was lost.
    """
    folder = folder_of(path)
    with written(folder):
        folder.mkdir(mode=0o700, exist_ok=True)
        keep_private(folder)
        with beside() as name_for:
            copy = name_for(next_backup(path, now or datetime.now()))
            with Store(path, create=False) as store:
                if not store.headers():
                    return None
                store.copy_to(Path(copy))
            goal = next_backup(path, now or datetime.now())
            os.replace(copy, goal)
    # What a killed program left half-copied goes too; a copy takes nowhere near so long.
    halves = [part for part in folder.glob(".*.part") if _age(part) >= EVERY]
    for old in (*backups(path)[:-KEPT], *halves):
        with contextlib.suppress(OSError):
            old.unlink()
    return goal


def delete_with_copy(store: Shelf, path: Path, name: str, now: datetime | None = None) -> Path:
    """Delete a table, after it was copied into a store of its own beside the backups, which is kept for good.

    Both are one transaction: whoever writes meanwhile waits, and finds the table gone.
    """
    with store.writing():
        copy = _keep_apart(path, name, now)
        try:
            store.remove_table(name)
        except BaseException:
            copy.unlink(missing_ok=True)
            raise
    return copy


def _keep_apart(path: Path, name: str, now: datetime | None) -> Path:
    """Copy one table into a store of its own."""
    folder = folder_of(path)
    stem = "".join(each if each.isalnum() else "-" for each in name)
    goal = folder / f"{stem}-deleted-{now or datetime.now():%Y-%m-%d-%H%M%S-%f}{path.suffix}"
    with written(goal):
        folder.mkdir(exist_ok=True)
        with beside() as name_for:
            part = Path(name_for(goal))
            with Store(path, create=False) as store:
                store.header(name)
                store.copy_to(part)
            with Store(part, create=False) as copy, copy.writing():
                for header in copy.headers():
                    if header.name != name:
                        copy.remove_table(header.name)
                for key in copy.notes(""):
                    copy.write_note("", key, None)
            os.replace(part, goal)
    return goal


def intact(path: Path) -> bool:
    """True for a store in order: its file sound, tables in it, and every table's chain of events whole."""
    try:
        with Store(path, create=False) as store:
            logs = [store.events(header.name) for header in store.headers()]
            return store.sound() and bool(logs) and all(logs) and not any(any(breaks(log)) for log in logs)
    except (OutputError, TableError):
        return False


def restore(path: Path, now: datetime | None = None, number: int | None = None) -> tuple[Path, Path | None]:
    """Put a sound backup in a store's place; it is returned, and where what stood there went.

    It is the newest, unless a number names another.
    """
    kept = [each for each in backups(path) if number in (None, number_of(path, each)) and sound(each)]
    if not kept and number is not None:
        raise TableError("There is no sound backup {number} of {file}.", number=number, file=str(path))
    if not kept:
        raise TableError("There is no sound backup of {file}.", file=str(path))
    if is_open(path):
        raise Refused(
            "{file} is open in another program; close it, then put the backup back.", file=str(path)
        )
    stamp = (now or datetime.now()).strftime("%Y-%m-%d-%H%M%S-%f")
    aside: Path | None = None
    with written(path), beside() as name_for:
        # The copy is whole on the disk before anything is moved: on a full one all stays where it was.
        copy = name_for(path)
        with open(copy, "wb") as file:
            file.write(kept[-1].read_bytes())
            file.flush()
            os.fsync(file.fileno())
        for suffix in ("-wal", "-shm", ""):
            part = path.with_name(path.name + suffix)
            if part.exists():
                moved = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}{suffix}")
                os.replace(part, moved)
                keep_private(moved)
                aside = moved if not suffix else aside
        os.replace(copy, path)
    return kept[-1], aside


def _age(path: Path) -> float:
    """Seconds since a file was written, or until it will be, by a clock that was set back."""
    try:
        return abs(time.time() - path.stat().st_mtime)
    except OSError:  # another program has just let go of it
        return 0.0
