"""``companion shogun revolt``: the farmers of a province against its owner."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.throwing import (
    carry_out,
    fight_options,
    read_revolt,
    revolt_options,
    throw_options,
)
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option

__all__ = ["revolt"]


@click.command(cls=SpokenCommand)
@table_argument
@revolt_options
@fight_options
@throw_options
@store_option
@json_option
def revolt(
    table: str, store: Path | None, odds_only: bool, still: bool, as_json: bool, **declared: Any
) -> None:
    """Throw a revolt: all armies of the owner, and a green one for each revolt marker.

    Count the marker just laid. In winter the green armies of the revolt table come on top.

    \b
    companion shogun revolt friday --owner blue=4 --markers 2 --province Mikawa
    companion shogun revolt friday --owner blue=4 --markers 1 --winter 2
    """
    options = {"table": table, "store": store, "odds_only": odds_only, "still": still, "as_json": as_json}
    carry_out("revolt", read_revolt(declared), options)
