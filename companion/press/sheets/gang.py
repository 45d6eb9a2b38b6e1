"""Ganging up: put pieces of one size into a grid on sheets; those with the same plain colour at the cut may touch."""

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
from companion.errors import InputError, PaperError
from companion.press.face.pieces import Piece
from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Frame, Item, Picture, Shape, Text, Use
from companion.press.frame.outlines import Bounds, Matrix, Outline, compute_bounds, transform_bounds, transform_outline
from companion.press.frame.trims import find_bleed_outline
from companion.press.sheets import grid as grids
from companion.press.sheets.grid import MARK_GAP, MARK_LENGTH, Grid, Slot
from companion.press.sheets.marks import LINE, REGISTER_ROOM, compute_reach
from companion.sentences import Sentence, say, say_count

SIDES = ("duplex-long", "duplex-short", "fold", "fronts", "separate")  # ways of printing backs
MOST_NAMED_PARTS = 3  # components, or cards, that a file name lists
MOST_LETTERS_OF_PARTS = 60  # in the file name, all of them together
MOST_NAME_LETTERS = 40  # of each name in a file name


@dataclass(frozen=True, kw_only=True, init=False, repr=False, eq=False)
class PrintOptions:
    """Options of printing that an edition and a print order have in common."""

    only: tuple[str, ...] = ()  # names of components; empty for all
    copies: int = 1
    sheets: tuple[tuple[int, int], ...] = ()  # ranges of numbers, each first and last; empty for all
    marks: str = "corners"  # or `lines`, `none`
    marks_on_backs: bool = False
    bleed: float | None = None  # mm; `None` for as much as faces and paper allow, up to 2 mm
    margin: float | None = None  # white along every edge, mm; `None` for the usual margin of the paper
    cover: bool = True  # print a first page with instructions
    reverse_backs: bool = False  # in a file of their own, backs come in reverse order
    type: str = "usual"  # or `large`: words half as large again, and an aid with those that do not fit
    seals: str = "printed"  # or `none`; the marks by which a photo of a map is read
    cube: float = 8.0  # side of the cubes for the paper tower, mm
    thickness: float = 0.3  # of a printed card, for the tuck box, mm
    sleeves: str = "none"  # or `thin`, `thick`; for the tuck box
    cut_lines: bool = False  # print register marks for a cutting machine, and write its cut lines as files
    proof: bool = False  # draw bleed, trim, safe zone and the boxes of faces over the cards
    skip: tuple[tuple[int, int], ...] = ()  # ranges of places of the first sheet that are used already


@dataclass(frozen=True, repr=False)
class Edition(PrintOptions):
    """A deck in one language and ink, on one paper, printed in one way."""

    deck: Deck
    language: str  # code of the language on the cards
    paper: Paper
    sides: str = "duplex-long"  # one of `SIDES`
    ink: str = "full"  # or `low`
    printer: Profile | None = None  # corrections of a printer; `None` for none
    changed: bool = False  # print only changed cards
    picks: tuple[tuple[str, str], ...] = ()  # component and id of single cards; empty for all
    card_names: tuple[str, ...] = ()  # their names in the file name; empty for their ids
    white: float = 0.0  # what printers leave white, mm, if a narrower margin is requested; else 0
    lacks_cover: bool = False  # the sheets have the instructions, since there is no first page

    @property
    def components(self) -> tuple[str, ...]:
        """The names of the components to lay out: those of the picked cards, or else `only`."""
        return tuple(dict.fromkeys(component for component, _ in self.picks)) or self.only

    @property
    def safe_paper(self) -> Paper:
        """The paper with its margin widened by as much as the printer's correction may move a front."""
        return self.paper._replace(margin=self.paper.margin + compute_reach(self.printer, self.paper)[0])

    @property
    def is_partial(self) -> bool:
        """True if only single cards or some sheets are printed."""
        return bool(self.picks or self.sheets)

    @property
    def full_edition(self) -> Edition:
        """The edition with all its cards and sheets, one copy each."""
        return replace(self, picks=(), card_names=(), sheets=(), copies=1)

    @property
    def name(self) -> str:
        """The file name without ending; it includes the options by which files differ from the default."""
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


