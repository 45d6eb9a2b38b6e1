"""Building a castle, a temple or a Nô theatre.

Source: Shogun booklet, Planning one's actions: Building; annex, event cards 1 and 2.
"""

from dataclasses import replace

from companion.rules.shogun.action.result import ActionResult, short_of_chests
from companion.rules.shogun.components import COST, building_name, chest_words
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.realm import Realm
from companion.rules.shogun.round.events import THEATRE_EVENT
from companion.sentences import Sentence, say


def build(realm: Realm, player: str, province: str, kind: str, event: str) -> ActionResult:
    """Build in a province for 3, 2 or 1 chests; what cannot be built is lost."""
    hindrance = building_hindrance(realm, player, province, kind)
    if hindrance is not None:
        return ActionResult(realm, (hindrance,), lost=True)
    built = realm.paying(player, COST[kind])
    built = built.with_land(province, built.lands[province].with_building(kind))
    built = replace(built, stock=built.stock.with_tile(kind, -1))
    said = {"player": daimyo(player), "building": building_name(kind), "cost": chest_words(COST[kind])}
    lines = [say("{player} builds {building} in {province} for {cost}.", **said, province=province)]
    if kind == "theatre" and event == THEATRE_EVENT and built.lands[province].markers:
        built = built.marking(province, -1)
        lines.append(say("The event takes one revolt marker out of {province}.", province=province))
    return ActionResult(built, tuple(lines))


def building_hindrance(realm: Realm, player: str, province: str, kind: str) -> Sentence | None:
    """The reason a building cannot be built; ``None`` when it can."""
    land = realm.lands[province]
    sites = realm.board.provinces[province].sites
    building = building_name(kind)
    if kind in land.buildings:
        return say(
            "{province} has {building} already; the action is lost.", province=province, building=building
        )
    if len(land.buildings) >= sites:
        return say("{province} has no free building site; the action is lost.", province=province)
    if realm.seats[player].chests < COST[kind]:
        return short_of_chests(player, realm.seats[player].chests, COST[kind])
    if not realm.stock.tiles(kind):
        return say("No tile is left for {building}; the action is lost.", building=building)
    return None
