"""A vernier in two halves: one on the front of a sheet, one on the back; light brings them together.

As on a caliper: the front has lines a millimetre apart, the back ten spaces of 0.9 mm. The 0 of the back
stands at the whole millimetres, and the line of the back that meets one of the front counts the tenths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.press.frame.frame import Item, Shape, Text, line
from companion.units import to_millimetres

__all__ = ["LENGTH", "Way", "main_scale", "tenths_scale"]

LENGTH = 20
"""Of the scale of the front, mm."""
HAIR = 0.12
DIGITS = 6.5
BLACK = "#000000"

Way = Callable[[float, float], tuple[float, float]]
"""From a place along the scale, and a distance outward from its base line, to a point of the sheet; mm."""


def main_scale(way: Way, meeting: int | None = None, colour: str = BLACK) -> Iterator[Item]:
    """The half of the front: a base line, and a line every millimetre on the side of the edge.

    Args:
        way: Onto the sheet.
        meeting: The line to be shown in colour, for an example.
        colour: Of that line.
    """
    yield _stroke(way, 0, 0, LENGTH, 0)
    for at in range(LENGTH + 1):
        tall = 4.5 if at % 5 == 0 else 3.0
        yield _stroke(way, at, 0, at, tall, colour if at == meeting else BLACK)
        if at % 5 == 0:
            yield _digits(way, str(at), at, 6.2)


def tenths_scale(way: Way, zero: float, meeting: int | None = None, colour: str = BLACK) -> Iterator[Item]:
    """The half of the back: eleven lines on the inner side.

    Args:
        way: Onto the sheet.
        zero: Where its 0 stands on the scale of the front, mm.
        meeting: The line to be shown in colour, for an example.
        colour: Of that line.
    """
    for at in range(11):
        tall = 4.5 if at % 5 == 0 else 3.0
        place = zero + 0.9 * at
        ink = colour if at == meeting else BLACK
        yield _stroke(way, place, 0, place, -tall, ink)
        if at % 5 == 0:
            yield _digits(way, str(at), place, -6.2)


def _stroke(way: Way, u1: float, v1: float, u2: float, v2: float, colour: str = BLACK) -> Shape:
    width = HAIR if colour == BLACK else 3 * HAIR
    return Shape(line(*way(u1, v1), *way(u2, v2)), stroke=colour, width=width, role="mark")


def _digits(way: Way, text: str, u: float, v: float) -> Text:
    x, y = way(u, v)
    return Text(
        text, x, y + to_millimetres(DIGITS * 0.36), DIGITS, colour=BLACK, anchor="middle", role="mark"
    )
