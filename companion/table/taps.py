"""A tap of somebody's finger: sent once more, its outcome is known again."""

from typing import Generic, TypeVar

from companion.errors import InputError, Refused
from companion.table.history import History, Step
from companion.table.shelf import Shelf

S = TypeVar("S")

_LONGEST = 64


def tap_name(sent: str) -> str:
    """The name of a tap, as it was sent."""
    if not (sent.isascii() and sent.isprintable() and 0 < len(sent) <= _LONGEST):
        raise InputError("This tap cannot be told from others; load the page again.")
    return sent


class Tap(Generic[S]):
    """One tap at a table, while it is carried out, or was before."""

    def __init__(self, shelf: Shelf, table: str, history: History[S], tap: str, by: str) -> None:
        """Look whether a tap is known."""
        self._shelf, self._table, self._tap, self._by = shelf, table, tap_name(tap), by
        self._asked = 0
        first = shelf.tap(table, tap)
        known = first is not None and first <= len(history)
        self.then = history.until(first - 1) if first is not None and known else None
        self._rest = iter(history.steps[first - 1 :] if first is not None and known else ())

    def again(self, request: object) -> Step[S] | None:
        """The event that a request has led to before; ``None`` for a tap that is new."""
        if self.then is None:
            return None
        step = next(self._rest, None)
        known = None if step is None else self._shelf.tap(self._table, self._key())
        kinds = self.then.game.kinds_of(request)
        if step is None or step.event.kind not in kinds or known != step.event.number:
            raise Refused("This was done already.")
        self._asked += 1
        return self.then.take(step)

    def note(self, step: Step[S]) -> None:
        """Note an event that came of the tap, in the transaction that writes it."""
        self._shelf.note_tap(self._table, self._key(), step.event.number, self._by)
        self._asked += 1

    def _key(self) -> str:
        """The tap, and which of several things asked for by one."""
        return f"{self._tap}/{self._asked}" if self._asked else self._tap
