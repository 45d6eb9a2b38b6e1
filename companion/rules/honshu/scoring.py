"""The final score of a map of Honshu, line by line.

Finding what scores and telling it are one: ``findings`` lists what brings points as sets of squares,
``score`` puts the same list into words, and the adviser adds up the same list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from companion.data.honshu_map import HonshuMap
from companion.rules.honshu.blocks import block_at, most_blocks, windows
from companion.rules.honshu.board import Board, Position, board_of, districts, positions, single_bits
from companion.rules.honshu.rulings import HONSHU_RULINGS
from companion.rules.honshu.telling import tell
from companion.rules.rulings import Rulings
from companion.rules.score import Line, Score

__all__ = ["CARDS", "CUBES_A_COLOUR", "PARTS", "Finding", "findings", "parts", "score", "score_board"]

CARDS = range(1, 9)
"""The numbers of the end-of-game scoring cards."""

CUBES_A_COLOUR = 10
"""Cubes of each colour in the box."""

PARTS = ("forest", "town", "factory", "lake", "bonus")
"""The parts a total is told in; what a scoring card adds is ``bonus``."""


class Finding(NamedTuple):
    """Something on a map that scores.

    Attributes:
        rule: ``forest``, ``town``, ``factory``, ``lake``, or ``card-2`` to ``card-8``.
        points: What it brings.
        squares: Set of its squares.
        details: What its sentence needs: numbers and the index of a colour, by rule.
    """

    rule: str
    points: int
    squares: int
    details: tuple[int, ...]


def findings(board: Board, card: int | None, rulings: Mapping[str, str]) -> list[Finding]:
    """Everything that scores on a map, and what is worth telling that does not.

    Args:
        board: The map.
        card: Number of the end-of-game scoring card, ``None`` without one.
        rulings: What the table plays by.
    """
    found = [*_forests(board), *_towns(board, card, rulings)]
    delivered = [0, 0, 0, 0]
    for colour in range(4):
        _deliver(board, colour, card, rulings, found, delivered)
    if card == 4 and rulings["lake-card"] == "instead":
        if board.lake:
            number = board.lake.bit_count()
            found.append(Finding("lake", 2 * number, board.lake, (number, 4)))
    else:
        found += _lakes(board)
    if card is not None and card != 5:
        extra = _EXTRAS.get(card)
        if extra is not None:
            found += extra(board, rulings, delivered)
    return found


def _forests(board: Board) -> list[Finding]:
    """Two points a forest. Source: Honshu booklet, Final score."""
    number = board.forest.bit_count()
    return [Finding("forest", 2 * number, board.forest, (number,))] if number else []


def _towns(board: Board, card: int | None, rulings: Mapping[str, str]) -> list[Finding]:
    """A point a town square of the biggest district, and card 5. Source: Honshu booklet, Final score.

    Of districts that are equally big one counts; with card 5 the one that gives most.
    """
    if not board.town:
        return []
    towns = districts(board.town, board.stride)
    size = max(map(int.bit_count, towns))
    biggest = [town for town in towns if town.bit_count() == size]
    if card != 5:
        return [Finding("town", size, biggest[0], (size, len(biggest)))]
    choices = [
        [Finding("town", size, town, (size, len(biggest))), *_crowded(board, rulings, town)]
        for town in biggest
    ]
    return max(choices, key=lambda choice: sum(finding.points for finding in choice))


def _crowded(board: Board, rulings: Mapping[str, str], biggest: int) -> list[Finding]:
    """Town squares with exactly four town neighbours. Source: end-of-game scoring card 5."""
    town, stride = board.town, board.stride
    crowded = town & town << 1 & town >> 1 & town << stride & town >> stride
    inside, outside = crowded & biggest, crowded & ~biggest
    if rulings["town-card-scope"] == "biggest":
        outside = 0
    if rulings["town-card-value"] == "added":
        inside, outside = inside | outside, 0
        each = 3
    else:
        each = 2
    return [
        Finding("card-5", points * squares.bit_count(), squares, (squares.bit_count(), points))
        for squares, points in ((inside, each), (outside, 3))
        if squares
    ]


def _deliver(
    board: Board,
    colour: int,
    card: int | None,
    rulings: Mapping[str, str],
    found: list[Finding],
    delivered: list[int],
) -> None:
    """Deliver the cubes of a colour, to the dearest factories first; one a factory, two with card 1.

    No other delivery gives more: a cube fits every factory of its colour, and the extras of cards 6, 7
    and 8 are the same for each cube delivered. Source: Honshu booklet, Final score; scoring card 1.
    """
    cubes = board.cubes[colour].bit_count()
    if cubes > CUBES_A_COLOUR and rulings["cube-pool"] == "ten":
        cubes = CUBES_A_COLOUR
    at_most = 2 if card == 1 else 1
    left = cubes
    value = 4
    for factories in board.factories[colour]:
        while factories:
            factory = factories & -factories
            factories ^= factory
            taken = left if left < at_most else at_most
            left -= taken
            found.append(Finding("factory", value * taken, factory, (colour, value, taken)))
        value -= 1
    delivered[colour] = cubes - left


def _lakes(board: Board) -> list[Finding]:
    """Three points a lake square but the first of its district. Source: Honshu booklet, Final score."""
    if not board.lake:
        return []
    return [
        Finding("lake", 3 * (lake.bit_count() - 1), lake, (lake.bit_count(),))
        for lake in districts(board.lake, board.stride)
    ]


def _forest_lines(board: Board, rulings: Mapping[str, str], _delivered: list[int]) -> list[Finding]:
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
                found.append(Finding("card-2", 4 * times, line, (length, times, index)))
    return found


def _fallow_blocks(board: Board, rulings: Mapping[str, str], _delivered: list[int]) -> list[Finding]:
    """Two by two squares of fallow: 5. Source: end-of-game scoring card 3."""
    stride = board.stride
    if rulings["fallow-blocks"] == "windows":
        corners = tuple(single_bits(windows(board.fallow, stride)))
    else:
        corners = most_blocks(board.fallow, stride)
    return [Finding("card-3", 5, block_at(corner, stride), ()) for corner in corners]


def _every_lake(board: Board, rulings: Mapping[str, str], _delivered: list[int]) -> list[Finding]:
    """Each lake square: 2, on top of the lakes where a table plays so. Source: scoring card 4."""
    number = board.lake.bit_count()
    if rulings["lake-card"] == "instead" or not number:
        return []
    return [Finding("card-4", 2 * number, board.lake, (number,))]


def _empty_production(board: Board, rulings: Mapping[str, str], delivered: list[int]) -> list[Finding]:
    """Production squares without a cube: 2 each. Source: end-of-game scoring card 6.

    A delivered cube leaves its square empty, unless the table counts before the delivery. A cube beyond
    the ten of its colour does not exist, so its square is empty.
    """
    after = rulings["empty-production"] == "after"
    ten = rulings["cube-pool"] == "ten"
    found = []
    for colour in range(4):
        held = board.cubes[colour]
        stays = min(held.bit_count(), CUBES_A_COLOUR) if ten else held.bit_count()
        if after:
            stays -= delivered[colour]
        empty = board.production[colour] ^ held
        for cube in list(single_bits(held))[: held.bit_count() - stays]:
            empty |= cube
        if empty:
            number = empty.bit_count()
            found.append(Finding("card-6", 2 * number, empty, (number, colour)))
    return found


def _prized_cubes(
    board: Board, _rulings: Mapping[str, str], delivered: list[int], colours: tuple[int, ...]
) -> list[Finding]:
    """Cubes of two colours in factories: 2 more each. Source: end-of-game scoring cards 7 and 8."""
    rule = "card-7" if colours == (0, 3) else "card-8"
    found = []
    for colour in colours:
        number = delivered[colour]
        if number:
            served, left = 0, number
            for factories in board.factories[colour]:
                for factory in single_bits(factories):
                    if left:
                        served |= factory
                        left -= 1
            found.append(Finding(rule, 2 * number, served, (number, colour)))
    return found


_EXTRAS: dict[int, Callable[[Board, Mapping[str, str], list[int]], list[Finding]]] = {
    2: _forest_lines,
    3: _fallow_blocks,
    4: _every_lake,
    6: _empty_production,
    7: partial(_prized_cubes, colours=(0, 3)),
    8: partial(_prized_cubes, colours=(1, 2)),
}

_DEFAULT = Rulings(HONSHU_RULINGS)


def score_board(
    board: Board, card: int | None = None, rulings: Mapping[str, str] = _DEFAULT
) -> Score[Position]:
    """The final score of a map given as sets of squares; see ``score``."""
    stride = board.stride
    return Score(
        tuple(
            Line(rule, points, positions(squares, stride), partial(tell, rule, details))
            for rule, points, squares, details in findings(board, card, rulings)
        )
    )


def score(map_: HonshuMap, card: int | None = None, rulings: Mapping[str, str] = _DEFAULT) -> Score[Position]:
    """The final score of a map.

    Args:
        map_: The map.
        card: Number of the end-of-game scoring card, 1 to 8; ``None`` without one.
        rulings: What the table plays by; the defaults otherwise.

    Returns:
        Its lines, with squares as ``(row, column)`` from 0 at the top left. Source: Honshu booklet,
        Final score.
    """
    return score_board(board_of(map_), card, rulings)


def parts(result: Score[Position]) -> dict[str, int]:
    """The points of a score by part: forest, town, factory, lake, bonus."""
    told = dict.fromkeys(PARTS, 0)
    for line in result.lines:
        told[line.rule if line.rule in told else "bonus"] += line.points
    return told
