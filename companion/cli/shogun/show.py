"""``companion shogun show``: where all cubes are."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.drawing import draw_tray
from companion.cli.shogun.tables import as_counts, as_kept_counts, draw_counts, joined, speak_log
from companion.cli.shogun.throwing import as_throw, tell_throw
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option, speak, speak_json
from companion.errors import InputError
from companion.rules.shogun.cubes import counted
from companion.sentences import say_count
from companion.service.session import Session
from companion.table.shogun.state import HIDDEN, ShogunState
from companion.table.shogun.throws import THROWS

__all__ = ["show"]


@click.command(cls=SpokenCommand)
@table_argument
@click.option("--last", is_flag=True, help="Tell the last throw once more, with its verdict.")
@store_option
@json_option
def show(table: str, last: bool, store: Path | None, as_json: bool) -> None:
    """Show what is in the tower, in the tray and outside, and the hashes to check the game by.

    Outside is everything on the board and in the supplies, one number a colour.

    \b
    companion shogun show friday
    companion shogun show friday --last
    companion shogun show friday --json
    """
    with joined(store, table) as opened:
        if last:
            _tell_last(opened, as_json)
            return
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


def _tell_last(table: Session[ShogunState], as_json: bool) -> None:
    """Tell the last throw that stands: what came out, who won, where the cubes go."""
    standing = table.history.standing
    thrown = [s for s in table.history if s.event.kind in THROWS and s.event.number in standing]
    if not thrown:
        raise InputError("Nothing has been thrown at this table yet.")
    if as_json:
        speak_json(as_throw(table.name, thrown[-1]))
        return
    tell_throw(thrown[-1], still=True)
    speak_log(table)
