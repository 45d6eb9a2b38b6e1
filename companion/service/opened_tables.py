"""All tables of one shelf, each opened when it is first asked for and kept open, whatever its game."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion.answers import Answer
from companion.errors import Refused, TableError
from companion.play.games import game_played
from companion.service.kept_tables import delete_table, rename_table, unused_name
from companion.service.session import Session
from companion.table.log import Event
from companion.table.shelf import Header, Shelf, table_name
from companion.table.table import tap_name

_DELETED_KEPT = 5  # so many deleted tables can be brought back
_NO_EVENT = 0  # a tap that made none


@dataclass(frozen=True, slots=True)
class _Deleted:
    """A table that was deleted while all were open."""

    header: Header
    events: Sequence[Event]
    notes: Mapping[str, str]


class OpenTables:
    """The tables of one shelf, used in one thread."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._open: dict[str, Session[Any]] = {}
        self._deleted: dict[str, _Deleted] = {}
        self._renamed: dict[str, str] = {}
        self._made: set[str] = set()

    def is_open(self, name: str) -> bool:
        """True when a table is open already; another one has first to be played as its log says."""
        return name in self._open

    def names(self) -> tuple[str, ...]:
        """The names of all tables, in order."""
        return tuple(header.name for header in self.shelf.headers())

    def free_name(self, word: str) -> str:
        """A name that no table has yet; see ``unused_name``."""
        return unused_name(self.shelf, word)

    def open(self, name: str) -> Session[Any]:
        """A table with all that others have written; the one opened before, unless another took its place."""
        name = table_name(name)
        here = self._open.pop(name, None)
        if here is not None:
            if self.shelf.head(name) == here.head:
                return self._open.setdefault(name, here)
            last = self.shelf.events(name, len(here.history) - 1)
            if last and last[0].hash == here.head:  # else another table was given its name
                if len(last) > 1:
                    here.catch_up()
                return self._open.setdefault(name, here)
        header = self.shelf.header(name)
        if not header.game:
            raise self.shelf.damaged()
        return self._open.setdefault(name, Session(self.shelf, name, game_played(header)))

    def make(self, name: str, tap: str, by: str, make: Callable[[Shelf], object]) -> Session[Any]:
        """Make a table, once: a tap that was carried out already opens the table it has made."""
        name, tap = table_name(name), tap_name(tap)
        if self.shelf.tap(name, tap) is None:
            with self.shelf.writing():
                make(self.shelf)
                self.shelf.note_tap(name, tap, 1, by)
            self._made.add(name)
        return self.open(name)

    @property
    def begun(self) -> list[str]:
        """The tables that were made since all are open, and are not over."""
        made = [header for header in self.shelf.headers() if header.name in self._made]
        return [each.name for each in made if not game_played(each).final_ranks(self.open(each.name))]

    def made_by(self, tap: str) -> str | None:
        """The table that a tap has made; none, if it has not."""
        return next((name for name in self.names() if self.shelf.tap(name, tap) is not None), None)

    def rename(self, old: str, new: str, tap: str, by: str) -> str:
        """Give a table another name, once, and return it as it is kept; see ``rename_table``."""
        old, new, tap = table_name(old), table_name(new), tap_name(tap)
        if old != new and self.shelf.tap(new, tap) is None:
            with self.shelf.writing():
                rename_table(self.shelf, old, new)
                self.shelf.note_tap(new, tap, _NO_EVENT, by)
            self._open.pop(old, None)
            self._renamed.pop(new, None)
            self._renamed[old] = new
        return new

    def called_now(self, name: str) -> str:
        """The present name of a table that was renamed meanwhile; any other keeps its own."""
        while name in self._renamed and name not in self.names():
            name = self._renamed[name]
        return name

    def delete(self, name: str) -> Answer:
        """Delete a table; see ``delete_table``. The last ones can be brought back."""
        name = table_name(name)
        header, kept = self.shelf.header(name), list[tuple[str, _Deleted]]()
        with suppress(TableError):  # one that is damaged goes for good
            kept.append((name, _Deleted(header, self.shelf.events(name), self.shelf.notes(name))))
        answer = delete_table(self.shelf, name)
        self._open.pop(name, None)
        self._deleted.pop(name, None)
        self._deleted = dict([*self._deleted.items(), *kept][-_DELETED_KEPT:])
        return answer

    @property
    def deleted(self) -> tuple[str, ...]:
        """The tables that can be brought back, the last deleted one last."""
        return tuple(self._deleted)

    def bring_back(self, name: str) -> Session[Any]:
        """Bring a table back that was deleted, with its notes; under another name where its own is taken."""
        kept = self._deleted.get(name)
        if kept is None:
            raise Refused("The table {table} cannot be brought back any more.", table=name)
        back = unused_name(self.shelf, name)
        with self.shelf.writing():
            self.shelf.add_table(back, kept.header.game, kept.header.version)
            for event in kept.events:
                self.shelf.append(back, event)
            for key, value in kept.notes.items():
                self.shelf.write_note(back, key, value)
        del self._deleted[name]
        return self.open(back)
