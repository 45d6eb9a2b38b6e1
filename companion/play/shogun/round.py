"""The rounds of a game: secret plans, cards laid, the event drawn, bids ranked and paid, special cards taken; winters.

The log holds what the seed shuffled; players may enter instead what their own cards gave. The space of a
special card is the place in turn order of whoever takes it. A winter is everybody's hunger, the
provinces that revolt, and the points that end the year, or the game.

A plan's owner may change it until the last one is laid. From then on, or once the event is drawn, no undo
changes it: nobody may learn something and plan anew. It goes back into the hand by itself where its
player's cards or chests are corrected. Plans are sealed with the table's own seed, so that no copy without
the seed reveals them: all equally long, the same plan sealed twice different. Once the seed is revealed
anybody can open them, and see that the cards turned over are those that were laid. A card lies open when
its action has come and its player is on turn; whoever laid a blank, lost the province, or can do nothing
with it, is passed over.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.codec import UNSAID, encode
from companion.data.shogun.facts import facts
from companion.data.vocabulary import vocabulary
from companion.errors import InputError, Refused
from companion.play.shogun.fights import TurnReport, refuse_untold_turns
from companion.play.shogun.state import (
    OpenedCard,
    ShogunState,
    find_due_player,
    get_campaign,
    get_current_plans,
    get_draws,
    holding_of,
    refuse_no_seed,
    with_calendar,
    with_plans_closed,
)
from companion.play.shogun.views import view
from companion.rules.shogun import stages
from companion.rules.shogun.bids import (
    ACTIONS,
    COMBATS,
    SPECIALS,
    Bid,
    Plan,
    Ranking,
    check_plan,
    name_action,
    name_special,
    parse_bid,
    rank_bids,
)
from companion.rules.shogun.campaign import Order, begin_planning, declare_turn, reveal_bids
from companion.rules.shogun.realm import build_turn_error, describe_points, join_names, name_player
from companion.rules.shogun.winter import begin_winter, compute_winter, draw_winter_revolts, score_winter
from companion.sentences import Sentence, say
from companion.table.history import Applied, Body, EventKind, Snapshot, Transition, format_canonical


@dataclass(frozen=True, slots=True)
class LayCards:
    """Lay the cards of a round: as the seed shuffles them, or as the players' own came."""

    actions: tuple[str, ...] | None = None
    specials: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class DrawEvent:
    """Draw the event of a round, or enter the one that was drawn."""

    event: int | None = None


@dataclass(frozen=True, slots=True)
class EndRound:
    """End a round; turns that are left count as blanks, or, without ``blanks``, it is refused."""

    blanks: bool = field(default=True, metadata=UNSAID)


def _apply_lay(state: ShogunState, request: LayCards, recorded: Body | None) -> Applied[ShogunState]:
    campaign = get_campaign(state)
    calendar = campaign.calendar
    if recorded is not None:
        request = LayCards(tuple(recorded["actions"]), tuple(recorded["specials"]))
    told = _check_cards(request.actions, ACTIONS, "action")
    actions = told or stages.shuffle_actions(calendar, get_draws(state))
    told = _check_cards(request.specials, SPECIALS, "special")
    specials = told or stages.shuffle_specials(calendar, get_draws(state))
    game = begin_planning(campaign, stages.lay_cards(calendar, actions, specials))
    return Applied({"actions": list(actions), "specials": list(specials)}, replace(state, game=game))


def _check_cards(given: Sequence[str] | None, cards: Sequence[str], sort: str) -> tuple[str, ...] | None:
    if given is None:
        return None
    if sorted(given) != sorted(cards):
        names = vocabulary("shogun", sort).expected
        raise InputError("Give every card once; the cards are: {names}.", names=names)
    return tuple(given)


def _apply_draw(state: ShogunState, request: DrawEvent, recorded: Body | None) -> Applied[ShogunState]:
    calendar = get_campaign(state).calendar
    event = request.event if recorded is None else recorded["event"]
    if event is None and calendar.stage == stages.Stage.EVENT:
        event = stages.draw_event(calendar, get_draws(state))
    after = with_calendar(with_plans_closed(state, calendar), stages.take_event(calendar, event or 0))
    return Applied({"event": event}, after)


