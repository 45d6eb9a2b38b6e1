"""Options that several commands of Shogun share, and how what was typed is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.cli import voice
from companion.data.shogun import facts
from companion.data.towers import TowerPreset, preset_named
from companion.data.vocabulary import typed_as
from companion.errors import InputError
from companion.rules.rulings import Rulings
from companion.rules.shogun.components import MARKERS
from companion.rules.shogun.cubes import GREEN, NEUTRAL, army_count, colour_named, daimyo_named
from companion.rules.shogun.round.events import event_named
from companion.rules.shogun.rulings import RULINGS

__all__ = [
    "attack_card_option",
    "castle_option",
    "defence_card_option",
    "event_option",
    "forces",
    "is_revolt",
    "markers_option",
    "read_counts",
    "read_defender",
    "read_event",
    "read_out",
    "read_rulings",
    "read_tower",
    "ruling_option",
    "temple_option",
    "tower_options",
    "winter_option",
]

F = TypeVar("F", bound=Callable[..., Any])


def tower_options(function: F) -> F:
    """The options ``--preset``, ``--parameter`` and ``--presets``: which tower."""
    for option in (
        click.option(
            "--presets",
            type=click.Path(path_type=Path, dir_okay=False),
            metavar="FILE",
            help="File of your own towers; the one in your configuration folder by default.",
        ),
        click.option(
            "--parameter",
            "parameters",
            multiple=True,
            metavar="NAME=VALUE",
            help="Set p, p_fill, B, a_fill or q of the tower otherwise; may be repeated.",
        ),
        click.option(
            "--preset",
            default="shogun",
            show_default=True,
            metavar="NAME",
            help="The tower: shogun, amerigo, deep, spielbyweb, or one of your own.",
        ),
    ):
        function = option(function)
    return function


def read_tower(preset: str, parameters: Iterable[str], presets: Path | None) -> TowerPreset:
    """The tower the options name."""
    return preset_named(preset, presets).changed(parameters)


ruling_option = voice.ruling_option(
    help="Answer a question the booklet leaves open, such as tie=tower; may be repeated.",
)
"""The option ``--ruling``."""


def read_rulings(typed: Iterable[str]) -> Rulings:
    """The rulings a table plays by."""
    return Rulings.parse(RULINGS, typed)


def markers_option(function: F) -> F:
    """The option ``--markers``."""
    return click.option(
        "--markers",
        type=click.IntRange(0, MARKERS),
        default=0,
        show_default=True,
        metavar="NUMBER",
        help="Revolt markers in the province; in a revolt the one just laid included.",
    )(function)


attack_card_option = click.option(
    "--attack-card", is_flag=True, help="The attacker holds the special card +1 attack."
)
defence_card_option = click.option(
    "--defence-card", is_flag=True, help="The defender holds the special card +1 defence."
)
event_option = click.option(
    "--event", default="", metavar="EVENT", help="The event in force: its number or name."
)
castle_option = click.option("--castle", is_flag=True, help="A castle stands in the province.")
temple_option = click.option("--temple", is_flag=True, help="A temple stands in the province.")
winter_option = click.option(
    "--winter",
    type=click.IntRange(0, 20),
    metavar="NUMBER",
    help="A revolt in winter, with so many green armies from the revolt table.",
)


def is_revolt(typed: Mapping[str, Any]) -> bool:
    """Whether a revolt was typed, with its owner, or an attack, with both its sides.

    Raises:
        InputError: When it is neither, or something of both.
    """
    sides = typed["attacker"], typed["defender"]
    if typed["owner"] is None:
        if None in sides:
            raise InputError("Name both sides of an attack (--attacker, --defender), or a revolt's --owner.")
        return False
    if sides != (None, None):
        raise InputError("A revolt has an owner only, an attack an attacker and a defender.")
    return True


def read_defender(typed: str, least: int = 1) -> tuple[str, int | None]:
    """Who defends: ``yellow=3``, or ``neutral``, after which a number of green armies may stand."""
    name, equals, number = typed.partition("=")
    if typed_as("shogun", "neutral", name):
        return NEUTRAL, army_count(number, GREEN) if equals else None
    if not equals:
        raise InputError(
            "'{text}' is not a defender; write COLOUR=NUMBER, such as yellow=3, or neutral.", text=typed
        )
    colour = daimyo_named(name)
    return colour, army_count(number, colour, least)


def forces(text: str, least: int = 1) -> tuple[str, int]:
    """Read a player's armies, such as ``blue=4``.

    Args:
        text: What was typed.
        least: The fewest armies that make sense: 1 to throw, 0 in a tray.

    Raises:
        InputError: When it is not COLOUR=NUMBER, or the number is out of range.
    """
    name, equals, number = text.partition("=")
    if not equals:
        raise InputError("'{text}' names no armies; write COLOUR=NUMBER, such as blue=4.", text=text)
    colour = daimyo_named(name)
    return colour, army_count(number, colour, least)


def read_counts(typed: Iterable[str]) -> dict[str, int]:
    """Cubes by colour, such as ``red=2 green=1``; commas are as good as blanks."""
    counts: dict[str, int] = {}
    for text in typed:
        for part in text.replace(",", " ").split():
            name, equals, number = part.partition("=")
            if not equals:
                raise InputError("'{text}' names no armies; write COLOUR=NUMBER, such as blue=4.", text=part)
            colour = colour_named(name)
            if colour in counts:
                raise InputError("The colour {name} is named twice.", name=name)
            counts[colour] = army_count(number, colour)
    return counts


def read_event(typed: str) -> str:
    """The effect of the event in force: the number of its card, or a name."""
    return event_named(typed, facts().events) if typed else ""


def read_out(typed: Sequence[str]) -> dict[str, int] | None:
    """What came out of a real tower; ``None`` when nothing was said of it."""
    if not typed:
        return None
    if len(typed) == 1 and (typed[0].strip() == "0" or typed_as("shogun", "nothing", typed[0])):
        return {}
    return read_counts(typed)
