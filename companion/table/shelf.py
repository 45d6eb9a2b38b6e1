"""What a store of tables does, a store in memory, and an open table: its log, its state, and repeated taps.

Beside the log of each table a shelf keeps notes, such as who sits where, and for its latest events the
tap that each came from. Neither is part of the game: no export, hash or verification includes them.
Every request is applied, checked and written in one transaction, on the state of the log at that moment,
whoever else is writing. Only then is it added to the open table and answered.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from companion.errors import InputError, NoTables, Refused, TableError
from companion.sentences import is_visible, shorten_text
from companion.table.history import START, Event, History, LogRules, Snapshot, Transition, find_chain_faults

S = TypeVar("S")
LONGEST_NAME, LONGEST_PLAYER, LONGEST_TAP = 60, 30, 64  # the most characters of a name of a table, a player, a tap
SCORE = "score"  # the note of a table on which a game is only scored: it is listed among scores, not tables
TAPS_KEPT = 500  # a table's last events for which their taps are stored


@dataclass(frozen=True, slots=True)
class Header:
    name: str
    game: str
    version: int
    events: int
    is_score: bool = False  # known of a table that is open, or was read from a file


_IGNORED = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\ufe00-\ufe0f\ufeff"
    "\U000e0000-\U000e0fff]"
)
"""Characters that nobody sees: fillers, soft hyphens, joiners, marks of direction, variants of other characters."""


def fold_name(name: str) -> str:
    """A name of a player or a table for comparison: without case, invisible characters, and differences of width."""
    folded = _IGNORED.sub("", unicodedata.normalize("NFKC", name)).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def parse_table_name(text: str) -> str:
    """Parse the name of a table; it is stripped and normalized."""
    name = unicodedata.normalize("NFC", text.strip())
    if not fold_name(name) or len(name) > LONGEST_NAME or not is_visible(name):
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
    if near := get_close_matches(name, [header.name for header in headers], 1):
        return TableError("There is no table '{name}'; did you mean '{near}'?", name=name, near=near[0])
    return TableError(
        "There is no table '{name}'; tables here: {names}.",
        name=name,
        names=", ".join(header.name for header in headers[:12]) + (", ..." if len(headers) > 12 else ""),
    )


def check_free_name(headers: Sequence[Header], name: str) -> None:
    """Refuse the name of a new table that looks the same as that of another."""
    for each in headers:
        if fold_name(each.name) == fold_name(name):
            raise build_name_taken_error(each.name)


def build_name_taken_error(name: str) -> InputError:
    return InputError("There is a table '{name}' already; choose another name.", name=name)


class Shelf(Protocol):
    """A store of tables: their logs, their notes, and the taps their events came from.

    A missing table is a ``TableError``. The table '' has notes that belong to no table. Methods marked with a
    star are called inside ``transaction``.
    """

    @property
    def path(self) -> Path | None: ...  # the file of the store; none in memory
    def transaction(self) -> AbstractContextManager[None]: ...  # all or nothing; an inner one is part of the outer
    def is_sound(self) -> bool: ...  # true when everything in the store can be read
    def build_damage_error(self) -> TableError: ...  # for a store that cannot be read

    def list_tables(self) -> tuple[Header, ...]: ...  # sorted by name
    def get_header(self, name: str) -> Header: ...
    def add_table(self, name: str, game: str, version: int) -> None: ...  # *
    def rename_table(self, name: str, new: str) -> None: ...  # its events, notes and taps stay the same
    def remove_table(self, name: str) -> None: ...  # * with its events, notes and taps
    def get_last_table(self, game: str | None) -> str: ...  # the one with the latest event, of one game or any

    def append_event(self, name: str, event: Event) -> None: ...  # *
    def list_events(self, name: str, after: int = 0) -> list[Event]: ...  # with numbers above ``after``, in order
    def get_head(self, name: str) -> str: ...  # the hash of the last event; '' if there is none

    def read_note(self, table: str, key: str) -> str | None: ...
    def write_note(self, table: str, key: str, value: str | None) -> None: ...  # ``None`` deletes it
    def list_notes(self, table: str) -> dict[str, str]: ...  # by key

    def note_tap(self, table: str, tap: str, number: int, visitor: str) -> None: ...  # * of an event, and its maker
    def find_tap_event(self, table: str, tap: str) -> int | None: ...  # the number of its event
    def find_tap_owner(self, table: str, number: int) -> str | None: ...  # the maker of an event's tap


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table in a shelf in memory; '' has the notes that belong to no table."""

    game: str = ""
    version: int = 0
    events: tuple[Event, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    taps: Mapping[str, tuple[int, str]] = field(default_factory=dict)


class MemoryShelf:
    """A ``Shelf`` that keeps its tables while the program runs."""

    path = None

    def __init__(self) -> None:
        # By name, last written last; a record is never changed in place.
        self._records: dict[str, TableRecord] = {"": TableRecord()}

    @contextmanager
    def transaction(self) -> Iterator[None]:
        before = self._records
        try:
            yield
        except BaseException:
            self._records = before
            raise

    def list_tables(self) -> tuple[Header, ...]:
        return tuple(self.get_header(name) for name in sorted(self._records) if name)

    def get_header(self, name: str) -> Header:
        record = self._get_record(name)
        return Header(name, record.game, record.version, len(record.events))

    def add_table(self, name: str, game: str, version: int) -> None:
        if name in self._records:
            raise build_name_taken_error(name)
        self._records = {**self._records, name: TableRecord(game, version)}

    def rename_table(self, name: str, new: str) -> None:
        self._get_record(name)
        if new in self._records:
            raise build_name_taken_error(new)
        self._records = {new if each == name else each: record for each, record in self._records.items()}

    def remove_table(self, name: str) -> None:
        self._get_record(name)
        self._records = {each: record for each, record in self._records.items() if each != name}

    def get_last_table(self, game: str | None) -> str:
        for name, record in reversed(self._records.items()):
            if name and game in (None, record.game):
                return name
        raise NoTables("There are no tables of {game} yet.", game=(game or "").capitalize())

    def append_event(self, name: str, event: Event) -> None:
        record = self._get_record(name)
        others = {each: other for each, other in self._records.items() if each != name}
        self._records = {**others, name: replace(record, events=(*record.events, event))}

    def list_events(self, name: str, after: int = 0) -> list[Event]:
        return list(self._records.get(name, TableRecord()).events[after:])

    def get_head(self, name: str) -> str:
        return "".join(last.hash for last in self.list_events(name, -1))

    def is_sound(self) -> bool:
        return True

    def build_damage_error(self) -> TableError:
        return TableError("The log of this table is damaged.")

    def read_note(self, table: str, key: str) -> str | None:
        return self.list_notes(table).get(key)

    def write_note(self, table: str, key: str, value: str | None) -> None:
        notes = {each: text for each, text in self.list_notes(table).items() if each != key}
        if value is not None:
            notes[key] = value
        self._records = {**self._records, table: replace(self._get_record(table), notes=notes)}

    def list_notes(self, table: str) -> dict[str, str]:
        return dict(self._records.get(table, TableRecord()).notes)

    def note_tap(self, table: str, tap: str, number: int, visitor: str) -> None:
        record = self._get_record(table)
        last = {each: entry for each, entry in record.taps.items() if entry[0] > number - TAPS_KEPT}
        self._records = {**self._records, table: replace(record, taps={**last, tap: (number, visitor)})}

    def find_tap_event(self, table: str, tap: str) -> int | None:
        number, _ = self._records.get(table, TableRecord()).taps.get(tap, (None, ""))
        return number

    def find_tap_owner(self, table: str, number: int) -> str | None:
        taps = self._records.get(table, TableRecord()).taps.values()
        return next((visitor for each, visitor in taps if each == number), None)

    def _get_record(self, name: str) -> TableRecord:
        if name not in self._records:
            raise build_no_table_error(name, self.list_tables())
        return self._records[name]


def check_names(names: Sequence[str]) -> None:
    """Refuse a player's name that is invisible, too long, or looks the same as another."""
    for index, name in enumerate(names):
        if not fold_name(name) or len(name) > LONGEST_PLAYER or not is_visible(name):
            raise InputError(
                "'{name}' is not a name for a player; use 1 to {most} visible characters.",
                name=shorten_text("".join(each if each.isprintable() else "?" for each in name), LONGEST_PLAYER),
                most=LONGEST_PLAYER,
            )
        if fold_name(name) in (fold_name(other) for other in names[:index]):
            raise InputError("Two players are named '{name}'; every player needs a different name.", name=name)


def check_header(header: Header, game: LogRules[Any]) -> None:
    """Refuse a table of another game, or one written by a newer version."""
    if header.game != game.name:
        fields = {"name": header.name, "other": header.game.capitalize(), "game": game.name.capitalize()}
        raise TableError("The table '{name}' plays {other}, not {game}.", **fields)
    if header.version > game.version:
        raise TableError(
            "The log of '{name}' was written by a newer Companion; install the newest one.", name=header.name
        )


class Table(Snapshot[S]):
    def __init__(self, store: Shelf, name: str, game: LogRules[S], request: object | None = None) -> None:
        """Open a table that exists, or begin one with the request ``request``."""
        super().__init__(parse_table_name(name), History(game))
        self.store = store
        # ``do`` and ``catch_up`` of this class are called here and in ``do``: what a subclass adds to them, such
        # as notifying others, must not happen in an unfinished table or transaction.
        if request is not None:
            Table.do(self, request)
            return
        header = store.get_header(self.name)
        check_header(header, game)
        Table.catch_up(self)
        if not len(self.history):
            raise store.build_damage_error()

    def do(self, request: object) -> Transition[S]:
        """Apply a request to the current state, write its event to the store, and add it to the history."""
        game = self.history.game
        with self.store.transaction():
            if isinstance(request, game.by_name[START].request):
                check_free_name(self.store.list_tables(), self.name)
                self.store.add_table(self.name, game.name, game.version)
            else:
                self.store.get_header(self.name)  # somebody may have renamed or deleted it meanwhile
            Table.catch_up(self)
            step = self.history.try_request(request)
            self.store.append_event(self.name, step.event)
            self._note(step)
        self.history.append(step)
        return step

    def _note(self, step: Transition[S]) -> None:
        """Called in the transaction that writes an event, so that a subclass can write more."""

    def catch_up(self) -> None:
        """Add the events that others have written since."""
        history = self.history
        new = self.store.list_events(self.name, len(history))
        if any(find_chain_faults(new, len(history), history.head)):
            raise self.store.build_damage_error()
        for event in new:
            history.replay_event(event)


def check_tap_name(name: str) -> str:
    """Return the name of a tap as a phone sent it; an ``InputError`` if it is malformed."""
    if not (name.isascii() and name.isprintable() and 0 < len(name) <= LONGEST_TAP):
        raise InputError("This tap cannot be identified; reload the page.")
    return name


def find_own_tap_event(shelf: Shelf, table: str, tap: str, visitor: str) -> int | None:
    """The number of the event that a visitor's tap made; ``None`` for a new tap, ``Refused`` for another visitor's."""
    number = shelf.find_tap_event(table, tap)
    if number is not None and shelf.find_tap_owner(table, number) != visitor:
        raise Refused("Another player's tap has done this already; reload the page.")
    return number


class Tap(Generic[S]):
    """One tap at a table, with the requests it makes; a tap that is sent again is recognized."""

    def __init__(self, shelf: Shelf, table: str, history: History[S], tap: str, visitor: str) -> None:
        """Look up whether the tap was carried out before."""
        self._shelf, self._table, self._tap, self._visitor = shelf, table, check_tap_name(tap), visitor
        self._request_count = 0
        first = find_own_tap_event(shelf, table, tap, visitor)
        is_known = first is not None and first <= len(history)
        self.past_history = history.copy_until(first - 1) if first is not None and is_known else None
        self._remaining_steps = iter(history.steps[first - 1 :] if first is not None and is_known else ())

    def repeat_request(self, request: object) -> Transition[S] | None:
        """For a repeated tap, the earlier event of a request; ``None`` for a new tap."""
        if self.past_history is None:
            return None
        step = next(self._remaining_steps, None)
        event_number = None if step is None else self._shelf.find_tap_event(self._table, self._build_key())
        kinds = self.past_history.game.list_kinds(request)
        if step is None or step.event.kind not in kinds or event_number != step.event.number:
            raise Refused("This has already been done.")
        self._request_count += 1
        return self.past_history.append(step)

    def note(self, step: Transition[S]) -> None:
        """Record an event that came of the tap, in the transaction that writes it."""
        self._shelf.note_tap(self._table, self._build_key(), step.event.number, self._visitor)
        self._request_count += 1

    def _build_key(self) -> str:
        """The tap's name, with a number from its second request on."""
        return f"{self._tap}/{self._request_count}" if self._request_count else self._tap
