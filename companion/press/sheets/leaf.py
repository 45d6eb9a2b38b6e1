"""A leaf: one sheet of paper with its front and its back, as they are printed.

Its cards are named, such as «map cards 1 to 9», in bookmarks, page labels and the margin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import chain, groupby
from pathlib import Path
from typing import NamedTuple

from companion.data.catalogue import LANGUAGES, language
from companion.data.deck import Deck
from companion.paths import templates
from companion.press.face.context import FaceShelf
from companion.press.face.kinds import KINDS
from companion.press.face.pieces import Piece
from companion.press.face.typesetting import ASCENT, DESCENT, TextBox, set_words
from companion.press.frame.drawing import around
from companion.press.frame.frame import Frame, FrameSpool, Item, Page, Shape, Text, Use
from companion.press.frame.low_ink import INDIGO, INK, LowInk
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix, bounds_moved, circle, line
from companion.press.impose.gang import Edition, Gang, spans
from companion.press.impose.grid import Slot, back_use, front_use, turn_over
from companion.press.impose.marks import (
    correct_back,
    correct_front,
    cut_sheet,
    fold_line,
    marks_round,
    profile_words,
    reach,
    register_marks,
    slug,
    strip,
)
from companion.sentences import ENGLISH, Language, Sentence, listed, say, say_count
from companion.units import to_millimetres


def speech(code: str) -> Language:
    """The language of an edition's own words; English where the deck speaks one that Companion does not."""
    return language(code) if code in LANGUAGES else ENGLISH


def component_name(component: str, words: Mapping[str, str]) -> str:
    """The printed name of a component."""
    return words.get(f"component.{component}", component)


def sheets_of(count: int, paper: str) -> Sentence:
    """A number of sheets of a paper."""
    return say_count("[one sheet|{count} sheets] of {paper}", count, paper=paper)


_SIDES = {
    "fronts": say("Print on one side"),
    "duplex-long": say("Print on both sides, flip on the long edge"),
    "duplex-short": say("Print on both sides, flip on the short edge"),
    "fold": say("Print on one side, fold, glue, cut"),
    "separate": say("Print the fronts, turn them over, print the backs"),
}


def how_to_print(edition: Edition, backs: bool) -> tuple[Sentence, Sentence]:
    """The settings of the print dialogue, in few words: the size, and the sides."""
    return say("Print at 100%"), _SIDES[edition.sides if backs else "fronts"]


def cards_on(batch: Iterable[Piece], deck: Deck, words: Mapping[str, str]) -> Sentence:
    """Name the cards of a page, such as «map cards 55 to 60; start provinces 1, 4».

    A component all of whose cards are one and the same has no numbers.
    """
    parts = []
    cards = {part.name: part.cards for part in deck.components}
    for component, group in groupby(batch, key=lambda piece: piece.component):
        ids = list(dict.fromkeys(piece.card for piece in group))
        name = component_name(component, words)
        same = all(card.id == cards[component][0].id for card in cards[component])
        if same or not all(card.isdecimal() for card in ids):
            parts.append(say("{name}", name=name))
        else:
            parts.append(_numbered(name, [int(card) for card in ids]))
    return reduce(lambda first, then: say("{first}; {then}", first=first, then=then), parts)


def _numbered(name: str, numbers: Sequence[int]) -> Sentence:
    found = spans(numbers)
    if len(found) == 1 and len(numbers) > 2:
        return say("{name} {first} to {last}", name=name, first=numbers[0], last=numbers[-1])
    parts = (
        [f"{first}-{last}"] if last > first + 1 else map(str, range(first, last + 1)) for first, last in found
    )
    return say("{name} {numbers}", name=name, numbers=listed(chain.from_iterable(parts)))


READABLE = 4.0  # the least type in which the line in the margin says how to print, points

PlacedPieces = Sequence[tuple[Piece, Slot]]


class Leaf(NamedTuple):
    """A sheet of paper."""

    front: Page
    back: Page  # blank where no card on it has a back
    pieces: tuple[Piece, ...] = ()  # wholly or partly on it
    begins: bool = True  # they are not counted on a leaf before it
    cut: Frame | None = None  # the lines for a machine that cuts it

    def spooled(self, spool: FrameSpool) -> Leaf:
        """The leaf with the items of its sides on disk."""
        front, back = (side._replace(frame=spool.keep(side.frame)) for side in (self.front, self.back))
        return self._replace(front=front, back=back)


