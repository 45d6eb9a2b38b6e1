"""``companion shogun odds``: the exact chances of a battle or revolt, and how many armies to send."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.inputs import (
    attack_card_option,
    castle_option,
    defence_card_option,
    event_option,
    forces,
    is_revolt,
    markers_option,
    read_counts,
    read_defender,
    read_event,
    read_rulings,
    read_tower,
    ruling_option,
    temple_option,
    tower_options,
    winter_option,
)
from companion.cli.voice import current, json_option
from companion.errors import InputError
from companion.rules.shogun.battle.muster import Attack, Rising
from companion.rules.shogun.cubes import NEUTRAL
from companion.rules.shogun.odds.odds import Throwing
from companion.rules.shogun.tower.contents import Guess, lodged_ages
from companion.service.shogun.odds import attack_odds, odds_of_revolt

__all__ = ["odds"]


@click.command(cls=SpokenCommand)
@click.option("--attacker", metavar="COLOUR=NUMBER", help="The attacker's armies that are thrown.")
@click.option(
    "--defender",
    metavar="COLOUR=NUMBER",
    help="The defender's armies that are thrown, or neutral: then one green army defends.",
)
@click.option("--owner", metavar="COLOUR=NUMBER", help="In a revolt: the owner's armies that are thrown.")
@markers_option
@winter_option
@click.option(
    "--tray", "trays", multiple=True, metavar="COLOUR=NUMBER", help="What lies in the tray and goes in too."
)
@click.option(
    "--lodged",
    default="",
    metavar="AGES",
    help='What is inside, as ages by colour: "blue=1,1,4 green=?", or unknown. Nothing by default.',
)
@click.option(
    "--players",
    type=click.IntRange(3, 5),
    default=4,
    show_default=True,
    metavar="NUMBER",
    help="Players at the table, for --lodged unknown.",
)
@click.option(
    "--throws",
    type=click.IntRange(0, 1000),
    default=30,
    show_default=True,
    metavar="NUMBER",
    help="Throws since the filling, for --lodged unknown.",
)
@attack_card_option
@defence_card_option
@event_option
@castle_option
@temple_option
@click.option("--survivors", is_flag=True, help="Add the whole distribution of survivors to the JSON.")
@click.option("--curve", is_flag=True, help="Show the chance to win for every number of armies sent.")
@click.option(
    "--svg",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Draw the curve as an SVG picture.",
)
@ruling_option
@tower_options
@json_option
def odds(as_json: bool, survivors: bool, curve: bool, svg: Path | None, **typed: Any) -> None:
    """The exact odds of an attack or a revolt: win, tie, lose, and how many armies survive.

    What is inside the tower matters. Give the age of each lodged cube (1 when it lodged at the last throw,
    ? when nobody knows), or unknown for the average of a game's middle; otherwise the tower is empty.

    \b
    companion shogun odds --attacker blue=4 --defender yellow=3 --lodged unknown
    companion shogun odds --attacker blue=4 --defender yellow=3 --tray green=1 --lodged "blue=1,1,4 green=3,?"
    companion shogun odds --attacker blue=2 --defender neutral --event 3
    companion shogun odds --owner blue=4 --markers 2
    companion shogun odds --attacker blue=4 --defender yellow=3 --curve --svg curve.svg
    """
    contents = lodged_ages(typed["lodged"])
    if isinstance(contents, Guess):
        contents = Guess(typed["players"], typed["throws"])
    preset = read_tower(typed["preset"], typed["parameters"], typed["presets"])
    tower = Throwing(preset, {}, read_counts(typed["trays"]), contents)
    rulings = read_rulings(typed["rulings"])
    markers, event, castle = typed["markers"], read_event(typed["event"]), typed["castle"]
    if is_revolt(typed):
        if curve or svg:
            raise InputError("The curve is about attacks: how many armies to send.")
        owner, count = forces(typed["owner"])
        rising = Rising(owner, count, markers, typed["winter"], typed["defence_card"], event, castle)
        tell(odds_of_revolt(rising, tower, rulings, survivors=survivors), as_json)
        return
    attacker, armies = forces(typed["attacker"])
    defender, defenders = read_defender(typed["defender"])
    neutral = defender == NEUTRAL
    attack = Attack(
        attacker,
        armies,
        defender,
        0 if neutral else defenders or 0,
        attack_card=typed["attack_card"],
        defence_card=typed["defence_card"],
        event=event,
        castle=castle,
        temple=typed["temple"],
    )
    answer = attack_odds(
        attack,
        markers,
        defenders if neutral else None,
        tower,
        rulings,
        survivors=survivors,
        curve=curve,
        picture=svg,
        language=current(),
    )
    tell(answer, as_json)
