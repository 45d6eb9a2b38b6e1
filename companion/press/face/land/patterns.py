"""Patterns of Japanese cloth and print, as lines over a rectangle; every region has one besides its colour.

Each is drawn from the origin of the sheet, so that it runs on from one province to the next.
"""

import math
from collections.abc import Callable, Iterator

from companion.press.frame.frame import Bounds, Segment, Shape, circle, polygon

REPEATS = {"asanoha": math.sqrt(3), "mame": 1.0, "shippo": 1.0, "tatewaku": 2.0, "uroko": 1.6}
"""The number of units downward after which a pattern is the same again."""
FILLED = {"mame", "uroko"}  # patterns of areas; the others are lines


def pattern_shape(name: str, box: Bounds, unit: float, colour: str, width: float, group: str = "") -> Shape:
    """A pattern in one colour: filled or drawn, as it is made; lengths in mm."""
    outline = tuple(PATTERNS[name](box, unit))
    if name in FILLED:
        return Shape(outline, fill=colour, role="weave", group=group)
    return Shape(outline, stroke=colour, width=width, role="weave", group=group)


def _steps(low: float, high: float, step: float) -> range:
    """Whole steps that cover a span; one more before it, for rows that begin half a step later."""
    return range(math.floor(low / step) - 1, math.ceil(high / step) + 1)


def _asanoha(box: Bounds, unit: float) -> Iterator[Segment]:
    """Hemp leaf: triangles, and in each three lines from its middle to its corners."""
    left, top, right, bottom = box
    rise = unit * math.sqrt(3) / 2
    for row in _steps(top, bottom, rise):
        y, shift = row * rise, (row % 2) * unit / 2
        yield ("M", (left, y))
        yield ("L", (right, y))
        for column in _steps(left, right, unit):
            x = column * unit + shift
            down, up = (x + unit / 2, y + rise), (x + unit, y)
            yield from polygon(((x, y), down, up), closed=False)
            for middle, corners in (
                ((x + unit / 2, y + rise / 3), ((x, y), up, down)),
                ((x + unit, y + 2 * rise / 3), (up, down, (x + 1.5 * unit, y + rise))),
            ):
                yield from polygon((corners[0], middle, corners[1]), closed=False)
                yield from polygon((middle, corners[2]), closed=False)


def _shippo(box: Bounds, unit: float) -> Iterator[Segment]:
    """Seven treasures: circles that share their petals."""
    left, top, right, bottom = box
    half = unit / 2
    for row in _steps(top, bottom, half):
        for column in _steps(left, right, half):
            if (row + column) % 2 == 0:
                yield from circle(column * half, row * half, half)


def _uroko(box: Bounds, unit: float) -> Iterator[Segment]:
    """Scales: rows of triangles, point upward."""
    left, top, right, bottom = box
    rise = unit * 0.8
    for row in _steps(top, bottom, rise):
        shift = (row % 2) * unit / 2
        for column in _steps(left, right, unit):
            x, y = column * unit + shift, row * rise
            yield from polygon(((x, y + rise), (x + unit / 2, y), (x + unit, y + rise)))


def _tatewaku(box: Bounds, unit: float) -> Iterator[Segment]:
    """Rising steam: upright lines that swell and draw in, mirrored by pairs."""
    left, top, right, bottom = box
    for column in _steps(left, right, unit / 2):
        bend = unit * (0.22 if column % 2 else -0.22)
        x = column * unit / 2
        rows = _steps(top, bottom, unit)
        yield ("M", (x, rows[0] * unit))
        for row in rows:
            y, way = row * unit, bend if row % 2 else -bend
            yield ("C", (x + way, y + unit * 0.3, x + way, y + unit * 0.7, x, y + unit))


def _mame(box: Bounds, unit: float) -> Iterator[Segment]:
    """Beans: dots in staggered rows."""
    left, top, right, bottom = box
    for row in _steps(top, bottom, unit / 2):
        for column in _steps(left, right, unit):
            yield from circle(column * unit + (row % 2) * unit / 2, row * unit / 2, unit * 0.12)


def _kasumi(box: Bounds, unit: float) -> Iterator[Segment]:
    """Mist: short level lines, as the grain of wood."""
    left, top, right, bottom = box
    for row in _steps(top, bottom, unit / 2):
        for column in _steps(left - 4 * unit, right, 4 * unit):
            x = column * 4 * unit + (row * 7 % 5) * 0.9 * unit
            yield ("M", (x, row * unit / 2))
            yield ("L", (x + (2.2 + row % 3 * 0.4) * unit, row * unit / 2))


PATTERNS: dict[str, Callable[[Bounds, float], Iterator[Segment]]] = {
    "asanoha": _asanoha,
    "kasumi": _kasumi,
    "mame": _mame,
    "shippo": _shippo,
    "tatewaku": _tatewaku,
    "uroko": _uroko,
}
"""Patterns by the names that faces use; each covers a box, and may reach one unit (mm, its repeat) beyond.

It is lines to be drawn, or areas to be filled where it is in `FILLED`.
"""
