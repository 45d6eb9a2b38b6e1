"""The line a piece is cut out along where it is no upright rectangle: rounded, round, six-sided, any outline.

A frame without such a line is cut along the box of its size. What is drawn beyond the cut follows the line,
and so do the safe zone, the marks and the pictures of single cards.
"""

import cmath
import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

from companion.press.frame.frame import Bounds, Frame, Outline, Segment, Use, polygon
from companion.press.frame.loops import (
    NEAR,
    TINY,
    Edges,
    Loop,
    Point,
    area,
    away_from,
    bend,
    crossing,
    crossings,
    drawn,
    inside,
    loops,
    straightened,
    turned,
)
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import moved

FINEST = 0.1  # the turn of a corner along a curve, radians: below it a point is enough, and no arc is needed
BOXED = 0.9  # the least part of its box that a piece with rounded corners fills
LOST = 0.01  # a line nearer than wanted by more than this lies within, mm


def cut_out(frame: Frame, bleed: float = 0.0) -> Use:
    """A frame in its own place, cut along its trim, or `bleed` mm beyond it."""
    return Use(frame, clip=beyond(frame, bleed) if bleed > 0 else frame.trim)


def beyond(frame: Frame, bleed: float) -> Outline | None:
    """The end of a drawing so far beyond the cut, mm; ``None`` where its box ends it.

    Rounded corners are bled as if they were square: whoever cuts straight, and does not round, has no white
    ones.
    """
    if frame.trim is None or box_sided(frame.trim, frame.width, frame.height):
        return None
    return grown(frame.trim, bleed)


def mirrored(trim: Outline, width: float) -> Outline:
    """The trim of a piece as it is seen from behind."""
    return moved(trim, Matrix(a=-1.0, e=width))


def box_sided(outline: Outline, width: float, height: float) -> bool:
    """True when its box tells how it is cut: but for its corners, all of the box is cut out."""
    return len(loops(outline)) == 1 and area(outline) >= BOXED * width * height


def clearance(outline: Outline, box: Bounds, most: float = math.inf) -> float:
    """The least distance of a box from an outline around it, mm; below 0 how far a corner lies outside.

    No distance above `most` is worked out.
    """
    left, top, right, bottom = box
    whole = loops(outline)
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    if inside(((left + right) / 2, (top + bottom) / 2), whole):
        least = most
        for (low_x, low_y, high_x, high_y), start, end in _sides(outline):
            apart = max(left - high_x, low_x - right, 0.0), max(top - high_y, low_y - bottom, 0.0)
            if math.hypot(*apart) < least:
                least = min(least, _apart(box, corners, start, end))
        if least > 0:
            return least
    outside = [corner for corner in corners if not inside(corner, whole)]
    distances = (min(away_from(corner, *line) for _, *line in _sides(outline)) for corner in outside)
    return -max(distances, default=0.0)


def holding(outline: Outline) -> Callable[[Bounds], bool]:
    """The question whether a box lies within an outline, without touching a line of it."""
    sides, whole = _sides(outline), loops(outline)

    def holds(box: Bounds) -> bool:
        left, top, right, bottom = box
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        for (low_x, low_y, high_x, high_y), start, end in sides:
            beside = low_x > right or high_x < left or low_y > bottom or high_y < top
            if not beside and _apart(box, corners, start, end) == 0:
                return False
        return inside(((left + right) / 2, (top + bottom) / 2), whole)

    return holds


@lru_cache(maxsize=64)
def _sides(outline: Outline) -> list[tuple[Bounds, Point, Point]]:
    """The straight lines of an outline, each with the box round it."""
    lines = [line for loop in loops(outline) for line in pairwise((*loop, loop[0]))]
    return [((min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])), a, b) for a, b in lines]


def _apart(box: Bounds, corners: Sequence[Point], start: Point, end: Point) -> float:
    """The distance from a box to a line, mm; 0 where it crosses the box, and so one of its diagonals."""
    left, top, right, bottom = box
    if crossing(corners[0], corners[2], start, end) or crossing(corners[1], corners[3], start, end):
        return 0.0
    ends = [math.hypot(max(left - x, 0.0, x - right), max(top - y, 0.0, y - bottom)) for x, y in (start, end)]
    return min(*ends, *(away_from(corner, start, end) for corner in corners))


