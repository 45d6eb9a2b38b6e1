"""What photos of a map show: its squares, cards and cubes, and what stays in doubt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.data.honshu.cards import Square
from companion.sentences import Sentence

Point = tuple[float, float]
"""Across and down in a photo, in its pixels, as it stands upright."""

Outline = tuple[Point, Point, Point, Point]
"""The corners of a square in a photo: those of the map's upper left, upper right, lower right, lower left."""


class How(Enum):
    """How a square is known."""

    READ = "read"
    """Its seal was read."""
    INFERRED = "inferred"
    """Its card is known from other seals, and nothing else fits there."""
    GUESSED = "guessed"
    """No seal tells it; its colours look like that. Always a doubt."""
    UNKNOWN = "unknown"
    """Something lies there, and nobody can tell what."""


@dataclass(frozen=True, slots=True)
class SeenSquare:
    """One square of a map, seen from above.

    Attributes:
        row: Row in the map, from 0 at the top.
        column: Column in the map, from 0 at the left.
        card: The name of its card, such as ``17`` or ``A3``; ``None`` where that is not known.
        square: Which of the card's six it is, as printed: two a row, from the upper left of the upright card;
            0 where the card is not known.
        how: How it is known.
        doubt: Whether a person should look at it.
        cube: Whether a cube stands on it; ``None`` where that cannot be told.
        outlines: Where it is in each photo; ``None`` in those that do not show it.
        kind: What it shows, where that was guessed and its card is not known.
    """

    row: int
    column: int
    card: str | None
    square: int
    how: How
    doubt: bool
    cube: bool | None
    outlines: tuple[Outline | None, ...]
    kind: Square | None = None


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card of a map.

    Attributes:
        card: Its name.
        row: Row of the top left corner of the turned card, in the map's rows; below 0 where that is covered.
        column: Column of that corner.
        turn: Degrees clockwise: 0, 90, 180 or 270.
    """

    card: str
    row: int
    column: int
    turn: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A map as its photos show it.

    Attributes:
        squares: Its squares in sight, row by row.
        cards: Its cards, as far as they are known.
        over: Pairs of cards, of which the first lies on the second.
        doubts: What is not sure, and what a person can do about it; nothing when the map is complete.
    """

    squares: tuple[SeenSquare, ...]
    cards: tuple[SeenCard, ...]
    over: tuple[tuple[str, str], ...]
    doubts: tuple[Sentence, ...]

    @property
    def complete(self) -> bool:
        """Whether nothing is in doubt."""
        return not self.doubts
