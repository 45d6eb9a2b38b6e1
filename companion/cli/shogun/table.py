"""The commands about a table of Shogun and its log, from the first hash to the revealed seed."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from companion.answers import Answer
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun import reading
from companion.cli.shogun.falling import without_fall
from companion.cli.table_commands import (
    ask_table,
    open_for_command,
    store_option,
    table_argument,
    table_command,
    tell_at,
)
from companion.cli.voice import json_option, parted, translated
from companion.errors import InputError, Refused
from companion.play.game import retold
from companion.play.shogun.words import MixWords
from companion.rules.shogun.rulings import INSIDE, OPEN
from companion.service.shogun.luck import tell_luck
from companion.service.shogun.session import ShogunSession, begin_table, open_table, reveal_seed
from companion.service.shogun.shown import show as show_table

UseCase = Callable[[ShogunSession], Answer]


@click.command(cls=SpokenCommand)
@table_argument
@click.option("--players", required=True, metavar="COLOUR,COLOUR,...")
@click.option("--seed", metavar="TEXT")
@click.option("--inside", type=click.Choice(INSIDE), default=OPEN, show_default=True)
@reading.ruling_option
@reading.tower_options
@store_option
@json_option
def new(table: str, players: str, store: Path | None, as_json: bool, **typed: Any) -> None:
    """Begin a table: fill the tower with 7 armies of each player and 10 green ones."""
    colours = [reading.player_named(name) for name in reading.typed_words(players)]
    more = {name: typed[name] for name in ("seed", "inside")}
    rulings = reading.rulings_from(typed["rulings"])
    begun = begin_table(store, table, colours, reading.read_tower(typed), rulings=rulings, **more)
    ask_table(begun, lambda here: retold(here, here.history.step(1)), as_json)


@table_command()
@click.option("--last", is_flag=True)
@click.option("--trust", is_flag=True)
def show(last: bool, trust: bool) -> UseCase:
    """Show what is in the tower, in the tray and outside, and the hashes to check the game by."""
    if not last and trust:
        raise InputError("--trust goes with --last.")
    if not last:
        return show_table
    from companion.service.shogun.throws import last_throw

    return lambda here: without_fall(replace(told := last_throw(here), brief=() if trust else told.brief))


@click.command(cls=SpokenCommand)
@table_argument
@click.option("--yes", is_flag=True)
@store_option
@json_option
def reveal(table: str, yes: bool, store: Path | None, as_json: bool) -> None:
    """Reveal the seed: anybody can now check the hash shown at the start, and every throw."""
    with open_for_command(open_table(store, table)) as here:
        asked = not here.state.seal.revealed and sys.stdin.isatty() and not yes and not as_json
        question = translated("No more throws can be made after this. Reveal the seed?")
        if asked and not click.confirm(parted(question)):
            raise Refused("The seed stays hidden.")
        tell_at(here, reveal_seed(here), as_json)


@table_command()
@click.argument("words", nargs=-1, required=True, metavar="COLOUR=WORD...")
def word(words: Sequence[str]) -> MixWords:
    """Mix a word of each player into the seed, before anything is thrown or shuffled."""
    for text in words:
        if "=" not in text:
            raise InputError(
                "'{text}' is not a word of a player; write COLOUR=WORD, such as blue=tea.", text=text
            )
    return MixWords(tuple(reading.pairs(words).items()))


@table_command()
def luck() -> UseCase:
    """A luck sheet for each player: every fight, its odds, and what came of it."""
    return tell_luck
