"""What other tables would count on this very map: every ruling whose other answer changes the total."""

from __future__ import annotations

from dataclasses import dataclass

from companion.data.honshu.map import HonshuMap
from companion.rules.honshu.map.board import board_of
from companion.rules.honshu.score.scoring import features
from companion.rules.rulings import Ruling, Rulings

__all__ = ["Alternative", "alternatives"]


@dataclass(frozen=True, slots=True)
class Alternative:
    """One ruling answered otherwise, and the total it gives.

    Attributes:
        ruling: The question.
        value: The other answer.
        total: Points of the map under it.
    """

    ruling: Ruling
    value: str
    total: int

    @property
    def name(self) -> str:
        """The choice as it is typed: ``NAME=VALUE``."""
        return f"{self.ruling.name}={self.value}"


def alternatives(map_: HonshuMap, card: int | None, rulings: Rulings) -> tuple[Alternative, ...]:
    """Every other answer to one ruling that gives another total on this map.

    Args:
        map_: The map.
        card: Number of the end-of-game scoring card, ``None`` without one.
        rulings: What the table plays by.
    """
    board = board_of(map_)
    total = sum(feature.points for feature in features(board, card, rulings))
    found = []
    for ruling, value in rulings.alternatives():
        other = sum(feature.points for feature in features(board, card, rulings.changed(ruling.name, value)))
        if other != total:
            found.append(Alternative(ruling, value, other))
    return tuple(found)
