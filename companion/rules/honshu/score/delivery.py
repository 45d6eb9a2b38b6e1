"""Cubes go to factories: the best delivery, and what it brings."""

from __future__ import annotations

from collections.abc import Mapping

from companion.data.honshu.cards import CUBES_A_COLOUR
from companion.rules.honshu.map.board import Board
from companion.rules.honshu.score.feature import Feature

__all__ = ["cubes_on_map", "deliver"]


def cubes_on_map(board: Board, colour: int, rulings: Mapping[str, str]) -> int:
    """The cubes of a colour that can be delivered: those on the map, as far as the box has them.

    Source: Honshu booklet, components; the ruling ``cube-pool``.
    """
    cubes = board.cubes[colour].bit_count()
    return min(cubes, CUBES_A_COLOUR) if rulings["cube-pool"] == "ten" else cubes


def deliver(
    board: Board, card: int | None, rulings: Mapping[str, str]
) -> tuple[list[Feature], tuple[int, int, int, int]]:
    """Deliver all cubes, to the dearest factories of their colour first; one a factory, two with card 1.

    No other delivery gives more: a cube fits every factory of its colour, and the extras of cards 6, 7
    and 8 are the same for each cube delivered. Source: Honshu booklet, Final score; scoring card 1.

    Returns:
        Every factory with what it brings, and how many cubes of each colour were delivered.
    """
    found: list[Feature] = []
    at_most = 2 if card == 1 else 1
    delivered = [0, 0, 0, 0]
    for colour in range(4):
        cubes = left = cubes_on_map(board, colour, rulings)
        value = 4
        for factories in board.factories[colour]:
            while factories:
                factory = factories & -factories
                factories ^= factory
                taken = left if left < at_most else at_most
                left -= taken
                found.append(Feature("factory", value * taken, factory, (colour, value, taken)))
            value -= 1
        delivered[colour] = cubes - left
    return found, (delivered[0], delivered[1], delivered[2], delivered[3])
