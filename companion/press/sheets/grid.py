"""Arrange cards on a sheet: find the grid that holds most, and place fronts and backs behind each other.

A sheet is turned over about one of its edges. Turned about its long edge, a point at x on the front of
an upright page is at ``paper width - x`` on its back; turned about the short edge, a point at y is at
``paper height - y``. On a landscape page the long edge is horizontal, and the two swap. A fold down the
middle of a page mirrors like the first. Backs are placed so that a card turned over like the page of a
book is upright on both sides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.data.papers import Paper
from companion.errors import PaperError
from companion.press.frame.frame import Frame, Use
from companion.press.frame.outlines import Bounds, Matrix, Outline, rect, transform_bounds, transform_outline
from companion.press.frame.trims import find_bleed_outline
from companion.sentences import Sentence, say

MARK_GAP = 1.0  # between the bleed and the start of a mark, mm
MARK_LENGTH = 3.0  # length of a mark, mm
FOLD_GAP = 1.0  # the free strip on each side of a fold line, mm


class Room(NamedTuple):
    """The part of a page that cards and their bleed may fill, mm from the upper left corner of the paper."""

    left: float
    top: float
    width: float
    height: float

    @classmethod
    def from_paper(
        cls, paper: Paper, marks: bool, fold: bool = False, reserve: tuple[float, float] = (0.0, 0.0)
    ) -> Room:
        """The room on a page; with `fold`, on its left half, up to a fold line in the middle.

        `reserve` is the space inside the margin, mm, by which a printer's correction may move a front with
        its marks, and a back.
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
    x: float  # left edge of the trim on the sheet
    y: float  # upper edge of the trim


class Grid(NamedTuple):
    """The arrangement of cards on a page, mm."""

    paper: Paper
    room: Room  # the grid is centred in it
    width: float  # of a trim on the sheet, after turning
    height: float
    columns: int
    rows: int
    is_turned: bool  # by a quarter, clockwise
    bleed: float
    shares_cuts: bool = False  # neighbours touch, so that one cut separates them; otherwise two bleeds are between them
    marks: bool = True  # there is room for marks round the grid
    rooms: tuple[Room, ...] = ()  # those that could be used, the usual one first
    gaps: tuple[float, float] | None = None  # between the places of a sheet that is cut for cards

    @property
    def cards(self) -> int:
        return self.columns * self.rows

    @property
    def gutter(self) -> float:
        """The space between the trims of two neighbours, mm."""
        return 0.0 if self.shares_cuts else 2 * self.bleed

    @property
    def steps(self) -> tuple[float, float]:
        """From one trim to the next in its row, and in its column, mm."""
        beside, below = self.gaps or (self.gutter, self.gutter)
        return self.width + beside, self.height + below

    @property
    def trim(self) -> Bounds:
        """The bounds of all trims together, mm."""
        across = (self.columns - 1) * self.steps[0] + self.width
        down = (self.rows - 1) * self.steps[1] + self.height
        left = self.room.left + (self.room.width - across) / 2
        top = self.room.top + (self.room.height - down) / 2
        return left, top, left + across, top + down

    def list_slots(self) -> Iterator[Slot]:
        """Yield all slots, row by row."""
        left, top, _, _ = self.trim
        across, down = self.steps
        for row in range(self.rows):
            for column in range(self.columns):
                yield Slot(column, row, left + column * across, top + row * down)


BLEED = 2.0  # the default bleed round every card, mm
TINY = 1e-6  # tolerance for rounding, mm
LEAST_BLEED = 1.0  # with less, cards rather stand between a cutting machine's marks than within them, mm


