"""``companion hogen accuse``: the others' rallied samurai are named; the table hears only right or wrong."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.hogen.drawing import said_heard, whose_move
from companion.cli.hogen.tables import do, joined, refuse, seat_named, table_options
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option, speak, speak_json
from companion.data.hogen.cards import card_named
from companion.errors import InputError
from companion.sentences import Sentence
from companion.table.hogen.views import View, view

__all__ = ["accuse", "read_accusation"]


@click.command(cls=SpokenCommand)
@table_options
@click.argument("named", nargs=-1, required=True, metavar="NAME=CARD...")
@click.option("--seat", metavar="NAME", help="Who accuses; the active player by default.")
@json_option
def accuse(table: str, store: Path | None, named: tuple[str, ...], seat: str | None, as_json: bool) -> None:
    """Name the rallied samurai of all others: right in everything wins, anything wrong is out.

    The table hears right or wrong. What really lies face down is for the accuser alone: 'companion hogen
    show' with his seat tells it. A wrong accusation leaves with exit code 1.

    \b
    companion hogen accuse heike Bo=Taira2 Chen=Fujiwara1
    """
    with joined(table, store) as here:
        before = view(here.state)
        who = before.active or "A" if seat is None else seat_named(before.names, seat)
        done = do(here, "accuse", seat=who, named=read_accusation(before, named))
        now = view(here.state)
        heard = here.state.heard[len(before.heard) :]
    if isinstance(done, Sentence):
        return refuse(done, as_json)
    right = bool(done.result["right"])
    if as_json:
        speak_json(
            {
                "legal": True,
                "right": right,
                "winner": now.winner,
                "over": now.phase == "over",
                "active": now.active,
            }
        )
    else:
        for event in heard:
            speak(said_heard(event, now))
        if not right:
            speak(
                "What {name} has seen: companion hogen show {table} --seat {seat}",
                name=now.names[who],
                table=table,
                seat=who,
            )
        speak(whose_move(now))
    if not right:
        click.get_current_context().exit(1)


def read_accusation(now: View, typed: tuple[str, ...]) -> dict[str, str]:
    """Seats and the samurai named for them, from texts such as ``Bo=Taira2``."""
    named: dict[str, str] = {}
    for text in typed:
        name, equals, card = text.partition("=")
        if not equals:
            raise InputError("'{text}' accuses nobody; write NAME=CARD, such as Bo=Taira2.", text=text)
        seat = seat_named(now.names, name)
        if seat in named:
            raise InputError("{name} is named twice.", name=now.names[seat])
        named[seat] = str(card_named(card.strip()))
    return named
