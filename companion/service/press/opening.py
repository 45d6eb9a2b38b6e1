"""What a person gives to be printed: a game, a deck, a folder of pictures, or a table of cards."""

from __future__ import annotations

from pathlib import Path

from companion.data.deck import Deck
from companion.data.files import STANDARD_INPUT
from companion.data.games import games, open_deck
from companion.errors import InputError, Place

TABLES = (".csv", ".json", ".tsv", ".txt", ".xlsm", ".xlsx")
"""What the names of tables end in."""


def open_given(
    given: str, size: str | None = None, picture_bleed: float | None = None, faulty: bool = False
) -> Deck:
    """Open whatever a person names.

    Args:
        given: A game, a deck's folder or file, a folder of pictures, a table, or ``-`` for a table that is
            piped in.
        size: Of cards made of pictures, by name or as ``WIDTHxHEIGHT``; by default after the pictures.
        picture_bleed: How far such pictures reach beyond the cut, mm.
        faulty: Whether a deck that does not hold together is given back with its faults.

    Raises:
        InputError: When there is nothing of that name that can be printed.
    """
    path = Path(given)
    loose = path.is_dir() and not (path / "deck.toml").exists() and given.lower() not in games()
    if loose:
        from companion.data.decks.pictures import has_pictures
        from companion.data.decks.sizes import card_size

    if loose and has_pictures(path):
        from companion.press.picture_deck import picture_deck

        return picture_deck(path, card_size(size) if size else None, picture_bleed or 0.0)
    if loose:
        raise InputError("there is neither a deck.toml nor a PNG or JPEG picture here.", place=Place(given))
    if size is not None or picture_bleed is not None:
        raise InputError(
            "'{given}' is no folder of pictures; its cards have a size of their own.", given=given
        )
    if given == STANDARD_INPUT or path.suffix.lower() in TABLES:
        from companion.data.decks.sheet import table_deck

        return table_deck(given)
    return open_deck(given, faulty)
