"""The commands at a table of Ochiba, and its prompt: a line a leaf."""

from __future__ import annotations

import secrets
from pathlib import Path

import click
from companion.play.ochiba.moves import Concede, Deal, LayLeaf
from companion.play.ochiba.state import OchibaState, describe_turn, parse_seat, view

from companion.answers import Answer
from companion.cli.answers import print_answer
from companion.cli.lazy import SpokenCommand
from companion.cli.prompt import Prompt
from companion.cli.table import (
    ask_table,
    get_used_table,
    last_table_argument,
    open_for_command,
    print_table_answer,
    store_option,
    table_command,
)
from companion.cli.voice import begin_prompt, json_option, speak_error, to_text
from companion.errors import CompanionError
from companion.play.game import describe_outcome
from companion.play.games import get_game
from companion.service import playing
from companion.service.kept_tables import open_table
from companion.service.session import Session


@click.command(cls=SpokenCommand)
@click.argument("table", metavar="TABLE")
@click.option("--players", required=True, metavar="NAMES")
@click.option("--seed", metavar="TEXT")
@store_option
@json_option
def deal(table: str, players: str, seed: str | None, store: Path | None, as_json: bool) -> None:
    """Deal to three players."""
    request = Deal(tuple(name.strip() for name in players.split(",")), seed or secrets.token_hex(8))
    session = Session(store, table, get_game("ochiba"), request)
    ask_table(session, lambda at: describe_outcome(at, at.history.get_transition(1)), as_json)


@table_command
@click.argument("leaf", metavar="LEAF")
@click.option("--seat", required=True, metavar="SEAT")
def lay(leaf: str, seat: str) -> object:
    """Lay a leaf."""
    return LayLeaf(parse_seat(seat), leaf)


@table_command
def concede() -> object:
    """Give the rest away."""
    return Concede()


@table_command
@click.option("--seat", metavar="SEAT")
def show(seat: str | None) -> object:
    """Show a hand, or what lies open."""

    def describe_view(session: Session[OchibaState]) -> Answer:
        seen = view(session.state, None if seat is None else parse_seat(seat))
        data = {"turn": seen.turn, "hand": seen.hand, "won": dict(seen.won)}
        return Answer(data, (describe_turn(session.state),))

    return describe_view


@click.command(cls=SpokenCommand)
@last_table_argument
@store_option
def play(table: str | None, store: Path | None) -> None:
    """Play at a prompt."""
    prompt = Prompt(lambda before: ())
    begin_prompt()
    with open_for_command(open_table(store, get_used_table(table, store, "ochiba"))) as session:
        while not session.state.over and (line := prompt.ask(f"{to_text(describe_turn(session.state))}> ")) is not None:
            try:
                request = Concede() if line == "concede" else LayLeaf(session.state.turn, line)
                print_table_answer(session, playing.play(session, request))
            except CompanionError as error:
                speak_error(error)
                raise click.exceptions.Exit(2) from None
    print_answer(Answer(lines=(describe_turn(session.state),)))
