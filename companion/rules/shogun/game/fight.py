"""A fight: cubes go into the tower with the tray, what comes out is judged, and every cube goes somewhere.

Source: Shogun booklet, Battle rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.rules.rulings import Rulings
from companion.rules.shogun.battle.battle import Battle, resolve_battle
from companion.rules.shogun.battle.muster import Muster
from companion.rules.shogun.battle.revolt import Revolt, resolve_revolt
from companion.rules.shogun.battle.verdict import Verdict, settle
from companion.rules.shogun.cubes import Cube, counted
from companion.rules.shogun.tower.tower import Throw, Tower

__all__ = ["Fought", "Thrower", "fight"]

Thrower = Callable[[Tower, Sequence[Cube]], Throw]
"""What throws cubes into a tower and says what came out: the seeded tower, a real one, or a log."""


@dataclass(frozen=True, slots=True)
class Fought:
    """Cubes that were thrown.

    Attributes:
        muster: Which cubes were thrown, and why.
        judged: Who fought over what; ``None`` for a throw that nobody judges.
        throw: The throw.
        verdict: The verdict, if it was judged.
        survivors: Cubes that go from the tray into the province.
        to_supply: Cubes that go from the tray to their supplies.
        tower: The tower and its tray afterwards.
    """

    muster: Muster
    judged: Battle | Revolt | None
    throw: Throw
    verdict: Verdict | None
    survivors: tuple[Cube, ...]
    to_supply: tuple[Cube, ...]
    tower: Tower


def fight(
    tower: Tower, muster: Muster, judged: Battle | Revolt | None, rulings: Rulings, thrower: Thrower
) -> Fought:
    """Throw what was mustered, and judge the tray.

    Args:
        tower: The tower before.
        muster: What is thrown.
        judged: Who fights over what, if anybody does.
        rulings: What the table plays by.
        thrower: What throws.
    """
    cubes = tower.take(muster.cubes, rulings["green-short"] == "unlimited")
    throw = thrower(tower, cubes)
    tray = counted(throw.out)
    if judged is None:
        return Fought(muster, None, throw, None, (), (), throw.tower)
    if isinstance(judged, Battle):
        verdict = resolve_battle(tray, judged, rulings)
    else:
        verdict = resolve_revolt(tray, judged)
    settled = settle(throw.tower, verdict)
    return Fought(muster, judged, throw, verdict, settled.survivors, settled.to_supply, settled.tower)
