"""Tables as rows of text, for a keeper that is no database: the pocket's, which lies in a browser.

Every row has a key - what it is, of which table, and which one of it - and one line of JSON. What a shelf of
rows has changed is told row by row, so that a keeper writes only that, all at once. Events are read when a
table is opened. A row that cannot be read spoils one table at most; it stays as it is, and goes with it.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from companion.table.history import Event, canonical, read_record
from companion.table.shelf import Kept, MemoryShelf

Key: TypeAlias = tuple[str, str, str | int]
"""``("table", name, "")``, ``("event", name, number)``, ``("note", name, key)`` or ``("tap", name, tap)``.

The house itself is the table ''."""

_TABLE, _EVENT, _NOTE, _TAP = "table", "event", "note", "tap"

_UNREADABLE = (LookupError, TypeError, ValueError, RecursionError)


class _Row:
    """A row as it was kept."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def event(self) -> Event:
        """The event it holds; raises one of ``_UNREADABLE``."""
        record, kept_hash = json.loads(self.text)
        return read_record(record, kept_hash)


@dataclass(frozen=True, slots=True)
class _Kept(Kept):
    """A table as its rows tell of it."""

    strays: Mapping[tuple[str, str | int], _Row] = field(default_factory=dict)
    spoilt: bool = False


class RowShelf(MemoryShelf):
    """A shelf whose keeper is told what has changed."""

    def __init__(self, rows: Iterable[tuple[Key, str]] = ()) -> None:
        """Take in what was kept."""
        super().__init__()
        by_table: dict[str, dict[tuple[str, str | int], str]] = {"": {}}
        for (kind, name, which), text in rows:
            by_table.setdefault(name, {})[kind, which] = text
        self._kept = {name: _read(each) for name, each in by_table.items()}
        self._told = self._kept

    def events(self, name: str, after: int = 0) -> list[Event]:
        kept = self._kept.get(name)
        if isinstance(kept, _Kept) and kept.spoilt:
            raise self.damaged()
        try:
            kept_events = super().events(name, after)
            return [each.event if isinstance(each, _Row) else each for each in kept_events]
        except _UNREADABLE:
            raise self.damaged() from None

    def changes(self) -> dict[Key, str | None]:
        """The rows that differ since this was last asked; nothing in place of one that is gone."""
        before, now = self._told, self._kept
        self._told = now
        changed: dict[Key, str | None] = {}
        for name in {**before, **now}:
            was, kept = before.get(name), now.get(name)
            if was is not kept:
                old, new = _values(name, was), _values(name, kept)
                changed |= {key: None for key in old if key not in new}
                changed |= {
                    key: _text(value)
                    for key, value in new.items()
                    if old.get(key) is not value and old.get(key) != value
                }
        return changed


def _values(name: str, kept: Kept | None) -> dict[Key, Any]:
    """The value of each row of one table, not yet as text."""
    if kept is None:
        return {}
    values: dict[Key, Any] = {}
    if isinstance(kept, _Kept):
        values |= {(kind, name, which): row for (kind, which), row in kept.strays.items()}
    values |= {(_EVENT, name, number): event for number, event in enumerate(kept.events, 1)}
    values |= {(_NOTE, name, key): value for key, value in kept.notes.items()}
    values |= {(_TAP, name, tap): made for tap, made in kept.taps.items()}
    if kept.game:
        values[(_TABLE, name, "")] = (kept.game, kept.version)
    return values


def _text(value: Any) -> str:
    if isinstance(value, _Row):
        return value.text
    return canonical([value.record, value.hash] if isinstance(value, Event) else value)


def _read(rows: Mapping[tuple[str, str | int], str]) -> _Kept:
    """One table, or the house; its events are not read yet."""
    game, version = "", 0
    events: dict[int, Any] = {}
    notes: dict[str, str] = {}
    taps: dict[str, tuple[int, str]] = {}
    strays: dict[tuple[str, str | int], _Row] = {}
    for (kind, which), text in rows.items():
        match kind, which, None if kind == _EVENT else _value(text):
            case "table", "", [str(game), int(version)]:
                pass
            case "event", int(number), _:
                events[number] = _Row(text)
            case "note", str(key), str(value):
                notes[key] = value
            case "tap", str(tap), [int(number), str(by)]:
                taps[tap] = (number, by)
            case _:
                strays[kind, which] = _Row(text)
    log: list[Any] = []
    while len(log) + 1 in events:
        log.append(events.pop(len(log) + 1))
    strays |= {(_EVENT, number): row for number, row in events.items()}
    lost = any(number > len(log) for number, _ in taps.values())
    spoilt = not game or lost or any(kind in (_TABLE, _EVENT) for kind, _ in strays)
    return _Kept(game, version, tuple(log), notes, taps, strays, spoilt)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except _UNREADABLE:
        return None
