"""The rounds of a game that a table keeps: cards, event, bids, special cards, actions, end.

With the calendar alone, actions are not told; with the board, every turn is held against the rules.
What the seed shuffled stands in the log, and players may say instead what their own cards gave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.data.shogun import facts
from companion.errors import InputError
from companion.rules.shogun.action.result import Illegal, Outcome
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.game.campaign import Campaign, begin_planning, end_round, take_bids
from companion.rules.shogun.game.turn import Order, advance, close_when_over, declare
from companion.rules.shogun.round.actions import ACTIONS
from companion.rules.shogun.round.bids import Bid, bid_named, rank_bids
from companion.rules.shogun.round.calendar import Calendar, Stage, next_words
from companion.rules.shogun.round.special_cards import SPECIALS
from companion.rules.shogun.round.stages import (
    choose_special,
    close_round,
    draw_event,
    lay_cards,
    rank_choosers,
    shuffle_actions,
    shuffle_specials,
    skip_to,
    take_event,
)
from companion.sentences import say
from companion.table.fold import Kind
from companion.table.log import Body
from companion.table.shogun.kept import NO_BOARD, NO_ROUNDS, Drafting, Refused, calendar_of, legal
from companion.table.shogun.setting_up import draws_of
from companion.table.shogun.state import ShogunState

__all__ = ["KINDS", "calendar_for", "campaign_at", "kept_calendar", "order_of", "outcome_of", "written_order"]


def kept_calendar(state: ShogunState) -> Calendar:
    """Where the game stands.

    Raises:
        Refused: When the table does not keep it.
    """
    if isinstance(state.kept, Drafting):
        drafting = state.kept.draft
        raise Refused(
            Illegal(say("The draft comes first; next is {player}.", player=daimyo(str(drafting.player))))
        )
    calendar = calendar_of(state.kept)
    if calendar is None:
        raise Refused(NO_ROUNDS)
    return calendar


def calendar_for(state: ShogunState, stage: Stage) -> Calendar:
    """Where the game stands; where only the calendar is kept, what was not told is passed over.

    Raises:
        Refused: When the table does not keep it.
    """
    calendar = kept_calendar(state)
    return calendar if isinstance(state.kept, Campaign) else skip_to(calendar, stage)


def campaign_at(state: ShogunState) -> Campaign:
    """The whole game.

    Raises:
        Refused: When the table does not keep its board.
    """
    if not isinstance(state.kept, Campaign):
        raise Refused(NO_BOARD)
    return state.kept


def with_calendar(state: ShogunState, calendar: Calendar) -> ShogunState:
    """The table with its game moved on."""
    if isinstance(state.kept, Campaign):
        return replace(state, kept=replace(state.kept, calendar=calendar))
    return replace(state, kept=calendar)


def _decide_lay(state: ShogunState, asked: Body) -> Body:
    calendar = calendar_for(state, Stage.LAY)
    actions = _whole(asked["actions"], ACTIONS) or shuffle_actions(calendar, draws_of(state))
    specials = _whole(asked["specials"], SPECIALS) or shuffle_specials(calendar, draws_of(state))
    legal(lay_cards(calendar, actions, specials))
    return {"actions": list(actions), "specials": list(specials)}


def _fold_lay(state: ShogunState, asked: Body, result: Body) -> ShogunState:
    laid = legal(lay_cards(calendar_for(state, Stage.LAY), result["actions"], result["specials"]))
    if isinstance(state.kept, Campaign):
        return replace(state, kept=begin_planning(state.kept, laid))
    return replace(state, kept=laid)


def _whole(given: Sequence[str] | None, cards: Sequence[str]) -> tuple[str, ...] | None:
    if given is None:
        return None
    if sorted(given) != sorted(cards):
        raise InputError("Every card lies there once; these are the cards: {names}.", names=", ".join(cards))
    return tuple(given)


def _decide_event(state: ShogunState, asked: Body) -> Body:
    calendar = kept_calendar(state)
    event = asked["event"]
    if calendar.stage == Stage.EVENT and event is not None and event not in calendar.open:
        raise InputError(
            "The event card {number} is not open; open are {numbers}.",
            number=event,
            numbers=" ".join(map(str, calendar.open)),
        )
    if event is None and calendar.stage == Stage.EVENT:
        event = draw_event(calendar, draws_of(state))
    legal(take_event(calendar, event))
    return {"event": event}


def _fold_event(state: ShogunState, asked: Body, result: Body) -> ShogunState:
    return with_calendar(state, legal(take_event(kept_calendar(state), result["event"])))


def _bids(asked: Body) -> dict[str, Bid]:
    names = {card.province for card in facts().cards}
    return {player: bid_named(text, names) for player, text in asked["bids"].items()}


def _decide_bids(state: ShogunState, asked: Body) -> Body:
    calendar = calendar_for(state, Stage.BIDS)
    for player in asked["bids"]:
        state.player(player)
    bids = _bids(asked)
    ranking = legal(rank_bids(bids, draws_of(state), f"{calendar.label} bids", asked["chests"]))
    if set(bids) != set(state.players):
        missing = next(player for player in state.players if player not in bids)
        raise InputError("The bid of {player} is missing.", player=daimyo(missing))
    if isinstance(state.kept, Campaign):
        legal(take_bids(state.kept, bids, ranking.order))
    else:
        legal(rank_choosers(calendar, ranking.order))
    return {
        "order": list(ranking.order),
        "drawn": [list(group) for group in ranking.drawn],
        "pays": {player: bids[player].cost for player in ranking.order},
    }


def _fold_bids(state: ShogunState, asked: Body, result: Body) -> ShogunState:
    if isinstance(state.kept, Campaign):
        return replace(state, kept=legal(take_bids(state.kept, _bids(asked), result["order"])))
    return replace(state, kept=legal(rank_choosers(calendar_for(state, Stage.BIDS), result["order"])))


def _decide_take(state: ShogunState, asked: Body) -> Body:
    calendar = kept_calendar(state)
    chosen = legal(choose_special(calendar, state.player(asked["player"]), asked["special"]))
    over = chosen.stage == Stage.ACTIONS
    return {
        "space": calendar.specials.index(asked["special"]) + 1,
        "order": list(chosen.order) if over else None,
    }


def _fold_take(state: ShogunState, asked: Body, result: Body) -> ShogunState:
    return with_calendar(
        state, legal(choose_special(kept_calendar(state), asked["player"], asked["special"]))
    )


def order_of(asked: Body) -> Order:
    """A turn, from a log."""
    return Order(**asked["order"])


def written_order(order: Order) -> dict[str, Any]:
    """A turn as it stands in a log."""
    return {
        "player": order.player,
        "action": order.action,
        "province": order.province,
        "target": order.target,
        "armies": order.armies,
        "thrown_by_defender": order.thrown_by_defender,
    }


def outcome_of(state: ShogunState, order: Order) -> Outcome:
    """What comes of a turn, as far as the tower is not asked.

    Raises:
        Refused: When the turn may not be taken.
    """
    return legal(declare(campaign_at(state), order, facts().events, state.rulings))


def _decide_act(state: ShogunState, asked: Body) -> Body:
    order = order_of(asked)
    state.player(order.player)
    outcome = outcome_of(state, order)
    if outcome.clash is not None:
        raise InputError("This turn leads to a battle or a revolt, which is thrown.")
    seat = outcome.realm.seats[order.player]
    return {
        "done": outcome.done,
        "chests": seat.chests,
        "rice": seat.rice,
        "supply": seat.supply,
    }


def _fold_act(state: ShogunState, asked: Body, result: Body) -> ShogunState:
    order = order_of(asked)
    moved = advance(campaign_at(state), order, outcome_of(state, order))
    return replace(state, kept=close_when_over(moved))


def _decide_end(state: ShogunState, asked: Body) -> Body:
    _fold_end(state, asked, {})
    return {}


def _fold_end(state: ShogunState, asked: Body, result: Body) -> ShogunState:
    if isinstance(state.kept, Campaign):
        return replace(state, kept=legal(end_round(state.kept)))
    calendar = calendar_for(state, Stage.ACTIONS)
    if calendar.stage != Stage.ACTIONS:
        raise Refused(
            Illegal(say("This is not the moment to end the round. Next: {next}", next=next_words(calendar)))
        )
    return replace(state, kept=close_round(calendar))


KINDS: Mapping[str, Kind[ShogunState]] = {
    "lay": Kind(_decide_lay, _fold_lay),
    "event": Kind(_decide_event, _fold_event),
    "bids": Kind(_decide_bids, _fold_bids),
    "take": Kind(_decide_take, _fold_take),
    "act": Kind(_decide_act, _fold_act),
    "end": Kind(_decide_end, _fold_end),
}
"""The steps of a round."""
