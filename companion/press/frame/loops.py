"""Closed lines as polygons: areas, points inside them, distances, crossings; and unions of areas.

An area is loops that run clockwise round it, as seen on the paper, and anticlockwise round its holes.
Loops that overlap or cross themselves enclose the points they run round more often clockwise than
anticlockwise.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise

from companion.press.frame.outlines import Outline, evaluate_curve

Point = tuple[float, float]
Loop = tuple[Point, ...]  # corners of a closed line, the first not said again; mm

NEAR = 0.004  # the largest distance of straight lines from the curve they stand for, mm
TINY = 1e-6  # points no farther apart than this are one, mm


@lru_cache(maxsize=64)
def extract_loops(outline: Outline) -> tuple[Loop, ...]:
    """The closed lines of an outline as polygons; curves are followed to within a hair.

    They run clockwise, as seen on the paper, round what is cut out, and anticlockwise round its holes.
    """
    whole = flatten_outline(outline)
    return tuple(
        loop if (compute_signed_area(loop) > 0) != (_depth(loop, whole) % 2 == 1) else loop[::-1] for loop in whole
    )


def compute_area(outline: Outline) -> float:
    """The area an outline encloses, mm²; holes are left out."""
    return sum(map(compute_signed_area, extract_loops(outline)))


def crosses_itself(outline: Outline) -> bool:
    """True if an outline crosses itself, so that nobody can tell what is cut out."""
    lines = [line for loop in extract_loops(outline) for line in pairwise((*loop, loop[0]))]
    return next(find_crossings(lines), None) is not None


def flatten_outline(outline: Outline) -> list[Loop]:
    """The closed lines of an outline as polygons, in the direction they are drawn."""
    found: list[list[Point]] = []
    for letter, at in outline:
        if letter == "M":
            found.append([(at[0], at[1])])
        elif letter == "L":
            found[-1].append((at[0], at[1]))
        elif letter == "C":
            found[-1] += flatten_curve(found[-1][-1], at)
        elif found and len(found[-1]) > 1:  # a line that goes on after it was closed begins there
            found.append([found[-1][0]])
    moving = (  # a point where the line stops is none
        tuple(point for point, before in pairwise((*line, line[0])) if math.dist(point, before) > TINY)
        for line in found
    )
    return [loop for loop in moving if len(loop) > 2]


def flatten_curve(start: Point, at: Sequence[float]) -> list[Point]:
    """Points along a curve after its start, close enough to stand for it."""
    xs, ys = (start[0], *at[0::2]), (start[1], *at[1::2])
    bend = max(math.hypot(xs[i] - 2 * xs[i + 1] + xs[i + 2], ys[i] - 2 * ys[i + 1] + ys[i + 2]) for i in (0, 1))
    count = min(200, max(1, math.ceil(math.sqrt(6 * bend / (8 * NEAR)))))
    return [(evaluate_curve(xs, number / count), evaluate_curve(ys, number / count)) for number in range(1, count + 1)]


def compute_signed_area(loop: Loop) -> float:
    """The area of a loop, mm²; negative if it runs anticlockwise as seen on the paper."""
    return sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in pairwise((*loop, loop[0]))) / 2


def _depth(loop: Loop, others: Sequence[Loop]) -> int:
    middle = ((loop[0][0] + loop[1][0]) / 2, (loop[0][1] + loop[1][1]) / 2)
    return sum(is_inside(middle, (other,)) for other in others if other is not loop)


def is_inside(point: Point, whole: Sequence[Loop]) -> bool:
    """True if a point lies inside an odd number of loops."""
    x, y = point
    found = False
    for loop in whole:
        for (x1, y1), (x2, y2) in pairwise((*loop, loop[0])):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                found = not found
    return found


def compute_distance(point: Point, start: Point, end: Point) -> float:
    """The distance from a point to the line between two others, mm."""
    (x, y), dx, dy = point, end[0] - start[0], end[1] - start[1]
    part = min(1.0, max(0.0, ((x - start[0]) * dx + (y - start[1]) * dy) / (dx * dx + dy * dy)))
    return math.hypot(start[0] + part * dx - x, start[1] + part * dy - y)


def compute_turn(before: Point, at: Point, after: Point) -> float:
    """The angle by which a line turns at a corner, radians; positive is clockwise as seen on the paper."""
    ax, ay, bx, by = at[0] - before[0], at[1] - before[1], after[0] - at[0], after[1] - at[1]
    return math.atan2(ax * by - ay * bx, ax * bx + ay * by)


def find_crossings(lines: Sequence[tuple[Point, Point]]) -> Iterator[tuple[int, int, float, float, Point]]:
    """Yield the pairs of lines that cross, by number, with the part of the way along each and the point."""
    spans = [sorted((start[0], end[0])) for start, end in lines]
    order = sorted(range(len(lines)), key=lambda number: spans[number][0])
    for place, i in enumerate(order):
        low, high = sorted((lines[i][0][1], lines[i][1][1]))
        for j in order[place + 1 :]:
            if spans[j][0] > spans[i][1]:
                break
            (_, y1), (_, y2) = lines[j]
            if max(y1, y2) >= low and min(y1, y2) <= high:
                crossed = find_crossing(*lines[i], *lines[j])
                if crossed:
                    yield i, j, *crossed


def find_crossing(a: Point, b: Point, c: Point, d: Point) -> tuple[float, float, Point] | None:
    """Where two lines cross between their ends: the part of the way along each, and the point."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    across = rx * sy - ry * sx
    if abs(across) < 1e-12:
        return None
    here = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / across
    there = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / across
    if not (0 < here < 1 and 0 < there < 1):
        return None
    return here, there, (a[0] + here * rx, a[1] + here * ry)


