"""``companion export``: the cards of a deck as single pictures."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.outputs import folder_option, overwrite_option
from companion.cli.voice import json_option, spoken

__all__ = ["export"]


@click.command("export", cls=SpokenCommand)
@click.argument("game", metavar="GAME|DECK.toml")
@click.option("--to", "kind", type=click.Choice(["svg", "png"]), required=True, help="Kind of picture.")
@click.option("--only", multiple=True, metavar="COMPONENT", help="Only this component; may be repeated.")
@click.option("--lang", metavar="LANGUAGE", help="Language of the cards: en, fr; yours by default.")
@click.option("--with-bleed", is_flag=True, help="Show what is drawn beyond the cut.")
@click.option("--dpi", type=click.IntRange(36, 1200), default=300, help="Resolution of PNG pictures.")
@folder_option
@overwrite_option
@json_option
def export(
    game: str, kind: str, only: tuple[str, ...], lang: str | None, with_bleed: bool, dpi: int, output: Path,
    overwrite: bool, as_json: bool,
) -> None:  # fmt: skip
    """Write a game's cards as pictures for other tools.

    \b
    companion export honshu --to svg --only map-cards
    companion export honshu --to png --dpi 150 --lang fr
    """
    from companion.service.press import export as service
    from companion.service.press.opening import open_given

    deck = open_given(game)
    code = lang or spoken(deck.languages)
    answer = service.export(
        deck, code, kind, output, only=only, bleed=with_bleed, dpi=dpi, overwrite=overwrite
    )
    tell(answer, as_json)
