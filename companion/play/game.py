"""The record of a game at a table: all that the service and the faces ask of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.answers import Answer
from companion.sentences import Sentence, say
from companion.table.history import REDO, UNDO, EventKind, History, LogRules, Moment, Step, reversed_step
from companion.table.log import Event
from companion.table.shelf import Header

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: the game's own name for it, its player's name where the game knows one, and its colour."""

    id: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place at the end: rank 1 is best, equal players share one; points where the game has any."""

    seat: str
    name: Sentence | str
    rank: int
    points: int | None = None


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
    return Answer({"table": here.name, "event": step.event.number, "text": line}, (line,))


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
    """A game, as the table, the service and the faces know it.

    Attributes:
        title: Its name as printed on its box.
        about: One sentence for whoever chooses a game for a new table.
        about_alone: The same on a phone that no other joins, where it is otherwise.
        saved: The part of the log that a saved copy leaves out until the end, in one sentence.
        taken_along: The warning before the whole log is saved, with all that is hidden in it.
        picture: The file of the picture that stands for it in lists, below the web's pictures.
        words: The folder of its words, below the assets.
        seats: Gives the seats of a table, in the order of the game.
        view: Gives the part of a state that all may see, or that one seat may see.
        stands: Tells the present stage of a game in one sentence.
        places: Gives everybody's place once the game is over; nobody's before.
        sealed: True while the log tells what not everybody may know yet.
        out: True when all know that everything hidden may be known to somebody.
        letting_out: The requests that tell everybody so in the log.
        let_out: The warning to whoever has just saved a log with all that is hidden in it.
        handed: True when a seat has pages that only its player may see.
        asks_numbers: True when phones draw numbers for what is thrown.
        sitting_down: The request with which a player takes a seat under a name, where the log knows players
            by their phones; ``None`` where nothing is written.
        verified: Judges a log of this game: its table, its events, a hash that was shown after an event and
            one that was shown when the table began, ``None`` where none is given.
        history_end: Tells what stands below the whole history of a table, such as the hash to write down.
        revealed: True when the seed is known to all, or there is none; a copy of the log then has it.
        line: Tells an event in one line, undo and redo too.
        tell_reversal: Tells an undo or a redo to whoever asked for it.
        retell: Tells an earlier event to somebody who may not be who made it.
        next_request: The request that follows of itself from an event, such as the throw of a declared fight
            whose numbers are all open.
        board_game_geek: The number under which BoardGameGeek lists it, where it is known.
    """

    title: str
    about: Sentence
    about_alone: Sentence | None = None
    saved: Sentence | None = None
    taken_along: Sentence | None = None
    picture: str
    words: str
    seats: Callable[[S], tuple[Seat, ...]]
    view: Callable[..., Any]
    stands: Callable[[Moment[S]], Sentence]
    places: Callable[[Moment[S]], Sequence[Place]]
    sealed: Callable[[S], bool]
    out: Callable[[History[S]], bool]
    letting_out: Callable[[S], Sequence[object]]
    let_out: Sentence | None = None
    handed: Callable[[S], bool]
    verified: Callable[[Game[S], Header, Sequence[Event], str | None, str | None], Answer]
    history_end: Callable[[Moment[S]], Answer] = lambda here: Answer({})
    revealed: Callable[[S], bool] = lambda state: True
    asks_numbers: Callable[[S], bool] = lambda state: False
    sitting_down: Callable[[S, str, str], object | None] = lambda state, seat, name: None
    line: Callable[[History[S], Step[S]], Sentence] = event_line
    tell_reversal: Callable[[Moment[S], Step[S]], Answer] = tell_reversal
    retell: Callable[[Moment[S], Step[S]], Answer] = told
    next_request: Callable[[Step[S]], object | None] = lambda step: None
    board_game_geek: int | None = None


def kind_of(history: History[S], step: Step[S]) -> EventKind[S]:
    """The kind of an event that is no undo and no redo."""
    return history.game.by_name[step.event.kind]


def game_of(here: Moment[S]) -> Game[S]:
    """The game that a table plays."""
    game = here.history.game
    assert isinstance(game, Game)  # tables are opened with whole records
    return game


def retold(here: Moment[S], step: Step[S]) -> Answer:
    """The outcome of an earlier event, told as it was when it was made."""
    return game_of(here).retell(Moment(here.name, here.history.until(step.event.number)), step)
