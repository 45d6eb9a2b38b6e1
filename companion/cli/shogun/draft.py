"""``companion shogun draft``: a turn in dividing the provinces."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.answers import tell_lines
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import read_province
from companion.cli.shogun.keeping import do
from companion.cli.shogun.tables import joined
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option, speak, speak_json
from companion.data.vocabulary import typed_as
from companion.rules.shogun.cubes import daimyo, daimyo_named
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.setup.draft import PILE
from companion.service.shogun.standing import board_lines, game_data, next_lines
from companion.table.shogun.views import view

__all__ = ["draft"]


@click.command(cls=SpokenCommand)
@table_argument
@click.argument("colour", metavar="COLOUR")
@click.argument("card", metavar="PROVINCE|pile")
@click.argument("group", type=click.IntRange(1, 9), metavar="GROUP")
@store_option
@json_option
def draft(table: str, colour: str, card: str, group: int, store: Path | None, as_json: bool) -> None:
    """Take an open province card, or the top of the pile, and place an army group there.

    \b
    companion shogun draft friday blue Kozuke 5
    companion shogun draft friday red pile 2
    """
    player = daimyo_named(colour)
    taken = PILE if typed_as("shogun", "pile", card) else read_province(card)
    with joined(store, table) as opened:
        event = do(opened, "draft", {"player": player, "card": taken, "group": group}, as_json)
        seen = view(opened.state)
        province = event.result["province"]
        if as_json:
            speak_json(
                {
                    "table": opened.name,
                    "event": event.number,
                    "province": province,
                    "group": group,
                    "game": game_data(seen),
                }
            )
            return
        speak(
            "{player} takes {province} and places {count} there.",
            player=daimyo(player),
            province=province,
            count=group,
        )
        if isinstance(seen.kept, Campaign):
            speak("All groups are placed; the draft is over.")
        tell_lines((*board_lines(seen), *next_lines(seen)))
