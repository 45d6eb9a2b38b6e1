"""What a score of Honshu is made of: something found on the map, before it is put into words."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Feature"]


class Feature(NamedTuple):
    """Something on a map that scores.

    Attributes:
        rule: ``forest``, ``town``, ``factory``, ``lake``, or ``card-2`` to ``card-8``.
        points: What it brings.
        squares: Set of its squares.
        details: What its sentence needs: numbers and the index of a colour, by rule.
    """

    rule: str
    points: int
    squares: int
    details: tuple[int, ...]
