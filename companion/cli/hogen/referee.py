"""``companion hogen referee``: real cards on the table, the companion judges calls and accusations."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli.hogen.drawing import public_lines
from companion.cli.hogen.tables import read_names, store_option
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option, speak, speak_json
from companion.data.hogen.cards import card_named
from companion.data.hogen.events import seats_of
from companion.errors import InputError
from companion.rules.hogen.rulings import RULINGS
from companion.rules.rulings import Rulings
from companion.table.hogen.game import HOGEN
from companion.table.hogen.opening import asked_start
from companion.table.hogen.views import view
from companion.table.store import Store
from companion.table.table import start_table

__all__ = ["referee"]


@click.command(cls=SpokenCommand)
@click.argument("table")
@click.option("--players", required=True, metavar="NAMES", help="Names going left: Aya,Bo,Chen; or 3 or 4.")
@click.option(
    "--palace",
    metavar="CARDS",
    help='The four open samurai, such as "Minamoto2 Taira1 Fujiwara4 Tachibana3", to keep account of them.',
)
@click.option("--starts", metavar="NAME", help="Who begins; drawn by the companion by default.")
@click.option(
    "--ruling",
    "rulings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Answer a question the booklet leaves open: take-back=no|yes, failed-call=caller|table.",
)
@store_option
@json_option
def referee(
    table: str,
    players: str,
    palace: str | None,
    starts: str | None,
    rulings: Sequence[str],
    store: Path | None,
    as_json: bool,
) -> None:
    """Judge a game that is played with real cards: only calls and accusations come here.

    Each player tells his rallied samurai in secret, once; 'companion hogen play' asks for them one by one.
    A caller types his call before he says it aloud: so a call that is not open to him stays his secret.

    \b
    companion hogen referee friday --players Aya,Bo,Chen
    companion hogen referee friday --players 3 --palace "Minamoto2 Taira1 Fujiwara4 Tachibana3" --starts B
    """
    chosen = Rulings.parse(RULINGS, rulings)
    names = read_names(players)
    open_ = None if palace is None else [str(card_named(word)) for word in palace.replace(",", " ").split()]
    with Store(store) as opened:
        asked = asked_start(
            names,
            secrets.token_hex(16),
            real=True,
            palace=open_,
            starts=None if starts is None else _seat(starts, names),
            rulings=chosen,
        )
        state = start_table(opened, table, HOGEN, asked).state
    now = view(state)
    if as_json:
        speak_json({"table": table, "players": now.names, "palace": now.palace, "starts": now.active})
        return
    for line in public_lines(now):
        speak(line)
    speak("{name} will begin.", name=now.names[now.active or "A"])
    speak("Go on with: companion hogen play {table}", table=table)


def _seat(typed: str, names: Sequence[str]) -> str:
    for seat, name in zip(seats_of(len(names)), names, strict=False):
        if typed.strip().casefold() in (seat.casefold(), name.casefold()):
            return seat
    raise InputError(
        "'{value}' sits at no seat of this table; there sit {names}.", value=typed, names=", ".join(names)
    )