Line = tuple[Point, Point]
Area = Sequence[Loop]

DIGITS = 7  # decimals of a mm that points are rounded to: points as near as that are one
ROUNDED = 0.71  # the farthest that rounding moves a point, in units of the last decimal
PASSES = 99  # rounds in which lines are cut where they meet; rounding makes few meet anew after the first
MITRE = 5.0  # a mitre longer than so many times its offset is cut off


def build_area(outline: Loop, holes: Iterable[Loop] = ()) -> list[Loop]:
    """The area within an outline and outside its holes, whichever way round they are drawn."""
    return [outline if compute_signed_area(outline) > 0 else outline[::-1]] + [
        hole if compute_signed_area(hole) < 0 else hole[::-1] for hole in holes
    ]


def unite_areas(areas: Iterable[Area], digits: int = DIGITS) -> list[Loop]:
    return _overlay_areas((list(chain.from_iterable(areas)), ()), lambda one, _: one > 0, digits)


def intersect_areas(one: Area, other: Area) -> list[Loop]:
    return _overlay_areas((one, other), lambda one, other: one > 0 and other > 0)


def subtract_area(one: Area, other: Area) -> list[Loop]:
    """The first area without the second."""
    return _overlay_areas((one, other), lambda one, other: one > 0 >= other)


def offset_area(area: Area, by: float) -> list[Loop]:
    """Move the edges of an area outward, mm; corners stay sharp, narrow hollows may cross themselves."""
    found = []
    for loop in area:
        normals = []
        for (x1, y1), (x2, y2) in pairwise((*loop, loop[0])):
            length = math.hypot(x2 - x1, y2 - y1)
            normals.append(((y2 - y1) / length, (x1 - x2) / length))
        corners = zip((normals[-1], *normals), normals, loop, strict=False)
        found.append(tuple(_offset_corner(before, after, at, by) for before, after, at in corners))
    return found


def _offset_corner(before: Point, after: Point, at: Point, by: float) -> Point:
    """A corner moved outward; the outward directions of the lines before and after it have length 1."""
    x, y = before[0] + after[0], before[1] + after[1]
    reach = by / max(math.hypot(x, y) / 2, 1 / MITRE) / max(math.hypot(x, y), 1e-9)
    return at[0] + x * reach, at[1] + y * reach


def find_meetings(line: Line, area: Area, near: float) -> list[float]:
    """Where a line meets the edges of an area, 0 to 1 along it; corners within `near` mm count."""
    (x, y), (dx, dy) = line[0], (line[1][0] - line[0][0], line[1][1] - line[0][1])
    found = []
    for loop in area:
        for at, onward in pairwise((*loop, loop[0])):
            crossed = find_crossing(*line, at, onward)
            if crossed:
                found.append(crossed[0])
            if compute_distance(at, *line) <= near:
                part = ((at[0] - x) * dx + (at[1] - y) * dy) / (dx * dx + dy * dy)
                found.append(min(1.0, max(0.0, part)))
            found += [part for part in (0.0, 1.0) if compute_distance(line[round(part)], at, onward) <= near]
    return sorted(found)