def parse_ranges(typed: str) -> tuple[tuple[int, int], ...]:
    """The first and last number of each range in a text such as ``1,4-6``, from 1; none in what is no such text."""
    found = [re.fullmatch(r"\s*([0-9]{1,6})\s*(?:[-–]\s*([0-9]{1,6})\s*)?", part) for part in typed.split(",")]
    ranges = [(int(part[1]), int(part[2] or part[1])) for part in found if part]
    return tuple(ranges) if len(ranges) == len(found) and all(1 <= low <= high for low, high in ranges) else ()


def parse_places(typed: str) -> tuple[tuple[int, int], ...]:
    """The ranges of places in a text; none in an empty one."""
    ranges = parse_ranges(typed)
    if typed.strip() and not ranges:
        raise InputError("'{value}' names no places; write numbers, such as 2, 1-2 or 1,4-6.", value=typed)
    return ranges


def _shorten_names(names: Sequence[str]) -> Sequence[str]:
    names = [_format_name(name) for name in names]
    are_short = len(names) <= MOST_NAMED_PARTS and len("-".join(names)) <= MOST_LETTERS_OF_PARTS
    return names if are_short else (names[0], f"and-{len(names) - 1}-more")


def _format_name(name: str) -> str:
    return re.sub(r"[^\w-]+", "-", name)[:MOST_NAME_LETTERS]


NEAR_ENOUGH = 0.1  # a card that differs less from its place needs no note, mm
INSIDE = 0.7  # an edge must be plain to this depth inside the trim, mm: cuts are more accurate
WHITE = "#ffffff"

PlainEdge = tuple[str, str] | None
"""The plain colours along the cut of a front and of its back; ``None`` if either is not plain."""


def find_plain_edges(pieces: Iterable[Piece]) -> list[PlainEdge]:
    """The plain edges of pieces; a piece without a back counts as white there."""
    edges: dict[int, tuple[Frame | None, str | None]] = {id(None): (None, WHITE)}

    def find_edge(frame: Frame | None) -> str | None:
        if frame and id(frame) not in edges:
            edges[id(frame)] = frame, find_plain_edge(frame)
        return edges[id(frame)][1]

    def find_edges(piece: Piece) -> PlainEdge:
        back = find_edge(piece.back)  # first, since many cards share a back; if it is a picture, no front matters
        front = None if back is None else find_edge(piece.front)
        return None if front is None or back is None else (front, back)

    return [find_edges(piece) for piece in pieces]


def can_share_cuts(edges: Sequence[PlainEdge]) -> bool:
    """True if one cut can separate any two neighbours: all have the same plain edges, front and back."""
    return None not in edges and len(set(edges)) == 1


def find_plain_edge(frame: Frame) -> str | None:
    """The one colour from the bleed to slightly inside the cut; ``None`` if there are several, or no straight sides."""
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
    """Yield items at the edge, from the top: the colour if it is plain, and true if it covers the whole edge."""
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
                pass  # preflight checks that words are in the safe zone, farther inside


@lru_cache(maxsize=128)  # most cards draw the same boxes
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
"""The greatest side of a card, mm.

A larger face is a board, which may fill its page or be cut into tiles; a card that does not fit is an error.
"""


Rows = tuple[tuple[tuple[int, Slot], ...], ...]  # for every page, the index and slot of each piece
_Row = list[tuple[int, int]]  # pairs of column and index of piece