def solve_grid(
    paper: Paper,
    width: float,
    height: float,
    bleed: float | None = None,
    *,
    bleed_drawn: float = math.inf,
    marks: bool = True,
    shares_cuts: bool = False,
    fold: bool = False,
    reserve: tuple[float, float] = (0.0, 0.0),
    corner: float = 0.0,
) -> Grid:
    """Find the grid with most cards on a page for a bleed; cards are upright if both ways hold as many.

    `bleed_drawn` is the bleed that the faces draw. If `bleed` is ``None``, it is 2 mm or as much as fits, and a
    card that fills the page gets no marks. `shares_cuts`: neighbours touch. `fold`: fronts are only on the left
    half of the page. `reserve` is as in `Room.from_paper`. `corner` is the side of the squares that a cutting
    machine's marks need in the corners: cards stay clear of the strips between them too, unless more fit between
    two corners than stay clear with 1 mm bleed. All lengths are in mm.
    """
    room, unobstructed = (
        Room.from_paper(paper, marks, fold, (reserve[0] + strip, reserve[1])) for strip in (corner, 0.0)
    )
    rooms = (
        room,
        room._replace(top=unobstructed.top, height=unobstructed.height),
        room._replace(left=unobstructed.left, width=unobstructed.width),
    )
    gap = min(BLEED, bleed_drawn) if bleed is None else bleed

    def fill(room: Room, bleed: float) -> Grid:
        grids = []
        for across, down, is_turned in ((width, height, False), (height, width, True)):
            columns = _count_fitting(room.width, across, bleed, shares_cuts)
            rows = _count_fitting(room.height, down, bleed, shares_cuts)
            grids.append(Grid(paper, room, across, down, columns, rows, is_turned, bleed, shares_cuts, marks, rooms))
        return max(grids, key=lambda grid: (grid.cards, not grid.is_turned))

    clear = fill(room, min(gap, LEAST_BLEED)).cards
    between = (grid for grid in (fill(each, gap) for each in rooms[1:]) if grid.cards > clear)
    grid = max((fill(room, gap), *between), key=lambda grid: grid.cards)
    if grid.cards:
        return grid
    sides = ((width, height), (height, width))
    margin = max(min(room.width - across, room.height - down) / 2 for across, down in sides)
    solve = partial(
        solve_grid, paper, width, height, shares_cuts=shares_cuts, fold=fold, reserve=reserve, corner=corner
    )
    if bleed is None and margin >= 0:
        return solve(min(margin, bleed_drawn), marks=marks)
    if bleed is None and marks:
        return solve(bleed_drawn=bleed_drawn, marks=False)
    card: dict[str, Any] = {"width": float(width), "height": float(height), "paper": paper.title}
    if margin >= 0:
        raise PaperError(
            "{bleed} mm of bleed does not fit round a card of {width} x {height} mm on {paper}; use {most} mm.",
            **{**card, "bleed": float(gap), "most": _round_down(min(margin, bleed_drawn))},
        )
    raise PaperError(
        "A card of {width} x {height} mm does not fit on {paper}, which has {wide} x {high} mm for cards.",
        **{**card, "wide": max(0.0, float(room.width)), "high": max(0.0, float(room.height))},
    )


NEAR_SIZE = 1.0  # most that a card's width and height may differ from those of its place, mm


def fit_places(paper: Paper, width: float, height: float, bleed: float) -> Grid | None:
    """The places of a sheet that is cut for cards, as a grid; ``None`` if they are not for cards of this size."""
    places = paper.places
    for across, down, turned in ((width, height, False), (height, width, True)):
        if places and max(abs(places.width - across), abs(places.height - down)) <= NEAR_SIZE + TINY:
            right, bottom = places.end
            room, size = Room(places.left, places.top, right - places.left, bottom - places.top), places[2:4]
            return Grid(paper, room, *size, *places[:2], turned, bleed, marks=False, gaps=places[6:])
    return None


def find_full_page_grid(paper: Paper, width: float, height: float, bleed_drawn: float) -> Grid | None:
    """A grid of one card in the middle of a page, ignoring the margin; ``None`` if the card is larger than the page."""
    room = Room(0.0, 0.0, paper.width, paper.height)
    for across, down, is_turned in ((width, height, False), (height, width, True)):
        beside = min(room.width - across, room.height - down) / 2
        if beside >= -TINY:
            bleed = min(bleed_drawn, max(beside, 0.0))
            return Grid(paper, room, across, down, 1, 1, is_turned, bleed, marks=False)
    return None


