"""The state of a table of Ochiba, and the part of it that a seat may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.errors import InputError, TableError
from companion.play.game import Seat
from companion.sentences import Sentence, say

SUITS = {"M": "maple", "P": "pine", "C": "cherry"}
LEAVES = tuple(f"{suit}{value}" for suit in SUITS for value in range(1, 13))
SEATS = {"east": "blue", "south": "red", "west": "yellow"}


@dataclass(frozen=True, slots=True)
class OchibaState:
    """A game: every hand, the trick on the table, the tricks that were won, and whose turn it is."""

    names: Mapping[str, str]
    hands: Mapping[str, tuple[str, ...]]
    won: Mapping[str, int]
    turn: str
    trick: tuple[tuple[str, str], ...] = ()
    gone: tuple[str, ...] = ()
    over: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """What a seat may see: its own hand, and what lies open to all; ``hand`` is ``None`` for all others."""

    names: Mapping[str, str]
    won: Mapping[str, int]
    turn: str
    trick: tuple[tuple[str, str], ...]
    over: bool
    hand: tuple[str, ...] | None
    playable: tuple[str, ...]


def view(state: OchibaState, seat: str | None = None) -> View:
    """The part of a state that a seat may see, or everybody."""
    hand = None if seat is None else state.hands[seat]
    playable = list_playable(state, seat) if seat == state.turn and not state.over and seat else ()
    return View(state.names, state.won, state.turn, state.trick, state.over, hand, playable)


def list_playable(state: OchibaState, seat: str) -> tuple[str, ...]:
    """The leaves with which a seat may go on: those of the suit that was led, else any."""
    hand = state.hands[seat]
    led = [leaf for leaf in hand if state.trick and leaf[0] == state.trick[0][1][0]]
    return tuple(led) or hand


def list_seats(state: OchibaState) -> tuple[Seat, ...]:
    return tuple(Seat(seat, state.names[seat], colour) for seat, colour in SEATS.items())


def parse_seat(typed: str) -> str:
    if typed.casefold() not in SEATS:
        raise InputError("'{value}' is not a seat; expected {seats}.", value=typed, seats=", ".join(SEATS))
    return typed.casefold()


def parse_leaf(typed: str) -> str:
    if typed.upper() not in LEAVES:
        raise InputError("'{value}' is not a leaf; type a suit and a number, such as M7.", value=typed)
    return typed.upper()


def check_leaves(state: OchibaState) -> None:
    """Every leaf is in one place."""
    there = [*state.gone, *(leaf for _, leaf in state.trick)]
    there += [leaf for hand in state.hands.values() for leaf in hand]
    if sorted(there) != sorted(LEAVES):
        raise TableError("The thirty-six leaves of this table are no longer all there, each once.")


def describe_turn(state: OchibaState) -> Sentence:
    """The seat that lays next, or that the game is over."""
    if state.over:
        return say("The game is over.")
    return say("{name} lays a leaf.", name=state.names[state.turn])
