"""The pieces of a deck in one language: every card with its front and back as frames."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from companion.data.deck import Component, Deck
from companion.errors import InputError
from companion.paths import templates
from companion.press.frame import Frame
from companion.press.layout import FaceShelf

__all__ = ["Piece", "chosen", "pieces"]


@dataclass(frozen=True)
class Piece:
    """One thing to cut out.

    Attributes:
        deck: Name of its deck.
        component: Name of its component.
        card: Its id in the component.
        front: What is seen first.
        back: What lies behind, or ``None``.
        run: Pieces of one run share sheets.
    """

    deck: str
    component: str
    card: str
    front: Frame
    back: Frame | None
    run: str


def chosen(deck: Deck, only: Collection[str]) -> tuple[Component, ...]:
    """The components a person asks for; when none are named, all but the extras.

    Raises:
        InputError: For a name that the deck has not.
    """
    names = [component.name for component in deck.components]
    for name in only:
        if name not in names:
            raise InputError(
                "'{name}' is no component of {deck}; it has {names}.",
                name=name, deck=deck.name, names=", ".join(names),
            )  # fmt: skip
    return tuple(
        component
        for component in deck.components
        if (component.name in only if only else not component.extra)
    )


def pieces(deck: Deck, language: str, only: Collection[str] = ()) -> Iterator[Piece]:
    """Lay out the pieces of a deck.

    Args:
        deck: The deck.
        language: Code of the edition.
        only: Names of components, or none for all.

    Raises:
        DeckError: When a face or word is missing.
        PaperError: When words do not fit their box.
    """
    shelf = FaceShelf(deck.words(language), deck.faces, templates() / "faces" / "shared")
    for component in chosen(deck, only):
        for card in component.cards:
            label = f"{deck.name}/{component.name}/{card.id}"
            front = shelf.frame(_filled(component.face, card.fields), label, card.fields)
            back = None
            if component.back:
                back = shelf.frame(_filled(component.back, card.back), f"{label}/back", card.back)
            yield Piece(deck.name, component.name, card.id, front, back, component.run)


def _filled(name: str, fields: Mapping[str, str]) -> str:
    """A face's name with the card's fields, such as ``event-{icon}``."""
    return name.format_map(fields) if "{" in name else name
