"""``companion hogen show``: what lies open, or what one seat may see."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.hogen.drawing import history as everything_done
from companion.cli.hogen.drawing import own_lines, public_lines
from companion.cli.hogen.tables import joined, seat_named, table_options
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option, speak, speak_json
from companion.table.hogen.views import view

__all__ = ["show"]


@click.command(cls=SpokenCommand)
@table_options
@click.option("--seat", metavar="NAME", help="Show what this seat may see; for its player's eyes only.")
@click.option("--history", is_flag=True, help="Everything that was done, what was taken back too.")
@json_option
def show(table: str, store: Path | None, seat: str | None, history: bool, as_json: bool) -> None:
    """Show what lies open to all, or with --seat what one player may see.

    \b
    companion hogen show heike
    companion hogen show heike --seat Aya
    """
    with joined(table, store) as here:
        state, course = here.state, here.history
    everyone = view(state)
    now = everyone if seat is None else view(state, seat_named(everyone.names, seat))
    if as_json:
        return speak_json(now.as_json())
    if history:
        for each in everything_done(course, now):
            speak(each)
    for line in (*public_lines(now), *own_lines(now)):
        speak(line)
