"""The log of a table: its state is the result of applying its events in order, and undo takes back the last one.

A game lists its kinds of event. One function of each kind applies a request: it returns the result and the
next state. That function is pure, so a log can be replayed anywhere and must give the same results;
``verify_log`` checks that. An event that is read from a log is applied with its recorded result.

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
SEED = ("salt", "seed")  # fields of a start that an export leaves out until the game is over
GENESIS = "0" * 64  # in place of a hash before the first event
NO_SEED = say(
    "This table came here without its seed: it can be read, and results of a real tower can be entered, "
    "but nothing is thrown or drawn."
)
"""The refusal of draws at a table that was imported without its seed."""

Body = Mapping[str, Any]  # a request or its result, in JSON values


@dataclass(frozen=True, slots=True)
class Event:
    number: int  # its place in the log, from 1
    kind: str
    request: Body
    result: Body
    previous: str
    record: str = field(repr=False)
    hash: str  # SHA-256 of ``record``, in hexadecimal; for a start without its seed, of the whole start
    is_seedless: bool = False
    salt: str = ""  # keeps a record from being guessed by its hash; empty if nothing is hidden


@dataclass(frozen=True, slots=True)
class Fault:
    event: int | None  # the number of the event at fault; ``None`` for the whole log
    text: Sentence


def format_canonical(value: object) -> str:
    """A value as canonical JSON: sorted keys, no spaces, ASCII, no NaN."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def hash_record(record: str) -> str:
    """The SHA-256 of a record, 64 hexadecimal digits."""
    return hashlib.sha256(record.encode("utf-8", "surrogatepass")).hexdigest()


def build_event(number: int, kind: str, request: Body, result: Body, previous: str, salt: str = "") -> Event:
    """Build an event that follows the one with the hash ``previous``, as if read back, with lists for tuples."""
    content = {"number": number, "kind": kind, "asked": request, "result": result, "previous": previous}
    record = format_canonical({**content, "salt": salt} if salt else content)
    return parse_record(record, hash_record(record))


_FIELDS = {"number": int, "kind": str, "asked": dict, "result": dict, "previous": str, "salt": str}


def parse_record(record: str, kept_hash: str) -> Event:
    """Parse a stored event, whether true or not; ``find_chain_faults`` checks it."""
    if not (isinstance(record, str) and isinstance(kept_hash, str)):
        raise TypeError("no text")
    content = json.loads(record)
    content = {"salt": "", **content} if isinstance(content, dict) else {}
    if any(type(content.get(name)) is not kind for name, kind in _FIELDS.items()):
        raise ValueError("no record")
    number, kind, request, result, previous, salt = (content[name] for name in _FIELDS)
    # Only these fields may be left out, and only at the start; every other record must match its hash.
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
"""What may be raised when a forged log is replayed."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo the event with a number, which must be the last one that can be undone; by default that one."""

    event: int | None = None


@dataclass(frozen=True, slots=True)
class Redo:
    """Redo what the undo with a number took back, which must be the last undo; by default that one."""

    event: int | None = None


@dataclass(frozen=True, slots=True)
class Applied(Generic[S]):
    result: Body  # logged with the request
    state: S
    report: Any = None  # for its description, not logged, since it follows from the request
    completed_request: Any = None  # the request to log, if it was completed


Apply = Callable[[Any, Any, Body | None], Applied[S]]
"""Applies a request to a state (``None`` for the start); the last argument is the recorded result if the event is
read from a log. Raises ``Refused`` or ``InputError``, and nothing is then logged."""

Describe = Callable[["Snapshot[Any]", "Transition[Any]"], Answer]
"""The answer to the request that made an event, at the table just after it."""


@dataclass(frozen=True, slots=True)
class EventKind(Generic[S]):
    name: str
    request: type  # the dataclass of its requests
    apply: Apply[S]
    describe: Describe | None = None  # ``None`` if the line of the history says it all
    line: Callable[[Transition[Any]], Sentence] | None = None  # for the history; has nothing that is hidden from some
    undoable: bool = True  # true if players may undo it
    # true if it changes what later events draw; it is then refused after an undo, so that nobody can draw anew
    # after seeing a result
    changes_draws: bool = False
    becomes: tuple[str, ...] = ()  # other kinds that a completed request may be logged as
    # true for a state just after such an event if the event cannot be undone any more
    is_final: Callable[[S], bool] = lambda state: False
    # true if undo and redo pass over it, as it changes nothing, or only what ``restore`` preserves
    undo_skips: bool = False

    def describe_line(self, step: Transition[S]) -> Sentence:
        return say("An event of the kind {kind}.", kind=self.name) if self.line is None else self.line(step)


@dataclass(frozen=True)
class LogRules(Generic[S]):
    """What the log needs to know of a game."""

    name: str
    version: int  # of its kinds of event; a log with a higher one was written by a newer Companion
    kinds: tuple[EventKind[S], ...]  # every kind of event, including the start, without ``undo`` and ``redo``
    check: Callable[[S], None]  # raises a ``TableError`` for an impossible state, such as with a cube too many
    # builds the state after an undo or redo from the state it goes back to and the state now, from which it
    # takes what no undo changes
    restore: Callable[[S, S], S] = lambda state, current: state
    # adds to an outcome what follows automatically, such as plans that are turned over
    follow_up: Callable[[S, Any, Applied[S], Body | None], Applied[S]] = lambda state, request, done, recorded: done
    # true if the record of an event of a kind, judged by the state after it, has something that not all may know
    is_secret: Callable[[S, str], bool] = lambda state, kind: False
    # computes the salt of the event with a number, from the state after it; empty without a seed
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
    """An event with the states before and after it; ``before`` is ``None`` for the first."""

    event: Event
    request: Any
    before: S | None
    after: S
    report: Any = None
    guessable: bool = False  # true if trying all possibilities against its hash would reveal something hidden


class Snapshot(Generic[S]):
    """A table as it stood just after an event: its name and its history until then."""

    def __init__(self, name: str, history: History[S]) -> None:
        self.name = name
        self.history = history

    @property
    def state(self) -> S:
        return self.history.state

    @property
    def head(self) -> str:
        """The hash of the last event, for the players to write down."""
        return self.history.head


class History(Generic[S]):
    """The events of a game and the state after each, including those that were undone."""

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
        return self.steps[-1].event.hash if self.steps else GENESIS

    @property
    def standing_numbers(self) -> frozenset[int]:
        """The numbers of the events that were not undone."""
        return frozenset(self._standing_numbers)

    def is_undone(self, event: Event) -> bool:
        """True for an event that was undone; never for one that undo passes over."""
        if event.kind in (UNDO, REDO) or self.game.by_name[event.kind].undo_skips:
            return False
        return event.number not in self._standing_numbers

    @property
    def last_undo(self) -> tuple[int, int] | None:
        """The numbers of the last undo that can be redone, and of the event it undid."""
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
        """Apply a request and add its event."""
        return self.append(self.try_request(request))

    def try_request(self, request: object) -> Transition[S]:
        """The transition that a request would make, linked to the last event; the history stays unchanged."""
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

        With ``redo`` the result is computed again, except in a ``seedless`` log, where draws are as recorded.
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
        # Each record has the hash before it, so the hash of a later one can confirm a guess as well.
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
        assert before is not None  # only the first event has no state before it, and it cannot be undone
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
