"""Seals found in a photo wherever they stand, by the code book of our cards."""

from collections.abc import Sequence
from functools import cache
from math import dist
from typing import NamedTuple

from companion.data.decks.card_rows import read_codes
from companion.paths import assets
from companion.vision.eyes import Eyes, Picture
from companion.vision.honshu.recovery.geometry import SQUARES
from companion.vision.matrices import Point, Quad, middle

_LARGE = 2600  # pixels of the longer side of a photo that one look is enough for
_ONCE, _TWICE = (2000,), (1700, 2400)
"""Pixels of the longer side at which a large photo, and a smaller one, is looked at."""


class Seal(NamedTuple):
    """A seal that was read."""

    face: int
    square: int
    corners: Quad  # pixels, clockwise from the upper left of the upright seal

    @property
    def middle(self) -> Point:
        """Its middle, pixels."""
        return middle(self.corners)


@cache
def code_book() -> tuple[int, ...]:
    """The codes of all squares, six a face, in the order of the book: sixteen bits, 1 where it is light."""
    return tuple(read_codes(assets() / "games/honshu/codes4x4.json"))


def detect(eyes: Eyes, grey: Picture, size: tuple[int, int], looks: Sequence[int] = ()) -> list[Seal]:
    """All seals of a photo that read without a fault; a few are false.

    Each of two sizes, or of those given, finds seals that the other does not. None is larger, since the time
    grows with the square of what may be a seal.
    """
    found = list[Seal]()
    for longer in looks or (_ONCE if max(size) > _LARGE else _TWICE):
        for number, corners in eyes.seals(grey, longer):
            seal = Seal(number // SQUARES, number % SQUARES, corners)
            if number < len(code_book()) and not any(_same(seal, other) for other in found):
                found.append(seal)
    return found


def _same(seal: Seal, other: Seal) -> bool:
    if seal[:2] != other[:2]:
        return False
    return dist(seal.middle, other.middle) < dist(seal.corners[0], seal.corners[2]) / 2
