"""What decks are made of, what a person asks to be printed of them, and the editions it comes to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from companion.answers import Answer, Figure
from companion.data.deck import TUCKBOX, Component, Deck
from companion.data.papers import Paper
from companion.press.face.pieces import chosen
from companion.press.impose.edition import Edition, PrintOptions
from companion.press.sheets.labels import component_name

if TYPE_CHECKING:
    from companion.data.printers import Profile

Row = tuple[str, int, str]
"""Name of a component, how many pieces it has, and what is printed of its name."""


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
        cards: Single cards as a person names them; all when empty.
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
    cards: tuple[str, ...] = ()


def _readable(deck: Deck, reader: str) -> str:
    """The language of a deck that a person reads best: their own, else the first it has."""
    return reader if reader in deck.languages or not deck.languages else deck.languages[0]


def editions_of(order: PrintOrder) -> Iterator[Edition]:
    """The editions of an order, each once.

    Raises:
        InputError: When its printer was not measured for a paper, or a deck has no card of a name.
    """
    find = _finding(order)
    ways, inks = dict.fromkeys(order.sides), dict.fromkeys(order.inks)
    options = {each.name: getattr(order, each.name) for each in fields(PrintOptions)}
    for deck in order.decks:
        picked: tuple[tuple[str, str], ...] = ()
        if order.cards:
            from companion.press.picking import pick

            picked = pick(deck, order.only, order.cards)
        codes = dict.fromkeys(order.languages or (_readable(deck, order.reader),))
        for code, paper, sides, ink in product(codes, dict.fromkeys(order.papers), ways, inks):
            profile = find(paper.name)
            if profile is not None and profile.margin is not None:
                paper = replace(paper, margin=profile.margin)
            white = 0.0
            if order.margin is not None:
                white = paper.margin if order.margin < paper.margin else 0.0
                paper = replace(paper, margin=order.margin)
            yield Edition(deck, code, paper, sides, ink, profile, picked=picked, white=white, **options)


def _finding(order: PrintOrder) -> Callable[[str], Profile | None]:
    """What finds the profile of the printer that an order names, by the name of a paper."""
    name = order.printer
    if not name:
        return lambda paper: None
    from companion.data.printers import find_profile, profiles_file, read_profiles

    return partial(find_profile, read_profiles(order.profiles or profiles_file()), name, order.tray)


@dataclass(frozen=True)
class Contents(Figure):
    """The components of decks: of each its name, what is printed, and what only when asked for by name."""

    decks: tuple[tuple[str, tuple[Row, ...], tuple[Row, ...]], ...]


def list_components(decks: Sequence[Deck], only: Collection[str], reader: str) -> Answer:
    """Name the components of decks and how many pieces each has; to people also what else may be asked for.

    Args:
        decks: The decks.
        only: Components asked for; all when empty.
        reader: Code of the language that the person reads.

    Raises:
        InputError: For a component that a deck does not have.
    """

    def row(deck: Deck, component: Component) -> Row:
        words = deck.words(_readable(deck, reader))
        return component.name, len(component.cards) or 1, component_name(component.name, words)

    rows = [(deck, tuple(row(deck, each) for each in chosen(deck, only))) for deck in decks]
    data = [
        {"game": deck.name, "component": name, "count": count, "name": printed}
        for deck, found in rows
        for name, count, printed in found
    ]
    extras = [() if only else tuple(row(deck, each) for each in _extras(deck)) for deck in decks]
    contents = ((deck.name, found, more) for (deck, found), more in zip(rows, extras, strict=True))
    return Answer(data, (Contents(tuple(contents)),))


def _extras(deck: Deck) -> Sequence[Component]:
    """What is printed only when it is asked for; no tuck box where there are too few cards for one."""
    from companion.press.sheets.nets.tuckbox import card_stacks

    return [
        component
        for component in deck.components
        if component.extra and (component.net != TUCKBOX or card_stacks(deck))
    ]
