"""A player's turn in an action: whether their card may be played, and what comes of it.

Source: Shogun booklet, Carrying out the actions.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.data.shogun import EventCard
from companion.errors import Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun.action.collecting import ActionResult, build, collect, recruit
from companion.rules.shogun.action.marching import March, march
from companion.rules.shogun.components import COST
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.game.campaign import Campaign, TurnResult, fight_over
from companion.rules.shogun.game.fight import Thrower
from companion.rules.shogun.round.actions import ACTIONS, RECRUITING, YIELDS, action_words
from companion.rules.shogun.round.calendar import Stage, Turn, next_words
from companion.rules.shogun.round.stages import close_round
from companion.rules.shogun.tower.tower import Tower
from companion.sentences import say


@dataclass(frozen=True, slots=True)
class Order:
    """One player's turn in one action."""

    player: str
    action: str
    province: str | None = None  # of the card that is turned over; ``None`` for a blank
    target: str | None = None
    armies: int = 0
    thrown_by_defender: int | None = None  # with the ruling ``defender-throws-all=chooses``

    @property
    def said(self) -> dict[str, Any]:
        """The fields of a sentence about it: ``{player}`` and ``{action}``."""
        return {"player": daimyo(self.player), "action": action_words(self.action)}


def declare(campaign: Campaign, order: Order, events: Sequence[EventCard], rulings: Rulings) -> ActionResult:
    """The result of a player's turn, as far as the tower is not asked."""
    _check_order(campaign, order)
    if order.province is not None:
        return _carry(campaign, order, order.province, events, rulings)
    return ActionResult(campaign.realm, (say("{player} passes: {action}.", **order.said),))


def act(
    campaign: Campaign,
    tower: Tower,
    order: Order,
    events: Sequence[EventCard],
    rulings: Rulings,
    thrower: Thrower,
) -> TurnResult:
    """Carry out a player's turn to its end."""
    action = declare(campaign, order, events, rulings)
    calendar = campaign.calendar
    position = calendar.position(order.player, order.action)
    if position < calendar.turn:
        late = say("{player} tells a forgotten turn: {action}.", **order.said)
        action = replace(action, lines=(late, *action.lines))
    # Turns before this one that nobody took were blanks; one that was forgotten changes nobody's turn.
    calendar = replace(calendar, turn=max(calendar.turn, position + 1))
    cards = frozenset(campaign.cards - {order.province})
    told = campaign.told if order.province is None else campaign.told | {Turn(order.player, order.action)}
    taken = replace(campaign, calendar=calendar, realm=action.realm, cards=cards, told=told)
    came = fight_over(taken, tower, action, rulings, thrower)
    if calendar.turn == len(ACTIONS) * len(calendar.players):
        return replace(came, campaign=replace(came.campaign, calendar=close_round(calendar)))
    return came


def _check_order(campaign: Campaign, order: Order) -> None:
    calendar, player = campaign.calendar, order.player
    if calendar.stage != Stage.ACTIONS:
        raise Refused("This is not the moment for actions. Next: {next}", next=next_words(calendar))
    if player not in calendar.order:
        raise Refused("{player} does not play at this table.", player=daimyo(player))
    over = calendar.position(player, order.action) < calendar.turn
    if over and (order.province is None or (player, order.action) in campaign.told):
        raise Refused("{player}'s turn for this action is over: {action}.", **order.said)
    if order.province is None:
        return
    land = campaign.realm.lands.get(order.province)
    if land is None:
        raise Refused("{province} is out with three players and may not be entered.", province=order.province)
    if land.owner != player:
        raise Refused("{province} is not {player}'s.", province=order.province, player=daimyo(player))
    if order.province not in campaign.cards:
        raise Refused(
            "The card of {province} has been played this round, or came to {player} after planning.",
            province=order.province,
            player=daimyo(player),
        )


def _carry(
    campaign: Campaign, order: Order, province: str, events: Sequence[EventCard], rulings: Rulings
) -> ActionResult:
    realm, calendar = campaign.realm, campaign.calendar
    player, action = order.player, order.action
    event, specials = calendar.rule(events), calendar.taken
    special = specials.get(player)
    if action in COST:
        return build(realm, player, province, action, event)
    if action in YIELDS:
        return collect(realm, player, province, action, event, special, rulings)
    moving = order.target is not None
    if action in RECRUITING:
        placed = recruit(realm, player, province, action, event, special, rulings)
        # 'partial' lets a player do what can be done of '1 army and move'.
        may_move = not placed.lost or rulings["short-action"] == "partial"
        if action != "one" or not moving or not may_move:
            return placed
        realm, lines = placed.realm, placed.lines
    else:
        lines = ()
        if not moving:
            return ActionResult(realm, (say("{player} moves no army.", player=daimyo(player)),))
    orders = March(province, str(order.target), order.armies, order.thrown_by_defender)
    marched = march(realm, player, orders, event, specials, rulings, may_attack=action != "one")
    return replace(marched, lines=(*lines, *marched.lines))
