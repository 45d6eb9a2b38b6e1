"""Shogun for a program: a tower that is thrown, and the exact odds of an attack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.data.shogun.towers import preset_named
from companion.errors import Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun import tower as towers
from companion.rules.shogun.battle import Attack
from companion.rules.shogun.odds import Throwing
from companion.rules.shogun.realm import NEUTRAL, army_count, colour_named, counted, daimyo_named
from companion.rules.shogun.rulings import RULINGS
from companion.rules.shogun.tower import Ages, SeededRandomness
from companion.service.shogun.odds import attack_odds


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw in cubes by colour."""

    number: int  # 0 for the filling
    thrown: Mapping[str, int]  # with those that lay in the tray
    out: Mapping[str, int]  # into the tray; of the filling back to the supplies
    inside: Mapping[str, Sequence[float]]  # afterwards: the age of each cube at the next throw


class Tower:
    """A tower, filled for players by their colours or empty; one seed makes the same throws anywhere."""

    def __init__(self, seed: str, players: Sequence[str] = (), preset: str = "shogun") -> None:
        self._randomness = SeededRandomness(seed)
        cubes = towers.filling([daimyo_named(each) for each in players]) if players else ()
        self.last = self._told(towers.fill(preset_named(preset), cubes, self._randomness))

    def throw(self, cubes: Mapping[str, int], tray: Mapping[str, int] | None = None) -> Throw:
        """Throw cubes with those in the tray; `tray` is what a verdict has left there, by default all."""
        tower = self._tower
        if tray is not None:
            tower = tower.with_tray(tower.with_tray(()).take(_counts(tray)))
        self.last = self._told(towers.throw(tower, tower.take(_counts(cubes)), self._randomness))
        return self.last

    def _told(self, made: towers.Throw) -> Throw:
        self._tower = made.tower
        return Throw(made.number, counted(made.thrown), counted(made.out), made.tower.ages())


def _counts(cubes: Mapping[str, int]) -> dict[str, int]:
    named = {colour_named(colour): count for colour, count in cubes.items()}
    return {colour: army_count(str(count), colour) for colour, count in named.items()}


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

    `inside` has the ages of the cubes in the tower by colour, ``None`` for one that nobody knows.
    """
    colour, armies = daimyo_named(attacker[0]), attacker[1]
    owner, owned = (NEUTRAL, 0) if defender is None else (daimyo_named(defender[0]), defender[1])
    tower = Throwing(preset_named(preset), {}, _counts(tray or {}), Ages(inside or {}))
    answer = attack_odds(Attack(colour, armies, owner, owned), 0, None, tower, Rulings(RULINGS, rulings))
    if answer.refused is not None:
        raise Refused(answer.refused)
    told: Any = answer.outcome
    return Odds(**told)
