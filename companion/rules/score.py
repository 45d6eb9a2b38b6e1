"""A score is a list of explained lines; its total is their sum.

The explanation is the result, not a second computation: nothing counts that no line tells of.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.sentences import Sentence

__all__ = ["Line", "Score"]

Where = TypeVar("Where")


@dataclass(frozen=True, slots=True)
class Line(Generic[Where]):
    """One thing that brought points, with where on the table it lies.

    Attributes:
        rule: Name of the rule, such as ``forest`` or ``castles``; stable, for programs.
        points: Points it brings; 0 where it is worth telling that it brings none.
        where: What the line speaks of: squares ``(row, column)`` of a map, names of provinces, ...
        telling: The sentence for the player, or a function that makes it when somebody reads it.
    """

    rule: str
    points: int
    where: tuple[Where, ...]
    telling: Sentence | Callable[[], Sentence]

    @property
    def text(self) -> Sentence:
        """The line in words."""
        return self.telling if isinstance(self.telling, Sentence) else self.telling()


@dataclass(frozen=True, slots=True)
class Score(Generic[Where]):
    """What a player scored, line by line.

    Attributes:
        lines: Every line, in the order a table counts.
    """

    lines: tuple[Line[Where], ...]

    @property
    def total(self) -> int:
        """The points of all lines."""
        return sum(line.points for line in self.lines)

    def part(self, *rules: str) -> int:
        """The points that certain rules brought."""
        return sum(line.points for line in self.lines if line.rule in rules)