class Gang(NamedTuple):
    """Pieces that are printed on sheets together, in one grid."""

    pieces: tuple[Piece, ...]  # in the order they are printed
    grid: Grid
    backs: bool  # backs are printed
    folded: bool  # fronts and backs are side by side on one page
    holds_backs: bool = False  # these are the backs of a gang too wide to fold, to be cut out and glued on
    rows: Rows = ()  # where pieces of several colours are; empty if they simply fill the grid
    skip: frozenset[int] = frozenset()  # places of the first sheet that stay blank, row by row from 1

    def place_pieces(self) -> Iterator[list[tuple[Piece, Slot]]]:
        """Yield the pieces of every sheet with their slots; a partly filled sheet has the same grid."""
        if self.rows:
            for page in self.rows:
                yield [(self.pieces[piece], slot) for piece, slot in page]
            return
        slots, pieces = list(self.grid.list_slots()), iter(self.pieces)
        free = [slot for number, slot in enumerate(slots, 1) if number not in self.skip]
        while placed := [(piece, slot) for slot, piece in zip(free, pieces, strict=False)]:
            yield placed
            free = slots

    def list_taken(self, placed: Sequence[tuple[Piece, Slot]]) -> dict[tuple[int, int], Slot]:
        """The slots that no bleed may reach, by column and row: those in use, or all places of a cut sheet."""
        slots = [slot for _, slot in placed] if self.grid.gaps is None else self.grid.list_slots()
        return {(slot.column, slot.row): slot for slot in slots}

    def list_notes(self, marks: bool) -> Iterator[Sentence]:
        """Yield notes on backs to glue on, sheets that could be saved, and, if `marks` are wanted, missing marks."""
        grid = self.grid
        card = {"paper": grid.paper.title, "width": float(grid.width), "height": float(grid.height)}
        if self.holds_backs:
            yield say(
                "{paper}: {width} x {height} mm are too wide to fold; their backs come on sheets of their "
                "own, to be glued on.",
                **card,
            )
        if grid.gaps is not None:
            yield from self._list_sheet_notes()
        elif not self.holds_backs and max(piece.front.bleed for piece in self.pieces) > 0 and not self.rows:
            offer = grids.describe_trade_off(grid, len(self.pieces))
            if offer is not None:
                yield offer
        if marks and not grid.marks and grid.gaps is None:
            yield say("{paper}: a card of {width} x {height} mm leaves no room for cut marks.", **card)

    def _list_sheet_notes(self) -> Iterator[Sentence]:
        """Yield notes on cards of another size than their places, and on places that printers do not reach."""
        grid, front = self.grid, self.pieces[0].front
        size = (front.height, front.width) if grid.is_turned else (front.width, front.height)
        if max(abs(size[0] - grid.width), abs(size[1] - grid.height)) > NEAR_ENOUGH:
            yield say(
                "{paper} is cut into cards of {wide} x {high} mm; those of {width} x {height} mm are centred there.",
                **{"paper": grid.paper.title, "wide": float(grid.width), "high": float(grid.height)},
                **{"width": float(size[0]), "height": float(size[1])},
            )
        overreach = grids.describe_overreach(grid._replace(bleed=0.0), grid.paper.margin)
        if overreach is not None:
            yield overreach


def gang_up(edition: Edition, laid_out: Iterable[Piece]) -> list[Gang]:
    """Sort pieces into gangs, each with its grid; runs of one size share sheets if that saves any."""
    groups: dict[tuple[str, float, float], list[Piece]] = {}
    for piece in laid_out:
        if piece.mismatch is not None:
            raise PaperError("{card}: {fault}.", card=piece.front.name, fault=piece.mismatch)
        groups.setdefault((piece.run, piece.front.width, piece.front.height), []).append(piece)
    if edition.bleed is not None:
        _check_bleed(edition.bleed, [piece for group in groups.values() for piece in group])
    if edition.paper.places is not None:
        _check_sheet(edition)
    by_kind: dict[tuple[float, float, bool], list[list[Piece]]] = {}
    for group in groups.values():
        size = group[0].front
        by_kind.setdefault((size.width, size.height, any(piece.back for piece in group)), []).append(group)
    gangs = [gang for each in by_kind.values() for gang in _gang_runs(edition, each)]
    skip = frozenset(place for first, last in edition.skip for place in range(first, last + 1))
    if skip and gangs:
        cards = gangs[0].grid.cards
        if max(skip) > cards or len(skip) == cards:
            told = (
                "{paper} has [one place|{count} places] for these cards; leave one free, and skip none beyond the last."
            )
            raise PaperError(say_count(told, cards, paper=edition.paper.title))
        gangs[0] = gangs[0]._replace(skip=skip)
    return gangs


