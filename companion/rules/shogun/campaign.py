"""A whole game that Companion tracks: the calendar, the realm, what may be done now, the result of a turn.

Each turn makes a new campaign, or is refused. Battles and revolts go to a thrower: the seeded tower, a
real one, or a log. Cubes go into the tower with the tray; what comes out is judged, and cubes and tiles
go where they belong. Source: Shogun booklet, Course of the game; Carrying out the actions; Battle rules;
Result and consequences; Components.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any, NamedTuple

from companion.data.shogun.facts import EventCard
from companion.errors import Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun import realm as realms
from companion.rules.shogun import stages
from companion.rules.shogun.action import ActionResult, Clash, March, build, collect, lay_marker, march, recruit
from companion.rules.shogun.battle import Battle, Forces, Revolt, Verdict, clear_tray, resolve_battle, resolve_revolt
from companion.rules.shogun.bids import (
    ACTIONS,
    RECRUITING,
    YIELDS,
    Bid,
    check_bid_is_needed,
    check_bid_is_paid,
    name_action,
)
from companion.rules.shogun.tower import Throw, Tower
from companion.sentences import Sentence, say, say_count

Thrower = Callable[[Tower, Sequence[realms.Cube], "Battle | Revolt | None"], Throw]
"""Throws cubes into a tower: from a seed, a real tower, or a log; without a fight the last argument is ``None``."""


@dataclass(frozen=True, slots=True)
class FightResult:
    """A throw, how it was judged, and where its cubes went."""

    forces: Forces
    sides: Battle | Revolt | None
    throw: Throw
    verdict: Verdict | None
    survivors: tuple[realms.Cube, ...]  # from the tray into the province
    to_supply: tuple[realms.Cube, ...]  # from the tray to their supplies
    tower: Tower


def fight(
    tower: Tower, forces: Forces, conflict: Battle | Revolt | None, rulings: Rulings, thrower: Thrower
) -> FightResult:
    """Throw the gathered cubes and, in a battle or revolt, judge the tray."""
    cubes = tower.pick_cubes(forces.cubes, rulings["green-short"] == "unlimited")
    throw = thrower(tower, cubes, conflict)
    tray = realms.count_cubes(throw.cubes_out)
    if conflict is None:
        return FightResult(forces, None, throw, None, (), (), throw.tower)
    if isinstance(conflict, Battle):
        verdict = resolve_battle(tray, conflict, rulings)
    else:
        verdict = resolve_revolt(tray, conflict, rulings)
    survivors, to_supply, after = clear_tray(throw.tower, verdict)
    return FightResult(forces, conflict, throw, verdict, survivors, to_supply, after)


def apply_verdict(realm: realms.Realm, clash: Clash, verdict: Verdict) -> ActionResult:
    """Apply a verdict to the board; the cubes thrown have left it already."""
    province = clash.province
    after = realm.with_armies_returned(verdict.to_supply)
    land = after.lands[province]
    lines = list(verdict.lines.values())
    if verdict.province == "neutral":
        after = make_neutral(after, province)
    elif verdict.province == "conquered":
        if land.owner is not None:
            after = after.with_armies_returned({land.owner: land.armies})
        assert verdict.owner is not None  # whoever conquered the province owns it
        survivors = verdict.survivors[verdict.owner]
        after = after.with_land(province, replace(land, owner=verdict.owner, armies=survivors))
    else:
        assert land.owner is not None  # only an owner can hold a province
        armies = land.armies + verdict.survivors.get(land.owner, 0)
        after = after.with_land(province, replace(land, armies=armies))
    for _ in range(verdict.added_markers):
        after, line = lay_marker(after, province)
        lines += line
    return ActionResult(after, tuple(lines))


def make_neutral(realm: realms.Realm, province: str) -> realms.Realm:
    """Empty a province: armies to the supply, tiles and markers to the stock."""
    land = realm.lands[province]
    after = realm if land.owner is None else realm.with_armies_returned({land.owner: land.armies})
    stock = after.stock.with_fewer("markers", -land.markers)
    for kind in land.buildings:
        stock = stock.with_tile(kind, 1)
    return replace(after.with_land(province, realms.Land()), stock=stock)


class Revolts(NamedTuple):
    """A player's provinces that have yet to revolt, and the green armies added to each."""

    provinces: tuple[str, ...]
    green: int


@dataclass(frozen=True, slots=True)
class Campaign:
    """A whole game: its calendar, its realm, the cards still to play and the revolts to come."""

    calendar: stages.Calendar
    realm: realms.Realm
    cards: frozenset[str] = frozenset()
    """Provinces whose card can still be played this round, by their owner when the round was planned."""
    revolts: Mapping[str, Revolts] | None = None  # in winter, the revolts still to come, by player

    @property
    def revolting_player(self) -> str | None:
        """The player whose winter revolts come next, in autumn's turn order."""
        for player in self.calendar.order:
            revolts = (self.revolts or {}).get(player)
            if revolts is not None and revolts.provinces:
                return player
        return None