def _apply_end(state: ShogunState, request: EndRound, recorded: Body | None) -> Applied[ShogunState]:
    campaign = get_campaign(state)
    calendar = campaign.calendar
    passed = stages.list_turns_until(calendar) if calendar.stage == stages.Stage.ACTIONS else ()
    if passed and not request.blanks:
        raise refuse_untold_turns(calendar, passed)
    ended = replace(campaign, calendar=stages.close_round(calendar))
    return Applied({}, replace(state, game=ended), TurnReport(passed=passed))


def _event_line(step: Transition[ShogunState]) -> Sentence:
    number = step.event.result["event"]
    words = stages.describe_event_rule(stages.format_rule(facts().events[number - 1]))
    return say("Event {number}: {words}", number=number, words=words)


@dataclass(frozen=True, slots=True)
class TakeSpecial:
    """Take a special card."""

    player: str
    special: str


def _apply_special(state: ShogunState, request: TakeSpecial, recorded: Body | None) -> Applied[ShogunState]:
    calendar = get_campaign(state).calendar
    chosen = stages.choose_special(calendar, state.check_player(request.player), request.special)
    result = {
        "space": calendar.specials.index(request.special) + 1,
        "order": list(chosen.order) if chosen.stage == stages.Stage.ACTIONS else None,
    }
    return Applied(result, with_calendar(state, chosen))


def _special_line(step: Transition[ShogunState]) -> Sentence:
    player = name_player(step.request.player)
    special = name_special(step.request.special)
    space = step.event.result["space"]
    return say("{player} takes {special} and plays at place {space}.", player=player, special=special, space=space)


@dataclass(frozen=True, slots=True)
class RevealBids:
    """Reveal the bids."""

    bids: Mapping[str, str]  # each player's bid, as it is typed: a number, a province, or ``none``


def _apply_bids(state: ShogunState, request: RevealBids, recorded: Body | None) -> Applied[ShogunState]:
    campaign = get_campaign(state)
    calendar = campaign.calendar
    for player in request.bids:
        state.check_player(player)
    sealed = _open_sealed_bids(state, calendar, recorded)
    for player in request.bids:
        if player in sealed:
            raise Refused("{player} has sealed a bid; it is opened with the others.", player=name_player(player))
    bids = _parse_bids({**sealed, **request.bids})
    if recorded is None:
        ranking = rank_bids(bids, get_draws(state), f"{calendar.label} bids", None, state.rulings)
        order, drawn = ranking.order, [list(group) for group in ranking.drawn]
    else:
        order, drawn = tuple(recorded["order"]), recorded["drawn"]
    result = {"order": list(order), "drawn": drawn, "pays": {player: bids[player].cost for player in order}}
    if sealed:
        result["sealed"] = sealed
    state = with_plans_closed(state, calendar)
    state = replace(state, bids={player: str(bid) for player, bid in bids.items()})
    return Applied(result, replace(state, game=reveal_bids(campaign, bids, order)))


def _parse_bids(bids: Mapping[str, str]) -> dict[str, Bid]:
    names = {card.province for card in facts().cards}
    return {player: parse_bid(text, names) for player, text in bids.items()}


def _open_sealed_bids(state: ShogunState, calendar: stages.Calendar, recorded: Body | None) -> dict[str, str]:
    """The bids in sealed plans: none for a card that is no longer owned, 0 for such chests."""
    found = {}
    for player, plan in state.planning.get_plans(calendar.label).items():
        if plan is None:
            if recorded is not None and player in recorded.get("sealed", {}):
                found[player] = str(recorded["sealed"][player])
            continue
        holding = holding_of(state, player)
        bid = _parse_bids({player: plan.bid})[player]
        kept = bid.province is None or bid.province in holding.provinces
        found[player] = ("0" if bid.cost > holding.chests else plan.bid) if kept else "none"
    return found


def get_open_bids(state: ShogunState) -> dict[str, Bid]:
    """The bids of the current round, once they are open."""
    return _parse_bids(view(state).bids)


def ranking_of(step: Transition[ShogunState]) -> Ranking:
    """The ranking that an event of bids settled."""
    return Ranking(step.event.result["order"], step.event.result["drawn"], get_open_bids(step.after))


def _bids_line(step: Transition[ShogunState]) -> Sentence:
    return say("The bids are ranked: {players}.", players=join_names(map(name_player, step.event.result["order"])))


