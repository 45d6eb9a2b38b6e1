"""Seals found in a photo wherever they stand, by the code book of our cards."""

from functools import cache
from math import dist
from typing import NamedTuple

from companion.data.decks.card_rows import read_codes
from companion.errors import InputError
from companion.paths import assets
from companion.vision.eyes import Eyes, Picture
from companion.vision.honshu.recovery.geometry import SQUARES
from companion.vision.matrices import Point, Quad, median, middle

_LARGE = 2600  # pixels of the longer side of a photo that one look is enough for
_ONCE, _TWICE = (2000,), (1700, 2400)
"""Pixels of the longer side at which a large photo, and a smaller one, is looked at."""
_FAR = 3600  # likewise of a large one whose seals are small
_SMALL = 16  # pixels of a seal's side at the first look, below which some are missed there
_MOST = 800  # seals: twice as many as all cards have


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


def detect(eyes: Eyes, grey: Picture, size: tuple[int, int]) -> list[Seal]:
    """All seals of a photo that read without a fault; a few are false.

    Each of two sizes finds seals that the other does not. None is larger than need be,
    since the time grows with the square of what may be a seal. More than all cards have are refused.
    """
    found = dict[int, list[Seal]]()
    large = max(size) > _LARGE
    for longer in _ONCE if large else _TWICE:
        _look(eyes, grey, longer, found)
    if large and _side(found) * _ONCE[0] < _SMALL * max(size):
        _look(eyes, grey, min(_FAR, max(size)), found)
    return [seal for alike in found.values() for seal in alike]


def _look(eyes: Eyes, grey: Picture, longer: int, found: dict[int, list[Seal]]) -> None:
    """Add the seals that a look finds and those before it did not, by their numbers in the code book."""
    for number, corners in sorted(eyes.seals(grey, longer), key=_size, reverse=True):
        seal, alike = Seal(number // SQUARES, number % SQUARES, corners), found.setdefault(number, [])
        if number < len(code_book()) and not any(_same(seal, other) for other in alike):
            alike.append(seal)
    if sum(map(len, found.values())) > _MOST:
        raise InputError("More seals lie there than all cards have; photograph one map alone.")


def _side(found: dict[int, list[Seal]]) -> float:
    """The median side of seals, pixels."""
    sides = [dist(seal.corners[0], seal.corners[1]) for alike in found.values() for seal in alike]
    return median(sides) if sides else 0.0


def _size(seen: tuple[int, Quad]) -> float:
    """Both diagonals of a seal, pixels: the largest ones tell most of a photo's blur and lattice."""
    one, two, three, four = seen[1]
    return dist(one, three) + dist(two, four)


def _same(seal: Seal, other: Seal) -> bool:
    return dist(seal.middle, other.middle) < dist(seal.corners[0], seal.corners[2]) / 2
