"""``companion shogun new``: begin a table, with a sealed seed and a filled tower."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli.answers import tell_lines
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.inputs import read_rulings, read_tower, ruling_option, tower_options
from companion.cli.shogun.tables import speak_log
from companion.cli.shogun.throwing import read_out
from companion.cli.tables import open_for_command, store_option, table_argument
from companion.cli.voice import json_option, speak, speak_json
from companion.errors import InputError
from companion.rules.shogun.cubes import armies, daimyo_named
from companion.service.session import Session
from companion.service.shogun.standing import cubes_data, cubes_figure
from companion.table.shogun.game import SHOGUN
from companion.table.shogun.opening import asked_start
from companion.table.shogun.state import INSIDE, OPEN, ShogunState, by_colour
from companion.table.shogun.views import view

__all__ = ["new", "read_word"]

_BITS = 16
"""Bytes of a seed and of a salt: 128 bits."""


@click.command(cls=SpokenCommand)
@table_argument
@click.option(
    "--players", required=True, metavar="COLOUR,COLOUR,...", help="The colours that play: 3 to 5 of them."
)
@click.option("--seed", metavar="TEXT", help="A seed of your own, for a game that can be repeated.")
@click.option(
    "--word",
    "words",
    multiple=True,
    metavar="COLOUR=WORD",
    help="A player's word, mixed into the seed; repeatable, or later with 'companion shogun word'.",
)
@click.option(
    "--inside",
    type=click.Choice(INSIDE),
    default=OPEN,
    show_default=True,
    help="What is told of the inside: numbers and ages, numbers only, or nothing.",
)
@click.option(
    "--out",
    "out",
    multiple=True,
    metavar="COLOUR=NUMBER",
    help="What fell out of a real tower when it was filled; the companion's is filled by default.",
)
@ruling_option
@tower_options
@store_option
@json_option
def new(
    table: str,
    players: str,
    seed: str | None,
    words: Sequence[str],
    inside: str,
    out: Sequence[str],
    rulings: Sequence[str],
    preset: str,
    parameters: Sequence[str],
    presets: Path | None,
    store: Path | None,
    as_json: bool,
) -> None:
    """Begin a table: fill the tower with 7 armies of each player and 10 green ones.

    A hash of the seed is shown. Write it down: at the end the seed is revealed, and anybody can check
    that it was fixed before the first throw.

    \b
    companion shogun new friday --players blue,yellow,red
    companion shogun new friday --players blue,yellow,red --preset deep --word blue=tea --word red=rain
    companion shogun new test --players blue,yellow,red --seed "the same again"
    companion shogun new friday --players blue,yellow,red --out "blue=4 yellow=5 red=4 green=6"
    """
    asked = asked_start(
        [daimyo_named(name) for name in players.replace(",", " ").split()],
        read_tower(preset, parameters, presets),
        secrets.token_hex(_BITS) if seed is None else seed,
        secrets.token_hex(_BITS),
        chosen=seed is not None,
        words=[read_word(word) for word in words],
        rulings=read_rulings(rulings),
        inside=inside,
        out=read_out(out),
    )
    with open_for_command(Session(store, table, SHOGUN, asked)) as started:
        _tell_opened(started, as_json)


def _tell_opened(started: Session[ShogunState], as_json: bool) -> None:
    """Tell what went into the tower, the sealed seed and the hash."""
    seen = view(started.state)
    if as_json:
        speak_json(
            {
                "table": started.name,
                "players": list(seen.players),
                "preset": seen.preset.name,
                "commitment": seen.commitment,
                "seed_chosen": seen.chosen,
                "throw": seen.throws,
                **cubes_data(seen),
                "hash": started.head,
            }
        )
        return
    filled = started.history.step(1).event.result
    speak("The table {table} is open; the tower is {preset}.", table=started.name, preset=seen.preset.name)
    if len(seen.players) == 2:
        speak("The booklet names 3 to 5 players; two may still try the tower.")
    speak("Into the tower went {cubes}.", cubes=armies(by_colour(filled["in"])))
    figure = cubes_figure(seen)
    if figure is None:
        speak("What fell out goes back to the supplies.")
    else:
        speak("Fallen out, and back to the supplies: {cubes}.", cubes=armies(by_colour(filled["out"])))
        tell_lines((figure,))
    speak("The seed is sealed under this hash; write it down:")
    click.echo(f"  {seen.commitment}")
    if seen.chosen:
        speak(
            "Somebody chose this seed and may know every throw already: the hash proves only "
            "that it was not changed afterwards."
        )
    if len(seen.words) < len(seen.players):
        speak("Each player may now say a word: companion shogun word {table} COLOUR=WORD", table=started.name)
    speak_log(started)


def read_word(typed: str) -> tuple[str, str]:
    """A player's word, typed as ``blue=tea``.

    Raises:
        InputError: When there is no ``=``, or no such colour.
    """
    colour, equals, word = typed.partition("=")
    if not equals:
        raise InputError("'{text}' is no word of a player; write COLOUR=WORD, such as blue=tea.", text=typed)
    return daimyo_named(colour), word
