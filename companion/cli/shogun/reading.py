"""Options that several commands of Shogun share, and the parsers of their values."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from companion.cli.outputs import combine_options, file_option
from companion.cli.rules import ruling_options, split_at_sign
from companion.cli.voice import F, get_language
from companion.data.rows import parse_whole_number
from companion.data.shogun.facts import Side, facts
from companion.data.shogun.towers import TowerPreset, get_preset
from companion.data.vocabulary import fold_word, is_game_word, vocabulary
from companion.errors import InputError
from companion.play.shogun.fights import ThrowAttack, ThrowRevolt, declare_fight
from companion.rules.shogun import realm
from companion.rules.shogun.stages import parse_event

T = TypeVar("T")


def number_option(*names: str, least: int = 0, most: int, **options: Any) -> Callable[[F], F]:
    options = {"metavar": "NUMBER", "show_default": "default" in options, **options}
    return click.option(*names, type=click.IntRange(least, most), **options)


counts_option = partial(click.option, multiple=True, metavar="COLOUR=NUMBER")


tower_options = combine_options(
    click.option("--preset", default="shogun", show_default=True, metavar="NAME"),
    click.option("--parameter", "parameters", multiple=True, metavar="NAME=VALUE"),
    file_option("--presets"),
)
ruling_option = ruling_options(realm.RULINGS)
side_option = click.option(
    "--side", type=click.Choice([side.value for side in Side]), default=Side.SUN.value, show_default=True
)
markers_option = number_option("--markers", most=realm.MARKERS, default=0)
attack_card_option = click.option("--attack-card", is_flag=True)
defence_card_option = click.option("--defence-card", is_flag=True)
event_option = click.option("--event", default="", metavar="EVENT")
castle_option = click.option("--castle", is_flag=True)
temple_option = click.option("--temple", is_flag=True)
winter_option = number_option("--winter", most=20)


def split_words(*line: str) -> list[str]:
    """Split texts into words at spaces and commas."""
    return [word for text in line for word in text.replace(",", " ").split()]


def parse_tower(options: Mapping[str, Any]) -> TowerPreset:
    """The tower preset named by the options, with the parameters they change."""
    values: list[tuple[str, str]] = []
    for text in options["parameters"]:
        name, value = split_at_sign(text, "'{text}' sets no parameter; write NAME=VALUE, such as p=0.7.")
        if name.strip().lower() in (other.strip().lower() for other, _ in values):
            raise InputError("The parameter {name} is given twice.", name=name.strip())
        values.append((name, value))
    return get_preset(options["preset"], options["presets"]).with_parameters(values)


def parse_cube_colour(text: str, among: Sequence[str] = realm.COLOURS) -> str:
    """Parse a colour of cubes from its name or first letters; ``b`` is blue, not black."""
    if fold_word(text) == "b":
        return "blue"
    return vocabulary("shogun", "colour").get_by_beginning(text, among, get_language().code)


def parse_player(text: str) -> str:
    """Parse a player's colour from its name or first letters."""
    return realm.parse_daimyo(parse_cube_colour(text, realm.DAIMYO))


def add_colour(values: dict[str, T], colour: str, name: str, value: T) -> None:
    """Add a value by colour; ``InputError`` if the colour, typed as ``name``, has one already."""
    if colour in values:
        raise InputError("The colour {name} is named twice.", name=name)
    values[colour] = value


def parse_player_values(texts: Iterable[str]) -> dict[str, str]:
    """Parse values by player, such as ``blue=3 yellow=Kozuke``."""
    values: dict[str, str] = {}
    for text in texts:
        name, value = split_at_sign(text, "'{text}' has no value; write COLOUR=VALUE, such as blue=3.")
        add_colour(values, parse_player(name), name, value.strip())
    return values


def parse_amounts(texts: Iterable[str], most: int) -> dict[str, int]:
    """Parse numbers from 0 to ``most`` by player, such as ``blue=4,yellow=2``."""
    values = parse_player_values(split_words(*texts))
    return {colour: parse_whole_number(value, 0, most) for colour, value in values.items()}


