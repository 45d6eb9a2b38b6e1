"""``companion hogen call``: a call is judged, then the table hears it and who must answer."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.hogen.drawing import said_heard, whose_move
from companion.cli.hogen.tables import do, joined, refuse, seat_named, table_options
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option, speak, speak_json
from companion.data.hogen.calls import call_named
from companion.sentences import Sentence
from companion.table.hogen.views import view

__all__ = ["call_command"]


@click.command("call", cls=SpokenCommand)
@table_options
@click.argument("call", nargs=-1, required=True)
@click.option("--seat", metavar="NAME", help="Who calls; the active player by default.")
@json_option
def call_command(
    table: str, store: Path | None, call: tuple[str, ...], seat: str | None, as_json: bool
) -> None:
    """Call a clan, a rank, or one samurai by both; hear who passes and who must answer.

    A call that is not open leaves with exit code 1 and always says the same; it is not written down, and
    nobody else learns of it. Type it where only the caller can see it.

    \b
    companion hogen call heike clan Taira
    companion hogen call heike rank 2
    companion hogen call heike Taira 2 --seat Aya
    """
    wanted = call_named(call)
    with joined(table, store) as here:
        before = view(here.state)
        who = before.active or "A" if seat is None else seat_named(before.names, seat)
        done = do(here, "call", seat=who, call=str(wanted))
        now = view(here.state)
        heard = here.state.heard[len(before.heard) :]
    if isinstance(done, Sentence):
        return refuse(done, as_json)
    if as_json:
        return speak_json({"legal": True, "passed": done.result["passed"], "asked": now.asked})
    for event in heard:
        speak(said_heard(event, now))
    speak(whose_move(now))
