"""``companion export``: the cards of a deck as pictures, and as services and other programs want them."""

from pathlib import Path
from typing import Any

import click

from companion.answers import Answer
from companion.cli.answers import answer_command
from companion.cli.outputs import (
    GAME_OR_FILE,
    fetch_options,
    folder_option,
    force_option,
    overwrite_option,
    strict_option,
)
from companion.cli.printer import picture_options
from companion.cli.voice import current
from companion.sentences import listed
from companion.service.press.exports import EXPORTS

SAID_WITH = {
    "bleed": ("--with-bleed", ("svg", "png")),
    "dpi": ("--dpi", ("png", "contact", "playingcards")),
    "fit": ("--fit", ("gamecrafter", "makeplayingcards", "drivethrucards")),
    "product": ("--product", ("gamecrafter", "makeplayingcards", "drivethrucards")),
    "address": ("--url", ("tts",)),
    "paper": ("--paper", ("contact",)),
}
"""Options that belong to some exports alone."""


@answer_command("export")
@click.argument("game", metavar="GAME|DECK.toml|FOLDER|CARDS.csv", type=GAME_OR_FILE)
@click.option(
    "--to",
    "kind",
    type=click.Choice(tuple(EXPORTS)),
    required=True,
    help="Pictures, what a printer or a table on the screen wants, or all cards small on a few pages.",
)
@click.option("--only", multiple=True, metavar="COMPONENT", help="Only this component; may be repeated.")
@click.option("--lang", metavar="LANGUAGE", help="Language of the cards: {languages}; yours by default.")
@click.option("--with-bleed", "bleed", is_flag=True, help="Show what is drawn beyond the cut.")
@click.option("--dpi", type=click.IntRange(36, 1200), help="Resolution of PNG pictures; 300 by default.")
@click.option(
    "--fit", is_flag=True, help="Make cards larger or smaller to suit the nearest size that is sold."
)
@click.option(
    "--product", metavar="NAME", help="What the service makes of it, where it sells several things of a size."
)
@click.option(
    "--url", "address", metavar="URL", help="Where the pictures for Tabletop Simulator will lie on the web."
)
@click.option("--paper", metavar="PAPER", help="Paper of the overview; a4 by default.")
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
    from companion.service.press.deck_opening import open_given
    from companion.service.press.export import export as service
    from companion.service.press.exports.wanted import Export

    for key, (option, kinds) in SAID_WITH.items():
        if more[key] and kind not in kinds:
            said: dict[str, Any] = {"option": option, "kind": kind, "kinds": listed(kinds)}
            raise InputError("{option} says nothing with --to {kind}; it is for {kinds}.", **said)
    deck = open_given(game, size, picture_bleed)
    more["paper"] = more["paper"] or "a4"
    wanted = Export(deck, lang or deck.readable(current().code), kind, output, only, **more)
    return service(wanted, overwrite)
