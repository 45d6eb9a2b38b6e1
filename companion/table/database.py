"""The SQLite file that holds the tables; nothing is written to it unless it is sound.

Only its owner can read it, since it holds seeds and hands. A file made by another program, or a damaged
one, is refused before anything is written to it.
"""

import contextlib
import os
import shutil
import sqlite3
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from companion.data.outputs import note_input
from companion.errors import BusyError, OutputError, StoreLost, TableError
from companion.table.backup_files import build_empty_store_error, get_backup_folder, list_backups, report_write_errors
from companion.table.history import FORMAT

APPLICATION = 0x436F6D70  # "Comp": SQLite's application_id, so that `file` knows whose it is
_TABLES = {
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
TRIGGERS = {
    "event_is_never_changed": "CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event"
    " BEGIN SELECT RAISE(ABORT, 'events are never changed'); END",
    "event_is_never_deleted": "CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event"
    " BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END",
}
SCHEMA = {**_TABLES, **TRIGGERS}

BESIDE = ("note", "tap")  # the tables that hold what is kept of a game beside its events


def has_our_schema(connection: sqlite3.Connection) -> bool:
    """True for a file with exactly our tables, and nothing that reacts to what is written."""
    found = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'"))
    return found.keys() >= _TABLES.keys() and all(SCHEMA.get(name) == told for name, told in found.items())


WAIT = 20.0  # seconds a command waits for another one that is writing, where nothing shorter is said
PRIVATE = 0o600  # what its owner alone may read and write
_LONGEST = 100_000_000  # bytes of one value; an event has some thousand
_BESIDE = ("-wal", "-shm", "-journal")
# What SQLite says where nothing can be written; whether anything can be read is another question.
_NOT_WRITABLE = (
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
)
_SMALLEST_DISK = 100_000  # bytes; with fewer left, SQLite cannot even read a log that is written ahead


class Database:
    """The open file; several threads may use it, one at a time."""

    def __init__(self, path: Path, *, create: bool = True) -> None:
        """Open the file; with ``create``, make it if it is missing."""
        self.path = path
        self._ready = False
        for suffix in ("", *_BESIDE):
            note_input(path.with_name(path.name + suffix))
        self._check_or_create_file(create)
        with self._translate_errors():
            self._connection = self._connect()
        try:
            with self._translate_errors():
                self._prepare(create)
        except BaseException:
            self._connection.close()
            raise
        self._opened = _identify_files(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def set_wait(self, seconds: float) -> None:
        """Set how long to wait for another program that is writing."""
        self._connection.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")

    def _check_or_create_file(self, create: bool) -> None:
        """Refuse what is not a file, since a pipe or a device never ends; create a missing one."""
        try:
            found = self.path.stat()
        except (FileNotFoundError, NotADirectoryError):
            if not create:
                raise build_empty_store_error(self.path) from None
            with report_write_errors(self.path):
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                os.close(os.open(self.path, os.O_CREAT | os.O_WRONLY, PRIVATE))
            return
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise OutputError("{file} cannot be opened: {reason}.", file=str(self.path), reason=reason) from None
        if not stat.S_ISREG(found.st_mode):
            raise TableError("{file} is not a file that can keep tables.", file=str(self.path))

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{self.path.absolute().as_uri()}?mode=rw",
            uri=True,
            timeout=WAIT,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
            connection.execute("PRAGMA cell_size_check = ON")
            connection.execute("PRAGMA user_version").fetchone()  # only now is the file read
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, create: bool) -> None:
        read = self._connection.execute
        # In this order: another program may make both, at once, between the two looks.
        tables = read("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if read("PRAGMA user_version").fetchone()[0] == 0:
            if tables:
                raise TableError("{file} is another program's database.", file=str(self.path))
            if not create:
                raise build_empty_store_error(self.path)
            self._use_write_ahead_log()
            read("BEGIN IMMEDIATE")
            if read("PRAGMA user_version").fetchone()[0] == 0:
                for statement in SCHEMA.values():
                    read(statement)
                read(f"PRAGMA application_id = {APPLICATION}")
                read(f"PRAGMA user_version = {FORMAT}")
            read("COMMIT")
        if read("PRAGMA application_id").fetchone()[0] != APPLICATION:
            raise TableError("{file} is another program's database.", file=str(self.path))
        version = read("PRAGMA user_version").fetchone()[0]
        if version > FORMAT:
            raise TableError("{file} was written by a newer Companion; install the newest one.", file=str(self.path))
        if version != FORMAT or not has_our_schema(self._connection):
            raise self.build_damage_error()
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
                if _get_error_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > patience:
                    raise
                time.sleep(0.01)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """One transaction: other writers wait; all of it is kept, or nothing.

        A transaction inside another is part of it.
        """
        with self._translate_errors():
            if self._connection.in_transaction:
                with self._savepoint():
                    yield
                return
            self.check_file()
            if not self._ready:
                if not self.is_sound():
                    raise self.build_damage_error()
                self._use_write_ahead_log()  # a backup that was put back has none
                self._opened = _identify_files(self.path)
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                if not self._ready:
                    self._make_ready()
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            self._ready = True

    def check_file(self) -> None:
        """Refuse to continue when the file that was opened is gone or replaced."""
        # Asked, not tried: a file opened and closed here would lose the locks that SQLite holds on it.
        there = os.access(self.path, os.R_OK | os.W_OK)
        if not there or not _identify_files(self.path).items() >= self._opened.items():
            raise StoreLost(
                "{file} is no longer the file that was opened; nothing more is played here. Backups are in {folder}.",
                remedy="restore",
                file=str(self.path),
                folder=str(get_backup_folder(self.path)),
            )

    @contextlib.contextmanager
    def _savepoint(self) -> Iterator[None]:
        """Part of a transaction; when it fails, the rest may continue without it."""
        self._connection.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:  # a full disk ends all of it
                self._connection.execute("ROLLBACK TO part")
                self._connection.execute("RELEASE part")
            raise
        self._connection.execute("RELEASE part")

    def _make_ready(self) -> None:
        """Before the first write: make the files private and restore the triggers that guard events."""
        for suffix in ("", *_BESIDE):
            make_private(self.path.with_name(self.path.name + suffix))
        for statement in TRIGGERS.values():
            self._connection.execute(statement.replace("TRIGGER", "TRIGGER IF NOT EXISTS", 1))

    def copy_to(self, path: Path) -> None:
        """Write the store as it is now to a new file, and check that file."""
        with self._translate_errors(path), contextlib.closing(sqlite3.connect(path, isolation_level=None)) as copy:
            self._connection.backup(copy)
            # A copy is one file, without a write-ahead log beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
        if not is_sound(path):
            raise self.build_damage_error()

    def is_sound(self) -> bool:
        """True when SQLite finds the whole file in order."""
        return _is_in_order(self._connection)

    def build_damage_error(self) -> TableError:
        """The error for a damaged store; it names the last backup."""
        if kept := list_backups(self.path):
            told = {"remedy": "restore", "file": str(self.path), "backup": str(kept[-1])}
            return TableError("{file} is damaged; the last backup is {backup}.", **told)
        return TableError("{file} is damaged, and there is no backup of it.", file=str(self.path))

    @contextlib.contextmanager
    def _translate_errors(self, written: Path | None = None) -> Iterator[None]:
        """Turn SQLite's errors into messages."""
        file = str(written or self.path)
        try:
            yield
        except sqlite3.ProgrammingError:  # such as a store used when it is closed; no fault of the file
            raise TableError("The tables of {file} have been closed.", file=file) from None
        except UnicodeDecodeError:  # SQLite quotes the file in its complaint
            raise self.build_damage_error() from None
        except sqlite3.Error as error:
            code = _get_error_code(error)
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise BusyError(
                    "Another program is writing to the tables; nothing was done. Try again in a moment."
                ) from None
            if code == sqlite3.SQLITE_FULL or (code in _NOT_WRITABLE and _is_full(Path(file))):
                raise OutputError("{file} was not written: the disk is full.", file=file) from None
            if code == sqlite3.SQLITE_IOERR:
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


def _identify_files(store: Path) -> dict[str, tuple[int, int]]:
    """Device and inode of each file that holds events; they show when one was replaced."""
    found = {}
    for suffix in ("", "-wal"):
        with contextlib.suppress(OSError):
            here = store.with_name(store.name + suffix).stat()
            if here.st_size or suffix:  # one that was emptied is none
                found[suffix] = (here.st_dev, here.st_ino)
    return found


def make_private(path: Path) -> None:
    """Make a file or folder readable by its owner only; one that is another's, or missing, stays as it is."""
    with contextlib.suppress(OSError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            path.chmod(mode & 0o700)


def is_sound(path: Path) -> bool:
    """True for a sound store; it is opened for reading only."""
    where = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    try:
        with contextlib.closing(sqlite3.connect(where, uri=True)) as connection:
            ours: bool = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION
            return ours and _is_in_order(connection)
    except (sqlite3.Error, UnicodeDecodeError):
        return False


def is_open(path: Path) -> bool:
    """True while any program has a store open: SQLite then grants nobody exclusive access."""
    if not path.exists():
        return False
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=0)) as own:
            own.execute("PRAGMA locking_mode = EXCLUSIVE")
            own.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        return _get_error_code(error) == sqlite3.SQLITE_BUSY
    return False


def _is_in_order(connection: sqlite3.Connection) -> bool:
    try:
        return bool(connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok")
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return False


def _get_error_code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < _SMALLEST_DISK
    except OSError:
        return False
