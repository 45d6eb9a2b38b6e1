"""The commands about a table of Hogen: begin it, look at it, take back, list all, and a seat's log."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.cli.answers import draw, tell
from companion.cli.lazy import SpokenCommand
from companion.cli.outputs import output_option, overwrite_option
from companion.cli.rules.rulings import read_rulings, ruling_options
from companion.cli.table_commands import (
    as_typed,
    last_table_argument,
    open_for_command,
    store_option,
    table_argument,
    table_command,
    tell_at,
    used_table,
)
from companion.cli.voice import current, json_option, speak
from companion.data.hogen.cards import card_named, joined_names
from companion.data.hogen.events import seats_of
from companion.errors import InputError
from companion.play.game import told
from companion.play.hogen import GAME
from companion.rules.hogen.rulings import RULINGS
from companion.rules.hogen.setup import check_players
from companion.service.hogen import looking
from companion.service.hogen.beginning import HogenSession, begin
from companion.service.session import Session

M = TypeVar("M")

ruling_option = ruling_options(RULINGS)
"""The option ``--ruling``: how the table settles an open question."""

_players_option = click.option("--players", required=True, metavar="NAMES")


def at_table(words: Sequence[str], read: Callable[[Sequence[str]], M]) -> tuple[str | None, M]:
    """The table that was named, and the other words as read; no table where all can be read without one."""
    try:
        return None, read(words)
    except InputError:
        if not words or "=" in words[0]:
            raise
        try:
            return words[0], read(words[1:])
        except InputError:
            if len(words) > 1:
                raise
        raise


def joined(name: str | None, store: Path | None) -> AbstractContextManager[HogenSession]:
    """A table that exists, opened for one command; the one used last where none is named."""
    return open_for_command(Session(store, used_table(name, store, GAME.name), GAME))


@click.command(cls=SpokenCommand)
@table_argument
@_players_option
@click.option("--seed", metavar="TEXT")
@click.option("--deduction/--no-deduction", default=True)
@ruling_option
@store_option
@json_option
def deal(
    table: str, players: str, rulings: Sequence[str], store: Path | None, as_json: bool, **more: Any
) -> None:
    """Shuffle the sixteen samurai, open the palace and deal; Companion keeps every secret."""
    chosen = read_rulings(RULINGS, rulings)
    _tell_begun(begin(store, table, names_of(players), chosen, **more), as_json)


@click.command(cls=SpokenCommand)
@table_argument
@_players_option
@click.option("--palace", metavar="CARDS")
@click.option("--starts", metavar="NAME")
@ruling_option
@store_option
@json_option
def referee(
    table: str,
    players: str,
    palace: str | None,
    starts: str | None,
    rulings: Sequence[str],
    store: Path | None,
    as_json: bool,
) -> None:
    """Judge a game that is played with real cards: only calls and accusations come here."""
    chosen = read_rulings(RULINGS, rulings)
    names = names_of(players)
    cards = None
    if palace is not None:
        cards = [card_named(word) for word in joined_names(palace.replace(",", " ")).split()]
    _tell_begun(begin(store, table, names, chosen, real=True, palace=cards, starts=starts), as_json)


@table_command("show")
@click.option("--seat", metavar="NAME")
@click.option("--history", is_flag=True)
def show(seat: str | None, history: bool) -> object:
    """Show what lies open to all, or with --seat what one player may see."""
    return partial(looking.show, seat=seat, history=history)


@click.command("log", cls=SpokenCommand)
@last_table_argument
@store_option
@click.option("--seat", required=True, metavar="NAME")
@output_option("-o", "--output")
@overwrite_option
@json_option
def log_command(
    table: str | None, store: Path | None, seat: str, output: Path | None, overwrite: bool, as_json: bool
) -> None:
    """Write the log a player could have kept: their cards, and all they heard and saw."""
    with joined(table, store) as here:
        tell(looking.seat_log(here, seat, output, overwrite, current()), as_json)


@draw.register
def _kept_log(log: looking.KeptLog) -> Iterator[str]:
    yield from log.text.splitlines()


def names_of(typed: str) -> list[str]:
    """Players' names with commas or blanks between, or only their number."""
    text = typed.strip()
    if text.isdecimal():
        return list(seats_of(check_players(int(text))))
    names = [name.strip() for name in text.split("," if "," in text else None)]
    check_players(len(names))
    return names


def _tell_begun(begun: HogenSession, as_json: bool) -> None:
    with open_for_command(begun) as here:
        tell_at(here, told(here, here.history.step(1)), as_json)
        if not as_json:
            speak("Go on with: companion hogen play {table}", table=as_typed(here.name))
