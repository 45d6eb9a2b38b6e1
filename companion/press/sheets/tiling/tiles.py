"""A board larger than the paper, on several sheets: a plan, and tiles with overlap, trim ticks and names.

Every tile is trimmed at its left and upper edge where it has a neighbour there; at its right and lower
edge it runs on under the neighbour. So a person trims two edges at most, glues from the first tile on,
each next one over the flap of the one before, and the picture closes.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.data.papers import Paper
from companion.errors import PaperError
from companion.press.face.typesetting import text_extents
from companion.press.frame import fonts
from companion.press.frame.colour import INK
from companion.press.frame.frame import Bounds, Frame, Item, Outline, Page, Shape, Text, Use, line, rect
from companion.press.frame.matrix import Matrix
from companion.press.sheets.tiling.cuts import Cuts, choose_cuts
from companion.press.sheets.tiling.plan import plan
from companion.sentences import Language, say
from companion.units import to_millimetres

OVERLAP = 10.0  # the strip of a tile under its right and lower neighbour, mm
SPARE = 2.0  # the strip of picture beyond an edge that is trimmed, mm
MOST_SHEETS = 3000  # of one board: eight by eight metres on A4 take half of them
BAND = 5.0  # left free round the picture for ticks and names, inside what the printer prints, mm
TICK = 3.5  # length of a trim tick, mm
PEN = 0.2  # width of a tick, mm


@dataclass(frozen=True)
class Tiling:
    """A board on its sheets."""

    frame: Frame
    paper: Paper  # turned on its side if that takes fewer sheets
    cuts: Cuts

    def window(self, tile: Bounds) -> Bounds:
        """The part of the board printed on a tile: with flap, spare, and the board's bleed outside; mm."""
        left, top, right, bottom = tile
        width, height = self.frame.width, self.frame.height
        bleed = min(self.frame.bleed, SPARE)
        return (
            left - (SPARE if left > 0 else bleed),
            top - (SPARE if top > 0 else bleed),
            right + (OVERLAP if right < width else bleed),
            bottom + (OVERLAP if bottom < height else bleed),
        )


def fits(frame: Frame, paper: Paper) -> bool:
    """True where a face goes onto one sheet, upright or on its side, edge to edge at most."""
    return any(
        frame.width <= width + 1e-6 and frame.height <= height + 1e-6
        for width, height in ((paper.width, paper.height), (paper.height, paper.width))
    )


def tiling(frame: Frame, paper: Paper) -> Tiling:
    """Cut a board for a paper, upright or on its side: as few sheets as possible, then sparing its words."""
    words = [box for _, box in text_extents(frame)]
    ways = []
    for sheet in (paper, paper._replace(width=paper.height, height=paper.width)):
        lost = 2 * (sheet.margin + BAND) + OVERLAP + SPARE
        most = (sheet.width - lost, sheet.height - lost)
        if min(most) > OVERLAP:
            sheets = math.ceil(frame.width / most[0]) * math.ceil(frame.height / most[1])
            if sheets > MOST_SHEETS:
                told: dict[str, Any] = {"card": frame.name, "sheets": sheets, "paper": paper.title}
                raise PaperError(
                    "{card} takes {sheets} sheets of {paper}; {most} are the most.", most=MOST_SHEETS, **told
                )
            ways.append(Tiling(frame, sheet, choose_cuts(frame.width, frame.height, most, words)))
    if not ways:
        raise PaperError("{paper} is too small for a board in tiles.", paper=paper.title)
    return min(ways, key=lambda way: (len(way.cuts.tiles), way.cuts.touched))


def tile(frame: Frame, paper: Paper, title: str, language: Language) -> list[Page]:
    """Lay a board out on paper: on one sheet if it fits, else a plan of assembly and then the tiles."""
    if fits(frame, paper):
        return [_whole(frame, paper, title)]
    laid = tiling(frame, paper)
    parts = zip(laid.cuts.names, laid.cuts.tiles, strict=True)
    first = plan(laid.frame, laid.cuts, laid.paper, OVERLAP, title, language)
    return [first, *(_tile(laid, *part, title, language) for part in parts)]


