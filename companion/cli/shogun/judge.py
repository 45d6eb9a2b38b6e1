"""``companion shogun judge``: a tray in front of the players, from a real tower or not, and the verdict."""

from __future__ import annotations

from collections.abc import Sequence

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.drawing import draw_tray
from companion.cli.shogun.inputs import (
    forces,
    markers_option,
    read_counts,
    read_defender,
    read_rulings,
    ruling_option,
)
from companion.cli.voice import json_option, speak, speak_json
from companion.errors import InputError
from companion.rules.shogun.battle.battle import Battle, resolve_battle
from companion.rules.shogun.battle.revolt import Revolt, resolve_revolt
from companion.rules.shogun.battle.verdict import Verdict
from companion.rules.shogun.cubes import GREEN, NEUTRAL, army_count, colour_word

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
def judge(
    attacker: str | None,
    defender: str | None,
    owner: str | None,
    green: int | None,
    markers: int,
    others: Sequence[str],
    winter: bool,
    held_back: int,
    rulings: Sequence[str],
    as_json: bool,
) -> None:
    """Judge a tray: who wins, who loses what, where the cubes go, what becomes of the province.

    Give what lies in the tray. An attack has an attacker and a defender, a revolt has an owner.

    \b
    companion shogun judge --attacker blue=3 --defender yellow=1 --green 1
    companion shogun judge --attacker blue=3 --defender neutral --green 1
    companion shogun judge --attacker red=2 --defender black=2 --other blue=1 --ruling tie=tower
    companion shogun judge --owner blue=3 --green 2 --markers 2
    """
    chosen = read_rulings(rulings)
    if green is not None and chosen["green-short"] != "unlimited":
        army_count(str(green), GREEN)
    other = read_counts(others)
    if owner is not None:
        if attacker is not None or defender is not None:
            raise InputError("A revolt has an owner only, an attack an attacker and a defender.")
        colour, own = forces(owner, 0)
        tray = _tray({colour: own}, green or 0, other)
        verdict = resolve_revolt(tray, Revolt(colour, markers, winter))
    else:
        if attacker is None or defender is None:
            raise InputError("Name both sides of an attack (--attacker, --defender), or a revolt's --owner.")
        if winter:
            raise InputError("There are no attacks in winter; --winter goes with --owner.")
        if held_back and chosen["defender-throws-all"] == "yes":
            raise InputError(
                "The defender throws all armies of the province (ruling defender-throws-all=yes)."
            )
        attacking, first = forces(attacker, 0)
        defending, second = read_defender(defender, 0)
        battle = Battle(attacking, defending, markers, held_back)
        if defending == NEUTRAL:
            tray = _tray({attacking: first}, _one_of(green, second), other)
        else:
            tray = _tray({attacking: first, defending: second or 0}, green or 0, other)
        verdict = resolve_battle(tray, battle, chosen)
    if as_json:
        speak_json(verdict.as_answer())
        return
    for line in draw_tray(tray):
        click.echo(line)
    speak_verdict(verdict)


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


def speak_verdict(verdict: Verdict) -> None:
    """Read a verdict out, a consequence a line, without the line about what lay in the tray."""
    for line in verdict.lines:
        speak(line.text)
