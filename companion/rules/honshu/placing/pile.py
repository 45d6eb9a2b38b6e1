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
    """Squares of a map that were told one by one, of cards nobody named; they lie there as one card."""

    number: int
    """Among those of its map, from 1."""

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

    cards: tuple[Laid, ...] = ()
    """From the bottom to the top."""
    cubes: frozenset[Position] = frozenset()

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
        positions = [position for laid in self.cards for position in laid.squares]
        if not positions:
            return (0, 0)
        return min(row for row, _ in positions), min(column for _, column in positions)

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
        """The squares in sight, as a map that begins at ``origin``; without rows while no card lies."""
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

    def _symbol(self, seen: Mapping[Position, tuple[Laid, Square]], position: Position) -> str:
        if position not in seen:
            return NO_CARD
        square = seen[position][1]
        return symbol_of(replace(square, cube=True) if position in self.cubes else square)