@dataclass(frozen=True, slots=True)
class BeginWinter:
    """Compute the hunger of winter, and draw the provinces that revolt."""

    drawn: tuple[str, ...] = ()  # the provinces that were drawn by hand; none to draw them from the seed


def _apply_winter(state: ShogunState, request: BeginWinter, recorded: Body | None) -> Applied[ShogunState]:
    campaign = get_campaign(state)
    needs = compute_winter(campaign, facts().events, state.rulings)
    hands = {player: campaign.realm.list_provinces(player) for player in state.players}
    given = _group_by_owner(hands, request.drawn) if request.drawn else None
    if recorded is not None:
        given = recorded["drawn"]
    drawn = draw_winter_revolts(needs, hands, get_draws(state), campaign.calendar.label, given)
    begun = begin_winter(campaign, facts().events, drawn, state.rulings)
    return Applied(encode({"needs": needs, "drawn": drawn}), replace(state, game=begun))


def _group_by_owner(hands: Mapping[str, Sequence[str]], drawn: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The provinces that were drawn by hand, by the player who owns them."""
    owners = {name: player for player, names in hands.items() for name in names}
    found: dict[str, tuple[str, ...]] = {}
    for province in drawn:
        if province not in owners:
            raise InputError("Nobody owns {province}.", province=province)
        found[owners[province]] = (*found.get(owners[province], ()), province)
    return found


def _winter_line(step: Transition[ShogunState]) -> Sentence:
    names = ", ".join(name for each in step.event.result["drawn"].values() for name in each)
    return say("Winter: {names} revolt.", names=names) if names else say("Winter: nobody revolts.")


WINTER: EventKind[ShogunState] = EventKind("winter", BeginWinter, _apply_winter, line=_winter_line)
"""The beginning of a winter; its revolts are throws like others."""


@dataclass(frozen=True, slots=True)
class CountPoints:
    """Count the points and end the year."""

    # numbers of the event cards opened for the new year, where the players shuffle their own
    open: tuple[int, ...] | None = None


def _apply_points(state: ShogunState, request: CountPoints, recorded: Body | None) -> Applied[ShogunState]:
    campaign = get_campaign(state)
    after, scores = score_winter(replace(campaign, calendar=_with_pile(campaign.calendar, request)))
    result = {
        "points": {player: score.total for player, score in scores.items()},
        "total": {player: seat.points for player, seat in after.realm.seats.items()},
    }
    return Applied(result, replace(state, game=after), scores)


def _with_pile(calendar: stages.Calendar, request: CountPoints) -> stages.Calendar:
    if request.open is None or calendar.year >= stages.YEARS:
        return calendar
    return replace(calendar, pile=stages.put_events_on_top(calendar.pile, request.open, stages.OPEN_EVENTS))


def _points_line(step: Transition[ShogunState]) -> Sentence:
    each = [
        say("{player} {points}", player=name_player(player), points=describe_points(points))
        for player, points in step.event.result["total"].items()
    ]
    return say("The points are counted: {points}.", points=join_names(each))


POINTS: EventKind[ShogunState] = EventKind("points", CountPoints, _apply_points, line=_points_line)

_ROOM = 512  # bytes of a plan: eleven of the longest names, and more
_TAG = hashlib.sha256().digest_size


def seal_plan(plan: Plan, secret: str, place: str) -> str:
    """Seal a plan.

    Args:
        secret: What only the table knows: its seed and salt.
        place: Whose plan it is, of which round, and how often it was sealed: never the same twice.
    """
    text = format_canonical([dict(plan.cards), plan.bid]).encode().ljust(_ROOM)
    key = _derive_key(secret)
    tag = hmac.digest(key, f"{place}\n".encode() + text, "sha256")
    return (tag + _mix_stream(text, key, tag)).hex()


def unseal_plan(sealed: str, secret: str, place: str) -> Plan:
    key = _derive_key(secret)
    try:
        whole = bytes.fromhex(sealed)
        tag, text = whole[:_TAG], _mix_stream(whole[_TAG:], key, whole[:_TAG])
    except ValueError:
        whole = tag = text = b""
    if len(whole) != _TAG + _ROOM or hmac.digest(key, f"{place}\n".encode() + text, "sha256") != tag:
        raise InputError("This plan was not sealed at this table.")
    cards, bid = json.loads(text)
    return Plan(cards, bid)


def _derive_key(secret: str) -> bytes:
    return hashlib.sha256(f"plans\n{secret}".encode()).digest()


def _mix_stream(text: bytes, key: bytes, tag: bytes) -> bytes:
    """The text with a stream of bytes mixed in; done twice, the text again."""
    blocks = range(-(-len(text) // _TAG))
    stream = b"".join(hmac.digest(key, tag + number.to_bytes(4), "sha256") for number in blocks)
    return bytes(a ^ b for a, b in zip(text, stream, strict=False))


@dataclass(frozen=True, slots=True)
class LayPlan:
    """Lay a plan face down, or take it back into the hand; it is written sealed."""

    player: str
    sealed: str = ""  # the sealed plan; nothing for one that is taken back into the hand
    plan: Plan | None = field(default=None, metadata=UNSAID)  # before it is sealed; never written


def without_stale_plans(before: ShogunState, after: ShogunState) -> ShogunState:
    """The table without the plans of players who own something else than when they laid them."""
    calendar, planning = after.calendar, after.planning
    if before.calendar is None or calendar is None or calendar.label in planning.closed:
        return after
    for player in planning.get_plans(calendar.label):
        if holding_of(before, player) != holding_of(after, player):
            planning = planning.without_plan(calendar.label, player)
    return replace(after, planning=planning)


def _get_plan_calendar(state: ShogunState, player: str) -> stages.Calendar:
    """The calendar, while plans can be laid; refused otherwise."""
    state.check_player(player)
    calendar = get_campaign(state).calendar
    if calendar.label in state.planning.closed:
        raise Refused("The plans of this round are closed: all lie sealed, or the event is known.")
    if calendar.stage != stages.Stage.EVENT:
        raise Refused("This is not the moment to plan. Next: {next}", next=stages.describe_next_stage(calendar))
    return calendar


def _apply_plan(state: ShogunState, request: LayPlan, recorded: Body | None) -> Applied[ShogunState]:
    player, calendar, planning = request.player, _get_plan_calendar(state, request.player), state.planning
    secret, place = f"{state.seal.seed}\n{state.seal.salt}", f"{calendar.label} {player} {planning.seals}"
    if request.plan is not None:
        if not state.seal.has_seed:
            raise refuse_no_seed()
        request = LayPlan(player, seal_plan(request.plan, secret, place))
    if not request.sealed:
        if player not in planning.get_plans(calendar.label):
            raise Refused("{player} has laid no plan.", player=name_player(player))
        return Applied({}, replace(state, planning=planning.without_plan(calendar.label, player)))
    plan, holding = None, holding_of(state, player)
    if state.seal.has_seed:
        plan = unseal_plan(request.sealed, secret, place)
        check_plan(player, plan, holding.provinces, holding.chests)
    planning = planning.with_plan(calendar.label, player, plan)
    if set(planning.get_plans(calendar.label)) == {*state.players}:
        planning = planning.with_round_closed(calendar.label)
    return Applied({}, replace(state, planning=planning), written=request)


def list_unplanned(state: ShogunState) -> tuple[str, ...]:
    """The players who have not laid their plan for this round."""
    return tuple(player for player in state.players if player not in get_current_plans(state))


def has_secret_plan(here: Snapshot[ShogunState], player: str) -> bool:
    """True from a player's plan, even taken back into the hand, until the cards of the round are played."""
    calendar = here.state.calendar
    if calendar is None or calendar.stage in (stages.Stage.WINTER, stages.Stage.REVOLTS, stages.Stage.OVER):
        return False
    for step in reversed(here.history.steps):
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
    before: ShogunState | None, request: object, played: Applied[ShogunState], recorded: Body | None
) -> Applied[ShogunState]:
    """The outcome of an event, with its consequences for plans."""
    if before is None:
        return played
    order = getattr(request, "order", None)
    if isinstance(order, Order):
        _check_planned(before, order)
    state = without_stale_plans(before, played.state)
    if getattr(state.calendar, "actions", ()) and not getattr(before.calendar, "actions", ()):
        state = replace(state, opened=(), bids={})  # a new round's cards are laid
    state, opened = _turn_over_cards(state, None if recorded is None else recorded.get("opened", ()))
    result = {**played.result, "opened": opened} if opened else played.result
    return replace(played, state=state, result=result)


