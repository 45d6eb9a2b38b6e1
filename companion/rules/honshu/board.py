"""A finished map as sets of squares: districts, blocks, and doubts about a map.

A set of squares is one integer: bit ``row * stride + column`` is a square. Every row ends in one bit
that no square has, so that a set moved by one never runs into the next row. Uniting, intersecting and
counting sets of squares are then single operations.

The most separate 2 by 2 blocks of fallow (scoring card 3) are counted exactly. The rivals of a block are
those that share a square with it. A block whose rivals all share squares with one another can always be
taken: a best choice holds at most one of them, and this block in its place is as good. That decides
nearly every map. Where no such block is left, take the first in reading order: two of its rivals that do
not overlap always include the one a row below and a column to the left, so a best choice holds either
the first block or that one, and both are tried.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import or_

from companion.data.honshu.cards import CUBES_A_COLOUR, Colour, Square, Terrain
from companion.data.honshu.map import NO_CARD, SQUARES, HonshuMap
from companion.data.vocabulary import say_phrase
from companion.rules.rulings import Rulings, load_rulings
from companion.sentences import Sentence

Position = tuple[int, int]  # row and column of a square, from 0 at the top left
COLOURS = tuple(Colour)  # the colours in the order of the sets of a board


@dataclass(frozen=True, slots=True)
class Bitboard:
    """A map as sets of squares, one for each thing that a square shows."""

    stride: int  # bits a row takes: the columns and one that stays free
    forest: int
    town: int
    lake: int
    fallow: int
    production: tuple[int, ...]
    """A set for each colour, in the order of ``COLOURS``, as in ``cubes`` and ``factories``."""
    cubes: tuple[int, ...]  # the production squares that hold a cube
    factories: tuple[tuple[int, ...], ...]  # those of value 4, 3 and 2

    @property
    def land(self) -> int:
        """The set of all squares of the map."""
        land = self.forest | self.town | self.lake | self.fallow
        for squares in (*self.production, *(each for values in self.factories for each in values)):
            land |= squares
        return land


def get_slot(square: Square) -> int:
    """The index of a kind of square in the list of sets that a board is made of."""
    colour = 0 if square.colour is None else COLOURS.index(square.colour)
    if square.terrain is Terrain.PRODUCTION:
        return 4 + colour + (4 if square.cube else 0)
    if square.terrain is Terrain.FACTORY:
        return 12 + 3 * colour + (4 - square.value)
    return (Terrain.FOREST, Terrain.TOWN, Terrain.LAKE, Terrain.FALLOW).index(square.terrain)


SLOTS = 24  # sets that a board is made of
_SLOT_OF_SYMBOL = {symbol: get_slot(square) for symbol, square in SQUARES.items()}


def build_board_from_sets(sets: list[int], stride: int) -> Bitboard:
    """A board from its sets, in the order of ``get_slot``."""
    forest, town, lake, fallow = sets[:4]
    production = tuple(map(or_, sets[4:8], sets[8:12]))
    factories = (tuple(sets[12:15]), tuple(sets[15:18]), tuple(sets[18:21]), tuple(sets[21:]))
    return Bitboard(stride, forest, town, lake, fallow, production, tuple(sets[8:12]), factories)


def build_board_from_map(map_: HonshuMap) -> Bitboard:
    sets = [0] * SLOTS
    bit = 1
    for row in map_.rows:
        for symbol in row:
            if symbol != NO_CARD:
                sets[_SLOT_OF_SYMBOL[symbol]] |= bit
            bit <<= 1
        bit <<= 1
    return build_board_from_sets(sets, len(map_.rows[0]) + 1)


def split_bits(squares: int) -> Iterator[int]:
    """The squares of a set one by one, in reading order, each as a set of its own."""
    while squares:
        lowest = squares & -squares
        yield lowest
        squares ^= lowest


@lru_cache(maxsize=65536)
def find_districts(squares: int, stride: int) -> tuple[int, ...]:
    """The districts of a set, squares joined edge to edge, in reading order of their first squares."""
    districts = []
    while squares:
        district = squares & -squares
        while True:
            larger = squares & (district | district << 1 | district >> 1 | district << stride | district >> stride)
            if larger == district:
                break
            district = larger
        districts.append(district)
        squares ^= district
    return tuple(districts)


def list_positions(squares: int, stride: int) -> tuple[Position, ...]:
    """Row and column of every square of a set, in reading order."""
    return tuple(divmod(square.bit_length() - 1, stride) for square in split_bits(squares))


def find_blocks(squares: int, stride: int) -> int:
    """The top left squares of all 2 by 2 blocks of a set, overlapping or not."""
    pairs = squares & squares >> 1
    return pairs & pairs >> stride


def build_block(corner: int, stride: int) -> int:
    """The four squares of the block with the given top left square."""
    pair = corner | corner << 1
    return pair | pair << stride


def choose_most_blocks(squares: int, stride: int) -> tuple[int, ...]:
    """The top left squares of the most blocks that share no square, in reading order.

    Source: Honshu booklet, end-of-game scoring card 3; that blocks are separate is a ruling.
    """
    return tuple(split_bits(_choose_blocks(find_blocks(squares, stride), stride)))


def _choose_blocks(corners: int, stride: int) -> int:
    """The most blocks that share no square; blocks are given by their top left corners."""
    squares_taken = 0
    while easy := _find_easy_blocks(corners, stride):
        first = easy & -easy
        squares_taken |= first
        corners &= ~_find_rivals(first, stride)
    while corners:
        cluster = corners & -corners
        while (larger := corners & _find_rivals(cluster, stride)) != cluster:
            cluster = larger
        corners ^= cluster
        squares_taken |= _try_first_blocks(cluster, stride)
    return squares_taken


@lru_cache(maxsize=4096)
def _try_first_blocks(corners: int, stride: int) -> int:
    first = corners & -corners
    below_left = corners & first << (stride - 1)
    return max(
        (block | _choose_blocks(corners & ~_find_rivals(block, stride), stride) for block in (first, below_left)),
        key=int.bit_count,
    )


def _find_easy_blocks(corners: int, stride: int) -> int:
    """The blocks whose rivals all overlap: no two of them above and below, or left and right."""
    column = corners | corners << stride | corners >> stride
    row = corners | corners << 1 | corners >> 1
    return corners & ~(row << stride & row >> stride) & ~(column << 1 & column >> 1)


def _find_rivals(corners: int, stride: int) -> int:
    """The corners of all blocks that share a square with the given blocks, these included."""
    row = corners | corners << 1 | corners >> 1
    return row | row << stride | row >> stride


_say = partial(say_phrase, "honshu", "doubt")

MOST_COVERED_SQUARES = 13 * 6 - 12
"""Squares of the largest map: thirteen cards, each but the first overlapping another by a square."""


def find_doubts(map_: HonshuMap) -> Iterator[Sentence]:
    """Everything about a map that is impossible in a game of Honshu."""
    board = build_board_from_map(map_)
    pieces = find_districts(board.land, board.stride)
    if len(pieces) > 1:
        row, column = list_positions(pieces[1], board.stride)[0]
        yield _say("pieces", pieces=len(pieces), row=row + 1, column=column + 1)
    for colour, cubes in zip(COLOURS, board.cubes, strict=True):
        if cubes.bit_count() > CUBES_A_COLOUR:
            yield _say("cubes", number=cubes.bit_count(), colour=colour.word)
    squares = board.land.bit_count()
    if squares > MOST_COVERED_SQUARES:
        yield _say("squares", squares=squares, most=MOST_COVERED_SQUARES)


def find_shared_doubts(maps: Sequence[HonshuMap]) -> Iterator[Sentence]:
    """Doubts about the maps of one table together: the box has ten cubes of each colour."""
    boards = [build_board_from_map(map_) for map_ in maps]
    for index, colour in enumerate(COLOURS):
        cubes = [board.cubes[index].bit_count() for board in boards]
        if sum(cubes) > CUBES_A_COLOUR >= max(cubes):
            yield _say("cubes together", number=sum(cubes), colour=colour.word)


RULINGS = load_rulings("honshu")
DEFAULT_RULINGS = Rulings(RULINGS)  # each with its default