def _check_sheet(edition: Edition) -> None:
    """Raise a `PaperError` for what cannot be done on a sheet that is cut for cards."""
    for wanted, told in (
        (edition.sides == "fold", say("it cannot be folded. Print on both sides, or fronts only")),
        (edition.cut_lines, say("a cutting machine has nothing to do there")),
        (edition.margin is not None, say("a margin does not move its places")),
    ):
        if wanted:
            raise PaperError("{paper} is cut for cards: {told}.", paper=edition.paper.title, told=told)


def _gang_runs(edition: Edition, groups: Sequence[Sequence[Piece]]) -> list[Gang]:
    """Gang runs of one size, all with backs or all without: together if that saves sheets, otherwise separately."""
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
    if edition.printer is not None and max(front.width, front.height) < 80:
        moved_front += LINE  # room for the line with the printer's values, too long for a small card
    if edition.marks_on_backs and marks:
        moved_back += MARK_GAP + MARK_LENGTH
    reach = max(piece.front.bleed for piece in group)
    bleed = edition.bleed if edition.bleed is None else min(edition.bleed, reach)
    reserve = (moved_front, moved_back if backs and not folded else 0.0)
    solved = partial(grids.solve_grid, edition.paper, front.width, front.height, bleed, bleed_drawn=reach, marks=marks)
    solved = partial(solved, fold=folded, reserve=reserve, corner=REGISTER_ROOM if edition.cut_lines else 0.0)
    if edition.paper.places is not None:
        bleed = min(grids.BLEED, reach) if bleed is None else bleed
        cut = grids.fit_places(edition.paper, front.width, front.height, bleed)
        if cut is None:
            told = edition.paper.places._asdict() | {"paper": edition.paper.title, "card": group[0].key}
            raise PaperError(
                "{paper} is cut into cards of {width} x {height} mm; {card} is {wide} x {high} mm. Choose another "
                "sheet or plain paper, or print only the components that fit.",
                **{**told, "wide": float(front.width), "high": float(front.height)},
            )
        return Gang(tuple(group), cut, backs, folded)
    edges: Sequence[PlainEdge] = [None] * len(group) if edition.cut_lines or edition.skip else find_plain_edges(group)
    try:
        grid = solved(shares_cuts=can_share_cuts(edges))
    except PaperError as error:
        filling = grids.find_full_page_grid(edition.paper, front.width, front.height, reach)
        if filling is not None and not folded and max(front.width, front.height) > BOARD:
            return Gang(tuple(group), filling, backs, folded)
        if folded or bleed is not None:
            raise
        told = {"sentence": error.sentence, "card": group[0].key}
        raise PaperError(
            "{sentence} It is {card}: choose larger paper, or print only the components that fit.", **told
        ) from None
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
    """Raise a `PaperError` for a bleed wider than a face draws; faces without any bleed do not count."""
    pieces_by_bleed = {piece.front.bleed: piece for piece in laid_out}
    least = min((bleed for bleed in pieces_by_bleed if bleed > 0), default=0.0)
    if bleed_wanted > least + 1e-9 and pieces_by_bleed:
        raise PaperError(
            "{bleed} mm of bleed is more than the face of {card} draws; use {most} mm.",
            bleed=float(bleed_wanted),
            card=pieces_by_bleed.get(least, laid_out[0]).front.name,
            most=float(least),
        )


def lay_out_rows(edges: Sequence[PlainEdge], grid: Grid, mixes: bool = False) -> Rows:
    """Lay pieces out in rows: neighbours with the same plain edges touch, others have a gap between them.

    All pieces are in the columns of the grid of touching pieces, so that every cut runs straight down the
    page. If the colour changes within a row, one place stays empty; if it changes between rows, the gap is
    two bleeds. Each colour begins a new row, so that all of its pieces touch; single pieces share a row.

    If `mixed`, colours share rows, which takes less paper but more cuts.
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
        column = column + 1 if mixes or is_pair else columns  # leave a place empty, or begin a row
        for piece in run:
            if column >= columns:
                rows.append([])
                column = 0
            rows[-1].append((column, piece))
            column += 1
    return rows
