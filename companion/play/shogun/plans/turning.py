"""Planned cards turned over in their time, and turns that pass by themselves.

A card lies open when its action has come and its player is on turn. Whoever laid a blank, lost the province,
or can do nothing with it, is passed over.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.data.shogun import facts
from companion.errors import Refused
from companion.play.shogun.keeping import campaign_at, due, laid_now, with_calendar
from companion.play.shogun.plans.model import Opened
from companion.play.shogun.plans.planning import with_owned
from companion.play.shogun.state import ShogunState
from companion.rules.shogun.game.campaign import Order, declare
from companion.rules.shogun.realm import daimyo, not_on_turn
from companion.rules.shogun.round.actions import ACTIONS, COMBATS, action_words
from companion.rules.shogun.round.stages import Stage, close_round
from companion.sentences import Sentence, say
from companion.table.history import Played, Step
from companion.table.log import Body


def follow(
    before: ShogunState | None, request: object, played: Played[ShogunState], recorded: Body | None
) -> Played[ShogunState]:
    """An event with its consequences for plans."""
    if before is None:
        return played
    order = getattr(request, "order", None)
    if isinstance(order, Order):
        _check_planned(before, order)
    state = with_owned(before, played.state)
    if getattr(state.calendar, "actions", ()) and not getattr(before.calendar, "actions", ()):
        state = replace(state, opened=(), bids={})  # a new round's cards are laid
    state, opened = _turned_over(state, None if recorded is None else recorded.get("opened", ()))
    result = {**played.result, "opened": opened} if opened else played.result
    return replace(played, state=state, result=result)


def _turned_over(
    state: ShogunState, recorded: Sequence[Sequence[str]] | None
) -> tuple[ShogunState, list[list[str]]]:
    """Turn over the planned cards whose time has come, until somebody has something to do."""
    told = {(player, action): province for player, action, province in recorded or ()}
    new: list[list[str]] = []
    while player := due(state):
        action, plans = str(campaign_at(state).calendar.action), laid_now(state)
        card = open_card(state, player, action)
        if card is None and player in plans:
            plan = plans[player]
            if plan is None and (player, action) not in told:
                break  # without the seed it is told by hand
            province = told[player, action] if plan is None else plan.cards.get(action, "")
            card = Opened(player, action, province, _passed(state, player, action, province))
            new.append([player, action, province])
            state = replace(state, opened=(*state.opened, card))
        if card is None or not card.passed:
            break
        state = _after_turn(state)
    return state, new


def _after_turn(state: ShogunState) -> ShogunState:
    """The table a turn later; after the last one the round is closed."""
    calendar = campaign_at(state).calendar
    later = replace(calendar, turn=calendar.turn + 1)
    over = later.turn == len(ACTIONS) * len(calendar.players)
    return with_calendar(state, close_round(later) if over else later)


def _passed(state: ShogunState, player: str, action: str, province: str) -> str:
    """The reason why a turn passes by itself; empty where it does not."""
    if not province:
        return "blank"
    game = campaign_at(state)
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
    calendar, laid = campaign_at(state).calendar, laid_now(state)
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


def open_card(state: ShogunState, player: str, action: str) -> Opened | None:
    """The planned card that a player has turned over for an action."""
    return next((each for each in state.opened if (each.player, each.action) == (player, action)), None)


def turned_over(step: Step[ShogunState]) -> tuple[Opened, ...]:
    """The planned cards that were turned over after an event, as they lay open then."""
    came = {(player, action) for player, action, _ in step.event.result.get("opened", ())}
    after = {(card.player, card.action): card for card in step.after.opened}
    return tuple(after[each] for each in after if each in came)


def opened_words(card: Opened) -> Sentence:
    """A card that was turned over, and why its turn passed, if it did."""
    named = {"player": daimyo(card.player), "province": card.province, "action": action_words(card.action)}
    return {
        "": say("{player} turns over {province}: {action}.", **named),
        "blank": say("{player} laid a blank: {action}.", **named),
        "lost": say("{province} is no longer {player}'s: {action} passes.", **named),
        "nothing": say("{player} can do nothing with {province}: {action} passes.", **named),
    }[card.passed]
