"""``companion shogun take``: a special card, and with it a place in turn order."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.answers import tell_lines
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.keeping import do
from companion.cli.shogun.tables import joined
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option, speak, speak_json
from companion.rules.shogun.cubes import daimyo, daimyo_named
from companion.rules.shogun.round.special_cards import special_named, special_words
from companion.service.shogun.standing import calendar_lines, game_data, next_lines
from companion.table.shogun.views import view

__all__ = ["take"]


@click.command(cls=SpokenCommand)
@table_argument
@click.argument("colour", metavar="COLOUR")
@click.argument("card", metavar="CARD")
@store_option
@json_option
def take(table: str, colour: str, card: str, store: Path | None, as_json: bool) -> None:
    """Take a special card: chest, rice, six, attack or defence. Its space is the place in turn order.

    \b
    companion shogun take friday blue six
    companion shogun take friday red "+1 chest"
    """
    player, special = daimyo_named(colour), special_named(card)
    with joined(store, table) as opened:
        event = do(opened, "take", {"player": player, "special": special}, as_json)
        seen = view(opened.state)
        if as_json:
            speak_json(
                {
                    "table": opened.name,
                    "event": event.number,
                    "space": event.result["space"],
                    "order": event.result["order"],
                    "game": game_data(seen),
                }
            )
            return
        speak(
            "{player} takes {special} and plays at place {space}.",
            player=daimyo(player),
            special=special_words(special),
            space=event.result["space"],
        )
        if event.result["order"] is not None:
            tell_lines(calendar_lines(seen))
        tell_lines(next_lines(seen))
