"""Cut marks round a grid of cards: outside every bleed, inside what the printer can print."""

from __future__ import annotations

from companion.press.frame import Shape, line
from companion.press.sheet import MARK_GAP, MARK_LENGTH, Grid

__all__ = ["MARK_WEIGHT", "corner_marks"]

MARK_WEIGHT = 0.2
"""Width of a mark, mm."""


def corner_marks(grid: Grid) -> list[Shape]:
    """Ticks at the border of the grid where each trim begins and ends; a ruler joins two of them."""
    slots = list(grid.slots())
    xs = sorted({x for slot in slots for x in (slot.x, slot.x + grid.width)})
    ys = sorted({y for slot in slots for y in (slot.y, slot.y + grid.height)})
    near, far = grid.bleed + MARK_GAP, grid.bleed + MARK_GAP + MARK_LENGTH
    lines = [
        *(line(x, ys[0] - far, x, ys[0] - near) for x in xs),
        *(line(x, ys[-1] + near, x, ys[-1] + far) for x in xs),
        *(line(xs[0] - far, y, xs[0] - near, y) for y in ys),
        *(line(xs[-1] + near, y, xs[-1] + far, y) for y in ys),
    ]
    return [Shape(each, stroke="#000000", width=MARK_WEIGHT, role="cut") for each in lines]
