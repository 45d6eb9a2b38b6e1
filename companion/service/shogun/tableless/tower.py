"""A tower in front of the players: its tray judged."""

from collections.abc import Mapping

from companion.answers import Answer, answering
from companion.play.shogun.telling.figures import Tray
from companion.rules.rulings import Rulings
from companion.rules.shogun.battle.battle import Battle, Revolt, resolve_battle, resolve_revolt


@answering
def judge_tray(tray: Mapping[str, int], fight: Battle | Revolt, rulings: Rulings) -> Answer:
    """The verdict on a tray: who wins, who loses what, where the cubes go, what becomes of the province."""
    resolve = resolve_battle if isinstance(fight, Battle) else resolve_revolt
    verdict = resolve(tray, fight, rulings)  # type: ignore[arg-type]  # each takes its own kind of fight
    return Answer(verdict, (Tray(tray), *verdict.lines.values()))
