"""A published PDF of cards as a deck: its pages are cut into cells, and each cell is a side of a card."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from companion.data.deck import PAGE, TUCKBOX, Card, Component, Deck
from companion.data.decks.plain_deck import parse_card_size
from companion.data.files import Spool
from companion.errors import InputError, Place
from companion.paths import templates
from companion.press.frame.frame import Frame, Item, Shape, Text, Use
from companion.press.frame.outlines import Bounds, Matrix, rect
from companion.press.frame.page_marks import PageMark, list_marks
from companion.press.frame.source_page import SourcePage, read_source_pages, render_source_page
from companion.press.page_grid import GridRequest, PageGrid, divide_page, find_grid
from companion.press.sheets.gang import find_ranges, format_ranges
from companion.sentences import Sentence, say, say_count, shorten_text

BLEED, LEAST_BLEED = 3.0, 1.0  # made at most; and as much as the file must have for its own to be taken, mm
LINE = "#d01c1f"  # of what shows where a page is cut
HAIR, SEAM = 0.3, 0.15  # within the cut: where an edge is mirrored, past lines along it; and how far parts overlap, mm
GAPLESS = 0.15  # a gap that is no wider is none, mm
PALE = 250  # a dot that is at least so light is paper
EDGE = 2.0  # what lies so near to the cut of a card does not make it one, mm
GROUND = 1.6  # what is so many times as wide and high as a card is not its own
FOLDS = ("fold", "fold-down")
BACKS = ("none", "alternate", *FOLDS)


class PageRequest(NamedTuple):
    """What a person types of how a PDF is cut; empty for what is to be found."""

    grid: str = ""  # columns x rows
    gap: str = ""  # mm
    size: str = ""  # of a card, as of a folder of pictures
    backs: str = ""  # one of `BACKS`, or the pages of backs
    pages: str = ""  # all by default

    def parse_grid(self) -> GridRequest:
        found = re.fullmatch(r"\s*(\d{1,2})\s*[x×]\s*(\d{1,2})\s*", self.grid.lower(), re.ASCII)
        columns, rows = map(int, found.groups()) if found else (0, 0)
        if self.grid and not (columns and rows):
            value = shorten_text(self.grid, 40)
            raise InputError("'{value}' is no grid; write columns x rows, such as 3x3.", value=value)
        gap = self.gap.replace(",", ".")
        if gap and not re.fullmatch(r"\d{1,2}(\.\d{1,4})?", gap, re.ASCII):
            raise InputError("'{value}' is no gap; write millimetres, such as 2.", value=shorten_text(self.gap, 40))
        size = parse_card_size(self.size) if self.size else None
        return GridRequest(columns, rows, float(gap) if gap else None, size, self.backs.startswith("fold"))


def parse_pages(typed: str, most: int) -> list[int]:
    """The numbers of pages in a text such as ``2-7,9``."""
    found = list[int]()
    for part in typed.split(","):
        run = re.fullmatch(r"\s*(\d{1,4})\s*(?:[-–]\s*(\d{1,4})\s*)?", part, re.ASCII)
        first, last = (int(run[1]), int(run[2] or run[1])) if run else (0, 0)
        if not 1 <= first <= last <= most:
            value = shorten_text(typed, 40)
            raise InputError(
                "'{value}' names no pages of this PDF, which has {most}; write 2-3 or 2,5.", value=value, most=most
            )
        found += range(first, last + 1)
    return list(dict.fromkeys(found))


class _Cell(NamedTuple):
    page: SourcePage
    column: int
    row: int
    box: Bounds
    most: float  # of its own bleed, up to the middle of the gaps, mm


class _Sheet(NamedTuple):
    """A page with the grid of its cards."""

    page: SourcePage
    grid: PageGrid

    def get_cell(self, column: int, row: int) -> _Cell:
        counts = len(self.grid.xs), len(self.grid.ys)
        most = min((gap / 2 for gap, count in zip(self.grid.gaps, counts, strict=True) if count > 1), default=BLEED)
        return _Cell(self.page, column, row, self.grid.get_cell(column, row), most)

    def list_cells(self) -> list[_Cell]:
        """The cells on which something is drawn, row by row."""
        places = ((column, row) for row in range(len(self.grid.ys)) for column in range(len(self.grid.xs)))
        return [cell for place in places if not _is_blank(cell := self.get_cell(*place))]


def build_page_deck(file: Path, asked: PageRequest, faulty: bool = False) -> Deck:
    """Cut the pages of a PDF into a deck; its notes say how, and which pages are left out.

    With `faulty`, a deck of which no grid is found is returned without cards.
    """
    pages, place = read_source_pages(file), Place(file.name)
    numbers = parse_pages(asked.pages, len(pages)) if asked.pages else range(1, len(pages) + 1)
    named = parse_pages(asked.backs, len(pages)) if asked.backs and asked.backs not in BACKS else []
    sure = dict.fromkeys(numbers if asked.pages else (), False) | dict.fromkeys(named, True)
    sure |= dict.fromkeys([*sure][1::2], True) if asked.backs == "alternate" else {}
    sheets = _find_sheets([pages[number - 1] for number in sorted({*numbers, *named})], asked.parse_grid(), sure)
    name = re.sub(r"[^\w.()&+ -]+", "-", file.stem).strip("-. ") or "cards"
    box = Component(TUCKBOX, "", None, (), TUCKBOX, True, TUCKBOX)
    about: dict[str, Any] = {"languages": (), "faces": templates() / "faces" / "shared", "pictured": True}
    if not sheets:
        lacking = InputError(
            "no grid of cards is found here; say how many lie across and down.", place=place, remedy="grid"
        )
        if faulty:
            return Deck(name, file, (Component("cards", PAGE, None, (), "cards"), box), faults=(lacking,), **about)
        raise lacking
    if asked.backs in FOLDS:
        sheets = {number: _unfold(sheet, FOLDS.index(asked.backs)) for number, sheet in sheets.items()}
    fronts = [sheet for number, sheet in sheets.items() if number not in named]
    backs = asked.backs or _guess_backs(fronts)
    if backs not in BACKS:
        named = parse_pages(backs, len(pages))
        fronts = [sheet for sheet in fronts if sheet.page.number not in named]
    behind = [sheets[number] for number in named]
    if len(behind) > 1 and len(behind) != len(fronts):
        counts: dict[str, Any] = {"backs": len(behind), "fronts": len(fronts)}
        raise InputError(
            "pages of backs: {backs}, of fronts: {fronts}; name one page of backs, or one for each.",
            place=place,
            **counts,
        )
    if backs == "alternate":
        after = [sheet.page.number + 1 for sheet in fronts[::2]]
        missing = [number for number in after if number not in sheets and number <= len(pages)]
        if missing and not asked.pages:
            raise InputError(
                "page {page} has no such grid of cards, and may have backs; say which pages have cards.",
                place=place,
                page=missing[0],
                remedy="pages",
            )
    pairs = list(_pair_sides(fronts, backs, behind))
    back = PAGE if any(back for _, back in pairs) else None
    parts = Component("cards", PAGE, back, tuple(_build_cards(pairs)), "cards"), box
    notes = tuple(_describe_cut(fronts, backs, behind, [number for number in numbers if number not in sheets]))
    return Deck(name, file, parts, notes=notes, **about)


def _find_sheets(pages: Sequence[SourcePage], asked: GridRequest, sure: Mapping[int, bool]) -> dict[int, _Sheet]:
    """The pages that have the grid which most of them have, or a part of it, by number.

    So do pages that a person names (`sure`; true for backs), whatever they show.
    """
    found = {page.number: find_grid(page, asked) for page in pages}
    if not any(found.values()):
        found = {page.number: divide_page(page, asked) for page in pages}
    grids = [grid for grid in found.values() if grid is not None]
    if not grids:
        return {}
    grids = [grid for grid in grids if grid.marked] or grids
    kinds = [(len(each.xs), len(each.ys), round(each.width), round(each.height)) for each in grids]
    most = max(kinds, key=lambda kind: (kinds.count(kind), kind))
    main = grids[kinds.index(most)]
    size = main.width, main.height
    sheets = dict[int, _Sheet]()
    for page in pages:
        grid = found[page.number] or find_grid(page, GridRequest(0, 0, asked.gap, asked.size), size)
        wholes = [main, *(sheet.grid for sheet in sheets.values())]
        if grid is None or not grid.has_steps_of(main):
            single = grid is not None and math.dist(size, grid[2:4]) < 1  # such as one back for all
            grid = next((each for each in wholes if grid and grid.is_part_of(each)), grid if single else None)
        if grid is None and page.number in sure:
            turned = tuple(page.width - x for x in reversed(main.xs))
            grid = main._replace(xs=turned) if sure[page.number] else main
        if grid is not None:
            sheets[page.number] = _Sheet(page, grid._replace(width=main.width, height=main.height))
    return sheets


def _unfold(sheet: _Sheet, axis: int) -> _Sheet:
    """A sheet with the places of its backs, where only those of its fronts were found, on one side of the fold."""
    page, grid = sheet
    middles, side = (grid.xs, grid.ys)[axis], (page.width, page.height)[axis]
    if min(middles) < side / 2 < max(middles):
        return sheet
    both = tuple(sorted([*middles, *(side - at for at in middles)]))
    return _Sheet(page, grid._replace(xs=both) if axis == 0 else grid._replace(ys=both))


def _is_blank(cell: _Cell) -> bool:
    left, top, right, bottom = cell.box
    inner = left + EDGE, top + EDGE, right - EDGE, bottom - EDGE
    seen = [mark for mark in list_marks(cell.page) if _meet(mark.box, inner) and mark.colour != "#ffffff"]
    if any(not _is_ground(mark, cell.box) for mark in seen):
        return False
    picture = render_source_page(cell.page) if seen or not list_marks(cell.page) else None
    if picture is None:
        return not seen
    scale = picture.width / cell.page.width
    left, top, right, bottom = (round(side * scale) for side in inner)
    return not any(picture.convert("L").crop((left, top, right, bottom)).histogram()[:PALE])


def _is_ground(mark: PageMark, box: Bounds) -> bool:
    wide, high = mark.size
    return wide > GROUND * (box[2] - box[0]) or high > GROUND * (box[3] - box[1])


def _meet(one: Bounds, other: Bounds) -> bool:
    return all(one[axis] < other[axis + 2] and other[axis] < one[axis + 2] for axis in (0, 1))


def _list_own_marks(cell: _Cell) -> list[PageMark]:
    """What a cell draws for itself; nothing where that is told by a picture alone."""
    left, top, right, bottom = cell.box
    inner = left + EDGE, top + EDGE, right - EDGE, bottom - EDGE
    return [mark for mark in list_marks(cell.page) if _meet(mark.box, inner) and not _is_ground(mark, cell.box)]


def _are_alike(cells: Sequence[_Cell]) -> bool:
    """True for two cells and more that draw the same, wherever on their pages they lie."""
    first, *others = [[], *(_list_own_marks(cell) for cell in cells)][1:] or [[]]
    return bool(first and others) and all(
        len(first) == len(other)
        and all(
            one[2:] == two[2:] and max(abs(a - b) for a, b in zip(one.size, two.size, strict=True)) < EDGE
            for one, two in zip(first, other, strict=True)
        )
        for other in others
    )


def _guess_backs(sheets: Sequence[_Sheet]) -> str:
    """Where the backs are, by what is the same on all cards of a page, or of one half of every page; else nowhere."""
    cells = [sheet.list_cells() for sheet in sheets]
    alike = [_are_alike(each) for each in cells]
    numbers = [sheet.page.number for sheet, same in zip(sheets, alike, strict=True) if same]
    if len(sheets) % 2 == 0 and all(alike[1::2]) and not all(alike[::2]):
        return "alternate"
    if 0 < len(numbers) < len(sheets) and alike == sorted(alike) and len(numbers) in (1, len(sheets) - len(numbers)):
        return format_ranges(find_ranges(numbers))
    columns, rows = len(sheets[0].grid.xs), len(sheets[0].grid.ys)
    every = [cell for each in cells for cell in each]
    for backs, count, at in (
        ("fold", columns, [cell.column for cell in every]),
        ("fold-down", rows, [cell.row for cell in every]),
    ):
        halves = [
            [cell for cell, place in zip(every, at, strict=True) if (place >= count // 2) == half]
            for half in (False, True)
        ]
        if count % 2 == 0 and not _are_alike(halves[0]) and _are_alike(halves[1]):
            return backs
    return "none"


CellPair = tuple[_Cell, _Cell | None]


def _pair_sides(fronts: Sequence[_Sheet], backs: str, behind: Sequence[_Sheet]) -> Iterator[CellPair]:
    """The sides of every card: its front, and the back that lies behind it once the file is printed, or folded."""
    if backs == "alternate":
        fronts, behind = fronts[::2], fronts[1::2]
    for number, sheet in enumerate(fronts):
        columns, rows = len(sheet.grid.xs), len(sheet.grid.ys)
        for cell in sheet.list_cells():
            if backs.startswith("fold"):
                at = (columns - 1 - cell.column, cell.row) if backs == "fold" else (cell.column, rows - 1 - cell.row)
                if (cell.column, cell.row) < at:
                    yield cell, sheet.get_cell(*at)
            elif behind and (len(behind) == 1 or number < len(behind)):
                yield cell, _find_back(behind[number % len(behind)], cell, columns)
            else:
                yield cell, None


def _find_back(sheet: _Sheet, front: _Cell, columns: int) -> _Cell | None:
    """The cell behind a front on a page that is turned over like that of a book; else the only back there is."""
    there = {(cell.column, cell.row): cell for cell in sheet.list_cells()}
    across = columns - 1 - front.column
    return there.get((across, front.row)) or next(iter(there.values()), None)


def _build_cards(pairs: Sequence[CellPair]) -> Iterator[Card]:
    spool, owned = Spool(), {cell: _measure_own_bleed(cell) for pair in pairs for cell in pair if cell is not None}
    sides = [side for cell in owned for side in (cell.box[2] - cell.box[0], cell.box[3] - cell.box[1])]
    bleed = min([BLEED, min(sides) / 4, *filter(None, owned.values())])
    for number, (front, back) in enumerate(pairs, 1):
        turned = back is not None and back.page is front.page and back.row != front.row
        behind = {} if back is None else _build_fields(back, bleed, owned[back] > 0, turned)
        yield Card(str(number), _build_fields(front, bleed, owned[front] > 0, False), behind, spool)


def _measure_own_bleed(cell: _Cell) -> float:
    """How far what is drawn for this cell alone reaches beyond every cut, mm; 0 for less than is of use."""
    left, top, right, bottom = cell.box
    own = 0.0
    for mark in list_marks(cell.page):
        if mark.kind != "text" and not _is_ground(mark, cell.box) and mark.colour != "#ffffff":
            reach = min(left - mark.box[0], top - mark.box[1], mark.box[2] - right, mark.box[3] - bottom)
            own = max(own, reach)
    own = min(own, BLEED, cell.most)
    return own if own >= LEAST_BLEED else 0.0


def _build_fields(cell: _Cell, bleed: float, own: bool, turned: bool) -> dict[str, str]:
    left, top, right, bottom = cell.box
    numbers = {"page": cell.page.number, "x": left, "y": top, "width": right - left, "height": bottom - top}
    numbers |= {"bleed": bleed, "own": own, "turn": 180 * turned}
    return {"file": str(cell.page.file), **{name: f"{number:.3f}" for name, number in numbers.items()}}


def lay_out_cell(fields: Mapping[str, str]) -> Frame | None:
    """Lay out a side of a card that is cut from a page; ``None`` for a blank back."""
    if "page" not in fields:
        return None
    number, *numbers = (float(fields[name]) for name in ("page", *_NUMBERS))
    return _lay_out_cached(read_source_pages(Path(fields["file"]))[round(number) - 1], *numbers)


_NUMBERS = ("x", "y", "width", "height", "bleed", "own", "turn")


@lru_cache(maxsize=64)  # many cards have one back, which is then stored once
def _lay_out_cached(page: SourcePage, x: float, y: float, *more: float) -> Frame:
    width, height, bleed, own, turn = more
    placed = Matrix.translate(-x, -y).then(Matrix.rotate_about(width / 2, height / 2, turn))
    items = [Use(page, placed, rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed), "pattern")]
    if not own:  # mirrored edges, which reach a little below what is drawn over them
        across, down = (
            (
                (-bleed, bleed + HAIR + SEAM, -1.0, 2 * HAIR),
                (HAIR, side - 2 * HAIR, 1.0, 0.0),
                (side - HAIR - SEAM, bleed + HAIR + SEAM, -1.0, 2 * (side - HAIR)),
            )
            for side in (width, height)
        )
        bands = sorted(product(across, down), key=lambda band: band[0][2] + band[1][2])
        items = [
            Use(page, placed.then(Matrix(a, 0.0, 0.0, d, e, f)), rect(left, top, wide, high), "pattern")
            for (left, wide, a, e), (top, high, d, f) in bands
        ]
    return Frame(f"{page.name}/{x:g}-{y:g}", width, height, tuple(items), bleed)


def draw_cut_pages(deck: Deck) -> Iterator[Frame]:
    """Draw the first page of fronts, and the first of backs, with the lines along which they are cut."""
    cells: dict[int, dict[Bounds, str]] = {}
    for side in (0, 1):
        seen = [(card.id, card.sides[side]) for card in deck.components[0].cards if "page" in card.sides[side]]
        for name, fields in seen:
            x, y, width, height = (float(fields[key]) for key in _NUMBERS[:4])
            if (number := round(float(fields["page"]))) in cells or fields["page"] == seen[0][1]["page"]:
                cells.setdefault(number, {}).setdefault((x, y, width, height), name)
    for number, boxes in cells.items():
        page, items = read_source_pages(deck.file)[number - 1], list[Item]()
        for (x, y, width, height), name in boxes.items():
            box = rect(x, y, width, height)
            items += [Shape(box, stroke="#ffffff", width=1.2), Shape(box, stroke=LINE, width=0.6)]
            items.append(Text(name, x + width / 2, y + height / 2, 28, "bold", LINE, "middle"))
        yield Frame(page.name, page.width, page.height, (Use(page), *items))


def _describe_cut(
    fronts: Sequence[_Sheet], backs: str, behind: Sequence[_Sheet], left: Sequence[int]
) -> Iterator[Sentence]:
    grid = fronts[0].grid
    across, down = (round(each, 1) if each > GAPLESS else 0.0 for each in grid.gaps)
    told: dict[str, Any] = {"columns": len(grid.xs), "rows": len(grid.ys)}
    told |= {"width": round(grid.width, 1), "height": round(grid.height, 1)}
    gap = say("gap {across} x {down} mm", across=across, down=down)
    same = say("gap {across} mm", across=across) if across else say("no gaps")
    told["gap"] = same if across == down else gap
    front = format_ranges(find_ranges(sheet.page.number for sheet in fronts))
    told["pages"] = say_count("page[|s] {pages}", len(fronts), pages=front)
    told["backs"] = {
        "none": say("no backs"),
        "alternate": say("backs on every second page"),
        "fold": say("backs on the right, folded behind their fronts"),
        "fold-down": say("backs below, folded behind their fronts"),
    }.get(backs) or say("backs on page {pages}", pages=format_ranges(find_ranges(each.page.number for each in behind)))
    yield say("{columns} x {rows} cards of {width} x {height} mm a page; {gap}; {pages}; {backs}.", **told)
    if left:
        pages = format_ranges(find_ranges(left))
        yield say_count("page[|s] {pages} [has|have] no such grid and [is|are] left out.", len(left), pages=pages)
