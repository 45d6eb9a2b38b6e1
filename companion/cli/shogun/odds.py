"""``companion shogun odds``: the exact chances of a battle or revolt, and how many armies to send."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import refuse
from companion.cli.shogun.curve import draw_svg, plot
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
    read_rulings,
    read_tower,
    ruling_option,
    temple_option,
    tower_options,
    winter_option,
)
from companion.cli.shogun.odds_words import (
    as_answer,
    speak_chances,
    speak_enough,
    speak_head,
    speak_survivors,
)
from companion.cli.voice import json_option, speak, speak_json
from companion.errors import InputError
from companion.rules.rulings import Rulings
from companion.rules.shogun.action.result import Illegal
from companion.rules.shogun.battle.battle import Battle
from companion.rules.shogun.battle.muster import Attack, Rising, muster_attack, muster_revolt
from companion.rules.shogun.battle.revolt import Revolt
from companion.rules.shogun.cubes import COLOURS, GREEN, NEUTRAL, colour_word, daimyo, supply_size
from companion.rules.shogun.odds.curve import Point, attack_curve
from companion.rules.shogun.odds.odds import Throwing, battle_odds, revolt_odds
from companion.rules.shogun.tower.contents import Ages, Guess, lodged_ages
from companion.sentences import say

__all__ = ["odds"]


@dataclass(frozen=True, slots=True)
class _Given:
    """What the options say about tower, tray and rulings."""

    throwing: Throwing
    rulings: Rulings

    def with_cubes(self, cubes: Mapping[str, int]) -> Throwing:
        return Throwing(self.throwing.preset, cubes, self.throwing.tray, self.throwing.lodged)

    def supply(self, fighting: Mapping[str, int]) -> dict[str, int]:
        """Cubes that can be left in the supplies at most: neither fighting, in the tray nor known inside."""
        lodged = self.throwing.lodged
        inside = lodged.ages if isinstance(lodged, Ages) else {}
        return {
            colour: max(
                0,
                supply_size(colour)
                - fighting.get(colour, 0)
                - self.throwing.tray.get(colour, 0)
                - len(inside.get(colour, ())),
            )
            for colour in COLOURS
        }


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
def odds(
    attacker: str | None,
    defender: str | None,
    owner: str | None,
    markers: int,
    winter: int | None,
    trays: Sequence[str],
    lodged: str,
    players: int,
    throws: int,
    attack_card: bool,
    defence_card: bool,
    event: str,
    castle: bool,
    temple: bool,
    survivors: bool,
    curve: bool,
    svg: Path | None,
    rulings: Sequence[str],
    preset: str,
    parameters: Sequence[str],
    presets: Path | None,
    as_json: bool,
) -> None:
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
    contents = lodged_ages(lodged)
    if isinstance(contents, Guess):
        contents = Guess(players, throws)
    tray = read_counts(trays)
    given = _Given(
        Throwing(read_tower(preset, parameters, presets), {}, tray, contents), read_rulings(rulings)
    )
    rule = read_event(event)
    if owner is not None:
        if attacker is not None or defender is not None:
            raise InputError("A revolt has an owner only, an attack an attacker and a defender.")
        if curve or svg:
            raise InputError("The curve is about attacks: how many armies to send.")
        colour, count = forces(owner)
        rising = Rising(colour, count, markers, winter, defence_card, rule, castle)
        mustered = muster_revolt(rising, given.supply({colour: count}), given.rulings)
        throwing = given.with_cubes(mustered.cubes)
        _warn_of_too_many(throwing)
        answer = revolt_odds(throwing, Revolt(colour, markers, winter is not None))
        if as_json:
            speak_json(as_answer(answer, survivors))
        else:
            speak_head(answer, mustered.notes, contents, given.throwing.preset)
            speak_chances(
                (
                    (say("{player} keeps the province", player=daimyo(colour)), answer.win),
                    (say("tie: the revolt succeeds"), answer.tie),
                    (say("the farmers win"), answer.lose),
                )
            )
            speak_survivors(answer)
        return
    if attacker is None or defender is None:
        raise InputError("Name both sides of an attack (--attacker, --defender), or a revolt's --owner.")
    attacking, armies = forces(attacker)
    defending, defenders = read_defender(defender)
    battle = Battle(attacking, defending, markers)
    fighting = {attacking: armies} if defending == NEUTRAL else {attacking: armies, defending: defenders or 0}
    attack = Attack(
        attacking,
        armies,
        defending,
        0 if defending == NEUTRAL else defenders or 0,
        attack_card=attack_card,
        defence_card=defence_card,
        event=rule,
        castle=castle,
        temple=temple,
    )
    mustered = muster_attack(attack, given.supply(fighting), given.rulings)
    if mustered.refused is not None:
        refuse(Illegal(mustered.refused), as_json)
    cubes = dict(mustered.cubes)
    if defending == NEUTRAL and defenders is not None:
        cubes[GREEN] = defenders
    throwing = given.with_cubes(cubes)
    _warn_of_too_many(throwing)
    answer = battle_odds(throwing, battle, given.rulings)
    points: tuple[Point, ...] = ()
    if curve or svg is not None:
        extra = cubes[attacking] - armies
        points = attack_curve(throwing, battle, given.rulings, extra)
    if svg is not None:
        draw_svg(svg, points, battle)
    if as_json:
        speak_json(as_answer(answer, survivors, points if curve else ()))
        return
    speak_head(answer, mustered.notes, contents, given.throwing.preset)
    speak_chances(
        (
            (say("{player} conquers the province", player=daimyo(attacking)), answer.win),
            (say("tie: the province is neutral"), answer.tie),
            (
                say("{player} holds the province", player=daimyo(defending))
                if defending != NEUTRAL
                else say("the farmers hold the province"),
                answer.lose,
            ),
        )
    )
    speak_survivors(answer)
    if curve:
        click.echo()
        for line in plot(points):
            click.echo(line)
        speak_enough(points)
    if svg is not None:
        speak("The curve is drawn in {file}.", file=str(svg))


def _warn_of_too_many(throwing: Throwing) -> None:
    """Say on standard error when there would be more cubes of a colour than the box holds."""
    lodged = throwing.lodged
    inside = lodged.ages if isinstance(lodged, Ages) else {}
    for colour in COLOURS:
        count = len(inside.get(colour, ())) + throwing.tray.get(colour, 0) + throwing.cubes.get(colour, 0)
        if count > supply_size(colour):
            speak(
                "Note: {count} cubes ({colour}), thrown, in the tray and inside, are more than the {most} "
                "of the box.",
                count=count,
                colour=colour_word(colour),
                most=supply_size(colour),
                err=True,
            )
