"""Ganging up: pieces of one size share a grid on sheets; those of one plain colour all along the cut may touch."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import groupby, pairwise
from typing import NamedTuple

from companion.data.deck import Deck
from companion.data.papers import Paper, Profile
from companion.errors import PaperError
from companion.press.face.pieces import Piece
from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Frame, Item, Picture, Shape, Text, Use
from companion.press.frame.outlines import Bounds, Matrix, Outline, compute_bounds, transform_bounds, transform_outline
from companion.press.frame.trims import find_bleed_outline
from companion.press.sheets import grid as grids
from companion.press.sheets.grid import MARK_GAP, MARK_LENGTH, Grid, Slot
from companion.press.sheets.marks import LINE, REGISTER_ROOM, compute_reach
from companion.sentences import Sentence, say

SIDES = ("duplex-long", "duplex-short", "fold", "fronts", "separate")  # the ways backs are printed
MOST_NAMED_PARTS = 3  # components, or cards, that the name of a file spells out
MOST_LETTERS_OF_PARTS = 60  # of all of them together
MOST_NAME_LETTERS = 40  # of a name, in the name of a file


@dataclass(frozen=True, kw_only=True, init=False, repr=False, eq=False)
class PrintOptions:
    """Options of printing that do not depend on the edition; subclasses add the methods."""

    only: tuple[str, ...] = ()  # components; all when empty
    copies: int = 1
    sheets: tuple[tuple[int, int], ...] = ()  # first and last numbers; all when empty
    marks: str = "corners"  # or `lines`, `none`
    marks_on_backs: bool = False
    bleed: float | None = None  # mm; `None` takes what suits faces and paper
    margin: float | None = None  # white along every edge, mm; `None` takes the printer's
    cover: bool = True  # a first page says how to print
    reverse_backs: bool = False  # backs in a file of their own come last first
    type: str = "usual"  # or `large`: words half as large again, what finds no room on an aid
    seals: str = "printed"  # or `none`: those that a photo of a map is read by
    cube: float = 8.0  # side of the cubes for a paper tower, mm
    thickness: float = 0.3  # of a card as printed, for the tuck box, mm
    sleeves: str = "none"  # for the tuck box: or `thin`, `thick`
    cut_lines: bool = False  # a machine cuts the sheets: they have its marks, and its lines come as files
    proof: bool = False  # draw bleed, trim, safe zone and the boxes of faces over the cards


@dataclass(frozen=True, repr=False)
class Edition(PrintOptions):
    """A deck in one language and ink, on one paper, printed in one way."""

    deck: Deck
    language: str  # code of the words on the cards
    paper: Paper
    sides: str = "duplex-long"  # one of `SIDES`
    ink: str = "full"  # or `low`
    printer: Profile | None = None  # `None` for a perfect one
    changed: bool = False  # print only changed cards
    picks: tuple[tuple[str, str], ...] = ()  # component and id of single cards; all when empty
    card_names: tuple[str, ...] = ()  # as the file names these; by their ids when empty
    white: float = 0.0  # left white by the printer where a narrower margin is asked for, mm; else 0
    lacks_cover: bool = False  # the sheets say how to print, since no first page goes before them

    @property
    def components(self) -> tuple[str, ...]:
        """The components to lay out: those of the picked cards, else those asked for."""
        return tuple(dict.fromkeys(component for component, _ in self.picks)) or self.only

    @property
    def safe_paper(self) -> Paper:
        """The paper, its margin widened by as far as the printer's correction moves ink outward."""
        return self.paper._replace(margin=self.paper.margin + compute_reach(self.printer, self.paper)[0])

    @property
    def is_partial(self) -> bool:
        """True if only single cards or sheets are asked for."""
        return bool(self.picks or self.sheets)

    @property
    def full_edition(self) -> Edition:
        """The edition with all its cards and sheets, one copy each."""
        return replace(self, picks=(), card_names=(), sheets=(), copies=1)

    @property
    def name(self) -> str:
        """The name of the file, without ending; it includes every option that is not the default."""
        printer, cards = self.printer, self.card_names or [card for _, card in self.picks]
        parts = [self.deck.name, *_shorten_names(self.only), *_shorten_names(cards)]
        parts += [f"{self.copies}x"] if self.copies > 1 else []
        parts += [f"sheets-{format_ranges(self.sheets)}"] if self.sheets else []
        parts += [self.language, self.paper.name]
        parts += [self.sides] if self.sides != "duplex-long" else []
        parts += ["low-ink"] if self.ink == "low" else []
        parts += ["large"] if self.type == "large" else []
        parts += ["no-seals"] if self.seals == "none" else []
        parts += [_format_name(f"{printer.printer} {printer.tray}".strip())] if printer else []
        parts += [f"cube{self.cube:g}"] if self.cube != 8 else []
        parts += ["changed"] if self.changed else []
        parts += ["proof"] if self.proof else []
        return "-".join(parts)


