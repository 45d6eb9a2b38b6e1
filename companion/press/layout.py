"""Laying a deck out in one language: every card with its front and back as frames."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from companion.data.deck import Deck
from companion.errors import DeckError, Place
from companion.paths import templates
from companion.press.face import kinds
from companion.press.face.context import FaceShelf
from companion.press.face.pieces import Piece, chosen
from companion.press.games.shogun.board import elements

__all__ = ["KINDS", "lay_out"]

KINDS = {**kinds.KINDS, **elements.KINDS}
"""What draws each kind of element that a face may have."""


def lay_out(
    deck: Deck, language: str, only: Collection[str] = (), picked: Collection[tuple[str, str]] = ()
) -> Iterator[Piece]:
    """Lay out the pieces of a deck.

    Args:
        deck: The deck.
        language: Code of the edition.
        only: Names of components, or none for all.
        picked: Component and id of single cards, or none for all.

    Raises:
        DeckError: When a face or word is missing.
        PaperError: When words do not fit their box.
    """
    shelf = FaceShelf(deck.words(language), deck.faces, templates() / "faces" / "shared", kinds=KINDS)
    for component in chosen(deck, only):
        for card in component.cards:
            if picked and (component.name, card.id) not in picked:
                continue
            label = f"{deck.name}/{component.name}/{card.id}"
            front = shelf.frame(_filled(deck, component.face, card.fields), label, card.fields)
            back = None
            if component.back:
                back = shelf.frame(_filled(deck, component.back, card.back), f"{label}/back", card.back)
            yield Piece(deck.name, component.name, card.id, front, back, component.run)


def _filled(deck: Deck, name: str, fields: Mapping[str, str]) -> str:
    """A face's name with the card's fields, such as ``event-{icon}``."""
    try:
        return name.format_map(fields) if "{" in name else name
    except (KeyError, ValueError, AttributeError, IndexError, TypeError):
        raise DeckError(
            "the face '{name}' names a field that the card has not.", place=Place(deck.file.name), name=name
        ) from None
