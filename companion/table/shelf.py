"""The interface of a store of tables, and a store in memory that lasts while the program runs.

Beside the log of each table a shelf keeps notes, such as who sits where, and for its latest events the
tap that each came from. Neither is part of the game: no export, hash or verification includes them.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from companion.errors import InputError, NoTables, TableError
from companion.sentences import is_visible, shorten_text
from companion.table.history import Event

LONGEST_NAME = 60

TAPS_KEPT = 500  # of how many events of a table, its last ones, it is known from which tap they came


@dataclass(frozen=True, slots=True)
class Header:
    """A table as a store lists it."""

    name: str
    game: str
    version: int
    events: int


def parse_table_name(typed: str) -> str:
    """Parse the name of a table; it is stripped and normalized."""
    name = unicodedata.normalize("NFC", typed.strip())
    if not name or len(name) > LONGEST_NAME or not is_visible(name):
        raise InputError(
            "'{name}' is not a name for a table; use 1 to {most} letters, digits and other visible characters.",
            name=shorten_text("".join(each if each.isprintable() else "?" for each in name), LONGEST_NAME),
            most=LONGEST_NAME,
        )
    return name


def build_no_table_error(name: str, headers: tuple[Header, ...]) -> TableError:
    """The error for a missing table; it names those that exist."""
    if not headers:
        return TableError("There is no table '{name}'; there are no tables yet.", name=name)
    return TableError(
        "There is no table '{name}'; there is {names}.",
        name=name,
        names=", ".join(header.name for header in headers[:12]) + (", ..." if len(headers) > 12 else ""),
    )


def build_name_taken_error(name: str) -> InputError:
    """The error for a new table whose name is in use."""
    return InputError("There is a table '{name}' already; choose another name.", name=name)


class Shelf(Protocol):
    """A store of tables: their logs, their notes, and the taps their events came from."""

    @property
    def path(self) -> Path | None:
        """The file of the store; ``None`` in memory."""

    def transaction(self) -> AbstractContextManager[None]:
        """One transaction: all of it is kept, or nothing; one inside another is part of it."""

    def list_tables(self) -> tuple[Header, ...]:
        """Every table, sorted by name."""

    def get_header(self, name: str) -> Header:
        """The header of a table; a ``TableError`` if there is none."""

    def add_table(self, name: str, game: str, version: int) -> None:
        """Add a new table; call it inside ``transaction``."""

    def rename_table(self, name: str, new: str) -> None:
        """Rename a table; its events, notes and taps stay the same."""

    def remove_table(self, name: str) -> None:
        """Delete a table with its events, notes and taps; call it inside ``transaction``."""

    def get_last_table(self, game: str | None) -> str:
        """The name of the table, of one game or any, that got the last event."""

    def append_event(self, name: str, event: Event) -> None:
        """Add an event to a table's log; call it inside ``transaction``."""

    def list_events(self, name: str, after: int = 0) -> list[Event]:
        """The events of a table with numbers above ``after``, in order."""

    def get_head(self, name: str) -> str:
        """The hash of a table's last event; '' where there is none."""

    def is_sound(self) -> bool:
        """True when everything in the store can be read."""

    def build_damage_error(self) -> TableError:
        """The error for a store that cannot be read."""

    def read_note(self, table: str, key: str) -> str | None:
        """A table's note with a key, or ``None``; the table '' holds notes that belong to no table."""

    def write_note(self, table: str, key: str, value: str | None) -> None:
        """Write or replace a note; ``None`` deletes it."""

    def list_notes(self, table: str) -> dict[str, str]:
        """All notes of a table, by key."""

    def note_tap(self, table: str, tap: str, number: int, by: str) -> None:
        """Record which tap an event came from, and whose it was; call it inside ``transaction``."""

    def find_tap_event(self, table: str, tap: str) -> int | None:
        """The number of the event that came from a tap; ``None`` if unknown."""

    def find_tap_owner(self, table: str, number: int) -> str | None:
        """Whose tap an event came from; ``None`` if unknown."""


