"""What a deck is made of, before it is printed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.data.deck import TUCKBOX, Component, Deck
from companion.press.face.pieces import chosen
from companion.press.sheets.labels import component_name
from companion.press.sheets.nets.tuckbox import card_stacks
from companion.service.answer import Answer, Figure
from companion.service.press.order import readable

__all__ = ["Contents", "Row", "list_components"]

Row = tuple[str, int, str]
"""Name of a component, how many pieces it has, and what is printed of its name."""


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
        words = deck.words(readable(deck, reader))
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
    return [
        component
        for component in deck.components
        if component.extra and (component.net != TUCKBOX or card_stacks(deck))
    ]
