"""What tables need of whatever keeps them, and a shelf that keeps them while the program runs.

Beside the log of each table a shelf keeps notes - who sits where - and, for its last events, the tap each
came from. Neither is part of the game: no export, no hash and no verdict knows them.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from companion.errors import InputError, NoTables, TableError
from companion.sentences import shortened, visible
from companion.table.history import Event

LONGEST_NAME = 60

TAPS_KEPT = 500  # of how many events of a table, its last ones, it is known from which tap they came


@dataclass(frozen=True, slots=True)
class Header:
    """A table as the store lists it."""

    name: str
    game: str
    version: int
    events: int


def table_name(typed: str) -> str:
    """A table's name as it is kept."""
    name = unicodedata.normalize("NFC", typed.strip())
    if not name or len(name) > LONGEST_NAME or not visible(name):
        raise InputError(
            "'{name}' is not a name for a table; use 1 to {most} letters, digits and other "
            "visible characters.",
            name=shortened("".join(each if each.isprintable() else "?" for each in name), LONGEST_NAME),
            most=LONGEST_NAME,
        )
    return name


def no_table(name: str, headers: tuple[Header, ...]) -> TableError:
    """The error that there is no table of a name; those there are, are named."""
    if not headers:
        return TableError("There is no table '{name}', nor any other yet.", name=name)
    return TableError(
        "There is no table '{name}'; there is {names}.",
        name=name,
        names=", ".join(header.name for header in headers[:12]) + (", ..." if len(headers) > 12 else ""),
    )


def name_taken(name: str) -> InputError:
    """The error that a new table's name is that of another."""
    return InputError("There is a table '{name}' already; choose another name.", name=name)


