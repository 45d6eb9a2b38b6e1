"""Rulers and targets that a person measures a print with."""

from __future__ import annotations

from collections.abc import Iterator

from companion.press.frame.colour import INK
from companion.press.frame.frame import Frame, Item, Shape, Text, circle, line
from companion.units import to_millimetres

__all__ = ["HAIR", "cross", "rings", "ruler"]

HAIR = 0.15
"""Width of a line that is measured from, mm."""


def ruler(length: int) -> Frame:
    """A ruler along the upper edge of its frame, centimetres named; zero stands 6 mm from the left."""
    start, size = 6.0, 7.0
    items: list[Item] = [_stroke(start, 0, start + length, 0)]
    for at in range(length + 1):
        tick = 4.5 if at % 10 == 0 else 3.2 if at % 5 == 0 else 2.0
        items.append(_stroke(start + at, 0, start + at, tick))
        if at % 10 == 0:
            unit = " mm" if at == length else ""
            place = start + at - (0 if not unit else to_millimetres(size * 0.55))
            items.append(
                Text(
                    f"{at}{unit}",
                    place,
                    8,
                    size,
                    colour=INK,
                    anchor="start" if unit else "middle",
                    role="mark",
                )
            )
    for at in (0, length):
        items.append(_stroke(start + at, -2.5, start + at, 0))
    return Frame(f"ruler/{length}", length + 18.0, 9, tuple(items), bleed=3)


def cross(x: float, y: float) -> Iterator[Shape]:
    """A cross about a point."""
    yield _stroke(x - 3, y, x + 3, y)
    yield _stroke(x, y - 3, x, y + 3)


def rings(x: float, y: float) -> Iterator[Shape]:
    """Rings about a point, 1 and 2 mm away from it."""
    for radius in (1.0, 2.0):
        yield Shape(circle(x, y, radius), stroke=INK, width=HAIR, role="mark")


def _stroke(x1: float, y1: float, x2: float, y2: float) -> Shape:
    return Shape(line(x1, y1, x2, y2), stroke=INK, width=HAIR, role="mark")
