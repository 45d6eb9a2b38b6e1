"""Ganging up: put pieces into grids on sheets; those with the same plain colour at the cut may touch.

Pieces of one size are a grid; grids of several sizes, or with their pieces turned, share a sheet as blocks if that
saves one.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby, islice
from typing import Any, NamedTuple

from companion.data.deck import Deck
from companion.data.papers import Paper, Profile
from companion.errors import InputError, PaperError
from companion.press.face.pieces import Piece
from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Frame, Item, Picture, Shape, Text, Use
from companion.press.frame.outlines import Bounds, Matrix, compute_bounds, transform_bounds, transform_outline
from companion.press.frame.trims import compute_area, find_bleed_outline
from companion.press.sheets import grid as grids
from companion.press.sheets.grid import MARK_GAP, MARK_LENGTH, Grid, Slot
from companion.press.sheets.marks import LINE, REGISTER_ROOM, compute_reach
from companion.press.sheets.packing import SheetBlock, fill_grid, fill_page, spread_pieces
from companion.sentences import Sentence, say, say_count

SIDES = ("duplex-long", "duplex-short", "fold", "fronts", "separate")  # ways of printing backs
MOST_NAMED_PARTS = 3  # components, or cards, that a file name lists
MOST_LETTERS_OF_PARTS = 60  # in the file name, all of them together
MOST_NAME_LETTERS = 40  # of each name in a file name


@dataclass(kw_only=True, init=False, repr=False, eq=False)
class PrintOptions:
    """Options of printing that an edition and a print order have in common."""

    only: tuple[str, ...] = ()  # names of components; empty for all
    side: str = "both"  # of a board with two, and of what goes with it: print only this one
    copies: int = 1
    sheets: tuple[tuple[int, int], ...] = ()  # ranges of numbers, each first and last; empty for all
    marks: str = "corners"  # or `lines`, `none`
    marks_on_backs: bool = False
    bleed: float | None = None  # mm; `None` for 2 mm or what faces and paper allow, down to 1 mm if that saves sheets
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


@dataclass(repr=False, eq=False)
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
    is_one_file: bool = False  # what has blank backs is in the same file as the rest
    lacks_cover: bool = False  # the sheets have the instructions, since the first page may be missing

    @property
    def components(self) -> tuple[str, ...]:
        """The names of the components to lay out: those of the picked cards, or else `only`."""
        return tuple(dict.fromkeys(component for component, _ in self.picks)) or self.only

    @property
    def safe_paper(self) -> Paper:
        """The paper with its margin widened by as much as the printer's correction may move a front."""
        return self.paper._replace(margin=self.paper.margin + compute_reach(self.printer, self.paper)[0])

    @property
    def has_marks(self) -> bool:
        """True if sheets have cut marks for people."""
        return self.marks != "none" and not self.cut_lines

    @property
    def is_partial(self) -> bool:
        """True if only single cards or some sheets are printed."""
        return bool(self.picks or self.sheets)

    @property
    def full_edition(self) -> "Edition":
        """The edition with all its cards and sheets, one copy each."""
        return replace(self, picks=(), card_names=(), sheets=(), copies=1)

    @property
    def name(self) -> str:
        """The file name without ending; it includes the options by which files differ from the default."""
        printer, cards = self.printer, self.card_names or [card for _, card in self.picks]
        parts = [self.deck.name, *_shorten_names(self.only), *_shorten_names(cards)]
        parts += [self.side] if self.side != "both" else []
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
    groups = groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    ranges = [[number for _, number in group] for _, group in groups]
    return [(numbers[0], numbers[-1]) for numbers in ranges]


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
    if not typed.strip():
        return ()
    if not (ranges := parse_ranges(typed)):
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

Edges = dict[int, str | None]  # the plain colour of the edge of each frame, by its id; `None` if it is not plain


