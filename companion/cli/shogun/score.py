"""``companion shogun score``: the sum of a finished board, every line explained."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import read_amounts, read_file, side_option
from companion.cli.voice import json_option
from companion.data.shogun import Side, facts
from companion.rules.shogun.score.finished_board import read_finished_board
from companion.service.shogun.score import score_finished_board

__all__ = ["score"]


@click.command(cls=SpokenCommand)
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@side_option
@click.option(
    "--players",
    type=click.IntRange(3, 5),
    metavar="NUMBER",
    help="How many play; with 3, eight provinces are out and refused.",
)
@click.option(
    "--points", multiple=True, metavar="COLOUR=NUMBER", help="Points from the first year; repeatable."
)
@click.option(
    "--chests", multiple=True, metavar="COLOUR=NUMBER", help="Chests, which decide a tie; repeatable."
)
@json_option
def score(
    file: Path,
    side: str,
    players: int | None,
    points: Sequence[str],
    chests: Sequence[str],
    as_json: bool,
) -> None:
    """Count the points of a board typed as a small table: province, owner, buildings.

    FILE has a line PROVINCE OWNER BUILDINGS for each owned province, its cells parted by blanks, tabs,
    commas or semicolons; - reads from the keyboard or a pipe. Buildings are castle, temple, theatre, or
    c, t, n. Lines such as 'points blue=23' and 'chests blue=4' may follow.

    \b
    Settsu   blue    castle
    Omi      yellow  castle temple theatre
    Kai      red
    points   blue=23 yellow=19 red=25

    \b
    companion shogun score board.txt
    companion shogun score board.csv --side moon --points blue=23,yellow=19
    printf 'Settsu blue c\\nOmi yellow c+t+n\\n' | companion shogun score -
    """
    found = read_finished_board(read_file(file), facts().board(Side(side)), players, str(file))
    earlier, purses = read_amounts(points, 999), read_amounts(chests, 999)
    tell(score_finished_board(found, Side(side), earlier, purses), as_json)
