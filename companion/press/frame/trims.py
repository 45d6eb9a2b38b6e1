"""The line a piece is cut out along where it is no upright rectangle: rounded, round, six-sided, any outline.

A frame without such a line is cut along the box of its size. What is drawn beyond the cut follows the line,
and so do the safe zone, the marks and the pictures of single cards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from companion.press.frame.frame import Bounds, Frame, Outline, Use, polygon
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import moved

__all__ = ["area", "box_sided", "clearance", "cut_out", "grown", "loops", "mirrored"]

Point = tuple[float, float]
Loop = tuple[Point, ...]
"""Corners of a closed line, the first not said again."""

NEAR = 0.004
"""How far straight lines may lie off the curve that they stand for, mm."""
TINY = 1e-6
FINEST = 0.1
"""Corners turn by less than this along a curve, radians: there no arc is needed round them, only a point."""
BOXED = 0.9
"""The part of its box that a piece with rounded corners has at least."""
LOST = 0.01
"""What lies so much nearer than wanted lies within, mm."""


def cut_out(frame: Frame, bleed: float = 0.0) -> Use:
    """A frame where it stands, cut along its trim, or so far beyond it; mm."""
    if frame.trim is None:
        return Use(frame)
    return Use(frame, clip=grown(frame.trim, bleed))


def mirrored(trim: Outline, width: float) -> Outline:
    """The trim of a piece as it is seen from behind."""
    return moved(trim, Matrix(a=-1.0, e=width))


@lru_cache(maxsize=64)
def loops(outline: Outline) -> tuple[Loop, ...]:
    """The closed lines of an outline, its curves as straight lines no farther than a hair from them.

    They run clockwise, as seen on the paper, round what is cut out, and the other way round a hole in it.
    """
    found: list[list[Point]] = []
    for letter, at in outline:
        if letter == "M":
            found.append([(at[0], at[1])])
        elif letter == "L":
            found[-1].append((at[0], at[1]))
        elif letter == "C":
            found[-1] += _bent(found[-1][-1], at)
        elif found and len(found[-1]) > 1:  # a line that goes on after it was closed begins there
            found.append([found[-1][0]])
    whole = [loop for loop in map(_without_stops, found) if len(loop) > 2]
    return tuple(
        loop if (_turned(loop) > 0) != (_depth(loop, whole) % 2 == 1) else loop[::-1] for loop in whole
    )


def area(outline: Outline) -> float:
    """What is cut out, mm²."""
    return sum(map(_turned, loops(outline)))


def box_sided(outline: Outline, width: float, height: float) -> bool:
    """Whether cuts along the box of its size say most: but for its corners, all of the box is cut out."""
    return len(loops(outline)) == 1 and area(outline) >= BOXED * width * height


def clearance(outline: Outline, box: Bounds) -> float:
    """How far a box lies inside an outline at least, mm; below 0 how far one of its corners lies outside."""
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    lines = [line for loop in loops(outline) for line in pairwise((*loop, loop[0]))]
    outside = [corner for corner in corners if not _within(corner, loops(outline))]
    if outside:
        return -max(min(_away(corner, *line) for line in lines) for corner in outside)
    ends = (max(left - x, 0.0, x - right) + 1j * max(top - y, 0.0, y - bottom) for (x, y), _ in lines)
    return min(min(map(abs, ends)), min(_away(corner, *line) for corner in corners for line in lines))


@lru_cache(maxsize=64)
def grown(outline: Outline, by: float) -> Outline:
    """The line so far outside an outline, round about its corners; below 0 inside it; mm.

    Where nothing is left inside, the outline itself.
    """
    if abs(by) < TINY:
        return outline
    whole = loops(outline)
    found: list[Loop] = []
    for loop in whole:
        raw = _shifted(loop, by)
        turns = [_turn(*each) for each in _corners(loop)]
        plain = len(whole) == 1 and by > 0 and min(turns) >= -TINY
        found += [raw] if plain else _outermost(raw, whole, abs(by))
    return tuple(segment for loop in found for segment in polygon(loop)) or outline


def _bent(start: Point, at: Sequence[float]) -> list[Point]:
    xs, ys = (start[0], *at[0::2]), (start[1], *at[1::2])
    bend = max(
        math.hypot(xs[i] - 2 * xs[i + 1] + xs[i + 2], ys[i] - 2 * ys[i + 1] + ys[i + 2]) for i in (0, 1)
    )
    count = min(200, max(1, math.ceil(math.sqrt(6 * bend / (8 * NEAR)))))
    return [(_on(xs, number / count), _on(ys, number / count)) for number in range(1, count + 1)]


def _on(line: Sequence[float], part: float) -> float:
    rest = 1 - part
    weights = (rest**3, 3 * rest**2 * part, 3 * rest * part**2, part**3)
    return sum(weight * at for weight, at in zip(weights, line, strict=True))


def _without_stops(points: Sequence[Point]) -> Loop:
    kept = [point for point, before in pairwise((*points, points[0])) if math.dist(point, before) > TINY]
    return tuple(kept)


def _turned(loop: Loop) -> float:
    """The area of a loop, below 0 where it runs anticlockwise as seen on the paper, mm²."""
    return sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in pairwise((*loop, loop[0]))) / 2


def _depth(loop: Loop, others: Sequence[Loop]) -> int:
    """In how many others a loop lies."""
    middle = ((loop[0][0] + loop[1][0]) / 2, (loop[0][1] + loop[1][1]) / 2)
    return sum(_within(middle, (other,)) for other in others if other is not loop)


def _within(point: Point, within: Sequence[Loop]) -> bool:
    x, y = point
    inside = False
    for loop in within:
        for (x1, y1), (x2, y2) in pairwise((*loop, loop[0])):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
    return inside


def _away(point: Point, start: Point, end: Point) -> float:
    """From a point to a line between two, mm."""
    (x, y), dx, dy = point, end[0] - start[0], end[1] - start[1]
    part = min(1.0, max(0.0, ((x - start[0]) * dx + (y - start[1]) * dy) / (dx * dx + dy * dy)))
    return math.hypot(start[0] + part * dx - x, start[1] + part * dy - y)


def _corners(loop: Loop) -> list[tuple[Point, Point, Point]]:
    """Every corner with the one before and the one after."""
    return list(zip((loop[-1], *loop[:-1]), loop, (*loop[1:], loop[0]), strict=True))


def _turn(before: Point, at: Point, after: Point) -> float:
    """By how much a line turns at a corner, radians; clockwise as seen on the paper above 0."""
    ax, ay, bx, by = at[0] - before[0], at[1] - before[1], after[0] - at[0], after[1] - at[1]
    return math.atan2(ax * by - ay * bx, ax * bx + ay * by)


def _shifted(loop: Loop, by: float) -> Loop:
    """A loop moved outward, with arcs about corners that open; where a corner closes it crosses itself."""
    found: list[Point] = []
    for before, at, after in _corners(loop):
        turn = _turn(before, at, after)
        first = math.atan2(at[1] - before[1], at[0] - before[0]) - math.pi / 2
        if abs(turn) < FINEST:
            reach = by / math.cos(turn / 2)
            found.append(
                (at[0] + reach * math.cos(first + turn / 2), at[1] + reach * math.sin(first + turn / 2))
            )
            continue
        opens = (turn > 0) == (by > 0)
        sag = math.acos(max(0.0, 1 - NEAR / abs(by)))
        steps = max(1, math.ceil(abs(turn) / (2 * sag))) if opens else 1
        angles = [first + turn * step / steps for step in range(steps + 1)]
        around = [(at[0] + by * math.cos(angle), at[1] + by * math.sin(angle)) for angle in angles]
        found += around if opens else (around[0], at, around[-1])
    return tuple(found)


def _outermost(raw: Loop, whole: Sequence[Loop], by: float) -> list[Loop]:
    """The parts of a line that crosses itself which lie as far from an outline as wanted, joined to loops."""
    lines = list(pairwise((*raw, raw[0])))
    cuts: list[list[tuple[float, Point]]] = [[(0.0, start), (1.0, end)] for start, end in lines]
    boxes = [(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])) for a, b in lines]
    for i, one in enumerate(boxes):
        for j in range(i + 2, len(boxes)):
            other = boxes[j]
            if one[0] > other[2] or other[0] > one[2] or one[1] > other[3] or other[1] > one[3]:
                continue
            crossed = _crossing(*lines[i], *lines[j])
            if crossed:
                here, there, point = crossed
                cuts[i].append((here, point))
                cuts[j].append((there, point))
    edges = [line for loop in whole for line in pairwise((*loop, loop[0]))]
    onward: dict[Point, list[Point]] = {}
    for each in cuts:
        for (_, start), (_, end) in pairwise(sorted(each)):
            middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            if start != end and all(_away(middle, *edge) >= by - LOST for edge in edges):
                onward.setdefault(start, []).append(end)
    found: list[Loop] = []
    while onward:
        loop = [next(iter(onward))]
        while loop[-1] in onward:
            ends = onward[loop[-1]]
            loop.append(ends.pop())
            if not ends:
                del onward[loop[-2]]
        if loop[0] == loop[-1] and len(loop) > 3:
            found.append(tuple(loop[:-1]))
    return found


def _crossing(a: Point, b: Point, c: Point, d: Point) -> tuple[float, float, Point] | None:
    """Where two lines cross: the parts of the way along each, and the point."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    across = rx * sy - ry * sx
    if abs(across) < 1e-12:
        return None
    here = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / across
    there = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / across
    if not (0 < here < 1 and 0 < there < 1):
        return None
    return here, there, (a[0] + here * rx, a[1] + here * ry)