@dataclass(frozen=True, slots=True)
class TurnResult:
    """The game and the tower after a turn or a winter revolt."""

    campaign: Campaign
    tower: Tower
    action: ActionResult  # the part before the throw
    fight: FightResult | None = None
    aftermath: tuple[Sentence, ...] = ()

    @property
    def lines(self) -> tuple[Sentence, ...]:
        """Everything that happened, in order."""
        return (*self.action.lines, *self.aftermath)


def begin_planning(campaign: Campaign, calendar: stages.Calendar) -> Campaign:
    """Start planning once the cards are laid; players may plan with every province they own now."""
    provinces = frozenset(name for name, land in campaign.realm.lands.items() if land.owner is not None)
    return replace(campaign, calendar=calendar, cards=provinces)


def reveal_bids(campaign: Campaign, bids: Mapping[str, Bid], order: Sequence[str]) -> Campaign:
    """Reveal the bids: chests are paid, and cards of provinces that were bid cannot be played this round."""
    realm = campaign.realm
    calendar = stages.rank_choosers(campaign.calendar, order)
    for player in realm.players:
        bid, owned_provinces = bids[player], realm.list_provinces(player)
        check_bid_is_paid(player, bid, realm.seats[player].chests)
        if bid.province is not None and bid.province not in owned_provinces:
            raise Refused("{province} is not {player}'s.", province=bid.province, player=realms.name_player(player))
        check_bid_is_needed(player, bid, len(owned_provinces))
    for player, bid in bids.items():
        realm = realm.with_payment(player, bid.cost)
    provinces = {bid.province for bid in bids.values() if bid.province is not None}
    return replace(campaign, calendar=calendar, realm=realm, cards=campaign.cards - provinces)


def decide_clash(
    campaign: Campaign, tower: Tower, action: ActionResult, rulings: Rulings, thrower: Thrower
) -> TurnResult:
    """Let the tower decide an action's clash, if any; the card of a lost province cannot be played this round."""
    clash = action.clash
    if clash is None:
        return TurnResult(campaign, tower, action)
    result = fight(tower, clash.forces, clash.sides, rulings, thrower)
    assert result.verdict is not None  # battles and revolts are judged
    after = apply_verdict(campaign.realm, clash, result.verdict)
    is_lost = result.verdict.province != "held"
    cards = frozenset(campaign.cards - {clash.province}) if is_lost else campaign.cards
    campaign_after = replace(campaign, realm=after.realm, cards=cards)
    return TurnResult(campaign_after, result.tower, action, result, after.lines)


def correct_board(campaign: Campaign, realm: realms.Realm) -> Campaign:
    """The game with a corrected board; cards of provinces that changed hands cannot be played this round."""
    before = campaign.realm.lands
    changed_lands = {name for name, land in realm.lands.items() if land.owner != before[name].owner}
    pending = campaign.revolts and {
        player: Revolts(tuple(name for name in provinces if name not in changed_lands), greens)
        for player, (provinces, greens) in campaign.revolts.items()
    }
    return replace(campaign, realm=realm, cards=frozenset(campaign.cards - changed_lands), revolts=pending)


@dataclass(frozen=True, slots=True)
class Order:
    """One player's turn in one action."""

    player: str
    action: str
    province: str | None = None  # the one on the card that is turned over; ``None`` for a blank
    target: str | None = None
    armies: int = 0
    thrown_by_defender: int | None = None  # with the ruling ``defender-throws-all=chooses``

    @property
    def sentence_fields(self) -> dict[str, Any]:
        """The fields for a sentence about this turn: ``{player}`` and ``{action}``."""
        return {"player": realms.name_player(self.player), "action": name_action(self.action)}


def declare_turn(campaign: Campaign, order: Order, events: Sequence[EventCard], rulings: Rulings) -> ActionResult:
    """The result of a player's turn, before the tower decides."""
    _check_order(campaign, order)
    if order.province is not None:
        return _perform_action(campaign, order, order.province, events, rulings)
    return ActionResult(campaign.realm, (say("{player} passes: {action}.", **order.sentence_fields),))


def carry_out_turn(
    campaign: Campaign, tower: Tower, order: Order, events: Sequence[EventCard], rulings: Rulings, thrower: Thrower
) -> TurnResult:
    action = declare_turn(campaign, order, events, rulings)
    calendar = campaign.calendar
    position = calendar.get_turn_number(order.player, order.action)
    calendar = replace(calendar, turn=position + 1)  # turns before this one that nobody took were blanks
    cards = frozenset(campaign.cards - {order.province})
    campaign_after = replace(campaign, calendar=calendar, realm=action.realm, cards=cards)
    turn = decide_clash(campaign_after, tower, action, rulings, thrower)
    if calendar.turn == len(ACTIONS) * len(calendar.players):
        return replace(turn, campaign=replace(turn.campaign, calendar=stages.close_round(calendar)))
    return turn


