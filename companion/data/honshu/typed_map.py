"""A typed map as it stands in its file: squares and slips by place, and the comments and blanks about them.

It is read to be mended, so a slip is kept instead of refused; written back, every line that nobody changed
is as it was.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.data.honshu.map import (
    NO_CARD,
    check_squares,
    edges_of,
    laid_instead,
    passed_over,
    read_symbol,
    typed_rows,
)
from companion.errors import Place
from companion.sentences import Sentence

_LAID = re.compile(r"[AaBb]?\d+( -?\d+){3}")  # a card and where it lies: the file tells how a map was laid


@dataclass(frozen=True, slots=True)
class TypedMap:
    """A map in its file."""

    lines: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    """For each row of the map the index of its line, and its words."""
    odd: Sentence | None = None

    @property
    def squares(self) -> dict[tuple[int, int], str]:
        """The symbols of its squares by row and column, from 0."""
        found = {place: read_symbol(word) for place, word in self._words().items()}
        return {place: symbol for place, symbol in found.items() if symbol and symbol != NO_CARD}

    @property
    def slips(self) -> dict[tuple[int, int], str]:
        """The words that are not squares, by row and column."""
        return {place: word for place, word in self._words().items() if read_symbol(word) is None}

    def _words(self) -> dict[tuple[int, int], str]:
        return {
            (row, column): word
            for row, (_, words) in enumerate(self.rows)
            for column, word in enumerate(words)
        }

    def written(self, squares: Mapping[tuple[int, int], str]) -> str:
        """The file with other squares: comments, blanks and whatever is unchanged stand where they stood.

        There is one square at least; rows and columns are below 0 where the map has grown upward or leftward.
        """
        corner = [(0, 0)] if self.rows else []
        top, left, bottom, right = edges_of([*squares, *corner])
        symbols = {
            row: [squares.get((row, column), NO_CARD) for column in range(left, right + 1)]
            for row in range(top, bottom + 1)
        }
        wide = [max(map(len, column)) for column in zip(*symbols.values(), strict=True)]
        fresh = {row: _spelt(told, wide) for row, told in symbols.items()}
        # Where a spreadsheet left cells empty, or all rows begin with tabs and one is added, tabs no longer
        # say what they said: all rows are spelt anew.
        indented = (top < 0 or bottom >= len(self.rows)) and any(
            "\t" in self.lines[line][: -len(self.lines[line].lstrip())] for line, _ in self.rows
        )
        tabs = indented or any("" in words for _, words in self.rows)
        at_line = {line: row for row, (line, _) in enumerate(self.rows)}
        told = [] if self.rows else [*(self.lines if any(self.lines) else ()), *fresh.values()]
        for index, line in enumerate(self.lines) if self.rows else ():
            row = at_line.get(index)
            body, hash_, comment = line.partition("#")
            if row == 0:
                told += [fresh[above] for above in range(top, 0)]
            if row is None:
                told.append(line)
            elif row in fresh:
                words = self.rows[row][1]
                respelt = fresh[row] if tabs else _respelt(body, words, symbols[row], -left, wide)
                if hash_ and respelt.rstrip() != body.rstrip():
                    line = f"{_up_to(respelt, len(body))}{hash_}{comment}"
                told.append(line if hash_ else respelt.rstrip())
            elif hash_:
                told.append(hash_ + comment)
            if row == len(self.rows) - 1:
                told += [fresh[below] for below in range(row + 1, bottom + 1)]
        return "\n".join(told) + "\n"


def read_typed_map(text: str, file: str | None = None) -> TypedMap:
    """Read a map from its notation, slips and all; a text without a square is one still to be typed."""
    typed = list(typed_rows(text, file))
    rows = tuple((row.number - 1, row.words) for row in typed if row.words)
    passed = [row.number for row in typed if not row.words]
    lines = text.lstrip("\ufeff").rstrip("\n").split("\n")
    found = TypedMap(tuple(lines), rows, passed_over(passed) if passed else None)
    if rows and _LAID.match(" ".join(rows[0][1])):
        raise laid_instead(rows[0][1][0], Place(file, rows[0][0] + 1, 1))
    check_squares(len(found.squares), file)
    return found


def _spelt(symbols: list[str], wide: list[int]) -> str:
    """A row in columns, without the places behind its last square."""
    last = max((at for at, symbol in enumerate(symbols) if symbol != NO_CARD), default=0)
    return " ".join(map(str.ljust, symbols[: last + 1], wide)).rstrip()


def _respelt(body: str, words: tuple[str, ...], symbols: list[str], before: int, wide: list[int]) -> str:
    """A row with what its symbols are now; the words that say the same, and the blanks, stay.

    ``before`` of the symbols stand before its first word; ``wide`` says how wide each is written.
    """
    told = "".join(f"{symbol:<{width}} " for symbol, width in zip(symbols[:before], wide, strict=False))
    shift = len(told)
    symbols = symbols[before:] + [NO_CARD] * (before + len(words) - len(symbols))
    for at, (found, symbol) in enumerate(zip(re.finditer(r"(\s*)(\S+)", body), symbols, strict=False)):
        blanks, word = found.groups()
        told = told + blanks if "\t" in blanks or not at else _up_to(told, shift + found.start(2))
        told += word if read_symbol(word) == symbol else symbol
    more = symbols[len(words) :]
    return f"{told} {_spelt(more, wide[-len(more) :])}" if any(one != NO_CARD for one in more) else told


def _up_to(text: str, column: int) -> str:
    """A text filled with blanks up to a column, with one at least."""
    return text.ljust(column) if len(text) < column else f"{text} "
