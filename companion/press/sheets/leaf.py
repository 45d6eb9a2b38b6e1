"""Lay out a leaf, a printed sheet of paper; bookmarks, labels and margin name its cards («map cards 1 to 9»)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from companion.data.catalogue import LANGUAGES, language
from companion.data.deck import Deck
from companion.data.papers import Paper, Profile
from companion.paths import templates
from companion.press.face.context import FaceShelf
from companion.press.face.kinds import KINDS
from companion.press.face.pieces import Piece
from companion.press.face.typesetting import ASCENT, DESCENT, TextBox, set_words
from companion.press.frame.drawing import enclose_boxes
from companion.press.frame.frame import DUPLEX, Document, Frame, Item, Page, Shape, Text, Use
from companion.press.frame.low_ink import INDIGO, INK, LowInk
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix, circle, line, rect, transform_bounds
from companion.press.sheets import marks
from companion.press.sheets.gang import Edition, Gang, find_ranges
from companion.press.sheets.grid import TINY, compute_turn_matrix, place_frame
from companion.press.sheets.packing import SheetBlock
from companion.sentences import ENGLISH, Language, Sentence, join_with_commas, say, say_count
from companion.units import to_millimetres

DeckWords = Mapping[str, str]
"""The words of a deck in one language, by key."""


def get_edition_language(code: str) -> Language:
    """The language of Companion's own words in an edition; English if it lacks that of the deck."""
    return language(code) if code in LANGUAGES else ENGLISH


def get_component_name(component: str, words: DeckWords) -> str:
    return words.get(f"component.{component}", component)


def describe_sheets(count: int, paper: str) -> Sentence:
    return say_count("[one sheet|{count} sheets] of {paper}", count, paper=paper)


SIDES = {
    "fronts": say("Print on one side"),
    "duplex-long": say("Print on both sides, flip on the long edge"),
    "duplex-short": say("Print on both sides, flip on the short edge"),
    "fold": say("Print on one side, fold, glue, cut"),
    "separate": say("Print the fronts, turn them over, print the backs"),
}


def describe_print_settings(edition: Edition, backs: bool) -> tuple[Sentence, Sentence]:
    """The settings for the print dialogue, in short: the scale, and the sides."""
    return say("Print at 100%"), SIDES[edition.sides if backs else "fronts"]


def describe_cards(batch: Iterable[Piece], deck: Deck, words: DeckWords) -> Sentence:
    """Name the cards of a page («map cards 55 to 60; start provinces 1, 4»), without numbers if all are alike."""
    parts, groups = [], dict[str, dict[str, None]]()
    cards = {part.name: part.cards for part in deck.components}
    for piece in batch:
        groups.setdefault(piece.component, {})[piece.card] = None
    for component, ids in groups.items():
        name = get_component_name(component, words)
        is_one_card = all(card.id == cards[component][0].id for card in cards[component])
        if is_one_card or not all(card.isdecimal() for card in ids):
            parts.append(say("{name}", name=name))
        else:
            parts.append(_describe_numbers(name, [int(card) for card in ids]))
    return reduce(lambda first, second: say("{first}; {then}", first=first, then=second), parts)


def _describe_numbers(name: str, numbers: Sequence[int]) -> Sentence:
    ranges = find_ranges(numbers)
    if len(ranges) == 1 and len(numbers) > 2:
        return say("{name} {first} to {last}", name=name, first=numbers[0], last=numbers[-1])
    parts = ([f"{first}-{last}"] if last > first + 1 else map(str, range(first, last + 1)) for first, last in ranges)
    return say("{name} {numbers}", name=name, numbers=join_with_commas(chain.from_iterable(parts)))


class Leaf(NamedTuple):
    front: Page
    back: Page  # blank if no card on it has a back
    pieces: tuple[Piece, ...] = ()  # those wholly or partly on it
    counts_pieces: bool = True  # its pieces are not counted on another leaf
    cut: Frame | None = None  # the lines for a cutting machine

    def with_correction(self, profile: Profile | None, paper: Paper, sides: str) -> "Leaf":
        """The leaf with both sides moved by a printer's correction, so that they come out true."""
        back = marks.correct_back(profile, paper, compute_turn_matrix(paper, sides))
        moved = _move_page(self.front, marks.correct_front(profile, paper)), _move_page(self.back, back)
        return self._replace(front=moved[0], back=moved[1])


def _move_page(page: Page, matrix: Matrix) -> Page:
    frame = page.frame
    if matrix == IDENTITY or not frame.items:
        return page
    plain = Frame(frame.name, frame.width, frame.height, frame.items)
    return page._replace(frame=replace(frame, items=(Use(plain, matrix),)))