def _whole(frame: Frame, paper: Paper, title: str) -> Page:
    width, height = paper.width, paper.height
    if frame.width > width + 1e-6 or frame.height > height + 1e-6:
        width, height = height, width
    x, y = (width - frame.width) / 2, (height - frame.height) / 2
    page = Frame(title, width, height, (Use(frame, Matrix.moved(x, y)),))
    trim = (x, y, x + frame.width, y + frame.height)
    below = y - paper.margin >= BAND  # room beside the board, where the paper is larger
    free = (width - paper.margin, height - paper.margin - 1, width - 2 * paper.margin) if below else None
    return Page(page, title, title, trim, trim, free=free)


def _tile(laid: Tiling, name: str, part: Bounds, title: str, language: Language) -> Page:
    paper, frame = laid.paper, laid.frame
    window = laid.window(part)
    dx = (paper.width - (window[2] - window[0])) / 2 - window[0]
    dy = (paper.height - (window[3] - window[1])) / 2 - window[1]
    shown = rect(window[0] + dx, window[1] + dy, window[2] - window[0], window[3] - window[1])
    trim = (part[0] + dx, part[1] + dy, part[2] + dx, part[3] + dy)
    bleed = (window[0] + dx, window[1] + dy, window[2] + dx, window[3] + dy)
    items: list[Item] = [Use(frame, Matrix.moved(dx, dy), shown)]
    items += [Shape(each, stroke=INK, width=PEN, role="cut") for each in _ticks(trim, bleed)]
    names = list(_names(laid, f"{name} · {title}", part, trim, bleed, language))
    items += names
    # Beside the tile's name, as far as the tick above the right edge.
    end, taken = trim[2] - 1, names[0].x + to_millimetres(fonts.width(names[0].text, "bold", 8)) + 3
    label = f"{title} {name}"
    page = Frame(label, paper.width, paper.height, tuple(items))
    return Page(page, label, label, trim, bleed, 1, (end, names[0].y, end - taken))


def _ticks(trim: Bounds, bleed: Bounds) -> Iterator[Outline]:
    """Short lines outside the picture where the tile ends and its neighbours begin."""
    near, far = 0.8, 0.8 + TICK
    for x in (trim[0], trim[2]):
        yield line(x, bleed[1] - far, x, bleed[1] - near)
        yield line(x, bleed[3] + near, x, bleed[3] + far)
    for y in (trim[1], trim[3]):
        yield line(bleed[0] - far, y, bleed[0] - near, y)
        yield line(bleed[2] + near, y, bleed[2] + far, y)


def _names(
    laid: Tiling, name: str, part: Bounds, trim: Bounds, bleed: Bounds, language: Language
) -> Iterator[Text]:
    """The tile's name above the picture, and below it the instructions for its edges."""
    frame = laid.frame
    left = bleed[0] + 8
    yield Text(name, left, bleed[1] - 1.6, 8, "bold", INK, role="margin")
    if part[0] > 0 and part[1] > 0:
        words = say("Trim left and top at the ticks.")
    elif part[0] > 0 or part[1] > 0:
        words = say("Trim the {edge} edge at the ticks.", edge=say("left") if part[0] > 0 else say("top"))
    else:
        words = say("Trim nothing that lies under a neighbour: the others come on top of this tile.")
    told = [words]
    if part[2] < frame.width or part[3] < frame.height:
        told.append(say("Glue the next tile onto the flap of {flap} mm.", flap=OVERLAP))
    room = trim[2] - left - 1  # the tick at the right stays clear of words
    lines = [each.said(language) for each in told]
    if to_millimetres(fonts.width(" ".join(lines), "regular", 6)) <= room:
        lines = [" ".join(lines)]
    first = 3.4 if len(lines) == 1 else 2.3
    for number, said in enumerate(lines):
        yield Text(said, left, bleed[3] + first + 2.2 * number, 6, colour=INK, role="margin")
