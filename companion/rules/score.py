"""A score is a list of explained lines; its total is their sum.

No point counts without a line that explains it.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.sentences import Sentence

Where = TypeVar("Where")


@dataclass(frozen=True, slots=True)
class Line(Generic[Where]):
    """One thing that scores, and where it lies on the table."""

    rule: str  # such as ``forest`` or ``castles``; stable, for programs
    points: int  # 0 where it is worth knowing that it brings none
    where: tuple[Where, ...]  # squares ``(row, column)`` of a map, names of provinces, ...
    text: Sentence
    joined: bool = True  # all of them together bring it; else each by itself


@dataclass(frozen=True, slots=True)
class Score(Generic[Where]):
    """The points of a player, line by line, in the order a table counts."""

    lines: tuple[Line[Where], ...]

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)

    def list_lines(self, key: str) -> list[dict[str, object]]:
        """The lines as dicts for JSON; their places stand under the key ``key``."""
        return [{"rule": line.rule, key: line.where, "points": line.points, "text": line.text} for line in self.lines]

    def sum_points(self, *rules: str) -> int:
        return sum(line.points for line in self.lines if line.rule in rules)
