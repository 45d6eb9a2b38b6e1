"""Planned cards turned over in their time, and turns that pass by themselves.

A card lies open when its action has come and its player is on turn; where nobody has anything to choose, as
in building or collecting at a table with the board before it, all cards of the action are turned over at
once. Whoever laid a blank, lost the province, or can do nothing with it, is passed over.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.data.shogun import facts
from companion.errors import Refused
from companion.play.shogun.fights.fight import ThrowAttack, ThrowRevolt, TurnReport
from companion.play.shogun.keeping import calendar_at, due, laid_now, with_calendar
from companion.play.shogun.plans.model import Opened
from companion.play.shogun.plans.planning import with_owned
from companion.play.shogun.state import ShogunState
from companion.play.shogun.winter import BeginWinter, CountPoints
from companion.rules.shogun.battle.verdict import Verdict
from companion.rules.shogun.game.campaign import Campaign, Order, declare
from companion.rules.shogun.game.holdings import handed, short
from companion.rules.shogun.realm import Land, daimyo, not_on_turn
from companion.rules.shogun.round.actions import ACTIONS, COMBATS, action_words
from companion.rules.shogun.round.stages import Stage, close_round, next_action, told_next
from companion.table.history import Played
from companion.table.log import Body


def follow(
    before: ShogunState | None, request: object, played: Played[ShogunState], recorded: Body | None
) -> Played[ShogunState]:
    """An event with its consequences for plans, and for what a light table counts."""
    if before is None:
        return played
    order = getattr(request, "order", None)
    if isinstance(order, Order):
        _check_planned(before, order)
    state = played.state
    if not isinstance(state.game, Campaign):
        state = _counted(before, state, request, played)
    state = with_owned(before, state)
    if getattr(state.calendar, "actions", ()) and not getattr(before.calendar, "actions", ()):
        state = replace(state, opened=(), lost=frozenset(), bids={})  # a new round's cards are laid
    state, opened = _turned_over(state, None if recorded is None else recorded.get("opened", ()))
    result = {**played.result, "opened": opened} if opened else played.result
    return replace(played, state=state, result=result)


def _turned_over(
    state: ShogunState, recorded: Sequence[Sequence[str]] | None
) -> tuple[ShogunState, list[list[str]]]:
    """Turn over the planned cards whose time has come, until somebody has something to do."""
    told = {(player, action): province for player, action, province in recorded or ()}
    new: list[list[str]] = []
    while players := due(state):
        assert state.calendar is not None  # somebody is on turn
        action, plans = str(state.calendar.action), laid_now(state)
        open_now = {each.player: each for each in state.opened if each.action == action}
        for player in players:
            if player in plans and player not in open_now:
                plan = plans[player]
                if plan is None and (player, action) not in told:
                    continue  # without the seed it is told by hand
                card = told[player, action] if plan is None else plan.cards.get(action, "")
                open_now[player] = Opened(player, action, card, _passed(state, player, action, card))
                new.append([player, action, card])
                state = replace(state, opened=(*state.opened, open_now[player]))
        if not all(player in open_now and open_now[player].passed for player in players):
            break
        after = moved(state, len(players))
        if after is None:
            break
        state = after
    return state, new


def moved(state: ShogunState, turns: int, turned: str | None = None) -> ShogunState | None:
    """The table some turns later; nothing where players must tell first which card they turned up."""
    calendar = state.calendar
    assert calendar is not None  # it has turns
    on = calendar.turn + turns
    if isinstance(state.game, Campaign):
        later = replace(calendar, turn=on)
        return with_calendar(
            state, close_round(later) if on == len(ACTIONS) * len(calendar.players) else later
        )
    if on % len(calendar.players):
        return with_calendar(state, replace(calendar, turn=on))
    if turned is None and told_next(calendar):
        return None
    return with_calendar(state, next_action(calendar, turned))


def _passed(state: ShogunState, player: str, action: str, province: str) -> str:
    """The reason why a turn passes by itself; empty where it does not."""
    if not province:
        return "blank"
    game = state.game
    if not isinstance(game, Campaign):
        holding = state.holdings[player]
        if province not in holding.provinces or province in state.lost:
            return "lost"
        return "nothing" if short(player, holding, action) is not None else ""
    if province not in game.cards or game.realm.lands[province].owner != player:
        return "lost"
    if action in COMBATS:
        return "nothing" if game.realm.lands[province].armies < 2 else ""
    if action == "one" and state.rulings["short-action"] == "partial":
        return ""
    came = declare(game, Order(player, action, province), facts().events, state.rulings)
    return "nothing" if came.lost else ""


def _check_planned(state: ShogunState, order: Order) -> None:
    """Refuse a turn on a kept board where another card was planned for it."""
    calendar, laid = calendar_at(state), laid_now(state)
    if calendar.stage != Stage.ACTIONS or calendar.position(order.player, order.action) < calendar.turn:
        return
    if calendar.player in laid and calendar.player != order.player:
        raise not_on_turn(order.player, calendar.player)
    card = open_card(state, order.player, order.action)
    if card is not None and card.province != (order.province or ""):
        raise Refused(
            "{player} planned with {province}: {action}.",
            player=daimyo(order.player),
            province=card.province,
            action=action_words(order.action),
        )


def _counted(
    before: ShogunState, state: ShogunState, request: object, played: Played[ShogunState]
) -> ShogunState:
    """A light table after an event, with what its players own and whose turn is over."""
    fought = played.report.fought if isinstance(played.report, TurnReport) else None
    if isinstance(request, (ThrowAttack, ThrowRevolt)) and fought is not None:
        state = _after_fight(state, request.province, fought.verdict)
        calendar, action = state.calendar, getattr(state.calendar, "action", None)
        attacker = request.attack.attacker if isinstance(request, ThrowAttack) else None
        on_turn = calendar is not None and action in COMBATS and due(state) == (attacker,)
        if on_turn and attacker in laid_now(state):
            return moved(state, 1) or state
    elif isinstance(request, BeginWinter):
        left = {}
        for player, need in played.result["needs"].items():
            if player in state.holdings:
                rice = max(need["rice"] - need["loss"] - need["provinces"], 0)
                left[player] = replace(state.holdings[player], rice=rice)
        return replace(state, holdings={**state.holdings, **left})
    elif isinstance(request, CountPoints):
        kept = {player: replace(each, rice=0) for player, each in state.holdings.items()}
        for player, chests in (request.chests or {}).items():
            if player in kept:
                kept[player] = replace(kept[player], chests=chests)
        lands = {name: replace(land, markers=0) for name, land in state.lands.items()}
        return replace(state, holdings=kept, lands=lands)
    return state


def _after_fight(state: ShogunState, province: str, verdict: Verdict | None) -> ShogunState:
    """A province that was conquered or set free: its card changes hands and acts no more this round."""
    if verdict is None or province not in {card.province for card in facts().cards}:
        return state
    if verdict.province == "held":
        return marked(state, province, verdict.added_markers)
    holdings = handed(state.holdings, province, verdict.owner)
    lands = {name: land for name, land in state.lands.items() if verdict.owner or name != province}
    return replace(state, holdings=holdings, lands=lands, lost=state.lost | {province})


def marked(state: ShogunState, province: str, more: int) -> ShogunState:
    """Revolt markers laid in a province, or taken off."""
    land = state.lands.get(province, Land())
    marked = replace(land, markers=max(land.markers + more, 0))
    return replace(state, lands={**state.lands, province: marked})


def open_card(state: ShogunState, player: str, action: str) -> Opened | None:
    """The planned card that a player has turned over for an action."""
    return next((each for each in state.opened if (each.player, each.action) == (player, action)), None)
