"""Land as if cut in wood: polygons of few points get rounded corners, and neighbours stay neighbours.

A corner is rounded from its two neighbouring points alone, so two provinces that share a line round it
alike. Where three lines meet the corner stays sharp: the lines still end in one point.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from companion.data.shapes import Point, Polygon
from companion.press.frame.frame import Outline, Segment

RADIUS = 4.0  # the greatest distance from a corner to its rounding, mm; never beyond the middle of a side
PULL = 0.62  # the reach of a rounding's handles from its ends towards the corner


def meetings(polygons: Iterable[Polygon]) -> frozenset[Point]:
    """The points where three lines or more meet: two provinces and the sea, or three provinces."""
    neighbours: dict[Point, set[Point]] = {}
    for polygon in polygons:
        for ring in polygon:
            for a, b in pairwise(ring):
                neighbours.setdefault(a, set()).add(b)
                neighbours.setdefault(b, set()).add(a)
    return frozenset(point for point, others in neighbours.items() if len(others) > 2)


def rounded(polygons: Iterable[Polygon], sharp: frozenset[Point] = frozenset()) -> Outline:
    """The outline of land with its corners rounded, a closed line a ring; the corners at `sharp` stay."""
    return tuple(segment for polygon in polygons for ring in polygon for segment in _ring(ring[:-1], sharp))


def rounded_line(points: Sequence[Point]) -> Outline:
    """A border from end to end, rounded as the two provinces at its sides are."""
    drawn: list[Segment] = [("M", points[0])]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        drawn += _corner(before, corner, after)
    return (*drawn, ("L", points[-1]))


def _ring(points: Sequence[Point], sharp: frozenset[Point]) -> list[Segment]:
    count = len(points)
    drawn: list[Segment] = []
    for index, corner in enumerate(points):
        if corner in sharp:
            drawn.append(("L", corner))
        else:
            drawn += _corner(points[index - 1], corner, points[(index + 1) % count])
    return [("M", drawn[0][1]), *drawn[1:], ("Z", ())]


def _corner(before: Point, corner: Point, after: Point) -> list[Segment]:
    """The line up to the rounding of a corner, and the rounding; alike from either side."""
    ax, ay = _towards(corner, before)
    bx, by = _towards(corner, after)
    x, y = corner
    handles = (ax + (x - ax) * PULL, ay + (y - ay) * PULL, bx + (x - bx) * PULL, by + (y - by) * PULL)
    return [("L", (ax, ay)), ("C", (*handles, bx, by))]


def _towards(corner: Point, other: Point) -> Point:
    length = math.dist(corner, other)
    part = min(RADIUS, length / 2) / length
    return corner[0] + (other[0] - corner[0]) * part, corner[1] + (other[1] - corner[1]) * part
