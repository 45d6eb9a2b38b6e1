"""Drawings on sheets of our own: gauges to measure a print with, and a sheet being turned over.

A vernier comes in two halves, as on a caliper: the front of a sheet has lines a millimetre apart, the back
ten spaces of 0.9 mm, and light brings them together. The 0 of the back stands at the whole millimetres, and
the line of the back that meets one of the front counts the tenths.
"""

from collections.abc import Callable, Iterator

from companion.data.papers import Paper
from companion.press.frame.colour import INDIGO, INK, SOFT, VERMILION, tinted
from companion.press.frame.frame import Frame, Item, Shape, Text
from companion.press.frame.outlines import IDENTITY, Matrix, circle, line, moved, parsed, polygon, rect
from companion.press.impose.grid import turn_over
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
    yield from _scale(onto, 0, 1.0, LENGTH, 1, meeting, colour)


def tenths_scale(
    onto: OntoSheet, zero: float, meeting: int | None = None, colour: str = BLACK
) -> Iterator[Item]:
    """The half of the back: eleven lines on the inner side, its 0 at `zero` mm on the scale of the front."""
    return _scale(onto, zero, 0.9, 10, -1, meeting, colour)


def _scale(
    onto: OntoSheet, zero: float, step: float, count: int, side: int, meeting: int | None, colour: str
) -> Iterator[Item]:
    for at in range(count + 1):
        tall = 4.5 if at % 5 == 0 else 3.0
        along = zero + step * at
        yield _line(onto, along, 0, along, side * tall, colour if at == meeting else BLACK)
        if at % 5 == 0:
            x, y = onto(along, side * 6.2)
            y += to_millimetres(DIGITS * 0.36)
            yield Text(str(at), x, y, DIGITS, colour=BLACK, anchor="middle", role="mark")


def _line(onto: OntoSheet, u1: float, v1: float, u2: float, v2: float, colour: str = BLACK) -> Shape:
    width = FINE if colour == BLACK else 3 * FINE
    return Shape(line(*onto(u1, v1), *onto(u2, v2)), stroke=colour, width=width, role="mark")


def flip_picture(paper: Paper, sides: str, low: bool = False) -> Frame:
    """Front and back of a sheet side by side, or one above the other, joined where it turns.

    With little ink (`low`) the front is pale.
    """
    sideways = turn_over(paper, sides).a < 0
    width, height = (11.0, 15.0) if paper.height >= paper.width else (15.0, 11.0)
    if sides == "fold":
        width, height = width / 1.4, height / 1.2
    swap = IDENTITY if sideways else Matrix(a=0, b=1, c=1, d=0)  # drawn as if it turned sideways
    gap = 0.0 if sides == "fold" else 3.0
    along, deep = (width, height) if sideways else (height, width)
    items: list[Item] = []
    front = (INDIGO, tinted(INDIGO, 0.13)) if low else ("#ffffff", INDIGO)
    for number, (colour, fill) in enumerate((front, (INDIGO, "#ffffff"))):
        at = number * (along + gap)
        items.append(Shape(moved(rect(at, 6, along, deep), swap), fill=fill, stroke=INDIGO, width=0.3))
        x, y = swap.apply(at + along / 2, 6 + deep / 2)
        items.append(Text(str(number + 1), x, y + 1.4, 11, "bold", colour, "middle"))
    middle = along + gap / 2
    fold = moved(line(middle, 4, middle, 8 + deep), swap)
    items.append(Shape(fold, stroke=SOFT, width=0.25, dash=(1.2, 0.8), role="fold"))
    reach = along * 0.45
    arc = parsed(f"M{middle - reach} 4.6A{along * 0.5} 4.4 0 0 1 {middle + reach} 4.2")
    items.append(Shape(moved(arc, swap), stroke=VERMILION, width=0.4))
    tip = middle + reach
    arrow = polygon(((tip + 0.7, 5.4), (tip - 1.6, 4.2), (tip + 0.6, 2.4)))
    items.append(Shape(moved(arrow, swap), fill=VERMILION))
    size = (2 * along + gap, deep + 9)
    return Frame("flip", *(size if sideways else size[::-1]), tuple(items), bleed=3)