def _turn_over_cards(
    state: ShogunState, recorded: Sequence[Sequence[str]] | None
) -> tuple[ShogunState, list[list[str]]]:
    """Turn over the planned cards whose turn has come, until somebody has something to do."""
    told = {(player, action): province for player, action, province in recorded or ()}
    new: list[list[str]] = []
    while player := find_due_player(state):
        action, plans = str(get_campaign(state).calendar.action), get_current_plans(state)
        card = find_open_card(state, player, action)
        if card is None and player in plans:
            plan = plans[player]
            if plan is None and (player, action) not in told:
                break  # without the seed it is told by hand
            province = told[player, action] if plan is None else plan.cards.get(action, "")
            card = OpenedCard(player, action, province, _find_pass_reason(state, player, action, province))
            new.append([player, action, province])
            state = replace(state, opened=(*state.opened, card))
        if card is None or not card.passed:
            break
        state = _advance_turn(state)
    return state, new


def _advance_turn(state: ShogunState) -> ShogunState:
    """The table one turn later; after the last one the round is closed."""
    calendar = get_campaign(state).calendar
    later = replace(calendar, turn=calendar.turn + 1)
    over = later.turn == len(ACTIONS) * len(calendar.players)
    return with_calendar(state, stages.close_round(later) if over else later)


