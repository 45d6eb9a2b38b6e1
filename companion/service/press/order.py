"""What a person asks to be printed, and the editions it comes to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from itertools import product
from pathlib import Path

from companion.data.deck import Deck
from companion.data.papers import Paper
from companion.data.printers import find_profile, profiles_file, read_profiles
from companion.press.impose.edition import Edition, PrintOptions

__all__ = ["PrintOrder", "editions_of", "readable"]


@dataclass(frozen=True)
class PrintOrder(PrintOptions):
    """What to print and how; every deck, language, paper, way and ink asked for gives an edition.

    Attributes:
        decks: The decks.
        papers: The sheets.
        languages: Codes of the words on the cards; the reader's own where none is asked for.
        reader: Code of the language that the person reads.
        sides: The ways backs are printed, as an ``Edition`` names them.
        inks: ``full``, ``low`` or both.
        printer: Name of a measured printer that the sheets are corrected for, or ``None``.
        tray: Its tray, where it has several.
        profiles: The file of measured printers; ``None`` for the usual one.
        changed: Whether to print only the cards that look otherwise than the manifest says.
        force: Whether to print even what preflight finds fault with.
    """

    decks: tuple[Deck, ...]
    papers: tuple[Paper, ...]
    languages: tuple[str, ...] = ()
    reader: str = "en"
    sides: tuple[str, ...] = ("duplex-long",)
    inks: tuple[str, ...] = ("full",)
    printer: str | None = None
    tray: str | None = None
    profiles: Path | None = None
    changed: bool = False
    force: bool = False


def readable(deck: Deck, reader: str) -> str:
    """The language of a deck that a person reads best: their own, else the first it has."""
    return reader if reader in deck.languages or not deck.languages else deck.languages[0]


def editions_of(order: PrintOrder) -> Iterator[Edition]:
    """The editions of an order, each once.

    Raises:
        InputError: When its printer was not measured for a paper.
    """
    profiles = read_profiles(order.profiles or profiles_file()) if order.printer else ()
    ways, inks = dict.fromkeys(order.sides), dict.fromkeys(order.inks)
    options = {each.name: getattr(order, each.name) for each in fields(PrintOptions)}
    for deck in order.decks:
        codes = dict.fromkeys(order.languages or (readable(deck, order.reader),))
        for code, paper, sides, ink in product(codes, dict.fromkeys(order.papers), ways, inks):
            profile = find_profile(profiles, order.printer, order.tray, paper.name) if order.printer else None
            if profile is not None and profile.margin is not None:
                paper = replace(paper, margin=profile.margin)
            yield Edition(deck, code, paper, sides, ink, profile, **options)