def find_plain_edges(pieces: Iterable[Piece], known: Edges | None = None) -> list[PlainEdge]:
    """The plain edges of pieces, beside those `known` by now; a piece without a back counts as white there."""
    edges = Edges() if known is None else known

    def find_edge(frame: Frame | None) -> str | None:
        if frame is None:
            return WHITE
        if id(frame) not in edges:
            edges[id(frame)] = find_plain_edge(frame)
        return edges[id(frame)]

    def find_edges(piece: Piece) -> PlainEdge:
        back = find_edge(piece.back)  # first, since many cards share a back; if it is a picture, no front matters
        front = back and find_edge(piece.front)
        return (front, back) if front and back else None

    return list(map(find_edges, pieces))


def find_plain_edge(frame: Frame) -> str | None:
    """The one colour from the bleed to slightly inside the cut; ``None`` if there are several, or no straight sides."""
    if find_bleed_outline(frame, 0.0) is not None:
        return None
    outer = frame.visible_box
    inner = (INSIDE, INSIDE, frame.width - INSIDE, frame.height - INSIDE)
    colours = set[str | None]()
    for item, matrix in _walk_from_top(frame.items, Matrix(), inner):
        box = _compute_box(item, matrix)
        reach = item.width / 2 if isinstance(item, Shape) and item.stroke else 0.0
        if _is_within(box, inner, reach):
            continue
        if not isinstance(item, Shape) or item.stroke not in (None, item.fill):
            return None
        colours.add(item.fill)
        width, height = box[2] - box[0], box[3] - box[1]
        if _is_within(outer, box) and compute_area(transform_outline(item.outline, matrix)) > width * height - 1e-6:
            break  # a rectangle: it covers the whole edge
    else:
        colours.add(WHITE)
    return colours.pop() if len(colours) == 1 else None


def _walk_from_top(
    items: Sequence[Item], matrix: Matrix, inner: Bounds
) -> Iterator[tuple[Shape | Picture | Use, Matrix]]:
    """Yield what is drawn, but no words, which are in the safe zone, and no faces within the `inner` box, mm."""
    for item in reversed(items):
        if isinstance(item, Use) and item.clip is None and not isinstance(item.frame, Drawing):
            placing = item.matrix.then(matrix)
            if not _is_within(transform_bounds(item.frame.visible_box, placing), inner):
                yield from _walk_from_top(item.frame.items, placing, inner)
        elif not isinstance(item, Text):
            yield item, matrix


def _compute_box(item: Shape | Picture | Use, matrix: Matrix) -> Bounds:
    if isinstance(item, Picture):
        return transform_bounds((item.x, item.y, item.x + item.width, item.y + item.height), matrix)
    if isinstance(item, Use) and item.clip is None:
        assert isinstance(item.frame, Drawing)
        return transform_bounds(item.frame.extent, item.matrix.then(matrix))
    outline = item.outline if isinstance(item, Shape) else item.clip
    return transform_bounds(compute_bounds(outline or ()), matrix)


def _is_within(box: Bounds, other: Bounds, reach: float = 0.0) -> bool:
    """True if a box, enlarged by `reach`, lies within another."""
    return all(box[i] - reach >= other[i] - 1e-6 and box[i + 2] + reach <= other[i + 2] + 1e-6 for i in (0, 1))


BOARD = 200.0  # the greatest side of a card, mm; a larger face is a board, which may fill its page or be in tiles


