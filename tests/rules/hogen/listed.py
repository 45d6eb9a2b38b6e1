"""The worlds of a deduction spelled out, as the brute force lists them: all, or some drawn by chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import compress
from random import Random

from companion.data.hogen.cards import CARDS, Card
from companion.rules.hogen.deduction import Worlds
from tests.rules.hogen.brute import World


def list_worlds(worlds: Worlds) -> list[World]:
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


def draw_worlds(worlds: Worlds, chance: Random, count: int) -> list[World]:
    """That many different worlds at random; all of them where there are fewer."""
    numbers = list(compress(range(worlds.possible.bit_length()), map(int, f"{worlds.possible:b}"[::-1])))

    def lying(where: Mapping[Card, int], number: int) -> frozenset[Card]:
        return frozenset(card for card in CARDS if where[card] >> number & 1)

    return [
        (
            tuple((seat, next(iter(lying(worlds.rallied[seat], number)))) for seat in worlds.seats),
            tuple((seat, lying(worlds.hands[seat], number)) for seat in worlds.seats),
        )
        for number in chance.sample(numbers, min(count, len(numbers)))
    ]
