"""The state of a table of Honshu: who sits where, every map and its changes, rulings, tricks and hands."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.data.honshu.placements import Play
from companion.errors import InputError, Refused
from companion.rules.honshu.laying import Pile
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, join_with_commas, shorten_text

SEATS = ("blue", "red", "yellow", "purple", "black")
"""The seats, each named after a colour on screens; the game itself has no player colours."""


@dataclass(frozen=True, slots=True)
class MapChange:
    """A change of a map: its request, a few words for it, and the map before and after."""

    request: Any
    words: Sentence
    before: Pile
    after: Pile
    spent_card: int | None = None  # the card in a trick that its cubes were put beside; they return only with it


@dataclass(frozen=True, slots=True)
class PlayerMap:
    """A player's map."""

    pile: Pile = field(default_factory=Pile)
    changes: tuple[MapChange, ...] = ()
    undone_changes: tuple[MapChange, ...] = ()
    """Changes that were undone and can be redone, the next one first."""


@dataclass(frozen=True, slots=True)
class TakenCard:
    """A card that a seat took from the trick of a round."""

    round: int
    seat: str
    card: int


@dataclass(frozen=True, slots=True)
class HonshuState:
    """A table of Honshu; hands are secret, and with two players a laid card is too, until both have laid."""

    names: Mapping[str, str]  # seat to name, in the order of ``SEATS``
    maps: Mapping[str, PlayerMap]
    card: int | None
    rulings: Rulings
    order: tuple[str, ...] = ()  # the seats in the order of their order cards; empty before the first trick
    tricks: tuple[tuple[Play, ...], ...] = field(default=())  # in the player order of each round
    is_over: bool = False
    hands: Mapping[tuple[int, str], tuple[int, ...]] = field(default_factory=dict)
    """The cards a seat entered, by the half of a deal and the seat; they include those played since."""
    holds_secrets: bool = False  # true once the log has a hand or a card face down, undone or not
    right_neighbours: Mapping[str, str] = field(default_factory=dict)  # the neighbour on a seat's right, as entered
    laid_plays: tuple[Play, ...] = ()  # cards laid so far in a trick, with their seats as players
    pair: tuple[int, ...] = ()  # with two players: that trick's cards from the draw pile
    taken_cards: tuple[TakenCard, ...] = ()
    last_move: tuple[str, HonshuState] | None = None  # the seat that laid or took a card last, and the state before

    @property
    def has_begun(self) -> bool:
        """True once the first round has begun: from then on no player joins or leaves."""
        return bool(self.tricks or self.laid_plays or self.pair)

    def get_open_map(self, seat: str) -> PlayerMap:
        """The map of a seat, for a change; refused if the seat is free or the maps are finished."""
        check_seat(seat, self.names)
        if self.is_over:
            raise refuse_finished()
        return self.maps[seat]

    def has_fixed_start(self, seat: str) -> bool:
        """True once a card is played, if a map has only its start province, which can then not be undone."""
        changes = self.maps[seat].changes if self.laid_plays or self.tricks else ()
        return bool(changes) and not changes[-1].before.cards and len(changes[-1].after.cards) == 1

    def with_map(self, seat: str, player_map: PlayerMap) -> HonshuState:
        return replace(self, maps={**self.maps, seat: player_map})


def check_seat(seat: str, seats: Collection[str] = SEATS) -> None:
    if seat not in seats:
        raise InputError(
            "'{value}' is not a seat; expected {seats}.", value=shorten_text(seat, 20), seats=join_with_commas(seats)
        )


def check_state(state: HonshuState) -> None:
    """Accept every map that can be typed; doubts about it are reported when it is scored."""


def refuse_finished() -> Refused:
    """The error for a change to maps that are finished."""
    return Refused("The maps of this table are finished; reopen them first.")
