"""A table begins to keep its game: which way, from which board, with whose chests, rice and points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cli.answers import tell_lines
from companion.cli.shogun.asking import read_amounts, read_file, read_numbers, read_province
from companion.cli.shogun.keeping import do
from companion.cli.shogun.setup import BELONGS, OPTION, given
from companion.cli.shogun.tables import joined
from companion.cli.voice import speak_json
from companion.data.shogun import Side, facts
from companion.errors import InputError, Place
from companion.rules.shogun.cubes import daimyo, daimyo_named
from companion.rules.shogun.realm import Seat
from companion.rules.shogun.round.calendar import Season
from companion.rules.shogun.score.finished_board import FinishedBoard, read_finished_board
from companion.service.shogun.setup import doubtful_sea_routes
from companion.service.shogun.standing import board_lines, calendar_lines, game_data, next_lines
from companion.table.shogun.setting_up import asked_setup
from companion.table.shogun.views import view

__all__ = ["begin_game"]


def begin_game(name: str, side: Side, as_json: bool, options: Mapping[str, Any]) -> None:
    """Let a table keep its game from now on.

    Args:
        name: The table.
        side: The side of the board.
        as_json: Whether a program asks.
        options: The options as typed.
    """
    way = _way(options)
    with joined(options["store"], name) as opened:
        players = opened.state.players
        typed = FinishedBoard()
        if options["board"] is not None:
            board = facts().board(side)
            typed = read_finished_board(
                read_file(options["board"]), board, len(players), str(options["board"])
            )
            for colour in typed.players:
                if colour not in players:
                    raise InputError(
                        "{player} does not play at this table.",
                        place=Place(str(options["board"])),
                        player=daimyo(colour),
                    )
        seats = _seats(players, way, typed, options)
        event = do(
            opened,
            "setup",
            asked_setup(
                way,
                side,
                added=_routes(options["added"]),
                removed=_routes(options["removed"]),
                first=None if options["first"] is None else daimyo_named(options["first"]),
                opened=None if options["events"] is None else read_numbers(options["events"]),
                lands=typed.lands,
                seats=seats,
                year=options["year"],
                season=Season(options["season"]),
            ),
            as_json,
        )
        seen = view(opened.state)
        if as_json:
            speak_json({"table": opened.name, "event": event.number, "game": game_data(seen)})
            return
        if side == Side.MOON and not options["light"] and not options["added"] and not options["removed"]:
            tell_lines(doubtful_sea_routes())
        tell_lines((*board_lines(seen), *calendar_lines(seen), *next_lines(seen)))


def _way(options: Mapping[str, Any]) -> str:
    """The one way to begin that was chosen; options of other ways are refused."""
    chosen = [
        name
        for name, wanted in (
            ("draft", options["drafting"]),
            ("fixed", options["fixed"]),
            ("light", options["light"]),
            ("board", options["board"] is not None),
        )
        if wanted
    ]
    if options["players"] is not None:
        raise InputError("A table knows its players; --players goes without a table.")
    if len(chosen) != 1:
        raise InputError("Choose one way: --draft, --fixed, --board FILE, or --light.")
    for name, ways in BELONGS.items():
        if chosen[0] not in ways and given(options, name):
            raise InputError(
                "--{option} does not go with --{way}.", option=OPTION.get(name, name), way=chosen[0]
            )
    return chosen[0]


def _seats(
    players: Sequence[str], way: str, typed: FinishedBoard, options: Mapping[str, Any]
) -> dict[str, Seat]:
    """Chests, rice and points of whoever was named, in the file or in the options."""
    amounts = {
        "chests": {**typed.chests, **read_amounts(options["chests"], 999)},
        "rice": {**typed.rice, **read_amounts(options["rice"], 18)},
        "points": {**typed.points, **read_amounts(options["points"], 999)},
    }
    named = sorted({colour for told in amounts.values() for colour in told})
    if way == "board":
        for player in players:
            if player not in amounts["chests"]:
                raise InputError(
                    "The chests of {player} are missing; give them with --chests.", player=daimyo(player)
                )
    return {
        player: Seat(
            0,
            amounts["chests"].get(player, 0),
            amounts["rice"].get(player, 0),
            amounts["points"].get(player, 0),
        )
        for player in named
    }


def _routes(typed: Sequence[str]) -> list[tuple[str, str]]:
    found = []
    for text in typed:
        a, slash, b = text.partition("/")
        if not slash:
            raise InputError("'{text}' is no sea route; write two provinces, such as Shima/Izu.", text=text)
        found.append((read_province(a), read_province(b)))
    return found
