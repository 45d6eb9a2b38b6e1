"""The sheet solver: how many cards a page holds, upright or turned, with how much bleed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.data.papers import Paper
from companion.errors import PaperError

__all__ = ["MARK_GAP", "MARK_LENGTH", "Grid", "Slot", "solve"]

MARK_GAP = 1.0
"""Marks start this far outside the bleed, mm."""
MARK_LENGTH = 3.0
"""Length of a mark, mm."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for one card on a sheet.

    Attributes:
        column: From the left, from 0.
        row: From the top, from 0.
        x: Left edge of the trim as it lies on the sheet, mm.
        y: Upper edge of the trim, mm.
    """

    column: int
    row: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Grid:
    """The cards of one page.

    Attributes:
        paper: The sheet.
        width: Of a trim as it lies on the sheet, mm.
        height: Of a trim as it lies on the sheet, mm.
        columns: Cards across.
        rows: Cards down.
        turned: Whether cards lie a quarter turn clockwise.
        bleed: Round every card, mm; neighbours lie two bleeds apart.
    """

    paper: Paper
    width: float
    height: float
    columns: int
    rows: int
    turned: bool
    bleed: float

    @property
    def count(self) -> int:
        """Cards a page."""
        return self.columns * self.rows

    @property
    def left(self) -> float:
        """Left edge of the first trim, mm; the grid stands in the middle of the paper."""
        return (self.paper.width - self.columns * self.width - (self.columns - 1) * 2 * self.bleed) / 2

    @property
    def top(self) -> float:
        """Upper edge of the first trim, mm."""
        return (self.paper.height - self.rows * self.height - (self.rows - 1) * 2 * self.bleed) / 2

    def slots(self) -> Iterator[Slot]:
        """All places, row by row; a half-full page keeps them all."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield Slot(
                    column, row,
                    self.left + column * (self.width + 2 * self.bleed),
                    self.top + row * (self.height + 2 * self.bleed),
                )  # fmt: skip


def solve(paper: Paper, width: float, height: float, bleed: float, marks: bool = True) -> Grid:
    """Find the grid that puts most cards on a page with the bleed wanted.

    Args:
        paper: The sheet with its margin.
        width: Of a card's trim, mm.
        height: Of a card's trim, mm.
        bleed: Wanted round every card, mm.
        marks: Whether room for cut marks is needed outside the bleed.

    Returns:
        The fullest grid; upright where both ways hold as many.

    Raises:
        PaperError: When not one card fits.
    """
    ways = [
        Grid(paper, w, h, *_fits(paper, w, h, bleed, marks), turned, bleed)
        for w, h, turned in ((width, height, False), (height, width, True))
    ]
    best = max(ways, key=lambda grid: (grid.count, not grid.turned))
    if not best.count:
        raise PaperError(
            "A card of {width} x {height} mm with {bleed} mm bleed does not fit on {paper}.",
            width=width, height=height, bleed=bleed, paper=paper.title,
        )  # fmt: skip
    return best


def _fits(paper: Paper, width: float, height: float, bleed: float, marks: bool) -> tuple[int, int]:
    edge = 2 * (MARK_GAP + MARK_LENGTH) if marks else 0.0
    across = paper.width - 2 * paper.margin - edge + 1e-9
    down = paper.height - 2 * paper.margin - edge + 1e-9
    return max(0, int(across // (width + 2 * bleed))), max(0, int(down // (height + 2 * bleed)))
