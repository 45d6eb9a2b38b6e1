"""``companion shogun setup``: what to lay out; and the beginning of a whole game at a table."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from companion.answers import Answer
from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun import reading
from companion.cli.table_commands import ask_table, store_option
from companion.cli.voice import json_option
from companion.data.files import read_given
from companion.data.shogun import Side, facts
from companion.errors import InputError, Place
from companion.play.shogun.set_up import SetUp
from companion.rules.shogun.realm import daimyo
from companion.rules.shogun.round.stages import ROUNDS, Season
from companion.rules.shogun.score.finished_board import FinishedBoard, read_finished_board
from companion.rules.shogun.setup.setup import DRAWN
from companion.service.playing import play
from companion.service.shogun.session import ShogunSession, open_table
from companion.service.shogun.tableless.setup import lay_out

_WAYS = {"draft": "drafting", "fixed": "fixed", "board": "board"}
"""The ways in which a whole game begins, and the option that says each."""

_BELONGS = {
    "first": ("draft",),
    "letters": ("fixed",),
    "chests": ("board",),
    "rice": ("board",),
    "points": ("board",),
    "year": ("fixed", "board"),
    "season": ("fixed", "board"),
}
"""Which ways to begin take an option."""

_TYPED = {"drafting": "draft", "added": "sea", "removed": "no-sea"}  # options that are typed with other names
_UNTOLD = {"year": 1, "season": Season.SPRING.value}


@click.command(cls=SpokenCommand)
@click.argument("table", required=False, metavar="[TABLE]")
@reading.number_option("--players", least=3, most=5)
@reading.side_option
@click.option("--fixed", is_flag=True)
@click.option("--letters", metavar="LETTERS")
@click.option("--draft", "drafting", is_flag=True)
@click.option("--board", type=click.Path(path_type=Path, allow_dash=True), metavar="FILE")
@click.option("--first", metavar="COLOUR")
@click.option("--sea", "added", multiple=True, metavar="A/B")
@click.option("--no-sea", "removed", multiple=True, metavar="A/B")
@click.option("--events", metavar="NUMBERS")
@reading.counts_option("--chests")
@reading.counts_option("--rice")
@reading.counts_option("--points")
@click.option("--year", type=click.IntRange(1, 2), default=1)
@click.option("--season", type=click.Choice([season.value for season in ROUNDS]), default=Season.SPRING.value)
@store_option
@json_option
def setup(table: str | None, store: Path | None, as_json: bool, **typed: Any) -> None:
    """What to lay out: cards that are out, chests, army groups, the fixed set-up."""
    if table is not None:
        way = _way(typed)
        ask_table(open_table(store, table), lambda here: _begin(here, way, typed), as_json)
        return
    if typed["players"] is None:
        raise InputError("Say how many play, such as --players 4, or name a table.")
    for name in ("drafting", "board", "events", "added", "removed", *_BELONGS):
        if _given(typed, name):
            raise InputError("--{option} needs a table.", option=_TYPED.get(name, name))
    tell(lay_out(Side(typed["side"]), typed["players"], typed["fixed"]), as_json)


def _given(typed: Mapping[str, Any], name: str) -> bool:
    """True when an option says anything."""
    return typed[name] not in (None, (), False) and typed[name] != _UNTOLD.get(name)


def _way(typed: Mapping[str, Any]) -> str:
    """The one way to begin that was chosen; options of other ways are refused."""
    chosen = [way for way, option in _WAYS.items() if _given(typed, option)]
    if typed["players"] is not None:
        raise InputError("A table knows its players; --players goes without a table.")
    if len(chosen) != 1:
        raise InputError("Choose one way: --draft, --fixed or --board FILE.")
    for name, ways in _BELONGS.items():
        if chosen[0] not in ways and _given(typed, name):
            raise InputError(
                "--{option} does not go with --{way}.", option=_TYPED.get(name, name), way=chosen[0]
            )
    return chosen[0]


def _begin(here: ShogunSession, way: str, typed: Mapping[str, Any]) -> Answer:
    """Begin a whole game at a table."""
    side = Side(typed["side"])
    board = typed["board"]
    found = FinishedBoard() if board is None else read_board(board, side, here.state.players)
    request = SetUp(
        way,
        side,
        tuple(_routes(typed["added"])),
        tuple(_routes(typed["removed"])),
        None if typed["first"] is None else reading.player_named(typed["first"]),
        reading.read_numbers(typed["events"]),
        found.lands,
        reading.read_seats(typed, found),
        typed["year"],
        Season(typed["season"]),
        ((typed["letters"] or "").strip().upper() or DRAWN) if way == "fixed" else "",
    )
    return play(here, request)


def read_board(file: Path, side: Side, players: Sequence[str]) -> FinishedBoard:
    """The board of a table as it stands in a file."""
    found = read_finished_board(read_given(file), facts().board(side), len(players), str(file))
    for colour in found.players:
        if colour not in players:
            raise InputError(
                "{player} does not play at this table.", place=Place(str(file)), player=daimyo(colour)
            )
    return found


def _routes(typed: Sequence[str]) -> Iterator[tuple[str, str]]:
    for text in typed:
        a, slash, b = text.partition("/")
        if not slash:
            raise InputError(
                "'{text}' is not a sea route; write two provinces, such as Shima/Izu.", text=text
            )
        yield (reading.read_province(a), reading.read_province(b))
