"""``companion hogen deal``: shuffle, open the palace, deal, and keep the secrets."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli.hogen.tables import begin, read_names, ruling_option
from companion.cli.lazy import SpokenCommand
from companion.cli.tables import store_option
from companion.cli.voice import json_option
from companion.rules.hogen.rulings import RULINGS
from companion.rules.rulings import Rulings
from companion.table.hogen.opening import asked_start

__all__ = ["deal_command"]


@click.command("deal", cls=SpokenCommand)
@click.argument("table")
@click.option("--players", required=True, metavar="NAMES", help="Names going left: Aya,Bo,Chen; or 3 or 4.")
@click.option("--seed", metavar="TEXT", help="Deal from a text, for trials: who knows it knows all cards.")
@ruling_option
@store_option
@json_option
def deal_command(
    table: str, players: str, seed: str | None, rulings: Sequence[str], store: Path | None, as_json: bool
) -> None:
    """Shuffle the sixteen samurai, open the palace and deal; the companion keeps every secret.

    Then 'companion hogen play' leads through the game on one screen; or each player works with his own
    commands.

    \b
    companion hogen deal heike --players Aya,Bo,Chen
    companion hogen deal heike --players 4 --ruling take-back=yes
    """
    chosen = Rulings.parse(RULINGS, rulings)
    asked = asked_start(read_names(players), seed or secrets.token_hex(16), rulings=chosen)
    begin(table, store, asked, as_json)
