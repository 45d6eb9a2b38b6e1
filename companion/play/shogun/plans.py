"""Secret plans and bids: laid and sealed, opened, and their cards turned over.

A plan's owner may change it until the last one is laid. From then on, or once the event is drawn, no undo
changes it: nobody may learn something and plan anew. Before that, it is dropped when its player's cards,
chests or rice change. Plans are sealed with the table's own seed, so that no copy without the seed reveals
them: all have the same length, and the same plan sealed twice looks different. Once the seed is revealed,
anybody can open them and check that the cards turned over are those that were laid. A card is turned over
when its player is on turn in its action; a turn with a blank, a lost province, or nothing to do passes
automatically.
"""

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.codec import UNSAID
from companion.data.shogun.facts import facts
from companion.errors import InputError, Refused
from companion.play.shogun.state import (
    OpenedCard,
    ShogunState,
    find_due_player,
    get_campaign,
    get_current_plans,
    holding_of,
    refuse_no_seed,
    with_calendar,
)
from companion.rules.shogun import bids, stages
from companion.rules.shogun.campaign import Order, declare_turn
from companion.rules.shogun.realm import build_turn_error, name_player
from companion.sentences import Sentence, say
from companion.table.history import Applied, Body, EventKind, Snapshot, Transition, format_canonical

_ROOM = 512  # bytes of a plan, more than eleven of the longest names need
_TAG = hashlib.sha256().digest_size


def seal_plan(plan: bids.Plan, secret: str, place: str) -> str:
    """Seal a plan.

    Args:
        secret: What only the table knows: its seed and salt.
        place: The round, the player and the number of plans sealed before, so that no two are the same.
    """
    text = format_canonical([dict(plan.cards), plan.bid]).encode().ljust(_ROOM)
    key = _derive_key(secret)
    tag = hmac.digest(key, f"{place}\n".encode() + text, "sha256")
    return (tag + _mix_stream(text, key, tag)).hex()


def unseal_plan(ciphertext: str, secret: str, place: str) -> bids.Plan:
    key = _derive_key(secret)
    try:
        content = bytes.fromhex(ciphertext)
        tag, text = content[:_TAG], _mix_stream(content[_TAG:], key, content[:_TAG])
    except ValueError:
        content = tag = text = b""
    if len(content) != _TAG + _ROOM or hmac.digest(key, f"{place}\n".encode() + text, "sha256") != tag:
        raise InputError("This plan was not sealed at this table.")
    cards, bid = json.loads(text)
    return bids.Plan(cards, bid)


def _derive_key(secret: str) -> bytes:
    return hashlib.sha256(f"plans\n{secret}".encode()).digest()


