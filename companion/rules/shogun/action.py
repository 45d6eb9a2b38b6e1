"""The actions: building, recruiting, collecting, and marches that may lead to a battle.

Five armies are placed for 3 chests, three for 2, one for 1; farmers may revolt where rice or taxes are
collected. Source: Shogun booklet, Carrying out the actions; Planning one's actions: Building; Placing 5
armies, 3 armies, 1 army; Collecting rice; Collecting taxes; Farmers in revolt against a player; special
card '6 armies'; General rules for moving armies; Combat or move A and B; annex, event cards 1, 2 and 12.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from companion.data.vocabulary import say_phrase
from companion.errors import Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun import battle
from companion.rules.shogun.bids import RECRUITING, YIELDS
from companion.rules.shogun.realm import (
    COST,
    GREEN,
    NEUTRAL,
    RICE_TRACK,
    Realm,
    describe_armies,
    describe_chests,
    name_building,
    name_player,
)
from companion.rules.shogun.stages import LESS_RECRUITING, THEATRE_EVENT, limit_yield
from companion.sentences import Sentence, join_with_commas, say, say_count

_say = partial(say_phrase, "shogun", "collecting")


@dataclass(frozen=True, slots=True)
class Clash:
    """A battle or revolt that the tower must decide; its cubes have left the board and the supplies."""

    province: str
    forces: battle.Forces
    sides: battle.Battle | battle.Revolt
    fight: battle.Attack | battle.Uprising


@dataclass(frozen=True, slots=True)
class ActionResult:
    """The realm after an action, and what happened; a lost action leaves the realm as it was."""

    realm: Realm
    lines: tuple[Sentence, ...]
    is_lost: bool = False
    clash: Clash | None = None


def describe_chest_shortage(player: str, chests: int, cost: int) -> Sentence:
    """Say that a player loses an action for lack of chests."""
    return _say("short", player=name_player(player), chests=describe_chests(chests), cost=describe_chests(cost))


def build(realm: Realm, player: str, province: str, kind: str, event: str) -> ActionResult:
    """Build in a province for 3, 2 or 1 chests; the action is lost if nothing can be built."""
    hindrance = find_building_hindrance(realm, player, province, kind)
    if hindrance is not None:
        return ActionResult(realm, (hindrance,), is_lost=True)
    built = realm.with_payment(player, COST[kind])
    built = built.with_land(province, built.lands[province].with_building(kind))
    built = replace(built, stock=built.stock.with_tile(kind, -1))
    fields = {"player": name_player(player), "building": name_building(kind), "cost": describe_chests(COST[kind])}
    lines = [_say("built", **fields, province=province)]
    if kind == "theatre" and event == THEATRE_EVENT and built.lands[province].markers:
        built = built.with_markers(province, -1)
        lines.append(_say("marker gone", province=province))
    return ActionResult(built, tuple(lines))


def find_building_hindrance(realm: Realm, player: str, province: str, kind: str) -> Sentence | None:
    """The reason a building cannot be built; ``None`` when it can."""
    land = realm.lands[province]
    sites = realm.board.provinces[province].sites
    building = name_building(kind)
    if kind in land.buildings:
        return _say("built already", province=province, building=building)
    if len(land.buildings) >= sites:
        return _say("no site", province=province)
    if realm.seats[player].chests < COST[kind]:
        return describe_chest_shortage(player, realm.seats[player].chests, COST[kind])
    if not realm.stock.count_tiles(kind):
        return _say("no tile", building=building)
    return None


def count_recruits(action: str, event: str, special: str | None, rulings: Rulings) -> int:
    """The armies of a recruiting action: the event applies first, then the special card '6 armies'.

    The ruling is ``six-armies``: 6, or 4 under reduced recruiting.
    """
    fewer = {"five": 3, "three": 2} if event == LESS_RECRUITING else {}
    armies = fewer.get(action, RECRUITING[action][0])
    if action == "five" and special == "six":
        return int(rulings["six-armies"]) if fewer else 6
    return armies


def recruit(
    realm: Realm, player: str, province: str, action: str, event: str, special: str | None, rulings: Rulings
) -> ActionResult:
    """Pay and place armies from the supply.

    Where chests are short the action is lost; where armies are short, the ruling ``short-action`` says
    whether the action is lost or places what there is at the full price.
    """
    allowed = count_recruits(action, event, special, rulings)
    fields: dict[str, object] = {"player": name_player(player)}
    cost = RECRUITING[action][1]
    seat = realm.seats[player]
    if seat.chests < cost:
        return ActionResult(realm, (describe_chest_shortage(player, seat.chests, cost),), is_lost=True)
    count = min(allowed, seat.supply)
    if count < allowed and (rulings["short-action"] == "lost" or not count):
        return ActionResult(realm, (_say("no army", allowed, **fields),), is_lost=True)
    lines: list[Sentence] = []
    if count < allowed:
        lines.append(_say("fewer armies", **fields, wanted=allowed))
    realm_after = realm.with_payment(player, cost)
    seat = realm_after.seats[player]
    land = realm_after.lands[province]
    after = realm_after.with_seat(player, replace(seat, supply=seat.supply - count))
    after = after.with_land(province, replace(land, armies=land.armies + count))
    lines.append(_say("placed", count, **fields, province=province, cost=describe_chests(cost)))
    return ActionResult(after, tuple(lines))


@dataclass(frozen=True, slots=True)
class Harvest:
    """The yield of a province, in steps: its card, then the event, then the special card."""

    printed: int
    event: int
    amount: int

    def describe(self) -> Iterator[Sentence]:
        """Describe what the event and the special card changed, if they did."""
        if self.event != self.printed:
            yield _say("event", event=self.event, printed=self.printed)
        if self.amount != self.event:
            yield _say("special card", event=self.event, amount=self.amount)


def compute_harvest(printed_yield: int, kind: str, event: str, special: str | None) -> Harvest:
    """The yield of ``chests`` or ``rice`` of a province; the event applies first, then the special card."""
    limited = limit_yield(event, kind, printed_yield)
    card = {"chests": "chest", "rice": "rice"}[kind]
    return Harvest(printed_yield, limited, limited + (special == card))


def collect(
    realm: Realm, player: str, province: str, action: str, event: str, special: str | None, rulings: Rulings
) -> ActionResult:
    """Collect rice or taxes: receive the yield and lay a revolt marker; a second marker means revolt."""
    kind = YIELDS[action]
    fields: dict[str, object] = {"player": name_player(player), "province": province}
    land = realm.board.provinces[province]
    harvest = compute_harvest(land.chests if kind == "chests" else land.rice, kind, event, special)
    lines = [*harvest.describe()]
    if kind == "chests":
        lines.append(_say("tax", **fields, chests=describe_chests(harvest.amount)))
        after = realm.with_income(player, harvest.amount)
        if after.stock.more_chests > realm.stock.more_chests:
            lines.append(_say("chests out"))
    else:
        seat = realm.seats[player]
        lines.append(_say("rice", **fields, count=harvest.amount))
        rice = min(seat.rice + harvest.amount, RICE_TRACK)
        after = realm.with_seat(player, replace(seat, rice=rice))
        if rice < seat.rice + harvest.amount:
            lines.append(_say("rice track", last=RICE_TRACK))
    has_revolt = after.lands[province].markers > 0
    after, line = lay_marker(after, province)
    lines += line
    if not has_revolt:
        return ActionResult(after, tuple(lines))
    greens = describe_armies({GREEN: after.lands[province].markers})
    lines.append(_say("revolt", greens=greens))
    revolt_lines, clash = raise_revolt(after, province, event, special, rulings)
    return ActionResult(revolt_lines, tuple(lines), clash=clash)


def lay_marker(realm: Realm, province: str) -> tuple[Realm, list[Sentence]]:
    """Lay a revolt marker, and return sentences on how many there are now."""
    after = realm.with_markers(province)
    count = after.lands[province].markers
    lines = [_say("marker", count=count, province=province)]
    if after.stock.more_markers > realm.stock.more_markers:
        lines.append(_say("markers out"))
    return after, lines


def raise_revolt(
    realm: Realm, province: str, event: str, special: str | None, rulings: Rulings, winter: int | None = None
) -> tuple[Realm, Clash]:
    """Gather a province's armies and the farmers for a revolt, once the new marker is laid.

    ``winter`` is the number of green armies from the revolt table; ``None`` outside winter. Returns the
    realm without the cubes to be thrown, and what the tower must decide.
    """
    land = realm.lands[province]
    assert land.owner is not None  # farmers revolt against a player
    uprising = battle.Uprising(
        land.owner,
        land.armies,
        land.markers,
        winter,
        defence_card=special == "defence",
        event=event,
        castle="castle" in land.buildings,
    )
    forces = battle.gather_revolt_forces(uprising, realm.supplies, rulings)
    after = realm.with_land(province, replace(land, armies=0)).with_armies_drawn(forces.from_supply)
    return after, Clash(province, forces, battle.Revolt(land.owner, land.markers, winter is not None), uprising)


@dataclass(frozen=True, slots=True)
class March:
    """Armies on the move."""

    source: str  # the province they leave; at least one army stays there
    target: str
    armies: int  # declared before the throw
    thrown_by_defender: int | None = None  # with the ruling ``defender-throws-all=chooses``


def march(
    realm: Realm,
    player: str,
    order: March,
    event: str,
    specials: Mapping[str, str],
    rulings: Rulings,
    may_attack: bool = True,
) -> ActionResult:
    """Move armies, which attack if the province is not the player's; the action ``one`` may not attack."""
    _check_march(realm, player, order, may_attack)
    fields: dict[str, object] = {"player": name_player(player), "source": order.source, "target": order.target}
    source, target = realm.lands[order.source], realm.lands[order.target]
    if not order.armies:
        return ActionResult(realm, (say("{player} moves no army.", player=name_player(player)),))
    left = realm.with_land(order.source, replace(source, armies=source.armies - order.armies))
    if target.owner == player:
        moved = left.with_land(order.target, replace(target, armies=target.armies + order.armies))
        line = say_count("{player} moves {count} [army|armies] from {source} to {target}.", order.armies, **fields)
        return ActionResult(moved, (line,))
    defender = target.owner or NEUTRAL
    attack = battle.Attack(
        player,
        order.armies,
        defender,
        target.armies,
        source.armies,
        order.thrown_by_defender,
        attack_card=specials.get(player) == "attack",
        defence_card=specials.get(defender) == "defence",
        event=event,
        castle="castle" in target.buildings,
        temple="temple" in target.buildings,
    )
    forces = battle.gather_attack_forces(attack, realm.supplies, rulings)
    after = left.with_land(order.target, replace(target, armies=forces.held_back)).with_armies_drawn(forces.from_supply)
    line = say_count("{player} attacks {target} from {source} with {count} [army|armies].", order.armies, **fields)
    conflict = battle.Battle(player, defender, target.markers, forces.held_back)
    return ActionResult(after, (line, *forces.notes), clash=Clash(order.target, forces, conflict, attack))


def _check_march(realm: Realm, player: str, order: March, may_attack: bool) -> None:
    if order.target not in realm.lands:
        raise Refused("{province} is out with three players and may not be entered.", province=order.target)
    neighbours = realm.list_neighbours(order.source)
    if order.target not in neighbours:
        raise Refused(
            "{target} is not a neighbour of {source}; its neighbours are {names}.",
            target=order.target,
            source=order.source,
            names=join_with_commas(neighbours),
        )
    armies = realm.lands[order.source].armies
    if order.armies < 0 or order.armies >= max(armies, 1):
        raise Refused(
            "One army must stay behind: of {there} in {source} at most {most} may move, not {armies}.",
            there=armies,
            source=order.source,
            most=max(armies - 1, 0),
            armies=order.armies,
        )
    if not may_attack and realm.lands[order.target].owner != player:
        raise Refused(
            "This action only moves between one's own provinces; {target} is not {player}'s.",
            target=order.target,
            player=name_player(player),
        )
