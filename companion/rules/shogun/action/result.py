"""What comes of an action: the table afterwards, told line by line.

Source: Shogun booklet, Carrying out the actions.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.shogun.battle.battle import Battle
from companion.rules.shogun.battle.muster import Attack, Muster, Rising
from companion.rules.shogun.battle.revolt import Revolt
from companion.rules.shogun.components import chest_words
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.realm import Realm
from companion.sentences import Sentence, say


@dataclass(frozen=True, slots=True)
class Clash:
    """A battle or revolt that the tower must decide; its cubes have left board and supplies.

    Attributes:
        province: What is fought over.
        muster: Which cubes are thrown.
        judged: How the tray is to be judged.
        declared: What was declared before the throw.
    """

    province: str
    muster: Muster
    judged: Battle | Revolt
    declared: Attack | Rising


@dataclass(frozen=True, slots=True)
class ActionResult:
    """What came of an action.

    Attributes:
        realm: The table afterwards.
        lines: What happened, in order.
        lost: Whether the action is lost; the table is then as before, and the lines say why.
        clash: What the tower must decide now.
    """

    realm: Realm
    lines: tuple[Sentence, ...]
    lost: bool = False
    clash: Clash | None = None


def short_of_chests(player: str, chests: int, cost: int) -> Sentence:
    """Why a player who has too few chests loses an action."""
    return say(
        "{player} has {chests}, and it costs {cost}; the action is lost.",
        player=daimyo(player),
        chests=chest_words(chests),
        cost=chest_words(cost),
    )