class Gang(NamedTuple):
    """Pieces that are printed on sheets together; a partly filled sheet has the same grid as a full one."""

    pages: Sequence[Sequence[SheetBlock]]  # one for each sheet, in the order they are printed
    grid: Grid  # of its first pieces
    backs: bool  # backs are printed
    folded: bool  # fronts and backs are side by side on one page
    holds_backs: bool = False  # these are the backs of a gang too wide to fold, to be cut out and glued on
    has_gaps: bool = False  # there are gaps between neighbours that do not look alike, which the grid lacks
    remark: Sentence | None = None  # on the sheets that less than the usual bleed saves

    @property
    def pieces(self) -> list[Piece]:
        return [piece for page in self.pages for block in page for piece, _ in block.pieces]

    def find_smaller_bleed(self) -> float:
        if self.has_gaps or self.grid.is_cut or not any(piece.front.bleed for piece in self.pieces):
            return 0.0
        size = {self.grid.width, self.grid.height}
        slots = [slot for page in self.pages for block in page for _, slot in block.pieces]  # others fill them up
        cards = sum({slot.width, slot.height} == size for slot in slots)
        return grids.find_smaller_bleed(self.grid, cards, len(self.pages))

    def list_notes(self, edition: Edition) -> Iterator[Sentence]:
        """Yield notes on saved sheets, backs to glue on, missing marks, and what printers leave white."""
        grid, pieces = self.grid, self.pieces
        if self.remark:
            yield self.remark
        card = {"paper": grid.paper.title, "width": grid.width, "height": grid.height}
        if self.holds_backs:
            yield say(
                "{paper}: {width} x {height} mm are too wide to fold; their backs come on sheets of their "
                "own, to be glued on.",
                **card,
            )
        elif grid.is_cut:
            front = pieces[0].front
            width, height = (front.height, front.width) if grid.is_turned else (front.width, front.height)
            if max(abs(width - grid.width), abs(height - grid.height)) > NEAR_ENOUGH:
                yield say(
                    "{paper} is cut into cards of {wide} x {high} mm; those of {width} x {height} mm are "
                    "centred there.",
                    **{"paper": grid.paper.title, "wide": grid.width, "high": grid.height},
                    **{"width": width, "height": height},
                )
        if edition.has_marks and not (grid.marks or grid.is_cut) and max(grid.trim[:2]) > grids.TINY:
            yield say("{paper}: a card of {width} x {height} mm leaves no room for cut marks.", **card)
        if grid.is_cut:  # what lies beyond its places is cut off
            yield from grids.list_overreach(grid._replace(bleed=0.0), grid.paper.margin)
        elif edition.white:
            yield from grids.list_overreach(grid, edition.white)


def gang_up(edition: Edition, laid_out: Iterable[Piece]) -> list[Gang]:
    """Sort pieces into gangs; runs of one size share sheets, and bleed that is not ordered shrinks, to save sheets."""
    pieces = list(laid_out)
    _check_order(edition, pieces)
    edges = Edges()
    gangs = usual = _gang_sizes(edition, pieces, edges)
    if edition.bleed is None:
        while ways := [*_list_ways(edition, pieces, gangs, edges, grids.LEAST_BLEED)]:
            bleed, gangs = min(ways, key=lambda way: _count_pages(way[1]))
        if saved := _count_pages(usual) - _count_pages(gangs):
            remark = say_count(
                "Bleed is {bleed} mm in place of {usual} mm, which saves [one sheet|{count} sheets] of {paper}.",
                saved,
                bleed=bleed,
                usual=max(gang.grid.bleed for gang in usual),
                paper=edition.paper.title,
            )
            gangs[0] = gangs[0]._replace(remark=remark)
    return gangs


def offer_bleed(edition: Edition, pieces: Sequence[Piece], gangs: Sequence[Gang]) -> Iterator[Sentence]:
    """Yield a note on the widest bleed to order that saves sheets, if there is one."""
    most = min((piece.front.bleed for piece in pieces if piece.front.bleed), default=0.0)  # no more may be ordered
    for bleed, fewer in islice(_list_ways(edition, pieces, gangs, Edges(), grids.LEAST_OFFER, most), 1):
        yield say_count(
            "Smaller bleed ({smaller} mm) saves [one sheet|{count} sheets] of {paper}",
            _count_pages(gangs) - _count_pages(fewer),
            smaller=bleed,
            paper=edition.paper.title,
        )


def _list_ways(
    edition: Edition, pieces: Sequence[Piece], gangs: Sequence[Gang], edges: Edges, least: float, most: float = math.inf
) -> Iterator[tuple[float, list[Gang]]]:
    """Yield smaller bleeds that save sheets of all gangs together, the widest first, each with the gangs it gives."""
    bleeds = {gang.find_smaller_bleed() for gang in gangs}
    for bleed in sorted((each for each in bleeds if least <= each <= most), reverse=True):
        with suppress(PaperError):  # a large face may leave room for less
            fewer = _gang_sizes(replace(edition, bleed=bleed), pieces, edges)
            if _count_pages(fewer) < _count_pages(gangs):
                yield bleed, fewer


