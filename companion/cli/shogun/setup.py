"""``companion shogun setup``: what to lay out; and the beginning of a game that a table keeps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import side_option
from companion.cli.shogun.beginning import BELONGS, OPTION, begin_game, given
from companion.cli.tables import store_option
from companion.cli.voice import json_option
from companion.data.shogun import Side
from companion.errors import InputError
from companion.rules.shogun.round.calendar import ROUNDS, Season
from companion.service.shogun.setup import lay_out

__all__ = ["setup"]

_AT_TABLE = ("drafting", "light", "board", "events", *BELONGS)
"""What only a table can be told."""


@click.command(cls=SpokenCommand)
@click.argument("table", required=False, metavar="[TABLE]")
@click.option("--players", type=click.IntRange(3, 5), metavar="NUMBER", help="How many play: 3, 4 or 5.")
@side_option
@click.option("--fixed", is_flag=True, help="The fixed set-up of the annex, on the Sun side.")
@click.option("--draft", "drafting", is_flag=True, help="At a table: divide the provinces by a draft.")
@click.option("--light", is_flag=True, help="At a table: keep the cards and seasons, not the board.")
@click.option(
    "--board",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="FILE",
    help="At a table: the board as it stands; columns province, owner, buildings, armies, markers.",
)
@click.option("--first", metavar="COLOUR", help="Who begins the draft: the oldest player.")
@click.option(
    "--sea", "added", multiple=True, metavar="A/B", help="A sea route your board has besides; repeatable."
)
@click.option(
    "--no-sea", "removed", multiple=True, metavar="A/B", help="A sea route your board has not; repeatable."
)
@click.option("--events", metavar="NUMBERS", help="The open event cards, if you shuffle your own: 4,9,8,1.")
@click.option("--chests", multiple=True, metavar="COLOUR=NUMBER", help="With --board: chests; repeatable.")
@click.option("--rice", multiple=True, metavar="COLOUR=NUMBER", help="With --board: rice; repeatable.")
@click.option("--points", multiple=True, metavar="COLOUR=NUMBER", help="With --board: points; repeatable.")
@click.option("--year", type=click.IntRange(1, 2), default=1, help="With --board or --light: the year.")
@click.option(
    "--season",
    type=click.Choice([season.value for season in ROUNDS]),
    default=Season.SPRING.value,
    help="With --board or --light: the season that begins.",
)
@store_option
@json_option
def setup(table: str | None, as_json: bool, **options: Any) -> None:
    """What to lay out: cards that are out, chests, army groups, the fixed set-up.

    With a TABLE, its game is kept from now on: the whole board (--draft, --fixed or --board FILE), where
    every move is checked, or only cards and seasons (--light).

    \b
    companion shogun setup --players 4 --side moon
    companion shogun setup --players 3 --fixed
    companion shogun setup friday --fixed
    companion shogun setup friday --draft --first red --side moon --no-sea Shima/Izu
    companion shogun setup friday --board board.txt --chests blue=4,red=2 --season autumn
    """
    side = Side(options["side"])
    if table is not None:
        begin_game(table, side, as_json, options)
        return
    players = options["players"]
    if players is None:
        raise InputError("Say how many play, such as --players 4, or name a table.")
    for name in _AT_TABLE:
        if given(options, name):
            raise InputError("--{option} needs a table.", option=OPTION.get(name, name))
    tell(lay_out(side, players, options["fixed"]), as_json)
