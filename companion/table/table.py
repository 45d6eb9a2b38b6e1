"""A table people play at: a name, a log in the store, the state the log makes, and taps that are known again.

Every request is decided, checked and written in one transaction, on the state that the log has at
that moment, whoever else is writing. Only then is it taken in and answered.
"""

from typing import Any, Generic, TypeVar

from companion.errors import InputError, Refused, TableError
from companion.table.history import START, History, LogRules, Moment, Step, breaks
from companion.table.shelf import Header, Shelf, table_name

S = TypeVar("S")


def plays(header: Header, game: str | None) -> None:
    """Refuse a table that plays another game."""
    if game is not None and header.game != game:
        raise TableError(
            "The table '{name}' plays {other}, not {game}.",
            name=header.name,
            other=header.game.capitalize(),
            game=game.capitalize(),
        )


def check_header(header: Header, game: LogRules[Any]) -> None:
    """Refuse a table that plays another game, or that a newer version has written."""
    plays(header, game.name)
    if header.version > game.version:
        raise TableError(
            "The log of '{name}' was written by a newer Companion; install the newest one.", name=header.name
        )


class Table(Moment[S]):
    """An open table."""

    def __init__(self, store: Shelf, name: str, game: LogRules[S], begin: object | None = None) -> None:
        """Open a table that exists, or begin one with its first event."""
        super().__init__(table_name(name), History(game))
        self.store = store
        # Of ``do`` and ``catch_up`` it is always the table's own that is called in here: what a subclass adds
        # to them, such as telling others, has no place in an unfinished table or transaction.
        if begin is not None:
            Table.do(self, begin)
            return
        header = store.header(self.name)
        check_header(header, game)
        Table.catch_up(self)
        if not len(self.history):
            raise store.damaged()

    def do(self, request: object) -> Step[S]:
        """Play a request on the state there is now, write it down on the disk, and take it in."""
        game = self.history.game
        with self.store.writing():
            if isinstance(request, game.by_name[START].request):
                self.store.add_table(self.name, game.name, game.version)
            else:
                self.store.header(self.name)  # somebody may have renamed or deleted it meanwhile
            Table.catch_up(self)
            step = self.history.play(request)
            self.store.append(self.name, step.event)
            self._note(request, step)
        self.history.take(step)
        return step

    def _note(self, request: object, step: Step[S]) -> None:
        """Write something beside an event, in its transaction; here nothing is."""

    def catch_up(self) -> None:
        """Take in what others have written since."""
        history = self.history
        new = self.store.events(self.name, len(history))
        if any(breaks(new, len(history), history.head)):
            raise self.store.damaged()
        for event in new:
            history.follow(event)


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
