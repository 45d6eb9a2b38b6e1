"""The winters of a game that a table keeps: hunger, the provinces drawn, the points, the year's end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from companion.data.shogun import facts
from companion.errors import InputError
from companion.play.shogun.keeping import calendar_at, calendar_for, draws_of, with_calendar
from companion.play.shogun.requests import BeginWinter, CountPoints, DrawWinter
from companion.play.shogun.state import ShogunState
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.round.calendar import YEARS, Calendar, Stage
from companion.rules.shogun.round.events import OPEN_EVENTS
from companion.rules.shogun.round.stages import close_winter, put_on_top
from companion.rules.shogun.winter.hunger import Hunger, draw_winter
from companion.rules.shogun.winter.winter_round import begin_winter, score_winter, told_hunger, winter_hunger
from companion.table.history import EventKind, Played
from companion.table.log import Body


def _play_winter(state: ShogunState, request: BeginWinter, recorded: Body | None) -> Played[ShogunState]:
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
    result = {
        "needs": {player: asdict(need) for player, need in needs.items()},
        "drawn": {player: list(names) for player, names in drawn.items()},
    }
    if isinstance(state.game, Campaign):
        return Played(result, replace(state, game=begin_winter(state.game, facts().events, drawn)))
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
    return replace(_play_winter(state, request, None), written=request)


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
    """What winter means for each player: from the board, or from what they say."""
    if isinstance(state.game, Campaign):
        return winter_hunger(state.game, facts().events)
    hands = {
        player: (hand.provinces if isinstance(hand.provinces, int) else len(hand.provinces), hand.rice)
        for player, hand in request.players.items()
    }
    return told_hunger(calendar, facts().events, hands, request.event)


def _play_points(state: ShogunState, request: CountPoints, recorded: Body | None) -> Played[ShogunState]:
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


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("winter", BeginWinter, _play_winter),
    EventKind("points", CountPoints, _play_points),
)
"""The steps of a winter; its revolts are throws like others."""

WISHES = ((DrawWinter, _draw_winter),)
"""Provinces drawn by hand: the table knows whose they are."""
