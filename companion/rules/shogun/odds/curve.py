"""How many armies to send: the odds of an attack for every number of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.rulings import Rulings
from companion.rules.shogun.battle.battle import Battle
from companion.rules.shogun.cubes import ARMIES
from companion.rules.shogun.odds.odds import Throwing, battle_odds
from companion.rules.shogun.rulings import RULINGS

__all__ = ["Point", "attack_curve", "enough"]

SURE = 0.995
"""A chance to win that needs no further armies on the curve."""

SHORTEST = 8
"""A curve shows at least so many numbers of armies."""


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
    throwing: Throwing, battle: Battle, rulings: Rulings | None = None, extra: int = 0
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
        odds = battle_odds(
            Throwing(throwing.preset, cubes, throwing.tray, throwing.lodged),
            battle,
            rulings or Rulings(RULINGS),
        )
        points.append(Point(armies, odds.win, odds.tie, odds.expected_survivors[battle.attacker]))
        if odds.win >= SURE and armies >= SHORTEST:
            break
    return tuple(points)


def enough(points: Sequence[Point], chance: float) -> int | None:
    """The fewest armies that win with at least a chance; ``None`` when all there are do not."""
    return next((point.armies for point in points if point.win >= chance), None)
