"""The commands that put cubes right by hand, in the tray and in a real tower, and choose a tower."""

import re
from collections.abc import Sequence

import click

from companion.cli.shogun.reading import cubes_named, typed_words
from companion.cli.table_commands import table_command
from companion.data.vocabulary import typed_as
from companion.errors import InputError
from companion.play.shogun.by_hand import ChangeInside, ChangeTray, ChooseTower
from companion.rules.shogun.realm import army_count

_CHANGE = re.compile(r"([^=]+)=([+-]?)(.*)", re.DOTALL)


@table_command()
@click.argument("changes", nargs=-1, required=True, metavar="COLOUR=NUMBER...")
def tray(changes: Sequence[str]) -> ChangeTray:
    """Put the tray right by hand: set a colour, add to it, take from it, or empty it."""
    return ChangeTray(read_changes(changes))


def read_changes(changes: Sequence[str]) -> dict[str, tuple[str, int]] | None:
    """The changes in the tray, by colour; ``None`` empties it."""
    if len(changes) == 1 and typed_as("shogun", "empty", changes[0]):
        return None
    read: dict[str, tuple[str, int]] = {}
    for text in typed_words(*changes):
        match = _CHANGE.fullmatch(text)
        if match is None:
            raise InputError(
                "'{text}' is no change; after the table write COLOUR=NUMBER, COLOUR=+NUMBER, "
                "COLOUR=-NUMBER or empty.",
                text=text,
            )
        name, sign, number = match.groups()
        colour = cubes_named(name)
        if colour in read:
            raise InputError("The colour {name} is named twice.", name=name)
        read[colour] = (sign, army_count(number, colour))
    return read


@table_command()
@click.argument("changes", nargs=-1, required=True, metavar="COLOUR=NUMBER...")
@click.option("--into-tray", "fell", is_flag=True)
def inside(changes: Sequence[str], fell: bool) -> ChangeInside:
    """Put the inside of a real tower right: a cube fell out by itself, or the inside was counted again."""
    return ChangeInside(read_changes(changes), fell)


@table_command()
@click.argument("which", type=click.Choice(("real", "companion")))
def tower(which: str) -> ChooseTower:
    """Throw a real tower from now on, or Companion's; the choice is an event in the log."""
    return ChooseTower(which == "real")
