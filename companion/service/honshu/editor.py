"""A map being typed, square by square, wherever it grows: its edits, and the total so far.

It knows squares and letters, not screens: a terminal moves a cursor over it, a page is tapped. Whatever is
typed that is not a square stays where it was typed, as a slip, and nothing is saved until it is mended.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.answers import Answer, answering
from companion.data.files import read_text, write_text
from companion.data.honshu.cards import Terrain
from companion.data.honshu.map import (
    SQUARES,
    HonshuMap,
    check_grown,
    edges_of,
    map_of,
    read_map,
    read_symbol,
    why_not,
)
from companion.data.honshu.typed_map import TypedMap, read_typed_map
from companion.data.outputs import check_goals
from companion.errors import InputError, Place, Refused
from companion.rules.honshu.map.board import Position
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, say, say_count
from companion.service.honshu.scored import ScoredMap, scored

_CLEARING = {".", " "}
_SMALL = dict(zip("ftlv", "FTLV", strict=True))
"""Small letters that can only mean the capital one; with a key a square nothing else is read from them."""

_State = tuple[dict[Position, str], dict[Position, str]]
_Edit = tuple[_State, Position]


class MapEditor:
    """A map being typed.

    Attributes:
        typed: The file it was read from; one without a line for a new map.
        squares: Symbols by place; rows and columns may be negative while it grows upward or leftward.
        slips: Words that are not squares, by place, until the place is typed anew or cleared.
        message: The meaning of the last edit, when it needs saying.
    """

    def __init__(self, typed: TypedMap | None = None) -> None:
        self.typed = typed or TypedMap((), ())
        self.squares, self.slips = self.typed.squares, self.typed.slips
        self.message: Sentence | None = self.typed.odd
        self._saved = self._state
        self._done: list[_Edit] = []
        self._undone: list[_Edit] = []

    @property
    def _state(self) -> _State:
        return dict(self.squares), dict(self.slips)

    @property
    def changed(self) -> bool:
        """True when anything stands otherwise than in the file."""
        return self._state != self._saved

    @property
    def map(self) -> HonshuMap | None:
        """The map typed so far, without empty edges; ``None`` while it has no square."""
        return map_of(self.squares, self.edges()) if self.squares else None

    @property
    def text(self) -> str:
        """The map as it is written, with the comments of its file; there must be a square."""
        if self.typed.lines:
            return self.typed.written(self.squares)
        return f"{self.map}\n"

    @property
    def told_slips(self) -> tuple[Sentence, ...]:
        """Every slip in a sentence, in reading order."""
        return tuple(self._at(place, _why(self.slips[place])) for place in sorted(self.slips))

    def scored(self, card: int | None, rulings: Rulings) -> ScoredMap | None:
        """The score so far; ``None`` while the map has no square."""
        return None if self.map is None else scored("", self.map, card, rulings)

    def edges(self, *others: Position) -> tuple[int, int, int, int]:
        """Top, left, bottom and right of the squares, the slips and other places.

        The corner of a file that was opened stays, so that rows and columns are called as there.
        """
        return edges_of([*self._places, *others])

    @property
    def _places(self) -> list[Position]:
        """The squares and the slips, with the corner of a file that was opened."""
        return [*self.squares, *self.slips, *([(0, 0)] if self.typed.rows else [])]

    @property
    def corner(self) -> Position | None:
        """The place that is row 1, column 1; ``None`` while there is nothing on the map."""
        return self.edges()[:2] if self._places else None

    def put(self, at: Position, key: str) -> bool:
        """Take a letter for a place: a square's, a factory's value, ``*`` for a cube, ``.`` for no card.

        A word that is no square stays there as a slip. True when the next letter goes to the next place.
        """
        key = _SMALL.get(key, key)
        self.message = None
        with self._edit(at):
            if key == "*" or key.isdigit():
                self._change(at, key)
                return False
            if key in _CLEARING:
                self._clear(at)
                return True
            if not self._reaches([at]):
                return False
            symbol = read_symbol(key) or read_symbol(f"{key}2")
            self._set(at, symbol or key)
            if symbol is not None and len(symbol) == 2:
                self.message = say("A factory of 2; type 3 or 4 for another value.")
            return True

    def clear(self, at: Position) -> None:
        """Take what stands at a place off the map."""
        self.message = None
        with self._edit(at):
            self._clear(at)

    def paste(self, at: Position, text: str) -> Position | None:
        """Put a map in its notation at a place, all of it or nothing.

        The place behind its end comes back, or ``None`` when nothing was pasted.
        """
        try:
            read = read_map(text)
        except InputError as error:
            row, column, why = error.place.row, error.place.column, error.sentence
            if row is not None:
                why = say("row {row}, column {column}: {why}", row=row, column=column, why=why)
            self.message = say("Nothing was pasted: {why}", why=why)
            return None
        squares = {(at[0] + row, at[1] + column): symbol for (row, column), symbol in read.symbols.items()}
        if not self._reaches(squares):
            return None
        with self._edit(at):
            for place, symbol in squares.items():
                self._set(place, symbol)
        self.message = next(iter(read.odd), None)
        return at[0] + len(read.rows) - 1, at[1] + len(read.rows[-1])

    def undo(self) -> Position | None:
        """Take the last edit back; where it was, ``None`` where there is none."""
        self.message = None if self._done else say("There is nothing to undo.")
        return self._step(self._done, self._undone)

    def redo(self) -> Position | None:
        """Make the edit again that was taken back last; where it was, ``None`` where there is none."""
        self.message = None if self._undone else say("There is nothing to redo.")
        return self._step(self._undone, self._done)

    def next_slip(self, at: Position) -> Position | None:
        """The first slip behind a place in reading order, or the first of all."""
        return min(self.slips, key=lambda place: (place <= at, place), default=None)

    def _step(self, source: list[_Edit], goal: list[_Edit]) -> Position | None:
        if not source:
            return None
        state, at = source.pop()
        goal.append((self._state, at))
        self.squares, self.slips = state
        return at

    @contextmanager
    def _edit(self, at: Position) -> Iterator[None]:
        """Remember how the map was before an edit, where the edit changes it."""
        before = self._state
        yield
        if self._state != before:
            self._done.append((before, at))
            self._undone.clear()

    def _reaches(self, places: Iterable[Position]) -> bool:
        """True when the map may grow so far; the message says so where it may not."""
        try:
            check_grown({*places, *self._places})
        except InputError as error:
            self.message = error.sentence
            return False
        return True

    def _change(self, at: Position, key: str) -> None:
        """Turn the cube of a production square over, or give a factory another value; all else is a slip."""
        before = self.squares.get(at) or self.slips.get(at, "")
        square = SQUARES.get(before)
        if key == "*" and square is not None and square.terrain is Terrain.PRODUCTION:
            self._set(at, before[0] if square.cube else f"{before}*")
        elif before or self._reaches([at]):
            self._set(at, before[:1] + key)

    def _set(self, at: Position, word: str) -> None:
        """Put a word at a place: a square where it is one, else a slip."""
        self._clear(at)
        symbol = read_symbol(word)
        if symbol is None:
            self.slips[at] = word
        else:
            self.squares[at] = symbol

    def _clear(self, at: Position) -> None:
        self.slips.pop(at, None)
        self.squares.pop(at, None)

    def _at(self, place: Position, why: Sentence) -> Sentence:
        """A sentence about a place, with its row and column on the map as it is now."""
        top, left, _, _ = self.edges()
        row, column = place[0] - top + 1, place[1] - left + 1
        return say("row {row}, column {column}: {why}", row=row, column=column, why=why)


def _why(word: str) -> Sentence:
    """The fault of a slip; a single letter needs few words where the letters of all squares stand below."""
    if len(word) != 1:
        return why_not(word)
    if word == "*":
        return say("'*' puts a cube on production: type b, n, g or y first.")
    if word.isdigit():
        return say("'{key}' is the value of a factory: type B, N, G or Y first.", key=word)
    return say("'{key}' is not a square; the letters stand below.", key=word)


class MapFile:
    """The file that a map is saved in, with the text that the player knows of.

    Attributes:
        path: The file that a link leads to.
        known: ``None`` where there was no file.
    """

    def __init__(self, name: str, known: str | None = None) -> None:
        self.name, self.path, self.known = name, Path(os.path.realpath(name)), known

    def now(self) -> str | None:
        """The text that stands there now."""
        try:
            return read_text(self.path) if os.path.exists(self.path) else None
        except InputError:
            return ""


def opened(file: str, given: str | None = None) -> tuple[MapEditor, MapFile]:
    """Open a map to be typed or mended, and the file it is saved in, ``given`` if that is another.

    A file that is not there is a new map.
    """
    goal, path = MapFile(given or file), Path(os.path.realpath(file))
    if not os.path.exists(goal.path):
        check_goals([goal.path])  # told before a map is typed that could not be saved
    if not os.path.exists(path):
        return MapEditor(), goal
    if not (os.path.isfile(path) or os.path.isdir(path)):
        raise InputError("this is not a plain file; only such can be mended.", place=Place(file))
    text = read_text(Path(file))
    if goal.path == path:
        goal.known = text
    return MapEditor(read_typed_map(text, file)), goal


@answering
def save(editor: MapEditor, file: MapFile) -> Answer:
    """Write the map in its notation, with the comments of its file.

    Nothing is saved while there is a slip; nor over a text that the player does not know of, the first time.
    """
    if editor.slips:
        slips = say_count(
            "Nothing is saved: {count} [word is|words are] not [a square|squares]. Type [it|them] anew, "
            "or clear [it|them].",
            len(editor.slips),
        )
        raise Refused(slips)
    if not editor.squares:
        raise Refused("There is no square to save yet.")
    known, file.known = file.known, file.now()
    if file.known not in (known, None):
        if known is None:
            raise Refused("{file} is there already: save again to replace it.", file=file.name)
        raise Refused(
            "{file} was changed by somebody else meanwhile: save again to replace it.", file=file.name
        )
    write_text(file.path, editor.text, kept=(file.path,))
    return Answer(files=(file.path,))


def new_name(folder: Path) -> Path:
    """A file for a new map that is not there yet: ``map.txt``, ``map-2.txt``, ..."""
    number = 1
    while True:
        name = folder / ("map.txt" if number == 1 else f"map-{number}.txt")
        if not os.path.lexists(name):
            return name
        number += 1
