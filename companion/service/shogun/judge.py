"""A tray in front of the players, from a real tower or not, and the verdict."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.rulings import Rulings
from companion.rules.shogun.battle.battle import Battle, resolve_battle
from companion.rules.shogun.battle.revolt import Revolt, resolve_revolt
from companion.service.answer import Answer, answering
from companion.service.shogun.figures import Tray

__all__ = ["judge_tray"]


@answering
def judge_tray(tray: Mapping[str, int], fight: Battle | Revolt, rulings: Rulings) -> Answer:
    """Who wins, who loses what, where the cubes go, what becomes of the province.

    Args:
        tray: The cubes in it by colour.
        fight: Who fights over what.
        rulings: What is played by.
    """
    if isinstance(fight, Battle):
        verdict = resolve_battle(tray, fight, rulings)
    else:
        verdict = resolve_revolt(tray, fight)
    return Answer(verdict.as_answer(), (Tray(tray), *verdict.lines.values()))
