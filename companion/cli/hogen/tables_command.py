"""``companion hogen tables``: which tables there are."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.tables import store_option
from companion.cli.voice import json_option, speak, speak_json
from companion.sentences import say_count
from companion.table.hogen.game import HOGEN
from companion.table.store import Store, default_path

__all__ = ["tables"]


@click.command(cls=SpokenCommand)
@store_option
@json_option
def tables(store: Path | None, as_json: bool) -> None:
    """List the tables, and say in which file they are kept.

    A name is taken for all games: tables of other games are listed with the game they play.

    \b
    companion hogen tables
    """
    with Store(default_path() if store is None else store, create=False) as opened:
        headers = opened.headers()
        if as_json:
            listed = [
                {"table": header.name, "events": header.events}
                for header in headers
                if header.game == HOGEN.name
            ]
            speak_json({"file": str(opened.path), "tables": listed})
            return
        speak("The tables in {file}:", file=str(opened.path))
        for header in headers:
            if header.game == HOGEN.name:
                speak(
                    say_count(
                        "  {table}: {count} event",
                        "  {table}: {count} events",
                        header.events,
                        table=header.name,
                    )
                )
            else:
                speak("  {table}: plays {game}", table=header.name, game=header.game.capitalize())
