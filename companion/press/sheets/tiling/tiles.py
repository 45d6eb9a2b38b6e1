"""A board larger than the paper, on several sheets: tiles with overlap, trim ticks, names, and a plan.

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
from companion.press.face.typesetting import TextBox, set_words, text_extents
from companion.press.frame import fonts
from companion.press.frame.colour import INK, VERMILION
from companion.press.frame.frame import Bounds, Frame, Item, Outline, Page, Shape, Text, Use, line, rect
from companion.press.frame.matrix import Matrix
from companion.press.sheets.tiling.cuts import Cuts, choose_cuts
from companion.sentences import Language, Sentence, say, say_count
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
    return [_plan(laid, title, language), *(_tile(laid, *part, title, language) for part in parts)]


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


def _plan(laid: Tiling, title: str, language: Language) -> Page:
    """The first page: the board in small with every tile's name, and how it is put together."""
    paper, frame, cuts = laid.paper, laid.frame, laid.cuts
    edge = paper.margin + 8
    wide = paper.width - 2 * edge
    factor = min(wide / frame.width, (paper.height - 2 * edge - 62) / frame.height)
    left, top = (paper.width - frame.width * factor) / 2, edge + 16
    onto = Matrix.scaled(factor).then(Matrix.moved(left, top))
    items: list[Item] = [
        *_lines(title, edge, edge - 2, wide, 11, 20, "bold"),
        Use(frame, onto, rect(left, top, frame.width * factor, frame.height * factor)),
    ]
    for name, (x1, y1, x2, y2) in zip(cuts.names, cuts.tiles, strict=True):
        (a, b), (c, d) = onto.apply(x1, y1), onto.apply(x2, y2)
        wide_name = 4 + 4.9 * len(name)  # two characters, or more in a board of very many tiles
        small = min(1.0, (c - a) / (wide_name + 2), (d - b) / 13)
        pen = max(small, 0.3)
        items.append(Shape(rect(a, b, c - a, d - b), None, "#ffffff", 1.1 * pen, role="plan"))
        items.append(Shape(rect(a, b, c - a, d - b), None, VERMILION, 0.5 * pen, role="plan"))
        middle, height = (a + c) / 2, (b + d) / 2
        plate = rect(
            middle - wide_name * small / 2, height - 4.5 * small, wide_name * small, 9 * small, small
        )
        items.append(Shape(plate, "#ffffff", VERMILION, 0.4 * pen, role="plan"))
        y = height + 2.2 * small
        items.append(Text(name, middle, y, 17 * small, "bold", VERMILION, "middle", role="margin"))
    y = top + frame.height * factor + 6
    for number, step in enumerate(_steps(laid), 1):
        said = f"{number}. {step.said(language)}"
        drawn = _lines(said, edge, y, wide, 9, 9.5)
        items += drawn
        y = max(text.y for text in drawn) + 3
    label = say("{title}, plan of assembly", title=title).said(language)
    page = Frame(label, paper.width, paper.height, tuple(items))
    return Page(page, label, title, free=(paper.width - edge, paper.height - paper.margin - 2, wide))


def _steps(laid: Tiling) -> Iterator[Sentence]:
    frame, cuts = laid.frame, laid.cuts
    yield say_count(
        "The board is {width} × {height} mm; print {count} sheet[|s] at 100 %.",
        len(cuts.tiles),
        width=frame.width,
        height=frame.height,
    )
    yield say("Of every sheet trim the left and the top edge at the ticks, where it has a neighbour there.")
    yield say(
        "Begin with {first}. Lay each next tile with its trimmed edge on the ticks of the one before, over "
        "its flap of {flap} mm; row after row. Let the picture guide you, then glue.",
        first=cuts.names[0],
        flap=OVERLAP,
    )
    yield say("Trim the outer edges last, all at once, at the outer ticks.")
    if cuts.touched:
        yield say_count(
            "No straight cuts on this paper spare all words: {count} [line lies|lines lie] within 3 mm "
            "of a cut.",
            cuts.touched,
        )


def _lines(
    words: str, x: float, y: float, width: float, height: float, size: float, weight: str = "regular"
) -> list[Text]:
    box = TextBox("plan", x, y, width, height, size, 4.0, weight, INK, valign="top", role="margin")
    return set_words(words, box, "plan")
