"""What comes of an action: the table afterwards, told line by line.

Source: Shogun booklet, Carrying out the actions.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.shogun.battle.battle import Battle
from companion.rules.shogun.battle.muster import Attack, Muster, Rising
from companion.rules.shogun.battle.revolt import Revolt
from companion.rules.shogun.realm import Realm
from companion.sentences import Sentence

__all__ = ["ActionResult", "Clash"]


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
