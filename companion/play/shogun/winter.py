"""A winter: everybody's hunger, the provinces that revolt, and the points that end the year, or the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.answers import Answer, Told
from companion.codec import UNSAID, encode
from companion.data.shogun import Side, facts
from companion.errors import InputError
from companion.play.game import event_data
from companion.play.shogun.fights.fight import Counts
from companion.play.shogun.keeping import calendar_at, calendar_for, draws_of, with_calendar
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.scores import score_lines
from companion.play.shogun.telling.standing import game_data, game_lines, next_lines, seat_lines, told_ranking
from companion.play.shogun.views import view
from companion.rules.shogun.components import point_words
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.realm import GREEN, armies, daimyo, listing
from companion.rules.shogun.round.events import OPEN_EVENTS
from companion.rules.shogun.round.stages import YEARS, Calendar, Stage, close_winter, put_on_top
from companion.rules.shogun.score.finished_board import FinishedBoard
from companion.rules.shogun.score.scoring import final_ranking, score_board
from companion.rules.shogun.winter.hunger import Hunger, draw_winter, rice_lost
from companion.rules.shogun.winter.winter_round import begin_winter, score_winter, told_hunger, winter_hunger
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class Hand:
    """A player at the beginning of winter: names or number of the provinces, and the rice before the loss."""

    provinces: int | tuple[str, ...]
    rice: int


@dataclass(frozen=True, slots=True)
class BeginWinter:
    """Reckon the hunger of winter, and draw the provinces that revolt."""

    # provinces and rice of each player, where the board is not kept
    players: Mapping[str, Hand] = field(default_factory=dict)
    # the provinces that were drawn by hand, by player; ``None`` to draw them from the seed
    drawn: Mapping[str, tuple[str, ...]] | None = None
    event: int | None = None  # the open event card that was left, where several are open


@dataclass(frozen=True, slots=True)
class DrawWinter:
    """Begin a winter as ``BeginWinter`` does, the provinces drawn by hand without their owners."""

    players: Mapping[str, Hand] = field(default_factory=dict)
    drawn: tuple[str, ...] = ()
    event: int | None = None


def _play(state: ShogunState, request: BeginWinter, recorded: Body | None) -> Played[ShogunState]:
    calendar = calendar_for(state, Stage.WINTER)
    needs = _needs(state, calendar, request)
    for player in request.players:
        state.player(player)
    hands: Mapping[str, Sequence[str]] = {
        player: hand.provinces
        for player, hand in request.players.items()
        if not isinstance(hand.provinces, int)
    }
    if isinstance(state.game, Campaign):
        hands = {player: state.game.realm.owned(player) for player in state.players}
    given = request.drawn if recorded is None else recorded["drawn"]
    drawn = draw_winter(needs, hands, draws_of(state), calendar.label, given)
    result = encode({"needs": needs, "drawn": drawn})
    if isinstance(state.game, Campaign):
        return Played(
            result, replace(state, game=begin_winter(state.game, facts().events, drawn, state.rulings))
        )
    greens = {player: need.greens for player, need in needs.items() if need.revolts}
    after = replace(state, game=replace(calendar, stage=Stage.REVOLTS), greens=greens, hungry=drawn)
    return Played(result, after)


def _draw_winter(state: ShogunState, wish: DrawWinter) -> Played[ShogunState]:
    if isinstance(state.game, Campaign):
        if wish.players:
            raise InputError("This table keeps its board; provinces and rice are known.")
        if wish.event is not None:
            raise InputError("This table keeps its board; the fourth event card is known.")
    request = BeginWinter(wish.players, _by_owner(state, wish) if wish.drawn else None, wish.event)
    return replace(_play(state, request, None), written=request)


def _by_owner(state: ShogunState, wish: DrawWinter) -> dict[str, tuple[str, ...]]:
    """The provinces that were drawn by hand, by the player who owns them."""
    owners: dict[str, str] = {}
    for player in state.players:
        owned: int | tuple[str, ...] = ()
        if isinstance(state.game, Campaign):
            owned = state.game.realm.owned(player)
        elif player in wish.players:
            owned = wish.players[player].provinces
        owners |= {} if isinstance(owned, int) else dict.fromkeys(owned, player)
    found: dict[str, tuple[str, ...]] = {}
    for province in wish.drawn:
        if province not in owners:
            raise InputError("Nobody owns {province}.", province=province)
        found[owners[province]] = (*found.get(owners[province], ()), province)
    return found


def _needs(state: ShogunState, calendar: Calendar, request: BeginWinter) -> dict[str, Hunger]:
    """The hunger of each player: from the board, or from what they say."""
    if isinstance(state.game, Campaign):
        return winter_hunger(state.game, facts().events, state.rulings)
    hands = {
        player: (hand.provinces if isinstance(hand.provinces, int) else len(hand.provinces), hand.rice)
        for player, hand in request.players.items()
    }
    return told_hunger(calendar, facts().events, hands, request.event, state.rulings)


def tell_winter(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The hunger of every player, and the provinces drawn."""
    seen, result = view(step.after), step.event.result
    players = {
        player: {"green" if key == "greens" else key: value for key, value in need.items()}
        for player, need in result["needs"].items()
    }
    data = event_data(here, step, players=players, drawn=result["drawn"], game=game_data(seen))
    lines: list[Told] = []
    calendar = seen.calendar
    assert calendar is not None  # a draft has no winter
    left = step.request.event or calendar.open_events[0]
    card = rice_lost(facts().events[left - 1], step.after.rulings)
    for player in calendar.order or calendar.players:
        need = Hunger(**result["needs"][player])
        lines += need.lines(player, card)
        if not isinstance(seen.game, Campaign):
            lines += [
                say(
                    "  {province} revolts: {greens}, and one for each marker there.",
                    province=province,
                    greens=armies({GREEN: need.greens}),
                )
                for province in result["drawn"].get(player, ())
            ]
    remedies = () if isinstance(seen.game, Campaign) else ("points",)
    return Answer(data, (*lines, *next_lines(seen)), remedies=remedies)


def _line(step: Step[ShogunState]) -> Sentence:
    names = ", ".join(name for each in step.event.result["drawn"].values() for name in each)
    return say("Winter: {names} revolt.", names=names) if names else say("Winter: nobody revolts.")


WINTER: EventKind[ShogunState] = EventKind("winter", BeginWinter, _play, tell_winter, _line)
"""The beginning of a winter; its revolts are throws like others."""


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


def _count(state: ShogunState, request: CountPoints, recorded: Body | None) -> Played[ShogunState]:
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
    return replace(_count(state, request, None), report=scores, written=request)


def _tell_points(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
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


def _points_line(step: Step[ShogunState]) -> Sentence:
    if "total" not in step.event.result:
        return say("The year ends.")
    each = [
        say("{player} {points}", player=daimyo(player), points=point_words(points))
        for player, points in step.event.result["total"].items()
    ]
    return say("The points are counted: {points}.", points=listing(each))


POINTS: EventKind[ShogunState] = EventKind(
    "points", CountPoints, _count, _tell_points, _points_line
)  # the points counted
WISHES = ((DrawWinter, _draw_winter), (CountBoard, _count_board))
"""Provinces drawn by hand: the table knows whose they are; points that follow from a board that was typed."""
