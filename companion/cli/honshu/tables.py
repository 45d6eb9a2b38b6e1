"""The commands about tables of Honshu, which are played at on phones: list them, show how one stands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from companion.answers import Answer
from companion.cli.answers import answer_command
from companion.cli.tables import store_option, table_command
from companion.service.honshu.table import opening
from companion.service.honshu.table.opening import HonshuSession
from companion.service.tables import list_tables


@answer_command("tables")
@store_option
def tables(store: Path | None) -> Answer:
    """List the tables, and say in which file they are kept.

    A name is taken for all games: tables of other games are listed with the game they play.

    \b
    companion honshu tables
    """
    return list_tables(store, "honshu", others=True)


@click.option("--history", is_flag=True, help="Everything that was done, what was taken back too.")
def _show(history: bool) -> Callable[[HonshuSession], Answer]:
    """Score and rank the maps of a table as they are now.

    \b
    companion honshu show friday
    companion honshu show friday --history
    """
    return partial(opening.show, history=history)


show = table_command(opening.open_table, "honshu", "show")(_show)
