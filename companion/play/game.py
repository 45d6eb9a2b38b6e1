"""What a game gives to the table, the services and the user interfaces, in one record: ``Game``.

Also what is the same for all games: the check of a log, and the answer to an event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.answers import Answer
from companion.sentences import Sentence, say, say_count
from companion.table.archive import Verification, parse_hash, verify_log
from companion.table.history import (
    REDO,
    UNDO,
    Event,
    EventKind,
    Fault,
    History,
    LogRules,
    Snapshot,
    Transition,
    find_reversed_transition,
)
from companion.table.shelf import Header

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: its id in the game, its player's name if the game knows it, and its colour."""

    id: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class FinalRank:
    """A player's rank at the end: 1 is best, tied players share one; points if the game has any."""

    seat: str
    name: Sentence | str
    rank: int
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A category of a game's points, such as forests or lakes."""

    name: str
    words: Sentence


def table_data(table: Snapshot[Any], **fields: object) -> dict[str, object]:
    """The data of an answer about a table: its name and the given fields."""
    return {"table": table.name, **fields}


def event_data(table: Snapshot[Any], step: Transition[Any], **fields: object) -> dict[str, object]:
    """The data of an answer about an event: its table, its number and the given fields."""
    return table_data(table, event=step.event.number, **fields)


def event_line(history: History[Any], step: Transition[Any]) -> Sentence:
    """An event in one line; an undo or a redo names the event that it undid or restored."""
    reversed_step = find_reversed_transition(history, step.event)
    if reversed_step is None:
        return kind_of(history, step).describe_line(step)
    line = event_line(history, reversed_step)
    return say("Undone: {what}", what=line) if step.event.kind == UNDO else line


def describe_reversal(table: Snapshot[Any], step: Transition[Any]) -> Answer:
    """The answer to an undo or a redo: the event that it undid or restored."""
    redo, reversed_step = step.event.kind == REDO, find_reversed_transition(table.history, step.event)
    assert reversed_step is not None  # an undo of nothing is refused
    text = event_line(table.history, reversed_step)
    line = say("Redone: {what}", what=text) if redo else say("Undone: {what}", what=text)
    key = "redone" if redo else "undone"
    return Answer({key: reversed_step.event.kind, "event": step.event.number, "text": text}, (line,))


def describe_by_line(table: Snapshot[Any], step: Transition[Any]) -> Answer:
    """The answer to an event that its line in the history describes in full."""
    line = game_of(table).line(table.history, step)
    return Answer(event_data(table, step, text=line), (line,))


def describe_outcome(table: Snapshot[S], step: Transition[S]) -> Answer:
    """The answer to the request that made an event, at the table just after it."""
    if step.event.kind in (UNDO, REDO):
        return game_of(table).describe_reversal(table, step)
    kind = kind_of(table.history, step)
    if kind.describe is not None:
        return kind.describe(table, step)
    return describe_by_line(table, step)


@dataclass(frozen=True, kw_only=True)
class Game(LogRules[S]):
    """A game: everything that the table, the services and the user interfaces need to know of it."""

    title: str  # its name as printed on its box
    summary: Sentence  # one sentence for people who choose a game for a new table
    solo_summary: Sentence | None = None  # the same for a phone that no other can join, if it differs
    # says which part of the log a saved copy leaves out until the end
    copy_notice: Sentence | None = None
    # the warning shown before the whole log is saved, including all hidden things
    whole_copy_warning: Sentence | None = None
    picture: str  # the file of its picture in lists, below the web's pictures
    emblem: str = "kabuto"  # what its seats' pictures show: file names begin with it, then a colour
    words: str  # the folder of its words, below the assets
    seats: Callable[[S], tuple[Seat, ...]]  # lists the seats of a table, in the order of the game
    view: Callable[..., Any]  # extracts the part of a state that all may see, or that one seat may see
    describe_stage: Callable[[Snapshot[S]], Sentence]  # describes the present stage of a game in one sentence
    # names the part of a game that a state is in, such as its round: a heading for its events in the history
    chapter: Callable[[S], Sentence | None] = lambda state: None
    describe_winner: Callable[[Sentence], Sentence] = lambda name: say("{name} has won.", name=name)  # says who won
    # ranks everybody once the game is over; nobody before
    final_ranks: Callable[[Snapshot[S]], Sequence[FinalRank]]
    has_secrets: Callable[[S], bool]  # true while the log has something that not everybody may know yet
    is_exposed: Callable[[History[S]], bool]  # true when the log says that somebody may know everything hidden
    list_exposure_requests: Callable[[S], Sequence[object]]  # the requests that put that into the log
    # the warning to a person who has just saved a log with all hidden things
    exposure_note: Sentence | None = None
    has_private_pages: Callable[[S], bool]  # true when a seat has pages that only its player may see
    # true while a seat has secrets, such as a hand: everybody is then notified of anyone who sits down there
    has_hand: Callable[[Snapshot[S], str], bool] = lambda table, seat: False
    # checks a log of this game: its table, its events, a hash shown after an event and the hash shown when the
    # table began; either may be ``None``
    verify: Callable[[Game[S], Header, Sequence[Event], str | None, str | None], Answer]
    # describes what comes after the whole history of a table, such as the hash to write down
    history_end: Callable[[Snapshot[S]], Answer] = lambda table: Answer({})
    # true when everybody knows the seed, or there is none; a copy of the log then includes it
    has_public_seed: Callable[[S], bool] = lambda state: True
    # the request by which a player takes a seat under a name, if the game's log records who sits where;
    # ``None`` for no event
    find_sit_request: Callable[[S, str, str], object | None] = lambda state, seat, name: None
    # the request by which a player leaves a seat that has not played yet, so that nobody waits for it;
    # ``None`` if the seat stays in the game
    find_stand_request: Callable[[S, str], object | None] = lambda state, seat: None
    # describes an event in one line of the history, undo and redo too
    line: Callable[[History[S], Transition[S]], Sentence] = event_line
    # the answer to a request for undo or redo
    describe_reversal: Callable[[Snapshot[S], Transition[S]], Answer] = describe_reversal
    # the request that follows automatically after an event, such as the end of a game after its last card
    next_request: Callable[[Transition[S]], object | None] = lambda step: None
    # builds the request that changes a ruling from now on, by the names of ruling and value; ``None`` if the
    # rulings of a game cannot change once it has begun
    build_ruling_request: Callable[[str, str], object] | None = None
    parts: tuple[Part, ...] = ()  # the parts of its points, in the order a table counts
    # counts the points of every seat by part, once a game is over; empty if only totals are known
    points: Callable[[Snapshot[S]], Mapping[str, Mapping[str, int]]] = lambda table: {}
    # highlights of a finished game, a sentence each, at most five; none before its end
    list_highlights: Callable[[Snapshot[S]], Sequence[Sentence]] = lambda table: ()
    board_game_geek: int | None = None  # its number on BoardGameGeek, if known


