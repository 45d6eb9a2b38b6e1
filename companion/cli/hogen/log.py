"""``companion hogen log``: what one seat could have noted, to deduce from."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.hogen.tables import joined, seat_named, table_options
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import speak
from companion.data.files import write_text
from companion.table.hogen.views import noted_by, view

__all__ = ["log_command"]


@click.command("log", cls=SpokenCommand)
@table_options
@click.option("--seat", required=True, metavar="NAME", help="Whose log; for this player's eyes only.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write to a file."
)
def log_command(table: str, store: Path | None, seat: str, output: Path | None) -> None:
    """Write the log a player could have kept: his cards, and all he heard and saw.

    \b
    companion hogen log heike --seat Aya | companion hogen deduce -
    """
    with joined(table, store) as here:
        text = noted_by(here.state, seat_named(view(here.state).names, seat))
    if output is None:
        click.echo(text, nl=False)
        return
    write_text(output, text)
    speak("Written: {file}", file=str(output))
