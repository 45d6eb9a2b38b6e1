"""A map as sets of squares, each set one whole number: bit ``row * stride + column`` is a square.

Every row ends in one bit that no square has, so that a set moved by one never runs into the next row.
Joining, cutting and counting sets of squares is then one operation each.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import or_

from companion.data.honshu.cards import Colour, Square, Terrain
from companion.data.honshu.map import NO_CARD, SQUARES, HonshuMap

Position = tuple[int, int]  # row and column of a square, from 0 at the top left
COLOURS = tuple(Colour)  # the colours in the order of the sets of a board


@dataclass(frozen=True, slots=True)
class Board:
    """The squares of a map by what they show."""

    stride: int  # bits a row takes: the columns and one that stays free
    forest: int
    town: int
    lake: int
    fallow: int
    production: tuple[int, ...]
    """Of each colour, in the order of ``COLOURS``, as in ``cubes`` and ``factories``."""
    cubes: tuple[int, ...]  # the production squares that hold a cube
    factories: tuple[tuple[int, ...], ...]  # of value 4, 3 and 2

    @property
    def land(self) -> int:
        """Set of all squares that lie on the table."""
        land = self.forest | self.town | self.lake | self.fallow
        for squares in (*self.production, *(each for values in self.factories for each in values)):
            land |= squares
        return land


def slot_of(square: Square) -> int:
    """The position of a sort of square in the list of sets that a board is made of."""
    colour = 0 if square.colour is None else COLOURS.index(square.colour)
    if square.terrain is Terrain.PRODUCTION:
        return 4 + colour + (4 if square.cube else 0)
    if square.terrain is Terrain.FACTORY:
        return 12 + 3 * colour + (4 - square.value)
    return (Terrain.FOREST, Terrain.TOWN, Terrain.LAKE, Terrain.FALLOW).index(square.terrain)


SLOTS = 24  # sets that a board is made of
_SLOT_OF_SYMBOL = {symbol: slot_of(square) for symbol, square in SQUARES.items()}


def board_from(sets: list[int], stride: int) -> Board:
    """A board from its sets in the order of ``slot_of``."""
    forest, town, lake, fallow = sets[:4]
    production = tuple(map(or_, sets[4:8], sets[8:12]))
    factories = (tuple(sets[12:15]), tuple(sets[15:18]), tuple(sets[18:21]), tuple(sets[21:]))
    return Board(stride, forest, town, lake, fallow, production, tuple(sets[8:12]), factories)


def board_of(map_: HonshuMap) -> Board:
    """The sets of squares of a map."""
    sets = [0] * SLOTS
    bit = 1
    for row in map_.rows:
        for symbol in row:
            if symbol != NO_CARD:
                sets[_SLOT_OF_SYMBOL[symbol]] |= bit
            bit <<= 1
        bit <<= 1
    return board_from(sets, len(map_.rows[0]) + 1)


def single_bits(squares: int) -> Iterator[int]:
    """The squares of a set one by one, in reading order, each as a set of its own."""
    while squares:
        lowest = squares & -squares
        yield lowest
        squares ^= lowest


@lru_cache(maxsize=65536)
def districts(squares: int, stride: int) -> tuple[int, ...]:
    """The districts of a set: squares joined edge to edge. In reading order of their first squares."""
    found = []
    while squares:
        district = squares & -squares
        while True:
            grown = squares & (
                district | district << 1 | district >> 1 | district << stride | district >> stride
            )
            if grown == district:
                break
            district = grown
        found.append(district)
        squares ^= district
    return tuple(found)


def positions(squares: int, stride: int) -> tuple[Position, ...]:
    """Row and column of every square of a set, in reading order."""
    return tuple(divmod(square.bit_length() - 1, stride) for square in single_bits(squares))