def leaves(edition: Edition, gang: Gang, words: Mapping[str, str], numbers: Iterator[int]) -> Iterator[Leaf]:
    """Lay the pieces of a gang on leaves; a half-full leaf keeps the grid."""
    for placed in gang.placed():
        cards = cards_on([piece for piece, _ in placed], edition.deck, words)
        title = words.get("title", edition.deck.name)
        count = next(numbers)
        number = say("sheet {number}", number=count)
        cut = None
        if edition.cut_lines:
            cut = cut_sheet(edition.paper, count, gang.grid, _fronts(placed), _edge(edition))
        front = _front(edition, gang, placed, cards, (title, number))
        back, pieces = _back(edition, gang, placed, cards), tuple(piece for piece, _ in placed)
        yield Leaf(front, back, pieces, not gang.behind, cut)


def corrected(page: Page, matrix: Matrix) -> Page:
    """A page moved so that a printer puts it where it should be."""
    if matrix == IDENTITY:
        return page
    frame = page.frame
    whole = Frame(frame.name, frame.width, frame.height, frame.items)
    return page._replace(frame=replace(frame, items=(Use(whole, matrix),)))


def _front(
    edition: Edition, gang: Gang, placed: PlacedPieces, cards: Sentence, named: tuple[str, Sentence]
) -> Page:
    language, grid, paper = speech(edition.language), gang.grid, edition.paper
    taken = {(slot.column, slot.row): slot for _, slot in placed}
    items: list[Item] = [front_use(piece.front, grid, slot, taken) for piece, slot in placed]
    if edition.cut_lines:
        items += register_marks(paper, _edge(edition))
    else:
        items += marks_round(grid, _fronts(placed), edition.marks)
    side = say("{cards}, back", cards=cards) if gang.behind else say("{cards}, front", cards=cards)
    if gang.folded:
        side = say("{cards}, front and back", cards=cards)
    edge = _edge(edition)
    if gang.folded:
        items += _backs(edition, gang, placed)
        items.append(fold_line(paper.width, edge, paper.height - edge))
    title, number = named
    parts = [title, side.said(language), number.said(language)]
    if edition.printer is not None:
        parts.append(profile_words(edition.printer).said(language))
    items += _line(edition, gang, parts, edge, 1 + max(slot.row for _, slot in placed))
    boxes = [grid.trim, bounds_moved(grid.trim, turn_over(paper, "fold"))] if gang.folded else [grid.trim]
    page = _page(edition, gang, items, side.said(language), boxes)
    page = page._replace(bookmark=(side if gang.behind else cards).said(language))
    return corrected(page, correct_front(edition.printer, paper))


def _line(edition: Edition, gang: Gang, parts: Sequence[str], edge: float, rows: int) -> Iterator[Text]:
    """The line in the margin: the sheet's contents and, where no first page says it, how to print it.

    That follows in the line where it stays readable; else it stands below the cards beside.
    """
    language, grid = speech(edition.language), gang.grid
    said, more = slug(grid, " · ".join(parts), edge, rows), []
    if edition.uncovered:
        width, height = (float(side) for side in (gang.pieces[0].front.width, gang.pieces[0].front.height))
        measured = say("each must measure {width} x {height} mm", width=width, height=height)
        more = [each.said(language) for each in (*how_to_print(edition, gang.backs), measured)]
        longer = slug(grid, " · ".join([*parts, *more]), edge, rows)
        if longer and longer.size >= READABLE:
            said, more = longer, []
    beside = [strip(grid, words, column) for column, words in enumerate(more, 1)]
    yield from (text for text in (said, *beside) if text)


def _back(edition: Edition, gang: Gang, placed: PlacedPieces, cards: Sentence) -> Page:
    language, paper = speech(edition.language), edition.paper
    over = turn_over(paper, edition.sides)
    items = [] if edition.sides in ("fold", "fronts") else _backs(edition, gang, placed)
    label = say("{cards}, back", cards=cards) if items else say("{cards}, blank back", cards=cards)
    page = _page(edition, gang, items, label.said(language), [bounds_moved(gang.grid.trim, over)])
    return corrected(page, correct_back(edition.printer, paper, over))


def _backs(edition: Edition, gang: Gang, placed: PlacedPieces) -> list[Item]:
    over = turn_over(edition.paper, edition.sides)
    taken = {(slot.column, slot.row): slot for _, slot in placed}
    items: list[Item] = [
        back_use(piece.back, gang.grid, slot, over, taken) for piece, slot in placed if piece.back
    ]
    if edition.marks_on_backs and items and not edition.cut_lines:
        items += marks_round(gang.grid, _fronts(placed), edition.marks, over)
    return items


