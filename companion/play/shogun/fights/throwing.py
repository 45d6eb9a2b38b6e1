"""Cubes thrown at a table: what goes in, what comes out, and where every cube goes.

Each throw is one event with everything in it: the cubes that went in, those that came out, what stays in
the tray and what stays inside. Which fight of these sides it is and the place of the cube decide, so a throw
that was undone and is made again comes out the same, whatever was thrown in between.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.errors import Refused, TableError
from companion.play.shogun.fights.fight import Hungry, ThrowAttack, ThrowCubes, ThrowRevolt, TurnReport
from companion.play.shogun.keeping import no_seed
from companion.play.shogun.state import ShogunState, written_cubes, written_lodged
from companion.rules.shogun.action.collecting import Clash
from companion.rules.shogun.battle.battle import Battle, Revolt
from companion.rules.shogun.battle.muster import Attack, Muster, muster_told_attack, muster_told_revolt
from companion.rules.shogun.game.campaign import Campaign, Fought, Order, Thrower, TurnResult
from companion.rules.shogun.realm import NEUTRAL, Cube
from companion.rules.shogun.tower.sampling import LabelledRandomness, SeededRandomness, origins
from companion.rules.shogun.tower.tower import Throw, Tower, enter_throw, replay_throw, throw
from companion.table.history import Played
from companion.table.log import Body


def check_tower(state: ShogunState, out: Mapping[str, int] | None) -> None:
    """Refuse to throw Companion's tower where a real one is thrown: what came out was forgotten."""
    if state.real_tower and out is None:
        raise Refused("This table throws a real tower, and what lies in its tray was not said.", remedy="out")


def mustered(
    state: ShogunState, request: ThrowAttack | ThrowRevolt | ThrowCubes
) -> tuple[Muster, Battle | Revolt | None]:
    """The cubes that go in where the players say who fights with what, and how the tray is judged."""
    if isinstance(request, ThrowCubes):
        return Muster(state.counts_of_play(request.cubes), {}), None
    if state.campaign is not None:
        raise Refused(
            "This table keeps its board: battles and revolts come from its actions and winters.", remedy="act"
        )
    told = state.counts_of_play(request.supply)
    if isinstance(request, ThrowRevolt):
        rising = request.rising
        state.player(rising.owner)
        muster = muster_told_revolt(rising, state.outside(), told, state.rulings)
        return muster, Revolt(rising.owner, rising.markers, rising.winter is not None)
    attack = request.attack
    state.player(attack.attacker)
    if attack.defender != NEUTRAL:
        state.player(attack.defender)
    muster = muster_told_attack(attack, request.markers, state.outside(), told, state.rulings)
    return muster, Battle(attack.attacker, attack.defender, request.markers, muster.held_back)


def thrower(state: ShogunState, out: Mapping[str, int] | None, recorded: Body | None) -> Thrower:
    """The thrower of a table: the log, a real tower, or Companion's."""

    def thrown(tower: Tower, cubes: Sequence[Cube], judged: Battle | Revolt | None) -> Throw:
        if out is not None and (recorded is None or not state.seal.known):
            return enter_throw(tower, cubes, state.counts_of_play(out))
        if recorded is not None:
            return replay_throw(tower, cubes, map(Cube.parse, recorded["out"]))
        if not state.seal.known:
            raise no_seed()
        if state.seal.revealed:
            raise Refused("The seed of this table has been revealed; no more throws can be drawn from it.")
        seeded: SeededRandomness = state.seal.randomness
        if state.numbering == 1:
            return throw(tower, cubes, seeded)
        places = origins(cubes, tower.tray)
        return throw(tower, cubes, LabelledRandomness(seeded, state.label(judged), places))

    return thrown


def written(
    state: ShogunState, out: Mapping[str, int] | None, fought: Fought, recorded: Body | None
) -> dict[str, Any]:
    """A throw as it stands in a log."""
    result: dict[str, Any] = {
        "throw": fought.throw.number,
        "in": written_cubes(fought.throw.thrown),
        "out": written_cubes(fought.throw.out),
        "tray": written_cubes(fought.tower.tray),
        "lodged": written_lodged(fought.tower),
    }
    if state.numbering > 1 and out is None:
        result["label"] = state.label(fought.judged)
    if fought.verdict is not None:
        result["survivors"] = written_cubes(fought.survivors)
        result["to_supply"] = written_cubes(fought.to_supply)
    if recorded is not None and any(recorded[key] != value for key, value in result.items()):
        raise TableError("Cubes were made or lost in throw {throw}.", throw=fought.throw.number)
    if fought.verdict is not None:
        result["winner"] = fought.verdict.winner
        result["province"] = fought.verdict.province
    return result


def settled(
    state: ShogunState,
    before: Campaign,
    came: TurnResult,
    out: Mapping[str, int] | None,
    recorded: Body | None,
    order: Order | None = None,
    hungry: Hungry | None = None,
) -> Played[ShogunState]:
    """A battle or revolt on a kept board, as the log holds it."""
    clash, fought = came.action.clash, came.fought
    assert clash is not None  # it was fought
    assert fought is not None
    lines = tuple(line for line in came.action.lines if line not in fought.muster.notes)
    after = replace(state.after_throw(out, fought.judged), tower=came.tower, game=came.campaign)
    result = written(state, out, fought, recorded)
    return Played(result, after, TurnReport(lines, fought=fought), as_told(before, clash, out, order, hungry))


def as_told(
    before: Campaign, clash: Clash, out: Mapping[str, int] | None, order: Order | None, hungry: Hungry | None
) -> ThrowAttack | ThrowRevolt:
    """A clash on a kept board, as players would have told it."""
    supply = before.realm.supplies
    if isinstance(clash.declared, Attack):
        markers = before.realm.lands[clash.province].markers
        return ThrowAttack(clash.declared, markers, clash.province, supply, out, order)
    return ThrowRevolt(clash.declared, clash.province, supply, out, order, hungry)
