"""Bonuses of end-of-game scoring cards. Cards 1, 4 and 5 change the count of factories, lakes and towns."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from companion.rules.honshu.map.blocks import block_at, most_blocks, windows
from companion.rules.honshu.map.board import Board, single_bits
from companion.rules.honshu.score.land import Feature, cubes_on_map


def forest_lines(board: Board, rulings: Mapping[str, str], _delivered: Sequence[int]) -> list[Feature]:
    """Three forests in a row or column: 4. Source: end-of-game scoring card 2."""
    shared = rulings["forest-lines"] == "windows"
    found = []
    for index, step in enumerate((1, board.stride)):
        beginnings = board.forest & ~(board.forest << step)
        for first in single_bits(beginnings):
            line, length = first, 1
            while board.forest & line << step & ~line:
                line |= board.forest & line << step
                length += 1
            times = length - 2 if shared else length // 3
            if times > 0:
                found.append(Feature("card-2", 4 * times, line, (length, times, index)))
    return found


def fallow_blocks(board: Board, rulings: Mapping[str, str], _delivered: Sequence[int]) -> list[Feature]:
    """Two by two squares of fallow: 5. Source: end-of-game scoring card 3."""
    stride = board.stride
    if rulings["fallow-blocks"] == "windows":
        corners = tuple(single_bits(windows(board.fallow, stride)))
    else:
        corners = most_blocks(board.fallow, stride)
    return [Feature("card-3", 5, block_at(corner, stride), ()) for corner in corners]


def every_lake(board: Board, rulings: Mapping[str, str], _delivered: Sequence[int]) -> list[Feature]:
    """Each lake square: 2, on top of the lakes where a table plays so. Source: scoring card 4."""
    number = board.lake.bit_count()
    if rulings["lake-card"] == "instead" or not number:
        return []
    return [Feature("card-4", 2 * number, board.lake, (number,))]


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
            found.append(Feature("card-6", 2 * number, empty, (number, colour), joined=False))
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
            found.append(Feature(rule, 2 * number, served, (number, colour), joined=False))
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