def _mix_stream(text: bytes, key: bytes, tag: bytes) -> bytes:
    """Encrypt a text with a stream of bytes (exclusive or); a second call decrypts it."""
    blocks = range(-(-len(text) // _TAG))
    stream = b"".join(hmac.digest(key, tag + number.to_bytes(4), "sha256") for number in blocks)
    return bytes(a ^ b for a, b in zip(text, stream, strict=False))


@dataclass(frozen=True, slots=True)
class LayPlan:
    """Lay a plan face down, or take it back into the hand; it is written sealed."""

    player: str
    sealed: str = ""  # the sealed plan; empty to take it back into the hand
    plan: bids.Plan | None = field(default=None, metadata=UNSAID)  # before it is sealed; never in the log


def without_stale_plans(before: ShogunState, after: ShogunState) -> ShogunState:
    """The table without the plans of players whose cards, chests or rice an event has changed."""
    calendar, planning = after.calendar, after.planning
    if before.calendar is None or calendar is None or calendar.label in planning.closed_rounds:
        return after
    for player in planning.get_plans(calendar.label):
        if holding_of(before, player) != holding_of(after, player):
            planning = planning.without_plan(calendar.label, player)
    return replace(after, planning=planning)


def _get_plan_calendar(state: ShogunState, player: str) -> stages.Calendar:
    """The calendar; refused unless plans can be laid now."""
    state.check_player(player)
    calendar = get_campaign(state).calendar
    if calendar.label in state.planning.closed_rounds:
        raise Refused("The plans of this round are closed: all are sealed, or the event is known.")
    if calendar.stage != stages.Stage.EVENT:
        raise Refused("This is not the moment to plan. Next: {next}", next=stages.describe_next_stage(calendar))
    return calendar


def _apply_plan(state: ShogunState, request: LayPlan, recorded: Body | None) -> Applied[ShogunState]:
    player, planning = request.player, state.planning
    calendar = _get_plan_calendar(state, player)
    secret = f"{state.seal.seed}\n{state.seal.salt}"
    place = f"{calendar.label} {player} {planning.seals}"
    if request.plan is not None:
        if not state.seal.has_seed:
            raise refuse_no_seed()
        request = LayPlan(player, seal_plan(request.plan, secret, place))
    if not request.sealed:
        if player not in planning.get_plans(calendar.label):
            raise Refused("{player} has laid no plan.", player=name_player(player))
        return Applied({}, replace(state, planning=planning.without_plan(calendar.label, player)))
    plan = None
    holding = holding_of(state, player)
    if state.seal.has_seed:
        plan = unseal_plan(request.sealed, secret, place)
        bids.check_plan(player, plan, holding.provinces, holding.chests)
    planning = planning.with_plan(calendar.label, player, plan)
    if set(planning.get_plans(calendar.label)) == {*state.players}:
        planning = planning.with_round_closed(calendar.label)
    return Applied({}, replace(state, planning=planning), completed_request=request)


def list_unplanned(state: ShogunState) -> tuple[str, ...]:
    """The players who have not laid their plan for this round."""
    return tuple(player for player in state.players if player not in get_current_plans(state))


def has_secret_plan(table: Snapshot[ShogunState], player: str) -> bool:
    """True from the time a player lays a plan, even if it is taken back, to the end of the round."""
    calendar = table.state.calendar
    if calendar is None or calendar.stage in (stages.Stage.WINTER, stages.Stage.REVOLTS, stages.Stage.OVER):
        return False
    for step in reversed(table.history.steps):
        if step.after.calendar is None or step.after.calendar.label != calendar.label:
            break
        if isinstance(step.request, LayPlan) and step.request.player == player and step.request.sealed:
            return True
    return False


def _plan_line(step: Transition[ShogunState]) -> Sentence:
    player = name_player(step.request.player)
    if not step.request.sealed:
        return say("{player} takes the plan back.", player=player)
    return say("{player} has laid a plan.", player=player)


def follow_up_plans(
    before: ShogunState | None, request: object, applied: Applied[ShogunState], recorded: Body | None
) -> Applied[ShogunState]:
    """The outcome of an event, with its consequences for plans."""
    if before is None:
        return applied
    order = getattr(request, "order", None)
    if isinstance(order, Order):
        _check_planned(before, order)
    state = without_stale_plans(before, applied.state)
    if getattr(state.calendar, "actions", ()) and not getattr(before.calendar, "actions", ()):
        state = replace(state, opened_cards=(), bids={})  # the cards of a new round were laid
    state, cards = _turn_over_cards(state, None if recorded is None else recorded.get("opened", ()))
    result = {**applied.result, "opened": cards} if cards else applied.result
    return replace(applied, state=state, result=result)


def _turn_over_cards(
    state: ShogunState, recorded: Sequence[Sequence[str]] | None
) -> tuple[ShogunState, list[list[str]]]:
    """Turn over planned cards, turn by turn, until a player has something to do; also returns the new ones."""
    provinces = {(player, action): province for player, action, province in recorded or ()}
    new: list[list[str]] = []
    while player := find_due_player(state):
        action, plans = str(get_campaign(state).calendar.action), get_current_plans(state)
        card = find_open_card(state, player, action)
        if card is None and player in plans:
            plan = plans[player]
            if plan is None and (player, action) not in provinces:
                break  # without the seed players enter the card by hand
            province = provinces[player, action] if plan is None else plan.cards.get(action, "")
            card = OpenedCard(player, action, province, _find_pass_reason(state, player, action, province))
            new.append([player, action, province])
            state = replace(state, opened_cards=(*state.opened_cards, card))
        if card is None or not card.pass_reason:
            break
        state = _advance_turn(state)
    return state, new


def _advance_turn(state: ShogunState) -> ShogunState:
    """The table one turn later; after the last one the round is closed."""
    calendar = get_campaign(state).calendar
    calendar_after = replace(calendar, turn=calendar.turn + 1)
    is_last = calendar_after.turn == len(bids.ACTIONS) * len(calendar.players)
    return with_calendar(state, stages.close_round(calendar_after) if is_last else calendar_after)


def _find_pass_reason(state: ShogunState, player: str, action: str, province: str) -> str:
    """The reason why a turn passes automatically; empty if it does not."""
    if not province:
        return "blank"
    game = get_campaign(state)
    if province not in game.cards or game.realm.lands[province].owner != player:
        return "lost"
    if action in bids.COMBATS:
        return "nothing" if game.realm.lands[province].armies < 2 else ""
    if action == "one" and state.rulings["short-action"] == "partial":
        return ""
    result = declare_turn(game, Order(player, action, province), facts().events, state.rulings)
    return "nothing" if result.is_lost else ""


def _check_planned(state: ShogunState, order: Order) -> None:
    """Refuse a turn on a kept board if another card was planned for it, or another planned turn comes first."""
    calendar, plans = get_campaign(state).calendar, get_current_plans(state)
    if calendar.stage != stages.Stage.ACTIONS or calendar.get_turn_number(order.player, order.action) < calendar.turn:
        return
    if calendar.player in plans and calendar.player != order.player:
        raise build_turn_error(order.player, calendar.player)
    card = find_open_card(state, order.player, order.action)
    if card is not None and card.province != (order.province or ""):
        player, province, action = name_player(order.player), card.province, bids.name_action(order.action)
        raise Refused("{player} planned with {province}: {action}.", player=player, province=province, action=action)


def find_open_card(state: ShogunState, player: str, action: str) -> OpenedCard | None:
    """The planned card that a player has turned over for an action."""
    return next((each for each in state.opened_cards if (each.player, each.action) == (player, action)), None)


def list_turned_cards(step: Transition[ShogunState]) -> tuple[OpenedCard, ...]:
    """The planned cards that an event turned over, as they were just after it."""
    turned = {(player, action) for player, action, _ in step.event.result.get("opened", ())}
    after = {(card.player, card.action): card for card in step.after.opened_cards}
    return tuple(after[each] for each in after if each in turned)


def describe_turned_card(card: OpenedCard) -> Sentence:
    """A card that was turned over, and why its turn passed, if it did."""
    fields = {"player": name_player(card.player), "province": card.province, "action": bids.name_action(card.action)}
    return {
        "": say("{player} turns over {province}: {action}.", **fields),
        "blank": say("{player} laid a blank: {action}.", **fields),
        "lost": say("{province} is no longer {player}'s, who passes: {action}.", **fields),
        "nothing": say("{player} can do nothing with {province} and passes: {action}.", **fields),
    }[card.pass_reason]


LAY_PLAN: EventKind[ShogunState] = EventKind(
    "plan", LayPlan, _apply_plan, line=_plan_line, undoable=False, undo_skips=True
)
"""The laying of a plan, which no undo takes back."""
