"""Backs up a store in a background thread while tables are open; checks that a store can be written."""

import errno
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread

from companion.errors import CompanionError, OutputError, describe_system_error
from companion.sentences import Sentence, say
from companion.table.store import Store, back_up, is_backup_due, resolve_store_file

LOOK_EVERY = 30.0  # seconds between checks of the age of the last backup


class Backups:
    """Makes the backups of one open store, one at a time, each in a background thread."""

    def __init__(self, path: Path, notice: Callable[[Sentence], None]) -> None:
        """Watch a store; ``notice`` is called with a sentence when a backup fails."""
        self._path = path
        self._notice = notice
        self._thread: Thread | None = None
        self._next_look = float("-inf")
        self._stamps: object = None

    def back_up_changes(self) -> None:
        """Start a backup if something was played since the last one: hours without play must not replace older ones."""
        if self._may_look() and (stamps := _read_stamps(self._path)) != self._stamps and is_backup_due(self._path):
            self._stamps = stamps
            self.start()

    def _may_look(self) -> bool:
        """True at most every 30 seconds, and never while a backup runs."""
        now = time.monotonic()
        if now < self._next_look or (self._thread is not None and self._thread.is_alive()):
            return False
        self._next_look = now + LOOK_EVERY
        return True

    def start(self) -> None:
        self._thread = Thread(target=self._back_up, name=f"backup of {self._path.name}")
        self._thread.start()

    def join(self) -> None:
        if self._thread is not None:
            self._thread.join()

    def _back_up(self) -> None:
        """Copy the store; a failure is only a notice, since the game itself is saved already."""
        try:
            back_up(self._path)
        except CompanionError as error:
            self._notice(say("No backup could be made: {reason}", reason=error.sentence))


def _read_stamps(path: Path) -> object:
    """The times and sizes of a store's files, to be compared with a later reading."""
    stamps = []
    for file in (path, path.with_name(f"{path.name}-wal")):
        with suppress(OSError):
            stamps.append((file.stat().st_mtime_ns, file.stat().st_size))
    return stamps


def get_writable_store(store: Path | None) -> Path:
    """The path of the store, checked to be writable; an ``OutputError`` otherwise. Creates no file."""
    path = resolve_store_file(store)
    if path.exists():
        with Store(path, create=False) as store_opened, store_opened.transaction():
            return store_opened.path
    folder = next(each for each in path.absolute().parents if each.exists())
    if not os.access(folder, os.W_OK | os.X_OK):
        reason = describe_system_error(PermissionError(errno.EACCES, ""))
        raise OutputError("{file} was not written: {reason}.", file=str(path), reason=reason)
    return path
