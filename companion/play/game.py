"""The record of a game at a table: all that the service and the faces ask of it.

The truth of a table's log is judged and told alike for all games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.answers import Answer
from companion.sentences import Sentence, say, say_count
from companion.table.archive import Verification, hash_digits, verify_log
from companion.table.history import (
    REDO,
    UNDO,
    Event,
    EventKind,
    Fault,
    History,
    LogRules,
    Moment,
    Step,
    reversed_step,
)
from companion.table.shelf import Header

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: the game's own name for it, its player's name where the game knows one, and its colour."""

    id: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class FinalRank:
    """A player's rank at the end: 1 is best, equal players share one; points where the game has any."""

    seat: str
    name: Sentence | str
    rank: int
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the points of a game."""

    name: str
    words: Sentence


def table_data(here: Moment[Any], **told: object) -> dict[str, object]:
    """A table for a program: its name, and what is told of it."""
    return {"table": here.name, **told}


def event_data(here: Moment[Any], step: Step[Any], **told: object) -> dict[str, object]:
    """An event for a program: its table, its number, and what is told of it."""
    return table_data(here, event=step.event.number, **told)


def event_line(history: History[Any], step: Step[Any]) -> Sentence:
    """An event in one line; an undo and a redo name the event they are about."""
    about = reversed_step(history, step.event)
    if about is None:
        return kind_of(history, step).line_of(step)
    what = event_line(history, about)
    return say("Taken back: {what}", what=what) if step.event.kind == UNDO else what


def tell_reversal(here: Moment[Any], step: Step[Any]) -> Answer:
    """The event that an undo took back or a redo restored."""
    redo, about = step.event.kind == REDO, reversed_step(here.history, step.event)
    assert about is not None  # an undo without anything to undo is refused
    what = event_line(here.history, about)
    line = say("Done again: {what}", what=what) if redo else say("Taken back: {what}", what=what)
    key = "redone" if redo else "undone"
    return Answer({key: about.event.kind, "event": step.event.number, "text": what}, (line,))


def tell_line(here: Moment[Any], step: Step[Any]) -> Answer:
    """An event told by its line in the history."""
    line = game_of(here).line(here.history, step)
    return Answer(event_data(here, step, text=line), (line,))


def told(here: Moment[S], step: Step[S]) -> Answer:
    """The outcome of an event, told at the table as it stood just after it."""
    if step.event.kind in (UNDO, REDO):
        return game_of(here).tell_reversal(here, step)
    kind = kind_of(here.history, step)
    if kind.tell is not None:
        return kind.tell(here, step)
    return tell_line(here, step)


@dataclass(frozen=True, kw_only=True)
class Game(LogRules[S]):
    """A game, as the table, the service and the faces know it."""

    title: str  # its name as printed on its box
    about: Sentence  # one sentence for whoever chooses a game for a new table
    about_alone: Sentence | None = None  # the same on a phone that no other joins, where it is otherwise
    # the part of the log that a saved copy leaves out until the end, in one sentence
    saved: Sentence | None = None
    # the warning before the whole log is saved, with all that is hidden in it
    taken_along: Sentence | None = None
    picture: str  # the file of the picture that stands for it in lists, below the web's pictures
    emblem: str = "kabuto"  # what the pictures of its seats show: their names begin so, a colour follows
    words: str  # the folder of its words, below the assets
    seats: Callable[[S], tuple[Seat, ...]]  # gives the seats of a table, in the order of the game
    view: Callable[..., Any]  # gives the part of a state that all may see, or that one seat may see
    stands: Callable[[Moment[S]], Sentence]  # tells the present stage of a game in one sentence
    # the part of a game that a state is in, such as its round: what happens there is told below it
    chapter: Callable[[S], Sentence | None] = lambda state: None
    crowned: Callable[[Sentence], Sentence] = lambda name: say("{name} has won.", name=name)  # says who won
    # gives everybody's rank once the game is over; nobody's before
    final_ranks: Callable[[Moment[S]], Sequence[FinalRank]]
    sealed: Callable[[S], bool]  # true while the log tells what not everybody may know yet
    out: Callable[[History[S]], bool]  # true when all know that everything hidden may be known to somebody
    letting_out: Callable[[S], Sequence[object]]  # the requests that tell everybody so in the log
    # the warning to whoever has just saved a log with all that is hidden in it
    let_out: Sentence | None = None
    handed: Callable[[S], bool]  # true when a seat has pages that only its player may see
    # true while a seat sees what no other may, such as a hand: whoever sits down there is told to all
    dealt: Callable[[Moment[S], str], bool] = lambda here, seat: False
    # judges a log of this game: its table, its events, a hash that was shown after an event and one that was
    # shown when the table began, ``None`` where none is given
    verified: Callable[[Game[S], Header, Sequence[Event], str | None, str | None], Answer]
    # tells what stands below the whole history of a table, such as the hash to write down
    history_end: Callable[[Moment[S]], Answer] = lambda here: Answer({})
    # true when the seed is known to all, or there is none; a copy of the log then has it
    revealed: Callable[[S], bool] = lambda state: True
    # the request with which a player takes a seat under a name, where the log knows players by their phones;
    # ``None`` where nothing is written
    sitting_down: Callable[[S, str, str], object | None] = lambda state, seat, name: None
    # the request with which a player leaves a seat that has nothing of the game yet, so that nobody waits for
    # it; ``None`` where the seat stays in the game
    standing_up: Callable[[S, str], object | None] = lambda state, seat: None
    # tells an event in one line, undo and redo too
    line: Callable[[History[S], Step[S]], Sentence] = event_line
    # tells an undo or a redo to whoever asked for it
    tell_reversal: Callable[[Moment[S], Step[S]], Answer] = tell_reversal
    # the request that follows of itself from an event, such as the end of a game on its last card
    next_request: Callable[[Step[S]], object | None] = lambda step: None
    # gives the request that answers an open question otherwise from now on, by the names of ruling and value;
    # ``None`` where a game that has begun keeps its rulings
    settling: Callable[[str, str], object] | None = None
    parts: tuple[Part, ...] = ()  # the parts of its points, in the order a table counts
    # gives the points of every seat by part, once a game is over; of none where only totals are known
    points: Callable[[Moment[S]], Mapping[str, Mapping[str, int]]] = lambda here: {}
    # tells what was remarkable in a game that is over, a sentence each, at most five; nothing before
    remarkable: Callable[[Moment[S]], Sequence[Sentence]] = lambda here: ()
    board_game_geek: int | None = None  # the number under which BoardGameGeek lists it, where it is known


def kind_of(history: History[S], step: Step[S]) -> EventKind[S]:
    """The kind of an event that is no undo and no redo."""
    return history.game.by_name[step.event.kind]


def game_of(here: Moment[S]) -> Game[S]:
    """The game that a table plays."""
    game = here.history.game
    assert isinstance(game, Game)  # tables are opened with whole records
    return game


_SHOWN = 16


def verdict_data(
    header: Header, verdict: Verification[Any], faults: Sequence[Fault], *, sealed: bool
) -> dict[str, object]:
    """The verdict on the log of a table, for a program; no hash while something could be guessed from it."""
    last = None if sealed else verdict.head
    found = {"events": verdict.events, "hash": last, "findings": faults}
    return {"table": header.name, "true": not faults, **found}


def shown_hash(head: str) -> str:
    """The first digits of a hash in groups of four, to be read out and written down."""
    return " ".join(head[start : start + 4] for start in range(0, _SHOWN, 4))


def check_log(
    game: Game[S], header: Header, events: Sequence[Event], head: str | None, commitment: str | None
) -> Answer:
    """The whole game of a table played again by its rules, and any record that was changed.

    While something is hidden that could be guessed from a hash, none is told or looked for.
    """
    verdict = verify_log(events, game)
    sealed = verdict.true and game.sealed(verdict.history.state)
    if head is not None and not sealed:
        verdict = verify_log(events, game, head)
    faults = [*verdict.faults, *([] if sealed else other_beginning(events, commitment))]
    judged = verdict_data(header, verdict, faults, sealed=sealed)
    if faults:
        return Answer(judged, untrue(faults), negative=True)
    followed = say_count(
        "{count} event[|s] followed again by the rules: every record is true.", verdict.events
    )
    return Answer(judged, (followed, *(() if sealed else log_lines(verdict))))


def other_beginning(events: Sequence[Event], commitment: str | None) -> list[Fault]:
    """The fault of a log that did not begin under a hash that was shown then."""
    if commitment is None:
        return []
    known = events[0].result.get("commitment") if events else None
    if isinstance(known, str) and known.startswith(hash_digits(commitment)):
        return []
    return [Fault(None, say("the table did not begin under the hash {hash}", hash=commitment.strip()))]


def untrue(faults: Sequence[Fault]) -> tuple[Sentence, ...]:
    """The faults of a log."""
    return (say("This log does not tell the truth:"), *(say("  {what}", what=each.text) for each in faults))


def head_line(number: int, head: str) -> Sentence:
    """The event that a log ends with, and its hash."""
    return say("Event {number} of the log; its hash begins {hash}.", number=number, hash=shown_hash(head))


def log_lines(verdict: Verification[Any]) -> tuple[Sentence, ...]:
    """The end of a true log, and the event whose hash somebody was shown."""
    end = head_line(verdict.events, verdict.head)
    if verdict.seen_at is None or verdict.seen_at == verdict.events:
        return (end,)
    seen = say(
        "The hash you gave is that of event {number}; the log goes on to event {last}.",
        number=verdict.seen_at,
        last=verdict.events,
    )
    return (seen, end)
