"""A fight: cubes go into the tower with the tray, what comes out is judged, and cubes and tiles are put away.

Source: Shogun booklet, Battle rules; Result and consequences.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.rules.rulings import Rulings
from companion.rules.shogun.action.collecting import ActionResult, Clash, lay_marker
from companion.rules.shogun.battle.battle import Battle, Revolt, forfeited, resolve_battle, resolve_revolt
from companion.rules.shogun.battle.muster import Muster
from companion.rules.shogun.battle.verdict import Verdict, settle
from companion.rules.shogun.cubes import Cube, counted
from companion.rules.shogun.realm import Land, Realm
from companion.rules.shogun.tower.tower import Throw, Tower

Thrower = Callable[[Tower, Sequence[Cube], "Battle | Revolt | None"], Throw]
"""Throws cubes into a tower for a fight, or for none: the seeded tower, a real one, or a log."""


@dataclass(frozen=True, slots=True)
class Fought:
    """Cubes that were thrown, and where they went."""

    muster: Muster
    judged: Battle | Revolt | None
    throw: Throw
    verdict: Verdict | None
    survivors: tuple[Cube, ...]  # from the tray into the province
    to_supply: tuple[Cube, ...]  # from the tray to their supplies
    tower: Tower


def fight(
    tower: Tower, muster: Muster, judged: Battle | Revolt | None, rulings: Rulings, thrower: Thrower
) -> Fought:
    """Throw what was mustered, and judge the tray where anybody fights."""
    cubes = tower.take(muster.cubes, rulings["green-short"] == "unlimited")
    throw = thrower(tower, cubes, judged)
    tray = counted(throw.out)
    if judged is None:
        return Fought(muster, None, throw, None, (), (), throw.tower)
    if throw.lost_by:
        verdict = forfeited(tray, judged, throw.lost_by, rulings)
    elif isinstance(judged, Battle):
        verdict = resolve_battle(tray, judged, rulings)
    else:
        verdict = resolve_revolt(tray, judged, rulings)
    survivors, to_supply, after = settle(throw.tower, verdict)
    return Fought(muster, judged, throw, verdict, survivors, to_supply, after)


def carry_out(realm: Realm, clash: Clash, verdict: Verdict) -> ActionResult:
    """Carry out a verdict on the board, while the cubes are in the tower."""
    province = clash.province
    after = realm.returning(verdict.to_supply)
    land = after.lands[province]
    lines = list(verdict.lines.values())
    if verdict.province == "neutral":
        after = make_neutral(after, province)
    elif verdict.province == "conquered":
        if land.owner is not None:
            after = after.returning({land.owner: land.armies})
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
    after = realm if land.owner is None else realm.returning({land.owner: land.armies})
    stock = after.stock.without("markers", -land.markers)
    for kind in land.buildings:
        stock = stock.with_tile(kind, 1)
    return replace(after.with_land(province, Land()), stock=stock)
