"""Moving armies to a neighbouring province: as a move among one's own, or as an attack.

Source: Shogun booklet, General rules for moving armies; Placing 1 army; Combat or move A and B.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.errors import Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun.action.collecting import ActionResult, Clash
from companion.rules.shogun.battle.battle import Battle
from companion.rules.shogun.battle.muster import Attack, muster_attack
from companion.rules.shogun.realm import NEUTRAL, Realm, daimyo
from companion.sentences import listed, say, say_count


@dataclass(frozen=True, slots=True)
class March:
    """Armies on the move."""

    source: str  # at least one army stays there
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
    """Move armies, and attack where the province is not one's own; the action ``one`` may not attack."""
    _check(realm, player, order, may_attack)
    said: dict[str, object] = {"player": daimyo(player), "source": order.source, "target": order.target}
    source, target = realm.lands[order.source], realm.lands[order.target]
    if not order.armies:
        return ActionResult(realm, (say("{player} moves no army.", player=daimyo(player)),))
    left = realm.with_land(order.source, replace(source, armies=source.armies - order.armies))
    if target.owner == player:
        moved = left.with_land(order.target, replace(target, armies=target.armies + order.armies))
        line = say_count(
            "{player} moves {count} [army|armies] from {source} to {target}.", order.armies, **said
        )
        return ActionResult(moved, (line,))
    defender = target.owner or NEUTRAL
    declared = Attack(
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
    muster = muster_attack(declared, realm.supplies, rulings)
    after = left.with_land(order.target, replace(target, armies=muster.held_back)).drawing(muster.from_supply)
    line = say_count(
        "{player} attacks {target} from {source} with {count} [army|armies].", order.armies, **said
    )
    judged = Battle(player, defender, target.markers, muster.held_back)
    return ActionResult(after, (line, *muster.notes), clash=Clash(order.target, muster, judged, declared))


def _check(realm: Realm, player: str, order: March, may_attack: bool) -> None:
    if order.target not in realm.lands:
        raise Refused("{province} is out with three players and may not be entered.", province=order.target)
    neighbours = realm.neighbours(order.source)
    if order.target not in neighbours:
        raise Refused(
            "{target} is not a neighbour of {source}; its neighbours are {names}.",
            target=order.target,
            source=order.source,
            names=listed(neighbours),
        )
    there = realm.lands[order.source].armies
    if order.armies < 0 or order.armies >= max(there, 1):
        raise Refused(
            "One army must stay behind: of {there} in {source} at most {most} may move, not {armies}.",
            there=there,
            source=order.source,
            most=max(there - 1, 0),
            armies=order.armies,
        )
    if not may_attack and realm.lands[order.target].owner != player:
        raise Refused(
            "This action only moves between one's own provinces; {target} is not {player}'s.",
            target=order.target,
            player=daimyo(player),
        )
