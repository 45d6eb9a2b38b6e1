"""A sheet of cards: the room on a page, the grid in it, and the place of every card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.data.papers import Paper
from companion.press.frame.frame import Bounds

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
