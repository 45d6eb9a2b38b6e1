"""The start of a table of Hogen: companion's cards dealt, or real cards judged."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.data.hogen.cards import card_named, check_palace, in_order
from companion.data.hogen.events import seats_of
from companion.errors import InputError
from companion.rules.hogen.game import Game
from companion.rules.hogen.rulings import RULINGS
from companion.rules.hogen.setup import check_players, deal
from companion.rules.hogen.turn import Turn
from companion.rules.rulings import Rulings
from companion.table.history import Played
from companion.table.hogen.requests import BeginTable
from companion.table.hogen.state import HogenState
from companion.table.log import Body

__all__ = ["LONGEST_NAME", "play_start"]

LONGEST_NAME = 30
"""Letters of a player's name."""


def play_start(state: None, request: BeginTable, recorded: Body | None) -> Played[HogenState]:
    """Shuffle and deal, or take in what lies on the table."""
    seats = seats_of(_check_names(request.players))
    rulings = Rulings(RULINGS, request.rulings)
    result = _dealt(seats, request) if recorded is None else recorded
    palace, hands = result["palace"], result["hands"]
    turn = Turn.first(
        len(seats), None if palace is None else frozenset(map(card_named, palace)), result["starts"], rulings
    )
    held = None if hands is None else {s: frozenset(map(card_named, cards)) for s, cards in hands.items()}
    return Played(result, HogenState(request.players, Game(turn, held)))


def _dealt(seats: str, request: BeginTable) -> dict[str, Any]:
    dealt = deal(len(seats), Random(request.seed))
    if not request.real:
        return {
            "palace": list(map(str, dealt.palace)),
            "hands": {seat: list(map(str, cards)) for seat, cards in dealt.dealt.items()},
            "starts": dealt.starts,
        }
    starts = request.starts or dealt.starts
    if starts not in seats:
        raise InputError("'{value}' is not a seat; expected {seats}.", value=starts, seats=", ".join(seats))
    palace = None
    if request.palace is not None:
        cards = list(map(card_named, request.palace))
        check_palace(cards)
        palace = list(map(str, in_order(cards)))
    return {"palace": palace, "hands": None, "starts": starts}


def _check_names(names: Sequence[str]) -> int:
    check_players(len(names))
    for at, name in enumerate(names):
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise InputError(
                "'{name}' is not a name for a player; use 1 to {most} visible signs.",
                name="".join(sign if sign.isprintable() else "?" for sign in name[:LONGEST_NAME]),
                most=LONGEST_NAME,
            )
        if name.casefold() in (other.casefold() for other in names[:at]):
            raise InputError("Two players are named '{name}'; every name must tell one of them.", name=name)
        others = seats_of(len(names)).replace(seats_of(len(names))[at], "")
        if name.upper() in others:
            raise InputError(
                "'{name}' cannot sit at seat {seat}: that letter is another seat.",
                name=name,
                seat=seats_of(len(names))[at],
            )
    return len(names)
