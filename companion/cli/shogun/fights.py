"""The commands with which cubes are thrown at a table: act, attack, revolt, throw."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

import companion.cli.shogun.falling  # noqa: F401 - from here on a throw can be shown falling
from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import read_province
from companion.cli.shogun.inputs import (
    attack_card_option,
    castle_option,
    defence_card_option,
    event_option,
    forces,
    markers_option,
    read_counts,
    read_defender,
    read_event,
    read_out,
    temple_option,
    winter_option,
)
from companion.cli.shogun.table import joined
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option
from companion.data.vocabulary import typed_as
from companion.errors import InputError
from companion.rules.shogun.battle.muster import Attack, Rising
from companion.rules.shogun.cubes import NEUTRAL, daimyo_named
from companion.rules.shogun.game.turn import Order
from companion.rules.shogun.round.actions import COMBATS, action_named
from companion.service.answer import Answer
from companion.service.shogun.figures import Fall
from companion.service.shogun.table import fights as service

__all__ = ["act_command", "attack", "revolt", "tell_throw", "throw"]

F = TypeVar("F", bound=Callable[..., Any])


def _with(*options: Callable[[Any], Any]) -> Callable[[F], F]:
    def add(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return add


attack_options = _with(
    click.option("--attacker", metavar="COLOUR=NUMBER", help="Who attacks, with how many armies."),
    click.option(
        "--defender",
        metavar="COLOUR=NUMBER",
        help="Who owns the province, with all armies there; or neutral.",
    ),
    click.option(
        "--from",
        "leaving",
        type=click.IntRange(0, 62),
        metavar="NUMBER",
        help="Armies in the province the attack comes from; one must stay.",
    ),
    click.option(
        "--defending",
        type=click.IntRange(0, 62),
        metavar="NUMBER",
        help="How many of them the defender throws (ruling defender-throws-all=chooses).",
    ),
    attack_card_option,
    temple_option,
)
revolt_options = _with(
    click.option("--owner", metavar="COLOUR=NUMBER", help="Whose province revolts, with all armies there."),
    winter_option,
)
fight_options = _with(
    click.option("--province", default="", metavar="NAME", help="The province, for the log."),
    markers_option,
    event_option,
    castle_option,
    defence_card_option,
    click.option(
        "--supply",
        "supplies",
        multiple=True,
        metavar="COLOUR=NUMBER",
        help="Armies left in a supply, when it runs short; an additional army is skipped when there is none.",
    ),
)
throw_options = _with(
    click.option("--odds-only", is_flag=True, help="Only the odds; nothing is thrown."),
    click.option("--still", is_flag=True, help="Do not show the throw falling."),
)


def _read_attack(declared: Mapping[str, Any]) -> tuple[Attack, int, str, dict[str, int]]:
    """An attack, markers, province and supplies, from the options.

    Raises:
        InputError: When a side is missing or cannot be read.
    """
    if declared["attacker"] is None or declared["defender"] is None:
        raise InputError("Name both sides of an attack: --attacker blue=4 --defender yellow=3 (or neutral).")
    attacker, armies = forces(declared["attacker"])
    defender, defenders = read_defender(declared["defender"])
    if defender == NEUTRAL and defenders is not None:
        raise InputError("How many green armies defend follows from the event; name the defender neutral.")
    attack = Attack(
        attacker,
        armies,
        defender,
        defenders or 0,
        leaving=declared["leaving"],
        thrown_by_defender=declared["defending"],
        attack_card=declared["attack_card"],
        defence_card=declared["defence_card"],
        event=read_event(declared["event"]),
        castle=declared["castle"],
        temple=declared["temple"],
    )
    supply = read_counts(declared["supplies"])
    return attack, declared["markers"], _province(declared["province"]), supply


def _read_revolt(declared: Mapping[str, Any]) -> tuple[Rising, str, dict[str, int]]:
    """A revolt, province and supplies, from the options.

    Raises:
        InputError: When the owner is missing or cannot be read.
    """
    if declared["owner"] is None:
        raise InputError("Name the owner of the province in revolt: --owner blue=4.")
    owner, armies = forces(declared["owner"])
    rising = Rising(
        owner,
        armies,
        declared["markers"],
        declared["winter"],
        declared["defence_card"],
        read_event(declared["event"]),
        declared["castle"],
    )
    supply = read_counts(declared["supplies"])
    return rising, _province(declared["province"]), supply


def _province(typed: str) -> str:
    """The province a fight is about; nothing where none was named."""
    return read_province(typed) if typed.strip() else ""


@click.command("act", cls=SpokenCommand)
@table_argument
@click.argument("colour", metavar="COLOUR")
@click.argument("action", metavar="ACTION")
@click.argument("province", metavar="PROVINCE|pass")
@click.option("--to", "target", metavar="PROVINCE", help="Where armies move or attack.")
@click.option(
    "--armies", type=click.IntRange(0, 62), default=None, metavar="NUMBER", help="How many armies move."
)
@click.option(
    "--defending",
    type=click.IntRange(0, 62),
    metavar="NUMBER",
    help="How many armies the defender throws (ruling defender-throws-all=chooses).",
)
@click.option(
    "--out",
    "out",
    multiple=True,
    metavar="COLOUR=NUMBER",
    help="What came out of your real tower, if it is thrown there; repeatable, or 'nothing'.",
)
@click.option("--pass", "passing", is_flag=True, help="The turns nobody told before this one were blanks.")
@throw_options
@store_option
@json_option
def act_command(
    table: str,
    colour: str,
    action: str,
    province: str,
    target: str | None,
    armies: int | None,
    defending: int | None,
    out: Sequence[str],
    passing: bool,
    odds_only: bool,
    still: bool,
    store: Path | None,
    as_json: bool,
) -> None:
    """Carry out an action: castle, temple, theatre, rice, tax, five, three, one, combat-a, combat-b.

    Event and special card are applied, what cannot be done is lost, battles and revolts are thrown. Where
    turns before this one were not told, they are named and nothing is done: --pass makes them blanks.

    \b
    companion shogun act friday blue tax Settsu
    companion shogun act friday red castle Omi
    companion shogun act friday yellow combat-a Shinano --to Kozuke --armies 4
    companion shogun act friday blue one Aki --to Bingo --armies 2
    companion shogun act friday red five pass
    companion shogun act friday red five Omi --pass
    """
    order = _order(colour, action, province, target, armies, defending)
    thrown = read_out(out)
    with joined(store, table) as here:
        answer = service.take_turn(here, order, thrown, blanks=passing, foretell=odds_only)
        tell_throw(answer, still, as_json)


def _order(
    colour: str,
    action: str,
    province: str,
    target: str | None,
    armies: int | None,
    defending: int | None,
) -> Order:
    player, name = daimyo_named(colour), action_named(action)
    blank = typed_as("shogun", "blank", province)
    moves = name in (*COMBATS, "one")
    if (target is None) != (armies is None):
        raise InputError("A move needs both --to and --armies.")
    if target is not None and (blank or not moves):
        raise InputError("Armies move in the actions one, combat-a and combat-b only.")
    if blank:
        return Order(player, name)
    goal = None if target is None else read_province(target)
    return Order(player, name, read_province(province), goal, armies or 0, defending)


@click.command(cls=SpokenCommand)
@table_argument
@attack_options
@fight_options
@throw_options
@store_option
@json_option
def attack(
    table: str, store: Path | None, odds_only: bool, still: bool, as_json: bool, **declared: Any
) -> None:
    """Attack a province: both armies and all that lies in the tray go into the tower.

    The odds are told before the throw, the verdict after it. An attack that the rules forbid is refused
    with exit code 1.

    \b
    companion shogun attack friday --attacker blue=4 --defender yellow=3 --province Kozuke
    companion shogun attack friday --attacker blue=2 --defender neutral
    companion shogun attack friday --attacker blue=4 --defender yellow=3 --attack-card --event 4 --castle
    companion shogun attack friday --attacker blue=4 --defender yellow=3 --odds-only
    """
    read = _read_attack(declared)
    with joined(store, table) as here:
        tell_throw(service.throw_attack(here, *read, foretell=odds_only), still, as_json)


@click.command(cls=SpokenCommand)
@table_argument
@revolt_options
@fight_options
@throw_options
@store_option
@json_option
def revolt(
    table: str, store: Path | None, odds_only: bool, still: bool, as_json: bool, **declared: Any
) -> None:
    """Throw a revolt: all armies of the owner, and a green one for each revolt marker.

    Count the marker just laid. In winter the green armies of the revolt table come on top.

    \b
    companion shogun revolt friday --owner blue=4 --markers 2 --province Mikawa
    companion shogun revolt friday --owner blue=4 --markers 1 --winter 2
    """
    read = _read_revolt(declared)
    with joined(store, table) as here:
        tell_throw(service.throw_revolt(here, *read, foretell=odds_only), still, as_json)


@click.command(cls=SpokenCommand)
@table_argument
@click.option(
    "--out",
    "out",
    multiple=True,
    metavar="COLOUR=NUMBER",
    help="What lies in the tray of a real tower after the throw, or nothing; repeatable.",
)
@click.option(
    "--in",
    "cubes",
    multiple=True,
    metavar="COLOUR=NUMBER",
    help="Cubes to throw where nobody fights; what comes out stays in the tray.",
)
@attack_options
@revolt_options
@fight_options
@throw_options
@store_option
@json_option
def throw(
    table: str,
    out: Sequence[str],
    cubes: Sequence[str],
    store: Path | None,
    odds_only: bool,
    still: bool,
    as_json: bool,
    **declared: Any,
) -> None:
    """Enter what a real tower did: the companion judges it, keeps the log, and reckons odds and luck.

    Say the attack or revolt as usual, and with --out what lies in the tray afterwards. Without --out
    the companion's own tower is thrown.

    \b
    companion shogun throw friday --attacker blue=4 --defender yellow=3 --out "blue=3 yellow=1 green=1"
    companion shogun throw friday --owner blue=4 --markers 2 --out blue=2
    companion shogun throw friday --attacker blue=2 --defender neutral --out nothing
    companion shogun throw friday --in "blue=3 red=2"
    """
    seen = read_out(out)
    fights = declared["attacker"] is not None or declared["defender"] is not None
    revolts = declared["owner"] is not None
    if fights + revolts + bool(cubes) > 1:
        raise InputError(
            "A throw is an attack, a revolt or cubes nobody fights with (--in): one of the three."
        )
    if not fights + revolts + bool(cubes):
        raise InputError(
            "Say what is thrown: an attack (--attacker, --defender), a revolt (--owner), or cubes (--in)."
        )
    attacking = _read_attack(declared) if fights else None
    rising = _read_revolt(declared) if revolts else None
    with joined(store, table) as here:
        if attacking is not None:
            answer = service.throw_attack(here, *attacking, seen, foretell=odds_only)
        elif rising is not None:
            answer = service.throw_revolt(here, *rising, seen, foretell=odds_only)
        else:
            answer = service.throw_cubes(here, read_counts(cubes), seen, foretell=odds_only)
        tell_throw(answer, still, as_json)


def tell_throw(answer: Answer, still: bool, as_json: bool) -> None:
    """Tell an answer with a throw in it; a still one is not shown falling."""
    if still:
        answer = replace(answer, lines=tuple(line for line in answer.lines if not isinstance(line, Fall)))
    tell(answer, as_json)
