"""``companion shogun throw``: what came out of a real tower, or a throw that nobody judges."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.inputs import read_counts
from companion.cli.shogun.throwing import (
    attack_options,
    carry_out,
    fight_options,
    read_attack,
    read_out,
    read_revolt,
    revolt_options,
    throw_options,
)
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option
from companion.errors import InputError
from companion.table.shogun.throws import asked_throw

__all__ = ["throw"]


@click.command(cls=SpokenCommand)
@table_argument
@click.option(
    "--out",
    "out",
    multiple=True,
    metavar="COLOUR=NUMBER",
    help="What lies in the tray of a real tower after the throw, or nothing; repeatable.",
)
@click.option(
    "--in",
    "cubes",
    multiple=True,
    metavar="COLOUR=NUMBER",
    help="Cubes to throw where nobody fights; what comes out stays in the tray.",
)
@attack_options
@revolt_options
@fight_options
@throw_options
@store_option
@json_option
def throw(
    table: str,
    out: Sequence[str],
    cubes: Sequence[str],
    store: Path | None,
    odds_only: bool,
    still: bool,
    as_json: bool,
    **declared: Any,
) -> None:
    """Enter what a real tower did: the companion judges it, keeps the log, and reckons odds and luck.

    Say the attack or revolt as usual, and with --out what lies in the tray afterwards. Without --out
    the companion's own tower is thrown.

    \b
    companion shogun throw friday --attacker blue=4 --defender yellow=3 --out "blue=3 yellow=1 green=1"
    companion shogun throw friday --owner blue=4 --markers 2 --out blue=2
    companion shogun throw friday --attacker blue=2 --defender neutral --out nothing
    companion shogun throw friday --in "blue=3 red=2"
    """
    options = {"table": table, "store": store, "odds_only": odds_only, "still": still, "as_json": as_json}
    seen = read_out(out)
    fights = declared["attacker"] is not None or declared["defender"] is not None
    revolts = declared["owner"] is not None
    if fights + revolts + bool(cubes) > 1:
        raise InputError(
            "A throw is an attack, a revolt or cubes nobody fights with (--in): one of the three."
        )
    if fights:
        carry_out("attack", read_attack(declared, seen), options)
    elif revolts:
        carry_out("revolt", read_revolt(declared, seen), options)
    elif cubes:
        carry_out("throw", asked_throw(read_counts(cubes), seen), options)
    else:
        raise InputError(
            "Say what is thrown: an attack (--attacker, --defender), a revolt (--owner), or cubes (--in)."
        )
