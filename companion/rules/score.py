"""A score is a list of explained lines; its total is their sum.

No point counts without a line that explains it.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.sentences import Sentence

Where = TypeVar("Where")


@dataclass(frozen=True, slots=True)
class Line(Generic[Where]):
    """One thing that scores, and where it is on the table."""

    rule: str  # such as ``forest`` or ``castles``; stable, for programs
    points: int  # 0 if it is worth showing although it scores nothing
    where: tuple[Where, ...]  # squares ``(row, column)`` of a map, names of provinces, ...
    text: Sentence
    joined: bool = True  # false if each of these places scores by itself


@dataclass(frozen=True, slots=True)
class Score(Generic[Where]):
    """The points of a player, line by line, in the order a table counts."""

    lines: tuple[Line[Where], ...]

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)

    def list_lines(self, key: str) -> list[dict[str, object]]:
        """The lines as dicts for JSON; ``where`` is the key for their places."""
        return [{"rule": line.rule, key: line.where, "points": line.points, "text": line.text} for line in self.lines]

    def sum_points(self, *rules: str) -> int:
        return sum(line.points for line in self.lines if line.rule in rules)
