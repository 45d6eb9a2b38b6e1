"""``companion shogun attack``: a battle over a province."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.throwing import (
    attack_options,
    carry_out,
    fight_options,
    read_attack,
    throw_options,
)
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option

__all__ = ["attack"]


@click.command(cls=SpokenCommand)
@table_argument
@attack_options
@fight_options
@throw_options
@store_option
@json_option
def attack(
    table: str, store: Path | None, odds_only: bool, still: bool, as_json: bool, **declared: Any
) -> None:
    """Attack a province: both armies and all that lies in the tray go into the tower.

    The odds are told before the throw, the verdict after it. An attack that the rules forbid is refused
    with exit code 1.

    \b
    companion shogun attack friday --attacker blue=4 --defender yellow=3 --province Kozuke
    companion shogun attack friday --attacker blue=2 --defender neutral
    companion shogun attack friday --attacker blue=4 --defender yellow=3 --attack-card --event 4 --castle
    companion shogun attack friday --attacker blue=4 --defender yellow=3 --odds-only
    """
    options = {"table": table, "store": store, "odds_only": odds_only, "still": still, "as_json": as_json}
    carry_out("attack", read_attack(declared), options)
