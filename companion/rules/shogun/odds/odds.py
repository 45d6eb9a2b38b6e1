"""What a battle or revolt is likely to bring: exact, from the tower's two formulas, without any throwing.

The numbers of cubes that come out are independent from colour to colour. For one colour their
distribution is a binomial one for the cubes thrown now, convolved with one for each age inside; other
colours matter only because more cubes thrown shake the lodged ones more.
Source: docs/rules/tower.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from companion.data.towers import TowerPreset
from companion.rules.rulings import Rulings
from companion.rules.shogun.battle.battle import Battle, green_helps
from companion.rules.shogun.battle.revolt import Revolt
from companion.rules.shogun.battle.verdict import Verdict
from companion.rules.shogun.cubes import ARMIES, GREEN, NEUTRAL
from companion.rules.shogun.rulings import DEFAULTS
from companion.rules.shogun.tower.contents import Ages, Contents

__all__ = ["Odds", "Point", "Throwing", "attack_curve", "battle_odds", "coming_out", "enough", "revolt_odds"]

_NOTHING = 1e-18

SURE = 0.995
"""A chance to win that needs no further armies on the curve."""

SHORTEST = 8
"""A curve shows at least so many numbers of armies."""

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Throwing:
    """A throw that is about to be made.

    Attributes:
        preset: The tower.
        cubes: How many cubes of each colour are thrown now, cards and events included, the tray not.
        tray: What lies in the tray and goes in too.
        lodged: What is inside.
    """

    preset: TowerPreset
    cubes: Mapping[str, int]
    tray: Mapping[str, int] = field(default_factory=dict)
    lodged: Contents = field(default_factory=lambda: Ages({}))

    @property
    def thrown(self) -> int:
        """All cubes that go in."""
        return sum(self.cubes.values()) + sum(self.tray.values())


@dataclass(frozen=True, slots=True)
class Odds:
    """What may come of a throw, seen by the attacker; after a revolt by the province's owner.

    Attributes:
        preset: The tower's name.
        thrown: Cubes that go in.
        win: Probability that the attacker conquers; that the owner puts the revolt down.
        tie: Probability of a tie, those by ``only_green`` included.
        lose: Probability that the defender holds; that the revolt has more armies.
        tie_loses: Whether a tie is lost as well: the owner needs more armies than a revolt.
        only_green: Probability of the tie by nothing but green armies coming out for the owner.
        out: For each colour that counts, how many come out: probabilities of 0, 1, 2 ...
        survivors: For each player that fights, how many survive: probabilities of 0, 1, 2 ...
        margins: Probabilities of each difference of armies, from ``-lowest`` upward; all ties are 0.
        lowest: The index of difference 0 in ``margins``.
    """

    preset: str
    thrown: int
    win: float
    tie: float
    lose: float
    only_green: float
    out: Mapping[str, Vector]
    survivors: Mapping[str, Vector]
    margins: Vector
    lowest: int
    tie_loses: bool = False

    @property
    def lost(self) -> float:
        """How likely the defender holds; after a revolt, how likely the owner loses the province."""
        return self.lose + self.tie if self.tie_loses else self.lose

    @property
    def expected_survivors(self) -> dict[str, float]:
        """How many armies of each player survive on average, all outcomes taken together."""
        return {colour: float(pmf @ np.arange(len(pmf))) for colour, pmf in self.survivors.items()}

    def chance(self, winner: str) -> float:
        """How likely it was before the throw that somebody wins; a revolt wins by a tie as well."""
        return {
            "attacker": self.win,
            "owner": self.win,
            "tie": self.lost if self.tie_loses else self.tie,
            "defender": self.lose,
            "revolt": self.lost,
        }[winner]

    def chance_of_tray(self, tray: Mapping[str, int]) -> float:
        """How likely just these numbers of the colours that count were to come out."""
        chance = 1.0
        for colour, pmf in self.out.items():
            count = tray.get(colour, 0)
            chance *= float(pmf[count]) if 0 <= count < len(pmf) else 0.0
        return chance

    def standing(self, verdict: Verdict) -> float:
        """Where the throw stands among all it could have been, for the attacker (or owner) of these odds.

        0.5 is middling luck, near 1 the best; the probability of a smaller difference of armies, and half
        that of the same one. Nothing but green is no difference: the owner loses the province.
        """
        first, second = verdict.strengths
        at = self.lowest + (first - second if verdict.winner != "tie" else 0)
        if not 0 <= at < len(self.margins):
            return 0.0 if at < 0 else 1.0
        return float(self.margins[:at].sum() + self.margins[at] / 2)


def coming_out(throwing: Throwing, colour: str) -> Vector:
    """How many cubes of a colour come out: probabilities of 0, 1, 2 and so on, shape (possible + 1,)."""
    out = _binomial(throwing.cubes.get(colour, 0) + throwing.tray.get(colour, 0), float(throwing.preset.p))
    alike: dict[int, list[float]] = {}
    for count, rate in throwing.lodged.groups(colour, throwing.preset, throwing.thrown):
        alike.setdefault(count, []).append(rate)
    for count, rates in alike.items():
        out = np.convolve(out, _repeated(_falling_once(rates), count))
    return out


def _falling_once(rates: list[float]) -> Vector:
    """How many of some cubes come out, each with a probability of its own, shape (cubes + 1,)."""
    out = np.zeros(len(rates) + 1)
    out[0] = 1.0
    for reached, rate in enumerate(rates, 1):
        falling = out[:reached] * rate
        out[:reached] *= 1.0 - rate
        out[1 : reached + 1] += falling
    return out


def _repeated(pmf: Vector, count: int) -> Vector:
    """The distribution of a sum of ``count`` independent numbers that are all distributed alike."""
    total: Vector | None = None
    while count:
        if count % 2:
            total = pmf if total is None else np.convolve(total, pmf)
        count //= 2
        if count:
            pmf = _without_tail(np.convolve(pmf, pmf))
    return np.ones(1) if total is None else _without_tail(total)


def _without_tail(pmf: Vector) -> Vector:
    """Probabilities up to the last above 1e-18, which no sum of others can show."""
    return pmf[: np.flatnonzero(pmf > _NOTHING)[-1] + 1]


def battle_odds(throwing: Throwing, battle: Battle, rulings: Rulings = DEFAULTS) -> Odds:
    """The odds of an attack.

    Win is P(A > D + G), a tie P(A = D + G) + P(D = 0, G > A); G counts only where green helps, and
    takes D's place in a neutral province.

    Args:
        throwing: What goes in, and what is inside.
        battle: Who fights, over what.
        rulings: ``green-help``.
    """
    attackers = coming_out(throwing, battle.attacker)
    neutral = battle.defender == NEUTRAL
    defending = GREEN if neutral else battle.defender
    own = coming_out(throwing, defending)
    out = {battle.attacker: attackers, defending: own}
    helping = np.ones(1)
    if green_helps(battle, rulings):
        out[GREEN] = helping = coming_out(throwing, GREEN)
    margins = np.convolve(attackers, np.convolve(own, helping)[::-1])
    level = len(own) + len(helping) - 2
    only_green = 0.0
    survivors = {battle.attacker: _floored(margins, level)}
    if not neutral:
        # Own armies pay only for attackers that green does not pay for: min(own, own + green - attackers).
        without_own, greens = np.convolve(attackers, helping[::-1]), len(helping) - 1
        unpaid = _floored(without_own, greens)
        survivors[battle.defender] = _floored(np.convolve(own, unpaid[::-1]), len(unpaid) - 1)
        behind = own[0] * without_own[:greens]
        only_green = float(behind.sum())
        margins[level - greens : level] = np.maximum(margins[level - greens : level] - behind, 0.0)
        margins[level] += only_green
    return Odds(
        throwing.preset.name,
        throwing.thrown,
        win=float(margins[level + 1 :].sum()), tie=float(margins[level]), lose=float(margins[:level].sum()),
        only_green=only_green, out=out, survivors=survivors, margins=margins, lowest=level,
    )  # fmt: skip


def _floored(differences: Vector, level: int) -> Vector:
    """The distribution of a difference where all below 0 count as 0; ``level`` is the index of 0."""
    floored = differences[level:].copy()
    floored[0] += differences[:level].sum()
    return floored


def revolt_odds(throwing: Throwing, revolt: Revolt) -> Odds:
    """The odds of a revolt, seen by the owner: held is P(D > G), lost the rest, P(D = G) with it.

    They are those of an attack by the owner on as many farmers.

    Args:
        throwing: What goes in, green armies included, and what is inside.
        revolt: Whose province.
    """
    return replace(battle_odds(throwing, Battle(revolt.owner, NEUTRAL)), tie_loses=True)


@dataclass(frozen=True, slots=True)
class Point:
    """One number of armies.

    Attributes:
        armies: Armies sent.
        win: Probability to conquer.
        tie: Probability of a tie.
        survivors: Attacking armies that survive on average.
    """

    armies: int
    win: float
    tie: float
    survivors: float


def attack_curve(
    throwing: Throwing, battle: Battle, rulings: Rulings = DEFAULTS, extra: int = 0
) -> tuple[Point, ...]:
    """The odds for 1, 2, 3 ... armies sent, until the win is as good as sure.

    Args:
        throwing: The throw; its number of attackers is replaced.
        battle: Who fights, over what.
        rulings: ``green-help``.
        extra: Armies that cards add to those sent.
    """
    points: list[Point] = []
    for armies in range(1, ARMIES - extra + 1):
        cubes = {**throwing.cubes, battle.attacker: armies + extra}
        odds = battle_odds(replace(throwing, cubes=cubes), battle, rulings)
        points.append(Point(armies, odds.win, odds.tie, odds.expected_survivors[battle.attacker]))
        if odds.win >= SURE and armies >= SHORTEST:
            break
    return tuple(points)


def enough(points: Sequence[Point], chance: float) -> int | None:
    """The fewest armies that win with at least a chance; ``None`` when all there are do not."""
    return next((point.armies for point in points if point.win >= chance), None)


@cache
def _choices(count: int) -> Vector:
    row = np.array([comb(count, k) for k in range(count + 1)], dtype=np.float64)
    row.setflags(write=False)
    return row


@lru_cache(maxsize=1024)
def _binomial(count: int, rate: float) -> Vector:
    steps = np.arange(count + 1.0)
    pmf: Vector = _choices(count) * rate**steps * (1.0 - rate) ** (count - steps)
    pmf.setflags(write=False)
    return pmf
