"""The games that come with Companion, by name; and a person's own deck, by its file."""

from __future__ import annotations

from pathlib import Path

from companion.data.deck import Deck, load_deck
from companion.errors import InputError
from companion.paths import assets, templates

__all__ = ["games", "open_deck"]


def games() -> tuple[str, ...]:
    """The names of the games that come with Companion."""
    return tuple(sorted(file.parent.name for file in (assets() / "games").glob("*/game.toml")))


def open_deck(given: str) -> Deck:
    """Open a game by its name, or a deck by its folder or TOML file, and check its facts.

    Raises:
        InputError: When there is no such game or file.
        DeckError: When its files do not hold together.
    """
    file = Path(given)
    if file.suffix != ".toml" and (file / "deck.toml").is_file():
        file = file / "deck.toml"
    if file.suffix == ".toml":
        return load_deck(file, file.parent / "faces")
    given = given.lower()
    if given not in games():
        raise InputError(
            "'{given}' is not a game here; choose {games}, or give the .toml file of your own deck.",
            given=given, games=", ".join(games()),
        )  # fmt: skip
    if given == "honshu":
        from companion.data.honshu.cards import load_cards

        load_cards()  # checks every square and the totals of the booklet
    return load_deck(assets() / "games" / given / "game.toml", templates() / "faces" / given)
