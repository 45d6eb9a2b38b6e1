"""Nothing appears and nothing vanishes: every cube, chest, tile and marker of the box is somewhere.

Source: Shogun booklet, Components.
"""

from dataclasses import astuple

from companion.rules.shogun.components import BUILDINGS, CHESTS, MARKERS, TILES, building_name
from companion.rules.shogun.cubes import ARMIES, GREEN, GREENS, counted, daimyo
from companion.rules.shogun.realm import Realm
from companion.rules.shogun.tower.tower import Tower
from companion.sentences import Sentence, say


def faults(realm: Realm, tower: Tower) -> tuple[Sentence, ...]:
    """The sentences on all that cannot be at a table between two actions; none when all is accounted for."""
    found = []
    inside = counted((*tower.inside, *tower.tray))
    for player in realm.players:
        total = realm.seats[player].supply + realm.armies(player) + inside.get(player, 0)
        if total != ARMIES:
            who = daimyo(player)
            found.append(
                say("{player} has {total} armies instead of {all}.", player=who, total=total, all=ARMIES)
            )
    stock, lands = realm.stock, realm.lands.values()
    green = stock.green + inside.get(GREEN, 0)
    if green != GREENS + stock.more_green:
        found.append(say("There are {total} green armies instead of {all}.", total=green, all=GREENS))
    chests = stock.chests + sum(seat.chests for seat in realm.seats.values())
    if chests != CHESTS + stock.more_chests:
        found.append(say("There are {total} chests instead of {all}.", total=chests, all=CHESTS))
    markers = stock.markers + sum(land.markers for land in lands)
    if markers != MARKERS + stock.more_markers:
        found.append(say("There are {total} revolt markers instead of {all}.", total=markers, all=MARKERS))
    for kind in BUILDINGS:
        tiles = stock.tiles(kind) + sum(kind in land.buildings for land in lands)
        if tiles != TILES[kind]:
            said = {"total": tiles, "all": TILES[kind], "building": building_name(kind)}
            found.append(say("There are {total} tiles instead of {all} for {building}.", **said))
    amounts = [each for seat in realm.seats.values() for each in astuple(seat)]
    amounts += [*astuple(stock), *(each for land in lands for each in (land.armies, land.markers))]
    if min(amounts) < 0:
        found.append(say("Somewhere fewer than none are counted."))
    for name, land in realm.lands.items():
        if (land.owner is None) != (land.armies == 0):
            found.append(say("{province} has an owner without an army, or the reverse.", province=name))
        if land.owner is None and (land.buildings or land.markers):
            found.append(say("{province} is neutral and yet something stands there.", province=name))
        if len(land.buildings) > realm.board.provinces[name].sites:
            found.append(say("{province} has more buildings than sites.", province=name))
    return tuple(found)
