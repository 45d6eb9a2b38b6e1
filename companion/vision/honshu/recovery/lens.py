"""The lens of a camera: a wide one bends what is straight, and the lattice of a map shows how much.

Pixels are straight once that is undone. Whoever reads a map counts in those; its eyes see the bent ones.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import dist
from typing import Any, NamedTuple, cast

from companion.vision.eyes import Eyes, Patch, Spot
from companion.vision.honshu.recovery.geometry import Pose, seal_corners
from companion.vision.honshu.recovery.lattice import Lattice, fit
from companion.vision.honshu.recovery.poses import card_planes
from companion.vision.honshu.recovery.seals import Seal
from companion.vision.matrices import Point, Quad, onto, product, quad_under, scaled

_FIRST = 0.06  # bend on both sides of none that is tried first
_LEAST = 0.012  # bend below which none is told from the jitter of hands
_BETTER = 0.9  # share of what seals are off without a bend that must be left with one at most
_KEPT = 0.85  # share of corners that are held against their cards; among the others are false seals
_SEALS = 8  # below which no bend is told
_TRIES = 6


class Lens(NamedTuple):
    """How a lens bends, by division with the square of the distance from its middle."""

    middle: Point = (0.0, 0.0)
    reach: float = 1.0  # pixels from the middle to a corner
    bend: float = 0.0  # that a corner is divided by more than 1; below 0 the lens is a wide one

    def straight(self, points: Iterable[Point]) -> list[Point]:
        """Points of the photo as they were without the lens."""
        (x0, y0), over, found = self.middle, self.bend / self.reach**2, []
        for x, y in points:
            by = 1 + over * ((x - x0) ** 2 + (y - y0) ** 2)
            found.append((x0 + (x - x0) / by, y0 + (y - y0) / by))
        return found

    def bent(self, points: Iterable[Point]) -> list[Point]:
        """Straight points as the photo shows them."""
        (x0, y0), over, found = self.middle, self.bend / self.reach**2, []
        for x, y in points:
            by = (1 + max(0.0, 1 - 4 * over * ((x - x0) ** 2 + (y - y0) ** 2)) ** 0.5) / 2
            found.append((x0 + (x - x0) / by, y0 + (y - y0) / by))
        return found

    def bent_quad(self, quad: Quad) -> Quad:
        """A straight quad as the photo shows it."""
        one, two, three, four = self.bent(quad)
        return one, two, three, four

    def seals(self, seals: Iterable[Seal]) -> list[Seal]:
        """Seals of the photo where they were without the lens."""
        found = []
        for seal in seals:
            one, two, three, four = self.straight(seal.corners)
            found.append(seal._replace(corners=(one, two, three, four)))
        return found


_PATCHES = frozenset(
    {"cells", "fits", "sought", "surfaces", "brighter"}
)  # questions about parts of a picture


class _Through:
    """Eyes that are asked about straight pixels, and look through a lens."""

    def __init__(self, eyes: Eyes, lens: Lens) -> None:
        self._eyes, self._lens = eyes, lens

    def __getattr__(self, question: str) -> Callable[..., Any]:
        answer = getattr(self._eyes, question)
        if question not in _PATCHES:
            return cast("Callable[..., Any]", answer)
        return lambda grey, asked, *given: answer(grey, [self._bent(each) for each in asked], *given)

    def _bent(self, asked: Any) -> Any:
        """What is asked about a patch, about the part of the picture where it is seen."""
        if not isinstance(asked, Patch):
            first, *others = asked
            made = (self._bent(first), *others)
            return Spot(*made) if isinstance(asked, Spot) else made
        step = 1 / asked.size
        side = asked.size - 0.5
        corners = quad_under(asked.plane, ((-0.5, -0.5), (side, -0.5), (side, side), (-0.5, side)))
        plane = onto(self._lens.bent_quad(corners))
        return Patch(product(plane, scaled(step, step, step / 2, step / 2)), asked.size)


def through(eyes: Eyes, lens: Lens) -> Eyes:
    """Eyes that are asked about straight pixels, and look through a lens."""
    return cast(Eyes, _Through(eyes, lens)) if lens.bend else eyes


def lens_of(eyes: Eyes, size: tuple[int, int], found: Lattice) -> Lens:
    """The lens under which the seals of a lattice fit best on their cards; a plain one if that tells none."""
    middle = (size[0] - 1) / 2, (size[1] - 1) / 2
    plain = Lens(middle, dist(middle, (0, 0)))
    if len(found.seals) < _SEALS:
        return plain

    def off(bend: float) -> float:
        if bend not in known:
            known[bend] = _off(eyes, plain._replace(bend=bend).seals(found.seals), found.poses)
        return known[bend]

    known, step, best = dict[float, float](), _FIRST, 0.0
    while off(best) > min(off(best - step), off(best + step)) and abs(best) < 5 * _FIRST:
        best += step if off(best + step) < off(best - step) else -step
    for _ in range(_TRIES):
        step /= 2
        best = min((best, best - step, best + step), key=off)
    told = abs(best) >= _LEAST and off(best) < _BETTER * off(0.0)
    return plain._replace(bend=best) if told else plain


def _off(eyes: Eyes, seals: Sequence[Seal], poses: Mapping[int, Pose]) -> float:
    """How far seals are off where their cards should show them, all but the worst; pixels, squared."""
    plane = fit(eyes, seals, poses)
    if plane is None:
        return float("inf")
    cards = card_planes(plane, poses, seals)
    away = sorted(
        dist(one, other) ** 2
        for seal in seals
        for one, other in zip(
            quad_under(cards[seal.face].plane, seal_corners(seal.square)), seal.corners, strict=True
        )
    )
    return sum(away[: round(_KEPT * len(away))])
