"""Every way the hidden cards can lie, seen from one seat: one world a row.

At the start there are 1,120 worlds of 3 players (8 unseen samurai: 70 ways to part them, 4 x 4 choices of
the rallied ones) and 45,360 of 4 players (9 unseen: 1,680 x 27). All are listed, so what is told
from them needs no other proof than that each row is a way the cards can lie and none is missing.

Nobody's cunning is read in an event. It proves only what the rules force: a pass means no match in hand, a
call agrees with the caller's rallied samurai, an answer shows a card that was held, a wrong accusation was
not right in everything. So a world that is gone is truly impossible.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from companion.data.hogen.calls import Call
from companion.data.hogen.cards import CARDS, Card
from companion.data.hogen.events import Accused, Answered, Called, Event, Passed, Saw, seats_of
from companion.data.hogen.log import Opening
from companion.rules.hogen.calls import may_call
from companion.rules.hogen.setup import cards_each

__all__ = ["Worlds", "all_worlds", "call_mask", "mask_of", "worlds_after"]


def mask_of(cards: Iterable[Card]) -> int:
    """A set of samurai as sixteen bits, the bit of each being its number."""
    return sum(1 << card.number for card in cards)


@dataclass(frozen=True, slots=True)
class Worlds:
    """The worlds still possible; my own cards are columns too, the same in every row.

    Attributes:
        seats: The letters of the seats; column ``k`` of both arrays is seat ``k``.
        rallied: Number of each seat's rallied samurai; shape (worlds, seats).
        hands: Each seat's hand as sixteen bits; shape (worlds, seats).
    """

    seats: str
    rallied: NDArray[np.uint8]
    hands: NDArray[np.uint16]

    def __len__(self) -> int:
        return len(self.rallied)

    def rallied_of(self, seat: str) -> NDArray[np.uint8]:
        """The number of a seat's rallied samurai in every world."""
        return self.rallied[:, self.seats.index(seat)]

    def hand_of(self, seat: str) -> NDArray[np.uint16]:
        """A seat's hand in every world."""
        return self.hands[:, self.seats.index(seat)]

    def where(self, possible: NDArray[np.bool_]) -> Worlds:
        """Only the worlds marked as possible."""
        return Worlds(self.seats, self.rallied[possible], self.hands[possible])

    def swapped(self, seat: str, lays: Card, takes: Card) -> Worlds:
        """The same worlds after a seat has laid a samurai it holds in all of them and taken another."""
        hands = self.hands.copy()
        column = hands[:, self.seats.index(seat)]
        column &= np.uint16(0xFFFF ^ (1 << lays.number))
        column |= np.uint16(1 << takes.number)
        return Worlds(self.seats, self.rallied, hands)


def all_worlds(opening: Opening) -> Worlds:
    """Every world before the first call, from what one seat knows."""
    seats = seats_of(opening.players)
    known = {*opening.hand, opening.rallied, *opening.palace}
    unseen = tuple(card.number for card in CARDS if card not in known)
    others = [seat for seat in seats if seat != opening.me]
    each = cards_each(opening.players)
    parted = np.array(_parted(unseen, len(others), each), dtype=np.uint16)
    choices = np.array(list(product(range(each), repeat=len(others))))
    # Every parting with every choice: (partings, choices, other seats), then one world a row.
    kept = parted[:, None, :, :].repeat(len(choices), axis=1)
    kept = np.take_along_axis(kept, choices[None, :, :, None], axis=3)[..., 0]
    dealt = np.bitwise_or.reduce(np.uint16(1) << parted, axis=2)
    held = dealt[:, None, :] ^ (np.uint16(1) << kept)
    worlds = len(parted) * len(choices)
    rallied = np.full((worlds, len(seats)), opening.rallied.number, dtype=np.uint8)
    hands = np.full((worlds, len(seats)), mask_of(opening.hand), dtype=np.uint16)
    columns = [seats.index(seat) for seat in others]
    rallied[:, columns] = kept.reshape(worlds, -1)
    hands[:, columns] = held.reshape(worlds, -1)
    return Worlds(seats, rallied, hands)


def _parted(cards: tuple[int, ...], parts: int, each: int) -> list[tuple[tuple[int, ...], ...]]:
    """All the ways to deal cards to seats, as many to each."""
    if parts == 0:
        return [()]
    return [
        (own, *rest)
        for own in combinations(cards, each)
        for rest in _parted(tuple(card for card in cards if card not in own), parts - 1, each)
    ]


def call_mask(call: Call) -> np.uint16:
    """All samurai that satisfy a call, as sixteen bits."""
    return np.uint16(mask_of(card for card in CARDS if call.matches(card)))


def worlds_after(worlds: Worlds, event: Event, asked: Call | None) -> Worlds:
    """The worlds left after an event.

    Args:
        worlds: The worlds before it.
        event: What happened.
        asked: The call that waits for an answer, when the event is a pass.
    """
    match event:
        case Called(seat, call):
            open_to = np.array([may_call(call, card) for card in CARDS])
            return worlds.where(open_to[worlds.rallied_of(seat)])
        case Passed(seat):
            assert asked is not None
            return worlds.where(worlds.hand_of(seat) & call_mask(asked) == 0)
        case Answered(seat, lays, takes):
            assert lays is not None  # whoever keeps a log sees the palace
            assert takes is not None
            holds = worlds.hand_of(seat) & np.uint16(1 << lays.number) != 0
            return worlds.where(holds).swapped(seat, lays, takes)
        case Accused(_, named, right):
            all_right: NDArray[np.bool_] = np.ones(len(worlds), dtype=bool)
            for seat, card in named:
                all_right &= worlds.rallied_of(seat) == card.number
            return worlds.where(all_right if right else ~all_right)
        case Saw(seat, card):
            return worlds.where(worlds.rallied_of(seat) == card.number)
