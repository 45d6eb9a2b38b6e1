"""Put blocks of pieces of several sizes on one page, so that straight cuts across what is left part them."""

import math
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from companion.press.face.pieces import Piece
from companion.press.frame.drawing import enclose_boxes
from companion.press.frame.outlines import Bounds
from companion.press.sheets.grid import TINY, Grid, Slot

PlacedPieces = Sequence[tuple[Piece, Slot]]
"""The pieces of a page, each with its place."""


class SheetBlock(NamedTuple):
    """Rows of pieces of one size on a page; straight cuts across the page part it from the blocks above and below."""

    grid: Grid
    pieces: PlacedPieces

    @property
    def trim(self) -> Bounds:
        """The bounds of the trims of its pieces, mm."""
        return enclose_boxes([(x, y, x + width, y + height) for _, (_, _, x, y, width, height, _) in self.pieces])

    @property
    def box(self) -> Bounds:
        """Its trim with the room for bleed and marks on all sides, mm."""
        edge, (left, top, right, bottom) = self.grid.edge, self.trim
        return left - edge, top - edge, right + edge, bottom + edge

    def move_by(self, across: float, down: float) -> "SheetBlock":
        moved = [(each, Slot._make((*at[:2], at.x + across, at.y + down, *at[4:]))) for each, at in self.pieces]
        return SheetBlock(self.grid, moved)


def fill_grid(grid: Grid, pieces: Iterable[Piece], skip: Collection[int] = ()) -> list[list[SheetBlock]]:
    """Fill sheets with pieces, row by row; `skip` are the numbers of the first sheet's places that stay blank."""
    slots, waiting, pages = grid.list_slots(), iter(pieces), list[list[SheetBlock]]()
    free = [slot for number, slot in enumerate(slots, 1) if number not in skip]
    while page := [(piece, slot) for slot, piece in zip(free, waiting, strict=False)]:
        pages.append([SheetBlock(grid, page)])
        free = slots
    return pages


PageKey = TypeVar("PageKey", bound=Hashable)


class _Packing(NamedTuple):
    """A page on its way to hold more blocks; boxes are trims with the room for bleed and marks round them."""

    sheet: Bounds  # the part of the page for boxes, mm
    blocks: list[SheetBlock]
    free: list[Bounds]  # rectangles for boxes, mm

    @classmethod
    def begin(cls, sheet: Bounds, page: Sequence[SheetBlock]) -> "_Packing":
        """A page with its blocks in the upper left corner; free are the strips beside and below them."""
        left, top, right, bottom = sheet
        x1, y1, x2, y2 = enclose_boxes([block.box for block in page])
        end, foot = left + x2 - x1, top + y2 - y1
        blocks = [block.move_by(left - x1, top - y1) for block in page]
        return cls(sheet, blocks, [(end, top, right, foot), (left, foot, right, bottom)])

    def list_places(self, grid: Grid, count: int) -> Iterator[tuple[int, Bounds, Grid]]:
        """Yield how many of so many pieces fit into each free rectangle, the rectangle, and their grid there."""
        edge, gap = grid.edge, grid.gaps[0]
        for free in self.free:
            left, top = free[0] + edge, free[1] + edge
            wide, high = free[2] - left - edge + gap + TINY, free[3] - top - edge + gap + TINY
            for is_turned, (across, down) in enumerate(((grid.width, grid.height), (grid.height, grid.width))):
                columns, rows = int(wide // (across + gap)), int(high // (down + gap))
                if min(columns, rows) > 0:
                    rows = min(rows, math.ceil(count / columns))
                    columns = min(columns, math.ceil(count / rows))
                    right, bottom = left + columns * (across + gap) - gap, top + rows * (down + gap) - gap
                    turned = grid.is_turned != bool(is_turned)
                    shape = (left, top, right, bottom), across, down, columns, rows, turned
                    yield min(count, columns * rows), free, Grid(grid.paper, *shape, *grid[7:])

    def add(self, free: Bounds, block: SheetBlock) -> None:
        """Add a block that lies in the upper left corner of a free rectangle."""
        _, _, end, foot = block.box
        left, top, right, bottom = free
        self.blocks.append(block)
        self.free.remove(free)
        if right - end > bottom - foot:
            self.free.extend([(end, top, right, bottom), (left, foot, end, bottom)])
        else:
            self.free.extend([(end, top, right, foot), (left, foot, right, bottom)])

    def finish(self) -> list[SheetBlock]:
        """The blocks, together in the middle of the page; the lowest is the last."""
        left, top, right, bottom = self.sheet
        x1, y1, x2, y2 = enclose_boxes([block.box for block in self.blocks])
        moved = [block.move_by((left + right - x1 - x2) / 2, (top + bottom - y1 - y2) / 2) for block in self.blocks]
        return sorted(moved, key=lambda block: block.trim[3])


def fill_page(grid: Grid, pieces: Sequence[Piece]) -> tuple[list[SheetBlock], Sequence[Piece]]:
    """A page with a full grid, and more pieces in what is free beside and below it; and the pieces that are left."""
    (block,), rest = fill_grid(grid, pieces[: grid.cards])[0], pieces[grid.cards :]
    packing = _Packing.begin(grid.sheet, [block])
    while rest and (places := [*packing.list_places(grid, len(rest))]):
        count, free, there = max(places, key=lambda place: place[0])
        packing.add(free, fill_grid(there, rest[:count])[0][0])
        rest = rest[count:]
    return packing.finish() if len(packing.blocks) > 1 else [block], rest


def spread_pieces(
    pages: Mapping[PageKey, Sequence[SheetBlock]], groups: Collection[tuple[Grid, Sequence[Piece]]]
) -> dict[PageKey, list[SheetBlock]] | None:
    """Put groups of pieces where pages have room: the pages that change, few of them; ``None`` if some do not fit."""
    grids = [*(page[0].grid for page in pages.values()), *(grid for grid, _ in groups)]
    lefts, tops, rights, bottoms = zip(*(grid.sheet for grid in grids), strict=True)
    sheet = max(lefts), max(tops), min(rights), min(bottoms)
    packings, changed = {key: _Packing.begin(sheet, page) for key, page in pages.items()}, dict[PageKey, None]()
    for grid, group in groups:
        pieces = list(group)
        while pieces:
            places = [
                (count, key in changed, key, free, there)
                for key, packing in packings.items()
                for count, free, there in packing.list_places(grid, len(pieces))
            ]
            if not places:
                return None
            count, _, key, free, there = max(places, key=lambda place: place[:2])
            packings[key].add(free, fill_grid(there, pieces[:count])[0][0])
            changed[key] = None
            pieces = pieces[count:]
    return {key: packings[key].finish() for key in changed}
