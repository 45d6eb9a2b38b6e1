"""The sheet solver: cards a page, upright or turned, with their bleed, and the price of more."""

import math
from collections.abc import Iterator
from functools import partial
from typing import Any

from companion.data.papers import Paper
from companion.errors import PaperError
from companion.press.impose.grid import MARK_GAP, MARK_LENGTH, Grid, Room
from companion.sentences import Sentence, say

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
    grids = _ways(paper, room, width, height, wanted, shared, marks)
    grid = max(grids, key=lambda grid: (grid.cards, not grid.turned))
    if grid.cards:
        return grid
    fitting = most_bleed(room, width, height)
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


def most_bleed(room: Room, width: float, height: float) -> float:
    """The most bleed that fits round a single card, mm; below 0 when the card itself does not fit."""
    return max(
        min(room.width - across, room.height - down) / 2
        for across, down in ((width, height), (height, width))
    )


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
    """Bleed and count of every grid on the same page."""
    room = grid.room
    for width, height in ((grid.width, grid.height), (grid.height, grid.width)):
        columns_most, rows_most = int((room.width + TINY) // width), int((room.height + TINY) // height)
        for columns in range(1, columns_most + 1):
            for rows in range(1, rows_most + 1):
                shares = (1, 1) if grid.shared else (columns, rows)
                across = (room.width - columns * width) / (2 * shares[0])
                down = (room.height - rows * height) / (2 * shares[1])
                yield min(across, down), columns * rows


def _ways(
    paper: Paper, room: Room, width: float, height: float, bleed: float, shared: bool, marks: bool
) -> Iterator[Grid]:
    for across, down, turned in ((width, height, False), (height, width, True)):
        columns = _fits(room.width, across, bleed, shared)
        rows = _fits(room.height, down, bleed, shared)
        yield Grid(paper, room, across, down, columns, rows, turned, bleed, shared, marks)


def _fits(length: float, card: float, bleed: float, shared: bool) -> int:
    gutter = 0.0 if shared else 2 * bleed
    return max(0, int((length - 2 * bleed + gutter + TINY) // (card + gutter)))


def _floored(millimetres: float) -> float:
    """The length, rounded down to hundredths, so that what is promised fits."""
    return math.floor(millimetres * 100 + TINY) / 100
