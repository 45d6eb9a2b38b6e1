"""The store of all tables: one SQLite file, to which events are only ever added.

What a command has answered is on the disk: every event is one transaction in write-ahead mode with
``synchronous=FULL``. A program killed at any moment leaves the whole event or none of it. Writers wait
for one another (``BEGIN IMMEDIATE``), so commands from two laptops on one file still make one log.
Triggers refuse to change or delete an event.
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

from companion.data.outputs import create_part_files
from companion.errors import NoTables, OutputError, Refused, TableError
from companion.paths import find_user_folder, get_user_file
from companion.sentences import is_visible
from companion.table.backup_files import (
    build_empty_store_error,
    get_backup_folder,
    get_backup_number,
    list_backups,
    name_next_backup,
    report_write_errors,
)
from companion.table.database import BESIDE, TRIGGERS, Database, is_open, is_sound, make_private
from companion.table.history import Event, find_chain_faults, parse_record
from companion.table.shelf import LONGEST_NAME, TAPS_KEPT, Header, Shelf, build_name_taken_error, build_no_table_error

T = TypeVar("T")
_read = lru_cache(500)(parse_record)  # the last event of a table is asked for with each of its pages

FILE_NAME = "tables.sqlite"


def get_default_path() -> Path:
    """The default path of the store: in the user's data folder."""
    return get_user_file("data", FILE_NAME, remedy="keep elsewhere")


def resolve_store_file(path: Path | None) -> Path:
    """The store file for a path: in a folder the file of the usual name, by default the user's."""
    path = get_default_path() if path is None else path
    return path / FILE_NAME if path.is_dir() else path