def _overlay_areas(areas: tuple[Area, Area], within: Callable[[int, int], bool], digits: int = DIGITS) -> list[Loop]:
    """The loops round all that is `within`, decided by how often each area runs round a point."""
    lines: dict[Line, list[int]] = {}
    for number, area in enumerate(areas):
        for loop in area:
            points = [(round(x, digits) + 0.0, round(y, digits) + 0.0) for x, y in loop]
            for start, end in pairwise((*points, points[0])):
                _count_edge(lines, start, end, [1 - number, number])
    for _ in range(PASSES):
        cuts = _find_cuts(list(lines), digits)
        if not any(cuts):
            break
        whole, lines = lines, {}
        for (line, times), points_on in zip(whole.items(), cuts, strict=True):
            for start, end in pairwise((line[0], *(at for _, at in sorted(points_on)), line[1])):
                _count_edge(lines, start, end, times)
    onward: dict[Point, list[Point]] = {}
    edges = sorted((line, one, other) for line, (one, other) in lines.items() if one or other)
    for line, one, other in edges:
        above = _count_above(line, edges)
        out, into = within(*above), within(above[0] + one, above[1] + other)
        if out != into:
            start, end = line if into else line[::-1]
            onward.setdefault(start, []).append(end)
    return _join_loops(onward)


def _count_edge(lines: dict[Line, list[int]], start: Point, end: Point, times: Sequence[int]) -> None:
    """Count how often the edges of two areas run along a line rightward (or downward), less the other way."""
    if start != end:
        sign = 1 if start < end else -1
        counted = lines.setdefault((start, end) if start < end else (end, start), [0, 0])
        counted[0] += sign * times[0]
        counted[1] += sign * times[1]


def _find_cuts(lines: Sequence[Line], digits: int) -> list[set[tuple[float, Point]]]:
    """The points where each line must be cut because others cross it or end on it, by the way along it."""
    near = ROUNDED * 10**-digits
    cuts: list[set[tuple[float, Point]]] = [set() for _ in lines]
    for i, j, here, there, (x, y) in find_crossings(lines):
        at = (round(x, digits) + 0.0, round(y, digits) + 0.0)
        for number, part in ((i, here), (j, there)):
            if at not in lines[number]:
                cuts[number].add((part, at))
    ends = sorted(set(chain.from_iterable(lines)))
    for number, (start, end) in enumerate(lines):
        top, bottom = min(start[1], end[1]) - near, max(start[1], end[1]) + near
        for at in ends[bisect_left(ends, (start[0] - near, -math.inf)) :]:
            if at[0] > end[0] + near:
                break
            if top <= at[1] <= bottom and at not in (start, end) and compute_distance(at, start, end) <= near:
                cuts[number].add((math.dist(start, at) / math.dist(start, end), at))
    return cuts


def _count_above(line: Line, edges: Sequence[tuple[Line, int, int]]) -> tuple[int, int]:
    """How often each area runs round a point just above the middle of a line, or right of an upright line."""
    x, y = (line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2
    found = [0, 0]
    for each, one, other in edges:
        (x1, y1), (x2, y2) = each
        if x1 > x:
            break
        if x < x2 and y1 + (x - x1) * (y2 - y1) / (x2 - x1) < y and each != line:
            found[0] += one
            found[1] += other
    return found[0], found[1]


def _join_loops(onward: dict[Point, list[Point]]) -> list[Loop]:
    """Join lines to loops that do not touch themselves; at a fork, the rightmost line is next."""
    found: list[Loop] = []
    for begin in onward:
        path = [begin]
        while onward.get(path[-1]):
            ends = onward[path[-1]]
            end = ends[0] if len(path) == 1 else max(ends, key=lambda each: compute_turn(path[-2], path[-1], each))
            ends.remove(end)
            if end in path:
                at = path.index(end)
                found.append(tuple(path[at:]))
                del path[at:]
            path.append(end)
    return found
