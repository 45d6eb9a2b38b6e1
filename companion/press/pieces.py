"""The pieces of a deck in one language: every card with its front and back as frames."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from companion.data.deck import Component, Deck
from companion.errors import DeckError, InputError, Place
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

    A name may stand for a family: ``board`` for ``board-sun`` and ``board-moon``. Extras of a family come
    only when it has nothing else.

    Raises:
        InputError: For a name that the deck has not.
    """
    if not only:
        return tuple(component for component in deck.components if not component.extra)
    wanted: set[str] = set()
    for name in only:
        wanted |= _family(deck, name)
    return tuple(component for component in deck.components if component.name in wanted)


def _family(deck: Deck, name: str) -> set[str]:
    """The components of a name: the one that has it, else all that begin with it."""
    if any(component.name == name for component in deck.components):
        return {name}
    family = [component for component in deck.components if component.name.startswith(f"{name}-")]
    if not family:
        raise InputError(
            "'{name}' is no component of {deck}; it has {names}.",
            name=name, deck=deck.name, names=", ".join(each.name for each in deck.components),
        )  # fmt: skip
    return {each.name for each in family if not each.extra} or {each.name for each in family}


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