def parse_province(text: str) -> str:
    """Parse the name of a province, or its first letters, and return it as the board spells it."""
    provinces = tuple(sorted({card.province for card in facts().cards}))
    return vocabulary("shogun", "province", provinces).get_by_beginning(text, provinces, get_language().code)


def parse_typed_event(text: str) -> str:
    """Parse the event in force, from the number of its card or a name; empty if nothing was typed."""
    return parse_event(text, facts().events) if text else ""


def parse_forces(text: str, least: int = 1) -> tuple[str, int]:
    """Parse the armies of one player, such as ``blue=4``, of at least ``least``."""
    if text.count("=") > 1:
        raise InputError("'{text}' names several armies; write one, such as blue=4.", text=text)
    return _parse_armies(text, parse_player, least)


def _parse_armies(text: str, parse_name: Callable[[str], str], least: int = 0) -> tuple[str, int]:
    name, number = split_at_sign(text, "'{text}' names no armies; write COLOUR=NUMBER, such as blue=4.")
    colour = parse_name(name)
    return colour, realm.parse_army_count(number, colour, least)


def parse_cube_counts(texts: Iterable[str]) -> dict[str, int]:
    """Parse cubes by colour, such as ``red=2 green=1``, separated by spaces or commas."""
    counts: dict[str, int] = {}
    for text in split_words(*texts):
        colour, number = _parse_armies(text, parse_cube_colour)
        add_colour(counts, colour, text.partition("=")[0], number)
    return counts


def parse_out(texts: Sequence[str]) -> dict[str, int] | None:
    """Parse the cubes that came out of a real tower; ``None`` if nothing was typed."""
    if not texts:
        return None
    return {} if is_nothing(texts) else parse_cube_counts(texts)


def is_nothing(words: Sequence[str]) -> bool:
    """True if nothing came out of a real tower: ``0``, or that word in any language."""
    return len(words) == 1 and (words[0].strip() == "0" or is_game_word("shogun", "nothing", words[0]))


def parse_defender(text: str, least: int = 1) -> tuple[str, int | None]:
    """Parse the defender: ``yellow=3``, or ``neutral``, with or without a number of green armies."""
    name, equals, number = text.partition("=")
    if is_game_word("shogun", "neutral", name):
        return realm.NEUTRAL, realm.parse_army_count(number, realm.GREEN) if equals else None
    if not equals:
        raise InputError("'{text}' is not a defender; write COLOUR=NUMBER, such as yellow=3, or neutral.", text=text)
    return parse_forces(text, least)


def is_revolt(options: Mapping[str, Any]) -> bool:
    """True if the options are for a revolt (an owner), false if for an attack (two sides); ``InputError`` otherwise."""
    sides = options["attacker"], options["defender"]
    if options["owner"] is None:
        if None in sides:
            raise InputError("Name both sides of an attack (--attacker, --defender), or a revolt's --owner.")
        return False
    if sides != (None, None):
        raise InputError("A revolt has an owner only, an attack an attacker and a defender.")
    return True


def parse_fight(options: Mapping[str, Any]) -> tuple[ThrowAttack | ThrowRevolt, int | None]:
    """Build a fight from its options; also the number of green defenders if it was typed."""
    sides, greens = [parse_forces(options.get("owner") or options["attacker"])], None
    if options.get("owner") is None:
        defender, defenders = parse_defender(options["defender"])
        greens = defenders if defender == realm.NEUTRAL else None
        sides.append((defender, defenders or 0))
    names = ("attack_card", "defence_card", "castle", "temple")
    ticks = {name.replace("_", "-") for name in names if options.get(name)}
    details: dict[str, Any] = {name: options.get(name) for name in ("leaving", "defending", "winter")}
    event, markers = parse_typed_event(options["event"]), options["markers"]
    return declare_fight(sides, ticks, event, markers=markers, **details), greens


def find_typed_option(names: Collection[str]) -> str | None:
    """The first of some options that was typed, such as ``--seed``; ``None`` if none was."""
    context = click.get_current_context()
    for each in context.command.params:
        if each.name in names and context.get_parameter_source(each.name) is ParameterSource.COMMANDLINE:
            return each.opts[0]
    return None
