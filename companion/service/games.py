"""The games that are played at tables, and what every page about tables asks of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Generic, TypeVar

from companion.play.hogen import views as hogen_views
from companion.play.hogen.game import HOGEN
from companion.play.hogen.state import HogenState
from companion.play.honshu.game import HONSHU
from companion.play.honshu.views import view as honshu_view
from companion.play.shogun.game import SHOGUN
from companion.play.shogun.state import Drafting, ShogunState
from companion.play.shogun.views import view
from companion.rules.honshu.score.ranking import rank
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.round.actions import action_words
from companion.rules.shogun.round.calendar import YEARS, Stage, season_words
from companion.rules.shogun.rulings import OPEN
from companion.rules.shogun.score.scoring import final_ranking
from companion.sentences import Sentence, say
from companion.service.answer import Answer
from companion.service.checking import check_log
from companion.service.hogen import tables as hogen
from companion.service.hogen.words import step_lines, whose_move
from companion.service.honshu.table import opening as honshu
from companion.service.honshu.table import words as honshu_words
from companion.service.places import Place
from companion.service.session import Session
from companion.service.shogun.standing import told_ranking
from companion.service.shogun.table import log as shogun
from companion.service.shogun.table.awaited import awaited
from companion.service.shogun.table.opening import ShogunSession
from companion.service.shogun.table.story import step_words
from companion.table.history import Game, History, Step

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

    game: Game[S]
    stands: Callable[[Session[S]], Sentence]
    told: Callable[[History[S], Step[S]], Sentence]
    undo: Callable[[Session[S], bool], Answer]
    places: Callable[[Session[S]], Sequence[Place]]
    sealed: Callable[[S], bool]
    verified: Callable[[Session[S], str | None], Answer]
    out: Callable[[History[S]], bool]
    let_out: Callable[[Session[S]], object]
    handed: Callable[[S], bool]


def _shogun_stands(here: ShogunSession) -> Sentence:
    seen, calendar = view(here.state), here.state.calendar
    if calendar is None and not isinstance(seen.game, Drafting):
        return say("The tower alone; throws so far: {throws}", throws=seen.throws)
    if calendar is None:
        return awaited(here).words
    if calendar.stage == Stage.OVER:
        return say("The game is over.")
    waits = awaited(here)
    what = waits.words
    if waits.action is not None and waits.number_from is None:
        what = action_words(waits.action)
        if waits.player is not None:
            what = say("{player}, {what}", player=daimyo(waits.player), what=what)
    return say(
        "Year {year}, {season}: {what}", year=calendar.year, season=season_words(calendar.season), what=what
    )


def _shogun_places(here: ShogunSession) -> tuple[Place, ...]:
    seen, calendar = view(here.state), here.state.calendar
    if calendar is None or calendar.stage != Stage.OVER:
        return ()
    kept = getattr(here.state.game, "realm", None)
    if kept is None and len(seen.points) < YEARS:
        return ()
    ranking = told_ranking(seen) if kept is None else final_ranking(kept)
    return tuple(Place(each.player, daimyo(each.player), each.rank, each.points) for each in ranking)


def _shogun_sealed(state: ShogunState) -> bool:
    """Cards lie face down as long as a game is kept; and the inside of the tower may be a secret."""
    calendar = state.calendar
    if calendar is not None and calendar.stage == Stage.OVER:
        return False
    return state.game is not None or (state.inside != OPEN and not state.seal.revealed)


def _hogen_sealed(state: HogenState) -> bool:
    """Hands lie face down until the end."""
    return hogen_views.view(state).phase != hogen_views.OVER


def _hogen_told(history: History[HogenState], step: Step[HogenState]) -> Sentence:
    if step.before is None:
        return say("The table begins.")
    lines = [*step_lines(history, step, hogen_views.view(step.after))]
    return reduce(lambda before, line: say("{before} {line}", before=before, line=line), lines)


def _hogen_places(here: hogen.HogenSession) -> tuple[Place, ...]:
    seen = hogen_views.view(here.state)
    if seen.phase != hogen_views.OVER:
        return ()
    places = (Place(seat, name, 1 if seat == seen.winner else 2) for seat, name in seen.names.items())
    return tuple(sorted(places, key=lambda place: place.rank))


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
        AtTable(
            HOGEN,
            lambda here: whose_move(hogen_views.view(here.state)),
            _hogen_told,
            hogen.undo,
            _hogen_places,
            _hogen_sealed,
            lambda here, head: check_log(here, head, sealed=_hogen_sealed(here.state)),
            hogen.all_looked_at,
            hogen.note_looks,
            lambda state: True,
        ),
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
        AtTable(
            SHOGUN,
            _shogun_stands,
            step_words,
            shogun.undo,
            _shogun_places,
            _shogun_sealed,
            shogun.verify_here,
            shogun.seed_is_out,
            shogun.let_seed_out,
            lambda state: state.game is not None,
        ),
    )
}
"""The games by their names."""


def game_at(here: Session[S]) -> AtTable[S]:
    """The game that a table plays."""
    return GAMES[here.history.game.name]
