"""Gauges to measure a print with: rulers, targets, and verniers in two halves.

As on a caliper: the front of a sheet has lines a millimetre apart, the back ten spaces of 0.9 mm, and light
brings them together. The 0 of the back stands at the whole millimetres, and the line of the back that meets
one of the front counts the tenths.
"""

from collections.abc import Callable, Iterator

from companion.press.frame.colour import INK
from companion.press.frame.frame import Frame, Item, Shape, Text, circle, line
from companion.units import to_millimetres

HAIR, FINE = 0.15, 0.12  # width of a line that is measured from, mm: of rulers and targets, and of verniers
LENGTH = 20  # of the scale of the front, mm
DIGITS = 6.5
BLACK = "#000000"

OntoSheet = Callable[[float, float], tuple[float, float]]
"""From the distances along a scale and outward from its base line to a point of the sheet; mm."""


def ruler(length: int) -> Frame:
    """A ruler along the upper edge of its frame, centimetres named; zero stands 6 mm from the left."""
    start, size = 6.0, 7.0
    items: list[Item] = [_stroke(start, 0, start + length, 0)]
    for at in range(length + 1):
        tick = 4.5 if at % 10 == 0 else 3.2 if at % 5 == 0 else 2.0
        items.append(_stroke(start + at, 0, start + at, tick))
        if at % 10 == 0:
            unit, anchor, back = (" mm", "start", size * 0.55) if at == length else ("", "middle", 0.0)
            place = start + at - to_millimetres(back)
            items.append(Text(f"{at}{unit}", place, 8, size, colour=INK, anchor=anchor, role="mark"))
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


def main_scale(onto: OntoSheet, meeting: int | None = None, colour: str = BLACK) -> Iterator[Item]:
    """The half of the front: a base line, and a line every millimetre on the side of the edge.

    In an example the line `meeting` is shown in colour.
    """
    yield _line(onto, 0, 0, LENGTH, 0)
    for at in range(LENGTH + 1):
        tall = 4.5 if at % 5 == 0 else 3.0
        yield _line(onto, at, 0, at, tall, colour if at == meeting else BLACK)
        if at % 5 == 0:
            yield _digits(onto, str(at), at, 6.2)


def tenths_scale(
    onto: OntoSheet, zero: float, meeting: int | None = None, colour: str = BLACK
) -> Iterator[Item]:
    """The half of the back: eleven lines on the inner side, its 0 at `zero` mm on the scale of the front."""
    for at in range(11):
        tall = 4.5 if at % 5 == 0 else 3.0
        along = zero + 0.9 * at
        ink = colour if at == meeting else BLACK
        yield _line(onto, along, 0, along, -tall, ink)
        if at % 5 == 0:
            yield _digits(onto, str(at), along, -6.2)


def _line(onto: OntoSheet, u1: float, v1: float, u2: float, v2: float, colour: str = BLACK) -> Shape:
    width = FINE if colour == BLACK else 3 * FINE
    return Shape(line(*onto(u1, v1), *onto(u2, v2)), stroke=colour, width=width, role="mark")


def _digits(onto: OntoSheet, text: str, u: float, v: float) -> Text:
    x, y = onto(u, v)
    drop = to_millimetres(DIGITS * 0.36)
    return Text(text, x, y + drop, DIGITS, colour=BLACK, anchor="middle", role="mark")
