"""A tap of somebody's finger, and a command: sent once more, its outcome is known again.

A command is killed now and then before it has answered. It is noted as a tap of its program, and the note
goes when the answer has left; while that program runs, the answer is on its way.
"""

from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import Generic, TypeVar

from companion.codec import encode
from companion.errors import InputError, Refused
from companion.table.history import History, Step
from companion.table.log import canonical
from companion.table.programs import is_running
from companion.table.shelf import Shelf

S = TypeVar("S")

_LONGEST = 64

_COMMAND = "command "  # the beginning of the tap of a command; what a browser sends has no blank


@dataclass(frozen=True, slots=True)
class Reply:
    """The number of an event that a command has made and perhaps never told, and the command's own tap."""

    number: int
    command: str

    @property
    def tap(self) -> str:
        """The tap under which a shelf notes it: the same command may be given again."""
        return f"{self.command} {self.number}"


def command_tap(request: object, drawn: Collection[str] = ()) -> str:
    """The tap of a command: the same whenever the same is asked for, whatever is drawn for it."""
    fields = {name: value for name, value in encode(request).items() if name not in drawn}
    return _COMMAND + sha256(canonical([type(request).__name__, fields]).encode()).hexdigest()[:32]


def lost_replies(shelf: Shelf, table: str) -> list[Reply]:
    """The replies that nobody will give any more, since their programs are gone, in the order of events."""
    replies = (
        Reply(number, tap.rpartition(" ")[0])
        for tap, number, by in shelf.taps(table)
        if tap.startswith(_COMMAND) and not is_running(by)
    )
    return sorted(replies, key=lambda reply: reply.number)


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
        """The event that a request has led to before; ``None`` for a tap that is new.

        A request that is a wish may lead to an event of any kind.
        """
        if self.then is None:
            return None
        step = next(self._rest, None)
        known = None if step is None else self._shelf.tap(self._table, self._key())
        kind = self.then.game.names.get(type(request))
        if step is None or kind not in (None, step.event.kind) or known != step.event.number:
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
