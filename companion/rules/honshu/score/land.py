"""The lines of a score: what each land brings, the bonus of the scoring card, and their words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from companion.data.honshu.cards import CUBES_A_COLOUR
from companion.data.vocabulary import told_of
from companion.rules.honshu.board import (
    COLOURS,
    Board,
    block_at,
    districts,
    most_blocks,
    single_bits,
    windows,
)
from companion.sentences import Sentence, say

FACTORIES = (
    say("blue factory"),
    say("brown factory"),
    say("grey factory"),
    say("yellow factory"),
    say("factory"),
)
"""A factory of each of ``COLOURS``, and of none that was told; a word each: in French the colour agrees."""

_WHERE = (say("in a row"), say("in a column"), say("in a line"))


def explained(rule: str, details: tuple[int, ...]) -> Sentence:
    """The sentence of a line of a score, from its rule and the numbers of its ``Feature``."""
    name, told = rule, dict[str, object]()
    count: int | None = None
    match rule, details:
        case "forest" | "card-4" | "card-6", (count,):
            pass
        case "town", (count, equals):
            name, told = "town" if equals == 1 else "town of several", {"equals": equals}
        case "factory", (colour, value, taken):
            name, count = ("factory", taken) if taken else ("factory without a cube", None)
            told = {"factory": FACTORIES[colour], "value": value}
        case "lake", (size,):
            name, told = "lake" if size > 1 else "lake of one", {"size": size}
        case "lake", (count, 4):
            name = "lake by card-4"
        case "card-2", (length, count, direction):
            told = {"length": length, "where": _WHERE[direction]}
        case "card-3", ():
            pass
        case "card-5", (count, each):
            name = "card-5 instead" if each == 2 else rule
        case "card-6", (count, colour):
            name, told = "card-6 of a colour", {"colour": COLOURS[colour].word}
        case "card-7" | "card-8", (count,):
            name, told = "cubes", {"card": rule.removeprefix("card-")}
        case "card-7" | "card-8", (count, colour):
            told = {"card": rule.removeprefix("card-"), "colour": COLOURS[colour].word}
            name = "cubes of a colour"
        case "recount", (card,):
            name, told = "recount" if card else "recount without a card", {"card": card}
        case _:
            raise ValueError(f"nothing is said of {rule} with {details}")
    return told_of("honshu", "score", name, count, **told)


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
