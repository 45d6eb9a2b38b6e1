"""An open table: safe for several threads, with listeners and backups.

A use case is given a file, which it opens and closes, or a shelf that is open already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Self, TypeVar

from companion.errors import OutputError, StoreLost
from companion.sentences import Sentence, say
from companion.table.history import LogRules, Transition
from companion.table.shelf import SCORE, Header, Shelf, Table, Tap

if TYPE_CHECKING:
    from companion.service.backups import Backups
    from companion.table.store import Store

StoreOrShelf = Path | Shelf | None
"""The file (or folder) of the tables, ``None`` for the one in the user's data folder; or a shelf, which its owner
closes and backs up."""


def open_store(store: Path | None, *, create: bool = True) -> Store:
    """Open the file of a store; an ``OutputError`` if its folder is missing. SQLite is imported only here."""
    from companion.table.store import Store

    if create and store is not None and not store.parent.exists():
        raise OutputError(
            "{file} was not written: the folder {folder} is not there.", file=str(store), folder=str(store.parent)
        )
    return Store(store, create=create)


@contextmanager
def open_shelf(store: StoreOrShelf, *, create: bool = True) -> Iterator[Shelf]:
    """A context with the shelf; a file is opened and closed again, a shelf stays open."""
    if store is None or isinstance(store, Path):
        with open_store(store, create=create) as shelf:
            yield shelf
    else:
        yield store


S = TypeVar("S")

Listener = Callable[[Transition[S]], None]
"""Called with every event and the states around it; it must be quick and not wait for another thread."""


class Session(Table[S]):
    """An open table, safe to use from several threads: one at a time, and each sees only complete events.

    A session that opens a file owns it and makes its backups. Sessions on a shelf share it, in one thread;
    the owner of the shelf closes it and backs it up.
    """

    def __init__(self, store: StoreOrShelf, name: str, game: LogRules[S], request: object | None = None) -> None:
        """Open an existing table, or begin one with the request ``request``."""
        self._notices: list[Sentence] = []
        self._lock = RLock()
        self._listeners: list[Listener[S]] = []
        self._is_notifying = False
        self._tap: Tap[S] | None = None
        self._file: Store | None = None
        self._backups: Backups | None = None
        if store is None or isinstance(store, Path):
            self._file = open_store(store, create=request is not None)
            self._open_file(self._file, name, game, request)
        else:
            super().__init__(store, name, game, request)
        self._notified_count = len(self.history)

    def _open_file(self, store: Store, name: str, game: LogRules[S], request: object | None) -> None:
        from companion.service.backups import Backups

        try:
            super().__init__(store, name, game, request)
        except BaseException:
            store.close()
            raise
        self._backups = Backups(store.path, self._add_notice)
        if request is not None:
            self._backups.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, problem: object, trace: object) -> None:
        self.close(is_announced=isinstance(problem, StoreLost))

    def check_file(self) -> None:
        """Raise ``StoreLost`` if the file of the table is missing or was replaced."""
        if self._file is not None:
            self._file.check_file()

    def close(self, is_announced: bool = False) -> None:
        """Close the table and wait for a running backup; ``is_announced`` if a lost file was already reported."""
        with self._lock:
            if self._file is not None:
                try:
                    self._file.check_file()
                except StoreLost as error:
                    self._notices += [] if is_announced else [error.message]
                self._file.close()
        # Backups have their own connection, so that no lock is needed while waiting.
        if self._backups is not None:
            self._backups.join()

    def lock(self) -> AbstractContextManager[object]:
        """Lock the table, for reading it and then acting on it; other threads wait."""
        return self._lock

    def take_notices(self) -> list[Sentence]:
        """Return the notices for the players, such as a failed backup, each only once."""
        with self._lock:
            notices, self._notices = self._notices, []
        return notices

    def _add_notice(self, notice: Sentence) -> None:
        with self._lock:
            self._notices.append(notice)

    @contextmanager
    def group_under_tap(self, tap: str, visitor: str) -> Iterator[None]:
        """Group the events made inside under one tap of a player; all of them are saved, or none.

        A repeated tap is not carried out again: its requests see the table as it was the first time, and get
        the events made then. Everything happens in one thread.
        """
        with self._lock:
            self.catch_up()
            history, length = self.history, len(self.history)
            self._tap = Tap(self.store, self.name, history, tap, visitor)
            try:
                if self._tap.past_history is not None:
                    self.history = self._tap.past_history
                    yield
                else:
                    with self.store.transaction():
                        yield
            except BaseException:
                history = history.copy_until(length)
                raise
            finally:
                self.history, self._tap = history, None
                self._notify_listeners()

    def header(self) -> Header:
        with self._lock:
            is_score = self.store.read_note(self.name, SCORE) is not None
            return replace(self.store.get_header(self.name), is_score=is_score)

    def do(self, request: object) -> Transition[S]:
        """Apply a request and notify the listeners."""
        with self._lock:
            repeated = None if self._tap is None else self._tap.repeat_request(request)
            if repeated is not None:
                return repeated
            try:
                step = super().do(request)
            finally:
                self._notify_listeners()  # also of others' events, even if this request is refused
            if self._backups is not None:
                self._backups.back_up_changes()
            return step

    def _note(self, step: Transition[S]) -> None:
        if self._tap is not None:
            self._tap.note(step)

    def catch_up(self) -> None:
        """Read events that other programs have written, and notify the listeners; not during a tap."""
        with self._lock:
            if self._tap is None:
                super().catch_up()
                self._notify_listeners()

    def listen(self, listener: Listener[S]) -> None:
        """Call ``listener`` with every event from now on, in order, also those of other programs."""
        with self._lock:
            self._listeners.append(listener)

    def stop_listening(self, listener: Listener[S]) -> None:
        """Remove a listener, if it is still there."""
        with self._lock:
            self._listeners = [each for each in self._listeners if each != listener]

    def _notify_listeners(self) -> None:
        # If a listener applied a request, the loop below goes on to its event; a tap notifies at its end.
        if self._is_notifying or self._tap is not None:
            return
        self._is_notifying = True
        try:
            while self._notified_count < len(self.history):
                self._notified_count += 1
                for listener in tuple(self._listeners):
                    try:
                        listener(self.history.get_transition(self._notified_count))
                    except Exception:
                        # The event is saved already, so that a failing listener is no error.
                        self.stop_listening(listener)
                        self._notices.append(say("A screen could not be updated; it is out of date."))
        finally:
            self._is_notifying = False
