"""Options that several commands of Shogun share, and how what was typed becomes values of the game."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from companion.cli import voice
from companion.cli.rules import read_rulings, ruling_options
from companion.data.rows import whole_number
from companion.data.shogun import Side, facts
from companion.data.shogun.towers import TowerPreset, preset_named
from companion.data.vocabulary import folded, typed_as, vocabulary
from companion.errors import InputError
from companion.play.shogun.by_hand import ChooseTower
from companion.play.shogun.fights import ThrowAttack, ThrowRevolt, declare_fight
from companion.rules.shogun.realm import COLOURS, DAIMYO, GREEN, MARKERS, NEUTRAL, army_count, daimyo_named
from companion.rules.shogun.round.bids import event_named
from companion.rules.shogun.rulings import RULINGS

F = TypeVar("F", bound=Callable[..., Any])

_CHANGE = re.compile(r"([^=]+)=([+-]?)(.*)", re.DOTALL)


def options(*each: Callable[[Any], Any]) -> Callable[[F], F]:
    """Several options in the order in which the help tells them."""

    def add(function: F) -> F:
        for option in reversed(each):
            function = option(function)
        return function

    return add


def number_option(*names: str, least: int = 0, most: int, **told: Any) -> Callable[[F], F]:
    """An option that takes a whole number within bounds."""
    told = {"metavar": "NUMBER", "show_default": "default" in told, **told}
    return click.option(*names, type=click.IntRange(least, most), **told)


counts_option = partial(click.option, multiple=True, metavar="COLOUR=NUMBER")
"""An option that takes numbers by colour, and may be repeated."""


tower_options = options(
    click.option("--preset", default="shogun", show_default=True, metavar="NAME"),
    click.option("--parameter", "parameters", multiple=True, metavar="NAME=VALUE"),
    click.option("--presets", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE"),
)
ruling_option = ruling_options(RULINGS)
side_option = click.option(
    "--side", type=click.Choice([side.value for side in Side]), default=Side.SUN.value, show_default=True
)
markers_option = number_option("--markers", most=MARKERS, default=0)
attack_card_option = click.option("--attack-card", is_flag=True)
defence_card_option = click.option("--defence-card", is_flag=True)
event_option = click.option("--event", default="", metavar="EVENT")
castle_option = click.option("--castle", is_flag=True)
temple_option = click.option("--temple", is_flag=True)
winter_option = number_option("--winter", most=20)
rulings_from = partial(read_rulings, RULINGS)  # the rulings a table plays by


def typed_words(*typed: str) -> list[str]:
    """Words parted by blanks or commas."""
    return [word for text in typed for word in text.replace(",", " ").split()]


def read_tower(typed: Mapping[str, Any]) -> TowerPreset:
    """The tower the options name, with the parameters set otherwise."""
    given: list[tuple[str, str]] = []
    for text in typed["parameters"]:
        name, equals, value = text.partition("=")
        if not equals:
            raise InputError("'{text}' sets no parameter; write NAME=VALUE, such as p=0.7.", text=text)
        if name.strip().lower() in (other.strip().lower() for other, _ in given):
            raise InputError("The parameter {name} is given twice.", name=name.strip())
        given.append((name, value))
    return preset_named(typed["preset"], typed["presets"]).changed(given)


def cubes_named(typed: str, among: Sequence[str] = COLOURS) -> str:
    """The colour of cubes a person means, by its name or its beginning; b alone is blue, not black."""
    colours = vocabulary("shogun", "colour")
    if folded(typed) == "b":
        return "blue"
    return colours.named(typed) if colours.find(typed) else colours.begun(typed, among, voice.current().code)


def player_named(typed: str) -> str:
    """The player's colour a person means, likewise."""
    return daimyo_named(cubes_named(typed, DAIMYO))


def pairs(typed: Iterable[str]) -> dict[str, str]:
    """Players and what was said of each, such as ``blue=3 yellow=Kozuke``."""
    found: dict[str, str] = {}
    for text in typed:
        name, equals, value = text.partition("=")
        if not equals:
            raise InputError("'{text}' was not expected; write COLOUR=VALUE, such as blue=3.", text=text)
        colour = player_named(name)
        if colour in found:
            raise InputError("The colour {name} is named twice.", name=name)
        found[colour] = value.strip()
    return found


def read_amounts(typed: Iterable[str], most: int) -> dict[str, int]:
    """Numbers by player, such as ``blue=4,yellow=2``."""
    return {colour: whole_number(value, 0, most) for colour, value in pairs(typed_words(*typed)).items()}


def read_province(typed: str) -> str:
    """A province as the board spells it."""
    provinces = tuple(sorted({card.province for card in facts().cards}))
    return vocabulary("shogun", "province", provinces).named(typed)


