"""A table that is open for a while: played at by several at once, listened to, and backed up meanwhile.

A use case finds its tables in a file that it opens and closes, or on a shelf that is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Self, TypeVar

from companion.errors import OutputError, StoreLost
from companion.sentences import Sentence, say
from companion.table.history import LogRules, Step
from companion.table.shelf import Header, MemoryShelf, Shelf
from companion.table.table import Table, Tap

if TYPE_CHECKING:
    from companion.service.backups import Backups
    from companion.table.store import Store

Keeping = Path | Shelf | None
"""The file (or folder) that keeps the tables, the one in the user's data folder by default; or a shelf, which
whoever opened it closes and backs up."""


def opened_file(store: Path | None, *, create: bool = True) -> Store:
    """The file, opened; see ``Store``. Only now is SQLite needed. No folder is made that nobody named."""
    from companion.table.store import Store

    if create and store is not None and not store.parent.exists():
        raise OutputError(
            "{file} was not written: the folder {folder} is not there.",
            file=str(store),
            folder=str(store.parent),
        )
    return Store(store, create=create)


def passing_shelf() -> Shelf:
    """A shelf that lasts as long as the program, for what is kept nowhere."""
    return MemoryShelf()


@contextmanager
def shelf_of(store: Keeping, *, create: bool = True) -> Iterator[Shelf]:
    """The shelf for a while; a file is closed again."""
    if store is None or isinstance(store, Path):
        with opened_file(store, create=create) as opened:
            yield opened
    else:
        yield store


S = TypeVar("S")

Listener = Callable[[Step[S]], None]
"""Called with every event and the states around it; it is quick, and waits for no other thread."""


class Session(Table[S]):
    """An open table, safe to use from several threads: one after the other, each sees a whole event.

    A table that lies in a file has that file for itself and looks after its backups. Tables on one shelf
    share it, in one thread: whoever opened it closes it and backs it up.
    """

    def __init__(self, store: Keeping, name: str, game: LogRules[S], begin: object | None = None) -> None:
        """Open a table that exists, or begin one with the request ``begin``."""
        self._notices: list[Sentence] = []
        self._lock = RLock()
        self._listeners: list[Listener[S]] = []
        self._telling = False
        self._tap: Tap[S] | None = None
        self._file: Store | None = None
        self._backups: Backups | None = None
        if store is None or isinstance(store, Path):
            self._file = opened_file(store, create=begin is not None)
            self._open_file(self._file, name, game, begin)
        else:
            super().__init__(store, name, game, begin)
        self._told = len(self.history)

    def _open_file(self, opened: Store, name: str, game: LogRules[S], begin: object | None) -> None:
        from companion.service.backups import Backups

        try:
            super().__init__(opened, name, game, begin)
        except BaseException:
            opened.close()
            raise
        self._backups = Backups(opened.path, self._notice)
        if begin is not None:
            self._backups.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, problem: object, trace: object) -> None:
        self.close(told=isinstance(problem, StoreLost))

    def check_file(self) -> None:
        """Refuse a table whose file is gone or another; what it held is then saved."""
        if self._file is not None:
            self._file.check_file()

    def close(self, told: bool = False) -> None:
        """Close the table; waits for a backup that is made. ``told``: that its file is lost was said."""
        with self._lock:
            if self._file is not None:
                try:
                    self._file.check_file()
                except StoreLost as lost:
                    self._notices += [] if told else [lost.whole]
                self._file.close()
        # The backups have a connection of their own, and nobody waits for the lock meanwhile.
        if self._backups is not None:
            self._backups.join()

    def held(self) -> AbstractContextManager[object]:
        """Hold the table for a look and what is done upon it; other threads wait meanwhile."""
        return self._lock

    def take_notices(self) -> list[Sentence]:
        """The notices for the players, such as a backup that failed; each only once."""
        with self._lock:
            taken, self._notices = self._notices, []
        return taken

    def _notice(self, notice: Sentence) -> None:
        with self._lock:
            self._notices.append(notice)

    @contextmanager
    def tapped(self, tap: str, by: str) -> Iterator[None]:
        """Have what is done inside belong to one tap of somebody: all of it is written down, or nothing.

        A tap that was carried out already is not carried out again: whatever it asks for, it meets the table
        as it was then, and gets the events that were made then. All of it happens in one thread.
        """
        with self._lock:
            self.catch_up()
            now, known = self.history, len(self.history)
            self._tap = Tap(self.store, self.name, now, tap, by)
            try:
                if self._tap.then is not None:
                    self.history = self._tap.then
                    yield
                else:
                    with self.store.writing():
                        yield
            except BaseException:
                now = now.until(known)
                raise
            finally:
                self.history, self._tap = now, None
                self._tell()

    def header(self) -> Header:
        """The table as its store lists it."""
        with self._lock:
            return self.store.header(self.name)

    def do(self, request: object) -> Step[S]:
        """As at any table; the listeners are told as well."""
        with self._lock:
            again = None if self._tap is None else self._tap.again(request)
            if again is not None:
                return again
            try:
                step = super().do(request)
            finally:
                self._tell()  # what others have written is news here, even if this request is refused
            if self._backups is not None:
                self._backups.in_time()
            return step

    def _note(self, request: object, step: Step[S]) -> None:
        if self._tap is not None:
            self._tap.note(step)

    def catch_up(self) -> None:
        """Take in what other programs have written since, and tell the listeners; not while a tap goes on."""
        with self._lock:
            if self._tap is None:
                super().catch_up()
                self._tell()

    def listen(self, listener: Listener[S]) -> None:
        """Have somebody told of every event from now on, in order, whoever writes it."""
        with self._lock:
            self._listeners.append(listener)

    def unlisten(self, listener: Listener[S]) -> None:
        """Tell somebody no more; nothing is amiss when they are told nothing already."""
        with self._lock:
            self._listeners = [each for each in self._listeners if each != listener]

    def _tell(self) -> None:
        # A listener has played: its event is told below, after the one it was told of. Or a tap goes on.
        if self._telling or self._tap is not None:
            return
        self._telling = True
        try:
            while self._told < len(self.history):
                self._told += 1
                for listener in tuple(self._listeners):
                    try:
                        listener(self.history.step(self._told))
                    except Exception:
                        # It is written down: whoever asked is answered, whatever became of a listener.
                        self.unlisten(listener)
                        lost = say("A screen could not be told what happened; it is out of date.")
                        self._notices.append(lost)
        finally:
            self._telling = False
