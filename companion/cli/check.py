"""``companion check``: what would print wrong, as a list, before any paper is spent."""

import click

from companion.answers import Answer
from companion.cli.answers import answer_command
from companion.cli.outputs import GAME_OR_FILE, fetch_options, strict_option
from companion.data.catalogue import LANGUAGES
from companion.errors import InputError


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
    """Look a game or deck over before it is printed."""
    from companion.service.languages import check_languages
    from companion.service.press import check as service
    from companion.service.press.own_decks import open_given

    if translations == (game is not None) or (translations and (only or strict)):
        raise InputError("Name a game or a deck, or --languages alone.")
    if game is None:
        return check_languages(languages)
    return service.check(open_given(game, faulty=True), languages, only, strict)
