"""Evidence for seals: how well a photo at a known spot fits a code, under the blur of that photo."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import compress
from operator import mul
from typing import NamedTuple

from companion.vision.eyes import CELL, FIGURES, Eyes, Found, Patch, Picture, Spot
from companion.vision.honshu.recovery.geometry import (
    SEAL,
    SQUARES,
    CardPlane,
    Pose,
    Seal,
    code_book,
    patch_of,
    seal_corners,
)
from companion.vision.matrices import Matrix, mapped, onto, solved

_FINE = round(6 * CELL / SEAL)  # pixels a mm of a patch
_LEARNERS = 40  # seals from which the blur is learned
_LEAST = 4  # seals, with fewer there is nothing to learn
_TURNED = (
    *((0, 1, 2, 3, 4, 5, 6, 7, 8), (6, 3, 0, 7, 4, 1, 8, 5, 2)),
    *((8, 7, 6, 5, 4, 3, 2, 1, 0), (2, 5, 8, 1, 4, 7, 0, 3, 6)),
)
"""By quarter turns of a card: which cell of its window lies on each of the lattice's, row by row."""

_SHARP = (0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0)  # what a cell shows of those in its window: itself


class Asked(NamedTuple):
    """A square whose seal is looked for where its card is supposed to lie."""

    card: CardPlane
    face: int
    square: int
    turn: int  # of the card on the lattice, quarters


def strength(fit: Found) -> float:
    """All evidence of a spot in one figure, 0 to 0.99; above 0.6 it is as good as read."""
    strength = max(0.0, min(0.99, (fit.own - 0.35) / 0.6))
    return strength * (1 if fit.ring > 0.45 else 0.4) * (1 if fit.ahead > -0.12 else 0.5)


@cache
def _windows() -> list[list[int]]:
    """The sixteen cells of each code, each as the nine bits of it and those about it; the border is dark."""

    def window(code: int, row: int, column: int) -> int:
        about = ((row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1))
        light = (0 <= y < 4 and 0 <= x < 4 and code >> (15 - 4 * y - x) & 1 for y, x in about)
        return sum(bit << at for at, bit in enumerate(light))

    return [[window(code, at // 4, at % 4) for at in range(16)] for code in code_book()]


def _normal(cells: Sequence[float], least: float) -> list[float]:
    """Cells with mean 0 and spread 1."""
    mean = sum(cells) / len(cells)
    away = [cell - mean for cell in cells]
    over = 1 / ((sum(map(mul, away, away)) / len(cells)) ** 0.5 + least)
    return [each * over for each in away]


def _book(blur: Sequence[float], turn: int) -> list[list[float]]:
    """The codes on cards turned so, under a blur of cells into one another."""
    shares = dict(zip(_TURNED[turn], blur, strict=True))
    shown = [0.0]  # by the bits of a window
    for at in range(9):
        shown += [each + shares[at] for each in shown]
    return [_normal([shown[window] for window in windows], 1e-9) for windows in _windows()]


@cache
def _sharp_books() -> list[list[list[float]]]:
    return [_book(_SHARP, 0)] * 4


class Sight:
    """A photo in grey, and what its seals taught of its blur."""

    def __init__(self, eyes: Eyes, grey: Picture, size: tuple[int, int]) -> None:
        self.eyes, self.grey, self.size = eyes, grey, size

    def learn(self, cards: Mapping[int, CardPlane], poses: Mapping[int, Pose], seals: Sequence[Seal]) -> None:
        """Learn the blur of a seal's cells into one another, and blur the code book alike."""
        own = [each for each in seals if each.face in cards][:_LEARNERS]
        blur = self._blur(own, poses) if len(own) >= _LEAST else None
        books = [_book(blur, turn) for turn in range(4)] if blur and blur[4] > 0 else _sharp_books()
        self.eyes.learn(self.grey, books)

    def _blur(self, seals: Sequence[Seal], poses: Mapping[int, Pose]) -> list[float]:
        """What a cell shows of the nine in its window, on the lattice, by least squares."""
        patches = [patch_of(onto(seal.corners), 0, 0, 1, 6 * CELL) for seal in seals]
        normal, values = [[float(one == other) for one in range(10)] for other in range(10)], [0.0] * 10
        for seal, cells in zip(seals, self.eyes.cells(self.grey, patches), strict=True):
            seen, order = _normal(cells, 1e-6), _TURNED[poses[seal.face].turn]
            for at, window in enumerate(_windows()[seal.face * SQUARES + seal.square]):
                light = [*(place for place in range(9) if window >> order[place] & 1), 9]
                for one in light:
                    values[one] += seen[at // 4 * 6 + at % 4 + 7]
                    for other in light:
                        normal[one][other] += 1
        return solved(normal, values)[:9]

    def fits(self, asked: Iterable[Asked]) -> list[Found]:
        """The evidence of squares' seals for their codes."""
        spots = [
            (self._spot(card.plane, square, turn, card.reach), face * SQUARES + square)
            for card, face, square, turn in asked
        ]
        return self.eyes.fits(self.grey, spots)

    def any_codes(self, spots: Iterable[tuple[Matrix, int]], reach: float) -> list[Found | None]:
        """The code that fits the spot of a card's first seal best, if anything there looks like a seal.

        Of each plane of a card and its quarter turns.
        """
        asked = [self._spot(plane, 0, turn, reach) for plane, turn in spots]
        inside = [self._in_sight(each.patch) for each in asked]
        found = iter(self.eyes.sought(self.grey, list(compress(asked, inside))))
        return [next(found) if each else None for each in inside]

    def _in_sight(self, patch: Patch) -> bool:
        """True for a patch whose middle the photo shows: a seal of which half is cut off tells nothing."""
        ((x, y),) = mapped(patch.plane, [((patch.size - 1) / 2,) * 2])
        return 0 <= x < self.size[0] and 0 <= y < self.size[1]

    def _spot(self, plane: Matrix, square: int, turn: int, reach: float) -> Spot:
        (left, top), edge = seal_corners(square)[0], reach + FIGURES["quiet"] / _FINE
        return Spot(patch_of(plane, left - edge, top - edge, SEAL + 2 * edge, _FINE), turn)