class Store(Database):
    """The open file of all tables: a ``Shelf``; several threads may use it, one at a time."""

    def __init__(self, path: Path | None = None, *, create: bool = True) -> None:
        """Open the file, one in a folder, or by default the user's; with ``create``, make it if missing."""
        super().__init__(resolve_store_file(path), create=create)
        if self.path.parent == find_user_folder("data"):  # others may be shared on purpose
            make_private(self.path.parent)

    def list_tables(self) -> tuple[Header, ...]:
        return self._select_headers("ORDER BY name")

    def get_header(self, name: str) -> Header:
        found = self._select_headers("WHERE name = ?", name)
        if not found:
            others = self.list_tables()
            raise (
                build_no_table_error(name, others)
                if others or not list_backups(self.path)
                else build_empty_store_error(self.path)
            )
        return found[0]

    def _select_headers(self, which: str, *values: str) -> tuple[Header, ...]:
        with self._translate_errors():
            rows = self._connection.execute(
                "SELECT name, game, version, (SELECT count(*) FROM event WHERE table_name = name)"
                f" FROM game_table {which}",
                values,
            ).fetchall()
        for name, game, version, _ in rows:
            if not (_is_name(name) and _is_name(game) and type(version) is int and version > 0):
                raise self.build_damage_error()
        return tuple(Header(*row) for row in rows)

    def add_table(self, name: str, game: str, version: int) -> None:
        taken = self._connection.execute("SELECT 1 FROM game_table WHERE name = ?", (name,)).fetchone()
        if taken:
            raise build_name_taken_error(name)
        self._connection.execute("INSERT INTO game_table VALUES (?, ?, ?)", (name, game, version))
        self._delete_notes_and_taps(name)

    def rename_table(self, name: str, new: str) -> None:
        with self.transaction(), self._lift_trigger("event_is_never_changed"):
            header = self.get_header(name)
            self.add_table(new, header.game, header.version)
            for kept in ("event", *BESIDE):
                self._connection.execute(f"UPDATE {kept} SET table_name = ? WHERE table_name = ?", (new, name))
            self._connection.execute("DELETE FROM game_table WHERE name = ?", (name,))

    def remove_table(self, name: str) -> None:
        with self._lift_trigger("event_is_never_deleted"):
            self.get_header(name)
            self._connection.execute("DELETE FROM event WHERE table_name = ?", (name,))
            self._delete_notes_and_taps(name)
            self._connection.execute("DELETE FROM game_table WHERE name = ?", (name,))

    def _delete_notes_and_taps(self, name: str) -> None:
        for kept in BESIDE:
            self._connection.execute(f"DELETE FROM {kept} WHERE table_name = ?", (name,))

    @contextmanager
    def _lift_trigger(self, trigger: str) -> Iterator[None]:
        """Drop one of the triggers that guard events, inside a transaction; an error restores it too."""
        self._connection.execute(f"DROP TRIGGER {trigger}")
        yield
        self._connection.execute(TRIGGERS[trigger])

    def get_last_table(self, game: str | None) -> str:
        with self._translate_errors():
            row = self._connection.execute(
                "SELECT table_name FROM event JOIN game_table ON name = table_name"
                " WHERE ?1 IS NULL OR game = ?1 ORDER BY event.rowid DESC LIMIT 1",
                (game,),
            ).fetchone()
        if row is None and (game is None or (list_backups(self.path) and not self.list_tables())):
            raise build_empty_store_error(self.path)
        if row is None:
            raise NoTables(
                "There are no tables of {game} yet in {file}.", game=str(game).capitalize(), file=str(self.path)
            )
        return str(row[0])

    def append_event(self, name: str, event: Event) -> None:
        self._connection.execute(
            "INSERT INTO event VALUES (?, ?, ?, ?)", (name, event.number, event.record, event.hash)
        )

    def list_events(self, name: str, after: int = 0) -> list[Event]:
        with self._translate_errors():
            rows = self._connection.execute(
                "SELECT record, hash FROM event WHERE table_name = ? AND number > ? ORDER BY number", (name, after)
            ).fetchall()
        try:
            return [_read(record, kept) for record, kept in rows]
        except (RecursionError, TypeError, ValueError):
            raise self.build_damage_error() from None

    def get_head(self, name: str) -> str:
        newest = "SELECT hash FROM event WHERE table_name = ? ORDER BY number DESC LIMIT 1"
        with self._translate_errors():
            found = self._connection.execute(newest, (name,)).fetchone()
        return str(found[0]) if found else ""

    def read_note(self, table: str, key: str) -> str | None:
        return self.list_notes(table).get(key)

    def write_note(self, table: str, key: str, value: str | None) -> None:
        with self.transaction():
            if table:
                self.get_header(table)
            self._connection.execute("DELETE FROM note WHERE table_name = ? AND key = ?", (table, key))
            if value is not None:
                self._connection.execute("INSERT INTO note VALUES (?, ?, ?)", (table, key, value))

    def list_notes(self, table: str) -> dict[str, str]:
        rows = self._select_rows("note", "key, value", table)
        if not all(isinstance(text, str) for row in rows for text in row):
            raise self.build_damage_error()
        return dict(rows)

    def note_tap(self, table: str, tap: str, number: int, by: str) -> None:
        write = self._connection.execute
        write("DELETE FROM tap WHERE table_name = ? AND number <= ?", (table, number - TAPS_KEPT))
        write("INSERT OR REPLACE INTO tap VALUES (?, ?, ?, ?)", (table, tap, number, by))

    def find_tap_event(self, table: str, tap: str) -> int | None:
        return self._find_in_taps("number", table, "AND tap = ?", tap, int)

    def find_tap_owner(self, table: str, number: int) -> str | None:
        return self._find_in_taps("maker", table, "AND number = ?", number, str)

    def _find_in_taps(self, column: str, table: str, which: str, value: object, kind: type[T]) -> T | None:
        found = self._select_rows("tap", column, table, which, value)
        if not found:
            return None
        if not isinstance(found[0][0], kind):
            raise self.build_damage_error()
        return found[0][0]

    def _select_rows(
        self, kept: str, columns: str, table: str, which: str = "", *values: object
    ) -> list[tuple[Any, ...]]:
        with self._translate_errors():
            return self._connection.execute(
                f"SELECT {columns} FROM {kept} WHERE table_name = ? {which}", (table, *values)
            ).fetchall()


def _is_name(value: object) -> bool:
    return isinstance(value, str) and is_visible(value) and 0 < len(value) <= LONGEST_NAME


EVERY = 60  # seconds between two backups while people play
KEPT = 5  # how many backups are kept


