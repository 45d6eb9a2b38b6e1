"""The grid in which cards lie on a page of a PDF: by its cut marks, by boxes of one size, or by a picture of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from statistics import median_high as median
from typing import Any, NamedTuple

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
WHOLE = 0.97  # what reaches over this part of a page is its ground
STRAY = 0.25  # of what a page draws, no more than this part lies beside its cards
INKED = 0.15  # a row of dots with this part of the ink of the fullest lies on a card
MOST_ACROSS = 12  # cards of a usual size that a page may hold side by side
USUAL = [size for each in SIZES.values() for size in (each, each[::-1])]

GridSpan = tuple[float, float]  # from where to where along one side of a page, mm
Spans = list[list[GridSpan]]  # of the columns, and of the rows


class GridRequest(NamedTuple):
    """What a person says of the grid; nothing of what is to be found."""

    columns: int = 0
    rows: int = 0
    gaps: Size | None = None  # between columns and between rows, mm
    size: Size | None = None
    folded: bool = False  # of as many cards as it says, the backs may lie beside or below them

    def fits(self, spans: Spans) -> bool:
        """True for as many columns and rows as asked for, of which there is one."""
        shape = len(spans[0]), len(spans[1])
        twice = (2 * self.columns, self.rows), (self.columns, 2 * self.rows)
        return all(shape) and (not self.columns or shape == self[:2] or (self.folded and shape in twice))


class PageGrid(NamedTuple):
    """Where the cards lie on a page, mm."""

    page: SourcePage
    xs: tuple[float, ...]  # the middles of the columns
    ys: tuple[float, ...]  # and of the rows
    width: float
    height: float

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of columns and rows."""
        return len(self.xs), len(self.ys)

    @property
    def gaps(self) -> Size:
        """The least space between two columns, and between two rows; 0 where there is one."""
        sides = (self.xs, self.width), (self.ys, self.height)
        across, down = (min((b - a for a, b in pairwise(at)), default=side) - side for at, side in sides)
        return across, down

    def mirror(self, down: bool) -> PageGrid:
        """The grid behind this one, on a page that is turned over its right edge, or `down` over the lower one."""
        if down:
            return self._replace(ys=tuple(self.page.height - y for y in reversed(self.ys)))
        return self._replace(xs=tuple(self.page.width - x for x in reversed(self.xs)))

    def split(self, down: bool) -> tuple[PageGrid, PageGrid]:
        """The halves of a page that is folded, or `down` over a level fold; only one may have been found."""
        middles, side = (self.ys, self.page.height) if down else (self.xs, self.page.width)
        if not min(middles) < side / 2 < max(middles):
            return self, self.mirror(down)
        key, half = "ys" if down else "xs", len(middles) // 2
        halves: list[Any] = [{key: middles[:half]}, {key: middles[-half:]}]
        return self._replace(**halves[0]), self._replace(**halves[1])

    def align(self, other: PageGrid) -> PageGrid | None:
        """This grid on the page of another one that is the same, or a part of it; of one card, if it has this size."""
        xs, ys = _align(self.xs, other.xs), _align(self.ys, other.ys)
        is_other = other.shape == (1, 1) and not _is_alike(self[3:], other[3:])
        return self._replace(page=other.page, xs=xs, ys=ys) if xs and ys and not is_other else None


def _align(own: Sequence[float], goals: Sequence[float]) -> tuple[float, ...]:
    """Places as far apart as one's own, moved as little as brings every goal to one of them; else none."""
    for move in sorted((goals[0] - at for at in own), key=abs):
        if all(min(abs(at + move - goal) for at in own) <= 2 * ALIKE for goal in goals):
            return tuple(goals) if len(goals) == len(own) else tuple(at + move for at in own)
    return ()


def find_grid(page: SourcePage, asked: GridRequest, like: Size | None = None) -> PageGrid | None:
    """The grid that a page shows; `like` is the size of cards on other pages, of which one may lie here alone."""
    grids = (_build_grid(page, spans, asked) for spans in _find_spans(page, like) if asked.fits(spans))
    return next(filter(None, grids), None)


def divide_page(page: SourcePage, asked: GridRequest) -> PageGrid | None:
    """The grid of what is drawn as one area: by the number of cards, else by a usual size of which it is made."""
    boxes = [mark.box for mark in list_marks(page) if _is_large(mark, page)]
    spans = _list_spans([enclose_boxes(boxes)]) if boxes else _find_runs(page)
    if not all(spans):
        spans, asked = _list_spans([page.extent]), asked._replace(gaps=asked.gaps or (0.0, 0.0))
    counts = asked[:2] if asked.columns else _count_usual_cards(spans)
    return _build_grid(page, _divide(spans, counts, asked), asked) if counts else None


