"""The commands with which cubes are thrown at a table: act, attack, revolt, throw."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from shlex import quote
from typing import Any

import click

from companion.answers import Answer
from companion.cli.shogun import reading
from companion.cli.shogun.falling import without_fall
from companion.cli.table_commands import ask_table, find_used_table, make_table_command, table_command
from companion.data.vocabulary import typed_as
from companion.errors import InputError
from companion.play.shogun.fights.fight import Fight, TakeTurn, ThrowAttack, ThrowCubes, ThrowRevolt
from companion.play.shogun.telling.standing import log_told
from companion.rules.shogun.game.campaign import Order
from companion.rules.shogun.realm import ARMIES, NEUTRAL, daimyos
from companion.rules.shogun.round.actions import COMBATS, action_named
from companion.sentences import say
from companion.service.playing import play
from companion.service.shogun.session import ShogunSession, fill_fresh_tower, open_table
from companion.service.shogun.throws import foretell

attack_options = reading.options(
    click.option("--attacker", metavar="COLOUR=NUMBER"),
    click.option("--defender", metavar="COLOUR=NUMBER"),
    reading.number_option("--from", "leaving", most=ARMIES),
    reading.number_option("--defending", most=ARMIES),
    reading.attack_card_option,
    reading.temple_option,
)
revolt_options = reading.options(click.option("--owner", metavar="COLOUR=NUMBER"), reading.winter_option)
shown_options = reading.options(click.option("--still", is_flag=True), click.option("--trust", is_flag=True))
throw_options = reading.options(click.option("--odds-only", is_flag=True), shown_options)
fight_options = reading.options(
    click.option("--province", default="", metavar="NAME"),
    reading.markers_option,
    reading.event_option,
    reading.castle_option,
    reading.defence_card_option,
    reading.counts_option("--supply", "supplies"),
    reading.counts_option("--out"),
    throw_options,
)


@dataclass(frozen=True, slots=True)
class Thrown:
    """A request that may lead to a throw, put to a table."""

    request: Fight
    odds_only: bool = False
    still: bool = False
    trust: bool = False

    def __call__(self, here: ShogunSession) -> Answer:
        """The answer of a table."""
        if self.odds_only:
            return foretell(here, self.request)
        answer = play(here, self.request)
        return without_fall(answer if not self.trust else replace(answer, brief=()), self.still)

    @property
    def asked(self) -> object:
        """The request alone where nothing else is said of it."""
        return self if self.odds_only or self.still or self.trust else self.request


def attack_of(typed: Mapping[str, Any]) -> Thrown:
    """An attack from the options of its command."""
    if typed["attacker"] is None or typed["defender"] is None:
        raise InputError("Name both sides of an attack: --attacker blue=4 --defender yellow=3 (or neutral).")
    attack, greens = reading.read_attack(typed)
    if greens is not None:
        raise InputError("How many green armies defend follows from the event; name the defender neutral.")
    return _thrown(ThrowAttack(attack, typed["markers"], *_place(typed)), typed)


def revolt_of(typed: Mapping[str, Any]) -> Thrown:
    """A revolt from the options of its command."""
    if typed["owner"] is None:
        raise InputError("Name the owner of the province in revolt: --owner blue=4.")
    return _thrown(ThrowRevolt(reading.read_rising(typed), *_place(typed)), typed)


def cubes_of(typed: Mapping[str, Any]) -> Thrown:
    """Cubes nobody fights with, from the options of their command."""
    return _thrown(ThrowCubes(reading.read_counts(typed["cubes"])), typed)


def _place(typed: Mapping[str, Any]) -> tuple[str, dict[str, int]]:
    """The province a fight is about, where one was named, and what is left in the supplies."""
    province = reading.read_province(typed["province"]) if typed["province"].strip() else ""
    return province, reading.read_counts(typed["supplies"])


def _thrown(fight: ThrowAttack | ThrowRevolt | ThrowCubes, typed: Mapping[str, Any]) -> Thrown:
    request = replace(fight, out=reading.read_out(typed["out"]))
    return Thrown(request, *_told(typed))


def _told(typed: Mapping[str, Any]) -> tuple[bool, bool, bool]:
    return typed["odds_only"], typed["still"], typed["trust"]


@table_command()
@click.argument("colour", metavar="COLOUR")
@click.argument("action", metavar="ACTION")
@click.argument("province", metavar="PROVINCE|pass")
@click.option("--to", "target", metavar="PROVINCE")
@reading.number_option("--armies", most=ARMIES)
@reading.number_option("--defending", most=ARMIES)
@reading.counts_option("--out")
@click.option("--pass", "passing", is_flag=True)
@throw_options
def act(colour: str, action: str, province: str, **typed: Any) -> object:
    """Carry out an action: castle, temple, theatre, rice, tax, five, three, one, combat-a, combat-b."""
    return turn_of(colour, action, province, typed).asked


def turn_of(colour: str, action: str, province: str, typed: Mapping[str, Any]) -> Thrown:
    """A turn from the words and options of its command."""
    order = _order(colour, action, province, typed)
    request = TakeTurn(order, reading.read_out(typed["out"]), typed["passing"])
    return Thrown(request, *_told(typed))


def _order(colour: str, action: str, province: str, typed: Mapping[str, Any]) -> Order:
    player, name = reading.player_named(colour), action_named(action)
    target, armies = typed["target"], typed["armies"]
    blank = typed_as("shogun", "blank", province)
    # Without a number, --odds-only tells the odds of every number.
    if (target is None) != (armies is None) and not (typed["odds_only"] and armies is None):
        raise InputError("A move needs both --to and --armies.")
    if target is not None and (blank or name not in (*COMBATS, "one")):
        raise InputError("Armies move in the actions one, combat-a and combat-b only.")
    if blank:
        return Order(player, name)
    goal = None if target is None else reading.read_province(target)
    return Order(player, name, reading.read_province(province), goal, armies or 0, typed["defending"])


def fight_command(read: Callable[..., Thrown]) -> click.Command:
    """A command that throws a fight at a table; in a fresh tower where there is none, or a seed is said."""

    @wraps(read)
    def run(table: str, store: Path | None, as_json: bool, seed: str | None, **typed: Any) -> None:
        thrown = read(**typed)
        if table and seed is not None:
            raise InputError(
                "A table has its own tower, rulings and seed; {option} goes without a table.", option="--seed"
            )
        name = table or (find_used_table(store, "shogun") if seed is None else None)
        if name:
            ask_table(open_table(store, name), thrown.asked, as_json)
            return
        if typed["out"]:
            raise InputError("--{option} needs a table.", option="out")
        ask_table(
            fill_fresh_tower(_find_fighters(thrown), seed),
            lambda here: _throw_in_fresh_tower(here, thrown),
            as_json,
        )

    return make_table_command(click.option("--seed", metavar="TEXT")(run))


def _find_fighters(thrown: Thrown) -> tuple[str, ...]:
    """The players who fight."""
    fight = thrown.request
    if isinstance(fight, ThrowRevolt):
        return (fight.rising.owner,)
    assert isinstance(fight, ThrowAttack)
    return tuple(side for side in (fight.attack.attacker, fight.attack.defender) if side != NEUTRAL)


def _throw_in_fresh_tower(here: ShogunSession, thrown: Thrown) -> Answer:
    """A fight in a tower that nobody keeps: told with its seed, and without the log that ends here."""
    answer = thrown(here)
    if not answer.yes:
        return answer
    seed, logged = here.state.seal.seed, log_told(here.history.steps[-1])
    first = say("In a fresh tower, filled for {players}:", players=daimyos(here.state.players))
    last = say("No table keeps this tower; --seed {seed} repeats it, throw and all.", seed=quote(seed))
    told = (line for line in answer.lines if line not in logged)
    unkept = {key: None for key in ("table", "event", "hash") if key in answer.document}
    return replace(
        answer,
        outcome={**answer.document, **unkept, "seed": seed},
        lines=(first, *told, last),
        brief=(first, *answer.brief, last) if answer.brief else (),
        remedies=("keep tower",),
    )


@fight_command
@attack_options
@fight_options
def attack(**typed: Any) -> Thrown:
    """Attack a province: both armies and all that lies in the tray go into the tower."""
    return attack_of(typed)


@fight_command
@revolt_options
@fight_options
def revolt(**typed: Any) -> Thrown:
    """Throw a revolt: all armies of the owner, and a green one for each revolt marker."""
    return revolt_of(typed)


@table_command()
@reading.counts_option("--in", "cubes")
@attack_options
@revolt_options
@fight_options
def throw(cubes: Sequence[str], **typed: Any) -> object:
    """Enter what a real tower did: Companion judges it, keeps the log, and reckons odds and luck."""
    fights = typed["attacker"] is not None or typed["defender"] is not None
    revolts = typed["owner"] is not None
    if fights + revolts + bool(cubes) > 1:
        raise InputError(
            "A throw is an attack, a revolt or cubes nobody fights with (--in): one of the three."
        )
    if fights:
        return attack_of(typed).asked
    if revolts:
        return revolt_of(typed).asked
    if cubes:
        return cubes_of({**typed, "cubes": cubes}).asked
    raise InputError(
        "Say what is thrown: an attack (--attacker, --defender), a revolt (--owner), or cubes (--in)."
    )