def describe_trade_off(grid: Grid, cards: int) -> Sentence | None:
    """A note on how much bleed is left if fewer sheets are used; ``None`` if none can be saved."""
    sheets = math.ceil(cards / grid.cards)
    offers = ((round(bleed, 6), count) for bleed, count in _list_other_grids(grid))
    saving = (offer for offer in offers if offer[0] > 0.01 and math.ceil(cards / offer[1]) < sheets)
    bleed, count = max(saving, default=(0.0, 0))
    if not count:
        return None
    return say(
        "{paper}: {more} to a page leave {less} mm bleed; {count} leave {bleed} mm.",
        **{"paper": grid.paper.title, "more": count, "less": _round_down(bleed)},
        **{"count": grid.cards, "bleed": float(grid.bleed)},
    )


def describe_overreach(grid: Grid, white: float) -> Sentence | None:
    """A note on cards, bleed or marks within the `white` mm that printers leave white; ``None`` if there are none."""
    left, top, right, bottom = grid.trim
    cards = min(left, top, grid.paper.width - right, grid.paper.height - bottom)
    bleed = cards - grid.bleed
    marks = bleed - MARK_GAP - MARK_LENGTH if grid.marks else bleed
    fields: dict[str, Any] = {"paper": grid.paper.title, "white": float(white)}
    if cards < white - TINY:
        return say(
            "{paper}: cards reach to {distance} mm from the edge; most printers leave {white} mm white.",
            distance=float(cards),
            **fields,
        )
    if bleed < white - TINY:
        return say(
            "{paper}: the bleed reaches to {distance} mm from the edge; most printers leave {white} mm "
            "white, and it will be narrower there.",
            distance=float(bleed),
            **fields,
        )
    if marks < white - TINY:
        return say(
            "{paper}: cut marks reach to {distance} mm from the edge; most printers leave {white} mm "
            "white, and they will be shorter there.",
            distance=float(marks),
            **fields,
        )
    return None


def _list_other_grids(grid: Grid) -> Iterator[tuple[float, int]]:
    """Yield the bleed and the number of cards of each grid; between a machine's marks as in `solve_grid`."""
    usual, *others = grid.rooms or (grid.room,)
    found = list(_list_room_grids(grid, usual))
    yield from found
    clear = max((count for bleed, count in found if bleed >= LEAST_BLEED), default=0)
    for room in others:
        yield from (offer for offer in _list_room_grids(grid, room) if offer[1] > clear)


