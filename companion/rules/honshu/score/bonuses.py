"""Bonuses of end-of-game scoring cards. Cards 1, 4 and 5 change the count of factories, lakes and towns."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from companion.rules.honshu.map.blocks import block_at, most_blocks, windows
from companion.rules.honshu.map.board import Board, single_bits
from companion.rules.honshu.score.land import Feature, cubes_on_map, feature

TRIPLE = 3  # forests in a line that score with card 2


def forest_lines(board: Board, rulings: Mapping[str, str], _delivered: Sequence[int]) -> list[Feature]:
    """Three forests in a row or column: 4. Source: end-of-game scoring card 2."""
    found = []
    for index, step in enumerate((1, board.stride)):
        beginnings = board.forest & ~(board.forest << step)
        for first in single_bits(beginnings):
            line, length = first, 1
            while board.forest & line << step & ~line:
                line |= board.forest & line << step
                length += 1
            if length >= TRIPLE:
                found.append(feature("card-2", line, length, line_times(length, rulings), index))
    return found


def line_times(length: int, rulings: Mapping[str, str]) -> int:
    """How often a line of forests scores. Source: scoring card 2; the ruling ``forest-lines``."""
    return length - 2 if rulings["forest-lines"] == "windows" else length // TRIPLE


def fallow_blocks(board: Board, rulings: Mapping[str, str], _delivered: Sequence[int]) -> list[Feature]:
    """Two by two squares of fallow: 5. Source: end-of-game scoring card 3."""
    stride = board.stride
    if rulings["fallow-blocks"] == "windows":
        corners = tuple(single_bits(windows(board.fallow, stride)))
    else:
        corners = most_blocks(board.fallow, stride)
    return [feature("card-3", block_at(corner, stride)) for corner in corners]


def every_lake(board: Board, rulings: Mapping[str, str], _delivered: Sequence[int]) -> list[Feature]:
    """Each lake square: 2, on top of the lakes where a table plays so. Source: scoring card 4."""
    number = board.lake.bit_count()
    if rulings["lake-card"] == "instead" or not number:
        return []
    return [feature("card-4", board.lake, number)]


def empty_production(board: Board, rulings: Mapping[str, str], delivered: Sequence[int]) -> list[Feature]:
    """Production squares without a cube: 2 each. Source: end-of-game scoring card 6.

    A delivered cube leaves its square empty, unless the table counts before the delivery. A cube beyond
    the ten of its colour does not exist, so its square is empty.
    """
    after = rulings["empty-production"] == "after"
    found = []
    for colour in range(4):
        held = board.cubes[colour]
        stays = cubes_on_map(board, colour, rulings)
        if after:
            stays -= delivered[colour]
        empty = board.production[colour] ^ held
        for cube in list(single_bits(held))[: held.bit_count() - stays]:
            empty |= cube
        if number := empty.bit_count():
            found.append(feature("card-6", empty, number, colour))
    return found


def prized_cubes(
    board: Board, _rulings: Mapping[str, str], delivered: Sequence[int], rule: str, colours: tuple[int, ...]
) -> list[Feature]:
    """Cubes of two colours in factories: 2 more each. Source: end-of-game scoring cards 7 and 8."""
    found = []
    for colour in colours:
        if number := delivered[colour]:
            served, left = 0, number
            for factories in board.factories[colour]:
                for factory in single_bits(factories):
                    if left:
                        served |= factory
                        left -= 1
            found.append(feature(rule, served, number, colour))
    return found


BONUSES: dict[int, Callable[[Board, Mapping[str, str], Sequence[int]], list[Feature]]] = {
    2: forest_lines,
    3: fallow_blocks,
    4: every_lake,
    6: empty_production,
    7: partial(prized_cubes, rule="card-7", colours=(0, 3)),
    8: partial(prized_cubes, rule="card-8", colours=(1, 2)),
}
"""The bonus of each scoring card that adds one, from map, rulings and cubes delivered a colour."""
