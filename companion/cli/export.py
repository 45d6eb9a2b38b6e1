"""``companion check`` and ``export``: faults before printing, and card faces for other tools."""

from pathlib import Path
from typing import Any

import click

from companion.answers import Answer
from companion.cli.answers import answer_command
from companion.cli.outputs import (
    GAME_OR_FILE,
    cards_option,
    fetch_options,
    folder_option,
    force_option,
    overwrite_option,
    strict_option,
)
from companion.cli.printer import Measure, picture_options
from companion.cli.voice import get_language
from companion.data.catalogue import LANGUAGES
from companion.errors import InputError
from companion.sentences import join_with_commas
from companion.service.press import EXPORTS


@answer_command("check")
@click.argument("game", metavar="[GAME|DECK.toml]", required=False, type=GAME_OR_FILE)
@click.option("--lang", "languages", multiple=True, type=click.Choice(LANGUAGES))
@fetch_options
@strict_option
@click.option("--only", multiple=True, metavar="COMPONENT")
@click.option("--languages", "translations", is_flag=True)
def check(
    game: str | None, languages: tuple[str, ...], only: tuple[str, ...], translations: bool, strict: bool
) -> Answer:
    """Check a game or deck before printing."""
    from companion.service.languages import check_languages
    from companion.service.press import own_decks as service
    from companion.service.press.own_decks import open_any_deck

    if translations == (game is not None) or (translations and (only or strict)):
        raise InputError("Name a game or a deck, or --languages alone.")
    if game is None:
        return check_languages(languages)
    return service.check(open_any_deck(game, faulty=True), languages, only, strict)


SAID_WITH = {
    "bleed": ("--with-bleed", ("svg", "png")),
    "dpi": ("--dpi", ("png", "contact", "playingcards", "hand", "showcase", "sheet")),
    "fit": ("--fit", ("gamecrafter", "makeplayingcards", "drivethrucards")),
    "product": ("--product", ("gamecrafter", "makeplayingcards", "drivethrucards")),
    "address": ("--url", ("tts",)),
    "paper": ("--paper", ("contact",)),
    **{key: (f"--{key}", ("hand",)) for key in ("angle", "radius")},
    "columns": ("--columns", ("sheet",)),
    **{key: (f"--{key}", ("showcase",)) for key in ("scale", "offset", "reflection")},
}
"""Options that belong to some exports alone."""


@answer_command("export")
@click.argument("game", metavar="GAME|DECK.toml|FOLDER|CARDS.csv", type=GAME_OR_FILE)
@click.option("--to", "kind", type=click.Choice(tuple(EXPORTS)), required=True)
@click.option("--only", multiple=True, metavar="COMPONENT")
@click.option("--lang", metavar="LANGUAGE")
@click.option("--with-bleed", "bleed", is_flag=True)
@click.option("--dpi", type=click.IntRange(36, 1200))
@click.option("--fit", is_flag=True)
@click.option("--product", metavar="NAME")
@click.option("--url", "address", metavar="URL")
@cards_option
@click.option("--angle", type=Measure(0, 360))
@click.option("--radius", type=Measure(0, 9_999))
@click.option("--columns", type=click.IntRange(1, 999))
@click.option("--scale", type=Measure(0.3, 1))
@click.option("--offset", type=Measure(0.1, 9))
@click.option("--reflection", type=Measure(0, 1))
@click.option("--paper", metavar="PAPER")
@picture_options
@force_option
@strict_option
@fetch_options
@folder_option
@overwrite_option
def export(
    game: str,
    kind: str,
    only: tuple[str, ...],
    lang: str | None,
    output: Path,
    overwrite: bool,
    size: str | None,
    picture_bleed: float | None,
    **more: Any,
) -> Answer:
    """Write a game's cards as pictures for other tools."""
    from companion.errors import InputError
    from companion.service.press.export import Export
    from companion.service.press.export import export as service
    from companion.service.press.own_decks import open_any_deck

    for key, (option, kinds) in SAID_WITH.items():
        if more[key] is not None and more[key] is not False and kind not in kinds:
            said: dict[str, Any] = {"option": option, "kind": kind, "kinds": join_with_commas(kinds)}
            raise InputError("{option} does not go with --to {kind}; it is for {kinds}.", **said)
    deck = open_any_deck(game, size, picture_bleed)
    more["paper"] = more["paper"] or "a4"
    looks = ("angle", "radius", "columns", "scale", "offset", "reflection")
    more["look"] = {key: value for key in looks if (value := more.pop(key)) is not None}
    wanted = Export(deck, lang or deck.choose_language(get_language().code), kind, output, only, **more)
    return service(wanted, overwrite)
