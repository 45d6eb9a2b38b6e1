"""Composing an edition: pieces, their inks, runs, leaves - and the documents a printer gets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.press.cover import cover
from companion.press.edition import Edition
from companion.press.ink_pdf import Page, pdf
from companion.press.labels import speech
from companion.press.leaf import Leaf, leaves
from companion.press.low_ink import LowInk
from companion.press.pieces import Piece, pieces
from companion.press.run import runs
from companion.press.seals import WithoutSeals
from companion.press.whole_sheets import board_leaves, is_large, net_leaves
from companion.sentences import Sentence, say

__all__ = ["Composition", "Document", "compose"]

DUPLEX = {"duplex-long": "DuplexFlipLongEdge", "duplex-short": "DuplexFlipShortEdge"}


@dataclass(frozen=True)
class Document:
    """One file for the printer.

    Attributes:
        name: Of the file, without ending.
        part: ``all``, ``fronts`` or ``backs``.
        title: Of the document.
        language: Of its words.
        pages: In the order they are printed.
        duplex: What the PDF asks: ``DuplexFlipLongEdge``, ``DuplexFlipShortEdge`` or ``Simplex``.
    """

    name: str
    part: str
    title: str
    language: str
    pages: tuple[Page, ...]
    duplex: str

    @property
    def sheets(self) -> int:
        """Sheets of paper it takes; the backs of other sheets take none."""
        if self.part == "backs":
            return 0
        return (len(self.pages) + 1) // 2 if self.duplex != "Simplex" else len(self.pages)

    def ink(self, each: Callable[[], None] | None = None) -> bytes:
        """The file.

        Args:
            each: Called when a page is inked, for those who wait.
        """

        def told() -> Iterator[Page]:
            for page in self.pages:
                yield page
                if each is not None:
                    each()

        return pdf(told(), self.title, self.language, self.duplex)


@dataclass(frozen=True)
class Composition:
    """All of an edition.

    Attributes:
        documents: One file, or fronts and backs.
        notes: What the paper cost, such as bleed against cards a page.
        cards: How many pieces are printed.
        backs: Whether any of them has a back.
    """

    documents: tuple[Document, ...]
    notes: tuple[Sentence, ...]
    cards: int
    backs: bool

    @property
    def sheets(self) -> int:
        """Sheets of paper that all files together take."""
        return sum(document.sheets for document in self.documents)


def compose(edition: Edition, laid_out: Iterable[Piece] | None = None) -> Composition:
    """Lay out an edition.

    Args:
        edition: What to print and how.
        laid_out: Its pieces, where only some are printed; all of them by default.

    Raises:
        CompanionError: When a face, a word, a card or the bleed does not hold or fit.
    """
    if laid_out is None:
        laid_out = pieces(edition.deck, edition.language, edition.only)
    inked = list(_inked(edition, laid_out))
    boards = [piece for piece in inked if is_large(piece, edition.paper)]
    sorted_runs = runs(edition, [piece for piece in inked if not is_large(piece, edition.paper)])
    words = edition.deck.words(edition.language)
    backs = any(run.backs for run in sorted_runs)
    paper = [leaf for run in sorted_runs for leaf in leaves(edition, run, words)]
    paper += board_leaves(edition, boards, words)
    models, folded, told = net_leaves(edition, words)
    paper += folded
    counted = [run for run in sorted_runs if not run.behind]
    cards = sum(len(run.pieces) for run in counted) + len(boards) + len(models)
    if edition.cover and paper:
        whole = [*(piece.component for piece in boards), *models]
        paper.insert(0, cover(edition, counted, words, len(paper) + 1, whole))
    notes = dict.fromkeys(note for run in sorted_runs for note in run.notes(edition.marks != "none"))
    notes |= dict.fromkeys(told)
    title = words.get("title", edition.deck.name)
    return Composition(tuple(_documents(edition, paper, title, backs)), tuple(notes), cards, backs)


def _inked(edition: Edition, laid_out: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces as this edition draws them: without seals, in outlines, or as they are."""
    rewriters: list[WithoutSeals | LowInk] = []
    if edition.seals == "none":
        rewriters.append(WithoutSeals())
    if edition.ink == "low":
        rewriters.append(LowInk())
    for piece in laid_out:
        for rewriter in rewriters:
            back = piece.back and rewriter.rewrite(piece.back)
            piece = replace(piece, front=rewriter.rewrite(piece.front), back=back)
        yield piece


def _documents(edition: Edition, paper: Sequence[Leaf], title: str, backs: bool) -> Iterator[Document]:
    language = edition.language
    if backs and edition.sides in DUPLEX:
        pages = tuple(page for leaf in paper for page in (leaf.front, leaf.back))
        yield Document(edition.name, "all", title, language, pages, DUPLEX[edition.sides])
        return
    fronts = tuple(leaf.front for leaf in paper)
    if not (backs and edition.sides == "separate"):
        yield Document(edition.name, "all", title, language, fronts, "Simplex")
        return
    yield Document(f"{edition.name}-fronts", "fronts", title, language, fronts, "Simplex")
    behind = [replace(leaf.back, bookmark=leaf.back.label) for leaf in paper]
    if edition.reverse_backs:
        behind.reverse()
    named = say("{title}, backs", title=title).said(speech(language))
    yield Document(f"{edition.name}-backs", "backs", named, language, tuple(behind), "Simplex")