def _fronts(placed: PlacedPieces) -> list[tuple[Frame, Slot]]:
    return [(piece.front, slot) for piece, slot in placed]


def _edge(edition: Edition) -> float:
    return edition.paper.margin + reach(edition.printer, edition.paper)[0]


def _page(edition: Edition, gang: Gang, items: Sequence[Item], label: str, trims: Sequence[Bounds]) -> Page:
    """A page with its trim and bleed boxes; left, top, right and bottom of all trims on it."""
    paper, bleed = edition.paper, gang.grid.bleed
    left, top, right, bottom = around(trims)
    return Page(
        Frame(label, paper.width, paper.height, tuple(items)),
        label,
        trim=(left, top, right, bottom),
        bleed=(left - bleed, top - bleed, right + bleed, bottom + bleed),
    )


DIVIDER = "divider"  # the face of a divider of a tuck box, which all decks have
FacePicture = Callable[[str, Mapping[str, str]], Frame | None]
"""The picture that a face makes of some fields; ``None`` where there is no such face."""


def face_pictures(folder: Path, words: Mapping[str, str], low: bool) -> FacePicture:
    """A function that lays out faces of a folder, else shared ones; with little ink where `low`."""
    folders = folder, templates() / "faces" / "shared"
    shelf, ink = FaceShelf(words, *folders, kinds=KINDS), LowInk()

    def printed(name: str, fields: Mapping[str, str]) -> Frame | None:
        if not any((each / f"{name}.toml").is_file() for each in folders):
            return None
        frame = shelf.frame(name, "/".join([name, *fields.values()]), fields)
        return ink.rewrite(frame) if low else frame

    return printed


TALL = 500.0  # height of a box that grows with its words, mm
LEADING = 1.3  # distance of base lines, as a multiple of the size


@dataclass
class Column:
    """A column being set, mm; `name` is for messages, `y` the height of the next item.

    With little ink (`low`) numbers stand in rings, not in discs.
    """

    name: str
    width: float
    y: float = 0.0
    items: list[Item] = field(default_factory=list)
    low: bool = False

    def words(
        self,
        text: str,
        size: float,
        weight: str = "regular",
        colour: str = INK,
        x: float = 0.0,
        gap: float = 0.0,
        width: float | None = None,
    ) -> None:
        """Set a paragraph and go on below it."""
        lines = self.words_at(text, self.y, size, weight, colour, x, width)
        self.y += to_millimetres(size * ((lines - 1) * LEADING + ASCENT + DESCENT)) + gap

    def words_at(
        self,
        text: str,
        y: float,
        size: float,
        weight: str = "regular",
        colour: str = INK,
        x: float = 0.0,
        width: float | None = None,
    ) -> int:
        """Set a paragraph at a height of its own, and give the number of its lines."""
        place = x, y, self.width - x if width is None else width, TALL
        box = TextBox(self.name, *place, size, size / 2, weight, colour, "left", "top", LEADING, role="cover")
        lines = set_words(text, box, self.name)
        self.items += lines
        return len(lines)

    def rule(self, colour: str = INK, width: float = 0.2, gap: float = 4.0) -> None:
        """A line from side to side."""
        self.items.append(Shape(line(0, self.y, self.width, self.y), stroke=colour, width=width))
        self.y += gap

    def numbered(
        self, number: int, head: str, body: str, picture: Frame | None = None, below: float = 0.0
    ) -> None:
        """A step: a number in a disc, an instruction, and its reason; a picture at the right of them."""
        top, middle = self.y, self.y + 4.0
        disc = Shape(circle(4.5, middle, 4.5), fill=INDIGO)
        ring = Shape(circle(4.5, middle, 4.35), stroke=INDIGO, width=0.3)
        self.items.append(ring if self.low else disc)
        ink = INDIGO if self.low else "#ffffff"
        self.items.append(Text(str(number), 4.5, middle + 1.65, 13, "bold", ink, "middle"))
        across = self.width - (13 if picture is None else picture.width + 15.5)
        self.words(head, 15, "bold", x=13, gap=0.6, width=across)
        self.words(body, 11, x=13, gap=3.5, width=across)
        if picture is not None:
            self.items.append(Use(picture, Matrix.moved(self.width - picture.width, top - 1)))
            self.y = max(self.y, top + picture.height + below)

    def frame(self) -> Frame:
        """The column so far, as a frame."""
        return Frame(self.name, self.width, self.y, tuple(self.items), bleed=3)