def _count_pages(gangs: Iterable[Gang]) -> int:
    return sum(len(gang.pages) for gang in gangs)


def _gang_sizes(edition: Edition, pieces: Iterable[Piece], edges: Edges) -> list[Gang]:
    groups = dict[tuple[str, float, float], list[Piece]]()
    for piece in pieces:
        groups.setdefault((piece.run, piece.front.width, piece.front.height), []).append(piece)
    by_kind: dict[tuple[float, float, bool], list[list[Piece]]] = {}
    for (_, width, height), group in groups.items():
        by_kind.setdefault((width, height, any(piece.back for piece in group)), []).append(group)
    gangs = [gang for each in by_kind.values() for gang in _gang_runs(edition, each, edges)]
    if _may_mix_sizes(edition):
        return _fill_up(gangs)
    skip = {place for first, last in edition.skip for place in range(first, last + 1)}
    if skip and gangs:
        grid = gangs[0].grid
        if max(skip) > grid.cards or len(skip) == grid.cards:
            remark = say_count(
                "{paper} has [one place|{count} places] for these cards; leave one free, and skip none beyond "
                "the last.",
                grid.cards,
                paper=edition.paper.title,
            )
            raise PaperError(remark)
        gangs[0] = gangs[0]._replace(pages=fill_grid(grid, gangs[0].pieces, skip))
    return gangs


def _may_mix_sizes(edition: Edition) -> bool:
    """True if sheets may have blocks of several grids: not if one is cut by a machine, folded, or cut already."""
    return not (edition.cut_lines or edition.skip or edition.sides == "fold" or edition.paper.places)


MOST_FILLED = 6  # up to so many of a gang's sheets take what is left over of others


def _fill_up(gangs: Iterable[Gang]) -> list[Gang]:
    """Put the last page of each gang where others leave room, the emptiest first, if that saves its sheet."""
    filled = list(gangs)
    for number in sorted(range(len(filled)), key=lambda number: (_measure_page(filled[number].pages[-1]), -number)):
        while filled[number].pages:
            gang = filled[number]
            others = {
                (at, page): blocks
                for at, other in enumerate(filled)
                for page, blocks in [*enumerate(other.pages[: -1 if at == number else None])][-MOST_FILLED:]
            }
            groups = [group for block in gang.pages[-1] for group in _group_pieces(block)]
            pages = spread_pieces(others, groups)
            if pages is None:
                break
            filled[number] = gang._replace(pages=gang.pages[:-1])
            for (at, page), blocks in pages.items():
                other = filled[at]
                every = [*other.pages[:page], blocks, *other.pages[page + 1 :]]
                filled[at] = other._replace(pages=every, backs=other.backs or gang.backs)
    return [gang for gang in filled if gang.pages]


def _measure_page(page: Sequence[SheetBlock]) -> float:
    return sum(slot.width * slot.height for block in page for _, slot in block.pieces)


def _group_pieces(block: SheetBlock) -> list[tuple[Grid, list[Piece]]]:
    """The pieces of a block with their grid; of a block of pieces that touch, those of one colour are a group."""
    pieces = [piece for piece, _ in block.pieces]
    if not block.grid.shares_cuts:
        return [(block.grid, pieces)]
    groups = dict[PlainEdge | int, list[Piece]]()
    for number, edge in enumerate(find_plain_edges(pieces)):
        groups.setdefault(edge or number, []).append(pieces[number])
    return [(block.grid, group) for group in groups.values()]


def _check_order(edition: Edition, pieces: Sequence[Piece]) -> None:
    """Raise a `PaperError` for backs that do not match, for what a cut sheet rules out, and for too wide a bleed."""
    for piece in pieces:
        if piece.mismatch is not None:
            raise PaperError("{card}: {fault}.", card=piece.front.name, fault=piece.mismatch)
    for is_ordered, reason in (
        (edition.sides == "fold", say("it cannot be folded. Print on both sides, or fronts only")),
        (edition.cut_lines, say("a cutting machine has nothing to do there")),
        (edition.margin is not None, say("a margin does not move its places")),
    ):
        if is_ordered and edition.paper.places is not None:
            raise PaperError("{paper} is cut for cards: {told}.", paper=edition.paper.title, told=reason)
    faces = sorted((piece.front for piece in pieces), key=lambda face: (face.bleed == 0, face.bleed))
    if edition.bleed is not None and faces and edition.bleed > faces[0].bleed + 1e-9:
        fields: dict[str, Any] = {"bleed": edition.bleed, "card": faces[0].name, "most": faces[0].bleed}
        raise PaperError("{bleed} mm of bleed is more than the face of {card} draws; use {most} mm.", **fields)