def build_documents(
    leaves: Sequence[Leaf], name: str, title: str, code: str, sides: str, reverse_backs: bool = False
) -> tuple[Document, ...]:
    """Put leaves into files: one for both sides, one with fronts only, or, to print separately, fronts and backs."""
    fronts, backs = tuple(leaf.front for leaf in leaves), tuple(leaf.back for leaf in leaves)
    if sides in DUPLEX:
        pages = tuple(chain.from_iterable(zip(fronts, backs, strict=True)))
        return (Document(name, "all", title, code, pages, DUPLEX[sides]),)
    if sides != "separate":
        return (Document(name, "all", title, code, fronts, "Simplex"),)
    backs = tuple(back._replace(bookmark=back.label) for back in (backs[::-1] if reverse_backs else backs))
    label = say("{title}, backs", title=title).translate(get_edition_language(code))
    return (
        Document(f"{name}-fronts", "fronts", title, code, fronts, "Simplex"),
        Document(f"{name}-backs", "backs", label, code, backs, "Simplex"),
    )


def lay_out_leaves(edition: Edition, gang: Gang, words: DeckWords, numbers: Iterator[int]) -> Iterator[Leaf]:
    paper, language = edition.paper, get_edition_language(edition.language)
    turn, title = compute_turn_matrix(paper, edition.sides), say("{name}", name=words.get("title", edition.deck.name))
    profile = [] if edition.printer is None else [marks.describe_profile(edition.printer)]
    for page in gang.pages:
        number, pieces = next(numbers), tuple(piece for block in page for piece, _ in block.pieces)
        cards = describe_cards(pieces, edition.deck, words)
        items = [item for block in page for item in _place_side(edition, gang, block)]
        back_items = [item for block in page for item in _place_side(edition, gang, block, turn)]
        trims = [block.grid.trim if len(page) == 1 else block.trim for block in page]
        back_trims = [transform_bounds(trim, turn) for trim in trims]
        side, behind = say("{cards}, front", cards=cards), say("{cards}, back", cards=cards)
        if gang.folded:
            side = say("{cards}, front and back", cards=cards)
            items += [*back_items, marks.draw_fold_line(edition.safe_paper)]
            trims, back_items = trims + back_trims, []
        elif gang.holds_backs:
            side = cards = behind
        if not back_items:
            behind = say("{cards}, blank back", cards=cards)
        parts = [title, side, say("sheet {number}", number=number), *profile]
        items += _set_margin_line(edition, gang, page, parts)
        front = _build_page(edition, gang, items, side.translate(language), trims)
        front = front._replace(bookmark=cards.translate(language))
        back = _build_page(edition, gang, back_items, behind.translate(language), back_trims)
        fronts = [(piece.front, slot) for block in page for piece, slot in block.pieces]
        cut = marks.build_cut_sheet(edition.safe_paper, number, gang.grid, fronts) if edition.cut_lines else None
        leaf = Leaf(front, back, pieces, not gang.holds_backs, cut)
        yield leaf.with_correction(edition.printer, paper, edition.sides)


def _place_side(edition: Edition, gang: Gang, block: SheetBlock, turn: Matrix | None = None) -> list[Item]:
    """The frames and marks of the front of a block, or, if the sheet `turn`s, of its back."""
    grid, placed = block
    fronts = [(piece.front, slot) for piece, slot in placed]
    frames = fronts if turn is None else [(piece.back, slot) for piece, slot in placed if piece.back]
    if turn is not None and edition.sides in ("fold", "fronts") and not gang.folded:
        return []
    slots = grid.list_slots() if grid.is_cut else [slot for _, slot in placed]  # which no bleed may reach
    taken = {(slot.column, slot.row): slot for slot in slots}
    items: list[Item] = [place_frame(frame, grid, slot, taken, turn) for frame, slot in frames]
    if edition.cut_lines and turn is None:
        items += marks.draw_register_marks(edition.safe_paper, grid)
    elif edition.has_marks and (turn is None or (edition.marks_on_backs and items)):
        items += marks.draw_marks(grid, fronts, edition.marks, turn or IDENTITY)
    return items


def _set_margin_line(
    edition: Edition, gang: Gang, page: Sequence[SheetBlock], parts: Sequence[Sentence]
) -> Iterator[Text]:
    """Set the contents of the sheet; without a first page also how to print it, if that fits."""
    (grid, placed), front = page[-1], page[-1].pieces[0][0].front
    language = get_edition_language(edition.language)
    rows = grid.rows if grid.is_cut else 1 + max(slot.row for _, slot in placed)
    if len(page) > 1:  # as if one row reached from the first block to the last
        left, top, _, bottom = enclose_boxes([block.trim for block in page])
        width = grid.width if page[-1].trim[0] < left + TINY else 0.0  # another is to the left of the lowest
        room = left, top, left + width, bottom
        grid, rows = grid._replace(room=room, columns=1, rows=1, width=width, height=bottom - top), 1
    longer = [*parts, *describe_print_settings(edition, gang.backs)]
    if len({frozenset((slot.width, slot.height)) for block in page for _, slot in block.pieces[:1]}) == 1:
        longer.append(say("each must measure {width} x {height} mm", width=front.width, height=front.height))
    for each in (longer, parts) if edition.lacks_cover else (parts,):
        words = " · ".join(part.translate(language) for part in each)
        if line := marks.set_slug(grid, words, edition.safe_paper.margin, rows):
            yield line
            break


