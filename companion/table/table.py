"""A table people play at: a name, a log in the store, its state, and taps that are recognized.

Every request is decided, checked and written in one transaction, on the state of the log at that moment,
whoever else is writing. Only then is it added here and answered.
"""

from typing import Any, Generic, TypeVar

from companion.errors import InputError, Refused, TableError
from companion.table.history import START, History, LogRules, Snapshot, Transition, find_chain_faults
from companion.table.shelf import Header, Shelf, parse_table_name

S = TypeVar("S")


def check_table_game(header: Header, game: str | None) -> None:
    """Refuse a table that plays another game."""
    if game is not None and header.game != game:
        raise TableError(
            "The table '{name}' plays {other}, not {game}.",
            name=header.name,
            other=header.game.capitalize(),
            game=game.capitalize(),
        )


def check_header(header: Header, game: LogRules[Any]) -> None:
    """Refuse a table of another game, or one written by a newer version."""
    check_table_game(header, game.name)
    if header.version > game.version:
        raise TableError(
            "The log of '{name}' was written by a newer Companion; install the newest one.", name=header.name
        )


class Table(Snapshot[S]):
    def __init__(self, store: Shelf, name: str, game: LogRules[S], begin: object | None = None) -> None:
        """Open a table that exists, or begin one with the request ``begin``."""
        super().__init__(parse_table_name(name), History(game))
        self.store = store
        # Of ``do`` and ``catch_up`` it is always the table's own that is called in here: what a subclass adds
        # to them, such as telling others, has no place in an unfinished table or transaction.
        if begin is not None:
            Table.do(self, begin)
            return
        header = store.get_header(self.name)
        check_header(header, game)
        Table.catch_up(self)
        if not len(self.history):
            raise store.build_damage_error()

    def do(self, request: object) -> Transition[S]:
        """Play a request on the current state, write its event to the disk, and add it to the history."""
        game = self.history.game
        with self.store.transaction():
            if isinstance(request, game.by_name[START].request):
                self.store.add_table(self.name, game.name, game.version)
            else:
                self.store.get_header(self.name)  # somebody may have renamed or deleted it meanwhile
            Table.catch_up(self)
            step = self.history.try_request(request)
            self.store.append_event(self.name, step.event)
            self._note(request, step)
        self.history.append(step)
        return step

    def _note(self, request: object, step: Transition[S]) -> None:
        """Write something beside an event, in its transaction; a subclass may do so."""

    def catch_up(self) -> None:
        """Add the events that others have written since."""
        history = self.history
        new = self.store.list_events(self.name, len(history))
        if any(find_chain_faults(new, len(history), history.head)):
            raise self.store.build_damage_error()
        for event in new:
            history.replay_event(event)


_LONGEST = 64


def check_tap_name(sent: str) -> str:
    """The name of a tap, checked as it was sent."""
    if not (sent.isascii() and sent.isprintable() and 0 < len(sent) <= _LONGEST):
        raise InputError("This tap cannot be identified; reload the page.")
    return sent


class Tap(Generic[S]):
    """One tap at a table; a tap that is sent again is recognized."""

    def __init__(self, shelf: Shelf, table: str, history: History[S], tap: str, by: str) -> None:
        """Look up whether the tap was carried out before."""
        self._shelf, self._table, self._tap, self._by = shelf, table, check_tap_name(tap), by
        self._asked = 0
        first = shelf.find_tap_event(table, tap)
        known = first is not None and first <= len(history)
        self.then = history.copy_until(first - 1) if first is not None and known else None
        self._rest = iter(history.steps[first - 1 :] if first is not None and known else ())

    def repeat_request(self, request: object) -> Transition[S] | None:
        """The earlier event of a repeated tap's request; ``None`` for a new tap."""
        if self.then is None:
            return None
        step = next(self._rest, None)
        known = None if step is None else self._shelf.find_tap_event(self._table, self._build_key())
        kinds = self.then.game.list_kinds(request)
        if step is None or step.event.kind not in kinds or known != step.event.number:
            raise Refused("This was done already.")
        self._asked += 1
        return self.then.append(step)

    def note(self, step: Transition[S]) -> None:
        """Record an event that came of the tap, in the transaction that writes it."""
        self._shelf.note_tap(self._table, self._build_key(), step.event.number, self._by)
        self._asked += 1

    def _build_key(self) -> str:
        """The tap's name, with a number from its second request on."""
        return f"{self._tap}/{self._asked}" if self._asked else self._tap
