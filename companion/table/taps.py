"""A tap of somebody's finger: what came of it is known again when it is sent once more."""

from __future__ import annotations

from typing import Generic, TypeVar

from companion.errors import InputError
from companion.table.history import History, Step
from companion.table.shelf import Shelf

__all__ = ["Tap", "tap_name"]

S = TypeVar("S")

_LONGEST = 64


def tap_name(sent: str) -> str:
    """The name of a tap, as it was sent.

    Raises:
        InputError: When it is no such name.
    """
    if not (sent.isascii() and sent.isprintable() and 0 < len(sent) <= _LONGEST):
        raise InputError("This tap cannot be told from others; load the page again.")
    return sent


class Tap(Generic[S]):
    """One tap at a table, while it is carried out or was carried out before."""

    def __init__(self, shelf: Shelf, table: str, history: History[S], tap: str, by: str) -> None:
        """Look whether a tap is known.

        Args:
            shelf: Where the table is kept.
            table: Its name.
            history: Its events.
            tap: The tap's own name.
            by: Whose tap it is.

        Raises:
            InputError: When it is no such name.
        """
        self._shelf, self._table, self._history, self._by = shelf, table, history, by
        self._tap = tap_name(tap)
        self._asked = 0
        self._last: Step[S] | None = None
        self._next = self._known()

    @property
    def state(self) -> S:
        """The state that the tap meets, or met."""
        if self._next is not None:
            assert self._next.before is not None  # a table is not begun by a tap at it
            return self._next.before
        return self._history.state if self._last is None else self._last.after

    def again(self) -> Step[S] | None:
        """The event that came of what is asked for now, if that is known; else it is new."""
        self._last = self._next
        if self._last is not None:
            self._asked += 1
            self._next = self._known()
        return self._last

    def note(self, step: Step[S]) -> None:
        """Note an event that came of the tap, in the transaction that writes it."""
        self._shelf.note_tap(self._table, self._key(), step.event.number, self._by)
        self._asked += 1

    def _known(self) -> Step[S] | None:
        number = self._shelf.tap(self._table, self._key())
        return None if number is None or number > len(self._history) else self._history.step(number)

    def _key(self) -> str:
        """The tap, and which of several things asked for by one."""
        return f"{self._tap}/{self._asked}" if self._asked else self._tap