def _build_page(edition: Edition, gang: Gang, items: Sequence[Item], label: str, trims: Sequence[Bounds]) -> Page:
    """A page with trim and bleed boxes round all trims on it."""
    paper, trim = edition.paper, enclose_boxes(trims)
    left, top, right, bottom = trim
    bleed = min(gang.grid.bleed, left, top, paper.width - right, paper.height - bottom)
    box = left - bleed, top - bleed, right + bleed, bottom + bleed
    return Page(Frame(label, paper.width, paper.height, tuple(items)), label, trim=trim, bleed=box)


DIVIDER = "divider"  # the face of a divider of a tuck box; there is a shared one
FaceRenderer = Callable[[str, Mapping[str, str]], Frame | None]
"""Lays out a face by name with fields; returns ``None`` if there is no such face."""


def make_face_renderer(folder: Path, words: DeckWords, low: bool) -> FaceRenderer:
    """Make a function that lays out faces of a folder, or else shared ones; in low ink if `low`."""
    folders = folder, templates() / "faces" / "shared"
    shelf, ink = FaceShelf(words, *folders, kinds=KINDS), LowInk()

    def render_face(name: str, fields: Mapping[str, str]) -> Frame | None:
        if not any((each / f"{name}.toml").is_file() for each in folders):
            return None
        frame = shelf.lay_out_face(name, "/".join([name, *fields.values()]), fields)
        return ink.rewrite(frame) if low else frame

    return render_face


BAND = "cover-band"  # the face across the top of a first page; there is a shared one
TALL = 500.0  # height of a box that grows with its words, mm
LEADING = 1.3  # distance of base lines, as a multiple of the size


class Step(NamedTuple):
    head: Sentence  # what to do
    body: Sentence  # how, or why
    picture: Frame | None = None


@dataclass(slots=True)
class Column:
    """A column of words and pictures that grows downward, mm; in `low_ink`, numbers are in rings, not discs."""

    name: str
    width: float
    language: Language
    low_ink: bool = False
    y: float = 0.0  # where the next item goes
    items: list[Item] = field(default_factory=list)  # those above it

    def add_words(
        self,
        words: Sentence | str,
        size: float,
        weight: str = "regular",
        colour: str = INK,
        x: float = 0.0,
        gap: float = 0.0,
        width: float | None = None,
    ) -> None:
        """Add a paragraph and continue below it."""
        text = words if isinstance(words, str) else words.translate(self.language)
        place = x, self.y, self.width - x if width is None else width, TALL
        box = TextBox(self.name, *place, size, size / 2, weight, colour, "left", "top", LEADING, role="cover")
        lines = set_words(text, box, self.name)
        self.items += lines
        self.y += to_millimetres(size * ((len(lines) - 1) * LEADING + ASCENT + DESCENT)) + gap

    def add_band(self, draw: FaceRenderer, gap: float) -> None:
        """Add the deck's band, as wide as the column."""
        band = draw(BAND, {})
        assert band is not None  # there is a shared one
        wider = Matrix.scale_by(self.width / band.width)
        high = band.height * wider.a
        self.items.append(Use(band, wider, rect(0, 0, self.width, high)))
        self.y += high + gap

    def add_rule(self, colour: str = INK, width: float = 0.2, gap: float = 4.0) -> None:
        self.items.append(Shape(line(0, self.y, self.width, self.y), stroke=colour, width=width))
        self.y += gap

    def add_steps(self, steps: Iterable[Step], first: int = 1) -> None:
        """Add steps, each with a number in a disc, and its picture on the right."""
        for number, (head, body, picture) in enumerate(steps, first):
            top, middle = self.y, self.y + 4.0
            disc, ink = Shape(circle(4.5, middle, 4.5), fill=INDIGO), "#ffffff"
            if self.low_ink:
                disc, ink = Shape(circle(4.5, middle, 4.35), stroke=INDIGO, width=0.3), INDIGO
            self.items += [disc, Text(str(number), 4.5, middle + 1.65, 13, "bold", ink, "middle")]
            across = self.width - (13 if picture is None else picture.width + 15.5)
            self.add_words(head, 15, "bold", x=13, gap=0.6, width=across)
            self.add_words(body, 11, x=13, gap=3.5, width=across)
            if picture is not None:
                self.items.append(Use(picture, Matrix.translate(self.width - picture.width, top - 3.5)))
                self.y = max(self.y, top + picture.height - 1)

    def build_frame(self) -> Frame:
        return Frame(self.name, self.width, self.y, tuple(self.items), bleed=3)
