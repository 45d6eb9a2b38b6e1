"""``companion hogen undo``: the last event is taken back, for all to hear."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.hogen.drawing import said_kind, whose_move
from companion.cli.hogen.tables import joined, table_options
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option, speak, speak_json
from companion.sentences import say
from companion.table.hogen.views import view

__all__ = ["undo"]


@click.command(cls=SpokenCommand)
@table_options
@click.option("--redo", is_flag=True, help="Take the last undo back instead.")
@json_option
def undo(table: str, store: Path | None, redo: bool, as_json: bool) -> None:
    """Take back the last event: a slip of the finger. It stays in the log for all to see.

    An accusation is never taken back: what was seen stays seen. Nor is a rallied samurai once all are laid.

    \b
    companion hogen undo heike
    companion hogen undo heike --redo
    """
    with joined(table, store) as here:
        _, about = here.redo() if redo else here.undo()
        now = view(here.state)
    last = about.event
    if as_json:
        return speak_json(
            {"redone" if redo else "undone": last.kind, "active": now.active, "phase": now.phase}
        )
    what = said_kind(last, now)
    speak(say("Done again: {what}", what=what) if redo else say("Taken back: {what}", what=what))
    speak(whose_move(now))
