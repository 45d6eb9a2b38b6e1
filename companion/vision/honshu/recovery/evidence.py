"""Evidence for seals: how well a known spot of a photo fits a code, blurred as the photo is."""

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
    build_patch,
    load_code_book,
    seal_corners,
)
from companion.vision.matrices import Matrix, build_homography, map_points, solve_equations

_FINE = round(6 * CELL / SEAL)  # pixels a mm of a patch
_LEARNERS = 40  # seals from which the blur is learned
_LEAST = 4  # seals, with fewer there is nothing to learn
_TURNED = (
    *((0, 1, 2, 3, 4, 5, 6, 7, 8), (6, 3, 0, 7, 4, 1, 8, 5, 2)),
    *((8, 7, 6, 5, 4, 3, 2, 1, 0), (2, 5, 8, 1, 4, 7, 0, 3, 6)),
)
"""By quarter turns of a card: which cell of its window lies on each of the lattice's, row by row."""

_SHARP = (0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0)  # what a cell shows of those in its window: itself


class SquareQuery(NamedTuple):
    """A square whose seal is looked for where its card should lie."""

    card: CardPlane
    face: int
    square: int
    turn: int  # of the card on the lattice, quarters


def compute_strength(fit: Found) -> float:
    """All evidence of a spot as one number, 0 to 0.99; above 0.6 it is as good as read."""
    strength = max(0.0, min(0.99, (fit.own - 0.35) / 0.6))
    return strength * (1 if fit.ring > 0.45 else 0.4) * (1 if fit.ahead > -0.12 else 0.5)


@cache
def _build_windows() -> list[list[int]]:
    """The sixteen cells of each code, each as nine bits: its own and its neighbours'; the border is dark."""

    def window(code: int, row: int, column: int) -> int:
        about = ((row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1))
        light = (0 <= y < 4 and 0 <= x < 4 and code >> (15 - 4 * y - x) & 1 for y, x in about)
        return sum(bit << at for at, bit in enumerate(light))

    return [[window(code, at // 4, at % 4) for at in range(16)] for code in load_code_book()]


def _normalize(cells: Sequence[float], least: float) -> list[float]:
    """Scale cells to mean 0 and spread 1."""
    mean = sum(cells) / len(cells)
    away = [cell - mean for cell in cells]
    over = 1 / ((sum(map(mul, away, away)) / len(cells)) ** 0.5 + least)
    return [each * over for each in away]


def _build_book(blur: Sequence[float], turn: int) -> list[list[float]]:
    """The codes on cards with a turn, with cells blurred into one another."""
    shares = dict(zip(_TURNED[turn], blur, strict=True))
    shown = [0.0]  # by the bits of a window
    for at in range(9):
        shown += [each + shares[at] for each in shown]
    return [_normalize([shown[window] for window in windows], 1e-9) for windows in _build_windows()]


@cache
def _build_sharp_books() -> list[list[list[float]]]:
    return [_build_book(_SHARP, 0)] * 4


class Sight:
    """A photo in grey; it learns the photo's blur from its seals."""

    def __init__(self, eyes: Eyes, grey: Picture, size: tuple[int, int]) -> None:
        self.eyes, self.grey, self.size = eyes, grey, size

    def learn(self, cards: Mapping[int, CardPlane], poses: Mapping[int, Pose], seals: Sequence[Seal]) -> None:
        """Learn how a seal's cells blur into one another, and blur the code book likewise."""
        own = [each for each in seals if each.face in cards][:_LEARNERS]
        blur = self._measure_blur(own, poses) if len(own) >= _LEAST else None
        books = [_build_book(blur, turn) for turn in range(4)] if blur and blur[4] > 0 else _build_sharp_books()
        self.eyes.learn(self.grey, books)

    def _measure_blur(self, seals: Sequence[Seal], poses: Mapping[int, Pose]) -> list[float]:
        """The share of each of the nine cells of a window in a cell, on the lattice, by least squares."""
        patches = [build_patch(build_homography(seal.corners), 0, 0, 1, 6 * CELL) for seal in seals]
        normal, values = [[float(one == other) for one in range(10)] for other in range(10)], [0.0] * 10
        for seal, cells in zip(seals, self.eyes.cells(self.grey, patches), strict=True):
            seen, order = _normalize(cells, 1e-6), _TURNED[poses[seal.face].turn]
            for at, window in enumerate(_build_windows()[seal.face * SQUARES + seal.square]):
                light = [*(place for place in range(9) if window >> order[place] & 1), 9]
                for one in light:
                    values[one] += seen[at // 4 * 6 + at % 4 + 7]
                    for other in light:
                        normal[one][other] += 1
        return solve_equations(normal, values)[:9]

    def measure_fits(self, asked: Iterable[SquareQuery]) -> list[Found]:
        """How well squares' seals fit their codes."""
        spots = [
            (self._build_spot(card.plane, square, turn, card.reach), face * SQUARES + square)
            for card, face, square, turn in asked
        ]
        return self.eyes.fits(self.grey, spots)

    def find_codes(self, spots: Iterable[tuple[Matrix, int]], reach: float) -> list[Found | None]:
        """The code that best fits the first seal of each card plane with a turn; ``None`` for no seal."""
        asked = [self._build_spot(plane, 0, turn, reach) for plane, turn in spots]
        inside = [self._is_in_sight(each.patch) for each in asked]
        found = iter(self.eyes.sought(self.grey, list(compress(asked, inside))))
        return [next(found) if each else None for each in inside]

    def _is_in_sight(self, patch: Patch) -> bool:
        """True for a patch whose middle is in the photo: a seal cut in half tells nothing."""
        ((x, y),) = map_points(patch.plane, [((patch.size - 1) / 2,) * 2])
        return 0 <= x < self.size[0] and 0 <= y < self.size[1]

    def _build_spot(self, plane: Matrix, square: int, turn: int, reach: float) -> Spot:
        (left, top), edge = seal_corners(square)[0], reach + FIGURES["quiet"] / _FINE
        return Spot(build_patch(plane, left - edge, top - edge, SEAL + 2 * edge, _FINE), turn)
