"""``companion shogun tables``: which tables there are."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.tables import store_option
from companion.cli.voice import json_option
from companion.service.tables import list_tables

__all__ = ["tables"]


@click.command(cls=SpokenCommand)
@store_option
@json_option
def tables(store: Path | None, as_json: bool) -> None:
    """List the tables, and say in which file they are kept.

    \b
    companion shogun tables
    """
    tell(list_tables(store, "shogun"), as_json)
