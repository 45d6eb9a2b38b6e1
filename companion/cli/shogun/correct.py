"""``companion shogun correct``: a kept board put right by hand, to be what lies on the table again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from companion.cli.answers import tell_lines
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import read_amounts, read_number, read_province
from companion.cli.shogun.keeping import do
from companion.cli.shogun.tables import joined
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option, speak, speak_json
from companion.data.vocabulary import typed_as
from companion.errors import InputError
from companion.rules.shogun.cubes import daimyo_named
from companion.rules.shogun.realm import Land
from companion.rules.shogun.score.finished_board import read_buildings
from companion.service.shogun.standing import board_data, seat_lines
from companion.table.shogun.setting_up import written_lands
from companion.table.shogun.views import view

__all__ = ["correct"]


@click.command(cls=SpokenCommand)
@table_argument
@click.argument("lands", nargs=-1, metavar="[PROVINCE=OWNER,ARMIES,BUILDINGS,MARKERS]...")
@click.option("--chests", multiple=True, metavar="COLOUR=NUMBER", help="A player's chests; repeatable.")
@click.option("--rice", multiple=True, metavar="COLOUR=NUMBER", help="A player's rice; repeatable.")
@click.option("--points", multiple=True, metavar="COLOUR=NUMBER", help="A player's points; repeatable.")
@store_option
@json_option
def correct(
    table: str,
    lands: Sequence[str],
    chests: Sequence[str],
    rice: Sequence[str],
    points: Sequence[str],
    store: Path | None,
    as_json: bool,
) -> None:
    """Put a kept board right: provinces, chests, rice, points. Supplies and stock follow from it.

    \b
    companion shogun correct friday Kai=blue,3,castle,1 Aki=neutral
    companion shogun correct friday --chests blue=5,red=2 --rice red=4
    """
    righted: dict[str, Land] = {}
    for text in lands:
        province, land = _land(text)
        if province in righted:
            raise InputError("A province is named twice: {names}.", names=province)
        righted[province] = land
    asked: dict[str, Any] = {"lands": written_lands(righted), "seats": {}}
    for name, typed, most in (("chests", chests, 999), ("rice", rice, 18), ("points", points, 999)):
        for player, amount in read_amounts(typed, most).items():
            asked["seats"].setdefault(player, {})[name] = amount
    if not asked["lands"] and not asked["seats"]:
        raise InputError("Nothing was given to be put right.")
    with joined(store, table) as opened:
        event = do(opened, "correct", asked, as_json)
        if as_json:
            speak_json({"table": opened.name, "event": event.number, "board": board_data(view(opened.state))})
            return
        speak("Put right; event {number} of the log says so.", number=event.number)
        tell_lines(seat_lines(view(opened.state)))


def _land(text: str) -> tuple[str, Land]:
    name, equals, rest = text.partition("=")
    cells = rest.split(",")
    if not equals or len(cells) > 4:
        raise InputError(
            "'{text}' was not expected; write PROVINCE=OWNER,ARMIES,BUILDINGS,MARKERS, such as "
            "Kai=blue,3,castle,1, or Kai=neutral.",
            text=text,
        )
    province = read_province(name)
    owner, armies, buildings, markers = (*cells, *[""] * (4 - len(cells)))
    if typed_as("shogun", "neutral", owner):
        if any(cell.strip() for cell in cells[1:]):
            raise InputError("nobody owns {name}, and yet something stands there.", name=province)
        return province, Land()
    return province, Land(
        daimyo_named(owner),
        read_number(armies, 62, 1),
        read_buildings(buildings),
        read_number(markers or "0", 42),
    )
