"""Closed lines as straight ones: areas, points inside them, distances and crossings."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from companion.press.frame.frame import Outline
from companion.press.frame.outlines import on_curve

Point = tuple[float, float]
Loop = tuple[Point, ...]  # corners of a closed line, the first not said again; mm

NEAR = 0.004  # the largest distance of straight lines from the curve they stand for, mm
TINY = 1e-6  # points no farther apart than this are one, mm


@lru_cache(maxsize=64)
def loops(outline: Outline) -> tuple[Loop, ...]:
    """The closed lines of an outline, its curves as straight lines no farther than a hair from them.

    They run clockwise, as seen on the paper, round what is cut out, and the other way round a hole in it.
    """
    whole = drawn(outline)
    return tuple(
        loop if (turned(loop) > 0) != (_depth(loop, whole) % 2 == 1) else loop[::-1] for loop in whole
    )


def area(outline: Outline) -> float:
    """The area cut out, mm²."""
    return sum(map(turned, loops(outline)))


def crosses(outline: Outline) -> bool:
    """True when an outline crosses itself, so that nobody knows what is cut out."""
    lines = [line for loop in loops(outline) for line in pairwise((*loop, loop[0]))]
    return next(crossings(lines), None) is not None


def drawn(outline: Outline) -> list[Loop]:
    """Its closed lines the way round that they are drawn, curves as straight lines."""
    found: list[list[Point]] = []
    for letter, at in outline:
        if letter == "M":
            found.append([(at[0], at[1])])
        elif letter == "L":
            found[-1].append((at[0], at[1]))
        elif letter == "C":
            found[-1] += straightened(found[-1][-1], at)
        elif found and len(found[-1]) > 1:  # a line that goes on after it was closed begins there
            found.append([found[-1][0]])
    moving = (  # a point where the line stops is none
        tuple(point for point, before in pairwise((*line, line[0])) if math.dist(point, before) > TINY)
        for line in found
    )
    return [loop for loop in moving if len(loop) > 2]


def straightened(start: Point, at: Sequence[float]) -> list[Point]:
    """The points of a curve behind the one where it begins, so near each other as is needed."""
    xs, ys = (start[0], *at[0::2]), (start[1], *at[1::2])
    bend = max(
        math.hypot(xs[i] - 2 * xs[i + 1] + xs[i + 2], ys[i] - 2 * ys[i + 1] + ys[i + 2]) for i in (0, 1)
    )
    count = min(200, max(1, math.ceil(math.sqrt(6 * bend / (8 * NEAR)))))
    return [(on_curve(xs, number / count), on_curve(ys, number / count)) for number in range(1, count + 1)]


def turned(loop: Loop) -> float:
    """The area of a loop, below 0 where it runs anticlockwise as seen on the paper, mm²."""
    return sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in pairwise((*loop, loop[0]))) / 2


def _depth(loop: Loop, others: Sequence[Loop]) -> int:
    """The number of other loops around a loop."""
    middle = ((loop[0][0] + loop[1][0]) / 2, (loop[0][1] + loop[1][1]) / 2)
    return sum(inside(middle, (other,)) for other in others if other is not loop)


def inside(point: Point, whole: Sequence[Loop]) -> bool:
    """True when a point lies in an odd number of loops."""
    x, y = point
    found = False
    for loop in whole:
        for (x1, y1), (x2, y2) in pairwise((*loop, loop[0])):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                found = not found
    return found


def away_from(point: Point, start: Point, end: Point) -> float:
    """The distance from a point to a line between two, mm."""
    (x, y), dx, dy = point, end[0] - start[0], end[1] - start[1]
    part = min(1.0, max(0.0, ((x - start[0]) * dx + (y - start[1]) * dy) / (dx * dx + dy * dy)))
    return math.hypot(start[0] + part * dx - x, start[1] + part * dy - y)


def bend(before: Point, at: Point, after: Point) -> float:
    """The angle by which a line turns at a corner, radians; above 0 clockwise as seen on the paper."""
    ax, ay, bx, by = at[0] - before[0], at[1] - before[1], after[0] - at[0], after[1] - at[1]
    return math.atan2(ax * by - ay * bx, ax * bx + ay * by)


class Edges:
    """The lines of loops by where they lie, for points at most `reach` mm away."""

    def __init__(self, whole: Sequence[Loop], reach: float) -> None:
        self._cell = max(reach, 1.0)
        self._near: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
        for line in (line for loop in whole for line in pairwise((*loop, loop[0]))):
            (left, right), (top, bottom) = (sorted(each) for each in zip(*line, strict=True))
            for column in range(self._at(left - reach), self._at(right + reach) + 1):
                for row in range(self._at(top - reach), self._at(bottom + reach) + 1):
                    self._near.setdefault((column, row), []).append(line)

    def _at(self, along: float) -> int:
        return math.floor(along / self._cell)

    def away(self, point: Point) -> float:
        """The distance from a point to the nearest line, mm; infinite where none is within reach."""
        near = self._near.get((self._at(point[0]), self._at(point[1])), ())
        return min((away_from(point, *line) for line in near), default=math.inf)


def crossings(lines: Sequence[tuple[Point, Point]]) -> Iterator[tuple[int, int, float, float, Point]]:
    """The pairs of lines that cross, by number, with the part of the way along each and the point."""
    spans = [sorted((start[0], end[0])) for start, end in lines]
    order = sorted(range(len(lines)), key=lambda number: spans[number][0])
    for place, i in enumerate(order):
        low, high = sorted((lines[i][0][1], lines[i][1][1]))
        for j in order[place + 1 :]:
            if spans[j][0] > spans[i][1]:
                break
            (_, y1), (_, y2) = lines[j]
            if max(y1, y2) >= low and min(y1, y2) <= high:
                crossed = crossing(*lines[i], *lines[j])
                if crossed:
                    yield i, j, *crossed


def crossing(a: Point, b: Point, c: Point, d: Point) -> tuple[float, float, Point] | None:
    """The crossing of two lines before their ends: the parts of the way along each, and the point."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    across = rx * sy - ry * sx
    if abs(across) < 1e-12:
        return None
    here = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / across
    there = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / across
    if not (0 < here < 1 and 0 < there < 1):
        return None
    return here, there, (a[0] + here * rx, a[1] + here * ry)
