"""Every way the hidden cards can lie, seen from one seat: one world a row.

At the start there are 1,120 worlds of 3 players (8 unseen samurai: 70 ways to part them, 4 x 4 choices of
the rallied ones) and 45,360 of 4 players (9 unseen: 1,680 x 27). All are listed, so what is told
from them needs no other proof than that each row is a way the cards can lie and none is missing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from companion.data.hogen.cards import CARDS, Card
from companion.data.hogen.events import seats_of
from companion.data.hogen.log import Opening
from companion.rules.hogen.setup import cards_each

__all__ = ["Worlds", "all_worlds", "mask_of"]


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
