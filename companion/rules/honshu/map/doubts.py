"""Doubts about a typed map: it is scored all the same, but somebody should look at the table again."""

from collections.abc import Iterator, Sequence
from functools import partial

from companion.data.honshu.cards import CUBES_A_COLOUR
from companion.data.honshu.map import HonshuMap
from companion.data.vocabulary import told_of
from companion.rules.honshu.map.board import COLOURS, board_of, districts, positions
from companion.sentences import Sentence

_told = partial(told_of, "honshu", "doubt")

MOST_COVERED_SQUARES = 13 * 6 - 12
"""Squares of the largest map: thirteen cards, each but the first overlapping another by a square."""


def doubts(map_: HonshuMap) -> Iterator[Sentence]:
    """Everything about a map that no game of Honshu brings about."""
    board = board_of(map_)
    pieces = districts(board.land, board.stride)
    if len(pieces) > 1:
        row, column = positions(pieces[1], board.stride)[0]
        yield _told("pieces", pieces=len(pieces), row=row + 1, column=column + 1)
    for colour, cubes in zip(COLOURS, board.cubes, strict=True):
        if cubes.bit_count() > CUBES_A_COLOUR:
            yield _told("cubes", number=cubes.bit_count(), colour=colour.word)
    squares = board.land.bit_count()
    if squares > MOST_COVERED_SQUARES:
        yield _told("squares", squares=squares, most=MOST_COVERED_SQUARES)


def doubts_together(maps: Sequence[HonshuMap]) -> Iterator[Sentence]:
    """Doubts about the maps of one table, though each may be well: the box has ten cubes a colour."""
    boards = [board_of(map_) for map_ in maps]
    for index, colour in enumerate(COLOURS):
        held = [board.cubes[index].bit_count() for board in boards]
        if sum(held) > CUBES_A_COLOUR >= max(held):
            yield _told("cubes together", number=sum(held), colour=colour.word)
