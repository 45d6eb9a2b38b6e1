"""The cards of a map as they lie, hidden ones too, and what of them can be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.data.honshu.cards import Colour, MapCard, Square
from companion.data.honshu.map import NO_CARD, HonshuMap, symbol_of
from companion.rules.honshu.map.board import Position


@lru_cache(maxsize=512)
def turned(card: MapCard, turn: int) -> tuple[tuple[Square, ...], ...]:
    """The rows of squares of a card turned clockwise by 0, 90, 180 or 270 degrees."""
    rows: tuple[tuple[Square, ...], ...] = card.squares
    for _ in range(turn // 90):
        rows = tuple(zip(*reversed(rows), strict=True))
    return rows


@dataclass(frozen=True, slots=True)
class TypedSquares:
    """Squares of a map that were told one by one, of cards nobody named; they lie there as one card.

    Attributes:
        number: Which of these it is on the map, from 1.
    """

    number: int

    @property
    def name(self) -> str:
        """No card is called so."""
        return f"typed {self.number}"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the map.

    Attributes:
        card: The card.
        squares: What lies where: place on the table, square of the card.
    """

    card: MapCard | TypedSquares
    squares: Mapping[Position, Square]


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of a map, with everything that is hidden.

    Attributes:
        cards: Cards from the bottom to the top.
        cubes: Where a cube stands.
    """

    cards: tuple[Laid, ...] = ()
    cubes: frozenset[Position] = frozenset()

    def tops(self) -> dict[Position, tuple[Laid, Square]]:
        """What can be seen: at each place the topmost card and its square."""
        seen = {}
        for laid in self.cards:
            for place, square in laid.squares.items():
                seen[place] = (laid, square)
        return seen

    def cubes_held(self) -> Counter[Colour | None]:
        """How many cubes of each colour stand on the map."""
        seen = self.tops()
        return Counter(seen[place][1].colour for place in self.cubes)

    @property
    def origin(self) -> Position:
        """Row and column of the top left corner of the map."""
        places = [place for laid in self.cards for place in laid.squares]
        if not places:
            return (0, 0)
        return min(row for row, _ in places), min(column for _, column in places)

    def moved(self, rows: int, columns: int) -> Pile:
        """The same map elsewhere on the table."""
        return Pile(
            tuple(
                Laid(
                    laid.card,
                    {(row + rows, column + columns): each for (row, column), each in laid.squares.items()},
                )
                for laid in self.cards
            ),
            frozenset((row + rows, column + columns) for row, column in self.cubes),
        )

    def map(self) -> HonshuMap:
        """What can be seen, as a map that begins at ``origin``; without rows while no card lies."""
        seen = self.tops()
        if not seen:
            return HonshuMap(())
        top, left = self.origin
        bottom, right = max(row for row, _ in seen), max(column for _, column in seen)
        return HonshuMap(
            tuple(
                tuple(self._symbol(seen, (row, column)) for column in range(left, right + 1))
                for row in range(top, bottom + 1)
            )
        )

    def _symbol(self, seen: Mapping[Position, tuple[Laid, Square]], place: Position) -> str:
        if place not in seen:
            return NO_CARD
        square = seen[place][1]
        return symbol_of(replace(square, cube=True) if place in self.cubes else square)