class Shelf(Protocol):
    """A place for tables: their logs, the notes beside them, and the taps their events came from."""

    @property
    def path(self) -> Path | None:
        """The file they lie in; none where there is none."""

    def writing(self) -> AbstractContextManager[None]:
        """One transaction: all of it is kept, or nothing; one inside another belongs to it."""

    def headers(self) -> tuple[Header, ...]:
        """Every table, by name."""

    def header(self, name: str) -> Header:
        """One table."""

    def add_table(self, name: str, game: str, version: int) -> None:
        """Make room for a new table; belongs inside ``writing``."""

    def rename_table(self, name: str, new: str) -> None:
        """Give a table another name; its events, notes and taps stay what they are."""

    def remove_table(self, name: str) -> None:
        """Delete a table with all that is kept of it; belongs inside ``writing``."""

    def last_written(self, game: str | None) -> str:
        """The table of a game, or of any, to which an event was added last."""

    def append(self, name: str, event: Event) -> None:
        """Add an event to a table's log; belongs inside ``writing``."""

    def events(self, name: str, after: int = 0) -> list[Event]:
        """The events of a table with a number above ``after``, in the order of their numbers."""

    def head(self, name: str) -> str:
        """The hash of a table's last event; '' where there is none."""

    def sound(self) -> bool:
        """True when all that is kept can be read."""

    def damaged(self) -> TableError:
        """The error that it cannot."""

    def read_note(self, table: str, key: str) -> str | None:
        """The note of a key beside a table, if there is one; the house itself is the table ''."""

    def write_note(self, table: str, key: str, value: str | None) -> None:
        """Note something in place of what was noted; nothing, to strike it out."""

    def notes(self, table: str) -> dict[str, str]:
        """All that is noted beside a table, by its key."""

    def note_tap(self, table: str, tap: str, number: int, by: str) -> None:
        """Note from which tap an event came, and whose it was; belongs inside ``writing``."""

    def tap(self, table: str, tap: str) -> int | None:
        """The number of the event that came from a tap; none, if it is not known."""

    def maker(self, table: str, number: int) -> str | None:
        """Whose tap an event came from; none, if it is not known."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A table, or the house: what a shelf in memory keeps of it."""

    game: str = ""
    version: int = 0
    events: tuple[Event, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    taps: Mapping[str, tuple[int, str]] = field(default_factory=dict)


class MemoryShelf:
    """A ``Shelf`` that keeps its tables while the program runs."""

    path = None

    def __init__(self) -> None:
        self._kept: dict[str, Kept] = {"": Kept()}  # the last written stands last; never changed in place

    @contextmanager
    def writing(self) -> Iterator[None]:
        before = self._kept
        try:
            yield
        except BaseException:
            self._kept = before
            raise

    def headers(self) -> tuple[Header, ...]:
        tables = sorted((name, kept) for name, kept in self._kept.items() if name)
        return tuple(Header(name, kept.game, kept.version, len(kept.events)) for name, kept in tables)

    def header(self, name: str) -> Header:
        kept = self._table(name)
        return Header(name, kept.game, kept.version, len(kept.events))

    def add_table(self, name: str, game: str, version: int) -> None:
        if name in self._kept:
            raise name_taken(name)
        self._kept = {**self._kept, name: Kept(game, version)}

    def rename_table(self, name: str, new: str) -> None:
        self._table(name)
        if new in self._kept:
            raise name_taken(new)
        self._kept = {new if each == name else each: kept for each, kept in self._kept.items()}

    def remove_table(self, name: str) -> None:
        self._table(name)
        self._kept = {each: kept for each, kept in self._kept.items() if each != name}

    def last_written(self, game: str | None) -> str:
        for name, kept in reversed(self._kept.items()):
            if name and game in (None, kept.game):
                return name
        raise NoTables("There are no tables of {game} yet.", game=(game or "").capitalize())

    def append(self, name: str, event: Event) -> None:
        kept = self._table(name)
        others = {each: other for each, other in self._kept.items() if each != name}
        self._kept = {**others, name: replace(kept, events=(*kept.events, event))}

    def events(self, name: str, after: int = 0) -> list[Event]:
        return list(self._kept.get(name, Kept()).events[after:])

    def head(self, name: str) -> str:
        return "".join(last.hash for last in self.events(name, -1))

    def sound(self) -> bool:
        return True

    def damaged(self) -> TableError:
        return TableError("The log of this table is damaged.")

    def read_note(self, table: str, key: str) -> str | None:
        return self.notes(table).get(key)

    def write_note(self, table: str, key: str, value: str | None) -> None:
        notes = {each: noted for each, noted in self.notes(table).items() if each != key}
        if value is not None:
            notes[key] = value
        self._kept = {**self._kept, table: replace(self._table(table), notes=notes)}

    def notes(self, table: str) -> dict[str, str]:
        return dict(self._kept.get(table, Kept()).notes)

    def note_tap(self, table: str, tap: str, number: int, by: str) -> None:
        kept = self._table(table)
        last = {each: of for each, of in kept.taps.items() if of[0] > number - TAPS_KEPT}
        self._kept = {**self._kept, table: replace(kept, taps={**last, tap: (number, by)})}

    def tap(self, table: str, tap: str) -> int | None:
        number, _ = self._kept.get(table, Kept()).taps.get(tap, (None, ""))
        return number

    def maker(self, table: str, number: int) -> str | None:
        taps = self._kept.get(table, Kept()).taps.values()
        return next((by for each, by in taps if each == number), None)

    def _table(self, name: str) -> Kept:
        if name not in self._kept:
            raise no_table(name, self.headers())
        return self._kept[name]


LONGEST_PLAYER = 30  # the most characters of a player's name


def check_names(names: Sequence[str]) -> None:
    """Refuse a name that cannot be seen, or that does not tell its player from another."""
    for at, name in enumerate(names):
        if not name.strip() or len(name) > LONGEST_PLAYER or not visible(name):
            raise InputError(
                "'{name}' is not a name for a player; use 1 to {most} visible characters.",
                name=shortened("".join(each if each.isprintable() else "?" for each in name), LONGEST_PLAYER),
                most=LONGEST_PLAYER,
            )
        if name.casefold() in (other.casefold() for other in names[:at]):
            raise InputError("Two players are named '{name}'; every name must tell one of them.", name=name)
