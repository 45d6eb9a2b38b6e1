"""Imposition: fronts on the front of a sheet, and each back behind its front.

A sheet is turned over about one of its edges. Turned about its long edge, a point at x on the front of an
upright page lies at ``paper width - x`` on its back; turned about the short edge, a point at y lies at
``paper height - y``. On a page that is wider than high the long edge is the horizontal one, and the two
change places. A fold down the middle of a page mirrors like the first. The card's own top follows: turn a
card over like the page of a book, and its back stands upright.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from companion.data.papers import Paper
from companion.press.frame.frame import Bounds, Frame, Outline, Use, rect
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import bounds_moved, moved
from companion.press.frame.trims import beyond
from companion.press.impose.grid import Grid, Slot

NEAR = 1e-6  # cards that lie no farther apart touch, mm

Taken = Mapping[tuple[int, int], Slot]
NONE: Taken = MappingProxyType({})


def turn_over(paper: Paper, sides: str) -> Matrix:
    """The matrix from a point of the front to the back, both in the coordinates of their own page.

    `sides` is ``duplex-long``, ``duplex-short``, ``separate`` (turned by hand, about the long edge), or
    ``fold`` (then the back lies on the other half of the same page).
    """
    upright = paper.height >= paper.width
    sideways = upright != (sides == "duplex-short")
    if sides == "fold" or sideways:
        return Matrix(a=-1.0, e=paper.width)
    return Matrix(d=-1.0, f=paper.height)


def front_use(frame: Frame, grid: Grid, slot: Slot, taken: Taken = NONE) -> Use:
    """Place a front into its slot; it does not bleed onto touching neighbours among the slots taken."""
    matrix = front_matrix(frame, grid, slot)
    return Use(frame, matrix, _shaped(frame, grid, matrix) or _box(_clip(frame, grid, slot, taken)))


def front_matrix(frame: Frame, grid: Grid, slot: Slot) -> Matrix:
    """The matrix from a front to its sheet."""
    x, y = slot.x + grid.width / 2, slot.y + grid.height / 2
    return _lain(frame.width, frame.height, grid.turned, x, y)


def back_use(frame: Frame, grid: Grid, slot: Slot, over: Matrix, taken: Taken = NONE) -> Use:
    """Place a back behind its front, whose slot and neighbours are given; `over` turns or folds the sheet."""
    clip = _clip(frame, grid, slot, taken)
    matrix = behind(front_matrix(frame, grid, slot), frame.width, over)
    return Use(frame, matrix, _shaped(frame, grid, matrix) or _box(clip and bounds_moved(clip, over)))


@lru_cache(maxsize=1024)  # the places of a sheet come again on every sheet
def behind(front: Matrix, width: float, over: Matrix) -> Matrix:
    """The matrix of a back of this width from that of its front; twice the same is the front again."""
    return Matrix(a=-1.0, e=width).then(front).then(over)


def mirrored(grid: Grid, slot: Slot, over: Matrix) -> Slot:
    """The slot behind a slot."""
    trim = (slot.x, slot.y, slot.x + grid.width, slot.y + grid.height)
    return Slot(slot.column, slot.row, *bounds_moved(trim, over)[:2])


def batches(count: int, size: int) -> Sequence[range]:
    """The numbers of the pieces on each page: runs of at most ``size``."""
    return [range(first, min(first + size, count)) for first in range(0, count, size)]


@lru_cache(maxsize=1024)
def _lain(width: float, height: float, turned: bool, x: float, y: float) -> Matrix:
    """A card in the middle of its slot, a quarter turn clockwise where the grid is turned."""
    turn = Matrix.turned(90 if turned else 0)
    return Matrix.moved(-width / 2, -height / 2).then(turn).then(Matrix.moved(x, y))


def _box(clip: Bounds | None) -> Outline | None:
    return rect(clip[0], clip[1], clip[2] - clip[0], clip[3] - clip[1]) if clip else None


def _shaped(frame: Frame, grid: Grid, matrix: Matrix) -> Outline | None:
    """The visible outline of a piece that is no rectangle: its trim, and the bleed between pieces."""
    line = beyond(frame, min(grid.bleed, frame.bleed))
    return line and _placed(line, matrix)


_placed = lru_cache(maxsize=256)(moved)  # pieces of one shape lie in the same places on every sheet


def _clip(frame: Frame, grid: Grid, slot: Slot, taken: Taken) -> Bounds | None:
    def reach(column: int, row: int) -> float:
        other = taken.get((slot.column + column, slot.row + row))
        if other is None:
            return grid.bleed
        apart = (
            abs(other.x - slot.x) - abs(column) * grid.width,
            abs(other.y - slot.y) - abs(row) * grid.height,
        )
        return 0.0 if max(apart) < NEAR else grid.bleed

    left, top, right, bottom = reach(-1, 0), reach(0, -1), reach(1, 0), reach(0, 1)
    if min(left, top, right, bottom) >= frame.bleed - 1e-9:
        return None
    return slot.x - left, slot.y - top, slot.x + grid.width + right, slot.y + grid.height + bottom
