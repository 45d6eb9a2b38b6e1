"""A small picture of a sheet being turned over, or folded, as the print dialogue should have it."""

import math

from companion.data.papers import Paper
from companion.press.frame.colour import INDIGO, SOFT, VERMILION, tinted
from companion.press.frame.frame import Frame, Item, Outline, Segment, Shape, Text, line, polygon, rect
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.press.frame.outlines import moved
from companion.press.impose.imposition import turn_over


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
    arc = _bow((middle - along * 0.45, 4.6), (middle + along * 0.45, 4.2), along * 0.5, 4.4)
    items.append(Shape(moved(arc, swap), stroke=VERMILION, width=0.4))
    tip = middle + along * 0.45
    arrow = polygon(((tip + 0.7, 5.4), (tip - 1.6, 4.2), (tip + 0.6, 2.4)))
    items.append(Shape(moved(arrow, swap), fill=VERMILION))
    size = (2 * along + gap, deep + 9)
    return Frame("flip", *(size if sideways else size[::-1]), tuple(items), bleed=3)


def _bow(start: tuple[float, float], end: tuple[float, float], wide: float, high: float) -> Outline:
    """A flat arc of an ellipse from left to right, over the straight line; its half axes and all in mm."""
    (x1, y1), (x2, y2) = ((x / wide, y / high) for x, y in (start, end))  # on a circle of radius 1
    half = math.dist((x1, y1), (x2, y2)) / 2
    away = math.sqrt(1 - half * half) / half / 2
    centre_x, centre_y = (x1 + x2) / 2 - away * (y2 - y1), (y1 + y2) / 2 + away * (x2 - x1)
    first = math.atan2(y1 - centre_y, x1 - centre_x)
    step = math.asin(half)  # half of the turn: a curve follows up to a quarter of a circle
    reach = 4 / 3 * math.tan(step / 4)
    outline: list[Segment] = [("M", (round(start[0], 4), start[1]))]
    for a, b in ((first, first + step), (first + step, first + 2 * step)):
        on = (
            (math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a)),
            (math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b)),
            (math.cos(b), math.sin(b)),
        )
        at = [round(part, 4) for x, y in on for part in ((centre_x + x) * wide, (centre_y + y) * high)]
        outline.append(("C", tuple(at)))
    return tuple(outline)
