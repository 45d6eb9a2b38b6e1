"""The commands that reckon between battles: an action foreseen, a winter, the points of a finished board."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from companion.answers import Answer
from companion.cli.answers import answer_command, tell
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun import reading
from companion.cli.shogun.throws import Thrown, throw_options
from companion.cli.table_commands import ask_table, find_used_table, store_option, used_table
from companion.cli.voice import json_option
from companion.data.files import read_given
from companion.data.rows import whole_number
from companion.data.shogun import Side, facts
from companion.errors import InputError
from companion.play.shogun.fights.fight import WinterRevolt
from companion.play.shogun.winter import BeginWinter, CountPoints
from companion.rules.shogun.realm import Land, Seat
from companion.rules.shogun.round.actions import action_named, special_named
from companion.rules.shogun.score.finished_board import read_buildings, read_finished_board
from companion.rules.shogun.winter.hunger import rice_lost
from companion.sentences import listed
from companion.service.playing import play
from companion.service.shogun.session import ShogunSession, open_table
from companion.service.shogun.shown import score_finished_board, winter_has_begun
from companion.service.shogun.tableless.foresee import foresee_action
from companion.service.shogun.tableless.hunger import Hand, check_owners, reckon_winter

_AT_TABLE = ("revolt", "out", "odds_only", "still", "events")
_STEPPING = ("drawn", *_AT_TABLE)
_APART = ("loss", "event", "seed", "markers", "drawn")  # options of a winter without a table


@answer_command()
@click.argument("action", metavar="ACTION")
@click.argument("province", metavar="PROVINCE")
@click.option("--player", "colour", default="blue", metavar="COLOUR")
@reading.event_option
@click.option("--special", metavar="CARD")
@reading.number_option("--chests", most=999, default=15, metavar=None)
@reading.number_option("--rice", most=18, default=0, metavar=None)
@reading.number_option("--supply", most=62, default=30, metavar=None)
@reading.number_option("--armies", least=1, most=62, default=1, metavar=None)
@reading.number_option("--markers", most=42, default=0, metavar=None)
@click.option("--buildings", default="", metavar="KINDS")
@reading.side_option
@reading.ruling_option
def outcome(action: str, province: str, colour: str, **typed: Any) -> Answer:
    """What an action brings: castle, temple, theatre, rice, tax, five, three or one."""
    player = reading.player_named(colour)
    return foresee_action(
        action_named(action),
        reading.read_province(province),
        player,
        Land(player, typed["armies"], read_buildings(typed["buildings"]), typed["markers"]),
        Seat(typed["supply"], typed["chests"], typed["rice"]),
        side=Side(typed["side"]),
        event=reading.read_event(typed["event"]),
        special=None if typed["special"] is None else special_named(typed["special"]),
        rulings=reading.rulings_from(typed["rulings"]),
    )


@click.command(cls=SpokenCommand)
@click.argument("said", nargs=-1, metavar="[TABLE] [COLOUR=PROVINCES/RICE]...")
@reading.number_option("--loss", most=18)
@reading.number_option("--event", least=1, most=12)
@click.option("--markers", multiple=True, metavar="PROVINCE=NUMBER")
@click.option("--seed", metavar="TEXT")
@click.option("--drawn", multiple=True, metavar="PROVINCE")
@click.option("--revolt", metavar="PROVINCE")
@reading.counts_option("--out")
@throw_options
@click.option("--events", metavar="NUMBERS")
@reading.ruling_option
@store_option
@json_option
def winter(said: Sequence[str], store: Path | None, as_json: bool, **typed: Any) -> None:
    """Reckon a winter: rice lost, provinces fed, revolts and their green armies, provinces drawn."""
    table = said[0] if said and "=" not in said[0] else None
    if not said and not any(typed[name] for name in _APART):
        table = find_used_table(store, "shogun")  # without any it is reckoned from what is said
    hands = {
        player: _hand(text) for player, text in reading.pairs(said[1:] if table is not None else said).items()
    }
    check_owners(hands)
    if table is not None:
        if typed["rulings"]:
            raise InputError("A table has its own rulings; --ruling goes without a table.")
        if hands:
            raise InputError("A table knows its provinces and rice; they go without a table.")
        for option in ("loss", "event", "seed", "markers"):
            if typed[option] not in (None, ()):
                raise InputError(
                    "A table knows its loss and seed; --{option} goes without a table.", option=option
                )
        ask_table(open_table(store, table), lambda here: _next_step(here, typed), as_json)
        return
    for name in _AT_TABLE:
        if typed[name] not in (None, (), False):
            raise InputError("--{option} needs a table.", option=name.replace("_", "-"))
    if not hands:
        raise InputError("Say whose provinces and rice, such as blue=9/6, or name a table.")
    if typed["event"] is not None and typed["loss"] is not None:
        raise InputError("Give the loss or the event card, not both.")
    loss = typed["loss"] or 0
    if typed["event"] is not None:
        loss = rice_lost(facts().events[typed["event"] - 1], reading.rulings_from(typed["rulings"]))
    drawn = [reading.read_province(name) for name in typed["drawn"]]
    tell(reckon_winter(hands, loss, _markers(typed["markers"]), drawn, typed["seed"]), as_json)


def _hand(text: str) -> Hand:
    provinces, slash, rice = text.partition("/")
    names = [name for name in provinces.split(",") if name.strip()]
    if not slash or not names:
        raise InputError("'{text}' was not expected; write PROVINCES/RICE, such as 9/6.", text=text)
    if provinces.strip().isdigit():
        return Hand(whole_number(provinces, 0, 45), whole_number(rice, 0, 18))
    owned = tuple(reading.read_province(name) for name in names)
    if len(set(owned)) != len(owned):
        raise InputError("A province is named twice: {names}.", names=listed(owned))
    return Hand(owned, whole_number(rice, 0, 18))


def _markers(typed: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for text in typed:
        name, equals, number = text.partition("=")
        if not equals:
            raise InputError("'{text}' was not expected; write PROVINCE=NUMBER, such as Kai=1.", text=text)
        province = reading.read_province(name)
        if province in found:
            raise InputError("A province is named twice: {names}.", names=province)
        found[province] = whole_number(number, 0, 42)
    return found


def _next_step(here: ShogunSession, typed: Mapping[str, Any]) -> Answer:
    """The next step of a table's winter: the draw, one revolt after the other, the points, the new year."""
    if typed["revolt"] is not None:
        _only(("revolt", "out", "odds_only", "still"), typed)
        request = WinterRevolt(reading.read_province(typed["revolt"]), reading.read_out(typed["out"]))
        return Thrown(request, typed["odds_only"], typed["still"])(here)
    if winter_has_begun(here):
        _only(("events",), typed)
        return play(here, CountPoints(reading.read_numbers(typed["events"])))
    _only(("drawn",), typed)
    return play(here, BeginWinter(tuple(reading.read_province(name) for name in typed["drawn"])))