def kind_of(history: History[S], step: Transition[S]) -> EventKind[S]:
    """The kind of an event; not for undo and redo."""
    return history.game.by_name[step.event.kind]


def game_of(table: Snapshot[S]) -> Game[S]:
    game = table.history.game
    assert isinstance(game, Game)  # tables are opened with a ``Game``, not just ``LogRules``
    return game


_HASH_DIGITS = 16


def verdict_data(
    header: Header, verdict: Verification[Any], faults: Sequence[Fault], *, has_secrets: bool
) -> dict[str, object]:
    """The data of an answer about a table's log; without its hash while that could be used to guess secrets."""
    last = None if has_secrets else verdict.head
    data = {"events": verdict.events, "hash": last, "findings": faults}
    return {"table": header.name, "true": not faults, **data}


def format_hash(head: str) -> str:
    """The first 16 digits of a hash in groups of four, to read out and write down."""
    return " ".join(head[start : start + 4] for start in range(0, _HASH_DIGITS, 4))


def check_log(
    game: Game[S], header: Header, events: Sequence[Event], head: str | None, commitment: str | None
) -> Answer:
    """Replay the log of a table by the rules of its game and report every record that was changed.

    While a hash could be used to guess something hidden, no hash is shown or compared.
    """
    verdict = verify_log(events, game)
    has_secrets = verdict.is_valid and game.has_secrets(verdict.history.state)
    if head is not None and not has_secrets:
        verdict = verify_log(events, game, head)
    faults = [*verdict.faults, *([] if has_secrets else list_start_faults(events, commitment))]
    data = verdict_data(header, verdict, faults, has_secrets=has_secrets)
    if faults:
        return Answer(data, describe_faults(faults), negative=True)
    line = say_count("{count} event[|s] replayed by the rules: nothing was changed.", verdict.events)
    return Answer(data, (line, *(() if has_secrets else describe_log_end(verdict))))


def list_start_faults(events: Sequence[Event], commitment: str | None) -> list[Fault]:
    """The fault that the log of a table does not begin with the hash shown at its start; empty if it does."""
    if commitment is None:
        return []
    commitment_known = events[0].result.get("commitment") if events else None
    if isinstance(commitment_known, str) and commitment_known.startswith(parse_hash(commitment)):
        return []
    return [Fault(None, say("the table did not begin under the hash {hash}", hash=commitment.strip()))]


def describe_faults(faults: Sequence[Fault]) -> tuple[Sentence, ...]:
    """The faults of a log, a line each, below a heading."""
    return (say("This log cannot be trusted:"), *(say("  {what}", what=each.text) for each in faults))


def head_line(number: int, head: str) -> Sentence:
    """The number of the last event of a log, and its hash."""
    return say("Event {number} of the log; its hash begins {hash}.", number=number, hash=format_hash(head))


def describe_log_end(verdict: Verification[Any]) -> tuple[Sentence, ...]:
    """The last event of a faultless log and its hash, and the event whose hash was given."""
    end = head_line(verdict.events, verdict.head)
    if verdict.found_at is None or verdict.found_at == verdict.events:
        return (end,)
    line = say(
        "The hash you gave is that of event {number}; the log goes on to event {last}.",
        number=verdict.found_at,
        last=verdict.events,
    )
    return (line, end)
