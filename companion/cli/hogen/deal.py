"""``companion hogen deal``: shuffle, open the palace, deal, and keep the secrets."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli.hogen.drawing import public_lines
from companion.cli.hogen.tables import read_names, store_option
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option, speak, speak_json
from companion.rules.hogen.rulings import RULINGS
from companion.rules.rulings import Rulings
from companion.table.hogen.game import HOGEN
from companion.table.hogen.opening import asked_start
from companion.table.hogen.views import view
from companion.table.store import Store
from companion.table.table import start_table

__all__ = ["deal_command"]


@click.command("deal", cls=SpokenCommand)
@click.argument("table")
@click.option("--players", required=True, metavar="NAMES", help="Names going left: Aya,Bo,Chen; or 3 or 4.")
@click.option("--seed", metavar="TEXT", help="Deal from a text, for trials: who knows it knows all cards.")
@click.option(
    "--ruling",
    "rulings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Answer a question the booklet leaves open: take-back=no|yes, failed-call=caller|table.",
)
@store_option
@json_option
def deal_command(
    table: str, players: str, seed: str | None, rulings: Sequence[str], store: Path | None, as_json: bool
) -> None:
    """Shuffle the sixteen samurai, open the palace and deal; the companion keeps every secret.

    Then 'companion hogen play' leads through the game on one screen; or each player works with his own
    commands.

    \b
    companion hogen deal friday --players Aya,Bo,Chen
    companion hogen deal friday --players 4 --ruling take-back=yes
    """
    chosen = Rulings.parse(RULINGS, rulings)
    with Store(store) as opened:
        asked = asked_start(read_names(players), seed or secrets.token_hex(16), rulings=chosen)
        state = start_table(opened, table, HOGEN, asked).state
    now = view(state)
    if as_json:
        speak_json({"table": table, "players": now.names, "palace": now.palace, "starts": now.active})
        return
    for line in public_lines(now):
        speak(line)
    speak("{name} will begin.", name=now.names[now.active or "A"])
    speak("Go on with: companion hogen play {table}", table=table)