def _gang_runs(edition: Edition, groups: Sequence[Sequence[Piece]], edges: Edges) -> list[Gang]:
    """Gang runs of one size, all with backs or all without: together if that saves sheets, otherwise separately."""
    separate = [gang for group in groups for gang in _gang_pieces(edition, group, edges)]
    if len(groups) == 1:
        return separate
    joint = list(_gang_pieces(edition, [piece for group in groups for piece in group], edges))
    return min(separate, joint, key=_count_pages)


def _gang_pieces(edition: Edition, group: Sequence[Piece], edges: Edges) -> Iterator[Gang]:
    backs = edition.sides != "fronts" and any(piece.back for piece in group)
    if not (backs and edition.sides == "fold"):
        yield _place_pieces(edition, group, edges, backs, False)
        return
    try:
        yield _place_pieces(edition, group, edges, True, True)
    except PaperError:
        back_pieces = [piece._replace(front=piece.back, back=None) for piece in group if piece.back]
        yield _place_pieces(edition, group, edges, False, False)._replace(backs=True)
        yield _place_pieces(edition, back_pieces, edges, False, False)._replace(holds_backs=True)


def _place_pieces(edition: Edition, group: Sequence[Piece], known: Edges, backs: bool, folded: bool) -> Gang:
    """Put pieces of one size on sheets, in a grid, or in rows where neighbours touch and that costs no sheet."""
    is_cut_apart = edition.cut_lines or edition.paper.places is not None
    edges: Sequence[PlainEdge] = [None] * len(group) if is_cut_apart else find_plain_edges(group, known)
    find_grid = partial(_find_grid, edition, group, backs, folded)
    grid, looks = find_grid(shares_cuts=False), set(edges)
    pages = _turn_rows(grid, group) if _may_mix_sizes(edition) and not folded else []
    gang = Gang(pages or fill_grid(grid, group), grid, backs, folded)
    some_touch = len(looks - {None}) < sum(edge is not None for edge in edges)
    if not some_touch or (edition.skip and len(looks) > 1):
        return gang
    grid = find_grid(shares_cuts=True)
    first = {edge: number for number, edge in reversed([*enumerate(edges)])}
    order = sorted(range(len(edges)), key=lambda number: first[edges[number]] if edges[number] else number)
    group = [group[number] for number in order]
    rows = lay_out_rows([edges[number] for number in order], grid)
    if len(rows) > len(gang.pages) or 2 * grid.bleed > min(grid.width, grid.height):
        return gang
    pages = [[SheetBlock(grid, [(group[piece], slot) for piece, slot in page])] for page in rows]
    return gang._replace(pages=pages, grid=grid, has_gaps=len(looks) > 1)


def _turn_rows(grid: Grid, group: Sequence[Piece]) -> list[list[SheetBlock]]:
    """Pages with some rows of pieces turned, which hold more than the grid; none if that saves no sheet."""
    (left, top, right, bottom), gap, sheets = grid.rooms[0], 2 * grid.bleed, math.ceil(len(group) / grid.cards)
    room = (right - left) * (bottom - top) / ((grid.width + gap) * (grid.height + gap)) + grids.TINY
    for rows in range(grid.rows if math.ceil(len(group) / room) < sheets else 0, 0, -1):  # no page holds more
        few = grid._replace(rows=rows)
        most = len(group) - len(fill_page(few, group)[1])
        if math.ceil(len(group) / most) < sheets:
            batches = (group[start : start + most] for start in range(0, len(group), most))
            return [fill_page(grid if len(batch) <= grid.cards else few, batch)[0] for batch in batches]
    return []


