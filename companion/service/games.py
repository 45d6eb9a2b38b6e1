"""The games that are played at tables, and what every page about tables asks of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.answers import Answer
from companion.play import hogen, shogun
from companion.play.checking import check_log
from companion.play.game import Game as Record
from companion.play.game import Place
from companion.play.honshu.game import HONSHU
from companion.play.honshu.views import view as honshu_view
from companion.rules.honshu.score.ranking import rank
from companion.sentences import Sentence, say
from companion.service.honshu.table import opening as honshu
from companion.service.honshu.table import words as honshu_words
from companion.service.playing import play
from companion.service.session import Session
from companion.table.history import History, LogRules, Redo, Step, Undo

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class AtTable(Generic[S]):
    """A game, as a page about any table needs it.

    Attributes:
        game: The game.
        stands: What is going on at a table.
        told: What was done in an event, as all may know it.
        undo: Takes the last event back, or the last undo.
        places: Everybody's place once the game is over; nobody's before.
        sealed: Whether the log tells what not everybody may know yet.
        verified: Whether the log tells the truth, and holds a hash that somebody was shown.
        out: Whether all know that everything hidden at the table may be known to somebody.
        let_out: Tells everybody so, in the log.
        handed: Whether there are things that a player does alone, on pages of their own.
    """

    game: LogRules[S]
    stands: Callable[[Session[S]], Sentence]
    told: Callable[[History[S], Step[S]], Sentence]
    undo: Callable[[Session[S], bool], Answer]
    places: Callable[[Session[S]], Sequence[Place]]
    sealed: Callable[[S], bool]
    verified: Callable[[Session[S], str | None], Answer]
    out: Callable[[History[S]], bool]
    let_out: Callable[[Session[S]], object]
    handed: Callable[[S], bool]


def _at_table(game: Record[Any]) -> AtTable[Any]:
    """A game whose record says all of it."""

    def undo(here: Session[Any], redo: bool) -> Answer:
        return play(here, Redo() if redo else Undo())

    def let_out(here: Session[Any]) -> None:
        for request in game.letting_out(here.state):
            here.do(request)

    return AtTable(
        game,
        game.stands,
        game.line,
        undo,
        game.places,
        game.sealed,
        game.verified,
        game.out,
        let_out,
        game.handed,
    )


def _honshu_stands(here: honshu.HonshuSession) -> Sentence:
    seen = honshu_view(here.state)
    if seen.over:
        return say("The game is over.")
    squares = ", ".join(f"{map_.name} {map_.squares}" for map_ in seen.maps.values())
    return say("Squares so far: {squares}", squares=squares or "–")


def _honshu_places(here: honshu.HonshuSession) -> list[Place]:
    seen = honshu_view(here.state)
    scored = {seat: honshu.score_of(seen, seat) for seat in seen.maps} if seen.over else {}
    found = [(seat, each) for seat, each in scored.items() if each is not None]
    ranking = rank([(each.score.total, each.map.fallow) for _, each in found])
    seats = [found[place.index][0] for place in ranking]
    return [
        Place(seat, seen.names[seat], place.rank, place.total)
        for seat, place in zip(seats, ranking, strict=True)
    ]


GAMES: Mapping[str, AtTable[Any]] = {
    each.game.name: each
    for each in (
        _at_table(hogen.GAME),
        AtTable(
            HONSHU,
            _honshu_stands,
            honshu_words.step_words,
            honshu.undo,
            _honshu_places,
            lambda state: False,
            check_log,
            lambda history: True,
            lambda here: None,
            lambda state: True,
        ),
        _at_table(shogun.GAME),
    )
}
"""The games by their names."""


def game_at(here: Session[S]) -> AtTable[S]:
    """The game that a table plays."""
    return GAMES[here.history.game.name]
