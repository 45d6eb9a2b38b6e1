"""Tables as rows of text, for a keeper that is no database: the pocket's, which lies in a browser.

Every row has a key - what it is, of which table, and which one of it - and one line of JSON. What a shelf of
rows has changed is told row by row, so that a keeper writes only that, all at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from companion.table.log import Event, canonical, read_record
from companion.table.shelf import Kept, MemoryShelf

__all__ = ["Key", "RowShelf"]

Key: TypeAlias = tuple[str, str, str | int]
"""``("table", name, "")``, ``("event", name, number)``, ``("note", name, key)`` or ``("tap", name, tap)``.

The house itself is the table ''."""

_TABLE, _EVENT, _NOTE, _TAP = "table", "event", "note", "tap"


class RowShelf(MemoryShelf):
    """A shelf whose keeper is told what has changed."""

    def __init__(self, rows: Iterable[tuple[Key, str]] = ()) -> None:
        """Take in what was kept.

        Args:
            rows: All rows, in any order.

        Raises:
            TableError: When one of them is no row of ours.
        """
        super().__init__()
        try:
            self._kept = _read(rows)
        except (LookupError, TypeError, ValueError, RecursionError):
            raise self.damaged() from None
        self._told = self._kept

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
                changed |= {key: _text(value) for key, value in new.items() if old.get(key) != value}
        return changed


def _values(name: str, kept: Kept | None) -> dict[Key, Any]:
    """What each row of one table holds, not yet as text."""
    if kept is None:
        return {}
    values: dict[Key, Any] = {(_EVENT, name, event.number): event for event in kept.events}
    values |= {(_NOTE, name, key): value for key, value in kept.notes.items()}
    values |= {(_TAP, name, tap): made for tap, made in kept.taps.items()}
    if name:
        values[(_TABLE, name, "")] = (kept.game, kept.version)
    return values


def _text(value: Any) -> str:
    return canonical([value.record, value.hash] if isinstance(value, Event) else value)


def _read(rows: Iterable[tuple[Key, str]]) -> dict[str, Kept]:
    tables: dict[str, tuple[str, int]] = {"": ("", 0)}
    events: dict[str, dict[int, Event]] = {}
    notes: dict[str, dict[str, str]] = {}
    taps: dict[str, dict[str, tuple[int, str]]] = {}
    for (kind, name, which), text in rows:
        match kind, which, json.loads(text):
            case "table", "", [str(game), int(version)]:
                tables[name] = (game, version)
            case "event", int(number), [record, kept_hash]:
                events.setdefault(name, {})[number] = read_record(record, kept_hash)
            case "note", str(key), str(value):
                notes.setdefault(name, {})[key] = value
            case "tap", str(tap), [int(number), str(by)]:
                taps.setdefault(name, {})[tap] = (number, by)
            case _:
                raise ValueError("no row")
    return {
        name: Kept(game, version, _in_order(events.get(name, {})), notes.get(name, {}), taps.get(name, {}))
        for name, (game, version) in tables.items()
    }


def _in_order(events: Mapping[int, Event]) -> tuple[Event, ...]:
    if sorted(events) != list(range(1, len(events) + 1)):
        raise ValueError("an event is missing")
    return tuple(events[number] for number in range(1, len(events) + 1))
