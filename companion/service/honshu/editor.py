"""A map being typed, square by square, wherever it grows: what each edit does, and the total so far.

It knows squares and letters, not screens: a terminal moves a cursor over it, a page is tapped.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from companion.data.files import write_text
from companion.data.honshu.cards import Terrain
from companion.data.honshu.map import MOST_ACROSS, NO_CARD, SQUARES, HonshuMap, read_map, read_symbol
from companion.errors import InputError, Refused
from companion.rules.honshu.map.board import Position
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, say
from companion.service.answer import Answer, answering
from companion.service.honshu.scored import ScoredMap, scored

__all__ = ["Sheet", "new_name", "save"]

_CLEARING = {".", " "}
_SMALL = dict(zip("ftlv", "FTLV", strict=True))
"""Small letters that can only mean the capital one; with a key a square nothing else is read from them."""


class Sheet:
    """A map being typed.

    Attributes:
        squares: Symbols by place; rows and columns may be negative while it grows upward or leftward.
        slips: Letters that are not squares, by the place they were meant for, until it is typed anew.
        message: What the last edit meant, when it needs saying.
        changed: Whether anything was typed since it was opened.
    """

    def __init__(self, map_: HonshuMap | None = None) -> None:
        self.squares = {} if map_ is None else _placed(map_, (0, 0))
        self.slips: dict[Position, str] = {}
        self.message: Sentence | None = None
        self.changed = False

    @property
    def map(self) -> HonshuMap | None:
        """The map typed so far, without empty edges; ``None`` while it has no square."""
        if not self.squares:
            return None
        top, left, bottom, right = self.edges()
        return HonshuMap(
            tuple(
                tuple(self.squares.get((row, column), NO_CARD) for column in range(left, right + 1))
                for row in range(top, bottom + 1)
            )
        )

    def scored(self, card: int | None, rulings: Rulings) -> ScoredMap | None:
        """What the map brings so far; ``None`` while it has no square."""
        return None if self.map is None else scored("", self.map, card, rulings)

    def edges(self, *others: Position) -> tuple[int, int, int, int]:
        """Top, left, bottom and right of the squares and of other places."""
        places = [*self.squares, *others]
        rows, columns = [row for row, _ in places], [column for _, column in places]
        return min(rows), min(columns), max(rows), max(columns)

    def put(self, at: Position, key: str) -> bool:
        """Take a letter for a place: a square's, a factory's value, ``*`` for a cube, ``.`` for no card.

        A letter that is not a square leaves its place as it was; it is told until something is typed there.

        Returns:
            Whether the place is dealt with, and the next letter goes to the next one.
        """
        key = _SMALL.get(key, key)
        self.message = None
        if key == "*" or key.isdigit():
            self._change(at, key)
            return False
        symbol = read_symbol(key) or read_symbol(f"{key}2")
        if key in _CLEARING:
            self.clear(at)
        elif symbol is None:
            self.slips[at] = key
        elif self._reaches([at]):
            self._set(at, symbol)
            if len(symbol) == 2:
                self.message = say("A factory of 2; type 3 or 4 for another value.")
        else:
            return False
        if self.slips:
            slip, refused = next(iter(self.slips.items()))
            self._answer(slip, say("'{key}' is not a square; the letters stand below.", key=refused))
        return True

    def clear(self, at: Position) -> None:
        """Take what stands at a place off the map."""
        self.message = None
        self.slips.pop(at, None)
        if self.squares.pop(at, None) is not None:
            self.changed = True

    def paste(self, at: Position, text: str) -> Position | None:
        """Put a map in its notation at a place, all of it or nothing.

        Returns:
            The place behind its end; ``None`` when nothing was pasted.
        """
        try:
            read = read_map(text)
        except InputError as error:
            place, why = error.place, error.sentence
            if place.row is not None:
                why = say("row {row}, column {column}: {why}", row=place.row, column=place.column, why=why)
            self.message = say("Nothing was pasted: {why}", why=why)
            return None
        squares = _placed(read, at)
        if not self._reaches(squares):
            return None
        self.squares.update(squares)
        self.slips = {place: key for place, key in self.slips.items() if place not in squares}
        self.changed, self.message = True, next(iter(read.odd), None)
        return at[0] + len(read.rows) - 1, at[1] + len(read.rows[-1])

    def _reaches(self, places: Iterable[Position]) -> bool:
        """Whether the map may grow so far; says so where it may not."""
        top, left, bottom, right = self.edges(*places)
        if max(bottom - top, right - left) < MOST_ACROSS:
            return True
        self.message = say("No map has more than {most} rows or columns.", most=MOST_ACROSS)
        return False

    def _change(self, at: Position, key: str) -> None:
        """Turn the cube of a production square over, or give a factory another value."""
        symbol = self.squares.get(at, NO_CARD)
        terrain = SQUARES[symbol].terrain if symbol != NO_CARD else None
        if key == "*":
            if terrain is Terrain.PRODUCTION:
                self._set(at, symbol[0] if SQUARES[symbol].cube else f"{symbol}*")
            else:
                self._answer(at, say("'*' puts a cube on production: type b, n, g or y first."))
        elif terrain is not Terrain.FACTORY:
            self._answer(at, say("'{key}' is the value of a factory: type B, N, G or Y first.", key=key))
        elif key not in "234":
            hint = say("a factory is worth 2, 3 or 4.")
            self._answer(at, say("'{value}' is not a square; {hint}", value=symbol[0] + key, hint=hint))
        else:
            self._set(at, symbol[0] + key)

    def _set(self, at: Position, symbol: str) -> None:
        self.slips.pop(at, None)
        self.squares[at] = symbol
        self.changed = True

    def _answer(self, at: Position, why: Sentence) -> None:
        """Say what was mistyped, and where on the map as it is now."""
        top, left, _, _ = self.edges(at)
        self.message = say(
            "row {row}, column {column}: {why}", row=at[0] - top + 1, column=at[1] - left + 1, why=why
        )


def _placed(map_: HonshuMap, corner: Position) -> dict[Position, str]:
    """The squares of a map by place, its top left corner anywhere."""
    return {
        (corner[0] + row, corner[1] + column): symbol
        for row, symbols in enumerate(map_.rows)
        for column, symbol in enumerate(symbols)
        if symbol != NO_CARD
    }


@answering
def save(sheet: Sheet, file: Path) -> Answer:
    """Write the map in its notation.

    Raises:
        OutputError: When it cannot be written.
    """
    if sheet.map is None:
        raise Refused("There is no square to save yet.")
    write_text(file, f"{sheet.map}\n")
    sheet.changed = False
    return Answer(files=(file,))


def new_name(folder: Path) -> Path:
    """A file for a new map that is not there yet: ``map.txt``, ``map-2.txt``, ..."""
    number = 1
    while True:
        name = folder / ("map.txt" if number == 1 else f"map-{number}.txt")
        if not name.exists():
            return name
        number += 1
