"""The store of all tables, one SQLite file to which events are only added, and its backups.

Once a command has answered, its event is on the disk: every event is one transaction in write-ahead mode with
``synchronous=FULL``. A program killed at any moment leaves the whole event or none of it. Writers wait
for one another (``BEGIN IMMEDIATE``), so commands from two laptops on one file still make one log.
Only its owner can read the file, since it holds seeds and hands. One made by another program, or a
damaged one, is refused before anything is written to it.
"""

import contextlib
import os
import shutil
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from sqlite3 import SQLITE_BUSY, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_IOERR, SQLITE_LOCKED, SQLITE_PERM, SQLITE_READONLY
from typing import Any, TypeVar

from companion.data.outputs import create_part_files, note_input
from companion.errors import BusyError, NoTables, OutputError, Refused, StoreLost, TableError, describe_system_error
from companion.paths import find_user_folder, get_user_file
from companion.sentences import is_visible
from companion.table import backup_files
from companion.table.backup_files import build_empty_store_error, get_backup_folder, list_backups, report_write_errors
from companion.table.history import FORMAT, Event, find_chain_faults, parse_record
from companion.table.shelf import LONGEST_NAME, TAPS_KEPT, Header, Shelf, build_name_taken_error, build_no_table_error

T = TypeVar("T")
FILE_NAME = "tables.sqlite"
APPLICATION = 0x436F6D70  # "Comp": SQLite's application_id, so that `file` knows whose it is
SCHEMA = {
    "game_table": "CREATE TABLE game_table (name TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL)",
    "event": "CREATE TABLE event"
    " (table_name TEXT NOT NULL REFERENCES game_table (name), number INTEGER NOT NULL,"
    " record TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (table_name, number))",
    "note": "CREATE TABLE note"
    " (table_name TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (table_name, key))",
    "tap": "CREATE TABLE tap"
    " (table_name TEXT NOT NULL, tap TEXT NOT NULL, number INTEGER NOT NULL, maker TEXT NOT NULL,"
    " PRIMARY KEY (table_name, tap))",
}
BESIDE = ("note", "tap")  # SQL tables with data of a game that are not events
WAIT = 20.0  # seconds to wait for another program that is writing, by default
PRIVATE = 0o600  # readable and writable by its owner only
_LONGEST = 100_000_000  # bytes of one value; an event has some thousand
_NOT_WRITABLE = (SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_FULL)
"""SQLite's errors if nothing can be written; reading may still be possible."""
_SMALLEST_DISK = 100_000  # bytes; with fewer free, SQLite cannot even read in write-ahead mode
_read = lru_cache(500)(parse_record)  # each page of a table reads its last event


def resolve_store_file(path: Path | None) -> Path:
    """The store file for a path: in a folder the file of the usual name, by default the user's."""
    path = get_user_file("data", FILE_NAME, remedy="keep elsewhere") if path is None else path
    return path / FILE_NAME if path.is_dir() else path


