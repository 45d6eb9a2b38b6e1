"""The board as SVG: outlines become paths, on a grid of two steps to one of the map's."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from companion.data.shapes import Point, Polygon

STEPS = 2  # steps of the drawing to one of the map: fine enough for the largest screen, and few digits


@dataclass(frozen=True, slots=True)
class Touch:
    """The link and the mark of a province."""

    href: str = ""
    mark: str = ""


@cache
def area(polygons: tuple[Polygon, ...]) -> str:
    """The path round pieces of land."""
    return "".join(f"{line(ring[:-1])}z" for polygon in polygons for ring in polygon)


@cache
def line(points: Sequence[Point]) -> str:
    """A line as a path: where it begins, then from step to step; steps on the spot are left out."""
    steps = [spot(point) for point in points]
    moves = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(steps)]
    drawn = "".join(f"{' ' * (n >= 0)}{n}" for move in moves if any(move) for n in move)
    return f"M{steps[0][0]} {steps[0][1]}l{drawn.lstrip()}"


def spot(point: Point) -> tuple[int, int]:
    """A place on the drawing."""
    return round(STEPS * point[0]), round(STEPS * point[1])
