"""``companion check``: what would print wrong, as a list, before any paper is spent."""

from __future__ import annotations

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option
from companion.data.catalogue import LANGUAGES


@click.command("check", cls=SpokenCommand)
@click.argument("game", metavar="GAME|DECK.toml")
@click.option("--lang", "languages", multiple=True, type=click.Choice(LANGUAGES), help="Only this language.")
@click.option("--only", multiple=True, metavar="COMPONENT", help="Only this component; may be repeated.")
@json_option
def check(game: str, languages: tuple[str, ...], only: tuple[str, ...], as_json: bool) -> None:
    """Look a game or deck over before it is printed.

    Looks for texts that do not fit, characters the font lacks, words near the cut, lines too thin,
    pictures too coarse, QR codes too small, and kinds told apart by colour alone.

    \b
    companion check honshu
    companion check my-deck --lang fr
    """
    from companion.service.press import check as service
    from companion.service.press.deck_opening import open_given

    tell(service.check(open_given(game, faulty=True), languages, only), as_json)
