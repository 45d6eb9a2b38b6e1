"""Outlines from the path notation of SVG, and moving them about."""

import cmath
import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from companion.press.frame.frame import Bounds, Outline, Segment
from companion.press.frame.matrix import Matrix

LARGEST = 1e6  # the bound of an outline, mm; infinity is refused with it


_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}  # numbers
_FLOAT = r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?+"
_VALUE, _BETWEEN = re.compile(_FLOAT, re.ASCII), r"[\s,]*+"
_ARC = re.compile(_BETWEEN.join(f"({each})" for each in (*[_FLOAT] * 3, *["[01]"] * 2, *[_FLOAT] * 2)))
_COMMAND = re.compile(rf"\s*+([MLHVCSQTAZmlhvcsqtaz]){_BETWEEN}((?:{_FLOAT}{_BETWEEN})*+)", re.ASCII)


@lru_cache(maxsize=4096)
def parsed(notation: str) -> Outline:
    """Read an outline in SVG path notation (all commands), in mm; raises ValueError for other texts."""
    outline: list[Segment] = []
    here = start = handle = 0j  # the last handle of a curve, which one that goes on smoothly mirrors
    last = ""
    for command, values in _commands(notation):
        letter, origin = command.upper(), here if command.islower() else 0j
        if letter in "HV":
            values = [values[0], (here - origin).imag] if letter == "H" else [(here - origin).real, values[0]]
        points = [complex(x, y) + origin for x, y in zip(values[-6:][::2], values[-6:][1::2], strict=True)]
        before, here = here, points[-1] if points else start
        if letter in "CSQT":
            mirrored = 2 * before - handle if last in ("CS" if letter in "CS" else "QT") else before
            if letter in "CS":
                first, handle = points[:2] if letter == "C" else (mirrored, points[0])
                second = handle
            else:
                handle = mirrored if letter == "T" else points[0]
                first, second = before + (handle - before) * 2 / 3, here + (handle - here) * 2 / 3
            outline.append(("C", (*_pair(first), *_pair(second), *_pair(here))))
        elif letter == "A":
            outline.extend(_arc(before, values, here))
        else:
            outline.append(("L" if letter in "HV" else letter, _pair(here) if points else ()))
            start = here if letter == "M" else start
        last = letter
    if not outline or not all(abs(number) < LARGEST for _, at in outline for number in at):
        raise ValueError(notation)
    return tuple(outline)


def _commands(notation: str) -> Iterator[tuple[str, list[float]]]:
    """The commands of a path, each with its numbers; raises ValueError where some lack or are too many."""
    end = 0
    for found in _COMMAND.finditer(notation):
        letter, text = found.groups()
        takes, told, arcs = _TAKES[letter.upper()], _VALUE.findall(text), letter in "Aa"
        if arcs:  # whose flags may stand without anything between
            told = [each for arc in _ARC.findall(text) for each in arc]
        values, rest = [*map(float, told)], _ARC.sub("", text).strip(" ,\t\r\n") if arcs else ""
        wrong = rest or bool(values) != bool(takes) or len(values) % (takes or 1)
        wrong = wrong or found.start() != end or (not end and letter not in "Mm")
        if wrong or max(map(abs, values), default=0) > 2 * LARGEST:
            raise ValueError(notation)
        yield letter, values[:takes]
        for i in range(takes, len(values), takes or 1):
            yield {"M": "L", "m": "l"}.get(letter, letter), values[i : i + takes]
        end = found.end()
    if notation[end:].strip():
        raise ValueError(notation)


def _pair(point: complex) -> tuple[float, float]:
    return round(point.real, 4), round(point.imag, 4)


def _arc(start: complex, values: list[float], end: complex) -> list[Segment]:
    """An elliptic arc as Bézier curves, a quarter turn each at most.

    As SVG has it, an arc to where it begins is nothing, one without a radius is a line, and one that is too
    small to reach its end grows.
    """
    from svg.path import Arc

    across, down, turned, long, clockwise = values[:5]
    if start == end:
        return []
    if not (across and down):
        return [("L", _pair(end))]
    arc = Arc(start, complex(abs(across), abs(down)), turned, bool(long), bool(clockwise), end)
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
            x, y = ((here[axis], *at[axis::2]) for axis in (0, 1))
            points += [(on_curve(x, part), on_curve(y, part)) for part in (*_turns(*x), *_turns(*y))]
        here = (at[-2], at[-1]) if at else start
        start = here if letter == "M" else start
        points.append(here)
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


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
