"""The tower without a table: the odds of a fight, the verdict on a tray."""

import re
from pathlib import Path
from typing import Any

import click

from companion.answers import Answer
from companion.cli.answers import answer_command, tell
from companion.cli.lazy import SpokenCommand
from companion.cli.outputs import output_option, overwrite_option
from companion.cli.shogun import reading
from companion.cli.table_commands import ask_table, find_used_table, store_option
from companion.cli.voice import current, json_option
from companion.data.vocabulary import typed_as
from companion.errors import InputError
from companion.play.shogun.fights import ThrowAttack, ThrowRevolt
from companion.rules.shogun.battle.battle import Battle, Revolt
from companion.rules.shogun.odds import Throwing
from companion.rules.shogun.realm import COLOURS, GREEN, NEUTRAL, army_count, colour_word
from companion.rules.shogun.tower.tower import Ages, Contents, Guess
from companion.service.shogun.odds import attack_odds, odds_of_revolt
from companion.service.shogun.session import open_table
from companion.service.shogun.throws import odds_at_table

_AGE = re.compile(r"[0-9]{1,6}([.][0-9]{1,6})?")


_OWN_TOWER = ("fresh", "trays", "lodged", "players", "throws", "rulings", "preset", "parameters", "presets")
"""Options that describe a tower, or rules, of their own: they are not those of a table."""


@click.command(cls=SpokenCommand)
@click.option("--attacker", metavar="COLOUR=NUMBER")
@click.option("--defender", metavar="COLOUR=NUMBER")
@click.option("--owner", metavar="COLOUR=NUMBER")
@click.option("--table", metavar="TABLE")
@click.option("--fresh", is_flag=True)
@reading.markers_option
@reading.winter_option
@reading.counts_option("--tray", "trays")
@click.option("--lodged", default="", metavar="AGES")
@reading.number_option("--players", least=3, most=5, default=4)
@reading.number_option("--throws", most=1000, default=30)
@reading.attack_card_option
@reading.defence_card_option
@reading.event_option
@reading.castle_option
@reading.temple_option
@click.option("--survivors", is_flag=True)
@click.option("--curve", is_flag=True)
@output_option("--svg")
@overwrite_option
@reading.ruling_option
@reading.tower_options
@store_option
@json_option
def odds(table: str | None, store: Path | None, as_json: bool, **typed: Any) -> None:
    """The exact odds of an attack or a revolt: win, tie, lose, and how many armies survive."""
    told: dict[str, Any] = {"survivors": typed["survivors"]}
    fight: ThrowAttack | ThrowRevolt
    if reading.is_revolt(typed):
        if typed["curve"] or typed["svg"]:
            raise InputError("The curve is about attacks: how many armies to send.")
        fight = ThrowRevolt(reading.read_rising(typed))
    else:
        attack, told["greens"] = reading.read_attack(typed)
        told |= {"curve": typed["curve"], "picture": typed["svg"], "overwrite": typed["overwrite"]}
        told["language"] = current()
        fight = ThrowAttack(attack, typed["markers"])
    inside = lodged_ages(typed["lodged"], typed["players"], typed["throws"])
    tower = Throwing(reading.read_tower(typed), {}, reading.read_counts(typed["trays"]), inside)
    rulings = reading.rulings_from(typed["rulings"])
    own = reading.find_typed(_OWN_TOWER)
    if table and own:
        raise InputError(
            "A table has its own tower, rulings and seed; {option} goes without a table.", option=own
        )
    name = table or (None if own else find_used_table(store, "shogun"))
    if name:
        ask_table(open_table(store, name), lambda here: odds_at_table(here, fight, **told), as_json)
    elif isinstance(fight, ThrowRevolt):
        tell(odds_of_revolt(fight.rising, tower, rulings, **told), as_json)
    else:
        tell(attack_odds(fight.attack, fight.markers, tower=tower, rulings=rulings, **told), as_json)


def lodged_ages(text: str, players: int = 4, throws: int = 30) -> Contents:
    """The cubes inside, such as ``blue=1,1,4 yellow=2 green=3,7``; ``?`` is an age nobody knows."""
    if typed_as("shogun", "unknown", text):
        return Guess(players, throws)
    ages: dict[str, list[float | None]] = {}
    for part in text.split():
        name, equals, listed = part.partition("=")
        if not equals:
            raise InputError(
                "'{text}' does not name lodged cubes; write COLOUR=AGE,AGE such as blue=1,1,4, or unknown.",
                text=part,
            )
        colour = reading.cubes_named(name)
        if colour in ages:
            raise InputError("The colour {name} is named twice.", name=name)
        ages[colour] = [_age(word) for word in listed.split(",") if word.strip()]
    return Ages({colour: tuple(ages[colour]) for colour in COLOURS if colour in ages})


def _age(word: str) -> float | None:
    if word.strip() == "?":
        return None
    age = float(word) if _AGE.fullmatch(word.strip()) else 0.0
    if not 1.0 <= age <= 10_000.0:
        raise InputError(
            "'{word}' is not an age of a lodged cube; ages are throws since it lodged, from 1, or ?.",
            word=word,
        )
    return age


@answer_command()
@click.option("--attacker", metavar="COLOUR=NUMBER")
@click.option("--defender", metavar="COLOUR=NUMBER")
@click.option("--owner", metavar="COLOUR=NUMBER")
@reading.number_option("--green", most=99)
@reading.markers_option
@reading.counts_option("--other", "others")
@click.option("--winter", is_flag=True)
@reading.number_option("--held-back", most=62, default=0, show_default=False)
@reading.ruling_option
def judge(green: int | None, held_back: int, winter: bool, **typed: Any) -> Answer:
    """Judge a tray: who wins, who loses what, where the cubes go, what becomes of the province."""
    from companion.service.shogun.tableless import judge_tray

    rulings = reading.rulings_from(typed["rulings"])
    if green is not None and rulings["green-short"] != "unlimited":
        army_count(str(green), GREEN)
    other, markers = reading.read_counts(typed["others"]), typed["markers"]
    fight: Battle | Revolt
    if reading.is_revolt(typed):
        owner, own = reading.forces(typed["owner"], 0)
        fighting = {owner: own}
        fight = Revolt(owner, markers, winter)
    else:
        if winter:
            raise InputError("There are no attacks in winter; --winter goes with --owner.")
        if held_back and rulings["defender-throws-all"] == "yes":
            raise InputError(
                "The defender throws all armies of the province (ruling defender-throws-all=yes)."
            )
        attacker, first = reading.forces(typed["attacker"], 0)
        defender, second = reading.read_defender(typed["defender"], 0)
        fight = Battle(attacker, defender, markers, held_back)
        fighting = {attacker: first, defender: second or 0}
        if fighting.pop(NEUTRAL, None) is not None:
            if None not in (green, second) and green != second:
                raise InputError(
                    "The green armies in the tray are given twice: {first} and {second}.",
                    first=green,
                    second=second,
                )
            green = second if green is None else green
    for colour in other:
        if colour in fighting or colour == GREEN:
            raise InputError(
                "'{colour}' stands among the others although it is in the fight; green has its own option.",
                colour=colour_word(colour),
            )
    return judge_tray({**fighting, **other, GREEN: green or 0}, fight, rulings)
