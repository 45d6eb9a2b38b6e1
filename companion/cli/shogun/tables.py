"""What all commands about a table share: its name, the store, opening it, and what is said about the log."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.cli.shogun.drawing import symbol
from companion.cli.voice import said, speak, translated
from companion.rules.shogun.cubes import COLOURS, GREEN, colour_word, counted
from companion.rules.shogun.game.campaign import Campaign
from companion.table.shogun.game import SHOGUN
from companion.table.shogun.state import HIDDEN, ShogunState
from companion.table.store import Store
from companion.table.table import Table, join_table

__all__ = [
    "as_counts",
    "as_kept_counts",
    "draw_counts",
    "joined",
    "say_notices",
    "shown_hash",
    "speak_log",
    "store_option",
    "table_argument",
]

F = TypeVar("F", bound=Callable[..., Any])

_SHOWN = 16
"""Digits of the head hash that are read out after every event."""


def table_argument(function: F) -> F:
    """The argument ``TABLE``: the players' name for it."""
    return click.argument("table", metavar="TABLE")(function)


def store_option(function: F) -> F:
    """The option ``--store``: where the logs are kept."""
    return click.option(
        "--store",
        type=click.Path(path_type=Path),
        envvar="COMPANION_STORE",
        metavar="FILE",
        help="The file (or folder) that keeps the tables; in your data folder by default.",
    )(function)


@contextlib.contextmanager
def joined(store: Path | None, name: str) -> Iterator[Table[ShogunState]]:
    """Open a table that exists, and say what must be said about its store when it is closed."""
    with Store(store, create=False) as opened:
        table = join_table(opened, name, SHOGUN)
        yield table
        say_notices(table)


def say_notices(table: Table[ShogunState]) -> None:
    """Tell on standard error what went wrong besides, such as a backup."""
    for notice in table.notices:
        speak(notice, err=True)


def shown_hash(head: str) -> str:
    """The first digits of a hash in groups of four, to be read out and written down."""
    return " ".join(head[start : start + 4] for start in range(0, _SHOWN, 4))


def speak_log(table: Table[ShogunState]) -> None:
    """Say that all cubes are there, and the hash to write down."""
    state = table.state
    green = (
        state.outside()[GREEN] + state.tower.counts().get(GREEN, 0) + counted(state.tower.tray).get(GREEN, 0)
    )
    speak("Counted: every cube is there, 62 of each player and {green} green.", green=green)
    speak(
        "Event {number} of the log; its hash begins {hash}.",
        number=len(table.course),
        hash=shown_hash(table.head),
    )


def as_counts(state: ShogunState) -> dict[str, dict[str, int] | None]:
    """Where the cubes are, by colour; ``None`` where the table chose not to be told."""
    hidden = state.inside == HIDDEN
    return {
        "tower": None if hidden else state.tower.counts(),
        "tray": counted(state.tower.tray),
        "outside": None if hidden else state.outside(),
    }


def as_kept_counts(state: ShogunState) -> dict[str, dict[str, int] | None]:
    """Armies in the supplies and on the board by colour; ``None`` where the table does not keep its board."""
    if not isinstance(state.kept, Campaign):
        return {"supply": None, "board": None}
    realm = state.kept.realm
    supplies = {player: seat.supply for player, seat in realm.seats.items()}
    return {
        "supply": {**supplies, GREEN: realm.stock.green},
        "board": {player: realm.armies(player) for player in realm.players},
    }


def draw_counts(state: ShogunState) -> list[str]:
    """Where the cubes are: a line a colour, with inside, tray, outside and their sum."""
    heads = [translated("inside"), translated("tray"), translated("outside"), translated("together")]
    inside, tray, outside = state.tower.counts(), counted(state.tower.tray), state.outside()
    names = {colour: said(colour_word(colour)) for colour in COLOURS if colour in state.colours}
    widest = max(map(len, names.values()))
    lines = ["   " + " " * (widest + 1) + "".join(f"{head:>10}" for head in heads)]
    for colour, name in names.items():
        numbers = [inside.get(colour, 0), tray.get(colour, 0), outside[colour]]
        cells = "".join(f"{number:>10}" for number in (*numbers, sum(numbers)))
        lines.append(f"  {symbol(colour)} {name:<{widest}}{cells}")
    return lines