def _check_order(campaign: Campaign, order: Order) -> None:
    calendar, player = campaign.calendar, order.player
    if calendar.stage != stages.Stage.ACTIONS:
        raise Refused("This is not the moment for actions. Next: {next}", next=stages.describe_next_stage(calendar))
    if player not in calendar.order:
        raise Refused("{player} does not play at this table.", player=realms.name_player(player))
    if calendar.get_turn_number(player, order.action) < calendar.turn:
        raise Refused("{player}'s turn for this action is over: {action}.", **order.sentence_fields)
    if order.province is None:
        return
    land = campaign.realm.lands.get(order.province)
    if land is None:
        raise Refused("{province} is out with three players and may not be entered.", province=order.province)
    if land.owner != player:
        raise Refused("{province} is not {player}'s.", province=order.province, player=realms.name_player(player))
    if order.province not in campaign.cards:
        raise Refused(
            "The card of {province} has been played this round, or came to {player} after planning.",
            province=order.province,
            player=realms.name_player(player),
        )


def _perform_action(
    campaign: Campaign, order: Order, province: str, events: Sequence[EventCard], rulings: Rulings
) -> ActionResult:
    realm, calendar = campaign.realm, campaign.calendar
    player, action = order.player, order.action
    event, specials = calendar.get_rule(events), calendar.taken
    special = specials.get(player)
    if action in realms.COST:
        return build(realm, player, province, action, event)
    if action in YIELDS:
        return collect(realm, player, province, action, event, special, rulings)
    moving = order.target is not None
    if action in RECRUITING:
        result = recruit(realm, player, province, action, event, special, rulings)
        # 'partial' lets a player do what can be done of '1 army and move'.
        may_move = not result.is_lost or rulings["short-action"] == "partial"
        if action != "one" or not moving or not may_move:
            return result
        realm, lines = result.realm, result.lines
    else:
        lines = ()
        if not moving:
            return ActionResult(realm, (say("{player} moves no army.", player=realms.name_player(player)),))
    orders = March(province, str(order.target), order.armies, order.thrown_by_defender)
    marched = march(realm, player, orders, event, specials, rulings, may_attack=action != "one")
    return replace(marched, lines=(*lines, *marched.lines))


def find_faults(realm: realms.Realm, tower: Tower) -> Iterator[Sentence]:
    """Everything about a table between two actions that is impossible, a sentence each."""
    cubes_inside = realms.count_cubes((*tower.lodged_cubes, *tower.tray))
    for player in realm.players:
        total = realm.seats[player].supply + realm.count_armies(player) + cubes_inside.get(player, 0)
        if total != realms.ARMIES:
            player_name = realms.name_player(player)
            yield say_count(
                "{player} has {count} [army|armies] instead of {all}.", total, player=player_name, all=realms.ARMIES
            )
    stock, lands = realm.stock, realm.lands.values()
    green = stock.green + cubes_inside.get(realms.GREEN, 0)
    if green != realms.GREENS + stock.more_green:
        yield say_count("There [is|are] {count} green [army|armies] instead of {all}.", green, all=realms.GREENS)
    chests = stock.chests + sum(seat.chests for seat in realm.seats.values())
    if chests != realms.CHESTS + stock.more_chests:
        yield say_count("There [is|are] {count} chest[|s] instead of {all}.", chests, all=realms.CHESTS)
    markers = stock.markers + sum(land.markers for land in lands)
    if markers != realms.MARKERS + stock.more_markers:
        yield say_count("There [is|are] {count} revolt marker[|s] instead of {all}.", markers, all=realms.MARKERS)
    for kind in realms.BUILDINGS:
        tiles = stock.count_tiles(kind) + sum(kind in land.buildings for land in lands)
        if tiles != realms.TILES[kind]:
            yield say_count(
                "There [is|are] {count} tile[|s] instead of {all} for {building}.",
                tiles,
                all=realms.TILES[kind],
                building=realms.name_building(kind),
            )
    amounts = [each for seat in realm.seats.values() for each in astuple(seat)]
    amounts += [*astuple(stock), *(each for land in lands for each in (land.armies, land.markers))]
    if min(amounts) < 0:
        yield say("Some count is below 0.")
    for name, land in realm.lands.items():
        if (land.owner is None) != (land.armies == 0):
            yield say("{province} has an owner without an army, or the reverse.", province=name)
        if land.owner is None and (land.buildings or land.markers):
            yield say("{province} is neutral, yet there is something on it.", province=name)
        if len(land.buildings) > realm.board.provinces[name].sites:
            yield say("{province} has more buildings than sites.", province=name)
