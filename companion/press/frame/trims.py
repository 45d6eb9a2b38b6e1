"""Trims that are no upright rectangle: rounded corners, circles, hexes, and any other outline.

A frame without a trim is cut along the box of its size. Bleed, safe zone, marks and pictures of single
cards follow the trim; a back is cut along the trim of its front.
"""

import cmath
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

from companion.errors import InputError
from companion.press.frame.frame import Frame, Use
from companion.press.frame.loops import (
    NEAR,
    TINY,
    Loop,
    Point,
    compute_area,
    compute_distance,
    compute_signed_area,
    compute_turn,
    crosses_itself,
    extract_loops,
    find_crossing,
    flatten_curve,
    flatten_outline,
    is_inside,
    unite_areas,
)
from companion.press.frame.outlines import (
    Bounds,
    Matrix,
    Outline,
    Segment,
    circle,
    compute_tight_bounds,
    parse_path,
    polygon,
    rect,
    transform_outline,
)
from companion.sentences import shorten_text

FINEST = 0.1  # the turn of a corner along a curve, radians: below it a point is enough, and no arc is needed
BOXED = 0.9  # the least part of its box that a piece with rounded corners fills
LOST = 0.01  # a line nearer than wanted by more than this lies within, mm


def cut_out(frame: Frame, bleed: float = 0.0) -> Use:
    """A frame in its own place, clipped to its trim, or to `bleed` mm beyond it."""
    return Use(frame, clip=find_bleed_outline(frame, bleed) if bleed > 0 else frame.trim)


def find_bleed_outline(frame: Frame, bleed: float) -> Outline | None:
    """The outline `bleed` mm beyond the trim; ``None`` if the box of the frame ends the bleed.

    Rounded corners bleed as if they were square, so that a straight cut leaves no white corners.
    """
    if frame.trim is None or is_box_sided(frame.trim, frame.width, frame.height):
        return None
    return offset_outline(frame.trim, bleed)


def mirror_trim(trim: Outline, width: float) -> Outline:
    """The trim of a piece as seen from behind."""
    return transform_outline(trim, Matrix(a=-1.0, e=width))


def is_box_sided(outline: Outline, width: float, height: float) -> bool:
    """True if a trim fills its box but for the corners."""
    return len(extract_loops(outline)) == 1 and compute_area(outline) >= BOXED * width * height


def compute_clearance(outline: Outline, box: Bounds, most: float = math.inf) -> float:
    """The least distance between a box and the outline around it, mm; below 0, how far a corner sticks out.

    Distances above `most` are not computed.
    """
    left, top, right, bottom = box
    whole = extract_loops(outline)
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    if is_inside(((left + right) / 2, (top + bottom) / 2), whole):
        least = most
        for (low_x, low_y, high_x, high_y), start, end in _list_sides(outline):
            apart = max(left - high_x, low_x - right, 0.0), max(top - high_y, low_y - bottom, 0.0)
            if math.hypot(*apart) < least:
                least = min(least, _compute_gap(box, corners, start, end))
        if least > 0:
            return least
    outside = [corner for corner in corners if not is_inside(corner, whole)]
    distances = (min(compute_distance(corner, *line) for _, *line in _list_sides(outline)) for corner in outside)
    return -max(distances, default=0.0)


@lru_cache(maxsize=64)
def _list_sides(outline: Outline) -> list[tuple[Bounds, Point, Point]]:
    lines = [line for loop in extract_loops(outline) for line in pairwise((*loop, loop[0]))]
    return [((min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])), a, b) for a, b in lines]


def _compute_gap(box: Bounds, corners: Sequence[Point], start: Point, end: Point) -> float:
    """The distance from a box to a line, mm; 0 if the line crosses the box, and so one of its diagonals."""
    left, top, right, bottom = box
    if find_crossing(corners[0], corners[2], start, end) or find_crossing(corners[1], corners[3], start, end):
        return 0.0
    ends = [math.hypot(max(left - x, 0.0, x - right), max(top - y, 0.0, y - bottom)) for x, y in (start, end)]
    return min(*ends, *(compute_distance(corner, start, end) for corner in corners))


@lru_cache(maxsize=64)
def offset_outline(outline: Outline, by: float) -> Outline:
    """The outline moved outward by so many mm, with round corners; below 0, inward.

    If nothing is left inside, the outline itself.
    """
    if abs(by) < TINY:
        return outline
    whole = extract_loops(outline)
    letters = "".join(letter for letter, _ in outline)
    if (
        by > 0
        and letters.rfind("M") == 0
        and "Z" not in letters[:-1]
        and min(compute_turn(*each) for each in _corners(whole[0])) >= -TINY
    ):
        return _offset_curves(outline, by) or polygon(offset_loop(whole[0], by))
    found = unite_areas([[offset_loop(loop, by) for loop in whole]])
    return tuple(segment for loop in found for segment in polygon(loop)) or outline


def _offset_curves(outline: Outline, by: float) -> Outline | None:
    """Offset a convex outline; curves and round corners stay curves.

    ``None`` if a curve so far outside another is not of the same kind.
    """
    pieces, side = _split_pieces(outline), 1 if compute_signed_area(flatten_outline(outline)[0]) > 0 else -1
    if any(abs(piece[-1] - piece[0]) < TINY for piece in pieces):
        return None
    ends = [_directions(piece) for piece in pieces]
    found: list[Segment] = []
    lines = [line for _, *line in _list_sides(outline)]
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
        if any(
            abs(min(compute_distance(at, *line) for line in lines) - by) > LOST
            for at in flatten_curve(_pair(start), found[-1][1])
        ):
            return None
    return (*found, ("Z", ()))


