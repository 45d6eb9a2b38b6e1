"""A table begins to keep its game: which way, from which board, with whose chests, rice and points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.cli.answers import tell
from companion.cli.shogun.asking import read_amounts, read_file, read_numbers, read_province
from companion.cli.shogun.table import joined
from companion.data.shogun import Side, facts
from companion.errors import InputError, Place
from companion.rules.shogun.cubes import daimyo, daimyo_named
from companion.rules.shogun.round.calendar import Season
from companion.rules.shogun.score.finished_board import FinishedBoard, read_finished_board
from companion.service.shogun.table.rounds import set_up

__all__ = ["BELONGS", "OPTION", "begin_game", "given"]

BELONGS = {
    "first": ("draft",),
    "added": ("draft", "fixed", "board"),
    "removed": ("draft", "fixed", "board"),
    "chests": ("board",),
    "rice": ("board",),
    "points": ("board",),
    "year": ("fixed", "board", "light"),
    "season": ("fixed", "board", "light"),
}
"""Which ways to begin take an option."""

OPTION = {"drafting": "draft", "added": "sea", "removed": "no-sea"}
"""Options whose names in the program are others."""

_UNTOLD = {"year": 1, "season": Season.SPRING.value}


def given(options: Mapping[str, Any], name: str) -> bool:
    """Whether an option says anything."""
    return options[name] not in (None, (), False) and options[name] != _UNTOLD.get(name)


def begin_game(name: str, side: Side, as_json: bool, options: Mapping[str, Any]) -> None:
    """Let a table keep its game from now on.

    Args:
        name: The table.
        side: The side of the board.
        as_json: Whether a program asks.
        options: The options as typed.
    """
    way = _way(options)
    with joined(options["store"], name) as here:
        players = here.state.players
        found = _board(options, side, players)
        found = replace(
            found,
            chests={**found.chests, **read_amounts(options["chests"], 999)},
            rice={**found.rice, **read_amounts(options["rice"], 18)},
            points={**found.points, **read_amounts(options["points"], 999)},
        )
        answer = set_up(
            here,
            way,
            side,
            found,
            added=_routes(options["added"]),
            removed=_routes(options["removed"]),
            first=None if options["first"] is None else daimyo_named(options["first"]),
            opened=None if options["events"] is None else read_numbers(options["events"]),
            year=options["year"],
            season=Season(options["season"]),
        )
        tell(answer, as_json)


def _board(options: Mapping[str, Any], side: Side, players: Sequence[str]) -> FinishedBoard:
    """The board as it stands, where one was given."""
    if options["board"] is None:
        return FinishedBoard()
    place = str(options["board"])
    found = read_finished_board(read_file(options["board"]), facts().board(side), len(players), place)
    for colour in found.players:
        if colour not in players:
            raise InputError(
                "{player} does not play at this table.", place=Place(place), player=daimyo(colour)
            )
    return found


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


def _routes(typed: Sequence[str]) -> list[tuple[str, str]]:
    found = []
    for text in typed:
        a, slash, b = text.partition("/")
        if not slash:
            raise InputError(
                "'{text}' is not a sea route; write two provinces, such as Shima/Izu.", text=text
            )
        found.append((read_province(a), read_province(b)))
    return found
