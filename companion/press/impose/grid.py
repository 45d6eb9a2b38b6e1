"""A sheet of cards: its room, the grid that puts most cards on it, and each front and back in its place.

A sheet is turned over about one of its edges. Turned about its long edge, a point at x on the front of an
upright page lies at ``paper width - x`` on its back; turned about the short edge, a point at y lies at
``paper height - y``. On a page that is wider than high the long edge is the horizontal one, and the two
change places. A fold down the middle of a page mirrors like the first. The card's own top follows: turn a
card over like the page of a book, and its back stands upright.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.data.papers import Paper
from companion.errors import PaperError
from companion.press.frame.frame import Frame, Use
from companion.press.frame.outlines import Bounds, Matrix, Outline, bounds_moved, moved, rect
from companion.press.frame.trims import beyond
from companion.sentences import Sentence, say

MARK_GAP = 1.0  # marks start this far outside the bleed, mm
MARK_LENGTH = 3.0  # length of a mark, mm
FOLD_GAP = 1.0  # the free strip on each side of a fold line, mm


class Room(NamedTuple):
    """The part of a page that cards and their bleed may fill, mm from the upper left corner of the paper."""

    left: float
    top: float
    width: float
    height: float

    @classmethod
    def on(
        cls, paper: Paper, marks: bool, fold: bool = False, reserve: tuple[float, float] = (0.0, 0.0)
    ) -> Room:
        """The room on a page; with `fold`, on its left half, up to a fold line in the middle.

        `reserve` stays free, beside the margin, along every edge of a front, marks included, and of a back,
        mm: a printer's correction moves them.
        """
        mark = MARK_GAP + MARK_LENGTH if marks else 0.0
        edge = paper.margin + max(mark + reserve[0], reserve[1])
        width = paper.width - 2 * edge
        if fold:
            width = paper.width / 2 - edge - FOLD_GAP - mark
        return cls(edge, edge, width, paper.height - 2 * edge)


class Slot(NamedTuple):
    """A place for one card on a sheet, mm; column and row count from 0."""

    column: int
    row: int
    x: float  # left edge of the trim as it lies on the sheet
    y: float  # its upper edge


class Grid(NamedTuple):
    """The cards of one page, mm."""

    paper: Paper
    room: Room  # the grid stands in its middle
    width: float  # of a trim as it lies on the sheet
    height: float
    columns: int
    rows: int
    turned: bool  # a quarter turn clockwise
    bleed: float
    shared: bool = False  # neighbours touch, so that one cut serves both; else two bleeds lie between them
    marks: bool = True  # there is room for marks round the grid

    @property
    def cards(self) -> int:
        """Cards a page."""
        return self.columns * self.rows

    @property
    def gutter(self) -> float:
        """Between the trims of two neighbours, mm."""
        return 0.0 if self.shared else 2 * self.bleed

    @property
    def trim(self) -> Bounds:
        """The bounds from the first trim to the last, mm."""
        across = self.columns * (self.width + self.gutter) - self.gutter
        down = self.rows * (self.height + self.gutter) - self.gutter
        left = self.room.left + (self.room.width - across) / 2
        top = self.room.top + (self.room.height - down) / 2
        return left, top, left + across, top + down

    def slots(self) -> Iterator[Slot]:
        """All slots, row by row; a half-full page keeps them all."""
        left, top, _, _ = self.trim
        across, down = self.width + self.gutter, self.height + self.gutter
        for row in range(self.rows):
            for column in range(self.columns):
                yield Slot(column, row, left + column * across, top + row * down)


BLEED = 2.0  # bleed round every card where the person asks for none, mm
TINY = 1e-6  # rounding of sums of millimetres, mm


def solve(
    paper: Paper,
    width: float,
    height: float,
    bleed: float | None = None,
    *,
    drawn: float = math.inf,
    marks: bool = True,
    shared: bool = False,
    fold: bool = False,
    reserve: tuple[float, float] = (0.0, 0.0),
) -> Grid:
    """Find the grid that puts most cards on a page with the bleed wanted; in doubt the upright one.

    `drawn` is the bleed that the faces draw; with no bleed wanted it is 2 mm or what fits, and a card that
    fills the page gives up its marks. `shared`: neighbours may touch. `fold`: only the left half of the page
    holds fronts. `reserve` is as of `Room.on`. All lengths are in mm.
    """
    room = Room.on(paper, marks, fold, reserve)
    wanted = min(BLEED, drawn) if bleed is None else bleed
    grids = []
    for across, down, turned in ((width, height, False), (height, width, True)):
        columns, rows = (_fits(*each, wanted, shared) for each in ((room.width, across), (room.height, down)))
        grids.append(Grid(paper, room, across, down, columns, rows, turned, wanted, shared, marks))
    grid = max(grids, key=lambda grid: (grid.cards, not grid.turned))
    if grid.cards:
        return grid
    sides = ((width, height), (height, width))
    fitting = max(min(room.width - across, room.height - down) / 2 for across, down in sides)
    again = partial(solve, paper, width, height, shared=shared, fold=fold, reserve=reserve)
    if bleed is None and fitting >= 0:
        return again(min(fitting, drawn), marks=marks)
    if bleed is None and marks:
        return again(drawn=drawn, marks=False)
    card: dict[str, Any] = {"width": float(width), "height": float(height), "paper": paper.title}
    if fitting >= 0:
        raise PaperError(
            "{bleed} mm bleed do not fit round a card of {width} x {height} mm on {paper}; {most} mm would.",
            **{**card, "bleed": float(wanted), "most": _floored(min(fitting, drawn))},
        )
    raise PaperError(
        "A card of {width} x {height} mm does not fit on {paper}, which has {wide} x {high} mm for cards.",
        **{**card, "wide": max(0.0, float(room.width)), "high": max(0.0, float(room.height))},
    )


def edge_to_edge(paper: Paper, width: float, height: float, drawn: float) -> Grid | None:
    """One card in the middle of a page, over its white border too; ``None`` where the page is smaller.

    `drawn` is the bleed that its face draws, mm.
    """
    room = Room(0.0, 0.0, paper.width, paper.height)
    for across, down, turned in ((width, height, False), (height, width, True)):
        beside = min(room.width - across, room.height - down) / 2
        if beside >= -TINY:
            bleed = min(drawn, max(beside, 0.0))
            return Grid(paper, room, across, down, 1, 1, turned, bleed, marks=False)
    return None


def trade_off(grid: Grid, cards: int) -> Sentence | None:
    """The note on the bleed that fewer sheets would cost; ``None`` where none are to be saved."""
    sheets = math.ceil(cards / grid.cards)
    offers = ((bleed, -count) for bleed, count in _others(grid) if math.ceil(cards / count) < sheets)
    fuller = [(bleed, count) for bleed, count in offers if bleed > 0.01]
    if not fuller:
        return None
    bleed, count = max(fuller)
    now, then = {"count": grid.cards, "bleed": float(grid.bleed)}, {"more": -count, "less": _floored(bleed)}
    return say(
        "{paper}: {more} to a page leave {less} mm bleed; {count} leave {bleed} mm.",
        **{"paper": grid.paper.title, **then, **now},
    )


def outside(grid: Grid, white: float) -> Sentence | None:
    """The note on cards, bleed or marks in the strip a printer leaves white, mm; ``None`` for nothing."""
    left, top, _, bottom = grid.trim  # it stands in the middle, or is folded over to the other half
    cards = min(left, top, grid.paper.height - bottom)
    bleed = cards - grid.bleed
    marks = bleed - MARK_GAP - MARK_LENGTH if grid.marks else bleed
    told = {"paper": grid.paper.title, "white": float(white)}
    reaching = (
        say(
            "{paper}: cards reach to {distance} mm from the edge; most printers leave {white} mm white.",
            **{"distance": float(cards), **told},
        ),
        say(
            "{paper}: the bleed reaches to {distance} mm from the edge; most printers leave {white} mm "
            "white, and it will be narrower there.",
            **{"distance": float(bleed), **told},
        ),
        say(
            "{paper}: cut marks reach to {distance} mm from the edge; most printers leave {white} mm "
            "white, and they will be shorter there.",
            **{"distance": float(marks), **told},
        ),
    )
    distances = zip((cards, bleed, marks), reaching, strict=True)
    return next((sentence for distance, sentence in distances if distance < white - TINY), None)


def _others(grid: Grid) -> Iterator[tuple[float, int]]:
    room = grid.room
    for width, height in ((grid.width, grid.height), (grid.height, grid.width)):
        columns_most, rows_most = int((room.width + TINY) // width), int((room.height + TINY) // height)
        for columns in range(1, columns_most + 1):
            for rows in range(1, rows_most + 1):
                shares = (1, 1) if grid.shared else (columns, rows)
                across = (room.width - columns * width) / (2 * shares[0])
                down = (room.height - rows * height) / (2 * shares[1])
                yield min(across, down), columns * rows


def _fits(length: float, card: float, bleed: float, shared: bool) -> int:
    gutter = 0.0 if shared else 2 * bleed
    return max(0, int((length - 2 * bleed + gutter + TINY) // (card + gutter)))


def _floored(millimetres: float) -> float:
    """The length, rounded down to hundredths, so that what is promised fits."""
    return math.floor(millimetres * 100 + TINY) / 100


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