def _find_grid(edition: Edition, group: Sequence[Piece], backs: bool, folded: bool, shares_cuts: bool) -> Grid:
    paper, (width, height) = edition.paper, (group[0].front.width, group[0].front.height)
    reach = max(piece.front.bleed for piece in group)
    bleed = None if edition.bleed is None else min(edition.bleed, reach)
    if paper.places is not None:
        return grids.fit_places(paper, width, height, min(grids.BLEED, reach) if bleed is None else bleed, group[0].key)
    moved_front, moved_back = compute_reach(edition.printer, paper)
    if edition.printer is not None and max(width, height) < 80:
        moved_front += LINE  # room for the line with the printer's values, too long for a small card
    if edition.marks_on_backs and edition.has_marks:
        moved_back += MARK_GAP + MARK_LENGTH
    reserve = (moved_front, moved_back if backs and not folded else 0.0)
    solve = partial(grids.solve_grid, width=width, height=height, bleed_drawn=reach, shares_cuts=shares_cuts)
    corner = REGISTER_ROOM if edition.cut_lines else 0.0
    try:
        return solve(paper, bleed=bleed, marks=edition.has_marks, fold=folded, reserve=reserve, corner=corner)
    except PaperError as error:
        if max(width, height) > BOARD and not folded:
            return solve(paper._replace(margin=0.0), marks=False)  # it may fill its page
        if folded or bleed is not None:
            raise
        fields: dict[str, Any] = {"sentence": error.sentence, "card": group[0].key}
        raise PaperError(
            "{sentence} It is {card}: choose larger paper, or print only the components that fit.", **fields
        ) from None


def lay_out_rows(edges: Sequence[PlainEdge], grid: Grid) -> list[list[tuple[int, Slot]]]:
    """Lay pieces out in bands of rows: neighbours with the same plain edges touch, others have a gap between them.

    All pieces are in the columns of the grid of touching pieces, so that every cut runs straight down the
    page. Each colour is a block, so that all of its pieces touch; the gap above a band is two bleeds, and between
    two blocks of a band a column stays empty. Returns the indices of the pieces of every page, each with its slot.
    """
    first, bottom = grid.list_slots()[0], grid.trim[3]
    pages: list[list[tuple[int, Slot]]] = []
    y, number = first.y, 0
    for band in _find_bands(edges, grid):
        wide = _compute_block_width(len(band), grid)
        y += 2 * grid.bleed
        for row in range(max(math.ceil(len(block) / wide) for block in band)):
            if not pages or y + grid.height > bottom + grids.TINY:
                pages.append([])
                y, number = first.y, 0
            for place, block in enumerate(band):
                for column, piece in enumerate(block[row * wide : (row + 1) * wide], place * (wide + 1)):
                    slot = first._replace(column=column, row=number, x=first.x + column * grid.width, y=y)
                    pages[-1].append((piece, slot))
            y, number = y + grid.height, number + 1
    return pages


def _compute_block_width(blocks: int, grid: Grid) -> int:
    """The columns of each of some blocks beside each other, with an empty column between two."""
    return (grid.columns - blocks + 1) // blocks


def _find_bands(edges: Sequence[PlainEdge], grid: Grid) -> list[list[list[int]]]:
    """The pieces of each block of each band; pieces with the same plain edges are a block. The bands are lowest."""
    blocks = [list(pieces) for _, pieces in groupby(range(len(edges)), key=lambda piece: edges[piece] or piece)]
    best: list[tuple[float, int]] = [(0.0, 0)]  # the height of the first blocks, and how many are in their last band
    for end in range(1, len(blocks) + 1):
        heights, longest = list[tuple[float, int]](), 0
        for count in range(1, min(end, (grid.columns + 1) // 2) + 1):
            longest = max(longest, len(blocks[end - count]))
            rows = math.ceil(longest / _compute_block_width(count, grid))
            heights.append((best[end - count][0] + rows * grid.height + 2 * grid.bleed, count))
        best.append(min(heights))
    bands, end = list[list[list[int]]](), len(blocks)
    while end:
        bands.append(blocks[end - best[end][1] : end])
        end -= best[end][1]
    return bands[::-1]