def read_event(typed: str) -> str:
    """The effect of the event in force: the number of its card, or a name."""
    return event_named(typed, facts().events) if typed else ""


def forces(text: str, least: int = 1) -> tuple[str, int]:
    """A player's armies, such as ``blue=4``."""
    if len(read_counts([text] if text.count("=") > 1 else [])) > 1:
        raise InputError("'{text}' names several armies; write one, such as blue=4.", text=text)
    return _armies(text, player_named, least)


def _armies(text: str, named: Callable[[str], str], least: int = 0) -> tuple[str, int]:
    name, equals, number = text.partition("=")
    if not equals:
        raise InputError("'{text}' names no armies; write COLOUR=NUMBER, such as blue=4.", text=text)
    colour = named(name)
    return colour, army_count(number, colour, least)


def read_counts(typed: Iterable[str]) -> dict[str, int]:
    """Cubes by colour, such as ``red=2 green=1``; commas are as good as blanks."""
    counts: dict[str, int] = {}
    for text in typed_words(*typed):
        colour, number = _armies(text, cubes_named)
        if colour in counts:
            raise InputError("The colour {name} is named twice.", name=text.partition("=")[0])
        counts[colour] = number
    return counts


def read_out(typed: Sequence[str]) -> dict[str, int] | None:
    """The cubes that came out of a real tower; ``None`` when nothing was said of them."""
    if not typed:
        return None
    if len(typed) == 1 and (typed[0].strip() == "0" or typed_as("shogun", "nothing", typed[0])):
        return {}
    return read_counts(typed)


def read_defender(typed: str, least: int = 1) -> tuple[str, int | None]:
    """Who defends: ``yellow=3``, or ``neutral``, after which a number of green armies may stand."""
    name, equals, number = typed.partition("=")
    if typed_as("shogun", "neutral", name):
        return NEUTRAL, army_count(number, GREEN) if equals else None
    if not equals:
        raise InputError(
            "'{text}' is not a defender; write COLOUR=NUMBER, such as yellow=3, or neutral.", text=typed
        )
    return forces(typed, least)


def is_revolt(typed: Mapping[str, Any]) -> bool:
    """True for a revolt with its owner, false for an attack with both its sides."""
    sides = typed["attacker"], typed["defender"]
    if typed["owner"] is None:
        if None in sides:
            raise InputError("Name both sides of an attack (--attacker, --defender), or a revolt's --owner.")
        return False
    if sides != (None, None):
        raise InputError("A revolt has an owner only, an attack an attacker and a defender.")
    return True


def read_fight(typed: Mapping[str, Any]) -> tuple[ThrowAttack | ThrowRevolt, int | None]:
    """A fight from its options, and how many green armies defend, where that was said."""
    sides, greens = [forces(typed.get("owner") or typed["attacker"])], None
    if typed.get("owner") is None:
        defender, defenders = read_defender(typed["defender"])
        greens = defenders if defender == NEUTRAL else None
        sides.append((defender, defenders or 0))
    options = ("attack_card", "defence_card", "castle", "temple")
    there = {name.replace("_", "-") for name in options if typed.get(name)}
    told: dict[str, Any] = {name: typed.get(name) for name in ("leaving", "defending", "winter")}
    event, markers = read_event(typed["event"]), typed["markers"]
    return declare_fight(sides, there, event, markers=markers, **told), greens


def read_changes(changes: Sequence[str]) -> dict[str, tuple[str, int]] | None:
    """Changes of cubes by colour, such as ``green=2 blue=+1``; ``None`` empties the tray."""
    if len(changes) == 1 and typed_as("shogun", "empty", changes[0]):
        return None
    read: dict[str, tuple[str, int]] = {}
    for text in typed_words(*changes):
        match = _CHANGE.fullmatch(text)
        if match is None:
            raise InputError("'{text}' is no change; write such as g2, b+1, b-1 or empty.", text=text)
        name, sign, number = match.groups()
        colour = cubes_named(name)
        if colour in read:
            raise InputError("The colour {name} is named twice.", name=name)
        read[colour] = (sign, army_count(number, colour))
    return read


def read_tower_choice(words: Sequence[str]) -> ChooseTower:
    """The choice between a real tower and Companion's."""
    towers = vocabulary("shogun", "tower")
    return ChooseTower(towers.named(" ".join(words)) == "real")


def find_typed(names: Collection[str]) -> str | None:
    """The first of some options that was typed, as it is typed."""
    context = click.get_current_context()
    for each in context.command.params:
        if each.name in names and context.get_parameter_source(each.name) is ParameterSource.COMMANDLINE:
            return each.opts[0]
    return None
