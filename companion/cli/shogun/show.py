"""``companion shogun show``: where all cubes are."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.drawing import draw_tray
from companion.cli.shogun.tables import (
    as_counts,
    as_kept_counts,
    draw_counts,
    joined,
    speak_log,
    store_option,
    table_argument,
)
from companion.cli.voice import json_option, speak, speak_json
from companion.rules.shogun.cubes import counted
from companion.sentences import say_count
from companion.table.shogun.state import HIDDEN

__all__ = ["show"]


@click.command(cls=SpokenCommand)
@table_argument
@store_option
@json_option
def show(table: str, store: Path | None, as_json: bool) -> None:
    """Show what is in the tower, in the tray and outside, and the hashes to check the game by.

    Outside is everything on the board and in the supplies, one number a colour.

    \b
    companion shogun show friday
    companion shogun show friday --json
    """
    with joined(store, table) as opened:
        state = opened.state
        if as_json:
            answer = {"throw": state.tower.throws, **as_counts(state)}
            speak_json({**answer, **as_kept_counts(state), "commitment": state.seal.commitment})
            return
        speak(
            say_count(
                "Table {table}, tower {preset}, {count} throw so far.",
                "Table {table}, tower {preset}, {count} throws so far.",
                state.tower.throws,
                table=opened.name,
                preset=state.tower.preset.name,
            )
        )
        speak("In the tray, for the next throw:")
        for line in draw_tray(counted(state.tower.tray)):
            click.echo(line)
        if state.inside == HIDDEN:
            speak("This table chose not to be told of the inside.")
        else:
            for line in draw_counts(state):
                click.echo(line)
        speak("The seed is sealed under: {commitment}", commitment=state.seal.commitment)
        if state.seal.revealed:
            speak("The seed has been revealed: {seed}", seed=state.seal.seed)
        speak_log(opened)
