"""Points of the land itself: forests, the biggest town with card 5, lakes, factories and their cubes."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.data.honshu.cards import CUBES_A_COLOUR
from companion.rules.honshu.map.board import Board, districts


class Feature(NamedTuple):
    """Something on a map that scores, before it is put into words."""

    rule: str  # ``forest``, ``town``, ``factory``, ``lake``, or ``card-2`` and so on
    points: int
    squares: int  # a set of them, as in ``Board``
    details: tuple[int, ...]  # the numbers of its sentence, and the index of a colour, by rule
    joined: bool = True  # its squares score together; else each by itself


def forests(board: Board) -> list[Feature]:
    """Two points a forest. Source: Honshu booklet, Final score."""
    number = board.forest.bit_count()
    return [Feature("forest", 2 * number, board.forest, (number,), joined=False)] if number else []


def towns(board: Board, card: int | None, rulings: Mapping[str, str]) -> list[Feature]:
    """A point a town square of the biggest district, and card 5. Source: Honshu booklet, Final score.

    Of districts that are equally big one counts; with card 5 the one that gives most.
    """
    if not board.town:
        return []
    towns = districts(board.town, board.stride)
    size = max(map(int.bit_count, towns))
    biggest = [town for town in towns if town.bit_count() == size]
    if card != 5:
        return [Feature("town", size, biggest[0], (size, len(biggest)))]
    choices = [
        [Feature("town", size, town, (size, len(biggest))), *crowded_towns(board, rulings, town)]
        for town in biggest
    ]
    return max(choices, key=lambda choice: sum(feature.points for feature in choice))


def crowded_towns(board: Board, rulings: Mapping[str, str], biggest: int) -> list[Feature]:
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
        Feature("card-5", points * squares.bit_count(), squares, (squares.bit_count(), points), joined=False)
        for squares, points in ((inside, each), (outside, 3))
        if squares
    ]


def lakes(board: Board, card: int | None, rulings: Mapping[str, str]) -> list[Feature]:
    """Three points a lake square but the first of its district; with card 4 two a square instead.

    Source: Honshu booklet, Final score; end-of-game scoring card 4 and the ruling ``lake-card``.
    """
    if not board.lake:
        return []
    if card == 4 and rulings["lake-card"] == "instead":
        number = board.lake.bit_count()
        return [Feature("lake", 2 * number, board.lake, (number, card))]
    return [
        Feature("lake", 3 * (lake.bit_count() - 1), lake, (lake.bit_count(),))
        for lake in districts(board.lake, board.stride)
    ]


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

    Every factory with what it brings, and how many cubes of each colour were delivered. No other delivery
    gives more: a cube fits every factory of its colour, and the extras of cards 6, 7 and 8 are the same for
    each cube delivered. Source: Honshu booklet, Final score; scoring card 1.
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
                found.append(Feature("factory", value * taken, factory, (colour, value, taken), joined=False))
            value -= 1
        delivered[colour] = cubes - left
    return found, (delivered[0], delivered[1], delivered[2], delivered[3])