def is_backup_due(store: Path) -> bool:
    """True when the last backup is a minute old, or there is none."""
    kept = list_backups(store)
    return not kept or _compute_age(kept[-1]) >= EVERY


def back_up(path: Path, now: datetime | None = None) -> Path | None:
    """Copy a store to a new backup and delete the oldest; others may go on writing.

    A store without tables gets no backup: it would push out those of one that was lost.
    """
    folder = get_backup_folder(path)
    with report_write_errors(folder):
        folder.mkdir(mode=0o700, exist_ok=True)
        make_private(folder)
        with create_part_files() as name_for:
            copy = name_for(name_next_backup(path, now or datetime.now()))
            with Store(path, create=False) as store:
                if not store.list_tables():
                    return None
                store.copy_to(Path(copy))
            goal = name_next_backup(path, now or datetime.now())
            os.replace(copy, goal)
    # What a killed program left half-copied goes too; a copy takes nowhere near so long.
    halves = [part for part in folder.glob(".*.part") if _compute_age(part) >= EVERY]
    for old in (*list_backups(path)[:-KEPT], *halves):
        with contextlib.suppress(OSError):
            old.unlink()
    return goal


def delete_table_with_copy(store: Shelf, path: Path, name: str, now: datetime | None = None) -> Path:
    """Delete a table after copying it to a store of its own beside the backups; that copy is never deleted.

    Both are one transaction: whoever writes meanwhile waits, and finds the table gone.
    """
    with store.transaction():
        copy = _copy_table(path, name, now)
        try:
            store.remove_table(name)
        except BaseException:
            copy.unlink(missing_ok=True)
            raise
    return copy


def _copy_table(path: Path, name: str, now: datetime | None) -> Path:
    folder = get_backup_folder(path)
    stem = "".join(each if each.isalnum() else "-" for each in name)
    goal = folder / f"{stem}-deleted-{now or datetime.now():%Y-%m-%d-%H%M%S-%f}{path.suffix}"
    with report_write_errors(goal):
        folder.mkdir(exist_ok=True)
        with create_part_files() as name_for:
            part = Path(name_for(goal))
            with Store(path, create=False) as store:
                store.get_header(name)
                store.copy_to(part)
            with Store(part, create=False) as copy, copy.transaction():
                for header in copy.list_tables():
                    if header.name != name:
                        copy.remove_table(header.name)
                for key in copy.list_notes(""):
                    copy.write_note("", key, None)
            os.replace(part, goal)
    return goal


def is_intact(path: Path) -> bool:
    """True for a sound store with tables in which every chain of events is whole."""
    try:
        with Store(path, create=False) as store:
            logs = [store.list_events(header.name) for header in store.list_tables()]
            return (
                store.is_sound() and bool(logs) and all(logs) and not any(any(find_chain_faults(log)) for log in logs)
            )
    except (OutputError, TableError):
        return False


def restore(path: Path, now: datetime | None = None, number: int | None = None) -> tuple[Path, Path | None]:
    """Replace a store with a sound backup: the newest, or the one with a number.

    Returns the backup, and where the store that it replaces was moved, if there was one.
    """
    kept = [each for each in list_backups(path) if number in (None, get_backup_number(path, each)) and is_sound(each)]
    if not kept and number is not None:
        raise TableError("There is no sound backup {number} of {file}.", number=number, file=str(path))
    if not kept:
        raise TableError("There is no sound backup of {file}.", file=str(path))
    if is_open(path):
        raise Refused("{file} is open in another program; close it, then restore the backup.", file=str(path))
    stamp = (now or datetime.now()).strftime("%Y-%m-%d-%H%M%S-%f")
    aside: Path | None = None
    with report_write_errors(path), create_part_files() as name_for:
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
                make_private(moved)
                aside = moved if not suffix else aside
        os.replace(copy, path)
    return kept[-1], aside


def _compute_age(path: Path) -> float:
    """Seconds since a file was written; never negative, even when a clock was set back."""
    try:
        return abs(time.time() - path.stat().st_mtime)
    except OSError:  # another program has just let go of it
        return 0.0
