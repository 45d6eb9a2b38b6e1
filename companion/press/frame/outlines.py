"""Outlines from the path notation of SVG, and moving them about."""

import cmath
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from companion.press.frame.frame import Bounds, Outline, Segment
from companion.press.frame.matrix import Matrix

LARGEST = 1e6  # the bound of an outline, mm; infinity is refused with it


@lru_cache(maxsize=4096)
def parsed(notation: str) -> Outline:
    """Read an outline in SVG path notation (all commands), in mm; raises ValueError for other texts."""
    from svg.path import Arc, Close, CubicBezier, Line, Move, QuadraticBezier, parse_path

    outline: list[Segment] = []
    for piece in parse_path(notation):
        end = _pair(piece.end)
        if isinstance(piece, Move):
            outline.append(("M", end))
        elif isinstance(piece, Close):
            outline.append(("Z", ()))
        elif isinstance(piece, Line):
            outline.append(("L", end))
        elif isinstance(piece, CubicBezier):
            outline.append(("C", (*_pair(piece.control1), *_pair(piece.control2), *end)))
        elif isinstance(piece, QuadraticBezier):
            first = piece.start + (piece.control - piece.start) * 2 / 3
            second = piece.end + (piece.control - piece.end) * 2 / 3
            outline.append(("C", (*_pair(first), *_pair(second), *end)))
        elif isinstance(piece, Arc):
            outline.extend(_arc(piece))
    numbers = (number for _, at in outline for number in at)
    if not outline or outline[0][0] != "M" or not all(abs(number) < LARGEST for number in numbers):
        raise ValueError(notation)
    return tuple(outline)


def _pair(point: complex) -> tuple[float, float]:
    return round(point.real, 4), round(point.imag, 4)


def _arc(arc: Any) -> list[Segment]:
    """An elliptic arc as Bézier curves, a quarter turn each at most.

    As SVG has it, an arc to where it begins is nothing, one without a radius is a line, and one that is too
    small to reach its end grows.
    """
    if arc.start == arc.end:
        return []
    if not (arc.radius.real and arc.radius.imag):
        return [("L", _pair(arc.end))]
    radius = arc.radius * arc.radius_scale
    count = max(1, math.ceil(abs(arc.delta) / 90 - 1e-9))
    step = math.radians(arc.delta) / count
    reach = 4 / 3 * math.tan(step / 4)
    turn = cmath.rect(1, math.radians(arc.rotation))

    def on(x: float, y: float) -> complex:
        return complex(arc.center + turn * complex(radius.real * x, radius.imag * y))

    pieces: list[Segment] = []
    for index in range(count):
        a = math.radians(arc.theta) + index * step
        b = a + step
        first = on(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a))
        second = on(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b))
        pieces.append(("C", (*_pair(first), *_pair(second), *_pair(on(math.cos(b), math.sin(b))))))
    return pieces


def moved(outline: Outline, matrix: Matrix) -> Outline:
    """The outline, moved, turned or scaled."""
    return tuple(
        (letter, tuple(part for i in range(0, len(at), 2) for part in matrix.apply(at[i], at[i + 1])))
        for letter, at in outline
    )


def bounds(outline: Outline) -> Bounds:
    """Left, top, right and bottom of an outline, mm; handles of curves count, so it may be a little wide."""
    xs = [x for _, at in outline for x in at[0::2]]
    ys = [y for _, at in outline for y in at[1::2]]
    return min(xs), min(ys), max(xs), max(ys)


def tight(outline: Outline) -> Bounds:
    """Left, top, right and bottom of the line itself, mm."""
    points: list[tuple[float, float]] = []
    here = start = (0.0, 0.0)
    for letter, at in outline:
        if letter == "C":
            xs, ys = ((here[axis], *at[axis::2]) for axis in (0, 1))
            points += [(on_curve(xs, part), on_curve(ys, part)) for part in (*_turns(*xs), *_turns(*ys))]
        here = (at[-2], at[-1]) if at else start
        start = here if letter == "M" else start
        points.append(here)
    return (
        min(x for x, _ in points),
        min(y for _, y in points),
        max(x for x, _ in points),
        max(y for _, y in points),
    )


def _turns(p: float, q: float, r: float, s: float) -> Iterator[float]:
    """The parts of the way along a curve at which one of its coordinates turns round."""
    a, b, c = s - 3 * r + 3 * q - p, 2 * (p - 2 * q + r), q - p
    if abs(a) < 1e-9:
        found = [-c / b] if b else []
    else:
        root = cmath.sqrt(b * b - 4 * a * c)
        found = [] if root.imag else [(-b + root.real) / (2 * a), (-b - root.real) / (2 * a)]
    yield from (part for part in found if 0 < part < 1)


def on_curve(line: Sequence[float], part: float) -> float:
    """One coordinate of a curve, from those of its four points, at a part of the way."""
    p, q, r, s = line
    rest = 1 - part
    return rest**3 * p + 3 * rest**2 * part * q + 3 * rest * part**2 * r + part**3 * s


def bounds_moved(box: Bounds, matrix: Matrix) -> Bounds:
    """The upright box round a box that was moved, turned or scaled."""
    corners = [matrix.apply(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)
