"""The rounds of a game that a table keeps: cards, event, bids, special cards, end.

With the calendar alone, actions are not told. What the seed shuffled stands in the log, and players may
say instead what their own cards gave.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.data.shogun import facts
from companion.data.vocabulary import vocabulary
from companion.errors import InputError, Refused
from companion.play.shogun.fights import TurnReport, untold_turns
from companion.play.shogun.keeping import calendar_at, calendar_for, draws_of, with_calendar
from companion.play.shogun.plans.planning import holding_of
from companion.play.shogun.requests import (
    DrawEvent,
    EndRound,
    FinishRound,
    LayCards,
    NextAction,
    RevealBids,
    TakeSpecial,
)
from companion.play.shogun.state import ShogunState
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.game.campaign import Campaign, begin_planning, end_round, take_bids
from companion.rules.shogun.round.actions import ACTIONS, SPECIALS
from companion.rules.shogun.round.bids import bid_named, rank_bids
from companion.rules.shogun.round.calendar import FACE_UP, Calendar, Stage, Turn, turns_until
from companion.rules.shogun.round.stages import (
    choose_special,
    close_round,
    draw_event,
    lay_cards,
    next_action,
    rank_choosers,
    shuffle_actions,
    shuffle_specials,
    take_event,
)
from companion.table.history import EventKind, Played
from companion.table.log import Body


def _play_lay(state: ShogunState, request: LayCards, recorded: Body | None) -> Played[ShogunState]:
    calendar = calendar_for(state, Stage.LAY)
    if recorded is not None:
        request = LayCards(tuple(recorded["actions"]), tuple(recorded["specials"]))
    actions = _laid(state, request.actions) or shuffle_actions(calendar, draws_of(state))
    specials = _whole(request.specials, SPECIALS, "special") or shuffle_specials(calendar, draws_of(state))
    laid = lay_cards(calendar, actions, specials)
    game = begin_planning(state.game, laid) if isinstance(state.game, Campaign) else laid
    return Played({"actions": list(actions), "specials": list(specials)}, replace(state, game=game))


def _laid(state: ShogunState, given: Sequence[str] | None) -> tuple[str, ...] | None:
    """The actions as players laid their own cards: all, or without the board those that lie face up."""
    face_up = given is not None and len(given) == len({*given} & {*ACTIONS}) == FACE_UP
    if given is not None and face_up and not isinstance(state.game, Campaign):
        return tuple(given)
    return _whole(given, ACTIONS, "action")


def _whole(given: Sequence[str] | None, cards: Sequence[str], sort: str) -> tuple[str, ...] | None:
    if given is None:
        return None
    if sorted(given) != sorted(cards):
        names = vocabulary("shogun", sort).expected
        raise InputError("Every card lies there once; these are the cards: {names}.", names=names)
    return tuple(given)


def _play_event(state: ShogunState, request: DrawEvent, recorded: Body | None) -> Played[ShogunState]:
    calendar = calendar_at(state)
    event = request.event if recorded is None else recorded["event"]
    if event is None and calendar.stage == Stage.EVENT:
        event = draw_event(calendar, draws_of(state))
    after = with_calendar(_closed(state, calendar), take_event(calendar, event or 0))
    return Played({"event": event}, after)


def _closed(state: ShogunState, calendar: Calendar) -> ShogunState:
    """The table with the plans of its round closed, if any was laid: the event is known."""
    if not state.planning.of(calendar.label):
        return state
    return replace(state, planning=state.planning.closing(calendar.label))


def _play_bids(state: ShogunState, request: RevealBids, recorded: Body | None) -> Played[ShogunState]:
    calendar = calendar_for(state, Stage.BIDS)
    for player in request.bids:
        state.player(player)
    names = {card.province for card in facts().cards}
    sealed = _sealed_bids(state, calendar, recorded)
    for player in sealed.keys() & request.bids:
        raise Refused("{player} has sealed a bid; it is opened with the others.", player=daimyo(player))
    bids = {player: bid_named(text, names) for player, text in {**sealed, **request.bids}.items()}
    purses = {player: each.chests for player, each in state.holdings.items()}
    if recorded is None:
        ranking = rank_bids(bids, draws_of(state), f"{calendar.label} bids", {**purses, **request.chests})
        order, drawn = ranking.order, [list(group) for group in ranking.drawn]
    else:
        order, drawn = tuple(recorded["order"]), recorded["drawn"]
    result = {"order": list(order), "drawn": drawn, "pays": {player: bids[player].cost for player in order}}
    if sealed:
        result["sealed"] = sealed
    state = replace(_closed(state, calendar), bids={player: bid.text() for player, bid in bids.items()})
    if isinstance(state.game, Campaign):
        return Played(result, replace(state, game=take_bids(state.game, bids, order)))
    ranked = rank_choosers(calendar, order)
    holdings = {
        player: replace(each, chests=max(each.chests - bids[player].cost, 0))
        for player, each in state.holdings.items()
    }
    return Played(result, replace(state, game=ranked, holdings=holdings))


def _sealed_bids(state: ShogunState, calendar: Calendar, recorded: Body | None) -> dict[str, str]:
    """The bids of the plans laid in secret; for a card that is no longer owned none, for such chests 0."""
    found = {}
    for player, plan in state.planning.of(calendar.label).items():
        if plan is None:
            if recorded is not None and player in recorded.get("sealed", {}):
                found[player] = str(recorded["sealed"][player])
            continue
        holding = holding_of(state, player)
        assert holding is not None  # a plan is laid of what is owned
        bid = bid_named(plan.bid, {card.province for card in facts().cards})
        kept = bid.province is None or bid.province in holding.provinces
        found[player] = ("0" if bid.cost > holding.chests else plan.bid) if kept else "none"
    return found


def _play_take(state: ShogunState, request: TakeSpecial, recorded: Body | None) -> Played[ShogunState]:
    calendar = calendar_at(state)
    chosen = choose_special(calendar, state.player(request.player), request.special)
    result = {
        "space": calendar.specials.index(request.special) + 1,
        "order": list(chosen.order) if chosen.stage == Stage.ACTIONS else None,
    }
    return Played(result, with_calendar(state, chosen))


def _play_next(state: ShogunState, request: NextAction, recorded: Body | None) -> Played[ShogunState]:
    if isinstance(state.game, Campaign):
        raise Refused("This table keeps its board: its actions go on with their turns.", remedy="act")
    before = calendar_for(state, Stage.ACTIONS)
    after = next_action(before, request.turned)
    turned = after.actions[after.face_up - 1] if after.face_up > before.face_up else None
    return Played({"turned": turned}, with_calendar(state, after))


def _play_end(state: ShogunState, request: EndRound, recorded: Body | None) -> Played[ShogunState]:
    report = TurnReport(passed=_untold(state))
    if isinstance(state.game, Campaign):
        return Played({}, replace(state, game=end_round(state.game)), report)
    return Played({}, replace(state, game=close_round(calendar_for(state, Stage.ACTIONS))), report)


def _untold(state: ShogunState) -> tuple[Turn, ...]:
    """The turns of a round that nobody told."""
    calendar = state.calendar
    if not isinstance(state.game, Campaign) or calendar is None or calendar.stage != Stage.ACTIONS:
        return ()
    return turns_until(calendar)


def _finish(state: ShogunState, wish: FinishRound) -> Played[ShogunState]:
    passed = _untold(state)
    if passed and not wish.blanks:
        raise untold_turns(calendar_for(state, Stage.ACTIONS), passed)
    return replace(_play_end(state, EndRound(), None), written=EndRound())


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("lay", LayCards, _play_lay),
    EventKind("event", DrawEvent, _play_event),
    EventKind("bids", RevealBids, _play_bids),
    EventKind("take", TakeSpecial, _play_take),
    EventKind("next", NextAction, _play_next),
    EventKind("end", EndRound, _play_end),
)
"""The steps of a round, its turns apart."""

WISHES = ((FinishRound, _finish),)
"""The end of a round that has turns left."""
