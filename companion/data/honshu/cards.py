"""The printed cards of Honshu: 60 map cards and six start provinces with a side A and a side B.

``assets/games/honshu/cards.csv`` holds one face a row; reading it checks every cell and the totals the
rules name, so a slip of the pen is found before anything is printed or scored.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from companion.data.decks.tables import read_codes
from companion.data.table import read_table
from companion.errors import DeckError, Place
from companion.paths import assets
from companion.sentences import Sentence, say

CARD_ROWS = 3
"""Rows of squares on a card held upright."""

CARD_COLUMNS = 2
"""Columns of squares on a card held upright."""

CUBES_A_COLOUR = 10
"""Cubes of each colour in the box."""


class Terrain(Enum):
    """What a square shows."""

    FOREST = "forest"
    TOWN = "town"
    LAKE = "lake"
    FALLOW = "fallow"
    PRODUCTION = "production"
    FACTORY = "factory"


class Colour(Enum):
    """A colour of cubes, of the production squares that bear them and the factories that take them."""

    BLUE = "blue"
    BROWN = "brown"
    GREY = "grey"
    YELLOW = "yellow"

    @property
    def word(self) -> Sentence:
        """How a player calls it."""
        return _COLOUR_WORDS[self]


_COLOUR_WORDS = dict(zip(Colour, (say("blue"), say("brown"), say("grey"), say("yellow")), strict=True))


@dataclass(frozen=True, slots=True)
class Square:
    """One square of a card or of a map.

    Attributes:
        terrain: What it shows.
        colour: Colour of a production square or factory; ``None`` for all else.
        value: Points printed on a factory: 2, 3 or 4; 0 for all else.
        cube: Whether a cube stands on it; only on a production square of a map.
    """

    terrain: Terrain
    colour: Colour | None = None
    value: int = 0
    cube: bool = False


@dataclass(frozen=True, slots=True)
class MapCard:
    """One face of a card, held upright.

    Attributes:
        series: ``map``, ``startA`` or ``startB``, as in the table.
        number: 1 to 60 of a map card, 1 to 6 of a start province.
        squares: Three rows of two squares, from the top left.
    """

    series: str
    number: int
    squares: tuple[tuple[Square, Square], tuple[Square, Square], tuple[Square, Square]]

    @property
    def name(self) -> str:
        """The name players use: ``17``, or ``A3`` for side A of start province 3."""
        return f"{self.series.removeprefix('start').removeprefix('map')}{self.number}"


_SIZES = {"map": 60, "startA": 6, "startB": 6}
_COLUMNS = ("set", "number", "r1c1", "r1c2", "r2c1", "r2c2", "r3c1", "r3c2")
_TOTALS = {
    Square(Terrain.TOWN): 116,
    Square(Terrain.FALLOW): 96,
    Square(Terrain.FOREST): 40,
    Square(Terrain.LAKE): 28,
    **{Square(Terrain.PRODUCTION, colour): 10 for colour in Colour},
    **{
        Square(Terrain.FACTORY, colour, value): count
        for colour in Colour
        for value, count in ((2, 5), (3, 3), (4, 2))
    },
}
"""How often each square stands on the 60 map cards. Source: the printed cards, counted."""


def _words(square: Square) -> str:
    """A square as the table writes it: ``town``, ``prod:blue``, ``fact:grey:3``."""
    if square.colour is None:
        return square.terrain.value
    if square.terrain is Terrain.PRODUCTION:
        return f"prod:{square.colour.value}"
    return f"fact:{square.colour.value}:{square.value}"


_SQUARES = {_words(square): square for square in _TOTALS}


def read_cards(file: Path) -> tuple[MapCard, ...]:
    """Read the table of all faces and check that it is the printed deck.

    It is 60 map cards, then six sides A and six sides B, each in the order of their numbers.

    Raises:
        DeckError: For a cell that is not a square, a card that is missing or there twice, or when the map
            cards together do not have the squares of the printed deck.
    """
    cards: dict[tuple[str, int], MapCard] = {}
    for row in read_table(file, _COLUMNS):
        series = row.choice("set", tuple(_SIZES))
        number = row.count("number", 1, _SIZES[series])
        six = [_SQUARES[row.choice(column, tuple(_SQUARES))] for column in _COLUMNS[2:]]
        card = MapCard(series, number, ((six[0], six[1]), (six[2], six[3]), (six[4], six[5])))
        if (series, number) in cards:
            raise DeckError("card {name} is there twice.", place=row.place("number"), name=card.name)
        cards[series, number] = card
    for series, size in _SIZES.items():
        for number in range(1, size + 1):
            if (series, number) not in cards:
                raise DeckError(
                    "card {number} of the set {series} is missing; expected 1 to {size}.",
                    place=Place(file.name),
                    number=number,
                    series=series,
                    size=size,
                )
    _check_totals(cards, file.name)
    return tuple(cards[series, number] for series, size in _SIZES.items() for number in range(1, size + 1))


def _check_totals(cards: dict[tuple[str, int], MapCard], file: str) -> None:
    found = Counter(
        square
        for (series, _), card in cards.items()
        if series == "map"
        for row in card.squares
        for square in row
    )
    for square, expected in _TOTALS.items():
        if found[square] != expected:
            raise DeckError(
                "the map cards have {found} times {square}; the printed deck has {expected}.",
                place=Place(file),
                found=found[square],
                square=_words(square),
                expected=expected,
            )


def check_codes(file: Path) -> None:
    """Hold the codes of the seals against what a photo needs: one for every square of every card.

    Raises:
        DeckError: When there are too few, or one is not a code.
    """
    codes = read_codes(file)
    squares = sum(_SIZES.values()) * CARD_ROWS * CARD_COLUMNS
    if len(codes) < squares:
        raise DeckError(
            "the code book has {found} codes; {expected} are needed.",
            place=Place(file=file.name),
            found=len(codes),
            expected=squares,
        )


@cache
def load_cards() -> tuple[MapCard, ...]:
    """All faces of the built-in table; see ``read_cards`` for their order."""
    return read_cards(assets() / "games" / "honshu" / "cards.csv")
