"""The state of a table is what its events make of it, one after the other; undo takes the last one back.

A game lists its kinds of event. One function of each kind plays a request: it gives the result and the
state after it. That function is pure, so a log can be played again anywhere and must give the same
results; ``verify`` checks that. Read from a log, an event is played with its recorded result.

``undo`` and ``redo`` exist for every game. An undo names the event it takes back; the state is then as
if that event had never been, while the event itself stays in the log for all to see.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from companion.answers import Answer
from companion.codec import decode, encode
from companion.errors import CompanionError, Refused, TableError
from companion.sentences import Sentence, say

FORMAT = 1  # the version of the record's shape; a log with a higher one was written by a newer Companion
SEED = ("salt", "seed")  # what of a start is left out of an export until the game is over
GENESIS = "0" * 64  # what stands for the hash before the first event
NO_SEED = say(
    "This table came here without its seed: it can be read, and results of a real tower can be entered, "
    "but nothing is thrown or drawn."
)
"""What is said of a table that was brought here without its seed."""

Body = Mapping[str, Any]  # what was asked for, or what came of it: JSON values only


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened at a table."""

    number: int  # its place in the log, from 1
    kind: str
    request: Body
    result: Body
    previous: str
    record: str = field(repr=False)
    hash: str  # SHA-256 of ``record``, in hexadecimal; for a start without its seed, of the whole start
    is_seedless: bool = False
    salt: str = ""  # what keeps a record from being guessed by its hash; nothing where nothing is hidden


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a log."""

    event: int | None  # the number of the event where it shows; ``None`` when it concerns the whole log
    text: Sentence


def format_canonical(value: object) -> str:
    """A value as canonical JSON: sorted keys, no spaces, ASCII, no NaN."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def hash_record(record: str) -> str:
    """The SHA-256 of a record, 64 hexadecimal digits."""
    return hashlib.sha256(record.encode("utf-8", "surrogatepass")).hexdigest()


def build_event(number: int, kind: str, request: Body, result: Body, previous: str, salt: str = "") -> Event:
    """Build an event that follows the one with the hash ``previous``, as it would be read back: lists for tuples."""
    content = {"number": number, "kind": kind, "asked": request, "result": result, "previous": previous}
    record = format_canonical({**content, "salt": salt} if salt else content)
    return parse_record(record, hash_record(record))


_FIELDS = {"number": int, "kind": str, "asked": dict, "result": dict, "previous": str, "salt": str}


def parse_record(record: str, kept_hash: str) -> Event:
    """Parse a stored event, right or wrong; ``find_chain_faults`` checks it."""
    if not (isinstance(record, str) and isinstance(kept_hash, str)):
        raise TypeError("no text")
    content = json.loads(record)
    content = {"salt": "", **content} if isinstance(content, dict) else {}
    if any(type(content.get(name)) is not kind for name, kind in _FIELDS.items()):
        raise ValueError("no record")
    number, kind, request, result, previous, salt = (content[name] for name in _FIELDS)
    # Only this much may be kept back, and only at the start; all else is judged by its hash.
    seedless = content.get("withheld") == [*SEED] and number == 1 and not any(key in request for key in SEED)
    return Event(number, kind, request, result, previous, record, kept_hash, seedless, salt)


def remove_seed(event: Event) -> Event:
    """A start event as exported during a game: without its seed, with the hash of the whole."""
    content = json.loads(event.record)
    content["asked"] = {key: value for key, value in content["asked"].items() if key not in SEED}
    return parse_record(format_canonical({**content, "withheld": [*SEED]}), event.hash)


def find_chain_faults(events: Iterable[Event], number: int = 0, head: str = GENESIS) -> Iterator[Fault]:
    """The faults of a chain of events: changed records, wrong order, missing ones."""
    for event in events:
        if event.hash != hash_record(event.record) and not event.is_seedless:
            yield Fault(event.number, say("event {number} is not what was written down", number=event.number))
        if event.number != number + 1:
            fault = say("event {number} is where event {expected} should be", number=event.number, expected=number + 1)
            yield Fault(event.number, fault)
        elif event.previous != head:
            fault = say("event {number} does not follow from the event before it", number=event.number)
            yield Fault(event.number, fault)
        number, head = event.number, event.hash


