"""A published PDF of cards as a deck: its pages are cut into cells, and each cell is a side of a card.

The grid in which cards lie on a page is found by its cut marks, by boxes of one size, or by a picture of it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from companion.data.deck import PAGE, TUCKBOX, Card, Component, Deck
from companion.data.decks.plain_deck import SIZES, Size, parse_card_size
from companion.data.files import Spool
from companion.errors import InputError, Place
from companion.paths import templates
from companion.press.frame.drawing import enclose_boxes, intersect_boxes
from companion.press.frame.frame import Frame, Item, Shape, Text, Use
from companion.press.frame.outlines import Bounds, Matrix, rect
from companion.press.frame.page_marks import PageMark, list_marks
from companion.press.frame.picture_edges import extend_pictures
from companion.press.frame.source_page import SourcePage, read_source_pages, render_source_page
from companion.press.sheets.gang import find_ranges, format_ranges, parse_ranges
from companion.sentences import Sentence, say, say_count, shorten_text

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
    places: tuple[tuple[float, ...], ...]  # the middles of the columns, and of the rows
    size: Size  # of a card

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.places[0]), len(self.places[1])

    @property
    def gaps(self) -> Size:
        """The least space between two columns, and between two rows; 0 where there is one."""
        sides = zip(self.places, self.size, strict=True)
        across, down = (min((b - a for a, b in pairwise(at)), default=side) - side for at, side in sides)
        return across, down

    def mirror(self, axis: int) -> PageGrid:
        """The grid behind this one, on a page that is turned over its right edge, or (1) over the lower one."""
        side = self.page.extent[2 + axis]
        return self._replace_places(axis, tuple(side - at for at in reversed(self.places[axis])))

    def split(self, axis: int) -> tuple[PageGrid, PageGrid]:
        """The halves of a page that is folded, or (1) folded down; only one of them may have been found."""
        middles, side = self.places[axis], self.page.extent[2 + axis]
        if not min(middles) < side / 2 < max(middles):
            return self, self.mirror(axis)
        half = len(middles) // 2
        return self._replace_places(axis, middles[:half]), self._replace_places(axis, middles[-half:])

    def _replace_places(self, axis: int, middles: tuple[float, ...]) -> PageGrid:
        return self._replace(places=(self.places[0], middles) if axis else (middles, self.places[1]))

    def align(self, other: PageGrid) -> PageGrid | None:
        """This grid on the page of another one that is the same, or a part of it; of one card, if it has this size."""
        places = tuple(map(_align, self.places, other.places))
        is_part = all(places) and (other.shape != (1, 1) or _is_alike(self.size, other.size))
        return self._replace(page=other.page, places=places) if is_part else None


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
    places = tuple(tuple((start + end) / 2 for start, end in each) for each in spans)
    found = [_find_middle(end - start for start, end in each) for each in spans]
    for axis, at in enumerate(places):
        if len(at) > 1:  # boxes that overlap have bleed, which is cut off in the middle
            step = min(b - a for a, b in pairwise(at))
            found[axis] = min(found[axis], step) if asked.gaps is None else step - asked.gaps[axis]
    usual = (size for size in USUAL if math.dist(size, found) < NEAR)
    size = asked.size or next(usual, (round(found[0], 2), round(found[1], 2)))
    return PageGrid(page, places, size) if LEAST_CARD <= min(size) <= max(size) <= MOST_CARD else None


def _find_middle(numbers: Iterable[float]) -> float:
    ordered = sorted(numbers)
    return ordered[len(ordered) // 2]


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
    return _pair([_find_middle(at for at, _ in each) for each in sure], rare)


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
    for axis, size in enumerate(((picture.width, 1), (1, picture.height))):
        dots = ink.resize(size, Image.Resampling.BOX).tobytes()
        least, scale = INKED * max(dots), page.extent[2 + axis] / len(dots)
        edges = [number for number, (a, b) in enumerate(pairwise((0, *dots, 0))) if (a > least) != (b > least)]
        ends = zip(edges[::2], edges[1::2], strict=True)
        spans.append([((start + 0.5) * scale, (end - 0.5) * scale) for start, end in ends])  # half of a dot is ink
    return spans


BLEED, LEAST_BLEED = 3.0, 1.0  # made at most; and as much as the file must have for its own to be taken, mm
WHITE = "#ffffff"
LINE = "#d01c1f"  # of what shows where a page is cut
HAIR = 0.3  # within the cut: where an edge is mirrored, past lines along it, mm
GAPLESS = 0.15  # a gap that is no wider is none, mm
PALE = 250  # a dot that is at least so light is paper
EDGE = 2.0  # what lies so near to the cut of a card does not make it one, mm
GROUND = 1.6  # what is so many times as wide or high as a card is not its own
BACKS = {
    "none": say("no backs"),
    "alternate": say("backs on every second page"),
    "alternate-down": say("backs on every second page, turned over the lower edge"),
    "fold": say("backs on the right, folded behind their fronts"),
    "fold-down": say("backs below, folded behind their fronts"),
}
"""Where backs may be, unless their pages are named."""
_MILLIMETRES = r"(\d{1,2}(?:\.\d{1,4})?)"


class PageRequest(NamedTuple):
    """What a person types of how a PDF is cut; empty for what is to be found."""

    grid: str = ""  # columns x rows
    gap: str = ""  # mm; or between columns x between rows
    size: str = ""  # of a card, as of a folder of pictures
    backs: str = ""  # one of `BACKS`, or the pages of backs
    pages: str = ""  # all by default

    def parse_grid(self) -> GridRequest:
        grid = re.fullmatch(r"\s*(\d{1,2})\s*[x×]\s*(\d{1,2})\s*", self.grid.lower(), re.ASCII)
        columns, rows = map(int, grid.groups()) if grid else (0, 0)
        if self.grid and not (columns and rows):
            value = shorten_text(self.grid, 40)
            raise InputError("'{value}' is no grid; write columns x rows, such as 3x3.", value=value)
        gap = re.fullmatch(f"{_MILLIMETRES}(?:[x×]{_MILLIMETRES})?", self.gap.lower().replace(",", "."), re.ASCII)
        if self.gap and not gap:
            value = shorten_text(self.gap, 40)
            raise InputError("'{value}' is no gap; write millimetres, such as 2 or 2x3.", value=value)
        gaps = (float(gap[1]), float(gap[2] or gap[1])) if gap else None
        size = parse_card_size(self.size) if self.size else None
        return GridRequest(columns, rows, gaps, size, self.backs.startswith("fold"))


def parse_pages(typed: str, most: int) -> list[int]:
    """The numbers of pages in a text such as ``2-7,9``."""
    ranges = parse_ranges(typed)
    if not ranges or max(last for _, last in ranges) > most:
        value = shorten_text(typed, 40)
        raise InputError(
            "'{value}' names no pages of this PDF, which has {most}; write 2-3 or 2,5.", value=value, most=most
        )
    return list(dict.fromkeys(number for first, last in ranges for number in range(first, last + 1)))


class _Cell(NamedTuple):
    grid: PageGrid
    column: int
    row: int

    def get_box(self, inside: float = 0.0) -> Bounds:
        """Its cut, or a box so far within it, mm on its page."""
        x, y = self.grid.places[0][self.column], self.grid.places[1][self.row]
        wide, high = (side / 2 - inside for side in self.grid.size)
        return x - wide, y - high, x + wide, y + high

    def list_marks(self, own: bool = True) -> list[PageMark]:
        """What is drawn on it; only for itself, if it is its `own`: nothing where a picture alone shows it."""
        box, most = self.get_box(EDGE), GROUND if own else math.inf
        wide, high = (most * side for side in self.grid.size)
        marks = (mark for mark in list_marks(self.grid.page) if mark.size[0] <= wide and mark.size[1] <= high)
        return [
            each for each in marks if all(each.box[at] < box[at + 2] and box[at] < each.box[at + 2] for at in (0, 1))
        ]

    def is_blank(self) -> bool:
        page = self.grid.page
        if any(mark.colour != WHITE for mark in self.list_marks()):
            return False
        picture = render_source_page(page)
        if picture is None:
            return all(mark.colour == WHITE for mark in self.list_marks(own=False))
        scale = picture.width / page.width
        left, top, right, bottom = (round(side * scale) for side in intersect_boxes(self.get_box(EDGE), page.extent))
        return not any(picture.convert("L").crop((left, top, right, bottom)).histogram()[:PALE])


@lru_cache(maxsize=128)
def _list_cells(grid: PageGrid) -> list[_Cell]:
    """The cells on which something is drawn, row by row."""
    columns, rows = grid.shape
    cells = (_Cell(grid, column, row) for row in range(rows) for column in range(columns))
    return [cell for cell in cells if not cell.is_blank()]


def build_page_deck(file: Path, asked: PageRequest) -> Deck:
    """Cut the pages of a PDF into a deck; its notes say how, and which pages are left out."""
    pages, place = read_source_pages(file), Place(file.name)
    numbers = parse_pages(asked.pages, len(pages)) if asked.pages else [*range(1, len(pages) + 1)]
    sure, named = _split_pages(numbers, asked.backs, len(pages))
    chosen = [pages[number - 1] for number in sorted({*numbers, *named})]
    grids = _find_grids(chosen, asked.parse_grid(), sure if asked.pages else ())
    backs = asked.backs or (_guess_backs([*grids.values()]) if grids else "none")
    fronts, named = _split_pages([*grids], backs, len(pages))
    if is_alternate := backs.startswith("alternate"):  # pages of backs are named too, or none of them
        named = [number for number in named if number in numbers] or named
    usable = (len(fronts),) if is_alternate else (1, len(fronts))
    if grids and (is_alternate or backs not in BACKS) and (not fronts or len(named) not in usable):
        counts: dict[str, Any] = {"backs": len(named), "fronts": len(fronts)}
        raise InputError(
            "pages of backs: {backs}, of fronts: {fronts}; name one page of backs, or one for each.",
            place=place,
            **counts,
        )
    down = backs.endswith("down")
    sides = [grids[number] for number in fronts]
    behind = [
        grids.get(number) or grid.mirror(down)._replace(page=pages[number - 1])
        for number, grid in zip(named, sides, strict=False)
    ]
    if backs.startswith("fold"):
        halves = [grid.split(down) for grid in sides]
        sides, behind = [front for front, _ in halves], [back for _, back in halves]
    pairs = list(_pair_sides(sides, behind * len(sides) if len(behind) == 1 else behind, down))
    if not pairs:
        raise InputError(
            "no grid of cards is found here; say how many lie across and down.", place=place, remedy="grid"
        )
    back = PAGE if any(back for _, back in pairs) else None
    cards = Component("cards", PAGE, back, tuple(_build_cards(pairs, down)), "cards")
    box = Component(TUCKBOX, "", None, (), TUCKBOX, True, TUCKBOX)
    name = re.sub(r"[^\w.()&+ -]+", "-", file.stem).strip("-. ") or "cards"
    notes = tuple(_describe_cut(grids[fronts[0]], backs, fronts, named, numbers))
    return Deck(name, file, (cards, box), (), templates() / "faces" / "shared", notes=notes, pictured=True)


def _split_pages(numbers: Iterable[int], backs: str, most: int) -> tuple[list[int], list[int]]:
    """The pages of fronts, and the pages of their backs, if these have their own."""
    if backs.startswith("alternate"):
        fronts = list[int]()
        for number in numbers:
            if number - 1 not in fronts:
                fronts.append(number)
        return fronts, [number + 1 for number in fronts if number < most]
    named = [] if not backs or backs in BACKS else parse_pages(backs, most)
    return [number for number in numbers if number not in named], named


def _find_grids(pages: Sequence[SourcePage], asked: GridRequest, sure: Collection[int]) -> dict[int, PageGrid]:
    """The grids of pages that have that of most pages, or a part of it, or that a person names (`sure`), by number."""
    found = {page.number: find_grid(page, asked) for page in pages}
    if not any(found.values()):
        found = {page.number: divide_page(page, asked) for page in pages}
    grids = [grid for grid in found.values() if grid is not None]
    if not grids:
        return {}
    kinds = [(*grid.shape, *map(round, grid.size)) for grid in grids]
    main = grids[kinds.index(max(kinds, key=lambda kind: (kinds.count(kind), kind)))]
    aligned = dict[int, PageGrid]()
    for page in pages:
        grid = found[page.number] or find_grid(page, GridRequest(gaps=asked.gaps, size=asked.size), main.size)
        grid = (grid and main.align(grid)) or (main._replace(page=page) if page.number in sure else None)
        if grid is not None:
            aligned[page.number] = grid
    return aligned


def _guess_backs(grids: list[PageGrid]) -> str:
    """Where the backs are, by what is the same on all cards of a page, or of one half of every page; else nowhere."""
    alike = [_are_alike(_list_cells(grid)) for grid in grids]
    numbers = [grid.page.number for grid, same in zip(grids, alike, strict=True) if same]
    if len(grids) % 2 == 0 and all(alike[1::2]) and not all(alike[::2]):
        return "alternate"
    if 0 < len(numbers) < len(grids) and alike == sorted(alike) and len(numbers) in (1, len(grids) - len(numbers)):
        return _format_pages(numbers)
    for backs in ("fold", "fold-down"):
        halves = zip(*(grid.split(backs == "fold-down") for grid in grids), strict=True)
        fronts, behind = ([cell for grid in half for cell in _list_cells(grid)] for half in halves)
        has_halves = len(fronts) + len(behind) == sum(len(_list_cells(grid)) for grid in grids)
        if has_halves and _are_alike(behind) and not _are_alike(fronts):
            return backs
    return "none"


def _are_alike(cells: Sequence[_Cell]) -> bool:
    """True for two cells and more that draw the same, wherever on their pages they lie."""
    first, *others = [cell.list_marks() for cell in cells] or [[]]
    return bool(first and others) and all(
        len(first) == len(other)
        and all(
            one[2:] == two[2:] and max(abs(a - b) for a, b in zip(one.size, two.size, strict=True)) < EDGE
            for one, two in zip(first, other, strict=True)
        )
        for other in others
    )


CellPair = tuple[_Cell, _Cell | None]


def _pair_sides(fronts: Iterable[PageGrid], behind: Iterable[PageGrid], down: bool) -> Iterator[CellPair]:
    """The sides of every card: its front, and what is behind it once its page is turned, or folded.

    That goes over the right edge, or `down` over the lower one. Where nothing is drawn behind a front, it
    gets the back of the others, if they have one.
    """
    for grid, back in zip_longest(fronts, behind):
        drawn = _list_cells(back) if back else []
        for cell in _list_cells(grid):
            (columns, rows), column, row = grid.shape, cell.column, cell.row
            at = back and _Cell(back, *((column, rows - 1 - row) if down else (columns - 1 - column, row)))
            yield cell, drawn[0] if drawn and at not in drawn and (len(drawn) == 1 or _are_alike(drawn)) else at


def _build_cards(pairs: Sequence[CellPair], down: bool) -> Iterator[Card]:
    spool, owned = Spool(), {cell: _measure_own_bleed(cell) for pair in pairs for cell in pair if cell is not None}
    least = min(side for cell in owned for side in cell.grid.size)
    bleed = min(BLEED, least / 4, *filter(None, owned.values()))
    for number, (front, back) in enumerate(pairs, 1):
        behind = {} if back is None else _build_fields(back, bleed, owned[back] > 0, down)
        yield Card(str(number), _build_fields(front, bleed, owned[front] > 0, False), behind, spool)


def _measure_own_bleed(cell: _Cell) -> float:
    """How far what is drawn for this cell alone reaches beyond every cut, mm; 0 for less than is of use."""
    left, top, right, bottom = cell.get_box()
    reaches = (
        min(left - mark.box[0], top - mark.box[1], mark.box[2] - right, mark.box[3] - bottom)
        for mark in cell.list_marks()
        if mark.kind != "text" and mark.colour != WHITE
    )
    gaps = (gap / 2 for gap, count in zip(cell.grid.gaps, cell.grid.shape, strict=True) if count > 1)
    own = min(BLEED, max(reaches, default=0.0), *gaps)
    return own if own >= LEAST_BLEED else 0.0


_NUMBERS = ("page", "x", "y", "width", "height", "bleed", "own", "turn")


def _build_fields(cell: _Cell, bleed: float, own: bool, turned: bool) -> dict[str, str]:
    grid = cell.grid
    numbers = (grid.page.number, *cell.get_box()[:2], *grid.size, bleed, own, 180 * turned)
    fields = {name: f"{number:.3f}" for name, number in zip(_NUMBERS, numbers, strict=True)}
    return {"file": str(grid.page.file), **fields}


def lay_out_cell(fields: Mapping[str, str]) -> Frame | None:
    """Lay out a side of a card that is cut from a page; ``None`` for a blank back."""
    if not fields:
        return None
    number, *numbers = (float(fields[name]) for name in _NUMBERS)
    return _lay_out_cached(read_source_pages(Path(fields["file"]))[round(number) - 1], *numbers)


@lru_cache(maxsize=64)  # many cards have one back, which is then stored once
def _lay_out_cached(page: SourcePage, x: float, y: float, *numbers: float) -> Frame:
    width, height, bleed, own, turn = numbers
    name, turned = f"{page.name}/{x:g}-{y:g}", Matrix.rotate_about(width / 2, height / 2, turn)
    seen = Use(page, Matrix.translate(-x, -y).then(turned), role="pattern")
    if own:
        return Frame(name, width, height, (seen,), bleed)
    inner = seen._replace(matrix=seen.matrix.then(Matrix.translate(-HAIR, -HAIR)))
    card = Frame(name, width - 2 * HAIR, height - 2 * HAIR, (inner,))
    card = extend_pictures(replace(card, items=(Use(card),), bleed=bleed + HAIR), "mirror", drawings=True)
    return Frame(name, width, height, (Use(card, Matrix.translate(HAIR, HAIR)),), bleed)


def draw_cut_pages(deck: Deck) -> Iterator[Frame]:
    """Draw the first page of fronts, and the first of backs, with the lines along which they are cut."""
    cards = deck.components[0].cards
    fronts, backs = ([(card.id, card.sides[side]) for card in cards if card.sides[side]] for side in (0, 1))
    for number in dict.fromkeys(side[0][1]["page"] for side in (fronts, backs) if side):
        page = read_source_pages(deck.file)[round(float(number)) - 1]
        boxes = dict[tuple[float, ...], str]()
        for name, fields in (*fronts, *backs):
            if fields["page"] == number:
                boxes.setdefault(tuple(float(fields[key]) for key in _NUMBERS[1:5]), name)
        items = list[Item]()
        for (x, y, width, height), name in boxes.items():
            box = rect(x, y, width, height)
            items += [Shape(box, stroke=WHITE, width=1.2), Shape(box, stroke=LINE, width=0.6)]
            items.append(Text(name, x + width / 2, y + height / 2, 28, "bold", LINE, "middle"))
        yield Frame(page.name, page.width, page.height, (Use(page), *items))


def _describe_cut(
    grid: PageGrid, backs: str, fronts: Sequence[int], named: Sequence[int], numbers: Sequence[int]
) -> Iterator[Sentence]:
    across, down = (round(each, 1) if each > GAPLESS else 0.0 for each in grid.gaps)
    same = say("gap {across} mm", across=across) if across else say("no gaps")
    cut = sorted([*fronts, *(named if backs in BACKS else ())])
    yield say(
        "{columns} x {rows} cards of {width} x {height} mm a page; {gap}; {pages}; {backs}.",
        columns=grid.shape[0],
        rows=grid.shape[1],
        width=round(grid.size[0], 1),
        height=round(grid.size[1], 1),
        gap=same if across == down else say("gap {across} x {down} mm", across=across, down=down),
        pages=say_count("page[|s] {pages}", len(cut), pages=_format_pages(cut)),
        backs=BACKS.get(backs) or say_count("backs on page[|s] {pages}", len(named), pages=_format_pages(named)),
    )
    left = [number for number in numbers if number not in {*fronts, *named}]
    if left:
        yield say_count(
            "page[|s] {pages} [has|have] no such grid and [is|are] left out.", len(left), pages=_format_pages(left)
        )


def _format_pages(pages: Sequence[int]) -> str:
    return format_ranges(find_ranges(pages))
