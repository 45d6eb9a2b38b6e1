"""The games that come with Companion, by name; and a person's own deck, by its file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from companion.data.catalogue import LANGUAGES
from companion.data.colours import hatching, palette
from companion.data.deck import Deck, load_deck
from companion.data.papers import named_papers
from companion.errors import InputError
from companion.paths import assets, templates
from companion.sentences import listed


def games() -> tuple[str, ...]:
    """The names of the games that come with Companion."""
    return tuple(sorted(file.parent.name for file in (assets() / "games").glob("*/game.toml")))


def open_deck(given: str, faulty: bool = False) -> Deck:
    """Open a game by its name, or a deck by its folder or TOML file, and check its facts.

    Args:
        given: The name, folder or file.
        faulty: Whether a deck that does not hold together is given back with its faults.

    Raises:
        InputError: When there is no such game or file.
        DeckError: When its files do not hold together.
    """
    palette(), hatching(), named_papers()  # what every deck is drawn with
    file = Path(given)
    if file.suffix != ".toml" and (file / "deck.toml").is_file():
        file = file / "deck.toml"
    if file.suffix == ".toml":
        return load_deck(file, file.parent / "faces", faulty)
    given = given.lower()
    if given not in games():
        raise InputError(
            "'{given}' is not a game here; choose {games}, or give the folder of your own deck.",
            given=given,
            games=listed(games()),
        )
    check_tables(given, assets() / "games" / given)
    deck = load_deck(assets() / "games" / given / "game.toml", templates() / "faces" / given)
    return replace(deck, languages=tuple(dict.fromkeys((*LANGUAGES, *deck.languages))), shipped=True)


def check_tables(game: str, folder: Path) -> None:
    """Hold all tables of a game against its box, whatever of it is printed.

    Raises:
        DeckError: For the first cell that cannot be right, with file, row, column, value, expectation.
    """
    match game:
        case "honshu":
            from companion.data.honshu.cards import check_codes, read_cards

            read_cards(folder / "cards.csv")
            check_codes(folder / "codes4x4.json")
        case "shogun":
            from companion.data.shogun.facts import read_facts
            from companion.data.shogun.landmap import read_land_map
            from companion.data.shogun.printed import check_printed
            from companion.data.towers import read_presets

            read_land_map(folder, read_facts(folder))
            check_printed(folder)
            read_presets(folder / "towers.toml")
        case "hogen":
            from companion.data.hogen.printed import check_tables as check_hogen

            check_hogen(folder)
