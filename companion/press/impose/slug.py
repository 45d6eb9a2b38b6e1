"""The line of small words in the margin of a sheet: what it is, and which printer it is corrected for."""

from __future__ import annotations

from collections.abc import Iterator

from companion.press.frame import fonts
from companion.press.frame.frame import Text
from companion.press.impose.grid import MARK_GAP, MARK_LENGTH, Grid
from companion.units import points

__all__ = ["LINE", "slug"]

LINE = 2.8
"""Height that a line of words of the largest size needs beyond the marks, mm."""
LARGEST, LEAST = 6.0, 3.0
"""Type sizes, points."""


def slug(grid: Grid, words: str, edge: float) -> Text | None:
    """Set the line where it is largest and touches neither card nor mark.

    It runs below the marks or left of them where the margin leaves room; else between the ticks of one
    card; ``None`` where there is no room at all.

    Args:
        grid: The grid of the page.
        words: What the line says.
        edge: What stays white along every edge of the paper, mm.
    """
    found = max(
        (text for text in _places(grid, words, edge) if text.size >= LEAST),
        key=lambda text: (text.size, text.turn == 0),
        default=None,
    )
    return found


def _places(grid: Grid, words: str, edge: float) -> Iterator[Text]:
    left, _, _, bottom = grid.trim
    paper, marks = grid.paper, grid.bleed + (MARK_GAP + MARK_LENGTH if grid.marks else 0.0)
    free_below, free_left = paper.height - edge - bottom - marks, left - marks - edge
    below, beside = (LARGEST * min(1.0, free / LINE) for free in (free_below, free_left))
    if below >= LEAST:
        base = bottom + marks + 2.15 * below / LARGEST
        yield _set(words, left, base, paper.width - edge - left, 0, below)
    if beside >= LEAST:
        yield _set(words, left - marks - 0.8 * beside / LARGEST, bottom, bottom - edge, 270, beside)
    if grid.marks:
        strip = grid.bleed + MARK_GAP + 1.0
        yield _set(words, left + 1.5, bottom + strip + 1.2, grid.width - 3, 0)
        yield _set(words, left - strip + 0.2, bottom - 1.5, grid.height - 3, 270)


def _set(words: str, x: float, y: float, room: float, turn: float, largest: float = LARGEST) -> Text:
    size = min(largest, LARGEST * points(room) / max(fonts.width(words, "regular", LARGEST), 1e-9))
    return Text(words, x, y, int(size * 4) / 4, colour="#555555", turn=turn, role="margin")
