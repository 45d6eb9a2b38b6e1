"""Arrange cards on a sheet: find the grid that holds most, and place fronts and backs behind each other.

A sheet is turned over about one of its edges. Turned about its long edge, a point at x on the front of
an upright page is at ``paper width - x`` on its back; turned about the short edge, a point at y is at
``paper height - y``. On a landscape page the long edge is horizontal, and the two swap. A fold down the
middle of a page mirrors like the first. Backs are placed so that a card turned over like the page of a
book is upright on both sides.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from companion.data.papers import Paper
from companion.errors import PaperError
from companion.press.frame.frame import Frame, Use
from companion.press.frame.outlines import Bounds, Matrix, rect, transform_bounds, transform_outline
from companion.press.frame.trims import find_bleed_outline
from companion.sentences import Sentence, say

MARK_GAP = 1.0  # between the bleed and the start of a mark, mm
MARK_LENGTH = 3.0  # length of a mark, mm
FOLD_GAP = 1.0  # the free strip on each side of a fold line, mm


def list_rooms(
    paper: Paper, marks: bool, fold: bool = False, reserve: tuple[float, float] = (0.0, 0.0), corner: float = 0.0
) -> tuple[Bounds, ...]:
    """The parts of a page that cards and their bleed may fill, mm; with `fold`, on its left half.

    `reserve` is the space inside the margin, mm, by which a printer's correction may move a front with its marks,
    and a back. If a cutting machine's marks take a `corner`, the first room is clear of the strips between them, and
    the others reach into two of the strips.
    """
    mark = MARK_GAP + MARK_LENGTH if marks else 0.0
    edge, clear = (paper.margin + max(mark + reserve[0] + strip, reserve[1]) for strip in (0.0, corner))

    def build_room(left: float, top: float) -> Bounds:
        right = paper.width / 2 - FOLD_GAP - mark if fold else paper.width - left
        return left, top, right, paper.height - top

    return tuple(dict.fromkeys((build_room(clear, clear), build_room(clear, edge), build_room(edge, clear))))


class Slot(NamedTuple):
    """A place for one card on a sheet, mm; column and row count from 0."""

    column: int
    row: int
    x: float  # left edge of the trim on the sheet
    y: float  # upper edge of the trim
    width: float  # of the trim on the sheet, after turning
    height: float
    is_turned: bool  # by a quarter, clockwise

    @property
    def box(self) -> Bounds:
        """The bounds of the trim, mm."""
        return self.x, self.y, self.x + self.width, self.y + self.height


class Grid(NamedTuple):
    """The arrangement of cards on a page, mm."""

    paper: Paper
    room: Bounds  # the grid is centred in it
    width: float  # of a trim on the sheet, after turning
    height: float
    columns: int
    rows: int
    is_turned: bool  # by a quarter, clockwise
    bleed: float
    gaps: tuple[float, float] = (0.0, 0.0)  # between the trims of neighbours, beside and below each other
    shares_cuts: bool = False  # neighbours touch, so that one cut separates them; otherwise two bleeds are between them
    marks: bool = True  # there is room for marks round the grid
    rooms: tuple[Bounds, ...] = ()  # those that could be used, the usual one first
    is_cut: bool = False  # these are the places of a sheet that is cut for cards

    @property
    def cards(self) -> int:
        return self.columns * self.rows

    @property
    def trim(self) -> Bounds:
        """The bounds of all trims together, mm."""
        across = self.columns * (self.width + self.gaps[0]) - self.gaps[0]
        down = self.rows * (self.height + self.gaps[1]) - self.gaps[1]
        left, top = (self.room[0] + self.room[2] - across) / 2, (self.room[1] + self.room[3] - down) / 2
        return left, top, left + across, top + down

    @property
    def edge(self) -> float:
        """The room that bleed and cut marks need round all trims, mm."""
        return self.bleed + (MARK_GAP + MARK_LENGTH if self.marks else 0.0)

    @property
    def sheet(self) -> Bounds:
        """The part of the page for trims with that room round them, mm."""
        marks, (left, top, right, bottom) = self.edge - self.bleed, self.rooms[0]
        return left - marks, top - marks, right + marks, bottom + marks

    def list_slots(self) -> list[Slot]:
        """All slots, row by row."""
        left, top, _, _ = self.trim
        across, down = self.width + self.gaps[0], self.height + self.gaps[1]
        size = self.width, self.height, self.is_turned
        places = product(range(self.rows), range(self.columns))
        return [Slot(column, row, left + column * across, top + row * down, *size) for row, column in places]


BLEED = 2.0  # the default bleed round every card, mm
SEAM = 0.05  # so far a card prints onto one that it touches, so that no pale line shows between them, mm
TINY = 1e-6  # tolerance for rounding, mm
ROUNDING = 1e-8  # so much more than fits, mm, may be named as the bleed that does
LEAST_BLEED = 1.0  # less is only used where it is ordered: not to save sheets, nor within a cutting machine's marks, mm
LEAST_OFFER = 0.5  # no less is offered, mm: no printer and no hand is that true


@lru_cache(64)
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
    half of the page. `reserve` and `corner` are as in `list_rooms`: cards stay clear of the strips between a cutting
    machine's marks, unless more fit between two corners than stay clear with 1 mm bleed. All lengths are in mm.
    """
    wanted = min(BLEED, bleed_drawn) if bleed is None else bleed
    for has_marks in (marks, False) if bleed is None else (marks,):
        rooms = list_rooms(paper, has_marks, fold, reserve, corner)
        grids = _list_grids(paper, rooms, width, height, shares_cuts)
        widest = max((grid.bleed for grid in grids), default=0.0)
        used = min(wanted, widest) if bleed is None else bleed
        fitting = [grid for grid in grids if grid.bleed >= used - ROUNDING]
        if fitting:
            best = max(fitting, key=lambda grid: (grid.cards, grid.room == rooms[0], not grid.is_turned))
            gap = 0.0 if shares_cuts else 2 * used
            return best._replace(bleed=used, gaps=(gap, gap), shares_cuts=shares_cuts, marks=has_marks, rooms=rooms)
    fields: dict[str, Any] = {"width": width, "height": height, "paper": paper.title}
    if grids:
        fits = math.floor(min(widest, bleed_drawn) * 100 + TINY) / 100  # rounded down, so that it really fits
        fields |= {"bleed": wanted, "most": fits}
        raise PaperError(
            "{bleed} mm of bleed does not fit round a card of {width} x {height} mm on {paper}; use {most} mm.",
            **fields,
        )
    left, top, right, bottom = rooms[0]
    fields |= {"wide": max(0.0, right - left), "high": max(0.0, bottom - top)}
    raise PaperError(
        "A card of {width} x {height} mm does not fit on {paper}, which has {wide} x {high} mm for cards.", **fields
    )


