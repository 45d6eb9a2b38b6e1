"""The worlds of a deduction spelled out one by one, as the brute force lists them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import compress

from companion.data.hogen.cards import CARDS, Card
from companion.rules.hogen.worlds import Worlds
from tests.rules.hogen.brute import World


def listed(worlds: Worlds) -> list[World]:
    size = max(worlds.possible.bit_length(), 1)

    def lying(where: Mapping[Card, int]) -> Iterator[frozenset[Card]]:
        """The samurai that lie there, in one world after the other."""
        marks = zip(*(map(int, f"{where[card]:0{size}b}"[: -size - 1 : -1]) for card in CARDS), strict=True)
        return (frozenset(compress(CARDS, each)) for each in marks)

    rallied = zip(*(lying(worlds.rallied[seat]) for seat in worlds.seats), strict=True)
    hands = zip(*(lying(worlds.hands[seat]) for seat in worlds.seats), strict=True)
    left = map(int, f"{worlds.possible:b}"[::-1])
    return [
        (
            tuple((seat, next(iter(card))) for seat, card in zip(worlds.seats, laid, strict=True)),
            tuple(zip(worlds.seats, held, strict=True)),
        )
        for laid, held in compress(zip(rallied, hands, strict=True), left)
    ]
