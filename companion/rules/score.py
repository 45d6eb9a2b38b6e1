"""A score is a list of explained lines; its total is their sum.

The explanation is the result, not a second computation: nothing counts that no line tells of.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.sentences import Sentence

Where = TypeVar("Where")


@dataclass(frozen=True, slots=True)
class Line(Generic[Where]):
    """One thing that brought points, with where on the table it lies."""

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
        """The points of all lines."""
        return sum(line.points for line in self.lines)

    def told(self, where: str) -> list[dict[str, object]]:
        """The lines for a program, their places under a name of the game's own."""
        return [
            {"rule": line.rule, where: line.where, "points": line.points, "text": line.text}
            for line in self.lines
        ]

    def part(self, *rules: str) -> int:
        """The points that certain rules brought."""
        return sum(line.points for line in self.lines if line.rule in rules)
