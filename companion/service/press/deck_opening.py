"""Opening what a person gives to be printed: a game, a deck, a folder of pictures, or a table of cards."""

from pathlib import Path

from companion.data.deck import Deck, games, open_deck
from companion.data.decks.sources import TABLES
from companion.data.files import STANDARD_INPUT
from companion.errors import InputError, Place


def open_given(
    given: str, size: str | None = None, picture_bleed: float | None = None, faulty: bool = False
) -> Deck:
    """Open a game, a deck's folder or file, a folder of pictures, a table, or ``-``, one that is piped in.

    `size` (a name or ``WIDTHxHEIGHT``) and `picture_bleed` (mm) are for cards made of pictures. With
    `faulty`, a deck that does not hold together is given back with its faults.
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
        from companion.data.decks.plain_deck import plain_deck

        return plain_deck(given)
    return open_deck(given, faulty)