def find_ranges(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Group consecutive numbers into ranges: the first and last number of each."""
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        continues = ranges and ranges[-1][1] == number - 1
        ranges[-1:] = [(ranges[-1][0], number)] if continues else [*ranges[-1:], (number, number)]
    return ranges


def format_ranges(numbers: Iterable[tuple[int, int]]) -> str:
    """Format ranges of numbers, such as ``2-3,7``."""
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in numbers)


def _shorten_names(names: Sequence[str]) -> Sequence[str]:
    names = [_format_name(name) for name in names]
    are_short = len(names) <= MOST_NAMED_PARTS and len("-".join(names)) <= MOST_LETTERS_OF_PARTS
    return names if are_short else (names[0], f"and-{len(names) - 1}-more")


def _format_name(name: str) -> str:
    return re.sub(r"[^\w-]+", "-", name)[:MOST_NAME_LETTERS]


INSIDE = 0.7  # the depth inside the trim to which an edge must stay plain, mm: scissors are off by less
WHITE = "#ffffff"

PlainEdge = tuple[str, str] | None
"""The colour along the cut of a front and of its back; ``None`` where either is a picture."""


def find_plain_edges(pieces: Iterable[Piece]) -> list[PlainEdge]:
    """The plain edge of every piece, front and back; ``None`` if a picture crosses either."""
    edges: dict[int, tuple[Frame | None, str | None]] = {id(None): (None, WHITE)}

    def find_edge(frame: Frame | None) -> str | None:
        if frame and id(frame) not in edges:
            edges[id(frame)] = frame, find_plain_edge(frame)
        return edges[id(frame)][1]

    def find_edges(piece: Piece) -> PlainEdge:
        back = find_edge(piece.back)  # first: many cards have one back, and where it is a picture no front matters
        front = None if back is None else find_edge(piece.front)
        return None if front is None or back is None else (front, back)

    return [find_edges(piece) for piece in pieces]


def can_share_cuts(edges: Sequence[PlainEdge]) -> bool:
    """True if one cut serves any two neighbours: all fronts have one plain edge, and so have all backs."""
    return None not in edges and len(set(edges)) == 1


def find_plain_edge(frame: Frame) -> str | None:
    """The one colour from the bleed to a little inside the cut; ``None`` for a picture or what is no rectangle."""
    if find_bleed_outline(frame, 0.0) is not None:
        return None
    outer = (-frame.bleed, -frame.bleed, frame.width + frame.bleed, frame.height + frame.bleed)
    inner = (INSIDE, INSIDE, frame.width - INSIDE, frame.height - INSIDE)
    colours: set[str | None] = set()
    for colour, covers_edge in _walk_edge_items(frame.items, Matrix(), outer, inner):
        colours.add(colour)
        if covers_edge or colour is None:
            break
    else:
        colours.add(WHITE)
    return colours.pop() if len(colours) == 1 else None


def _walk_edge_items(
    items: Sequence[Item], matrix: Matrix, outer: Bounds, inner: Bounds
) -> Iterator[tuple[str | None, bool]]:
    """Yield items at the edge, topmost first: the colour of a plain one, and true if it covers all."""
    for item in reversed(items):
        match item:
            case Use(clip=clip) if clip and _is_within(_compute_moved_bounds(clip, matrix), inner):
                pass
            case Use(frame=Drawing() as drawing):
                if not _is_within(transform_bounds(drawing.extent, item.matrix.then(matrix)), inner):
                    yield None, False
            case Use():
                for item_found in _walk_edge_items(item.frame.items, item.matrix.then(matrix), outer, inner):
                    yield item_found if item.clip is None else (None, False)
            case Shape():
                reach = item.width / 2 if item.stroke else 0.0
                left, top, right, bottom = _compute_moved_bounds(item.outline, matrix)
                if _is_within((left - reach, top - reach, right + reach, bottom + reach), inner):
                    continue
                covers_edge = _is_within(outer, (left, top, right, bottom)) and _is_upright_rectangle(item, matrix)
                plain = covers_edge or item.stroke in (None, item.fill)
                yield item.fill if plain else None, covers_edge
            case Picture():
                box = (item.x, item.y, item.x + item.width, item.y + item.height)
                if not _is_within(transform_bounds(box, matrix), inner):
                    yield None, False
            case Text():
                pass  # words keep to the safe zone, farther inside; preflight sees to that


@lru_cache(maxsize=128)  # of many cards most draw the same boxes
def _compute_moved_bounds(outline: Outline, matrix: Matrix) -> Bounds:
    return compute_bounds(transform_outline(outline, matrix))


def _is_within(box: Bounds, other: Bounds) -> bool:
    return all(box[i] >= other[i] - 1e-6 and box[i + 2] <= other[i + 2] + 1e-6 for i in (0, 1))


def _is_upright_rectangle(shape: Shape, matrix: Matrix) -> bool:
    """True if a shape is an upright rectangle, which covers all of its bounds."""
    if "".join(letter for letter, _ in shape.outline) not in ("MLLLZ", "MLLLLZ"):
        return False
    xs, ys = ({numbers[axis] for _, numbers in shape.outline if numbers} for axis in (0, 1))
    return len(xs) == len(ys) == 2 and (matrix.b == matrix.c == 0 or matrix.a == matrix.d == 0)


BOARD = 200.0
"""The longest side of a card, mm.

A longer face is a board, which may fill its page or come in tiles; a card that does not fit is an error.
"""


Rows = tuple[tuple[tuple[int, Slot], ...], ...]  # for every page, the number and slot of each piece
_Row = list[tuple[int, int]]  # columns and pieces


class Gang(NamedTuple):
    """Pieces that share sheets."""

    pieces: tuple[Piece, ...]  # in the order they are printed
    grid: Grid
    backs: bool  # some piece has a back that is printed
    folded: bool  # fronts and backs lie side by side
    holds_backs: bool = False  # these are backs of a gang too wide to fold, to be cut out and glued on
    rows: Rows = ()  # of pieces in several colours, each touching its like; empty where they fill the grid

    def place_pieces(self) -> Iterator[list[tuple[Piece, Slot]]]:
        """Yield the pieces of every sheet with their slots; a half-full sheet keeps the grid."""
        if self.rows:
            for page in self.rows:
                yield [(self.pieces[piece], slot) for piece, slot in page]
            return
        slots = list(self.grid.list_slots())
        for batch in grids.split_into_pages(len(self.pieces), self.grid.cards):
            yield [(self.pieces[piece], slot) for piece, slot in zip(batch, slots, strict=False)]

    def list_notes(self, marks: bool) -> Iterator[Sentence]:
        """Yield notes on backs to glue on, sheets to save, and marks left out (if `marks` were wanted)."""
        grid = self.grid
        card = {"paper": grid.paper.title, "width": float(grid.width), "height": float(grid.height)}
        if self.holds_backs:
            yield say(
                "{paper}: {width} x {height} mm are too wide to fold; their backs come on sheets of their "
                "own, to be glued on.",
                **card,
            )
        elif max(piece.front.bleed for piece in self.pieces) > 0 and not self.rows:
            offer = grids.describe_trade_off(grid, len(self.pieces))
            if offer is not None:
                yield offer
        if marks and not grid.marks:
            yield say("{paper}: a card of {width} x {height} mm leaves no room for cut marks.", **card)


def gang_up(edition: Edition, laid_out: Iterable[Piece]) -> list[Gang]:
    """Sort pieces into gangs, in the order of sizes, each with its grid; runs share sheets if that saves one."""
    groups: dict[tuple[str, float, float], list[Piece]] = {}
    for piece in laid_out:
        if piece.mismatch is not None:
            raise PaperError("{card}: {fault}.", card=piece.front.name, fault=piece.mismatch)
        groups.setdefault((piece.run, piece.front.width, piece.front.height), []).append(piece)
    if edition.bleed is not None:
        _check_bleed(edition.bleed, [piece for group in groups.values() for piece in group])
    by_kind: dict[tuple[float, float, bool], list[list[Piece]]] = {}
    for group in groups.values():
        size = group[0].front
        by_kind.setdefault((size.width, size.height, any(piece.back for piece in group)), []).append(group)
    return [gang for each in by_kind.values() for gang in _gang_runs(edition, each)]


def _gang_runs(edition: Edition, groups: Sequence[Sequence[Piece]]) -> list[Gang]:
    """Gang runs of one size, all with backs or all without: together if that saves sheets, else apart."""
    separate = [gang for group in groups for gang in _gang_pieces(edition, group)]
    if len(groups) == 1:
        return separate
    joint = list(_gang_pieces(edition, [piece for group in groups for piece in group]))
    return min(separate, joint, key=lambda gangs: sum(1 for gang in gangs for _ in gang.place_pieces()))


def _gang_pieces(edition: Edition, group: Sequence[Piece]) -> Iterator[Gang]:
    backs = edition.sides != "fronts" and any(piece.back for piece in group)
    if not (backs and edition.sides == "fold"):
        yield _build_gang(edition, group, backs, False)
        return
    try:
        yield _build_gang(edition, group, True, True)
    except PaperError:
        back_pieces = [piece._replace(front=piece.back, back=None) for piece in group if piece.back]
        yield _build_gang(edition, group, False, False)._replace(backs=True)
        yield _build_gang(edition, back_pieces, False, False)._replace(holds_backs=True)


def _build_gang(edition: Edition, group: Sequence[Piece], backs: bool, folded: bool) -> Gang:
    marks = edition.marks != "none" and not edition.cut_lines
    front = group[0].front
    moved_front, moved_back = compute_reach(edition.printer, edition.paper)
    if edition.cut_lines:
        moved_front += REGISTER_ROOM
    if edition.printer is not None and max(front.width, front.height) < 80:
        moved_front += LINE  # the printer's values do not fit between the ticks of a small card
    if edition.marks_on_backs and marks:
        moved_back += MARK_GAP + MARK_LENGTH
    reach = max(piece.front.bleed for piece in group)
    bleed = edition.bleed if edition.bleed is None else min(edition.bleed, reach)
    reserve = (moved_front, moved_back if backs and not folded else 0.0)
    solved = partial(grids.solve_grid, edition.paper, front.width, front.height, bleed, bleed_drawn=reach, marks=marks)
    solved = partial(solved, fold=folded, reserve=reserve)
    edges: Sequence[PlainEdge] = [None] * len(group) if edition.cut_lines else find_plain_edges(group)
    try:
        grid = solved(shares_cuts=can_share_cuts(edges))
    except PaperError:
        filling = grids.find_full_page_grid(edition.paper, front.width, front.height, reach)
        if folded or filling is None or max(front.width, front.height) <= BOARD:
            raise
        return Gang(tuple(group), filling, backs, folded)
    adjacent = (
        solved(shares_cuts=True) if any(edge is not None and edge == after for edge, after in pairwise(edges)) else grid
    )
    if adjacent.shares_cuts != grid.shares_cuts and 2 * adjacent.bleed <= min(adjacent.width, adjacent.height):
        for mixes in (False, True):
            rows = lay_out_rows(edges, adjacent, mixes)
            if len(rows) <= math.ceil(len(group) / grid.cards):
                return Gang(tuple(group), adjacent, backs, folded, rows=rows)
    return Gang(tuple(group), grid, backs, folded)


def _check_bleed(bleed_wanted: float, laid_out: Sequence[Piece]) -> None:
    """Refuse a bleed wider than a face draws; a face with no bleed at all is cut from white."""
    pieces_by_bleed = {piece.front.bleed: piece for piece in laid_out}
    least = min((bleed for bleed in pieces_by_bleed if bleed > 0), default=0.0)
    if bleed_wanted > least + 1e-9 and pieces_by_bleed:
        raise PaperError(
            "{bleed} mm bleed are more than the face of {card} draws; {most} mm would do.",
            bleed=float(bleed_wanted),
            card=pieces_by_bleed.get(least, laid_out[0]).front.name,
            most=float(least),
        )


def lay_out_rows(edges: Sequence[PlainEdge], grid: Grid, mixes: bool = False) -> Rows:
    """Lay pieces out in rows: neighbours with the same plain edge touch, others keep a gap.

    The grid is that of touching pieces, and its columns are kept: all gaps are one token wide, so every cut
    runs straight down the page. Where the colour changes within a row, a place stays empty; where it changes
    from row to row, two bleeds lie between the rows. Each colour begins its own row, so that all of its
    tokens touch; single tokens share one.

    Mixed, colours share rows where they can, which takes less paper and more cuts.
    """
    left, top, _, bottom = grid.trim
    pages: list[list[tuple[int, Slot]]] = []
    y, before, number = top, None, 0
    for row in _assign_rows(edges, grid.columns, mixes):
        kinds = {edges[piece] for _, piece in row}
        kind = kinds.pop() if len(kinds) == 1 else None
        y += 0.0 if kind is not None and kind == before else 2 * grid.bleed
        if not pages or y + grid.height > bottom + 1e-6:
            pages.append([])
            y, number = top, 0
        for column, piece in row:
            pages[-1].append((piece, Slot(column, number, left + column * grid.width, y)))
        y, before, number = y + grid.height, kind, number + 1
    return tuple(map(tuple, pages))


def _assign_rows(edges: Sequence[PlainEdge], columns: int, mixes: bool) -> list[_Row]:
    rows: list[_Row] = []
    column, is_single = columns, False
    for _, pieces in groupby(range(len(edges)), key=lambda piece: edges[piece] or piece):
        run = list(pieces)
        is_pair = is_single and len(run) == 1
        is_single = len(run) == 1
        column = column + 1 if mixes or is_pair else columns  # a place between two colours, or a new row
        for piece in run:
            if column >= columns:
                rows.append([])
                column = 0
            rows[-1].append((column, piece))
            column += 1
    return rows
