"""The worlds of a deduction spelled out, as the brute force lists them: all, or some drawn by chance."""

from random import Random

from companion.data.hogen import CARDS
from companion.rules.hogen.deduction import Worlds
from tests.rules.hogen.brute_force import World


def list_worlds(worlds: Worlds, chance: Random | None = None, count: int = 1) -> list[World]:
    """All worlds that are possible; with a chance, so many different ones of them."""
    size = max(worlds.possible.bit_length(), 1)
    rallied, hands = (
        {seat: {card: f"{marks:0{size}b}"[::-1] for card, marks in where[seat].items()} for seat in worlds.seats}
        for where in (worlds.rallied, worlds.hands)
    )
    numbers = [number for number, mark in enumerate(f"{worlds.possible:b}"[::-1]) if mark == "1"]
    if chance is not None:
        numbers = chance.sample(numbers, min(count, len(numbers)))
    return [
        (
            tuple((seat, next(card for card in CARDS if rallied[seat][card][number] == "1")) for seat in worlds.seats),
            tuple(
                (seat, frozenset(card for card in CARDS if hands[seat][card][number] == "1")) for seat in worlds.seats
            ),
        )
        for number in numbers
    ]
