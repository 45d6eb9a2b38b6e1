"""After the tower has spoken: cubes to their supplies, survivors into the province, tiles where they go.

Source: Shogun booklet, Result and consequences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.rules.shogun.action.collecting import lay_marker
from companion.rules.shogun.action.result import ActionResult, Clash
from companion.rules.shogun.battle.verdict import Verdict
from companion.rules.shogun.cubes import GREEN
from companion.rules.shogun.realm import Land, Realm
from companion.sentences import Sentence

__all__ = ["carry_out", "return_cubes"]


def carry_out(realm: Realm, clash: Clash, verdict: Verdict) -> ActionResult:
    """Carry out a verdict on the board.

    Args:
        realm: The table while the cubes are in the tower.
        clash: What was fought over.
        verdict: How the tray was judged.

    Returns:
        The table afterwards, with the verdict's lines.
    """
    province = clash.province
    after = return_cubes(realm, verdict.to_supply)
    land = after.lands[province]
    lines: list[Sentence] = [line.text for line in verdict.lines]
    if verdict.province == "neutral":
        after = make_neutral(after, province)
    elif verdict.province == "conquered":
        if land.owner is not None:
            after = return_cubes(after, {land.owner: land.armies})
        assert verdict.owner is not None  # a conquered province has its conqueror
        survivors = verdict.survivors[verdict.owner]
        after = after.with_land(province, replace(land, owner=verdict.owner, armies=survivors))
    else:
        assert land.owner is not None  # only an owner can hold a province
        armies = land.armies + verdict.survivors.get(land.owner, 0)
        after = after.with_land(province, replace(land, armies=armies))
    for _ in range(verdict.added_markers):
        after, said = lay_marker(after, province)
        lines += said
    return ActionResult(after, tuple(lines))


def make_neutral(realm: Realm, province: str) -> Realm:
    """Empty a province: armies to the supply, tiles and markers to the stock."""
    land = realm.lands[province]
    after = realm if land.owner is None else return_cubes(realm, {land.owner: land.armies})
    stock = replace(after.stock, markers=after.stock.markers + land.markers)
    for kind in land.buildings:
        stock = stock.with_tile(kind, 1)
    return replace(after.with_land(province, Land()), stock=stock)


def return_cubes(realm: Realm, counts: Mapping[str, int]) -> Realm:
    """Lay cubes back into their supplies."""
    after = realm
    for colour, count in counts.items():
        if colour == GREEN:
            after = replace(after, stock=replace(after.stock, green=after.stock.green + count))
        else:
            seat = after.seats[colour]
            after = after.with_seat(colour, replace(seat, supply=seat.supply + count))
    return after