def _build_grid(page: SourcePage, spans: Spans, asked: GridRequest) -> PageGrid | None:
    middles = [tuple((start + end) / 2 for start, end in each) for each in spans]
    found = [median(end - start for start, end in each) for each in spans]
    for axis, at in enumerate(middles):
        if len(at) > 1:  # boxes that overlap have bleed, which is cut off in the middle
            step = min(b - a for a, b in pairwise(at))
            found[axis] = min(found[axis], step) if asked.gaps is None else step - asked.gaps[axis]
    usual = (size for size in USUAL if math.dist(size, found) < NEAR)
    width, height = asked.size or next(usual, (round(found[0], 2), round(found[1], 2)))
    is_card = LEAST_CARD <= min(width, height) <= max(width, height) <= MOST_CARD
    return PageGrid(page, middles[0], middles[1], width, height) if is_card else None


def _find_spans(page: SourcePage, like: Size | None) -> Iterator[Spans]:
    """What may be the columns and rows, the surest first.

    They lie between lines beside all that is drawn, between lines on no card, where boxes of one size are, or
    between the white of a picture.
    """
    marks = list_marks(page)
    large = {tuple(round(side, 1) for side in mark.box): mark for mark in marks if _is_large(mark, page)}.values()
    boxes = _find_boxes(large, like)
    for each, inside in (([mark.box for mark in large], -THIN), (boxes, INSIDE)):
        yield [_span_lines(marks, each, inside, axis) for axis in (0, 1)]
    spans = _list_spans(boxes)
    outside = sum(not all(_is_within(mark, axis, spans[axis]) for axis in (0, 1)) for mark in marks)
    if outside <= sum(min(mark.size) <= THIN for mark in marks) + STRAY * len(marks):
        yield spans
    if not marks or any(mark.kind == "image" and min(mark.size) >= LEAST_CARD for mark in marks):
        spans = _find_runs(page)
        if all(map(_are_cards, spans)):
            counts = _count_usual_cards(spans) or (len(spans[0]), len(spans[1]))
            if counts != (1, 1):
                yield _divide(spans, counts, GridRequest())


def _is_large(mark: PageMark, page: SourcePage) -> bool:
    """True for a box that may be a card, or several; not for the ground of a page, or a strip of its picture."""
    wide, high = mark.size
    is_part = wide < WHOLE * page.width and high < WHOLE * page.height
    return mark.kind != "text" and min(wide, high) >= LEAST_CARD and is_part


def _find_boxes(large: Iterable[PageMark], like: Size | None) -> list[Bounds]:
    """The boxes of one size that cover most of a page."""
    sizes = [mark.size for mark in large]

    def measure(size: Size) -> float:
        count = sum(_is_alike(size, other) for other in sizes)
        return size[0] * size[1] * count if count > 1 or (like and _is_alike(size, like)) else 0.0

    most = max(sizes, key=measure, default=(0.0, 0.0))
    return [mark.box for mark in large if measure(most) and _is_alike(mark.size, most)]


def _is_alike(size: Sequence[float], other: Sequence[float]) -> bool:
    return max(abs(size[0] - other[0]), abs(size[1] - other[1])) <= ALIKE


def _list_spans(boxes: Sequence[Bounds]) -> Spans:
    """From where to where boxes reach, each place once."""
    sides = ([(box[axis], box[axis + 2]) for box in boxes] for axis in (0, 1))
    return [[group[0] for group in _group_near(each, 2 * ALIKE)] for each in sides]


def _group_near(pairs: Iterable[GridSpan], most: float) -> list[list[GridSpan]]:
    """Groups of pairs in each of which the first numbers follow each other at no more than this distance."""
    groups: list[list[GridSpan]] = []
    for pair in sorted(pairs):
        if not groups or pair[0] - groups[-1][-1][0] > most:
            groups.append([])
        groups[-1].append(pair)
    return groups


def _is_within(mark: PageMark, axis: int, spans: Iterable[GridSpan]) -> bool:
    at = (mark.box[axis] + mark.box[axis + 2]) / 2
    return any(start - ALIKE <= at <= end + ALIKE for start, end in spans)


