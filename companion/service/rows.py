"""A shelf of tables stored as rows of text.

The pocket version stores the rows in the browser, which has no SQLite.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from companion.table.history import Event, format_canonical, parse_record
from companion.table.shelf import MemoryShelf, TableRecord

Key: TypeAlias = tuple[str, str, str | int]
"""``("table", name, "")``, ``("event", name, number)``, ``("note", name, key)`` or ``("tap", name, tap)``.

The table '' has the notes that belong to no table."""

_UNREADABLE = (LookupError, TypeError, ValueError, RecursionError)


class _Row:
    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def event(self) -> Event:
        """The event in it; raises one of ``_UNREADABLE`` if it is damaged."""
        record, kept_hash = json.loads(self.text)
        return parse_record(record, kept_hash)


@dataclass(frozen=True, slots=True)
class _RowRecord(TableRecord):
    """A table as read from its rows."""

    stray_rows: Mapping[tuple[str, str | int], _Row] = field(default_factory=dict)
    is_damaged: bool = False


class RowShelf(MemoryShelf):
    """A shelf that lists the changes of its rows, to be stored elsewhere."""

    def __init__(self, rows: Iterable[tuple[Key, str]] = ()) -> None:
        """Read the rows stored before."""
        super().__init__()
        by_table: dict[str, dict[tuple[str, str | int], str]] = {"": {}}
        for (kind, name, key), text in rows:
            by_table.setdefault(name, {})[kind, key] = text
        self._records = {name: _parse_table(each) for name, each in by_table.items()}
        self._sent_records = self._records

    def list_events(self, name: str, after: int = 0) -> list[Event]:
        record = self._records.get(name)
        if isinstance(record, _RowRecord) and record.is_damaged:
            raise self.build_damage_error()
        try:
            return [each.event if isinstance(each, _Row) else each for each in super().list_events(name, after)]
        except _UNREADABLE:
            raise self.build_damage_error() from None

    def take_changes(self) -> dict[Key, str | None]:
        """The rows that changed since the last call; ``None`` for a deleted row."""
        before, current = self._sent_records, self._records
        self._sent_records, changes = current, dict[Key, str | None]()
        for name in {**before, **current}:
            old_record, record = before.get(name), current.get(name)
            if old_record is not record:
                old, new = _list_values(name, old_record), _list_values(name, record)
                changes |= {key: None for key in old if key not in new}
                changes |= {
                    key: _format_value(value)
                    for key, value in new.items()
                    if old.get(key) is not value and old.get(key) != value
                }
        return changes


def _list_values(name: str, record: TableRecord | None) -> dict[Key, Any]:
    """The values of the rows of a table, not yet as text."""
    if record is None:
        return {}
    stray_rows = record.stray_rows if isinstance(record, _RowRecord) else {}
    values: dict[Key, Any] = {(kind, name, row_key): row for (kind, row_key), row in stray_rows.items()}
    values |= {("event", name, number): event for number, event in enumerate(record.events, 1)}
    values |= {("note", name, key): value for key, value in record.notes.items()}
    values |= {("tap", name, tap): tap_row for tap, tap_row in record.taps.items()}
    return values | ({("table", name, ""): (record.game, record.version)} if record.game else {})


def _format_value(value: Any) -> str:
    if isinstance(value, _Row):
        return value.text
    return format_canonical([value.record, value.hash] if isinstance(value, Event) else value)


def _parse_table(rows: Mapping[tuple[str, str | int], str]) -> _RowRecord:
    """Parse a table, or the rows of no table (''), leaving its events unparsed."""
    game, version = "", 0
    events: dict[int, Any] = {}
    notes: dict[str, str] = {}
    taps: dict[str, tuple[int, str]] = {}
    stray_rows: dict[tuple[str, str | int], _Row] = {}
    for (kind, row_key), text in rows.items():
        match kind, row_key, None if kind == "event" else _parse_value(text):
            case "table", "", [str(game), int(version)]:
                pass
            case "event", int(number), _:
                events[number] = _Row(text)
            case "note", str(key), str(value):
                notes[key] = value
            case "tap", str(tap), [int(number), str(visitor)]:
                taps[tap] = (number, visitor)
            case _:
                stray_rows[kind, row_key] = _Row(text)
    log: list[Any] = []
    while len(log) + 1 in events:
        log.append(events.pop(len(log) + 1))
    stray_rows |= {("event", number): row for number, row in events.items()}
    is_damaged = any(number > len(log) for number, _ in taps.values())
    damaged = not game or is_damaged or any(kind in ("table", "event") for kind, _ in stray_rows)
    return _RowRecord(game, version, tuple(log), notes, taps, stray_rows, damaged)


def _parse_value(text: str) -> Any:
    try:
        return json.loads(text)
    except _UNREADABLE:
        return None
