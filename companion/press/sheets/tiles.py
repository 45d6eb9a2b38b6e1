"""Lay out a board larger than the paper: a plan of assembly, then tiles with overlap, trim ticks and names.

Every tile is trimmed at its left and upper edge if it has a neighbour there; at its right and lower edge
it continues under the neighbour. So at most two edges are trimmed, and each tile is glued over the flap of
the tile before it, beginning with the first.

The board is cut across into strips, then each strip on its own; or down into strips, if that cuts fewer
words. The sheets of a strip are upright or turned. Cuts near words or through words have a price. The cheapest
set of cuts is found exactly, by dynamic programming over every half millimetre and every edge of a word.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from heapq import heappop, heappush
from itertools import accumulate, pairwise, product

from companion.data.papers import Paper
from companion.errors import PaperError
from companion.paths import templates
from companion.press.face.typesetting import text_extents
from companion.press.frame import fonts, measures
from companion.press.frame.frame import Frame, Item, Page, Shape, Text, Use
from companion.press.frame.low_ink import INK, SOFT, VERMILION
from companion.press.frame.outlines import Bounds, Matrix, Outline, line, rect, transform_bounds
from companion.press.sheets.leaf import Column, Step, make_face_renderer
from companion.sentences import Language, Sentence, say, say_count
from companion.units import to_millimetres

CLEAR = 3.0  # a cut nearer to words than this has a price, mm
STEP = 0.5  # between positions at which a cut is tried, mm
THROUGH = 4.0  # the price of a cut through a line of words; a cut near one costs 1


@dataclass(frozen=True)
class Cuts:
    """The tiles of a board."""

    tiles: tuple[Bounds, ...]  # strip by strip
    names: tuple[str, ...]  # the letter of the strip and a number, such as `A1`
    touched_lines: int  # the number of lines of words with a cut nearer than `CLEAR`


Room = tuple[float, float]
"""The most that a sheet holds of a board, width and height, mm."""


def choose_cuts(width: float, height: float, rooms: Sequence[Room], words: Sequence[Bounds], gain: float = 0.0) -> Cuts:
    """Cut a board into tiles: as few as possible, then near the fewest words.

    Each strip has one of the `rooms` for its tiles; the last tile of a strip, and the last strip, may be
    longer by the `gain`, mm, since no flap continues them.
    """
    every = list[Cuts]()
    for is_swapped, strips in _list_strips(width, height, rooms, gain)[1]:
        board = (height, width, strips, _swap_axes(words)) if is_swapped else (width, height, strips, words)
        cuts = _cut_strips(*board, gain)
        every.append(replace(cuts, tiles=tuple(_swap_axes(cuts.tiles))) if is_swapped else cuts)
    return min(every, key=lambda cuts: cuts.touched_lines)


def _list_strips(
    width: float, height: float, rooms: Sequence[Room], gain: float
) -> tuple[int, list[tuple[bool, Sequence[Room]]]]:
    """The least number of tiles, and the ways to it: true if strips go down and sides are swapped; a room for each."""
    ways = dict[tuple[bool, Sequence[Room]], int]()
    for is_swapped in (False, True):
        across, down = (height, width) if is_swapped else (width, height)
        turned = [room[::-1] if is_swapped else room for room in rooms]
        first, last = turned[0], turned[-1]
        for count in range(_count_parts(down, last[1], gain) + 1):
            others = math.ceil((down - gain - count * last[1]) / first[1] - 1e-9)
            strips = (first,) * max(others, 0 if count else 1) + (last,) * count
            tiles = sum(_count_parts(across, wide, gain) for wide, _ in strips)
            ways |= {(is_swapped, strips): tiles, (is_swapped, strips[::-1]): tiles}
    fewest = min(ways.values())
    return fewest, [way for way, tiles in ways.items() if tiles == fewest]


def _count_parts(length: float, most: float, gain: float) -> int:
    return max(1, math.ceil((length - gain) / most - 1e-9))


def _swap_axes(boxes: Iterable[Bounds]) -> list[Bounds]:
    return [(top, left, bottom, right) for left, top, right, bottom in boxes]


def find_near_words(cut: float, low: float, high: float, words: Sequence[Bounds]) -> list[Bounds]:
    """The boxes of words too near an upright cut at x = ``cut`` from y = ``low`` to ``high``."""
    lines = [box for box in words if box[1] - CLEAR < high and box[3] + CLEAR > low]
    return [box for box in lines if box[0] - CLEAR < cut < box[2] + CLEAR]


def _cut_strips(width: float, height: float, strips: Sequence[Room], words: Sequence[Bounds], gain: float) -> Cuts:
    swapped = _swap_axes(words)
    levels = _find_cheapest_cuts(height, [high for _, high in strips], gain, 0.0, width, swapped)
    words_touched = sum(len(find_near_words(cut, 0.0, width, swapped)) for cut in levels[1:-1])
    tiles: list[Bounds] = []
    names: list[str] = []
    for strip, ((top, bottom), (wide, _)) in enumerate(zip(pairwise(levels), strips, strict=True), 1):
        parts = [wide] * _count_parts(width, wide, gain)
        uprights = _find_cheapest_cuts(width, parts, gain, top, bottom, words)
        words_touched += sum(len(find_near_words(cut, top, bottom, words)) for cut in uprights[1:-1])
        for number, (left, right) in enumerate(pairwise(uprights), 1):
            tiles.append((left, top, right, bottom))
            names.append(f"{_name_strip(strip)}{number}")
    return Cuts(tuple(tiles), tuple(names), words_touched)


def _name_strip(strip: int) -> str:
    """The letters of a strip, counted from 1: A to Z, then AA, AB and so on."""
    before, last = divmod(strip - 1, 26)
    return (_name_strip(before) if before else "") + chr(ord("A") + last)


CutPath = tuple[float, float, tuple[float, ...]]
"""The price of cuts, how uneven their parts are, and the cuts."""


def _find_cheapest_cuts(
    length: float, most: Sequence[float], gain: float, low: float, high: float, words: Sequence[Bounds]
) -> list[float]:
    """The positions of the cheapest cuts of a strip into parts of at most these lengths, both ends included."""
    parts = len(most)
    if parts == 1:
        return [0.0, length]
    lines = [box for box in words if box[1] - CLEAR < high and box[3] + CLEAR > low]
    ends = [*accumulate(most)]
    even = [length * end / ends[-1] for end in ends]
    places = {index * STEP for index in range(math.ceil(length / STEP))} | {*even[:-1], *ends[:-1]}
    # Slightly farther than needed, so that rounding does not bring the cut too near.
    places |= {x for box in lines for x in (box[0] - CLEAR - 1e-6, box[2] + CLEAR + 1e-6) if x > 0}
    lefts, rights = sorted(box[0] for box in lines), sorted(box[2] for box in lines)

    def compute_price(cut: float) -> float:
        """The price of a cut, from the numbers of words near it and of words that it crosses."""
        price = bisect_left(lefts, cut + CLEAR) - bisect_right(rights, cut - CLEAR)
        crossings = bisect_left(lefts, cut) - bisect_right(rights, cut)
        return price + (THROUGH - 1) * crossings

    prices = [(x, compute_price(x)) for x in sorted(places) if x < length]
    best: dict[float, CutPath] = {0.0: (0.0, 0.0, (0.0,))}  # by the last cut
    for part in range(1, parts):
        paths: dict[float, CutPath] = {}
        before: list[CutPath] = []  # a heap
        for x, price in prices:
            while before and before[0][2][-1] < x - most[part - 1] - 1e-9:
                heappop(before)
            if before and x >= length - sum(most[part:]) - gain - 1e-9:
                price_before, uneven, cuts = before[0]
                paths[x] = (price_before + price, uneven + abs(x - even[part - 1]), (*cuts, x))
            if x in best:
                heappush(before, best[x])
        best = paths
    return [*min(path for path in best.values() if length - path[2][-1] <= most[-1] + gain + 1e-9)[2], length]


FLAPS = (10.0, 7.0, 5.0, 4.0)  # widths of the flap of a tile under its right or lower neighbour, mm; the first is usual
SPARE = 2.0  # how far the picture continues beyond a trimmed edge, mm
MOST_SHEETS = 3000  # for one board; eight by eight metres on A4 take half as many
BAND = 5.0  # height of the strips above and below the picture for ticks and names, inside the margin, mm
TICK = 3.5  # length of a trim tick, mm
PEN = 0.2  # width of a tick, mm


@dataclass(frozen=True)
class Tiling:
    """A board cut into tiles for a paper."""

    frame: Frame  # as it is printed
    paper: Paper
    cuts: Cuts
    flap: float  # narrower than usual if that saves sheets, mm
    beside: float  # room for ticks beside the picture, mm; none if they can lie on its bleed, which is cut off
    scale: float = 1.0  # less than 1 if the board may be smaller and that saves sheets

    def compute_window(self, tile: Bounds) -> Bounds:
        """The part of the board printed on a tile, mm: with flaps, spare strips, and the outer bleed."""
        left, top, right, bottom = tile
        width, height = self.frame.width, self.frame.height
        bleed = min(self.frame.bleed, SPARE)
        return (
            left - (SPARE if left > 0 else bleed),
            top - (SPARE if top > 0 else bleed),
            right + (self.flap if right < width else bleed),
            bottom + (self.flap if bottom < height else bleed),
        )

    def describe_scale(self) -> Sentence:
        """How much smaller than designed the board is, and what for."""
        width, height = (round(side / self.scale, 1) for side in (self.frame.width, self.frame.height))
        return say(
            "On {paper} the board is drawn at {percent}% of {width} × {height} mm, which saves sheets.",
            paper=self.paper.title,
            percent=round(100 * self.scale, 1),
            width=width,
            height=height,
        )


def choose_tiling(frame: Frame, paper: Paper, boards: Iterable[Frame] = (), least: float = 1.0) -> Tiling:
    """Choose the size, flaps and cuts of a board: for fewest sheets, then the true size, wide flaps, few words cut.

    Those of the `boards` that are as large are cut alike, so that one plan of assembly does for all. The `least` is
    the scale at which a board may be printed if that saves sheets.
    """
    ways = list[tuple[int, float, float, list[Room]]]()  # sheets, scale and flap (negative: the most is best), rooms
    beside = 0.0 if frame.bleed >= SPARE else BAND
    for scale, flap in product(sorted({1.0, least}), FLAPS):
        across, down = (2 * (paper.margin + band) + flap + SPARE for band in (beside, BAND))
        rooms = [(paper.width - across, paper.height - down), (paper.height - across, paper.width - down)]
        if rooms := [room for room in rooms if min(room) > flap]:
            size = scale * frame.width, scale * frame.height
            ways.append((_list_strips(*size, rooms, flap - SPARE)[0], -scale, -flap, rooms))
    if not ways:
        raise PaperError("{paper} is too small for a board in tiles.", paper=paper.title)
    sheets, scale, flap, rooms = min(ways)
    if sheets > MOST_SHEETS:
        fields = {"card": frame.name, "sheets": sheets, "paper": paper.title, "most": MOST_SHEETS}
        raise PaperError(say("{card} needs {sheets} sheets of {paper}; the limit is {most}.", **fields))
    alike = [frame, *(each for each in boards if (each.width, each.height) == (frame.width, frame.height))]
    if scale > -1:
        alike = [replace(each.enlarge(-scale), bleed=-scale * each.bleed) for each in alike]
    frame = alike[0]
    words = list(dict.fromkeys(box for each in alike for _, box in text_extents(each)))
    board = frame.width, frame.height, rooms, words, -flap - SPARE
    tiles, *others = measures.find_measure("cuts", repr(board), lambda _: [*astuple(choose_cuts(*board))])
    return Tiling(frame, paper, Cuts(tuple(map(tuple, tiles)), tuple(others[0]), others[1]), -flap, beside, -scale)


def lay_out_tiles(tiling: Tiling, title: str, language: Language) -> list[Page]:
    """Lay out the tiles of a board that does not fit on one sheet."""
    parts = zip(tiling.cuts.names, tiling.cuts.tiles, strict=True)
    return [_lay_out_tile(tiling, *part, title, language) for part in parts]


def _lay_out_tile(tiling: Tiling, name: str, part: Bounds, title: str, language: Language) -> Page:
    frame, paper, window = tiling.frame, tiling.paper, tiling.compute_window(part)
    wide, high = window[2] - window[0], window[3] - window[1]
    room = paper.width - 2 * (paper.margin + tiling.beside), paper.height - 2 * (paper.margin + BAND)
    if wide > room[0] + 1e-6 or high > room[1] + 1e-6:
        paper = paper._replace(width=paper.height, height=paper.width)
    shift = Matrix.translate((paper.width - wide) / 2 - window[0], (paper.height - high) / 2 - window[1])
    trim, bleed = transform_bounds(part, shift), transform_bounds(window, shift)
    items: list[Item] = [Use(frame, shift, rect(bleed[0], bleed[1], wide, high))]
    for each in _draw_ticks(trim, bleed, paper.margin):
        items += [Shape(each, None, "#ffffff", 3 * PEN, role="cut"), Shape(each, None, INK, PEN, role="cut")]
    names = list(_set_tile_text(tiling, f"{name} · {title}", part, trim, bleed, language))
    items += names
    # Free from the tile's name to the tick above the right edge.
    end, start = trim[2] - 1, names[0].x + to_millimetres(fonts.measure_width(names[0].text, "bold", 8)) + 3
    label = f"{title} {name}"
    page = Frame(label, paper.width, paper.height, tuple(items))
    return Page(page, label, label, trim, bleed, 1, (end, names[0].y, end - start))


def _draw_ticks(trim: Bounds, bleed: Bounds, margin: float) -> Iterator[Outline]:
    """Short lines that mark the edges of the tile: above, below and beside the picture, or on what is cut off there."""
    start, far = 0.8, 0.8 + TICK
    for x in (trim[0], trim[2]):
        yield line(x, bleed[1] - far, x, bleed[1] - start)
        yield line(x, bleed[3] + start, x, bleed[3] + far)
    beside = min(bleed[0] - margin, far)
    for y in (trim[1], trim[3]):
        yield line(bleed[0] - beside, y, max(bleed[0] - start, trim[0] - PEN), y)
        yield line(min(bleed[2] + start, trim[2] + PEN), y, bleed[2] + beside, y)


def _set_tile_text(
    tiling: Tiling, name: str, part: Bounds, trim: Bounds, bleed: Bounds, language: Language
) -> Iterator[Text]:
    """Set the name of the tile above the picture, and the instructions for its edges below it."""
    frame = tiling.frame
    left = bleed[0] + 8
    yield Text(name, left, bleed[1] - 1.6, 8, "bold", INK, role="margin")
    if part[0] > 0 and part[1] > 0:
        words = say("Trim left and top at the ticks.")
    elif part[0] > 0 or part[1] > 0:
        words = say("Trim the {edge} edge at the ticks.", edge=say("left") if part[0] > 0 else say("top"))
    else:
        words = say("Do not trim edges that lie under a neighbour: the other tiles go on top of this one.")
    texts = [words]
    if part[2] < frame.width or part[3] < frame.height:
        texts.append(say("Glue the next tile onto the flap of {flap} mm.", flap=tiling.flap))
    room = trim[2] - left - 1  # up to the tick at the right
    lines = [each.translate(language) for each in texts]
    if to_millimetres(fonts.measure_width(" ".join(lines), "regular", 6)) <= room:
        lines = [" ".join(lines)]
    first = 3.4 if len(lines) == 1 else 2.3
    for number, said in enumerate(lines):
        yield Text(said, left, bleed[3] + first + 2.2 * number, 6, colour=INK, role="margin")


COLUMN = 160.0  # width of the column of steps, before it is scaled to the paper, mm
LOW, BESIDE = 0.55, 0.4  # the steps take at most this share of the height below the board, or of the width beside it
GAP = 5.0  # between the board and the steps, mm


def lay_out_plan(tiling: Tiling, title: str, language: Language, low_ink: bool = False, sides: int = 1) -> Page:
    """Lay out the plan of assembly of a board, or of several sides with the same cuts: the tiles and the steps."""
    frame, paper, cuts = tiling.frame, tiling.paper, tiling.cuts
    edge = paper.margin + 8
    wide, high = paper.width - 2 * edge, paper.height - 2 * edge - 4
    column = Column("plan", COLUMN, language, low_ink)
    column.add_steps(_list_steps(tiling, low_ink, sides))
    if tiling.scale < 1:
        column.add_words(tiling.describe_scale(), 10, colour=SOFT, x=13, gap=1)
    if cuts.touched_lines:
        remark = "On this paper, straight cuts cannot avoid all words: {count} line[ is|s are] within 3 mm of a cut."
        column.add_words(say_count(remark, cuts.touched_lines), 10, colour=SOFT, x=13)
    heading = Column("plan", COLUMN, language)
    game, _, boards = title.partition(" · ")
    heading.add_words(game, 22, "bold", gap=1)
    heading.add_words(boards, 14, gap=3)
    beside = paper.width > paper.height  # the board is to the right of the steps, otherwise above them
    share = (BESIDE, 1.0) if beside else (1.0, LOW)
    scale = min(wide * share[0] / COLUMN, high * share[1] / (column.y + heading.y))
    if not beside:  # no wider than the board will be, so that both are aligned
        shape = frame.width / frame.height
        scale = min(scale, (high - GAP) * shape / (COLUMN + (heading.y + column.y) * shape))
    down, across, column_top = heading.y * scale, COLUMN * scale + GAP, column.y * scale + GAP
    room = (wide - across, high - down) if beside else (wide, high - down - column_top)
    factor = min(room[0] / frame.width, room[1] / frame.height)
    width, height = frame.width * factor, frame.height * factor
    start = edge if beside else (paper.width - width) / 2
    left, top = start + (across if beside else 0.0), edge + down
    matrix = Matrix.scale_by(factor).then(Matrix.translate(left, top))
    below = top if beside else top + height + GAP
    items: list[Item] = [
        Use(heading.build_frame(), Matrix.scale_by(scale).then(Matrix.translate(start, edge))),
        Use(frame, matrix, rect(left, top, width, height)),
        *_draw_tile_names(cuts, matrix),
        Use(column.build_frame(), Matrix.scale_by(scale).then(Matrix.translate(start, below))),
    ]
    label = say("{title}, assembly plan", title=title).translate(language)
    page = Frame(label, paper.width, paper.height, tuple(items))
    return Page(page, label, title, strip=(paper.width - edge, paper.height - paper.margin - 2, wide))


def _draw_tile_names(cuts: Cuts, matrix: Matrix) -> Iterator[Item]:
    """Draw the cuts over the small board, and the name of each tile on a plate in its upper left corner."""
    for name, (x1, y1, x2, y2) in zip(cuts.names, cuts.tiles, strict=True):
        (a, b), (c, d) = matrix.transform_point(x1, y1), matrix.transform_point(x2, y2)
        wide = 3 + 3.2 * len(name)  # mm for its characters, two or more
        small = min(1.0, (c - a) / (wide + 2), (d - b) / 10)
        pen = max(small, 0.3)
        yield Shape(rect(a, b, c - a, d - b), None, "#ffffff", 1.1 * pen, role="plan")
        yield Shape(rect(a, b, c - a, d - b), None, VERMILION, 0.5 * pen, role="plan")
        plate = rect(a, b, wide * small, 6.4 * small, small)
        yield Shape(plate, "#ffffff", VERMILION, 0.4 * pen, role="plan")
        middle, y = a + wide * small / 2, b + 4.75 * small
        yield Text(name, middle, y, 12 * small, "bold", VERMILION, "middle", role="margin")


def _list_steps(tiling: Tiling, low_ink: bool, sides: int) -> Iterator[Step]:
    frame, cuts = tiling.frame, tiling.cuts
    draw = make_face_renderer(templates() / "faces" / "shared", {}, low_ink)
    message = "Glued, it is {width} × {height} mm; print {count} sheet[|s] at 100%."
    if sides > 1:
        message = "Glued, it is {width} × {height} mm; print {count} sheet[|s] for each side at 100%."
    sheets = say_count(message, len(cuts.tiles), width=round(frame.width, 1), height=round(frame.height, 1))
    yield Step(say("Print at 100%"), sheets, draw("plan-print", {}))
    edges = say("Trim the left and top edges of every sheet at the ticks, wherever it has a neighbour.")
    yield Step(say("Trim left and top"), edges, draw("plan-trim", {}))
    first, *others = cuts.names
    right = next((name for name, tile in zip(others, cuts.tiles[1:], strict=True) if tile[0] > 0), None)
    yield Step(
        say("Overlap tiles"),
        say(
            "Begin with {first}. Lay each next tile with its trimmed edge on the ticks of the one before, over "
            "its flap of {flap} mm; row after row. Let the picture guide you, then glue.",
            first=first,
            flap=tiling.flap,
        ),
        draw("plan-lay", {"first": first, "next": right}) if right else None,
    )
    outside = say("Trim the outer edges last, all at once, at the outer ticks.")
    yield Step(say("Trim the outside"), outside, draw("plan-outside", {}))
