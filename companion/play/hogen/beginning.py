"""A table of Hogen begins: shuffled and dealt by Companion, or with real cards that lie on the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.codec import UNSAID
from companion.data.hogen.cards import card_named, check_palace, in_order
from companion.data.hogen.events import seats_of
from companion.errors import InputError
from companion.play.hogen.state import HogenState, check_seat
from companion.rules.hogen.game import HiddenGame, check_players, deal
from companion.rules.hogen.rulings import RULINGS
from companion.rules.hogen.turn import Turn
from companion.rules.rulings import Rulings
from companion.sentences import say
from companion.table.history import START, EventKind, Played
from companion.table.log import Body
from companion.table.shelf import check_names


@dataclass(frozen=True, slots=True)
class BeginTable:
    """Begin a table."""

    players: tuple[str, ...]  # their names, going left
    seed: str  # who knows it knows the cards
    real: bool = False
    palace: tuple[str, ...] | None = None
    """With real cards: the four that lie open, or ``None`` to keep no account of them."""
    starts: str | None = None  # with real cards: the seat that begins; drawn when it is not given
    rulings: Mapping[str, str] = field(default_factory=dict)
    deduction: bool = field(default=True, metadata=UNSAID)
    """True when players may see what can be deduced from their seat, for the whole game."""


def _play(state: None, request: BeginTable, recorded: Body | None) -> Played[HogenState]:
    seats = _check_names(request.players)
    rulings = Rulings(RULINGS, request.rulings)
    result = _dealt(seats, request) if recorded is None else recorded
    check_seat(seats, result["starts"])
    palace, hands = result["palace"], result["hands"]
    open_ = None if palace is None else frozenset(map(card_named, palace))
    turn = Turn.first(len(seats), open_, result["starts"], rulings)
    held = None if hands is None else {s: frozenset(map(card_named, cards)) for s, cards in hands.items()}
    return Played(result, HogenState(request.players, HiddenGame(turn, held), deduction=request.deduction))


def _dealt(seats: str, request: BeginTable) -> dict[str, Any]:
    dealt = deal(len(seats), Random(request.seed))
    if not request.real:
        return {
            "palace": list(map(str, dealt.palace)),
            "hands": {seat: list(map(str, cards)) for seat, cards in dealt.dealt.items()},
            "starts": dealt.starts,
        }
    starts = request.starts or dealt.starts
    check_seat(seats, starts)
    palace = None
    if request.palace is not None:
        cards = list(map(card_named, request.palace))
        check_palace(cards)
        palace = list(map(str, in_order(cards)))
    return {"palace": palace, "hands": None, "starts": starts}


def _check_names(names: Sequence[str]) -> str:
    """The letters of the players' seats; refused where a name is another's letter, or there are too many."""
    seats = seats_of(check_players(len(names)))
    check_names(names)
    for seat, name in zip(seats, names, strict=True):
        if name.upper() in seats.replace(seat, ""):
            raise InputError(
                "'{name}' cannot sit at seat {seat}: that letter is another seat.", name=name, seat=seat
            )
    return seats


KIND = EventKind(START, BeginTable, _play, line=lambda step: say("The table begins."))
