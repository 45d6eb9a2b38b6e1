"""The grid in which cards lie on a page of a PDF: by its cut marks, by boxes of one size, or by a picture of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.data.decks.plain_deck import SIZES, Size
from companion.press.frame.drawing import enclose_boxes
from companion.press.frame.outlines import Bounds
from companion.press.frame.page_marks import PageMark, list_marks
from companion.press.frame.source_page import SourcePage, render_source_page

LEAST_CARD, MOST_CARD = 15.0, 300.0  # a side of a card, mm
THIN, LEAST_LINE = 0.6, 1.5  # the width and length of a cut mark, mm
ALIKE = 0.4  # sides and steps that differ by no more are one, mm
NEAR = 0.25  # a size so near to a usual one is that one, mm
INSIDE = 0.7  # a line so far within a card is a part of its picture, mm
WHOLE = 0.97  # what is as large as this part of a page is its ground
STRAY = 0.25  # of what a page draws, no more than this part lies beside its cards
INKED = 0.15  # a row of dots with this part of the ink of the fullest lies on a card
MOST_ACROSS = 12  # cards of a usual size that a page may hold side by side

GridSpan = tuple[float, float]  # from where to where along one side of a page, mm
Spans = tuple[list[GridSpan], list[GridSpan]]  # of the columns and of the rows


class GridRequest(NamedTuple):
    """What a person says of the grid; nothing of what is to be found."""

    columns: int = 0
    rows: int = 0
    gap: float | None = None
    size: Size | None = None
    folded: bool = False  # of as many cards as it says, the backs may lie beside or below them

    def fits(self, across: Sequence[GridSpan], down: Sequence[GridSpan]) -> bool:
        """True for as many columns and rows as asked for, of which there is one."""
        shape, (columns, rows) = (len(across), len(down)), self[:2]
        twice = self.folded and shape in ((2 * columns, rows), (columns, 2 * rows))
        return bool(across and down) and (not columns or shape == (columns, rows) or twice)


class PageGrid(NamedTuple):
    """Where the cards lie on a page, mm."""

    xs: tuple[float, ...]  # the middles of the columns
    ys: tuple[float, ...]  # and of the rows
    width: float
    height: float
    marked: bool = False  # by cut marks, which know what is bleed

    @property
    def gaps(self) -> Size:
        """The least space between two columns, and between two rows; 0 where there is one."""
        sides = (self.xs, self.width), (self.ys, self.height)
        across, down = (min((b - a for a, b in pairwise(at)), default=side) - side for at, side in sides)
        return across, down

    def get_cell(self, column: int, row: int) -> Bounds:
        x, y, wide, high = self.xs[column], self.ys[row], self.width / 2, self.height / 2
        return x - wide, y - high, x + wide, y + high

    def is_part_of(self, other: PageGrid) -> bool:
        """True where every column and row lies as one of another grid."""
        sides = (self.xs, other.xs), (self.ys, other.ys)
        return all(any(abs(at - each) <= 2 * ALIKE for each in there) for own, there in sides for at in own)

    def has_steps_of(self, other: PageGrid) -> bool:
        """True for as many columns and rows as another grid has, and as far apart."""
        sides = (self.xs, other.xs), (self.ys, other.ys)
        return all(
            len(own) == len(there)
            and all(abs((at - own[0]) - (each - there[0])) <= 2 * ALIKE for at, each in zip(own, there, strict=True))
            for own, there in sides
        )


def find_grid(page: SourcePage, asked: GridRequest, like: Size | None = None) -> PageGrid | None:
    """The grid that a page shows; `like` is the size of cards on other pages, of which one may lie here alone."""
    marks = list_marks(page)
    boxes = _find_boxes(page, marks, like)
    for find in (_find_by_lines, _find_by_boxes, _find_in_picture):
        across, down = find(page, marks, boxes)
        if asked.fits(across, down) and (grid := _build_grid(across, down, asked)) is not None:
            return grid._replace(marked=find is _find_by_lines)
    return None


def divide_page(page: SourcePage, asked: GridRequest) -> PageGrid | None:
    """The grid of what is drawn as one area: by the number of cards, else by a usual size of which it is made."""
    boxes = [mark.box for mark in list_marks(page) if _is_large(mark, page)]
    area = enclose_boxes(boxes) if boxes else _find_ink(page)
    asked = asked if area else asked._replace(gap=asked.gap or 0.0)
    area = area or page.extent
    wide, high = area[2] - area[0], area[3] - area[1]
    columns, rows = asked.columns, asked.rows
    if not columns:
        usual = (size for each in SIZES.values() for size in (each, each[::-1]))
        counts = ((size, round(wide / size[0]), round(high / size[1])) for size in usual)
        fitting = (
            (across, down)
            for size, across, down in counts
            if 0 < across <= MOST_ACROSS and 0 < down <= MOST_ACROSS and across * down > 1
            if max(abs(across * size[0] - wide) / across, abs(down * size[1] - high) / down) <= ALIKE
        )
        columns, rows = next(fitting, (0, 0))
    spans = [_divide(area[axis::2], count, asked, axis) for axis, count in enumerate((columns, rows))]
    return _build_grid(spans[0], spans[1], asked) if columns else None


def _divide(side: Sequence[float], count: int, asked: GridRequest, axis: int) -> list[GridSpan]:
    gap, whole = asked.gap or 0.0, side[1] - side[0]
    card = asked.size[axis] if asked.size and asked.gap is not None else (whole + gap) / max(count, 1) - gap
    start = side[0] + (whole + gap - count * (card + gap)) / 2
    return [(start + number * (card + gap), start + number * (card + gap) + card) for number in range(count)]


def _build_grid(across: Sequence[GridSpan], down: Sequence[GridSpan], asked: GridRequest) -> PageGrid | None:
    middles = [[(start + end) / 2 for start, end in spans] for spans in (across, down)]
    found = list[float]()
    for spans, at in zip((across, down), middles, strict=True):
        step = min((b - a for a, b in pairwise(at)), default=0.0)
        side = _find_middle(end - start for start, end in spans)
        if step:  # boxes that overlap have bleed, which is cut off in the middle
            side = min(side, step) if asked.gap is None else step - asked.gap
        found.append(round(side, 2))
    usual = (size for each in SIZES.values() for size in (each, each[::-1]))
    width, height = asked.size or next((size for size in usual if math.dist(size, found) < NEAR), found)
    if not LEAST_CARD <= min(width, height) <= max(width, height) <= MOST_CARD:
        return None
    return PageGrid(tuple(middles[0]), tuple(middles[1]), width, height)


def _find_middle(numbers: Iterable[float]) -> float:
    ordered = sorted(numbers)
    return ordered[len(ordered) // 2]


def _is_large(mark: PageMark, page: SourcePage) -> bool:
    """True for a box that may be a card, or several."""
    wide, high = mark.size
    return min(wide, high) >= LEAST_CARD and (wide < WHOLE * page.width or high < WHOLE * page.height)


def _find_boxes(page: SourcePage, marks: Sequence[PageMark], like: Size | None) -> list[Bounds]:
    """The boxes of one size that cover most of a page, each once."""
    groups: list[tuple[Size, dict[tuple[int, ...], Bounds]]] = []
    for mark in marks:
        if mark.kind == "text" or not _is_large(mark, page):
            continue
        size, place = mark.size, tuple(round(each) for each in mark.box)
        same = (group for other, group in groups if _is_alike(size, other))
        group = next(same, None)
        if group is None:
            group = {}
            groups.append((size, group))
        group.setdefault(place, mark.box)
    fitting = [
        (size[0] * size[1] * len(group), list(group.values()))
        for size, group in groups
        if len(group) > 1 or (like is not None and _is_alike(size, like))
    ]
    return max(fitting, key=lambda each: each[0], default=(0.0, []))[1]


def _is_alike(size: Size, other: Size) -> bool:
    return max(abs(size[0] - other[0]), abs(size[1] - other[1])) <= ALIKE


def _find_by_boxes(page: SourcePage, marks: Sequence[PageMark], boxes: Sequence[Bounds]) -> Spans:
    across, down = (_gather([(box[axis], box[axis + 2]) for box in boxes]) for axis in (0, 1))
    middles = [((left + right) / 2, (top + bottom) / 2) for _, (left, top, right, bottom), *_ in marks]
    outside = sum(not (_is_within(x, across) and _is_within(y, down)) for x, y in middles)
    thin = sum(min(mark.size) <= THIN for mark in marks)
    return (across, down) if outside <= thin + STRAY * len(marks) else ([], [])


def _gather(spans: Iterable[GridSpan]) -> list[GridSpan]:
    found: list[GridSpan] = []
    for span in sorted(spans):
        if not found or span[0] - found[-1][0] > 2 * ALIKE:
            found.append(span)
    return found


def _is_within(at: float, spans: Iterable[GridSpan]) -> bool:
    return any(start - ALIKE <= at <= end + ALIKE for start, end in spans)


def _find_by_lines(page: SourcePage, marks: Sequence[PageMark], boxes: Sequence[Bounds]) -> Spans:
    """The spans between upright and between level lines: those beside all that is drawn, else those on no card."""
    large = [mark.box for mark in marks if mark.kind != "text" and _is_large(mark, page)]
    for each, inside in ((large, -THIN), (boxes, INSIDE)):
        across, down = _span_lines(marks, each, inside)
        if across and down:
            return across, down
    return [], []


def _span_lines(marks: Sequence[PageMark], boxes: Sequence[Bounds], inside: float) -> Spans:
    """The spans between lines that lie nowhere so far inside one of these boxes."""
    found = []
    for axis in (0, 1):
        other = 1 - axis
        lines = list[tuple[float, float]]()
        for mark in marks:
            if mark.kind in ("fill", "line") and mark.size[axis] <= THIN and mark.size[other] >= LEAST_LINE:
                at, along = ((mark.box[side] + mark.box[side + 2]) / 2 for side in (axis, other))
                if not any(
                    box[axis] + inside < at < box[axis + 2] - inside and box[other] < along < box[other + 2]
                    for box in boxes
                ):
                    lines.append((at, mark.size[other]))
        places: list[list[tuple[float, float]]] = []
        for line in sorted(lines):
            if not places or line[0] - places[-1][-1][0] > ALIKE:
                places.append([])
            places[-1].append(line)
        sure = [each for each in places if len(each) > 1 or each[0][1] > LEAST_CARD]
        rare = sorted(range(len(sure)), key=lambda number: len(sure[number]))
        found.append(_pair([_find_middle(at for at, _ in each) for each in sure], rare))
    return found[0], found[1]


def _pair(edges: Sequence[float], rare: Iterable[int]) -> list[GridSpan]:
    """The spans of cards between these edges: each from one to the next, or with gaps between.

    One may be no edge, such as a fold: those with the fewest lines (`rare`) are left out first.
    """
    for left in (None, *rare):
        some = [at for number, at in enumerate(edges) if number != left]
        steps = [b - a for a, b in pairwise(some)]
        for cards, gaps in ((steps, []), (steps[::2], steps[1::2])):
            if not cards or (gaps and len(some) % 2) or min(cards) < LEAST_CARD or max(cards) > MOST_CARD:
                continue
            if max(cards) - min(cards) <= ALIKE and max(gaps, default=0.0) < min(cards):
                return list(pairwise(some)) if not gaps else list(zip(some[::2], some[1::2], strict=True))
    return []


def _find_in_picture(page: SourcePage, marks: Sequence[PageMark], boxes: Sequence[Bounds]) -> Spans:
    """The spans of a page whose pictures hold several cards each, with white between them."""
    if any(mark.kind == "image" and min(mark.size) >= LEAST_CARD for mark in marks) or not marks:
        across, down = (_find_runs(page, axis) for axis in (0, 1))
        sides = [[end - start for start, end in spans] for spans in (across, down)]
        if all(each and max(each) - min(each) <= 2 * ALIKE and min(each) >= LEAST_CARD for each in sides):
            return (across, down) if len(across) * len(down) > 1 else ([], [])
    return [], []


def _find_ink(page: SourcePage) -> Bounds | None:
    across, down = (_find_runs(page, axis) for axis in (0, 1))
    return (across[0][0], down[0][0], across[-1][1], down[-1][1]) if across and down else None


def _find_runs(page: SourcePage, axis: int) -> list[GridSpan]:
    """Where the picture of a page has ink, along one side; cut marks are too little of it."""
    picture = render_source_page(page)
    if picture is None:
        return []
    from PIL import Image, ImageOps

    size = (picture.width, 1) if axis == 0 else (1, picture.height)
    ink = ImageOps.invert(picture.convert("L")).point([255 * (dot > 12) for dot in range(256)])
    dots = ink.resize(size, Image.Resampling.BOX).tobytes()
    least, scale = INKED * max(dots), (page.width, page.height)[axis] / len(dots)
    edges = [number for number, (a, b) in enumerate(pairwise((0, *dots, 0))) if (a > least) != (b > least)]
    return [(start * scale, end * scale) for start, end in zip(edges[::2], edges[1::2], strict=True)]
