"""``companion shogun practice``: thousands of throws, and their statistics against the formulas."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.inputs import read_tower, tower_options
from companion.cli.voice import json_option
from companion.service.shogun.practice import practise_throws

__all__ = ["practice"]


@click.command(cls=SpokenCommand)
@click.option(
    "--throws",
    type=click.IntRange(1, 1_000_000),
    default=5000,
    show_default=True,
    metavar="NUMBER",
    help="Throws to make.",
)
@click.option(
    "--cubes",
    type=click.IntRange(2, 40),
    default=9,
    show_default=True,
    metavar="NUMBER",
    help="Cubes a throw.",
)
@click.option(
    "--players",
    type=click.IntRange(3, 5),
    default=4,
    show_default=True,
    metavar="NUMBER",
    help="Players whose cubes are thrown.",
)
@click.option("--seed", default=None, metavar="TEXT", help="Throw the same again; a new seed by default.")
@tower_options
@json_option
def practice(
    throws: int,
    cubes: int,
    players: int,
    seed: str | None,
    preset: str,
    parameters: Sequence[str],
    presets: Path | None,
    as_json: bool,
) -> None:
    """Throw a practice tower thousands of times, and see whether it keeps to the formulas.

    Each line says how often something happened, how often it should have, and how far apart that is,
    in standard deviations: beyond 3 is suspicious, once in 370 lines it happens anyway.

    \b
    companion shogun practice
    companion shogun practice --throws 20000 --preset deep --seed "four winds"
    """
    tell(practise_throws(read_tower(preset, parameters, presets), throws, cubes, players, seed), as_json)
