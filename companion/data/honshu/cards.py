"""The printed cards of Honshu: 60 map cards and six start provinces with a side A and a side B.

``assets/games/honshu/cards.csv`` has one side in each row; reading it checks every cell and the totals
of the deck, so that mistakes are found before anything is printed or scored.
"""

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from companion.data.rows import read_rows
from companion.errors import DeckError, InputError, Place
from companion.paths import assets
from companion.sentences import Sentence, say, shorten_text

CARD_ROWS = 3  # rows of squares on a card held upright
CARD_COLUMNS = 2  # columns of squares on a card held upright
CUBES_A_COLOUR = 10  # cubes of each colour in the box


class Terrain(Enum):
    FOREST = "forest"
    TOWN = "town"
    LAKE = "lake"
    FALLOW = "fallow"
    PRODUCTION = "production"
    FACTORY = "factory"


class Colour(Enum):
    """A colour of cubes, and of the production squares and factories that go with them."""

    BLUE = "blue"
    BROWN = "brown"
    GREY = "grey"
    YELLOW = "yellow"

    @property
    def word(self) -> Sentence:
        return _COLOUR_WORDS[self]


_COLOUR_WORDS = dict(zip(Colour, (say("blue"), say("brown"), say("grey"), say("yellow")), strict=True))


@dataclass(frozen=True, slots=True)
class Square:
    terrain: Terrain
    colour: Colour | None = None  # of a production square or factory; ``None`` for all else
    value: int = 0  # printed on a factory: 2, 3 or 4; 0 for all else
    cube: bool = False  # only on a production square of a map


@dataclass(frozen=True, slots=True)
class MapCard:
    """One side of a card, held upright."""

    series: str  # ``map``, ``startA`` or ``startB``
    number: int  # 1 to 60 of a map card, 1 to 6 of a start province
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
    **{Square(Terrain.FACTORY, colour, value): count for colour in Colour for value, count in ((2, 5), (3, 3), (4, 2))},
}
"""Squares of each kind on the 60 map cards. Source: the printed cards, counted."""


def _format_square(square: Square) -> str:
    """A square as in the table: ``town``, ``prod:blue``, ``fact:grey:3``."""
    if square.colour is None:
        return square.terrain.value
    if square.terrain is Terrain.PRODUCTION:
        return f"prod:{square.colour.value}"
    return f"fact:{square.colour.value}:{square.value}"


_SQUARES = {_format_square(square): square for square in _TOTALS}


def read_cards(file: Path) -> tuple[MapCard, ...]:
    """Read all sides, checked to be the printed deck: 60 map cards, then six sides A and six B, each by number."""
    cards: dict[tuple[str, int], MapCard] = {}
    for row in read_rows(file, _COLUMNS):
        series = row.choice("set", tuple(_SIZES))
        number = row.count("number", 1, _SIZES[series])
        six = [_SQUARES[row.choice(column, tuple(_SQUARES))] for column in _COLUMNS[2:]]
        card = MapCard(series, number, ((six[0], six[1]), (six[2], six[3]), (six[4], six[5])))
        if (series, number) in cards:
            raise DeckError("card {name} appears twice.", place=row.place("number"), name=card.name)
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
    map_cards = (card for (series, _), card in cards.items() if series == "map")
    counts = Counter(square for card in map_cards for row in card.squares for square in row)
    for square, expected in _TOTALS.items():
        if counts[square] != expected:
            raise DeckError(
                "squares of the map cards with {square}: {found}; the printed deck has {expected}.",
                place=Place(file),
                found=counts[square],
                square=_format_square(square),
                expected=expected,
            )


@cache
def load_cards() -> tuple[MapCard, ...]:
    """All sides of Companion's own table of cards, in the order of ``read_cards``."""
    return read_cards(assets() / "games" / "honshu" / "cards.csv")


def read_scoring_cards(file: Path) -> range:
    """Read the numbers of the scoring cards of a file, which must be in order from 1."""
    rows = read_rows(file, ("number", "kanji"))
    for number, row in enumerate(rows, 1):
        row.choice("number", (str(number),))
        row.text("kanji")
    return range(1, len(rows) + 1)


@cache
def scoring_cards() -> range:
    """The numbers of the scoring cards in Companion's own table."""
    return read_scoring_cards(assets() / "games" / "honshu" / "scoring_cards.csv")


def parse_scoring_card(text: str | int, place: Place | None = None) -> int:
    """The number of a scoring card as typed by a person or sent by a page."""
    names, value = {str(number): number for number in scoring_cards()}, shorten_text(str(text), 20)
    if str(text) not in names:
        raise InputError(
            "'{value}' is not a scoring card; expected 1 to {most}.", place=place, value=value, most=len(names)
        )
    return names[str(text)]
