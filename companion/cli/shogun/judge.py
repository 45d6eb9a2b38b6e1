"""``companion shogun judge``: a tray in front of the players, from a real tower or not, and the verdict."""

from __future__ import annotations

from typing import Any

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.inputs import (
    forces,
    is_revolt,
    markers_option,
    read_counts,
    read_defender,
    read_rulings,
    ruling_option,
)
from companion.cli.voice import json_option
from companion.errors import InputError
from companion.rules.shogun.battle.battle import Battle
from companion.rules.shogun.battle.revolt import Revolt
from companion.rules.shogun.cubes import GREEN, NEUTRAL, army_count, colour_word
from companion.service.shogun.judge import judge_tray

__all__ = ["judge"]


@click.command(cls=SpokenCommand)
@click.option("--attacker", metavar="COLOUR=NUMBER", help="The attacker's armies in the tray.")
@click.option(
    "--defender",
    metavar="COLOUR=NUMBER",
    help="The defender's armies in the tray, or neutral: then the green ones defend.",
)
@click.option("--owner", metavar="COLOUR=NUMBER", help="In a revolt: the owner's armies in the tray.")
@click.option(
    "--green",
    type=click.IntRange(0, 99),
    default=None,
    metavar="NUMBER",
    help="Green armies in the tray.",
)
@markers_option
@click.option(
    "--other", "others", multiple=True, metavar="COLOUR=NUMBER", help="Other armies in the tray; repeatable."
)
@click.option("--winter", is_flag=True, help="A revolt in winter.")
@click.option(
    "--held-back",
    type=click.IntRange(0, 62),
    default=0,
    metavar="NUMBER",
    help="Armies the defender did not throw (ruling defender-throws-all=chooses).",
)
@ruling_option
@json_option
def judge(as_json: bool, green: int | None, held_back: int, winter: bool, **typed: Any) -> None:
    """Judge a tray: who wins, who loses what, where the cubes go, what becomes of the province.

    Give what lies in the tray. An attack has an attacker and a defender, a revolt has an owner.

    \b
    companion shogun judge --attacker blue=3 --defender yellow=1 --green 1
    companion shogun judge --attacker blue=3 --defender neutral --green 1
    companion shogun judge --attacker red=2 --defender black=2 --other blue=1 --ruling tie=tower
    companion shogun judge --owner blue=3 --green 2 --markers 2
    """
    rulings = read_rulings(typed["rulings"])
    if green is not None and rulings["green-short"] != "unlimited":
        army_count(str(green), GREEN)
    other, markers = read_counts(typed["others"]), typed["markers"]
    fight: Battle | Revolt
    if is_revolt(typed):
        owner, own = forces(typed["owner"], 0)
        fighting = {owner: own}
        fight = Revolt(owner, markers, winter)
    else:
        if winter:
            raise InputError("There are no attacks in winter; --winter goes with --owner.")
        if held_back and rulings["defender-throws-all"] == "yes":
            raise InputError(
                "The defender throws all armies of the province (ruling defender-throws-all=yes)."
            )
        attacker, first = forces(typed["attacker"], 0)
        defender, second = read_defender(typed["defender"], 0)
        fight = Battle(attacker, defender, markers, held_back)
        fighting = {attacker: first, defender: second or 0}
        if fighting.pop(NEUTRAL, None) is not None:
            green = _one_of(green, second)
    tell(judge_tray(_tray(fighting, green or 0, other), fight, rulings), as_json)


def _one_of(green: int | None, defending: int | None) -> int:
    if green is not None and defending is not None and green != defending:
        raise InputError(
            "The green armies in the tray are given twice: {first} and {second}.",
            first=green,
            second=defending,
        )
    return green if green is not None else defending or 0


def _tray(fighting: dict[str, int], green: int, other: dict[str, int]) -> dict[str, int]:
    """The whole tray; a colour may be given once only."""
    for colour in other:
        if colour in fighting or colour == GREEN:
            raise InputError(
                "'{colour}' stands among the others although it is in the fight; green has its own option.",
                colour=colour_word(colour),
            )
    return {**fighting, **other, GREEN: green}
