"""Closed lines as straight ones: areas, points inside them, distances, crossings; and areas laid together.

An area is loops that run clockwise round it, as seen on the paper, and the other way round its holes. Loops
laid over each other may overlap and cross themselves: within is what they run round more often clockwise than
the other way.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise

from companion.press.frame.outlines import Outline, on_curve

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


Line = tuple[Point, Point]
Area = Sequence[Loop]

DIGITS = 7  # decimals of a mm that points are rounded to: points as near as that are one
ROUNDED = 0.71  # the farthest that rounding moves a point, in units of the last decimal
PASSES = 99  # rounds in which lines are cut where they meet; rounding makes few meet anew after the first
MITRE = 5.0  # a mitre longer than so many times its offset is cut off


def area_of(outline: Loop, holes: Iterable[Loop] = ()) -> list[Loop]:
    """The area within an outline and without its holes, whichever way round they are drawn."""
    return [outline if turned(outline) > 0 else outline[::-1]] + [
        hole if turned(hole) < 0 else hole[::-1] for hole in holes
    ]


def together(areas: Iterable[Area], digits: int = DIGITS) -> list[Loop]:
    """What lies in any of some areas."""
    return _overlaid((list(chain.from_iterable(areas)), ()), lambda one, _: one > 0, digits)


def shared(one: Area, other: Area) -> list[Loop]:
    """What lies in both of two areas."""
    return _overlaid((one, other), lambda one, other: one > 0 and other > 0)


def less(one: Area, other: Area) -> list[Loop]:
    """What lies in an area and not in another."""
    return _overlaid((one, other), lambda one, other: one > 0 >= other)


def mitred(area: Area, by: float) -> list[Loop]:
    """The edges of an area so far outside it, with sharp corners, mm; a narrow hollow may cross itself."""
    found = []
    for loop in area:
        normals = []
        for (x1, y1), (x2, y2) in pairwise((*loop, loop[0])):
            length = math.hypot(x2 - x1, y2 - y1)
            normals.append(((y2 - y1) / length, (x1 - x2) / length))
        corners = zip((normals[-1], *normals), normals, loop, strict=False)
        found.append(tuple(_mitre(before, after, at, by) for before, after, at in corners))
    return found


def _mitre(before: Point, after: Point, at: Point, by: float) -> Point:
    """A corner moved outward; the outward directions of the lines before and after it have length 1."""
    x, y = before[0] + after[0], before[1] + after[1]
    reach = by / max(math.hypot(x, y) / 2, 1 / MITRE) / max(math.hypot(x, y), 1e-9)
    return at[0] + x * reach, at[1] + y * reach


def meets(line: Line, area: Area, near: float) -> list[float]:
    """The parts of the way along a line at which it meets edges; corners meet it where they lie so near."""
    (x, y), (dx, dy) = line[0], (line[1][0] - line[0][0], line[1][1] - line[0][1])
    found = []
    for loop in area:
        for at, onward in pairwise((*loop, loop[0])):
            crossed = crossing(*line, at, onward)
            if crossed:
                found.append(crossed[0])
            if away_from(at, *line) <= near:
                part = ((at[0] - x) * dx + (at[1] - y) * dy) / (dx * dx + dy * dy)
                found.append(min(1.0, max(0.0, part)))
            found += [part for part in (0.0, 1.0) if away_from(line[round(part)], at, onward) <= near]
    return sorted(found)


def _overlaid(
    areas: tuple[Area, Area], within: Callable[[int, int], bool], digits: int = DIGITS
) -> list[Loop]:
    """The loops round all that is within, told by how often each of two areas is run round there."""
    lines: dict[Line, list[int]] = {}
    for number, area in enumerate(areas):
        for loop in area:
            points = [(round(x, digits) + 0.0, round(y, digits) + 0.0) for x, y in loop]
            for start, end in pairwise((*points, points[0])):
                _count(lines, start, end, [1 - number, number])
    for _ in range(PASSES):
        cuts = _cuts(list(lines), digits)
        if not any(cuts):
            break
        whole, lines = lines, {}
        for (line, times), points_on in zip(whole.items(), cuts, strict=True):
            for start, end in pairwise((line[0], *(at for _, at in sorted(points_on)), line[1])):
                _count(lines, start, end, times)
    onward: dict[Point, list[Point]] = {}
    edges = sorted((line, one, other) for line, (one, other) in lines.items() if one or other)
    for line, one, other in edges:
        above = _above(line, edges)
        out, into = within(*above), within(above[0] + one, above[1] + other)
        if out != into:
            start, end = line if into else line[::-1]
            onward.setdefault(start, []).append(end)
    return _joined(onward)


def _count(lines: dict[Line, list[int]], start: Point, end: Point, times: Sequence[int]) -> None:
    """Count how often the edges of two areas run along a line from left to right, or else downward."""
    if start != end:
        sign = 1 if start < end else -1
        counted = lines.setdefault((start, end) if start < end else (end, start), [0, 0])
        counted[0] += sign * times[0]
        counted[1] += sign * times[1]


def _cuts(lines: Sequence[Line], digits: int) -> list[set[tuple[float, Point]]]:
    """The points at which each line is to be cut, for others cross it or end on it, by the way along it."""
    near = ROUNDED * 10**-digits
    cuts: list[set[tuple[float, Point]]] = [set() for _ in lines]
    for i, j, here, there, (x, y) in crossings(lines):
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
            if top <= at[1] <= bottom and at not in (start, end) and away_from(at, start, end) <= near:
                cuts[number].add((math.dist(start, at) / math.dist(start, end), at))
    return cuts


def _above(line: Line, edges: Sequence[tuple[Line, int, int]]) -> tuple[int, int]:
    """How often two areas are run round just above the middle of a line, right of it where it is upright."""
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


def _joined(onward: dict[Point, list[Point]]) -> list[Loop]:
    """Lines joined to loops, none of which touches itself; where several go on, the rightmost is next."""
    found: list[Loop] = []
    for begin in onward:
        path = [begin]
        while onward.get(path[-1]):
            ends = onward[path[-1]]
            end = ends[0] if len(path) == 1 else max(ends, key=lambda each: bend(path[-2], path[-1], each))
            ends.remove(end)
            if end in path:
                at = path.index(end)
                found.append(tuple(path[at:]))
                del path[at:]
            path.append(end)
    return found
