"""What a request about a table of Honshu means: seats, places, the scoring card, the plays of a trick."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import reduce

from companion.data.honshu.evening import Evening
from companion.data.honshu.placements import FARTHEST
from companion.data.honshu.plays import Play, read_plays
from companion.data.honshu.scoring_cards import scoring_card
from companion.errors import InputError, Refused
from companion.play.honshu.requests import PlayTrick
from companion.play.honshu.state import SEATS, HonshuState
from companion.rules.honshu.map.board import Position
from companion.rules.honshu.tricks.evening import named, order_after, with_trick
from companion.rules.honshu.tricks.rounds import PLAYERS
from companion.table.names import check_names


def check_seats(players: Mapping[str, str], seats: Collection[str] = SEATS) -> None:
    """Hold seats and names against those there can be.

    Raises:
        InputError: For a seat there is not, a name that cannot be seen, or one that is there twice.
    """
    for seat in players:
        if seat not in seats:
            raise InputError(
                "'{value}' is not a seat; expected {seats}.", value=seat[:20], seats=", ".join(seats)
            )
    check_names(list(players.values()))


def check_card(card: int | None) -> None:
    """Hold the number of a scoring card against those there are; ``None`` plays without one."""
    if card is not None:
        scoring_card(card)


def read_place(text: str) -> Position:
    """A place such as ``3.-1``.

    Raises:
        InputError: When it is none.
    """
    found = re.fullmatch(r"(-?[0-9]{1,3})\.(-?[0-9]{1,3})", text)
    if found is None or max(abs(int(number)) for number in found.groups()) > FARTHEST:
        raise InputError("'{value}' is not a place on a map.", value=text[:20])
    return int(found[1]), int(found[2])


def order_now(state: HonshuState) -> tuple[str, ...]:
    """The seats in the order in which they play now; nobody before the first trick."""
    return _order_after(state.order, state.tricks)


def _order_after(order: tuple[str, ...], tricks: Sequence[Sequence[Play]]) -> tuple[str, ...]:
    return reduce(order_after, tricks, order)


def read_order(state: HonshuState, order: tuple[str, ...] | None) -> tuple[str, ...]:
    """The seats in the order of their order cards, as they were or as the first trick tells them.

    Raises:
        Refused: When the first trick does not tell them, or too few play.
        InputError: When it is not an order of who sits here.
    """
    if state.order:
        return state.order
    if len(state.names) not in PLAYERS:
        raise Refused("Tricks are for 2 to 5 players.")
    if order is None:
        raise Refused("The first trick tells the order of play: who has order card 1, 2 and so on.")
    if sorted(order) != sorted(state.names):
        raise InputError("The order of play has each player once: {seats}.", seats=", ".join(state.names))
    return order


def read_play(state: HonshuState, order: tuple[str, ...], asked: PlayTrick) -> tuple[Play, ...]:
    """The plays of a trick, judged by the rules.

    Raises:
        Refused: When such a trick cannot be played.
        InputError: When it cannot be read.
    """
    plays = read_plays(asked.plays)
    with_trick(Evening(order, None, state.tricks), plays)
    return named(_order_after(order, state.tricks), plays)
