"""``companion shogun show``: where all cubes are."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.answers import tell_lines
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.tables import joined, speak_log
from companion.cli.shogun.throwing import as_throw, tell_throw
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option, speak_json
from companion.errors import InputError
from companion.sentences import say, say_count
from companion.service.answer import Told
from companion.service.session import Session
from companion.service.shogun.figures import Tray
from companion.service.shogun.standing import cubes_data, cubes_figure, kept_cubes_data
from companion.table.shogun.state import ShogunState
from companion.table.shogun.throws import THROWS
from companion.table.shogun.views import view

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
        seen = view(opened.state)
        if as_json:
            cubes = {**cubes_data(seen), **kept_cubes_data(seen)}
            speak_json({"throw": seen.throws, **cubes, "commitment": seen.commitment})
            return
        told: list[Told] = [
            say_count(
                "Table {table}, tower {preset}, {count} throw so far.",
                "Table {table}, tower {preset}, {count} throws so far.",
                seen.throws,
                table=opened.name,
                preset=seen.preset.name,
            ),
            say("In the tray, for the next throw:"),
            Tray(seen.tray),
            cubes_figure(seen) or say("This table chose not to be told of the inside."),
            say("The seed is sealed under: {commitment}", commitment=seen.commitment),
        ]
        if seen.seed is not None:
            told.append(say("The seed has been revealed: {seed}", seed=seen.seed[0]))
        tell_lines(told)
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
