"""``companion hogen rally``: a seat lays its rallied samurai face down."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.hogen.drawing import whose_move
from companion.cli.hogen.tables import do, joined, refuse, seat_named, table_options
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option, speak, speak_json
from companion.data.hogen.cards import card_named
from companion.sentences import Sentence
from companion.table.hogen.views import view

__all__ = ["rally"]


@click.command(cls=SpokenCommand)
@table_options
@click.argument("card")
@click.option("--seat", required=True, metavar="NAME", help="The seat, by its letter or its player's name.")
@json_option
def rally(table: str, store: Path | None, card: str, seat: str, as_json: bool) -> None:
    """Lay a seat's rallied samurai face down: the one the others must find.

    With real cards each player tells it here, and nobody is told whether another has told the same.

    \b
    companion hogen rally heike Taira4 --seat Aya
    """
    with joined(table, store) as here:
        who = seat_named(view(here.state).names, seat)
        done = do(here, "rally", seat=who, card=str(card_named(card)))
        now = view(here.state)
    if isinstance(done, Sentence):
        return refuse(done, as_json)
    if as_json:
        return speak_json({"legal": True, "laid": now.laid, "clashed": now.clashed, "phase": now.phase})
    speak("{name} has laid a samurai face down.", name=now.names[who])
    speak(whose_move(now))