def _span_lines(marks: Sequence[PageMark], boxes: Sequence[Bounds], inside: float, axis: int) -> list[GridSpan]:
    """The spans between lines that lie nowhere so far inside one of these boxes."""
    other, lines = 1 - axis, list[tuple[float, float]]()
    for mark in marks:
        if mark.kind in ("fill", "line") and mark.size[axis] <= THIN and mark.size[other] >= LEAST_LINE:
            at, low, high = (mark.box[axis] + mark.box[axis + 2]) / 2, mark.box[other], mark.box[other + 2]
            if not any(
                box[axis] + inside < at < box[axis + 2] - inside and box[other] <= low and high <= box[other + 2]
                for box in boxes
            ):
                lines.append((at, high - low))
    sure = [each for each in _group_near(lines, ALIKE) if len(each) > 1 or each[0][1] > LEAST_CARD]
    rare = sorted(range(len(sure)), key=lambda number: len(sure[number]))
    return _pair([median(at for at, _ in each) for each in sure], rare)


def _pair(edges: Sequence[float], rare: Iterable[int]) -> list[GridSpan]:
    """The spans of cards between these edges: each from one to the next, or with gaps between.

    One may be no edge, such as a fold: those with the fewest lines (`rare`) are left out first.
    """
    for left in (None, *rare):
        spans = list(pairwise(at for number, at in enumerate(edges) if number != left))
        for cards, gaps in ((spans, []), (spans[::2], spans[1::2])):
            if _are_cards(cards) and len(cards) > len(gaps) and all(b - a < cards[0][1] - cards[0][0] for a, b in gaps):
                return cards
    return []


def _are_cards(spans: Sequence[GridSpan]) -> bool:
    """True for spans of one length, which may be that of a card."""
    lengths = [end - start for start, end in spans]
    return bool(spans) and min(lengths) >= LEAST_CARD and max(lengths) <= min(MOST_CARD, min(lengths) + 2 * ALIKE)


def _count_usual_cards(spans: Spans) -> tuple[int, int] | None:
    """How many columns and rows of cards of a usual size fill these spans; the fewest."""
    counts = ((_count_cards(spans[0], wide), _count_cards(spans[1], high)) for wide, high in USUAL)
    return min((each for each in counts if all(each)), key=math.prod, default=None)


def _count_cards(spans: Sequence[GridSpan], side: float) -> int:
    """How many cards with this side fill these spans; 0 where they do not."""
    counts = [round((end - start) / side) for start, end in spans]
    lost = [abs(end - start - count * side) for count, (start, end) in zip(counts, spans, strict=True)]
    fills = all(count and each <= count * ALIKE for count, each in zip(counts, lost, strict=True))
    return sum(counts) if fills and sum(counts) <= MOST_ACROSS else 0


def _divide(spans: Spans, counts: Sequence[int], asked: GridRequest) -> Spans:
    """Spans as many as there are columns and rows: those that there are, if they are of one length, or their parts."""
    divided: Spans = [[], []]
    for axis, (some, count) in enumerate(zip(spans, counts, strict=True)):
        if count % len(some) or not _are_cards(some):
            some = [(some[0][0], some[-1][1])]
        gap, parts = asked.gaps[axis] if asked.gaps else 0.0, count // len(some)
        for start, end in some:
            step = asked.size[axis] + gap if asked.size and asked.gaps else (end - start + gap) / parts
            first = (start + end + gap - parts * step) / 2
            divided[axis] += [(first + number * step, first + (number + 1) * step - gap) for number in range(parts)]
    return divided


def _find_runs(page: SourcePage) -> Spans:
    """Where the picture of a page has ink, along both sides; cut marks are too little of it."""
    picture = render_source_page(page)
    if picture is None:
        return [[], []]
    from PIL import Image, ImageOps

    ink = ImageOps.invert(picture.convert("L")).point([255 * (dot > 12) for dot in range(256)])
    spans: Spans = []
    for side, size in ((page.width, (picture.width, 1)), (page.height, (1, picture.height))):
        dots = ink.resize(size, Image.Resampling.BOX).tobytes()
        least, scale = INKED * max(dots), side / len(dots)
        edges = [number for number, (a, b) in enumerate(pairwise((0, *dots, 0))) if (a > least) != (b > least)]
        ends = zip(edges[::2], edges[1::2], strict=True)
        spans.append([((start + 0.5) * scale, (end - 0.5) * scale) for start, end in ends])  # half of a dot is ink
    return spans