S = TypeVar("S")

START, UNDO, REDO = "new", "undo", "redo"
_UNREADABLE = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What playing a log that somebody has made up may run into."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the event with a number, the last one by default."""

    event: int | None = None


@dataclass(frozen=True, slots=True)
class Redo:
    """Take back the undo with a number, the last one by default."""

    event: int | None = None


@dataclass(frozen=True, slots=True)
class Applied(Generic[S]):
    """The outcome of a request."""

    result: Body  # written down beside the request
    state: S
    report: Any = None  # told of it and not written, since it follows from the request
    completed_request: Any = None  # the request as it is written down, where it was completed


Apply = Callable[[Any, Any, Body | None], Applied[S]]
"""Plays a request on a state (``None`` for the start), with the result that the log has recorded if it is
read from one; refuses with ``Refused`` or ``InputError``, and nothing is then written."""

Describe = Callable[["Snapshot[Any]", "Transition[Any]"], Answer]
"""Tells the outcome of an event to whoever asked for it, at the table as it stood just after it."""

Line = Callable[["Transition[Any]"], Sentence]
"""Tells an event in one line of the history, with nothing in it that may not be known to all."""


@dataclass(frozen=True, slots=True)
class EventKind(Generic[S]):
    """One kind of event of a game."""

    name: str
    request: type  # the dataclass of its requests
    apply: Apply[S]
    describe: Describe | None = None  # ``None`` where the line of the history says it all
    line: Line | None = None
    undoable: bool = True  # true when players may take it back
    # True when it changes what later events draw. It is then refused after an undo, lest what was seen and
    # taken back be drawn anew
    changes_draws: bool = False
    becomes: tuple[str, ...] = ()  # other kinds that a request may be written as, once it is completed
    # true for a state after such an event in which it can no longer be taken back
    is_final: Callable[[S], bool] = lambda state: False
    # true when undo and redo pass over it: it changes nothing, or only what ``restore`` keeps
    undo_skips: bool = False

    def describe_line(self, step: Transition[S]) -> Sentence:
        return say("An event of the kind {kind}.", kind=self.name) if self.line is None else self.line(step)


