"""Cut marks: outside every trim and bleed as ticks, or as lines along every cut; and the line to fold at."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from companion.press.frame import Outline, Shape, line
from companion.press.sheet import MARK_GAP, MARK_LENGTH, Box, Grid, Slot

__all__ = ["MARKS", "MARK_WEIGHT", "cut_marks", "fold_line"]

MARKS = ("corners", "lines", "none")
"""The kinds a person may ask for."""
MARK_WEIGHT = 0.2
"""Width of a mark, mm."""


def cut_marks(grid: Grid, slots: Collection[Slot], style: str) -> list[Shape]:
    """The marks of a page.

    Where neighbours lie apart each has its own cut, and the gutter two; where they touch, one cut serves
    both. Ticks stand at the border of the rows and columns in use, where a ruler joins two of them. Lines
    run on between them, in the gutters, just outside the trims.

    Args:
        grid: The grid of the page.
        slots: The places in use.
        style: ``corners``, ``lines`` or ``none``.
    """
    if style == "none" or not grid.marks or not slots:
        return []
    boxes = [(slot.x, slot.y, slot.x + grid.width, slot.y + grid.height) for slot in slots]
    lines = list(_ticks(grid, boxes))
    if style == "lines":
        lines += _lines(grid, boxes)
    return [Shape(each, stroke="#000000", width=MARK_WEIGHT, role="cut") for each in lines]


def fold_line(paper_width: float, top: float, bottom: float) -> Shape:
    """The dashed line down the middle of a sheet that is folded before it is cut; mm."""
    middle = paper_width / 2
    return Shape(
        line(middle, top, middle, bottom), stroke="#000000", width=MARK_WEIGHT, dash=(4, 2), role="fold"
    )


def _ticks(grid: Grid, boxes: Iterable[Box]) -> Iterator[Outline]:
    xs, ys = _edges(boxes)
    near, far = grid.bleed + MARK_GAP, grid.bleed + MARK_GAP + MARK_LENGTH
    for x in xs:
        yield line(x, ys[0] - far, x, ys[0] - near)
        yield line(x, ys[-1] + near, x, ys[-1] + far)
    for y in ys:
        yield line(xs[0] - far, y, xs[0] - near, y)
        yield line(xs[-1] + near, y, xs[-1] + far, y)


def _lines(grid: Grid, boxes: Collection[Box]) -> Iterator[Outline]:
    """Lines from tick to tick whose ink lies outside every trim; between trims that touch there is none."""
    half, reach = MARK_WEIGHT / 2, grid.bleed + MARK_GAP
    xs, ys = _edges(boxes)
    room = grid.gutter >= 2 * MARK_WEIGHT
    for low, high in sorted({(box[0], box[2]) for box in boxes}):
        for at, place in ((low, low - half), (high, high + half)):
            if room or at in (xs[0], xs[-1]):
                yield line(place, ys[0] - reach, place, ys[-1] + reach)
    for low, high in sorted({(box[1], box[3]) for box in boxes}):
        for at, place in ((low, low - half), (high, high + half)):
            if room or at in (ys[0], ys[-1]):
                yield line(xs[0] - reach, place, xs[-1] + reach, place)


def _edges(boxes: Iterable[Box]) -> tuple[list[float], list[float]]:
    kept = list(boxes)
    return (
        sorted({x for box in kept for x in (box[0], box[2])}),
        sorted({y for box in kept for y in (box[1], box[3])}),
    )
