"""Points of the land itself: forests, the biggest town with card 5, lakes, factories and their cubes."""

from collections.abc import Callable, Iterator, Mapping
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


POINTS: dict[str, Callable[..., int]] = {
    "forest": lambda number: 2 * number,
    "town": lambda size, equals: size,
    "factory": lambda colour, value, taken: value * taken,
    "lake": lambda size, card=0: 2 * size if card else 3 * (size - 1),
    "card-2": lambda length, times, direction: 4 * times,
    "card-3": lambda: 5,
    "card-4": lambda number: 2 * number,
    "card-5": lambda number, each: number * each,
    "card-6": lambda number, colour=0: 2 * number,
    "card-7": lambda number, colour=0: 2 * number,
    "card-8": lambda number, colour=0: 2 * number,
    "recount": lambda card: 0,
}
"""What the details of each rule bring, on a map and by counts. Source: Honshu booklet, Final score."""

_APART = ("forest", "factory", "card-5", "card-6", "card-7", "card-8")  # their squares score each by itself


def feature(rule: str, squares: int, *details: int) -> Feature:
    """Something that scores, with its points; without squares where it was only counted."""
    return Feature(rule, POINTS[rule](*details), squares, details, rule not in _APART)


def forests(board: Board) -> list[Feature]:
    """Two points a forest. Source: Honshu booklet, Final score."""
    number = board.forest.bit_count()
    return [feature("forest", board.forest, number)] if number else []


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
        return [feature("town", biggest[0], size, len(biggest))]
    choices = [
        [feature("town", town, size, len(biggest)), *crowded_towns(board, rulings, town)] for town in biggest
    ]
    return max(choices, key=lambda choice: sum(feature.points for feature in choice))


def crowded_towns(board: Board, rulings: Mapping[str, str], biggest: int) -> list[Feature]:
    """Town squares with exactly four town neighbours. Source: end-of-game scoring card 5."""
    town, stride = board.town, board.stride
    crowded = town & town << 1 & town >> 1 & town << stride & town >> stride
    return [
        feature("card-5", squares, squares.bit_count(), points)
        for squares, points in crowded_parts(crowded & biggest, crowded & ~biggest, rulings)
        if squares
    ]


def crowded_parts(inside: int, outside: int, rulings: Mapping[str, str]) -> Iterator[tuple[int, int]]:
    """What scores with card 5, and by how much each; of sets of squares or of their numbers, added alike."""
    if rulings["town-card-scope"] == "biggest":
        outside = 0
    if rulings["town-card-value"] == "added":
        yield inside + outside, 3
    else:
        yield from ((inside, 2), (outside, 3))


def lakes(board: Board, card: int | None, rulings: Mapping[str, str]) -> list[Feature]:
    """Three points a lake square but the first of its district; with card 4 two a square instead.

    Source: Honshu booklet, Final score; end-of-game scoring card 4 and the ruling ``lake-card``.
    """
    if not board.lake:
        return []
    if card == 4 and rulings["lake-card"] == "instead":
        number = board.lake.bit_count()
        return [feature("lake", board.lake, number, card)]
    return [feature("lake", lake, lake.bit_count()) for lake in districts(board.lake, board.stride)]


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
                found.append(feature("factory", factory, colour, value, taken))
            value -= 1
        delivered[colour] = cubes - left
    return found, (delivered[0], delivered[1], delivered[2], delivered[3])