@dataclass(frozen=True)
class LogRules(Generic[S]):
    """The rules of a game that its log needs."""

    name: str
    version: int  # of its kinds of event; a log with a higher one was written by a newer Companion
    kinds: tuple[EventKind[S], ...]  # every kind of event, the start among them, but ``undo`` and ``redo``
    check: Callable[[S], None]  # raises ``TableError`` for a state that cannot be, such as a cube too many
    # gives the state that an undo or a redo goes back to, with what no undo takes back, from that state and
    # the state now
    restore: Callable[[S, S], S] = lambda state, current: state
    # completes an outcome with what follows of itself, such as plans that are turned over
    follow_up: Callable[[S, Any, Applied[S], Body | None], Applied[S]] = lambda state, request, done, recorded: done
    # true when the record of an event of this kind, with the state after it, tells what not all may know
    is_secret: Callable[[S, str], bool] = lambda state, kind: False
    # gives the salt of the event with a number, from the state after it; nothing where there is no seed
    salt: Callable[[S, int], str] = lambda state, number: ""
    by_name: Mapping[str, EventKind[S]] = field(init=False, repr=False)
    names: Mapping[type, str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        pairs = [(Undo, UNDO), (Redo, REDO), *((each.request, each.name) for each in self.kinds)]
        names = {name for _, name in pairs}
        if START not in names or not len(names) == len(dict(pairs)) == len(pairs):
            raise ValueError(f"{self.name}: every kind of event has one owner, and one is the start")
        object.__setattr__(self, "by_name", {each.name: each for each in self.kinds})
        object.__setattr__(self, "names", dict(pairs))

    def list_kinds(self, request: object) -> tuple[str, ...]:
        name = self.names[type(request)]
        return (name, *(self.by_name[name].becomes if name in self.by_name else ()))


@dataclass(frozen=True, slots=True)
class Transition(Generic[S]):
    """An event with the states before and after it; before the first event there is none."""

    event: Event
    request: Any
    before: S | None
    after: S
    report: Any = None
    guessable: bool = False  # true when what is hidden could be found by trying until the hash is the same


class Snapshot(Generic[S]):
    """A table as it stood just after an event: its name and its history until then."""

    def __init__(self, name: str, history: History[S]) -> None:
        self.name = name
        self.history = history

    @property
    def state(self) -> S:
        """The state after the last event."""
        return self.history.state

    @property
    def head(self) -> str:
        """The hash of the last event, for the players to write down."""
        return self.history.head


class History(Generic[S]):
    """The events of a game and the state after each, including those that were taken back."""

    def __init__(self, game: LogRules[S]) -> None:
        self.game = game
        self.steps: list[Transition[S]] = []
        self._standing_numbers: list[int] = []
        self._undone_pairs: list[tuple[int, int]] = []

    @property
    def state(self) -> S:
        """The current state; an empty log is a ``TableError``."""
        if not self.steps:
            raise TableError("The log of this table is empty.")
        return self.steps[-1].after

    @property
    def head(self) -> str:
        """The hash of the last event."""
        return self.steps[-1].event.hash if self.steps else GENESIS

    @property
    def standing_numbers(self) -> frozenset[int]:
        """The numbers of the events that were not taken back."""
        return frozenset(self._standing_numbers)

    def is_undone(self, event: Event) -> bool:
        """True for an event that was taken back; never for one that undo skips."""
        if event.kind in (UNDO, REDO) or self.game.by_name[event.kind].undo_skips:
            return False
        return event.number not in self._standing_numbers

    @property
    def last_undo(self) -> tuple[int, int] | None:
        """The last undo that a redo can take back, and the event it took back."""
        return self._undone_pairs[-1] if self._undone_pairs else None

    @property
    def undoable_event(self) -> Event | None:
        """The event that an undo would take back; ``None`` if there is none."""
        step = self.get_transition(self._standing_numbers[-1]) if self._standing_numbers else None
        if step is None or step.event.kind == START:
            return None
        kind = self.game.by_name[step.event.kind]
        return step.event if kind.undoable and not kind.is_final(step.after) else None

    def get_transition(self, number: int) -> Transition[S]:
        """The transition of an event, by its number from 1."""
        return self.steps[number - 1]

    def __iter__(self) -> Iterator[Transition[S]]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def do(self, request: object) -> Transition[S]:
        """Play a request and add the event it becomes."""
        return self.append(self.try_request(request))

    def try_request(self, request: object) -> Transition[S]:
        """The outcome of a request, as an event linked to the last one; the history stays unchanged."""
        kind, body = self._encode_request(request)
        request, effect = self._apply(kind, body, None)
        if effect.completed_request is not None:
            request = effect.completed_request
            kind, body = self._encode_request(request)
        number, state = len(self) + 1, effect.state
        salt = self.game.salt(state, number) if self.game.is_secret(state, kind) else ""
        return self._build_transition(build_event(number, kind, body, effect.result, self.head, salt), request, effect)

    def _encode_request(self, request: object) -> tuple[str, Body]:
        """A request's kind and its JSON values, as they would be read back."""
        return self.game.names[type(request)], json.loads(format_canonical(encode(request)))

    def replay_event(self, event: Event, *, redo: bool = False, seedless: bool = False) -> Transition[S]:
        """Add an event from a log, with its recorded result.

        With ``redo`` the result is computed again; in a ``seedless`` log what was drawn is taken as recorded.
        """
        try:
            request, applied = self._apply(event.kind, event.request, None if redo and not seedless else event.result)
            if applied.completed_request not in (None, request):
                raise TableError("it would be written differently")
            if redo:
                event = replace(event, result=json.loads(format_canonical(applied.result)))
                if event.salt and not seedless:
                    event = replace(event, salt=self.game.salt(applied.state, event.number))
            return self.append(self._build_transition(event, request, applied))
        except (CompanionError, *_UNREADABLE) as error:
            reason = error.sentence if isinstance(error, CompanionError) else say("it cannot be read")
            raise TableError(
                "event {number} cannot have happened: {reason}", number=event.number, reason=reason
            ) from error

    def append(self, step: Transition[S]) -> Transition[S]:
        if step.event.kind == UNDO:
            self._undone_pairs.append((step.event.number, self._standing_numbers.pop()))
        elif step.event.kind == REDO:
            self._standing_numbers.append(self._undone_pairs.pop()[1])
        elif not self.game.by_name[step.event.kind].undo_skips:
            self._standing_numbers.append(step.event.number)
            self._undone_pairs.clear()
        self.steps.append(step)
        return step

    def copy_until(self, number: int) -> History[S]:
        """A copy of the history with only its first ``number`` events."""
        earlier = History(self.game)
        for step in self.steps[:number]:
            earlier.append(step)
        return earlier

    def _build_transition(self, event: Event, request: object, applied: Applied[S]) -> Transition[S]:
        self.game.check(applied.state)
        # Each record holds the hash before it, so one that was guessed is found by those after it as well.
        is_guessable = any(step.guessable for step in self.steps[-1:]) or self.game.is_secret(applied.state, event.kind)
        before = self.state if self.steps else None
        return Transition(event, request, before, applied.state, applied.report, is_guessable and not event.salt)

    def _apply(self, kind: str, body: Body, recorded: Body | None) -> tuple[Any, Applied[S]]:
        if (kind == START) != (not self.steps):
            raise TableError("The log of this table does not begin with a start.")
        if kind == UNDO:
            return (undo := decode(Undo, body)), self._undo(undo)
        if kind == REDO:
            return (redo := decode(Redo, body)), self._redo(redo)
        if (event_kind := self.game.by_name.get(kind)) is None:
            raise TableError(
                "This log holds an event '{kind}' that this Companion does not know; a newer one wrote it.", kind=kind
            )
        if event_kind.changes_draws and any(step.event.kind == UNDO for step in self.steps):
            raise Refused("Something was undone at this table; this must not redraw what was seen then.")
        request: Any = decode(event_kind.request, body)
        if not self.steps:
            return request, event_kind.apply(None, request, recorded)
        applied = event_kind.apply(self.state, request, recorded)
        return request, self.game.follow_up(self.state, request, applied, recorded)

    def _undo(self, request: Undo) -> Applied[S]:
        last = self.undoable_event
        if last is None and len(self._standing_numbers) > 1:
            raise Refused("There is nothing to undo: what happened last stays.")
        if last is None:
            raise Refused("There is nothing to undo.")
        if request.event not in (None, last.number):
            raise Refused(
                "Only the last event can be undone: event {last}, not {number}.", last=last.number, number=request.event
            )
        before = self.get_transition(last.number).before
        assert before is not None  # only the first event has none, and it cannot be undone
        return Applied({"kind": last.kind}, self.game.restore(before, self.state), completed_request=Undo(last.number))

    def _redo(self, request: Redo) -> Applied[S]:
        if not self._undone_pairs:
            raise Refused("There is nothing to redo; something else has happened since.")
        undo, number = self._undone_pairs[-1]
        if request.event not in (None, undo):
            raise Refused(
                "Only the last undo can be reversed: event {last}, not {number}.", last=undo, number=request.event
            )
        state = self.game.restore(self.get_transition(number).after, self.state)
        return Applied({"restores": number}, state, completed_request=Redo(undo))


def find_reversed_transition(history: History[S], event: Event) -> Transition[S] | None:
    """The transition that an undo took back or a redo restored; ``None`` for other events."""
    if event.kind == UNDO:
        return history.get_transition(event.request["event"])
    if event.kind == REDO:
        return history.get_transition(event.result["restores"])
    return None
