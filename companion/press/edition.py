"""An edition is one PDF: a deck in one language, on one paper, printed in one way."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.data.catalogue import language
from companion.data.deck import Deck
from companion.data.papers import Paper
from companion.press.frame import Frame, Item, Text
from companion.press.impose import back_use, batches, front_use
from companion.press.ink_pdf import Box, Page, pdf
from companion.press.marks import corner_marks
from companion.press.pieces import Piece, pieces
from companion.press.sheet import MARK_GAP, Grid, Slot, solve
from companion.sentences import Sentence, say
from companion.units import points

__all__ = ["BLEED", "Edition", "compose", "ink"]

BLEED = 2.0
"""Bleed round every card where the person asks for none, mm."""
DUPLEX = {"duplex-long": "DuplexFlipLongEdge", "duplex-short": "DuplexFlipShortEdge"}


@dataclass(frozen=True)
class Edition:
    """What to print and how.

    Attributes:
        deck: The deck.
        language: Code of the words on the cards.
        paper: The sheet.
        sides: ``duplex-long``, ``duplex-short`` or ``fronts``.
        only: Components asked for; all when empty.
        marks: ``corners`` or ``none``.
        bleed: Wanted bleed, mm.
    """

    deck: Deck
    language: str
    paper: Paper
    sides: str = "duplex-long"
    only: tuple[str, ...] = ()
    marks: str = "corners"
    bleed: float = BLEED

    @property
    def name(self) -> str:
        """Of the file that is written, without ending."""
        return f"{self.deck.name}-{self.language}-{self.paper.name}"


def compose(edition: Edition) -> list[Page]:
    """Lay out all pages of an edition, fronts and backs in the order they are printed."""
    words = edition.deck.words(edition.language)
    laid_out = pieces(edition.deck, edition.language, edition.only)
    pages: list[Page] = []
    for _, run in groupby(laid_out, key=lambda piece: (piece.run, piece.front.width, piece.front.height)):
        pages += _run(edition, list(run), words)
    return pages


def ink(edition: Edition) -> bytes:
    """The PDF of an edition."""
    title = edition.deck.words(edition.language)["title"]
    return pdf(compose(edition), title, edition.language, DUPLEX.get(edition.sides, "Simplex"))


def _run(edition: Edition, run: Sequence[Piece], words: Mapping[str, str]) -> Iterator[Page]:
    first = run[0].front
    grid = solve(
        edition.paper, first.width, first.height, min(edition.bleed, first.bleed), edition.marks != "none"
    )
    slots = list(grid.slots())
    for batch in batches(len(run), grid.count):
        placed = [(run[index], slots[place]) for place, index in enumerate(batch)]
        label = _label([piece for piece, _ in placed], words).said(language(edition.language))
        yield _front(edition, grid, placed, label)
        if edition.sides in DUPLEX and any(piece.back for piece, _ in placed):
            yield _back(edition, grid, placed, label)


def _front(edition: Edition, grid: Grid, placed: Sequence[tuple[Piece, Slot]], label: str) -> Page:
    said = say("{cards}, front", cards=label).said(language(edition.language))
    items: list[Item] = [front_use(piece.front, grid, slot) for piece, slot in placed]
    if edition.marks != "none":
        items += corner_marks(grid)
        items.append(_margin_line(grid, f"{edition.deck.words(edition.language)['title']} · {said}"))
    return _page(edition, grid, items, said, bookmark=label)


def _back(edition: Edition, grid: Grid, placed: Sequence[tuple[Piece, Slot]], label: str) -> Page:
    flip = edition.sides.removeprefix("duplex-")
    said = say("{cards}, back", cards=label).said(language(edition.language))
    items = [back_use(piece.back, grid, slot, flip) for piece, slot in placed if piece.back]
    return _page(edition, grid, items, said)


def _page(edition: Edition, grid: Grid, items: Sequence[Item], label: str, bookmark: str = "") -> Page:
    paper = edition.paper
    trim: Box = (grid.left, grid.top, paper.width - grid.left, paper.height - grid.top)
    bleed: Box = (trim[0] - grid.bleed, trim[1] - grid.bleed, trim[2] + grid.bleed, trim[3] + grid.bleed)
    return Page(Frame(label, paper.width, paper.height, tuple(items)), label, bookmark, trim, bleed)


def _margin_line(grid: Grid, words: str) -> Text:
    """What this sheet is, in the strip of the marks below the first card, between its two ticks."""
    from companion.press import fonts

    size = 6.0
    room = points(grid.width - 4)
    while fonts.width(words, "regular", size) > room and size > 3:
        size -= 0.25
    bottom = grid.top + grid.rows * grid.height + (grid.rows - 1) * 2 * grid.bleed
    return Text(
        words, grid.left + 2, bottom + grid.bleed + MARK_GAP + 2, size, colour="#555555", role="margin"
    )


def _label(batch: Collection[Piece], words: Mapping[str, str]) -> Sentence:
    """What lies on a page, such as «map cards 1 to 9»."""
    parts: list[Sentence | str] = []
    for component, group in groupby(batch, key=lambda piece: piece.component):
        ids = [piece.card for piece in group]
        name = words.get(f"component.{component}", component)
        if all(card.isdigit() for card in ids) and len(set(ids)) > 1:
            parts.append(say("{name} {first} to {last}", name=name, first=ids[0], last=ids[-1]))
        else:
            parts.append(name)
    whole = parts[0] if isinstance(parts[0], Sentence) else say("{name}", name=parts[0])
    for part in parts[1:]:
        whole = say("{first}; {then}", first=whole, then=part)
    return whole