def _list_room_grids(grid: Grid, room: Room) -> Iterator[tuple[float, int]]:
    for width, height in ((grid.width, grid.height), (grid.height, grid.width)):
        columns_most, rows_most = int((room.width + TINY) // width), int((room.height + TINY) // height)
        for columns in range(1, columns_most + 1):
            for rows in range(1, rows_most + 1):
                shares = (1, 1) if grid.shares_cuts else (columns, rows)
                across = (room.width - columns * width) / (2 * shares[0])
                down = (room.height - rows * height) / (2 * shares[1])
                yield min(across, down), columns * rows


def _count_fitting(length: float, card: float, bleed: float, shares_cuts: bool) -> int:
    gutter = 0.0 if shares_cuts else 2 * bleed
    return max(0, int((length - 2 * bleed + gutter + TINY) // (card + gutter)))


def _round_down(millimetres: float) -> float:
    """Round a length down to hundredths, so that a value in a message really fits."""
    return math.floor(millimetres * 100 + TINY) / 100


NEAR = 1e-6  # cards that are closer touch, mm

TakenSlots = Mapping[tuple[int, int], Slot]
NONE: TakenSlots = MappingProxyType({})


def compute_turn_matrix(paper: Paper, sides: str) -> Matrix:
    """The matrix from a point on the front to the point behind it, each in the coordinates of its own page.

    `sides` is ``duplex-long``, ``duplex-short``, ``separate`` (turned by hand, about the long edge), or
    ``fold`` (the back is on the other half of the same page).
    """
    upright = paper.height >= paper.width
    sideways = upright != (sides == "duplex-short")
    if sides == "fold" or sideways:
        return Matrix(a=-1.0, e=paper.width)
    return Matrix(d=-1.0, f=paper.height)


def place_front(frame: Frame, grid: Grid, slot: Slot, slots: TakenSlots = NONE) -> Use:
    """Place a front in its slot, without bleed over neighbours that touch it; `slots` are the slots in use."""
    matrix = compute_front_matrix(frame, grid, slot)
    return Use(frame, matrix, _find_outline(frame, grid, matrix, _find_clip(frame, grid, slot, slots)))


def compute_front_matrix(frame: Frame, grid: Grid, slot: Slot) -> Matrix:
    x, y = slot.x + grid.width / 2, slot.y + grid.height / 2
    return _compute_slot_matrix(frame.width, frame.height, grid.is_turned, x, y)


def place_back(frame: Frame, grid: Grid, slot: Slot, turn: Matrix, slots: TakenSlots = NONE) -> Use:
    """Place a back behind the front in `slot`; `turn` turns or folds the sheet, `taken` as in `place_front`."""
    clip = _find_clip(frame, grid, slot, slots)
    matrix = compute_back_matrix(compute_front_matrix(frame, grid, slot), frame.width, turn)
    return Use(frame, matrix, _find_outline(frame, grid, matrix, clip and transform_bounds(clip, turn)))


@lru_cache(maxsize=1024)  # every sheet has the same places
def compute_back_matrix(front: Matrix, width: float, turn: Matrix) -> Matrix:
    """The matrix of a back, from that of its front; applied twice, it gives that of the front again."""
    return Matrix(a=-1.0, e=width).then(front).then(turn)


def mirror_slot(grid: Grid, slot: Slot, turn: Matrix) -> Slot:
    """The slot on the back of the sheet behind this one."""
    trim = (slot.x, slot.y, slot.x + grid.width, slot.y + grid.height)
    return Slot(slot.column, slot.row, *transform_bounds(trim, turn)[:2])


@lru_cache(maxsize=1024)
def _compute_slot_matrix(width: float, height: float, is_turned: bool, x: float, y: float) -> Matrix:
    """The matrix that centres a card in a slot, turned clockwise by a quarter if `turned`."""
    turn = Matrix.rotate(90 if is_turned else 0)
    return Matrix.translate(-width / 2, -height / 2).then(turn).then(Matrix.translate(x, y))


def _find_outline(frame: Frame, grid: Grid, matrix: Matrix, clip: Bounds | None) -> Outline | None:
    """The outline to clip a piece to: its trim with bleed if it has no straight sides, else `clip`, if any."""
    if line := find_bleed_outline(frame, min(grid.bleed, frame.bleed)):
        return _transform_cached(line, matrix)
    return rect(clip[0], clip[1], clip[2] - clip[0], clip[3] - clip[1]) if clip else None


_transform_cached = lru_cache(maxsize=256)(transform_outline)  # pieces with the same shape and place


def _find_clip(frame: Frame, grid: Grid, slot: Slot, slots: TakenSlots) -> Bounds | None:
    def reach(column: int, row: int) -> float:
        other = slots.get((slot.column + column, slot.row + row))
        if other is None:
            return grid.bleed
        apart = (abs(other.x - slot.x) - abs(column) * grid.width, abs(other.y - slot.y) - abs(row) * grid.height)
        return 0.0 if max(apart) < NEAR else min(grid.bleed, max(apart) / 2)

    left, top, right, bottom = reach(-1, 0), reach(0, -1), reach(1, 0), reach(0, 1)
    if min(left, top, right, bottom) >= frame.bleed - 1e-9 and grid.gaps is None:
        return None
    return slot.x - left, slot.y - top, slot.x + grid.width + right, slot.y + grid.height + bottom
