"""The games that come with Companion, by name; and a person's own deck, by its file."""

from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from companion.data.catalogue import LANGUAGES
from companion.data.colours import hatching, palette
from companion.data.deck import RULES_AID, Component, Deck, load_deck
from companion.data.papers import named_papers
from companion.errors import CompanionError, InputError
from companion.paths import assets, templates
from companion.sentences import listed


def games() -> tuple[str, ...]:
    """The names of the games that come with Companion."""
    return tuple(sorted(file.parent.name for file in (assets() / "games").glob("*/game.toml")))


def open_deck(given: str, faulty: bool = False) -> Deck:
    """Open a game by its name, or a deck by its folder or TOML file; with ``faulty`` also one with faults."""
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
    check_box(given, assets() / "games" / given)
    deck = load_deck(assets() / "games" / given / "game.toml", templates() / "faces" / given)
    aid = Component(RULES_AID, "", None, (), RULES_AID, True, RULES_AID)
    spoken = tuple(dict.fromkeys((*LANGUAGES, *deck.languages)))
    return replace(deck, components=(*deck.components, aid), languages=spoken, shipped=True)


def own_file(text: str) -> tuple[str, str] | None:
    """The game whose own file a text is, such as a typed map, and the remedy that reads it; else ``None``."""
    for game in games():
        for remedy, read in import_module(f"companion.data.{game}.printed").OWN_FILES.items():
            with suppress(CompanionError):
                if read(text):
                    return game, remedy
    return None


def check_box(game: str, folder: Path) -> None:
    """Hold all files of a game against its box, as ``printed.check_box`` of its own package does."""
    import_module(f"companion.data.{game}.printed").check_box(folder)
