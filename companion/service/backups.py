"""Backups made while a table is played at, by a thread nobody waits for; a store that can be written."""

import errno
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread

from companion.errors import CompanionError, OutputError
from companion.sentences import Sentence, say
from companion.table.store import Store, back_up, due, named

LOOK_EVERY = 30.0  # seconds between two looks at the age of the last backup


class Backups:
    """The backups of a store, as long as it is open."""

    def __init__(self, path: Path, notice: Callable[[Sentence], None]) -> None:
        """Look after the backups of a store."""
        self._path = path
        self._notice = notice
        self._thread: Thread | None = None
        self._look_again = float("-inf")
        self._copied: object = None

    def look(self) -> None:
        """Make one if something was played since the last one made here, and that is old.

        For whoever has it open all evening: a night in which nobody plays pushes no older backup out.
        """
        now = time.monotonic()
        if now < self._look_again or (self._thread is not None and self._thread.is_alive()):
            return
        self._look_again = now + LOOK_EVERY
        written = _written(self._path)
        if written != self._copied and due(self._path):
            self._copied = written
            self.start()

    def in_time(self) -> None:
        """Make one if the last is old."""
        now = time.monotonic()
        if now >= self._look_again and (self._thread is None or not self._thread.is_alive()):
            self._look_again = now + LOOK_EVERY
            if due(self._path):
                self.start()

    def start(self) -> None:
        """Make one."""
        self._thread = Thread(target=self._back_up, name=f"backup of {self._path.name}")
        self._thread.start()

    def join(self) -> None:
        """Wait for the one that is being made."""
        if self._thread is not None:
            self._thread.join()

    def _back_up(self) -> None:
        """Copy the store; a failure is told, not raised: what was played is written down already."""
        try:
            back_up(self._path)
        except CompanionError as error:
            self._notice(say("No backup could be made: {reason}", reason=error.sentence))


def _written(path: Path) -> object:
    """The time and size of the last writing to a store, to be compared with a later one."""
    found = []
    for file in (path, path.with_name(f"{path.name}-wal")):
        with suppress(OSError):
            found.append((file.stat().st_mtime_ns, file.stat().st_size))
    return found


def writable_store(store: Path | None) -> Path:
    """The file that keeps the tables, once it is certain that it can be written; none is made."""
    path = named(store)
    if path.exists():
        with Store(path, create=False) as opened, opened.writing():
            return opened.path
    folder = next(each for each in path.absolute().parents if each.exists())
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OutputError(
            "{file} was not written: {reason}.", file=str(path), reason=os.strerror(errno.EACCES)
        )
    return path