def _split_pieces(outline: Outline) -> list[tuple[complex, ...]]:
    """The lines and curves of a closed line, each with its starting point; empty ones are left out."""
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
    out = next(point - piece[0] for point in piece[1:] if abs(point - piece[0]) > TINY)
    into = next(piece[-1] - point for point in piece[-2::-1] if abs(piece[-1] - point) > TINY)
    return out / abs(out), into / abs(into)


def _pair(point: complex) -> Point:
    return round(point.real, 6) + 0.0, round(point.imag, 6) + 0.0


def _corners(loop: Loop) -> list[tuple[Point, Point, Point]]:
    return list(zip((loop[-1], *loop[:-1]), loop, (*loop[1:], loop[0]), strict=True))


def offset_loop(loop: Loop, by: float) -> Loop:
    """Move a loop outward, with arcs at corners that open; where a corner closes, the loop crosses itself."""
    found: list[Point] = []
    for before, at, after in _corners(loop):
        turn = compute_turn(before, at, after)
        first = math.atan2(at[1] - before[1], at[0] - before[0]) - math.pi / 2
        if abs(turn) < FINEST:
            reach = by / math.cos(turn / 2)
            found.append((at[0] + reach * math.cos(first + turn / 2), at[1] + reach * math.sin(first + turn / 2)))
            continue
        opens = (turn > 0) == (by > 0)
        sag = math.acos(max(0.0, 1 - NEAR / abs(by)))
        steps = max(1, math.ceil(abs(turn) / (2 * sag))) if opens else 1
        angles = [first + turn * step / steps for step in range(steps + 1)]
        around = [(at[0] + by * math.cos(angle), at[1] + by * math.sin(angle)) for angle in angles]
        found += around if opens else (around[0], at, around[-1])
    return tuple(found)


LEAST_CUT = 1.0  # nothing smaller is cut out, mm²
MOST_CORNERS = 1_000  # the most straight lines of a trim; a machine follows no finer ones
OVER = 0.01  # rounding of a line that runs along the edge of its size, mm
QUOTED = 80  # characters of a wrong value that are repeated
HEX = ((0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0), (0.0, 0.5))
"""Six corners in a box of 1 by 1 that is wider than high."""


def parse_trim(given: str, corner: float, width: float, height: float) -> Outline | None:
    """Parse the trim of a face of this size; ``None`` for the box itself.

    `given` is ``box``, ``rounded``, ``circle``, ``hex``, or an outline in SVG path notation, mm. The
    sentence of an `InputError` has no full stop.
    """
    box = Matrix.scale_by(width, height)
    match given:
        case "" | "box":
            return None
        case "rounded":
            return rect(0, 0, width, height, corner) if corner else None
        case "circle":
            return transform_outline(circle(0.5, 0.5, 0.5), box)
        case "hex":
            return polygon(hexagon(width, height))
    try:
        line = _close_lines(parse_path(given))
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError):  # as the parser feels
        raise InputError(
            "'{value}' is no trim; write rounded, circle, hex or an outline such as M0 0 L40 0 L20 35 Z",
            value=shorten_text(given, QUOTED),
        ) from None
    left, top, right, bottom = compute_tight_bounds(line)
    if min(left, top, width - right, height - bottom) < -OVER:
        names, lengths = (
            ("left", "top", "right", "bottom", "width", "height"),
            (*compute_tight_bounds(line), width, height),
        )
        lies: dict[str, Any] = dict(zip(names, map(float, lengths), strict=True))
        raise InputError(
            "the trim reaches from {left} {top} to {right} {bottom} mm; it must lie within the size, "
            "{width} x {height} mm",
            **lies,
        )
    if len(line) > MOST_CORNERS or sum(map(len, extract_loops(line))) > MOST_CORNERS:
        raise InputError("the trim has more than {most} corners", most=MOST_CORNERS)
    if crosses_itself(line):
        raise InputError("the trim crosses itself, so it is unclear what to cut out")
    if compute_area(line) < LEAST_CUT:
        raise InputError("the trim cuts out nothing; it must run round at least {least} mm²", least=LEAST_CUT)
    return line


def _close_lines(line: Outline) -> Outline:
    """Close every line of an outline, so that it is cut out whole."""
    found: list[Segment] = []
    for letter, at in (*line, ("M", ())):
        if letter == "M" and found and found[-1][0] != "Z":
            found.append(("Z", ()))
        found.append((letter, at))
    return tuple(found[:-1])


class Backs:
    """Backs cut along the trims of their fronts; equal ones stay one frame, stored once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, Outline], tuple[Frame, Frame]] = {}

    def match_back(self, front: Frame, back: Frame) -> Frame:
        """The back with the trim of its front, mirrored; unchanged if the front has none."""
        if front.trim is None:
            return back
        key = (id(back), front.trim)
        if key not in self._known:
            self._known[key] = back, replace(back, trim=mirror_trim(front.trim, front.width))
        return self._known[key][1]


def hexagon(width: float, height: float) -> tuple[tuple[float, float], ...]:
    """The corners of a hex that fills a size, mm; two sides run along the longer side."""
    corners = HEX if width >= height else tuple((y, x) for x, y in HEX)
    return tuple((x * width, y * height) for x, y in corners)