def _only(expected: Sequence[str], typed: Mapping[str, Any]) -> None:
    """Refuse what was said and does not belong to this step; nothing that was typed is passed over."""
    for option in _STEPPING:
        if option not in expected and typed[option] not in (None, (), False):
            raise InputError(
                "--{option} does not belong to this step of winter.", option=option.replace("_", "-")
            )


@click.command(cls=SpokenCommand)
@click.argument("file", required=False, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--table", metavar="TABLE")
@reading.side_option
@reading.number_option("--players", least=3, most=5)
@reading.counts_option("--points")
@reading.counts_option("--chests")
@store_option
@json_option
def score(file: Path | None, table: str | None, store: Path | None, as_json: bool, **typed: Any) -> None:
    """Count the points of a board typed as a small table: province, owner, buildings."""
    if file is not None and table is not None:
        raise InputError("Name a file with the board, or a table with --table.")
    if file is None:
        from companion.service.shogun.shown import score_so_far

        if typed["points"] or typed["chests"] or typed["players"] is not None:
            raise InputError("A table knows its players, points and chests.")
        ask_table(open_table(store, used_table(table, store, "shogun")), score_so_far, as_json)
        return
    side = Side(typed["side"])
    found = read_finished_board(read_given(file), facts().board(side), typed["players"], str(file))
    earlier, purses = reading.read_amounts(typed["points"], 999), reading.read_amounts(typed["chests"], 999)
    tell(score_finished_board(found, side, earlier, purses), as_json)
