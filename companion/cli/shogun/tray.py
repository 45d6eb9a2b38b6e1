"""``companion shogun tray``: the tray put right by hand, as an event everybody can see."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.drawing import draw_tray
from companion.cli.shogun.tables import joined, speak_log
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option, speak, speak_json
from companion.errors import InputError
from companion.rules.shogun.cubes import armies, army_count, colour_named, counted
from companion.service.shogun.standing import cubes_data
from companion.table.shogun.state import by_colour
from companion.table.shogun.views import view

__all__ = ["tray"]

_EMPTY = ("empty", "vide")
_CHANGE = re.compile(r"([^=]+)=([+-]?)(.*)", re.DOTALL)


@click.command(cls=SpokenCommand)
@table_argument
@click.argument("changes", nargs=-1, required=True, metavar="COLOUR=NUMBER...")
@store_option
@json_option
def tray(table: str, changes: Sequence[str], store: Path | None, as_json: bool) -> None:
    """Put the tray right by hand: set a colour, add to it, take from it, or empty it.

    Cubes come from and go to board and supplies. The change is an event in the log like any other, and
    can be undone.

    \b
    companion shogun tray friday green=2
    companion shogun tray friday blue=+1 red=-1
    companion shogun tray friday empty
    """
    with joined(store, table) as opened:
        wanted = _changed(counted(opened.state.tower.tray), changes)
        event = opened.do("tray", {"tray": wanted}).event
        if as_json:
            speak_json(
                {
                    "table": opened.name,
                    "event": event.number,
                    "added": by_colour(event.result["added"]),
                    "removed": by_colour(event.result["removed"]),
                    **cubes_data(view(opened.state)),
                    "hash": opened.head,
                }
            )
            return
        if event.result["added"]:
            speak("Laid into the tray: {cubes}.", cubes=armies(by_colour(event.result["added"])))
        if event.result["removed"]:
            speak("Taken from the tray: {cubes}.", cubes=armies(by_colour(event.result["removed"])))
        speak("In the tray:")
        for line in draw_tray(counted(opened.state.tower.tray)):
            click.echo(line)
        speak_log(opened)


def _changed(tray: Mapping[str, int], changes: Sequence[str]) -> dict[str, int]:
    """The tray as it should be."""
    if len(changes) == 1 and changes[0].strip().lower() in _EMPTY:
        return {}
    wanted = dict(tray)
    named = set()
    for text in (part for change in changes for part in change.replace(",", " ").split()):
        match = _CHANGE.fullmatch(text)
        if match is None:
            raise InputError(
                "'{text}' changes nothing; write COLOUR=NUMBER, COLOUR=+NUMBER, COLOUR=-NUMBER or empty.",
                text=text,
            )
        name, sign, number = match.groups()
        colour = colour_named(name)
        if colour in named:
            raise InputError("The colour {name} is named twice.", name=name)
        named.add(colour)
        count = army_count(number, colour)
        there = wanted.get(colour, 0)
        if sign == "-" and count > there:
            raise InputError(
                "The tray holds {cubes}; {count} cannot be taken from it.",
                cubes=armies({colour: there}),
                count=count,
            )
        wanted[colour] = count if not sign else there + count if sign == "+" else there - count
    return {colour: count for colour, count in wanted.items() if count}
