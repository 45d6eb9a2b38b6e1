"""Shogun for Python programs: a tower to throw, and the exact odds of an attack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.data.shogun.towers import get_preset
from companion.errors import Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun import tower as towers
from companion.rules.shogun.battle import Attack
from companion.rules.shogun.odds import PlannedThrow
from companion.rules.shogun.realm import NEUTRAL, RULINGS, count_cubes, parse_army_count, parse_colour, parse_daimyo
from companion.rules.shogun.tower import Ages, SeededRandomness
from companion.service.shogun.odds import compute_attack_odds


@dataclass(frozen=True, slots=True)
class Throw:
    """The cubes of a throw, by colour."""

    number: int  # 0 for the filling
    thrown: Mapping[str, int]  # with those from the tray
    out: Mapping[str, int]  # into the tray; of the filling back to the supplies
    inside: Mapping[str, Sequence[float]]  # afterwards: the age of each cube at the next throw


class Tower:
    """A tower, empty or filled for players of some colours; the same seed gives the same throws on any computer."""

    def __init__(self, seed: str, players: Sequence[str] = (), preset: str = "shogun") -> None:
        self._randomness = SeededRandomness(seed)
        cubes = towers.list_fill_cubes([parse_daimyo(each) for each in players]) if players else ()
        self.last = self._keep_throw(towers.fill_tower(get_preset(preset), cubes, self._randomness))

    def throw(self, cubes: Mapping[str, int], tray: Mapping[str, int] | None = None) -> Throw:
        """Throw cubes with those in the tray; `tray` is what a verdict left in it, by default all that came out."""
        tower = self._tower
        if tray is not None:
            tower = tower.with_tray(tower.with_tray(()).pick_cubes(_parse_counts(tray)))
        self.last = self._keep_throw(
            towers.throw_cubes(tower, tower.pick_cubes(_parse_counts(cubes)), self._randomness)
        )
        return self.last

    def _keep_throw(self, throw: towers.Throw) -> Throw:
        self._tower = throw.tower
        return Throw(throw.number, count_cubes(throw.cubes_in), count_cubes(throw.cubes_out), throw.tower.list_ages())


def _parse_counts(cubes: Mapping[str, int]) -> dict[str, int]:
    counts = {parse_colour(colour): count for colour, count in cubes.items()}
    return {colour: parse_army_count(str(count), colour) for colour, count in counts.items()}


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of an attack, from 0 to 1, and how many armies survive on average."""

    win: float
    tie: float
    lose: float
    expected_survivors: Mapping[str, float]
    thrown: int  # cubes
    preset: str  # the tower's name


def odds(
    attacker: tuple[str, int],
    defender: tuple[str, int] | None = None,
    tray: Mapping[str, int] | None = None,
    inside: Mapping[str, Sequence[float | None]] | None = None,
    preset: str = "shogun",
    rulings: Mapping[str, str] | None = None,
) -> Odds:
    """The exact odds of an attack on a player or, without a defender, on a neutral province.

    `inside` has the ages of the cubes in the tower by colour, ``None`` for an unknown age.
    """
    colour, armies = parse_daimyo(attacker[0]), attacker[1]
    owner, armies_there = (NEUTRAL, 0) if defender is None else (parse_daimyo(defender[0]), defender[1])
    tower = PlannedThrow(get_preset(preset), {}, _parse_counts(tray or {}), Ages(inside or {}))
    answer = compute_attack_odds(Attack(colour, armies, owner, armies_there), 0, None, tower, Rulings(RULINGS, rulings))
    if answer.refused is not None:
        raise Refused(answer.refused)
    result: Any = answer.outcome
    return Odds(**result)
