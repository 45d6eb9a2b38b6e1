"""The command that shows how a table of Honshu stands, which is played at on phones."""

from functools import partial

import click

from companion.cli.table_commands import table_command
from companion.service.honshu import standing


@table_command("show")
@click.option("--history", is_flag=True, help="Everything that was done, what was taken back too.")
def show(history: bool) -> object:
    """Score and rank the maps of a table as they are now.

    \b
    companion honshu show friday
    companion honshu show friday --history
    """
    return partial(standing.show, history=history)
