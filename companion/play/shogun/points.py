"""The points of a winter are counted: the year ends, or the game."""

from dataclasses import dataclass, field, replace
from typing import Any

from companion.answers import Answer, Told
from companion.codec import UNSAID
from companion.data.shogun import Side, facts
from companion.errors import InputError
from companion.play.game import event_data
from companion.play.shogun.fights.fight import Counts
from companion.play.shogun.keeping import calendar_at, with_calendar
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.scores import score_lines
from companion.play.shogun.telling.standing import game_data, game_lines, seat_lines, told_ranking
from companion.play.shogun.views import view
from companion.rules.shogun.components import point_words
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.realm import daimyo, listing
from companion.rules.shogun.round.events import OPEN_EVENTS
from companion.rules.shogun.round.stages import YEARS, Calendar, Stage, close_winter, put_on_top
from companion.rules.shogun.score.finished_board import FinishedBoard
from companion.rules.shogun.score.scoring import final_ranking, score_board
from companion.rules.shogun.winter.winter_round import score_winter
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class CountPoints:
    """Count the points and end the year."""

    # numbers of the event cards opened for the new year, where the players shuffle their own
    open: tuple[int, ...] | None = None
    # what each player has won this winter, where the board is not kept
    points: Counts | None = field(default=None, metadata=UNSAID)
    chests: Counts | None = field(default=None, metadata=UNSAID)  # what each player owns, likewise


@dataclass(frozen=True, slots=True)
class CountBoard:
    """Count the points of a board as it was typed, where none is kept; it is written as its points."""

    found: FinishedBoard
    side: Side
    counted: CountPoints


def _play(state: ShogunState, request: CountPoints, recorded: Body | None) -> Played[ShogunState]:
    calendar = calendar_at(state)
    result: dict[str, Any] = {}
    if isinstance(state.game, Campaign):
        if request.points is not None or request.chests is not None:
            raise InputError("This table keeps its board; points and chests are known.")
        restacked = replace(state.game, calendar=_with_pile(calendar, request))
        after, scores = score_winter(restacked)
        result["points"] = {player: score.total for player, score in scores.items()}
        result["total"] = {player: seat.points for player, seat in after.realm.seats.items()}
        return Played(result, replace(state, game=after))
    closed = with_calendar(state, close_winter(_with_pile(calendar, request)))
    for told in (request.points, request.chests):
        for player in () if told is None else (*told, *state.players):
            if state.player(player) not in (told or {}):
                raise InputError("The points or chests of {player} are missing.", player=daimyo(player))
    if request.points is not None:
        closed = replace(closed, points=(*state.points, dict(request.points)))
        result = {"points": dict(request.points), "total": total_points(closed)}
    return Played(result, replace(closed, chests=dict(request.chests or state.chests)))


def total_points(state: ShogunState) -> dict[str, int]:
    """The points of all winters that were told, where the board is not kept; nothing where none were."""
    return {
        player: sum(winter[player] for winter in state.points) for player in state.players if state.points
    }


def _with_pile(calendar: Calendar, request: CountPoints) -> Calendar:
    if request.open is None or calendar.year >= YEARS:
        return calendar
    return replace(calendar, pile=put_on_top(calendar.pile, request.open, OPEN_EVENTS))


def _count_board(state: ShogunState, wish: CountBoard) -> Played[ShogunState]:
    scores = score_board(facts().board(wish.side), wish.found.lands, state.players)
    points = {player: score.total for player, score in scores.items()}
    request = replace(wish.counted, points=points, chests=wish.found.chests or wish.counted.chests)
    return replace(_play(state, request, None), report=scores, written=request)


def _tell(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    assert step.before is not None  # the start counts nothing
    before, game, seen, request = step.before.game, step.after.game, view(step.after), step.request
    lines: list[Told] = [*(() if step.report is None else score_lines(step.report, {}))]
    ranking = None
    if isinstance(before, Campaign) and isinstance(game, Campaign):
        realm = before.realm
        scores = score_board(realm.board, realm.lands, realm.players)
        earlier = {player: seat.points for player, seat in realm.seats.items()}
        lines += score_lines(scores, earlier if any(earlier.values()) else {})
        lines += seat_lines(seen)
        if game.calendar.stage == Stage.OVER:
            ranking = final_ranking(game.realm)
    elif seen.points and request.points is not None:
        lines += [
            say(
                "{player}: {points} this winter, {total} in all.",
                player=daimyo(player),
                points=point_words(request.points[player]),
                total=step.event.result["total"][player],
            )
            for player in seen.players
        ]
        if seen.calendar is not None and seen.calendar.stage == Stage.OVER:
            ranking = told_ranking(seen)
    data = event_data(here, step, **step.event.result, ranking=ranking, game=game_data(seen))
    # Who is the Shogun comes before the word that the game is over.
    stands = game_lines(seen)
    return Answer(data, (*lines, *(stands if ranking is None else (*stands[1:], stands[0]))))


def _line(step: Step[ShogunState]) -> Sentence:
    if "total" not in step.event.result:
        return say("The year ends.")
    each = [
        say("{player} {points}", player=daimyo(player), points=point_words(points))
        for player, points in step.event.result["total"].items()
    ]
    return say("The points are counted: {points}.", points=listing(each))


KIND: EventKind[ShogunState] = EventKind("points", CountPoints, _play, _tell, _line)  # the points counted
WISHES = ((CountBoard, _count_board),)  # points that follow from a board that was typed
