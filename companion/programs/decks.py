"""Decks for Python programs: open, check, draw, print and export them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from companion.answers import Answer
from companion.data.deck import Deck as OpenedDeck
from companion.data.papers import parse_paper as paper_named
from companion.data.papers import read_own_papers
from companion.errors import CompanionError as CompanionError  # imported for programs as well
from companion.errors import DeckError, InputError
from companion.press.frame.frame import Frame
from companion.press.ink.raster import DPI, render_png
from companion.press.ink.svg import render_svg
from companion.press.layout import lay_out
from companion.sentences import Sentence, join_sentences
from companion.service.press import EXPORTS
from companion.service.press.export import Export, export
from companion.service.press.own_decks import open_any_deck
from companion.service.press.printing import PrintOrder, print_decks
from companion.service.press.review import Finding, check


@dataclass(frozen=True, slots=True)
class Card:
    """A card, tile or sheet of a deck."""

    deck: Deck = field(repr=False)
    component: str
    id: str
    fields: Mapping[str, str] = field(repr=False)  # of its face


@dataclass(frozen=True, slots=True)
class Deck:
    """An opened deck; where its methods name no language, that is English or else the deck's first."""

    name: str
    languages: tuple[str, ...]  # codes of the languages it has words in
    opened: OpenedDeck = field(repr=False)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card in the order of the deck's file, including those printed only when asked for."""
        parts = self.opened.components
        return tuple(Card(self, part.name, card.id, card.fields) for part in parts for card in part.cards)

    def check(self, language: str = "") -> tuple[Finding, ...]:
        """Check the deck in one language, or in all: faults that stop a print, then remarks."""
        review: Any = check(self.opened, (language,) if language else ()).outcome
        return (*review.faults, *review.remarks)

    def print(
        self, output: str | Path, paper: str = "a4", language: str = "", overwrite: bool = False, **more: Any
    ) -> tuple[Path, ...]:
        """Write PDFs into a folder, or to one file, and return them; `more` are fields of a ``PrintOrder``.

        A ``DeckError`` if something would print wrong, unless `force` is given.
        """
        own = read_own_papers(self.opened.file.parent)
        options = (paper_named(paper, own),), (language or self.opened.choose_language("en"),)
        order = PrintOrder((self.opened,), *options, **more)
        result: Any = _check_success(print_decks(order, Path(output), overwrite=overwrite, remembered=True)).outcome
        return tuple(Path(each["file"]) for each in result["files"])

    def export(
        self, to: str, output: str | Path, language: str = "", overwrite: bool = False, **more: Any
    ) -> tuple[Path, ...]:
        """Write the cards for another tool, in a form such as ``svg``; `more` are fields of an ``Export``."""
        if to not in EXPORTS:
            raise ValueError(f"'{to}' is no export; exports here: {', '.join(EXPORTS)}")
        code = language or self.opened.choose_language("en")
        return _check_success(export(Export(self.opened, code, to, Path(output), **more), overwrite)).files


def _check_success(answer: Answer) -> Answer:
    """The answer, if it succeeded; otherwise its faults are a ``DeckError``."""
    if not answer.yes:
        raise DeckError(cast(Sentence, join_sentences(cast(tuple[Sentence, ...], answer.lines), "\n")))
    return answer


def open_deck(path: str | Path) -> Deck:
    """Open a game by its name, or a deck: its folder or TOML file, a folder of pictures, a table of cards."""
    deck = open_any_deck(str(path))
    return Deck(deck.name, deck.languages, deck)


@dataclass(frozen=True, slots=True)
class Drawing:
    """The face or back of a card; its ``frame`` holds the placed texts, shapes and pictures in mm."""

    frame: Frame

    def svg(self, bleed: bool = False) -> str:
        """The text of an SVG; with `bleed`, also what lies beyond the cut."""
        return render_svg(self.frame, bleed=bleed)

    def png(self, bleed: bool = False, dpi: int = DPI) -> bytes:
        """The bytes of a PNG."""
        return render_png(self.frame, bleed, dpi)


def draw(card: Card, language: str = "", back: bool = False) -> Drawing:
    """Lay out the face or back of a card; an ``InputError`` if it has no back."""
    deck, picks = card.deck.opened, [(card.component, card.id)]
    (piece,) = lay_out(deck, language or deck.choose_language("en"), (card.component,), picks)
    frame = piece.back if back else piece.front
    if frame is None:
        raise InputError("{names} has no back.", names=piece.key)
    return Drawing(frame)
