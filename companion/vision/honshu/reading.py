"""Readings of photos of a map: its squares, cards and cubes, and what stays in doubt."""

from dataclasses import dataclass
from enum import Enum

from companion.data.honshu.cards import Square
from companion.sentences import Sentence

Point = tuple[float, float]  # across and down in a photo, in its pixels, as it stands upright
Outline = tuple[Point, Point, Point, Point]
"""The corners of a square in a photo: those of the map's upper left, upper right, lower right, lower left."""


class How(Enum):
    """The way in which a square is known."""

    READ = "read"  # its seal was read
    INFERRED = "inferred"  # its card is known from other seals, and nothing else fits there
    GUESSED = "guessed"
    """No seal tells it; its colours look like that. Always a doubt."""
    UNKNOWN = "unknown"  # something lies there, and nobody can tell what


@dataclass(frozen=True, slots=True)
class SeenSquare:
    """One square of a map, seen from above."""

    row: int  # in the map, from 0 at the top; likewise the column, from 0 at the left
    column: int
    card: str | None  # its name, such as ``17`` or ``A3``; ``None`` where that is not known
    square: int  # of the card's six as printed, two a row from the upper left; 0 where the card is not known
    how: How
    doubt: bool
    cube: bool | None  # ``None`` where nobody can tell whether one stands there
    outlines: tuple[Outline | None, ...]  # in each photo; ``None`` in those that do not show it
    kind: Square | None = None  # guessed where its card is not known


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card of a map."""

    card: str
    row: int  # of the top left corner of the turned card, in the map's rows; below 0 where that is covered
    column: int
    turn: int  # degrees clockwise: 0, 90, 180 or 270


@dataclass(frozen=True, slots=True)
class Reading:
    """A map as its photos show it."""

    squares: tuple[SeenSquare, ...]  # those in sight, row by row
    cards: tuple[SeenCard, ...]
    over: tuple[tuple[str, str], ...]  # pairs of cards, of which the first lies on the second
    doubts: tuple[Sentence, ...]  # with what a person can do about each; none when the map is complete
    notes: tuple[Sentence, ...] = ()  # what lies beside the map, and was left out without a doubt
    without: tuple[str, ...] = ()  # cards left out, because they make no map with these
    rivals: tuple["Reading", ...] = ()
    """Readings of which only a person can say which holds, the likeliest first; each leaves out others."""

    @property
    def complete(self) -> bool:
        """True when nothing is in doubt."""
        return not self.doubts