def _list_grids(paper: Paper, rooms: Sequence[Bounds], width: float, height: float, shares_cuts: bool) -> list[Grid]:
    """Grids of the first room, and of others those that hold more than it does with 1 mm bleed; all with most bleed."""
    grids = list(_fill_room(paper, rooms[0], width, height, shares_cuts))
    clear = max((grid.cards for grid in grids if grid.bleed >= LEAST_BLEED), default=0)
    others = (grid for room in rooms[1:] for grid in _fill_room(paper, room, width, height, shares_cuts))
    return [*grids, *(grid for grid in others if grid.cards > clear)]


def _fill_room(paper: Paper, room: Bounds, width: float, height: float, shares_cuts: bool) -> Iterator[Grid]:
    wide, high = room[2] - room[0], room[3] - room[1]
    for across, down, is_turned in ((width, height, False), (height, width, True)):
        most_columns, most_rows = int((wide + TINY) // across), int((high + TINY) // down)
        for columns, rows in product(range(1, most_columns + 1), range(1, most_rows + 1)):
            beside, below = (1, 1) if shares_cuts else (columns, rows)
            bleeds = (wide - columns * across) / (2 * beside), (high - rows * down) / (2 * below)
            yield Grid(paper, room, across, down, columns, rows, is_turned, max(0.0, min(bleeds)))


NEAR_SIZE = 1.0  # most that a card's width and height may differ from those of its place, mm


def fit_places(paper: Paper, width: float, height: float, bleed: float, card: str) -> Grid:
    """The places of a sheet that is cut for cards, as a grid; a `PaperError` if they are not for cards of this size."""
    places = paper.places
    assert places is not None
    for across, down, turned in ((width, height, False), (height, width, True)):
        if max(abs(places.width - across), abs(places.height - down)) <= NEAR_SIZE + TINY:
            room, shape = (places.left, places.top, *places.end), (*places[2:4], *places[:2])
            return Grid(paper, room, *shape, turned, bleed, places[6:], marks=False, is_cut=True)
    fields: dict[str, Any] = {"paper": paper.title, "width": places.width, "height": places.height}
    fields |= {"card": card, "wide": width, "high": height}
    raise PaperError(
        "{paper} is cut into cards of {width} x {height} mm; {card} is {wide} x {high} mm. Choose another "
        "sheet or plain paper, or print only the components that fit.",
        **fields,
    )


def find_smaller_bleed(grid: Grid, cards: int, sheets: int) -> float:
    """The widest bleed with which cards take fewer sheets, in tenths of a mm; 0 if none is worth an offer."""
    others = _list_grids(grid.paper, grid.rooms, grid.width, grid.height, grid.shares_cuts)
    widest = max((each.bleed for each in others if math.ceil(cards / each.cards) < sheets), default=0.0)
    bleed = math.floor(widest * 10 + TINY) / 10
    return bleed if bleed >= LEAST_OFFER else 0.0


def list_overreach(grid: Grid, white: float) -> Iterator[Sentence]:
    """Yield a note on cards, or else bleed, or else marks within the `white` mm that printers leave white."""
    left, top, right, bottom = grid.trim
    cards = min(left, top, grid.paper.width - right, grid.paper.height - bottom)
    bleed = cards - grid.bleed
    marks = bleed - MARK_GAP - MARK_LENGTH if grid.marks else bleed
    remarks = {
        "{paper}: cards reach to {distance} mm from the edge; most printers leave {white} mm white.": cards,
        "{paper}: the bleed reaches to {distance} mm from the edge; most printers leave {white} mm "
        "white, and it will be narrower there.": bleed,
        "{paper}: cut marks reach to {distance} mm from the edge; most printers leave {white} mm "
        "white, and they will be shorter there.": marks,
    }
    for remark, distance in remarks.items():
        if distance < white - TINY:
            yield say(remark, paper=grid.paper.title, white=white, distance=distance)
            break


TakenSlots = Mapping[tuple[int, int], Slot]
"""The slots that no bleed may reach, by column and row."""


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


def place_frame(frame: Frame, grid: Grid, slot: Slot, taken: TakenSlots, turn: Matrix | None = None) -> Use:
    """Place a front in its slot, or, if the sheet `turn`s, a back behind it; neither bleeds onto `taken` slots."""
    matrix = compute_front_matrix(slot, frame.width, frame.height)
    clip = _find_clip(frame, grid, slot, taken)
    if turn is not None:
        matrix, clip = compute_back_matrix(matrix, frame.width, turn), clip and transform_bounds(clip, turn)
    outline = find_bleed_outline(frame, min(grid.bleed, frame.bleed))
    if outline is not None:
        return Use(frame, matrix, _transform_cached(outline, matrix))
    return Use(frame, matrix, rect(clip[0], clip[1], clip[2] - clip[0], clip[3] - clip[1]) if clip else None)


_transform_cached = lru_cache(maxsize=256)(transform_outline)  # pieces with the same shape and place


@lru_cache(maxsize=1024)  # every sheet has the same places
def compute_front_matrix(slot: Slot, width: float, height: float) -> Matrix:
    """The matrix that centres a frame of this size in a slot."""
    turn = Matrix.rotate(90 if slot.is_turned else 0)
    middle = slot.x + slot.width / 2, slot.y + slot.height / 2
    return Matrix.translate(-width / 2, -height / 2).then(turn).then(Matrix.translate(*middle))


@lru_cache(maxsize=1024)
def compute_back_matrix(front: Matrix, width: float, turn: Matrix) -> Matrix:
    """The matrix of a back, from that of its front; applied twice, it gives that of the front again."""
    return Matrix(a=-1.0, e=width).then(front).then(turn)


def _find_clip(frame: Frame, grid: Grid, slot: Slot, taken: TakenSlots) -> Bounds | None:
    """The bounds of a frame with its bleed, if that is less than it draws."""

    def reach(column: int, row: int) -> float:
        other = taken.get((slot.column + column, slot.row + row))
        if other is None:
            return grid.bleed
        apart = max(abs(other.x - slot.x) - abs(column) * slot.width, abs(other.y - slot.y) - abs(row) * slot.height)
        return min(grid.bleed, apart / 2) + (0.0 if grid.is_cut else SEAM)

    left, top, right, bottom = reach(-1, 0), reach(0, -1), reach(1, 0), reach(0, 1)
    if min(left, top, right, bottom) >= frame.bleed - 1e-9 and not grid.is_cut:
        return None
    return slot.x - left, slot.y - top, slot.x + slot.width + right, slot.y + slot.height + bottom
