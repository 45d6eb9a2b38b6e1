"""``companion shogun undo``: take back the last event; nothing is ever thrown again otherwise."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.tables import joined, speak_log
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option, speak, speak_json
from companion.service.shogun.standing import cubes_data
from companion.table.shogun.throws import THROWS
from companion.table.shogun.views import view

__all__ = ["undo"]


@click.command(cls=SpokenCommand)
@table_argument
@click.option("--redo", is_flag=True, help="Take back the last undo instead.")
@store_option
@json_option
def undo(table: str, redo: bool, store: Path | None, as_json: bool) -> None:
    """Take back the last event: the table is as if it had never been.

    Nothing is thrown anew by it. The next throw has the same number, and the same cubes in it come out
    or stay as before. The event stays in the log, marked as undone, and on the luck sheet.

    \b
    companion shogun undo friday
    companion shogun undo friday --redo
    """
    with joined(store, table) as opened:
        done, about = opened.redo() if redo else opened.undo()
        taken = about.event
        if as_json:
            speak_json(
                {
                    "table": opened.name,
                    "event": done.event.number,
                    "redone" if redo else "undone": taken.number,
                    "kind": taken.kind,
                    "throw": opened.state.tower.throws,
                    **cubes_data(view(opened.state)),
                    "hash": opened.head,
                }
            )
            return
        if redo:
            speak("Event {number} stands again.", number=taken.number)
        elif taken.kind in THROWS:
            speak(
                "Throw {throw} is undone. It stays in the log and on the luck sheet; "
                "the same cubes thrown again come out the same.",
                throw=taken.result["throw"],
            )
        else:
            speak("Event {number} is undone. It stays in the log.", number=taken.number)
        speak_log(opened)