def _find_pass_reason(state: ShogunState, player: str, action: str, province: str) -> str:
    """The reason why a turn passes by itself; empty where it does not."""
    if not province:
        return "blank"
    game = get_campaign(state)
    if province not in game.cards or game.realm.lands[province].owner != player:
        return "lost"
    if action in COMBATS:
        return "nothing" if game.realm.lands[province].armies < 2 else ""
    if action == "one" and state.rulings["short-action"] == "partial":
        return ""
    came = declare_turn(game, Order(player, action, province), facts().events, state.rulings)
    return "nothing" if came.lost else ""


def _check_planned(state: ShogunState, order: Order) -> None:
    """Refuse a turn on a kept board where another card was planned for it."""
    calendar, laid = get_campaign(state).calendar, get_current_plans(state)
    if calendar.stage != stages.Stage.ACTIONS or calendar.get_turn_number(order.player, order.action) < calendar.turn:
        return
    if calendar.player in laid and calendar.player != order.player:
        raise build_turn_error(order.player, calendar.player)
    card = find_open_card(state, order.player, order.action)
    if card is not None and card.province != (order.province or ""):
        player, province, action = name_player(order.player), card.province, name_action(order.action)
        raise Refused("{player} planned with {province}: {action}.", player=player, province=province, action=action)


def find_open_card(state: ShogunState, player: str, action: str) -> OpenedCard | None:
    """The planned card that a player has turned over for an action."""
    return next((each for each in state.opened if (each.player, each.action) == (player, action)), None)


def list_turned_cards(step: Transition[ShogunState]) -> tuple[OpenedCard, ...]:
    """The planned cards that an event turned over, as they lay open then."""
    came = {(player, action) for player, action, _ in step.event.result.get("opened", ())}
    after = {(card.player, card.action): card for card in step.after.opened}
    return tuple(after[each] for each in after if each in came)


def describe_turned_card(card: OpenedCard) -> Sentence:
    """A card that was turned over, and why its turn passed, if it did."""
    named = {"player": name_player(card.player), "province": card.province, "action": name_action(card.action)}
    return {
        "": say("{player} turns over {province}: {action}.", **named),
        "blank": say("{player} laid a blank: {action}.", **named),
        "lost": say("{province} is no longer {player}'s: {action} passes.", **named),
        "nothing": say("{player} can do nothing with {province}: {action} passes.", **named),
    }[card.passed]


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("lay", LayCards, _apply_lay, line=lambda step: say("The cards of the round are laid.")),
    EventKind("event", DrawEvent, _apply_draw, line=_event_line),
    EventKind("end", EndRound, _apply_end, line=lambda step: say("The round ends.")),
    EventKind("bids", RevealBids, _apply_bids, line=_bids_line),
    EventKind("take", TakeSpecial, _apply_special, line=_special_line),
    WINTER,
    POINTS,
    EventKind("plan", LayPlan, _apply_plan, line=_plan_line, undoable=False, undo_skips=True),
)
"""The steps of a round, its turns apart, and of a winter; and plans laid, which no undo takes back."""