@lru_cache(maxsize=64)
def grown(outline: Outline, by: float) -> Outline:
    """The line so far outside an outline, round about its corners; below 0 inside it; mm.

    Where nothing is left inside, the outline itself.
    """
    if abs(by) < TINY:
        return outline
    whole = loops(outline)
    letters = "".join(letter for letter, _ in outline)
    if (
        by > 0
        and letters.rfind("M") == 0
        and "Z" not in letters[:-1]
        and min(bend(*each) for each in _corners(whole[0])) >= -TINY
    ):
        return _curved(outline, by) or polygon(shifted(whole[0], by))
    found = [each for loop in whole for each in _outermost(shifted(loop, by), whole, abs(by))]
    return tuple(segment for loop in found for segment in polygon(loop)) or outline


def _curved(outline: Outline, by: float) -> Outline | None:
    """The line beyond an outline without hollows, its curves and round corners kept as curves.

    ``None`` where a curve so far beyond another is none of the same kind.
    """
    pieces, side = _pieces(outline), 1 if turned(drawn(outline)[0]) > 0 else -1
    if any(abs(piece[-1] - piece[0]) < TINY for piece in pieces):
        return None
    ends = [_directions(piece) for piece in pieces]
    found: list[Segment] = []
    edges = Edges(loops(outline), by)
    for piece, (onward, leaves), (_, came) in zip(pieces, ends, (ends[-1], *ends[:-1]), strict=True):
        start, end = (piece[at] - 1j * side * by * way for at, way in ((0, onward), (-1, leaves)))
        turn = cmath.phase(onward / came)
        steps = math.ceil(abs(turn) / (math.pi / 2) - TINY)
        if not found:
            first = piece[0] - 1j * side * by * came if steps else start
            found.append(("M", _pair(first)))
        for step in range(steps):
            here, there = (came * cmath.rect(1, turn * each / steps) for each in (step, step + 1))
            handle = 4 / 3 * math.tan(abs(turn) / steps / 4) * by
            a, b = (piece[0] - 1j * side * by * way for way in (here, there))
            found.append(("C", (*_pair(a + handle * here), *_pair(b - handle * there), *_pair(b))))
        if len(piece) == 2:
            found.append(("L", _pair(end)))
            continue
        scale = abs(end - start) / abs(piece[3] - piece[0])
        bent = (*_pair(start + (piece[1] - piece[0]) * scale), *_pair(end + (piece[2] - piece[3]) * scale))
        found.append(("C", (*bent, *_pair(end))))
        if any(abs(edges.away(point) - by) > LOST for point in straightened(_pair(start), found[-1][1])):
            return None
    return (*found, ("Z", ()))


def _pieces(outline: Outline) -> list[tuple[complex, ...]]:
    """The lines and curves of a closed line, each with its starting point; none without length."""
    found: list[tuple[complex, ...]] = []
    here = start = 0j
    for letter, at in outline:
        points = tuple(complex(x, y) for x, y in zip(at[0::2], at[1::2], strict=True))
        if letter == "M":
            here = start = points[0]
            continue
        piece = (here, *(points or (start,)))
        here = piece[-1]
        if max(abs(point - piece[0]) for point in piece) > TINY:
            found.append(piece)
    if abs(here - start) > TINY:
        found.append((here, start))
    return found


def _directions(piece: tuple[complex, ...]) -> tuple[complex, complex]:
    """The directions in which a line or curve sets out and arrives."""
    out = next(point - piece[0] for point in piece[1:] if abs(point - piece[0]) > TINY)
    into = next(piece[-1] - point for point in piece[-2::-1] if abs(piece[-1] - point) > TINY)
    return out / abs(out), into / abs(into)


def _pair(point: complex) -> Point:
    return round(point.real, 6) + 0.0, round(point.imag, 6) + 0.0


def _corners(loop: Loop) -> list[tuple[Point, Point, Point]]:
    """Every corner with the one before and the one after."""
    return list(zip((loop[-1], *loop[:-1]), loop, (*loop[1:], loop[0]), strict=True))


def shifted(loop: Loop, by: float) -> Loop:
    """A loop moved outward, with arcs about corners that open; where a corner closes it crosses itself."""
    found: list[Point] = []
    for before, at, after in _corners(loop):
        turn = bend(before, at, after)
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
    for i, j, here, there, point in crossings(lines):
        cuts[i].append((here, point))
        cuts[j].append((there, point))
    edges = Edges(whole, by)
    onward: dict[Point, list[Point]] = {}
    for each in cuts:
        for (_, start), (_, end) in pairwise(sorted(each)):
            middle = complex((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            if start != end and edges.away(_pair(middle)) >= by - LOST:
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
