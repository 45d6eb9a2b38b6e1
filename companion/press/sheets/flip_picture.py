"""A small picture of a sheet being turned over, or folded, as the print dialogue should have it."""

from __future__ import annotations

from companion.data.papers import Paper
from companion.press.frame.colour import INDIGO, SOFT, VERMILION
from companion.press.frame.frame import Frame, Item, Shape, Text, line, polygon, rect
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.press.frame.outlines import moved, parsed
from companion.press.impose.imposition import turn_over


def flip_picture(paper: Paper, sides: str) -> Frame:
    """Front and back of a sheet side by side, or one above the other, joined where it turns."""
    sideways = turn_over(paper, sides).a < 0
    width, height = (14.0, 19.0) if paper.height >= paper.width else (19.0, 14.0)
    if sides == "fold":
        width, height = width / 1.4, height / 1.2
    swap = IDENTITY if sideways else Matrix(a=0, b=1, c=1, d=0)  # drawn as if it turned sideways
    gap = 0.0 if sides == "fold" else 4.0
    along, deep = (width, height) if sideways else (height, width)
    items: list[Item] = []
    for number, (colour, fill) in enumerate((("#ffffff", INDIGO), (INDIGO, "#ffffff"))):
        at = number * (along + gap)
        items.append(Shape(moved(rect(at, 6, along, deep), swap), fill=fill, stroke=INDIGO, width=0.3))
        x, y = swap.apply(at + along / 2, 6 + deep / 2)
        items.append(Text(str(number + 1), x, y + 1.8, 14, "bold", colour, "middle"))
    middle = along + gap / 2
    fold = moved(line(middle, 4, middle, 8 + deep), swap)
    items.append(Shape(fold, stroke=SOFT, width=0.25, dash=(1.2, 0.8), role="fold"))
    arc = parsed(f"M {middle - along * 0.45} 4.6 A {along * 0.5} 4.4 0 0 1 {middle + along * 0.45} 4.2")
    items.append(Shape(moved(arc, swap), stroke=VERMILION, width=0.4))
    tip = middle + along * 0.45
    arrow = polygon(((tip + 0.7, 5.4), (tip - 1.6, 4.2), (tip + 0.6, 2.4)))
    items.append(Shape(moved(arrow, swap), fill=VERMILION))
    size = (2 * along + gap, deep + 9)
    return Frame("flip", *(size if sideways else size[::-1]), tuple(items), bleed=3)
