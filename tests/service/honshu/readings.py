"""Maps as photos may show them, made by hand: two cards, one over the other, 200 pixels a square."""

from dataclasses import replace

from companion.data.honshu.cards import Terrain
from companion.data.honshu.placements import cards_by_name
from companion.sentences import Sentence
from companion.vision.honshu.reading import Corners, Evidence, Reading, SeenCard, SeenSquare

SIDE = 100


def build_outline(row: int, column: int) -> Corners:
    left, top = float(SIDE * (column + 1)), float(SIDE * (row + 1))
    return (left, top), (left + SIDE, top), (left + SIDE, top + SIDE), (left, top + SIDE)


def build_two_card_reading(doubts: tuple[Sentence, ...] = ()) -> Reading:
    """Start province A1 upright, and card 7 over its last row: five rows of two squares."""
    squares = []
    for row in range(5):
        name, first = ("A1", 0) if row < 2 else ("7", 2)
        for column in range(2):
            number = 2 * (row - first) + column
            printed = cards_by_name()[name].squares[number // 2][number % 2]
            cube = printed.terrain is Terrain.PRODUCTION
            squares.append(
                SeenSquare(row, column, name, number, Evidence.READ, False, cube, build_outline(row, column))
            )
    cards = (SeenCard("7", 2, 0, 0), SeenCard("A1", 0, 0, 0))
    return Reading(tuple(squares), cards, (("7", "A1"),), doubts)


def replace_square(reading: Reading, place: tuple[int, int], **changed: object) -> Reading:
    return replace(
        reading,
        squares=tuple(
            replace(each, **changed) if (each.row, each.column) == place else each  # type: ignore[arg-type]
            for each in reading.squares
        ),
    )
