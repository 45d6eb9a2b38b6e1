"""``companion check``: what would print wrong, as a list, before any paper is spent."""

from __future__ import annotations

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option, speak
from companion.data.catalogue import LANGUAGES

__all__ = ["check"]


@click.command("check", cls=SpokenCommand)
@click.argument("game", metavar="GAME|DECK.toml")
@click.option("--lang", "languages", multiple=True, type=click.Choice(LANGUAGES), help="Only this language.")
@click.option("--only", multiple=True, metavar="COMPONENT", help="Only this component; may be repeated.")
@json_option
@click.pass_context
def check(
    ctx: click.Context, game: str, languages: tuple[str, ...], only: tuple[str, ...], as_json: bool
) -> None:
    """Look a game or deck over before it is printed.

    Looks for texts that do not fit, characters the font lacks, words near the cut, lines too thin,
    pictures too coarse, QR codes too small, and kinds told apart by colour alone.

    \b
    companion check honshu
    companion check my-deck/deck.toml --lang fr
    """
    from companion.cli.findings import Found, tell_findings
    from companion.data.games import open_deck
    from companion.press.preflight import preflight

    deck = open_deck(game)
    found = [
        Found(code, finding)
        for code in languages or deck.languages
        for finding in preflight(deck, code, only)
    ]
    tell_findings(found, as_json)
    if not found and not as_json:
        speak("{deck} is ready to print.", deck=deck.name)
    ctx.exit(1 if found else 0)
