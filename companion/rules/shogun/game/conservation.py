"""Nothing appears and nothing vanishes: every cube, chest, tile and marker of the box is somewhere.

Source: Shogun booklet, Components.
"""

from __future__ import annotations

from companion.rules.shogun.components import BUILDINGS, CHESTS, MARKERS, TILES, building_name
from companion.rules.shogun.cubes import ARMIES, GREEN, GREENS, counted, daimyo
from companion.rules.shogun.realm import Realm
from companion.rules.shogun.tower.tower import Tower
from companion.sentences import Sentence, say

__all__ = ["faults"]


def faults(realm: Realm, tower: Tower) -> tuple[Sentence, ...]:
    """Everything about a table that cannot be; nothing when all is accounted for.

    Args:
        realm: The table between two actions.
        tower: The tower and its tray.
    """
    found = []
    inside = counted((*tower.inside, *tower.tray))
    for player in realm.players:
        total = realm.seats[player].supply + realm.armies(player) + inside.get(player, 0)
        if total != ARMIES:
            found.append(
                say(
                    "{player} has {total} armies instead of {all}.",
                    player=daimyo(player),
                    total=total,
                    all=ARMIES,
                )
            )
    green = realm.stock.green + inside.get(GREEN, 0)
    if green != GREENS + realm.stock.more_green:
        found.append(say("There are {total} green armies instead of {all}.", total=green, all=GREENS))
    chests = realm.stock.chests + sum(seat.chests for seat in realm.seats.values())
    if chests != CHESTS + realm.stock.more_chests:
        found.append(say("There are {total} chests instead of {all}.", total=chests, all=CHESTS))
    markers = realm.stock.markers + sum(land.markers for land in realm.lands.values())
    if markers != MARKERS + realm.stock.more_markers:
        found.append(say("There are {total} revolt markers instead of {all}.", total=markers, all=MARKERS))
    for kind in BUILDINGS:
        tiles = realm.stock.tiles(kind) + sum(kind in land.buildings for land in realm.lands.values())
        if tiles != TILES[kind]:
            found.append(
                say(
                    "There are {total} tiles instead of {all} for {building}.",
                    total=tiles,
                    all=TILES[kind],
                    building=building_name(kind),
                )
            )
    return (*found, *_negatives(realm), *_lands(realm))


def _negatives(realm: Realm) -> list[Sentence]:
    amounts = [
        amount
        for seat in realm.seats.values()
        for amount in (seat.supply, seat.chests, seat.rice, seat.points)
    ]
    stock = realm.stock
    amounts += [stock.chests, stock.markers, stock.castle, stock.temple, stock.theatre, stock.green]
    amounts += [amount for land in realm.lands.values() for amount in (land.armies, land.markers)]
    if min(amounts) < 0:
        return [say("Somewhere fewer than none are counted.")]
    return []


def _lands(realm: Realm) -> list[Sentence]:
    found = []
    for name, land in realm.lands.items():
        if (land.owner is None) != (land.armies == 0):
            found.append(say("{province} has an owner without an army, or the reverse.", province=name))
        if land.owner is None and (land.buildings or land.markers):
            found.append(say("{province} is neutral and yet something stands there.", province=name))
        if len(land.buildings) > realm.board.provinces[name].sites:
            found.append(say("{province} has more buildings than sites.", province=name))
    return found