class Store(AbstractContextManager["Store"]):
    """The open file of all tables: a ``Shelf``; several threads may use it, one at a time."""

    def __init__(self, path: Path | None = None, *, create: bool = True) -> None:
        """Open the file that ``resolve_store_file`` gives; with ``create``, make it if it is missing."""
        self.path = resolve_store_file(path)
        self._is_ready = False
        for file in _list_files(self.path):
            note_input(file)
        self._check_or_create_file(create)
        uri = f"{self.path.absolute().as_uri()}?mode=rw"
        with self._translate_errors():
            self._connection = sqlite3.connect(
                uri, uri=True, timeout=WAIT, isolation_level=None, check_same_thread=False
            )
            self._execute = self._connection.execute
            try:
                self._prepare(create)
            except BaseException:
                self._connection.close()
                raise
        self._opened_files = _identify_files(self.path)
        if self.path.parent == find_user_folder("data"):  # other folders may be shared on purpose
            make_private(self.path.parent)

    def __exit__(self, *problem: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def set_wait(self, seconds: float) -> None:
        """Set how long to wait for another program that is writing."""
        self._execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")

    def _check_or_create_file(self, create: bool) -> None:
        """Create a missing file; refuse a pipe or a device, which may never end."""
        try:
            status = self.path.stat()
        except (FileNotFoundError, NotADirectoryError):
            if not create:
                raise build_empty_store_error(self.path) from None
            with report_write_errors(self.path):
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                os.close(os.open(self.path, os.O_CREAT | os.O_WRONLY, PRIVATE))
            return
        except (OSError, ValueError) as error:
            reason = describe_system_error(error)
            raise OutputError("{file} cannot be opened: {reason}.", file=str(self.path), reason=reason) from None
        if not stat.S_ISREG(status.st_mode):
            raise TableError("{file} is not a file that can keep tables.", file=str(self.path))

    def _prepare(self, create: bool) -> None:
        """Make the tables of a new file; refuse a file of another program or a newer Companion, or a damaged one."""
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        self._execute("PRAGMA cell_size_check = ON")
        # In this order, since another program may create tables and version at once between the two queries.
        tables = self._read_number("SELECT count(*) FROM sqlite_master")
        if self._read_number("PRAGMA user_version") == 0:
            if tables:
                raise TableError("{file} is another program's database.", file=str(self.path))
            if not create:
                raise build_empty_store_error(self.path)
            self._use_write_ahead_log()
            self._execute("BEGIN IMMEDIATE")
            if self._read_number("PRAGMA user_version") == 0:
                for statement in SCHEMA.values():
                    self._execute(statement)
                self._execute(f"PRAGMA application_id = {APPLICATION}")
                self._execute(f"PRAGMA user_version = {FORMAT}")
            self._execute("COMMIT")
        if self._read_number("PRAGMA application_id") != APPLICATION:
            raise TableError("{file} is another program's database.", file=str(self.path))
        version = self._read_number("PRAGMA user_version")
        if version > FORMAT:
            raise TableError("{file} was written by a newer Companion; install the newest one.", file=str(self.path))
        sql = dict(self._execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'"))
        if version != FORMAT or sql != SCHEMA:  # a trigger of others could react to what is written
            raise self.build_damage_error()
        self._execute("PRAGMA synchronous = FULL")
        self._execute("PRAGMA fullfsync = ON")  # macOS: flush the drive's cache too; no effect elsewhere
        self._execute("PRAGMA foreign_keys = ON")

    def _read_number(self, query: str) -> int:
        return int(self._execute(query).fetchone()[0])

    def _use_write_ahead_log(self) -> None:
        # SQLite does not wait for other writers here, so we do.
        patience = time.monotonic() + WAIT
        while True:
            try:
                self._execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if _get_error_code(error) != SQLITE_BUSY or time.monotonic() > patience:
                    raise
                time.sleep(0.01)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """One transaction, all or nothing, or a part of the one around it; other writers wait."""
        with self._translate_errors():
            if self._connection.in_transaction:
                yield
                return
            self.check_file()
            if not self._is_ready:
                if not self.is_sound():
                    raise self.build_damage_error()
                self._use_write_ahead_log()  # a restored backup has none
                for file in _list_files(self.path):
                    make_private(file)
                self._opened_files = _identify_files(self.path)
            self._execute("BEGIN IMMEDIATE")
            try:
                yield
                self._execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._execute("ROLLBACK")
                raise
            self._is_ready = True

    def check_file(self) -> None:
        """Raise ``StoreLost`` if the file that was opened is gone or was replaced."""
        # Not by opening the file: closing it would release the locks that SQLite holds on it.
        is_usable = os.access(self.path, os.R_OK | os.W_OK)
        if not is_usable or not _identify_files(self.path).items() >= self._opened_files.items():
            raise StoreLost(
                "{file} is no longer the file that was opened; nothing more is played here. Backups are in {folder}.",
                remedy="restore",
                file=str(self.path),
                folder=str(get_backup_folder(self.path)),
            )

    def copy_to(self, path: Path) -> None:
        """Write the store as it is now to a new file, and check that file."""
        with self._translate_errors(path), contextlib.closing(sqlite3.connect(path, isolation_level=None)) as copy:
            self._connection.backup(copy)
            # A copy is one file, without a write-ahead log beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
        if not is_sound(path):
            raise self.build_damage_error()

    def is_sound(self) -> bool:
        """True if SQLite finds no fault in the whole file."""
        return _is_in_order(self._connection)

    def build_damage_error(self) -> TableError:
        """The error for a damaged store; it names the last backup."""
        if backups := list_backups(self.path):
            fields = {"remedy": "restore", "file": str(self.path), "backup": str(backups[-1])}
            return TableError("{file} is damaged; the last backup is {backup}.", **fields)
        return TableError("{file} is damaged, and there is no backup of it.", file=str(self.path))

    @contextmanager
    def _translate_errors(self, target: Path | None = None) -> Iterator[None]:
        """Turn SQLite's errors into messages."""
        file = str(target or self.path)
        try:
            yield
        except sqlite3.ProgrammingError:  # such as using a closed store; the file is not at fault
            raise TableError("The tables of {file} have been closed.", file=file) from None
        except UnicodeDecodeError:  # SQLite's message quotes the file
            raise self.build_damage_error() from None
        except sqlite3.Error as error:
            code = _get_error_code(error)
            if code in (SQLITE_BUSY, SQLITE_LOCKED):
                raise BusyError(
                    "Another program is writing to the tables; nothing was done. Try again in a moment."
                ) from None
            if code == SQLITE_FULL or (code in _NOT_WRITABLE and _is_full(Path(file))):
                raise OutputError("{file} was not written: the disk is full.", file=file) from None
            if code == SQLITE_IOERR:
                raise OutputError(
                    "The disk failed at {file}; nothing that was answered before is lost.", file=file
                ) from None
            if code in _NOT_WRITABLE:
                raise OutputError(
                    "{file} cannot be opened for writing; look at its folder and permissions.",
                    remedy="keep elsewhere",
                    file=file,
                ) from None
            raise self.build_damage_error() from None

    def _select(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._translate_errors():
            return self._execute(query, values).fetchall()

    def list_tables(self) -> tuple[Header, ...]:
        return self._select_headers("ORDER BY name")

    def get_header(self, name: str) -> Header:
        if headers := self._select_headers("WHERE name = ?", name):
            return headers[0]
        others = self.list_tables()
        if not others and list_backups(self.path):
            raise build_empty_store_error(self.path)
        raise build_no_table_error(name, others)

    def _select_headers(self, condition: str, *values: str) -> tuple[Header, ...]:
        count = "(SELECT count(*) FROM event WHERE table_name = name)"
        rows = self._select(f"SELECT name, game, version, {count} FROM game_table {condition}", *values)
        for name, game, version, _ in rows:
            if not (_is_name(name) and _is_name(game) and type(version) is int and version > 0):
                raise self.build_damage_error()
        return tuple(Header(*row) for row in rows)

    def add_table(self, name: str, game: str, version: int) -> None:
        if self._execute("SELECT 1 FROM game_table WHERE name = ?", (name,)).fetchone():
            raise build_name_taken_error(name)
        self._execute("INSERT INTO game_table VALUES (?, ?, ?)", (name, game, version))
        self._delete_notes_and_taps(name)

    def rename_table(self, name: str, new: str) -> None:
        with self.transaction():
            header = self.get_header(name)
            self.add_table(new, header.game, header.version)
            for table in ("event", *BESIDE):
                self._execute(f"UPDATE {table} SET table_name = ? WHERE table_name = ?", (new, name))
            self._execute("DELETE FROM game_table WHERE name = ?", (name,))

    def remove_table(self, name: str) -> None:
        self.get_header(name)
        self._execute("DELETE FROM event WHERE table_name = ?", (name,))
        self._delete_notes_and_taps(name)
        self._execute("DELETE FROM game_table WHERE name = ?", (name,))

    def _delete_notes_and_taps(self, name: str) -> None:
        for table in BESIDE:
            self._execute(f"DELETE FROM {table} WHERE table_name = ?", (name,))

    def get_last_table(self, game: str | None) -> str:
        names = self._select(
            "SELECT table_name FROM event JOIN game_table ON name = table_name"
            " WHERE ?1 IS NULL OR game = ?1 ORDER BY event.rowid DESC LIMIT 1",
            game,
        )
        if names:
            return str(names[0][0])
        if game is None or (list_backups(self.path) and not self.list_tables()):
            raise build_empty_store_error(self.path)
        raise NoTables("There are no tables of {game} yet in {file}.", game=game.capitalize(), file=str(self.path))

    def append_event(self, name: str, event: Event) -> None:
        self._execute("INSERT INTO event VALUES (?, ?, ?, ?)", (name, event.number, event.record, event.hash))

    def list_events(self, name: str, after: int = 0) -> list[Event]:
        query = "SELECT record, hash FROM event WHERE table_name = ? AND number > ? ORDER BY number"
        rows = self._select(query, name, after)
        try:
            return [_read(record, digest) for record, digest in rows]
        except (RecursionError, TypeError, ValueError):
            raise self.build_damage_error() from None

    def get_head(self, name: str) -> str:
        hashes = self._select("SELECT hash FROM event WHERE table_name = ? ORDER BY number DESC LIMIT 1", name)
        return str(hashes[0][0]) if hashes else ""

    def read_note(self, table: str, key: str) -> str | None:
        return self.list_notes(table).get(key)

    def write_note(self, table: str, key: str, value: str | None) -> None:
        with self.transaction():
            if table:
                self.get_header(table)
            self._execute("DELETE FROM note WHERE table_name = ? AND key = ?", (table, key))
            if value is not None:
                self._execute("INSERT INTO note VALUES (?, ?, ?)", (table, key, value))

    def list_notes(self, table: str) -> dict[str, str]:
        rows = self._select("SELECT key, value FROM note WHERE table_name = ?", table)
        if not all(isinstance(text, str) for row in rows for text in row):
            raise self.build_damage_error()
        return dict(rows)

    def note_tap(self, table: str, tap: str, number: int, visitor: str) -> None:
        self._execute("DELETE FROM tap WHERE table_name = ? AND number <= ?", (table, number - TAPS_KEPT))
        self._execute("INSERT OR REPLACE INTO tap VALUES (?, ?, ?, ?)", (table, tap, number, visitor))

    def find_tap_event(self, table: str, tap: str) -> int | None:
        return self._find_in_taps(int, "SELECT number FROM tap WHERE table_name = ? AND tap = ?", table, tap)

    def find_tap_owner(self, table: str, number: int) -> str | None:
        return self._find_in_taps(str, "SELECT maker FROM tap WHERE table_name = ? AND number = ?", table, number)

    def _find_in_taps(self, kind: type[T], query: str, *values: object) -> T | None:
        rows = self._select(query, *values)
        if not rows:
            return None
        if not isinstance(rows[0][0], kind):
            raise self.build_damage_error()
        return rows[0][0]


def _list_files(store: Path) -> list[Path]:
    """The file of a store, and those that SQLite has beside it."""
    return [store.with_name(store.name + suffix) for suffix in ("", "-wal", "-shm", "-journal")]


def _identify_files(store: Path) -> dict[str, tuple[int, int]]:
    """Device and inode of each file that holds events; they show when one was replaced."""
    identities = {}
    for file in _list_files(store)[:2]:
        with contextlib.suppress(OSError):
            status = file.stat()
            if status.st_size or file != store:  # an emptied store counts as gone
                identities[file.name] = (status.st_dev, status.st_ino)
    return identities


def make_private(path: Path) -> None:
    """Make a file or folder readable by its owner only; somebody else's, or a missing one, stays as it is."""
    with contextlib.suppress(OSError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            path.chmod(mode & 0o700)


def is_sound(path: Path) -> bool:
    """True for a sound store; it is opened for reading only."""
    uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    try:
        with contextlib.closing(sqlite3.connect(uri, uri=True)) as connection:
            is_ours: bool = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION
            return is_ours and _is_in_order(connection)
    except (sqlite3.Error, UnicodeDecodeError):
        return False


def is_open(path: Path) -> bool:
    """True while any program has a store open, when SQLite grants no exclusive access."""
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=0)) as probe:
            probe.execute("PRAGMA locking_mode = EXCLUSIVE")
            probe.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        return _get_error_code(error) == SQLITE_BUSY
    return False


def _is_in_order(connection: sqlite3.Connection) -> bool:
    with contextlib.suppress(sqlite3.DatabaseError, UnicodeDecodeError):
        return bool(connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok")
    return False


def _get_error_code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def _is_full(path: Path) -> bool:
    with contextlib.suppress(OSError):
        return shutil.disk_usage(path.parent).free < _SMALLEST_DISK
    return False


def _is_name(value: object) -> bool:
    return isinstance(value, str) and is_visible(value) and 0 < len(value) <= LONGEST_NAME


# Backups of stores: made while people play, and restored after a store is lost.

BACKUP_INTERVAL = 60  # seconds between two backups while people play
BACKUPS_KEPT = 5  # how many backups are kept


def is_backup_due(store: Path) -> bool:
    """True if the last backup is at least a minute old, or there is none."""
    try:
        written = list_backups(store)[-1].stat().st_mtime
    except (IndexError, OSError):  # none, or another program has just removed it
        return True
    return abs(time.time() - written) >= BACKUP_INTERVAL  # the clock may have been set back


def back_up(path: Path, now: datetime | None = None) -> Path | None:
    """Copy a store that has tables to a new backup, while others go on writing, and delete the oldest ones."""
    folder = get_backup_folder(path)
    with report_write_errors(folder), create_part_files() as name_for:
        folder.mkdir(mode=0o700, exist_ok=True)
        make_private(folder)
        copy = name_for(backup_files.name_next_backup(path, now or datetime.now()))
        with Store(path, create=False) as store:
            if not store.list_tables():
                return None
            store.copy_to(Path(copy))
        goal = backup_files.name_next_backup(path, now or datetime.now())
        os.replace(copy, goal)
    for old in list_backups(path)[:-BACKUPS_KEPT]:
        with contextlib.suppress(OSError):
            old.unlink()
    return goal


def delete_table_with_copy(store: Shelf, path: Path, name: str) -> Path:
    """Delete a table after copying it to a store of its own beside the backups; that copy is never deleted.

    Both are one transaction: whoever writes meanwhile waits, and finds the table gone.
    """
    with store.transaction():
        copy = _copy_table(path, name)
        try:
            store.remove_table(name)
        except BaseException:
            copy.unlink(missing_ok=True)
            raise
    return copy


def _copy_table(path: Path, name: str) -> Path:
    stem = "".join(each if each.isalnum() else "-" for each in name)
    goal = get_backup_folder(path) / f"{stem}-deleted-{datetime.now():%Y-%m-%d-%H%M%S-%f}{path.suffix}"
    with report_write_errors(goal), create_part_files() as name_for:
        goal.parent.mkdir(exist_ok=True)
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
    """True for a sound store with tables, all of whose chains of events are complete."""
    with contextlib.suppress(OutputError, TableError), Store(path, create=False) as store:
        logs = [store.list_events(header.name) for header in store.list_tables()]
        has_whole_logs = bool(logs) and all(log and not any(find_chain_faults(log)) for log in logs)
        return store.is_sound() and has_whole_logs
    return False


def restore(path: Path, number: int | None = None) -> tuple[Path, Path | None]:
    """Replace a store with a sound backup, the newest or one by number; return it, and where the old store went."""
    numbered = [each for each in list_backups(path) if number in (None, backup_files.get_backup_number(path, each))]
    files = [*filter(is_sound, numbered)]
    if not files and number is not None:
        raise TableError("There is no sound backup {number} of {file}.", number=number, file=str(path))
    if not files:
        raise TableError("There is no sound backup of {file}.", file=str(path))
    if is_open(path):
        raise Refused("{file} is open in another program; close it, then restore the backup.", file=str(path))
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")
    old_file: Path | None = None
    with report_write_errors(path), create_part_files() as name_for:
        # The copy is complete on the disk before anything is moved, so a full disk changes nothing.
        copy = name_for(path)
        with open(copy, "wb") as file:
            file.write(files[-1].read_bytes())
            file.flush()
            os.fsync(file.fileno())
        for suffix in ("-wal", "-shm", ""):
            part = path.with_name(path.name + suffix)
            if part.exists():
                damaged_file = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}{suffix}")
                os.replace(part, damaged_file)
                make_private(damaged_file)
                old_file = damaged_file if not suffix else old_file
        os.replace(copy, path)
    return files[-1], old_file
