"""The cards of a map as they lie, hidden ones too, and what of them can be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.data.honshu.cards import Colour, MapCard, Square
from companion.data.honshu.counts import Counts
from companion.data.honshu.map import HonshuMap, edges_of, map_of, symbol_of
from companion.data.honshu.placements import Placement
from companion.rules.honshu.map.board import Position


@lru_cache(maxsize=512)
def turned(card: MapCard, turn: int) -> tuple[tuple[Square, ...], ...]:
    """The rows of squares of a card turned clockwise by 0, 90, 180 or 270 degrees."""
    rows: tuple[tuple[Square, ...], ...] = card.squares
    for _ in range(turn // 90):
        rows = tuple(zip(*reversed(rows), strict=True))
    return rows


def squares_of(placement: Placement) -> dict[Position, Square]:
    """The squares of a card by the places where it is to lie, row by row as it is turned."""
    return {
        (placement.row + row, placement.column + column): square
        for row, line in enumerate(turned(placement.card, placement.turn))
        for column, square in enumerate(line)
    }


@dataclass(frozen=True, slots=True)
class TypedSquares:
    """Squares of a map that were told one by one, of cards nobody named; they lie there as one card."""

    number: int  # among those of its map, from 1

    @property
    def name(self) -> str:
        """No card is called so."""
        return f"typed {self.number}"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the map, with its square at each position it covers."""

    card: MapCard | TypedSquares
    squares: Mapping[Position, Square]


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of a map, with everything that is hidden."""

    cards: tuple[Laid, ...] = ()  # from the bottom to the top
    cubes: frozenset[Position] = frozenset()
    counts: Counts | None = None  # what was counted on it, where nobody said what lies where

    def tops(self) -> dict[Position, tuple[Laid, Square]]:
        """The squares in sight: at each position the topmost card and its square."""
        seen = {}
        for laid in self.cards:
            for position, square in laid.squares.items():
                seen[position] = (laid, square)
        return seen

    def cubes_held(self) -> Counter[Colour | None]:
        """The number of cubes of each colour on the map."""
        seen = self.tops()
        return Counter(seen[position][1].colour for position in self.cubes)

    @property
    def origin(self) -> Position:
        """Row and column of the top left corner of the map."""
        return edges_of([place for laid in self.cards for place in laid.squares] or [(0, 0)])[:2]

    def moved(self, rows: int, columns: int) -> Pile:
        """The same map elsewhere on the table."""

        def there(place: Position) -> Position:
            return place[0] + rows, place[1] + columns

        cards = (
            Laid(laid.card, {there(at): each for at, each in laid.squares.items()}) for laid in self.cards
        )
        return Pile(tuple(cards), frozenset(map(there, self.cubes)))

    def map(self) -> HonshuMap:
        """The squares in sight, as a map that begins at ``origin``; without rows while no card lies."""
        return map_of(self.symbols())

    def symbols(self) -> dict[Position, str]:
        """The squares in sight with their cubes, as a map writes them."""
        return {
            position: symbol_of(replace(square, cube=True) if position in self.cubes else square)
            for position, (_, square) in self.tops().items()
        }
