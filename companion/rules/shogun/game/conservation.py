"""Nothing appears and nothing vanishes: every cube, chest, tile and marker of the box is somewhere.

Source: Shogun booklet, Components.
"""

from collections.abc import Iterator
from dataclasses import astuple

from companion.rules.shogun.components import BUILDINGS, CHESTS, MARKERS, TILES, building_name
from companion.rules.shogun.realm import ARMIES, GREEN, GREENS, Realm, counted, daimyo
from companion.rules.shogun.tower.tower import Tower
from companion.sentences import Sentence, say, say_count


def faults(realm: Realm, tower: Tower) -> Iterator[Sentence]:
    """The sentences on all that cannot be at a table between two actions; none when all is accounted for."""
    inside = counted((*tower.inside, *tower.tray))
    for player in realm.players:
        total = realm.seats[player].supply + realm.armies(player) + inside.get(player, 0)
        if total != ARMIES:
            who = daimyo(player)
            yield say_count(
                "{player} has {count} [army|armies] instead of {all}.", total, player=who, all=ARMIES
            )
    stock, lands = realm.stock, realm.lands.values()
    green = stock.green + inside.get(GREEN, 0)
    if green != GREENS + stock.more_green:
        yield say_count("There [is|are] {count} green [army|armies] instead of {all}.", green, all=GREENS)
    chests = stock.chests + sum(seat.chests for seat in realm.seats.values())
    if chests != CHESTS + stock.more_chests:
        yield say_count("There [is|are] {count} chest[|s] instead of {all}.", chests, all=CHESTS)
    markers = stock.markers + sum(land.markers for land in lands)
    if markers != MARKERS + stock.more_markers:
        yield say_count("There [is|are] {count} revolt marker[|s] instead of {all}.", markers, all=MARKERS)
    for kind in BUILDINGS:
        tiles = stock.tiles(kind) + sum(kind in land.buildings for land in lands)
        if tiles != TILES[kind]:
            yield say_count(
                "There [is|are] {count} tile[|s] instead of {all} for {building}.",
                tiles,
                all=TILES[kind],
                building=building_name(kind),
            )
    amounts = [each for seat in realm.seats.values() for each in astuple(seat)]
    amounts += [*astuple(stock), *(each for land in lands for each in (land.armies, land.markers))]
    if min(amounts) < 0:
        yield say("Somewhere fewer than none are counted.")
    for name, land in realm.lands.items():
        if (land.owner is None) != (land.armies == 0):
            yield say("{province} has an owner without an army, or the reverse.", province=name)
        if land.owner is None and (land.buildings or land.markers):
            yield say("{province} is neutral and yet something stands there.", province=name)
        if len(land.buildings) > realm.board.provinces[name].sites:
            yield say("{province} has more buildings than sites.", province=name)
