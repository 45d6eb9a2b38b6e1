"""The sheet under the editor's cursor: squares typed one by one, wherever the map grows.

It knows keys, not terminals; the editor shows it.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.data.honshu.cards import Terrain
from companion.data.honshu.map import MOST_ACROSS, NO_CARD, SQUARES, HonshuMap, read_map, read_symbol
from companion.errors import InputError
from companion.rules.honshu.map.board import Position
from companion.sentences import Sentence, say

__all__ = ["Sheet"]

_CLEARING = {".", " "}
_SMALL = dict(zip("ftlv", "FTLV", strict=True))
"""Small letters that can only mean the capital one; with a key a square nothing else is read from them."""


class Sheet:
    """A map being typed.

    Attributes:
        squares: Symbols by place; rows and columns may be negative while it grows upward or leftward.
        cursor: Row and column of the place that the next letter goes to.
        message: What the last key meant, when it needs saying.
        changed: Whether anything was typed since it was opened or saved.
    """

    def __init__(self, map_: HonshuMap | None = None) -> None:
        self.squares: dict[Position, str] = {}
        if map_ is not None:
            self.squares = {
                (row, column): symbol
                for row, symbols in enumerate(map_.rows)
                for column, symbol in enumerate(symbols)
                if symbol != NO_CARD
            }
        self.cursor: Position = (0, 0)
        self.message: Sentence | None = None
        self.changed = False
        self._typed: Position | None = None
        self._refused: dict[Position, str] = {}
        self._line_start = 0

    def map(self) -> HonshuMap | None:
        """The map typed so far, without empty edges; ``None`` while there is no square."""
        if not self.squares:
            return None
        top, left, bottom, right = self._edges(self.squares)
        return HonshuMap(
            tuple(
                tuple(self.squares.get((row, column), NO_CARD) for column in range(left, right + 1))
                for row in range(top, bottom + 1)
            )
        )

    def window(self) -> tuple[int, int, int, int]:
        """Top, left, bottom and right of what is to be shown: the map, the cursor, and an edge to grow on."""
        top, left, bottom, right = self._edges([*self.squares, self.cursor])
        return top - 1, left - 1, max(bottom, top + 4) + 1, max(right, left + 6) + 1

    def move(self, rows: int, columns: int) -> None:
        """Move the cursor."""
        self.cursor = (self.cursor[0] + rows, self.cursor[1] + columns)
        self._typed, self.message = None, None
        self._line_start = self.cursor[1]

    def next_row(self) -> None:
        """Begin the next row below the first square of this one, or below where its typing began."""
        here = self.cursor[0]
        began = min([self._line_start, *(column for row, column in self.squares if row == here)])
        self.cursor, self._line_start = (here + 1, began), began
        self._typed, self.message = None, None

    def take_back(self) -> None:
        """Clear the square before the cursor, as a typewriter's backspace."""
        self.cursor = (self.cursor[0], self.cursor[1] - 1)
        self._typed, self.message = None, None
        self._clear()

    def clear(self) -> None:
        """Clear the square under the cursor."""
        self._typed, self.message = None, None
        self._clear()

    def type(self, key: str) -> None:
        """Take one key: a square's letter, a factory's value, ``*`` for a cube, ``.`` or blank for none.

        A letter that is no square leaves its place as it was, so the rest of the row does not move; it is
        told until something is typed there.
        """
        key = _SMALL.get(key, key)
        self.message = None
        if key in _CLEARING:
            self._clear()
            self._advance()
            self._remind()
        elif key == "*":
            self._turn_cube()
        elif key.isdigit():
            self._value(key)
        else:
            symbol = read_symbol(key) or read_symbol(f"{key}2")
            if symbol is None:
                self._refused[self.cursor] = key
                self._remind()
                self._advance()
                return
            if not self._reaches([self.cursor]):
                return
            self._put(self.cursor, symbol)
            if len(symbol) == 2:
                self.message = say("A factory of 2; type 3 or 4 for another value.")
            self._typed = self.cursor
            self._advance(keep=True)
            self._remind()

    def paste(self, text: str) -> None:
        """Put a map in its notation at the cursor, all of it or nothing; the cursor goes behind its end."""
        self._typed = None
        try:
            read = read_map(text)
        except InputError as error:
            place, why = error.place, error.sentence
            if place.row is not None:
                why = say("row {row}, column {column}: {why}", row=place.row, column=place.column, why=why)
            self.message = say("Nothing was pasted: {why}", why=why)
            return
        rows = read.rows
        top, left = self.cursor
        squares = {
            (top + row, left + column): symbol
            for row, symbols in enumerate(rows)
            for column, symbol in enumerate(symbols)
            if symbol != NO_CARD
        }
        if not self._reaches(squares):
            return
        self.squares.update(squares)
        self._refused = {at: key for at, key in self._refused.items() if at not in squares}
        self.changed, self.message = True, next(iter(read.odd), None)
        self.cursor = (top + len(rows) - 1, left + len(rows[-1]))

    def _reaches(self, places: Iterable[Position]) -> bool:
        """Whether the map may grow so far; says so where it may not."""
        top, left, bottom, right = self._edges([*self.squares, *places])
        if max(bottom - top, right - left) < MOST_ACROSS:
            return True
        self.message = say("No map has more than {most} rows or columns.", most=MOST_ACROSS)
        return False

    def _turn_cube(self) -> None:
        at = self._typed or self.cursor
        square = SQUARES.get(self.squares.get(at, NO_CARD))
        if square is None or square.terrain is not Terrain.PRODUCTION:
            self._answer(at, say("'*' puts a cube on production: type b, n, g or y first."))
            return
        symbol = self.squares[at]
        self._put(at, symbol[0] if square.cube else f"{symbol}*")

    def _value(self, digit: str) -> None:
        at = self._typed or self.cursor
        square = SQUARES.get(self.squares.get(at, NO_CARD))
        if square is None or square.terrain is not Terrain.FACTORY:
            self._answer(at, say("'{key}' is the value of a factory: type B, N, G or Y first.", key=digit))
        elif digit not in "234":
            self._answer(
                at,
                say(
                    "'{value}' is no square; {hint}",
                    value=self.squares[at][0] + digit,
                    hint=say("a factory is worth 2, 3 or 4."),
                ),
            )
        else:
            self._put(at, self.squares[at][0] + digit)

    def _answer(self, at: Position, why: Sentence) -> None:
        """Say what was mistyped, and where on the map as it is now."""
        top, left, _, _ = self._edges([*self.squares, at])
        self.message = say(
            "row {row}, column {column}: {why}", row=at[0] - top + 1, column=at[1] - left + 1, why=why
        )

    def _remind(self) -> None:
        """Tell the first letter that was refused, while nothing else was typed at its place."""
        for at, key in self._refused.items():
            self._answer(at, say("'{key}' is no square; the letters stand below.", key=key))
            return

    def _put(self, at: Position, symbol: str) -> None:
        self._refused.pop(at, None)
        self.squares[at] = symbol
        self.changed = True

    def _clear(self) -> None:
        self._refused.pop(self.cursor, None)
        if self.squares.pop(self.cursor, None) is not None:
            self.changed = True

    def _advance(self, keep: bool = False) -> None:
        self.cursor = (self.cursor[0], self.cursor[1] + 1)
        if not keep:
            self._typed = None

    @staticmethod
    def _edges(places: dict[Position, str] | list[Position]) -> tuple[int, int, int, int]:
        rows, columns = [row for row, _ in places], [column for _, column in places]
        return min(rows), min(columns), max(rows), max(columns)
