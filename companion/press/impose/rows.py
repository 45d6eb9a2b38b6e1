"""Rows of tokens: neighbours that look the same along their cut touch, others keep a gap between them.

All columns lie a token apart, so that every cut runs straight down the page. Where the colour changes within
a row, a place is left empty; where it changes from row to row, two bleeds lie between the rows. A colour
begins a row of its own, so that all of its tokens touch; single tokens share one.
"""

from collections.abc import Sequence
from itertools import groupby

from companion.press.impose.edges import PlainEdge
from companion.press.impose.grid import Grid, Slot

Rows = tuple[tuple[tuple[int, Slot], ...], ...]  # for every page, the number and slot of each piece

_Row = list[tuple[int, int]]  # columns and pieces


def rows_of(edges: Sequence[PlainEdge], grid: Grid, mixed: bool = False) -> Rows:
    """Lay pieces out in rows; the grid is that of touching pieces, whose columns are kept.

    Mixed, colours share rows where they can, which takes less paper and more cuts.
    """
    left, top, _, bottom = grid.trim
    pages: list[list[tuple[int, Slot]]] = []
    y, before, number = top, None, 0
    for row in _rows(edges, grid.columns, mixed):
        kinds = {edges[piece] for _, piece in row}
        alike = kinds.pop() if len(kinds) == 1 else None
        y += 0.0 if alike is not None and alike == before else 2 * grid.bleed
        if not pages or y + grid.height > bottom + 1e-6:
            pages.append([])
            y, number = top, 0
        for column, piece in row:
            pages[-1].append((piece, Slot(column, number, left + column * grid.width, y)))
        y, before, number = y + grid.height, alike, number + 1
    return tuple(map(tuple, pages))


def _rows(edges: Sequence[PlainEdge], columns: int, mixed: bool) -> list[_Row]:
    rows: list[_Row] = []
    column, alone = columns, False
    for _, pieces in groupby(range(len(edges)), key=lambda piece: edges[piece] or piece):
        run = list(pieces)
        both = alone and len(run) == 1
        alone = len(run) == 1
        column = column + 1 if mixed or both else columns  # a place between two colours, or a new row
        for piece in run:
            if column >= columns:
                rows.append([])
                column = 0
            rows[-1].append((column, piece))
            column += 1
    return rows
