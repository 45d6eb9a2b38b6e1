"""Battles, revolts and other throws: what goes in, what comes out, who wins, and where every cube goes.

Each throw is one event with everything in it: the cubes that went in, those that came out, what stays in
the tray and what stays inside. The number of the throw and the cube decide, so a throw that was undone
and is made again comes out the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from companion.errors import InputError, TableError
from companion.rules.shogun.battle.battle import Battle, resolve_battle
from companion.rules.shogun.battle.muster import Attack, Muster, Rising, muster_attack, muster_revolt
from companion.rules.shogun.battle.revolt import Revolt, resolve_revolt
from companion.rules.shogun.battle.verdict import Verdict, settle
from companion.rules.shogun.components import MARKERS
from companion.rules.shogun.cubes import ARMIES, NEUTRAL, Cube, counted
from companion.rules.shogun.tower.tower import Throw, Tower, enter_throw, throw
from companion.sentences import say
from companion.table.fold import Kind
from companion.table.log import Body
from companion.table.shogun.state import ShogunState, read_lodged, written_lodged

__all__ = [
    "KINDS",
    "THROWS",
    "asked_attack",
    "asked_revolt",
    "asked_throw",
    "battle_of",
    "muster_of",
    "revolt_of",
    "verdict_of",
]


def asked_attack(
    attack: Attack,
    markers: int = 0,
    province: str = "",
    supply: Mapping[str, int] | None = None,
    out: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """The request for an attack.

    Args:
        attack: As it was declared.
        markers: Revolt markers in the province.
        province: Its name, for the log.
        supply: What is left in the supplies, where the players know it.
        out: What came out of a real tower; ``None`` to throw into the companion's.
    """
    return {"attack": _said(attack), "markers": markers, **_common(province, supply, out)}


def asked_revolt(
    rising: Rising,
    province: str = "",
    supply: Mapping[str, int] | None = None,
    out: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """The request for a revolt; see ``asked_attack``."""
    return {"rising": _said(rising), **_common(province, supply, out)}


def asked_throw(cubes: Mapping[str, int], out: Mapping[str, int] | None = None) -> dict[str, Any]:
    """The request for a throw that nobody judges: what comes out stays in the tray.

    Args:
        cubes: How many of each colour go in, the tray not counted.
        out: What came out of a real tower; ``None`` to throw into the companion's.
    """
    return {"cubes": dict(cubes), **_common("", None, out)}


def muster_of(state: ShogunState, kind: str, asked: Body) -> Muster:
    """What goes in for a request, and why not.

    Where the board is not kept, a supply holds at most what is neither thrown, inside nor in the tray.

    Raises:
        InputError: For a colour that does not play, or a number that cannot be.
    """
    left = state.outside()
    if kind == "attack":
        attack = Attack(**asked["attack"])
        state.player(attack.attacker)
        if attack.leaving is None and left[attack.attacker] <= attack.armies <= ARMIES:
            # One sentence, whether one army lacks or many: the number that is left would tell of the inside.
            why = say(
                "One army must stay behind: more than {armies} are not outside the tower and the tray.",
                armies=attack.armies,
            )
            return Muster({}, {}, refused=why)
        # The army that stays behind is on the board: no card can draw it from the supply.
        left[attack.attacker] -= attack.armies + 1
        if attack.defender != NEUTRAL:
            state.player(attack.defender)
            if attack.defender != attack.attacker:
                left[attack.defender] -= attack.defenders
        return muster_attack(attack, _supplies(state, left, asked), state.rulings)
    if kind == "revolt":
        rising = Rising(**asked["rising"])
        left[state.player(rising.owner)] -= rising.armies
        return muster_revolt(rising, _supplies(state, left, asked), state.rulings)
    return Muster(state.counts_of_play(asked["cubes"]), {})


def battle_of(asked: Body, muster: Muster) -> Battle:
    """Who fights over what."""
    return Battle(
        asked["attack"]["attacker"], asked["attack"]["defender"], asked["markers"], muster.held_back
    )


def revolt_of(asked: Body) -> Revolt:
    """Who revolts against whom."""
    rising = Rising(**asked["rising"])
    return Revolt(rising.owner, rising.markers, rising.winter is not None)


def verdict_of(
    state: ShogunState, kind: str, asked: Body, muster: Muster, tray: Mapping[str, int]
) -> Verdict | None:
    """How a tray is judged; not at all after a throw that is neither battle nor revolt."""
    if kind == "attack":
        return resolve_battle(tray, battle_of(asked, muster), state.rulings)
    if kind == "revolt":
        return resolve_revolt(tray, revolt_of(asked))
    return None


def _said(declared: Attack | Rising) -> dict[str, Any]:
    """What was said of an attack or a revolt, without what goes without saying."""
    values = {each.name: (getattr(declared, each.name), each.default) for each in fields(declared)}
    return {name: value for name, (value, default) in values.items() if value != default}


def _common(province: str, supply: Mapping[str, int] | None, out: Mapping[str, int] | None) -> dict[str, Any]:
    return {
        "province": province,
        "supply": dict(supply or {}),
        "out": None if out is None else dict(out),
    }


def _supplies(state: ShogunState, left: Mapping[str, int], asked: Body) -> dict[str, int]:
    known = state.counts_of_play(asked["supply"])
    return {colour: max(0, min(count, known.get(colour, count))) for colour, count in left.items()}


def _decide(kind: str, state: ShogunState, asked: Body) -> Body:
    if state.seal.revealed and asked["out"] is None:
        raise InputError("The seed of this table has been revealed; no more throws can be drawn from it.")
    if not 0 <= asked.get("markers", 0) <= MARKERS:
        raise InputError("Markers and armies are counted from 0.")
    muster = muster_of(state, kind, asked)
    if muster.refused is not None:
        raise InputError("{sentence}", sentence=muster.refused)
    cubes = state.tower.take(muster.cubes, state.unlimited_green)
    made = _throw(state, cubes, asked["out"])
    if not made.thrown:
        raise InputError("A throw needs at least one cube, in the hand or in the tray.")
    verdict = verdict_of(state, kind, asked, muster, counted(made.out))
    result: dict[str, Any] = {
        "throw": made.number,
        "in": _names(made.thrown),
        "out": _names(made.out),
    }
    tower = made.tower
    if verdict is not None:
        settled = settle(tower, verdict)
        tower = settled.tower
        result |= {
            "winner": verdict.winner,
            "province": verdict.province,
            "survivors": _names(settled.survivors),
            "to_supply": _names(settled.to_supply),
        }
    return {**result, "tray": _names(tower.tray), "lodged": written_lodged(tower)}


def _throw(state: ShogunState, cubes: Iterable[Cube], out: Mapping[str, int] | None) -> Throw:
    if out is None:
        return throw(state.tower, cubes, state.seal.randomness)
    return enter_throw(state.tower, cubes, state.counts_of_play(out))


def _fold(state: ShogunState, asked: Body, result: Body) -> ShogunState:
    tray = tuple(sorted(Cube.parse(cube) for cube in result["tray"]))
    tower = Tower(state.tower.preset, read_lodged(result["lodged"]), tray, result["throw"])
    _conserve(state.tower, result)
    return replace(state, tower=tower)


def _conserve(before: Tower, result: Body) -> None:
    """What was inside and went in is what stays inside, in the tray, and went to board and supplies."""
    went_in = result["in"]
    had = {str(cube) for cube in before.inside}.union(went_in)
    has = [*result["lodged"], *result["tray"], *result.get("survivors", ()), *result.get("to_supply", ())]
    if len(has) != len(had) or had.symmetric_difference(has) or not had.issuperset(map(str, before.tray)):
        raise TableError("Cubes were made or lost in throw {throw}.", throw=result["throw"])


def _names(cubes: Iterable[Cube]) -> list[str]:
    return [str(cube) for cube in cubes]


def _decide_tray(state: ShogunState, asked: Body) -> Body:
    wanted = state.counts_of_play(asked["tray"])
    cubes = list(state.tower.tray)
    added: list[Cube] = []
    removed: list[Cube] = []
    for colour in state.colours:
        there = [cube for cube in cubes if cube.colour == colour]
        count = wanted.get(colour, 0)
        removed += there[count:]
        if count > len(there):
            added += state.tower.take({colour: count - len(there)}, state.unlimited_green)
    if not added and not removed:
        raise InputError("The tray holds just that already.")
    tray = sorted({*cubes, *added} - {*removed})
    return {"added": _names(added), "removed": _names(removed), "tray": _names(tray)}


def _fold_tray(state: ShogunState, asked: Body, result: Body) -> ShogunState:
    tray = [Cube.parse(cube) for cube in result["tray"]]
    had = {*map(str, state.tower.tray), *result["added"]} - {*result["removed"]}
    if had != set(result["tray"]):
        raise TableError("Cubes were made or lost while the tray was put right.")
    return replace(state, tower=state.tower.with_tray(tray))


THROWS = ("attack", "revolt", "throw")
"""The kinds of event in which cubes are thrown."""

KINDS: dict[str, Kind[ShogunState]] = {
    "attack": Kind(lambda state, asked: _decide("attack", state, asked), _fold),
    "revolt": Kind(lambda state, asked: _decide("revolt", state, asked), _fold),
    "throw": Kind(lambda state, asked: _decide("throw", state, asked), _fold),
    "tray": Kind(_decide_tray, _fold_tray),
}
"""Throws, and the tray put right by hand."""
