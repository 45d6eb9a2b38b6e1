"""The winters of a game that a table keeps: hunger, the provinces drawn, the points, the year's end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.data.shogun import facts
from companion.errors import InputError
from companion.rules.shogun.action.result import Illegal
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.round.calendar import YEARS, Calendar, Stage, next_words
from companion.rules.shogun.round.events import OPEN_EVENTS
from companion.rules.shogun.round.stages import close_winter
from companion.rules.shogun.winter.hunger import Hunger, draw_revolts, hunger, wrong_draw
from companion.rules.shogun.winter.winter_round import begin_winter, score_winter, winter_hunger
from companion.sentences import say
from companion.table.fold import Kind
from companion.table.log import Body
from companion.table.shogun.kept import Refused, legal
from companion.table.shogun.rounds import calendar_for, kept_calendar
from companion.table.shogun.setting_up import draws_of, with_open
from companion.table.shogun.state import ShogunState

__all__ = ["KINDS", "hunger_at"]


def hunger_at(state: ShogunState, asked: Body) -> dict[str, Hunger]:
    """What winter means for each player: from the board, or from what they say.

    Raises:
        Refused: When it is not winter.
        InputError: When something is missing.
    """
    calendar = calendar_for(state, Stage.WINTER)
    if calendar.stage != Stage.WINTER:
        raise Refused(
            Illegal(say("This is not the moment for winter. Next: {next}", next=next_words(calendar)))
        )
    if isinstance(state.kept, Campaign):
        return winter_hunger(state.kept, facts().events)
    last = asked["event"]
    if last is None:
        if len(calendar.open) > 1:
            raise InputError(
                "Several event cards are open here; name the one that was left, such as --event {number}.",
                number=calendar.open[0],
            )
        last = calendar.open[0]
    loss = facts().events[last - 1].winter_loss
    for player in state.players:
        if player not in asked["players"]:
            raise InputError(
                "Provinces and rice of {player} are missing; write {colour}=9/6.",
                player=daimyo(player),
                colour=player,
            )
    found = {}
    for player in calendar.order or calendar.players:
        said = asked["players"][player]
        found[player] = hunger(_number(said["provinces"]), said["rice"], loss)
    return found


def _number(provinces: int | Sequence[str]) -> int:
    return provinces if isinstance(provinces, int) else len(provinces)


def _decide_winter(state: ShogunState, asked: Body) -> Body:
    needs = hunger_at(state, asked)
    for player in asked["players"]:
        state.player(player)
    calendar = calendar_for(state, Stage.WINTER)
    drawn: dict[str, list[str]] = {}
    for player, need in needs.items():
        hand = _hand(state, asked, player)
        if not need.revolts or hand is None:
            continue
        given = (asked["drawn"] or {}).get(player)
        if given is not None:
            if len(set(given)) != need.revolts or not set(given) <= set(hand):
                raise wrong_draw(need.revolts, player)
            drawn[player] = list(given)
        else:
            label = f"{calendar.label} {player}"
            drawn[player] = list(draw_revolts(hand, need.revolts, draws_of(state), label))
    for player in asked["drawn"] or {}:
        if player not in drawn:
            raise wrong_draw(needs[player].revolts, player)
    result: dict[str, Any] = {
        "needs": {
            player: {
                "provinces": need.provinces,
                "rice": need.rice,
                "loss": need.loss,
                "missing": need.missing,
                "revolts": need.revolts,
                "greens": need.greens,
            }
            for player, need in needs.items()
        },
        "drawn": drawn,
    }
    _fold_winter(state, asked, result)
    return result


def _hand(state: ShogunState, asked: Body, player: str) -> Sequence[str] | None:
    """The province cards in a player's hand; unknown where only their number was said."""
    if isinstance(state.kept, Campaign):
        return state.kept.realm.owned(player)
    provinces = asked["players"][player]["provinces"]
    return None if isinstance(provinces, int) else provinces


def _fold_winter(state: ShogunState, asked: Body, result: Body) -> ShogunState:
    if isinstance(state.kept, Campaign):
        return replace(state, kept=legal(begin_winter(state.kept, facts().events, result["drawn"])))
    return replace(state, kept=replace(calendar_for(state, Stage.WINTER), stage=Stage.REVOLTS))


def _decide_points(state: ShogunState, asked: Body) -> Body:
    calendar = kept_calendar(state)
    result: dict[str, Any] = {}
    if isinstance(state.kept, Campaign):
        after, scores = legal(score_winter(state.kept))
        result["points"] = {player: score.total for player, score in scores.items()}
        result["total"] = {player: seat.points for player, seat in after.realm.seats.items()}
    elif calendar.stage != Stage.REVOLTS:
        raise Refused(
            Illegal(say("This is not the moment to count. Next: {next}", next=next_words(calendar)))
        )
    if asked["open"] is not None and calendar.year < YEARS:
        with_open(calendar.pile, asked["open"], OPEN_EVENTS)
    return result


def _fold_points(state: ShogunState, asked: Body, result: Body) -> ShogunState:
    if isinstance(state.kept, Campaign):
        after, _ = legal(score_winter(_restacked(state.kept, asked)))
        return replace(state, kept=after)
    calendar = kept_calendar(state)
    return replace(state, kept=close_winter(_with_pile(calendar, asked)))


def _restacked(campaign: Campaign, asked: Body) -> Campaign:
    return replace(campaign, calendar=_with_pile(campaign.calendar, asked))


def _with_pile(calendar: Calendar, asked: Body) -> Calendar:
    if asked["open"] is None or calendar.year >= YEARS:
        return calendar
    return replace(calendar, pile=with_open(calendar.pile, asked["open"], OPEN_EVENTS))


KINDS: Mapping[str, Kind[ShogunState]] = {
    "winter": Kind(_decide_winter, _fold_winter),
    "points": Kind(_decide_points, _fold_points),
}
"""The steps of a winter; its revolts are throws like others."""