@dataclass(frozen=True, slots=True)
class TableRecord:
    """What a shelf in memory keeps of a table; '' holds the notes that belong to no table."""

    game: str = ""
    version: int = 0
    events: tuple[Event, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    taps: Mapping[str, tuple[int, str]] = field(default_factory=dict)


class MemoryShelf:
    """A ``Shelf`` that keeps its tables while the program runs."""

    path = None

    def __init__(self) -> None:
        self._kept: dict[str, TableRecord] = {"": TableRecord()}  # the last written stands last; never changed in place

    @contextmanager
    def transaction(self) -> Iterator[None]:
        before = self._kept
        try:
            yield
        except BaseException:
            self._kept = before
            raise

    def list_tables(self) -> tuple[Header, ...]:
        tables = sorted((name, kept) for name, kept in self._kept.items() if name)
        return tuple(Header(name, kept.game, kept.version, len(kept.events)) for name, kept in tables)

    def get_header(self, name: str) -> Header:
        kept = self._get_record(name)
        return Header(name, kept.game, kept.version, len(kept.events))

    def add_table(self, name: str, game: str, version: int) -> None:
        if name in self._kept:
            raise build_name_taken_error(name)
        self._kept = {**self._kept, name: TableRecord(game, version)}

    def rename_table(self, name: str, new: str) -> None:
        self._get_record(name)
        if new in self._kept:
            raise build_name_taken_error(new)
        self._kept = {new if each == name else each: kept for each, kept in self._kept.items()}

    def remove_table(self, name: str) -> None:
        self._get_record(name)
        self._kept = {each: kept for each, kept in self._kept.items() if each != name}

    def get_last_table(self, game: str | None) -> str:
        for name, kept in reversed(self._kept.items()):
            if name and game in (None, kept.game):
                return name
        raise NoTables("There are no tables of {game} yet.", game=(game or "").capitalize())

    def append_event(self, name: str, event: Event) -> None:
        kept = self._get_record(name)
        others = {each: other for each, other in self._kept.items() if each != name}
        self._kept = {**others, name: replace(kept, events=(*kept.events, event))}

    def list_events(self, name: str, after: int = 0) -> list[Event]:
        return list(self._kept.get(name, TableRecord()).events[after:])

    def get_head(self, name: str) -> str:
        return "".join(last.hash for last in self.list_events(name, -1))

    def is_sound(self) -> bool:
        return True

    def build_damage_error(self) -> TableError:
        return TableError("The log of this table is damaged.")

    def read_note(self, table: str, key: str) -> str | None:
        return self.list_notes(table).get(key)

    def write_note(self, table: str, key: str, value: str | None) -> None:
        notes = {each: noted for each, noted in self.list_notes(table).items() if each != key}
        if value is not None:
            notes[key] = value
        self._kept = {**self._kept, table: replace(self._get_record(table), notes=notes)}

    def list_notes(self, table: str) -> dict[str, str]:
        return dict(self._kept.get(table, TableRecord()).notes)

    def note_tap(self, table: str, tap: str, number: int, by: str) -> None:
        kept = self._get_record(table)
        last = {each: of for each, of in kept.taps.items() if of[0] > number - TAPS_KEPT}
        self._kept = {**self._kept, table: replace(kept, taps={**last, tap: (number, by)})}

    def find_tap_event(self, table: str, tap: str) -> int | None:
        number, _ = self._kept.get(table, TableRecord()).taps.get(tap, (None, ""))
        return number

    def find_tap_owner(self, table: str, number: int) -> str | None:
        taps = self._kept.get(table, TableRecord()).taps.values()
        return next((by for each, by in taps if each == number), None)

    def _get_record(self, name: str) -> TableRecord:
        if name not in self._kept:
            raise build_no_table_error(name, self.list_tables())
        return self._kept[name]


LONGEST_PLAYER = 30  # the most characters of a player's name


def check_names(names: Sequence[str]) -> None:
    """Refuse a player's name that is invisible, too long, or the same as another's but for case."""
    for at, name in enumerate(names):
        if not name.strip() or len(name) > LONGEST_PLAYER or not is_visible(name):
            raise InputError(
                "'{name}' is not a name for a player; use 1 to {most} visible characters.",
                name=shorten_text("".join(each if each.isprintable() else "?" for each in name), LONGEST_PLAYER),
                most=LONGEST_PLAYER,
            )
        if name.casefold() in (other.casefold() for other in names[:at]):
            raise InputError("Two players are named '{name}'; every player needs a different name.", name=name)
