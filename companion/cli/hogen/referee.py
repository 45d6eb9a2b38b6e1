"""``companion hogen referee``: real cards on the table, the companion judges calls and accusations."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli.hogen.tables import begin, read_names, ruling_option, seat_named
from companion.cli.lazy import SpokenCommand
from companion.cli.tables import store_option
from companion.cli.voice import json_option
from companion.data.hogen.cards import card_named
from companion.data.hogen.events import SEATS
from companion.rules.hogen.rulings import RULINGS
from companion.rules.rulings import Rulings
from companion.table.hogen.opening import asked_start

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
@ruling_option
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
    companion hogen referee izu --players Aya,Bo,Chen
    companion hogen referee izu --players 3 --palace "Minamoto2 Taira1 Fujiwara4 Tachibana3" --starts B
    """
    chosen = Rulings.parse(RULINGS, rulings)
    names = read_names(players)
    open_ = None if palace is None else [str(card_named(word)) for word in palace.replace(",", " ").split()]
    seats = dict(zip(SEATS, names, strict=False))
    asked = asked_start(
        names,
        secrets.token_hex(16),
        real=True,
        palace=open_,
        starts=None if starts is None else seat_named(seats, starts),
        rulings=chosen,
    )
    begin(table, store, asked, as_json)
