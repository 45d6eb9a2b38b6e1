"""``companion hogen answer``: the seat that must answer lays a samurai and takes another."""

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
from companion.table.hogen.views import view

__all__ = ["answer"]


@click.command(cls=SpokenCommand)
@table_options
@click.argument("lays", required=False)
@click.argument("takes", required=False)
@click.option("--seat", metavar="NAME", help="Who answers; the one who is asked by default.")
@click.option("--nobody", is_flag=True, help="With real cards: everybody passes.")
@json_option
def answer(
    table: str,
    store: Path | None,
    lays: str | None,
    takes: str | None,
    seat: str | None,
    nobody: bool,
    as_json: bool,
) -> None:
    """Answer a call: lay a matching samurai from the hand into the palace, take another from it.

    With real cards say who answers; those asked before have passed. The samurai are named only where the
    companion keeps account of the palace.

    \b
    companion hogen answer heike Taira2 Minamoto2
    companion hogen answer heike --seat Chen
    companion hogen answer heike --nobody
    """
    if (lays is None) != (takes is None):
        raise InputError("Name both samurai: the one laid, then the one taken.")
    if nobody and (lays is not None or seat is not None):
        raise InputError("Either somebody answers or nobody does.")
    with joined(table, store) as here:
        before = view(here.state)
        if nobody:
            done = do(here, "pass")
        else:
            if seat is None and before.real:
                raise InputError("With real cards, say who answers with --seat, or --nobody.")
            who = before.asked or "A" if seat is None else seat_named(before.names, seat)
            laid = None if lays is None else str(card_named(lays))
            taken = None if takes is None else str(card_named(takes))
            if laid is None and not before.real:
                raise InputError("Name both samurai: the one laid, then the one taken.")
            done = do(here, "answer", seat=who, lays=laid, takes=taken)
        now = view(here.state)
        heard = here.state.heard[len(before.heard) :]
    if isinstance(done, Sentence):
        return refuse(done, as_json)
    if as_json:
        return speak_json(
            {"legal": True, "passed": done.result["passed"], "palace": now.palace, "active": now.active}
        )
    for event in heard:
        speak(said_heard(event, now))
    speak(whose_move(now))
