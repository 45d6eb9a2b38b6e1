"""``companion shogun winter``: rice, hunger, the provinces drawn, revolts, points, and the year's end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import pairs, read_number, read_province
from companion.cli.tables import store_option
from companion.cli.voice import json_option
from companion.data.shogun import facts
from companion.errors import InputError
from companion.service.shogun.hunger import Larder, check_owners, reckon_winter

__all__ = ["winter"]


@click.command(cls=SpokenCommand)
@click.argument("said", nargs=-1, metavar="[TABLE] [COLOUR=PROVINCES/RICE]...")
@click.option(
    "--loss", type=click.IntRange(0, 18), metavar="NUMBER", help="Rice everybody loses; 0 by default."
)
@click.option(
    "--event", type=click.IntRange(1, 12), metavar="NUMBER", help="The fourth event card, for its loss."
)
@click.option(
    "--markers",
    multiple=True,
    metavar="PROVINCE=NUMBER",
    help="Revolt markers in a province; a green army more for each; repeatable.",
)
@click.option("--seed", metavar="TEXT", help="Draw from this text, to draw the same again.")
@click.option("--drawn", multiple=True, metavar="PROVINCE", help="A province drawn by hand; repeatable.")
@click.option("--revolt", metavar="PROVINCE", help="At a table: throw the revolt of this province.")
@click.option(
    "--out",
    multiple=True,
    metavar="COLOUR=NUMBER",
    help="With --revolt: what came out of your real tower; repeatable, or 'nothing'.",
)
@click.option("--odds-only", is_flag=True, help="Only the odds; nothing is thrown.")
@click.option("--still", is_flag=True, help="Do not show the throw falling.")
@click.option(
    "--events", metavar="NUMBERS", help="The four event cards of the new year, if you shuffle your own."
)
@store_option
@json_option
def winter(said: Sequence[str], as_json: bool, **options: Any) -> None:
    """Reckon a winter: rice lost, provinces fed, revolts and their green armies, provinces drawn.

    PROVINCES is a number or names joined by commas, of which those in revolt are drawn. With a TABLE that
    keeps its board nothing else need be said: the first call draws, --revolt throws one revolt after the
    other, the last call counts the points and opens the new year.

    \b
    companion shogun winter blue=9/6 yellow=7/8 --loss 3
    companion shogun winter red=Kai,Aki,Omi/1 --event 6 --markers Kai=1
    companion shogun winter friday
    companion shogun winter friday --revolt Kai
    """
    table = said[0] if said and "=" not in said[0] else None
    typed = {player: _larder(text) for player, text in pairs(said[1:] if table is not None else said).items()}
    check_owners(typed)
    if table is not None:
        from companion.cli.shogun.wintering import winter_at_table

        winter_at_table(table, typed, as_json, options)
        return
    for name in ("revolt", "events", "out", "odds_only", "still"):
        if options[name] not in (None, (), False):
            raise InputError("--{option} needs a table.", option=name.replace("_", "-"))
    if not typed:
        raise InputError("Say whose provinces and rice, such as blue=9/6, or name a table.")
    if options["event"] is not None and options["loss"] is not None:
        raise InputError("Give the loss or the event card, not both.")
    loss = options["loss"] or 0
    if options["event"] is not None:
        loss = facts().events[options["event"] - 1].winter_loss
    drawn = [read_province(name) for name in options["drawn"]]
    tell(reckon_winter(typed, loss, _markers(options["markers"]), drawn, options["seed"]), as_json)


def _larder(text: str) -> Larder:
    provinces, slash, rice = text.partition("/")
    names = [name for name in provinces.split(",") if name.strip()]
    if not slash or not names:
        raise InputError("'{text}' was not expected; write PROVINCES/RICE, such as 9/6.", text=text)
    if provinces.strip().isdigit():
        return Larder(read_number(provinces, 45), (), read_number(rice, 18))
    hand = tuple(read_province(name) for name in names)
    if len(set(hand)) != len(hand):
        raise InputError("A province is named twice: {names}.", names=", ".join(hand))
    return Larder(len(hand), hand, read_number(rice, 18))


def _markers(typed: Sequence[str]) -> dict[str, int]:
    found = {}
    for text in typed:
        name, equals, number = text.partition("=")
        if not equals:
            raise InputError("'{text}' was not expected; write PROVINCE=NUMBER, such as Kai=1.", text=text)
        found[read_province(name)] = read_number(number, 42)
    return found
