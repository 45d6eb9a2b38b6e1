"""A map from a file with all that is to be said of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.cli.honshu.asking import map_from
from companion.cli.voice import said
from companion.data.honshu.map import HonshuMap
from companion.rules.honshu.map.board import Position
from companion.rules.honshu.map.doubts import doubts
from companion.rules.honshu.score.alternatives import Alternative, alternatives
from companion.rules.honshu.score.scoring import parts, score
from companion.rules.rulings import Rulings
from companion.rules.score import Score
from companion.sentences import Sentence

__all__ = ["Scored", "score_file"]


@dataclass(frozen=True, slots=True)
class Scored:
    """A map with its score.

    Attributes:
        file: Its name as the player gave it.
        map: The map.
        card: The scoring card it was scored with, if any.
        score: Its lines.
        others: What other rulings would give.
        warnings: What is odd about it.
    """

    file: str
    map: HonshuMap
    card: int | None
    score: Score[Position]
    others: tuple[Alternative, ...]
    warnings: tuple[Sentence, ...]

    def as_json(self) -> dict[str, Any]:
        """The score for a program."""
        return {
            "total": self.score.total,
            "parts": parts(self.score),
            "fallow": self.map.fallow,
            "lines": [
                {
                    "rule": line.rule,
                    "squares": [list(square) for square in line.where],
                    "points": line.points,
                    "text": said(line.text),
                }
                for line in self.score.lines
            ],
            "alternatives": [{"ruling": other.name, "total": other.total} for other in self.others],
            "warnings": [said(warning) for warning in self.warnings],
        }


def score_file(file: str, card: int | None, rulings: Rulings) -> Scored:
    """Score the map in a file, or in the standard input for ``-``."""
    map_ = map_from(file)
    result = score(map_, card, rulings)
    return Scored(file, map_, card, result, alternatives(map_, card, rulings), (*map_.odd, *doubts(map_)))
