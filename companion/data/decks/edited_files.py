"""Tables and faces that are changed on a page: what is changed is written anew, all else stays byte for byte."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, islice
from pathlib import Path
from typing import Any, NamedTuple

from companion.data.decks.headings import MOST_TITLES, find_heading
from companion.data.files import find_encoding
from companion.data.rows import SEPARATOR_LINE, TableReading, find_separator, name_columns
from companion.errors import InputError, Place

TEXTS = (".csv", ".tsv", ".txt")
"""Endings of tables that can be written back; all others are changed in the program that made them."""

_SPECIAL = re.compile(r"[\r\n\"]")


class TableLine(NamedTuple):
    """A line of a table as it is in the file: cells with their quotes, and the line's end; it may span several rows."""

    cells: tuple[str, ...]
    end: str

    def get_texts(self) -> list[str]:
        return [_read_cell(each) for each in self.cells]

    def hold(self, cells: Sequence[str]) -> "TableLine":
        """The line with other cells; an empty one stays a row."""
        return self._replace(cells=tuple(cells) if any(cells[:1]) or len(cells) > 1 else ('""',))


@dataclass(frozen=True)
class EditedTable:
    """A CSV file with the bytes of every line; `rows` are the lines below its heading that have cells."""

    file: str
    encoding: str
    mark: bytes  # of the byte order, if it begins with one
    head: str  # a first line such as sep=;
    separator: str
    lines: tuple[TableLine, ...]
    heading: int  # index of the line with the names of columns
    columns: tuple[str, ...]

    @cached_property
    def rows(self) -> list[int]:
        """The index of the line of each row."""
        return [at for at, line in enumerate(self.lines) if at > self.heading and line.cells != ("",)]

    @cached_property
    def texts(self) -> list[list[str]]:
        """The text of every cell of each row."""
        texts = (self.lines[at].get_texts() for at in self.rows)
        return [[*each, *[""] * (len(self.columns) - len(each))][: len(self.columns)] for each in texts]

    @cached_property
    def line_numbers(self) -> list[int]:
        """The number in the file of the first row of each line."""
        ends = (_count_ends(self.separator.join(line.cells) + line.end) for line in self.lines)
        return [*accumulate(ends, initial=1 + _count_ends(self.head))]

    @property
    def numbers(self) -> list[int]:
        """The number of each row in the file, as errors name it."""
        return [self.line_numbers[at] for at in self.rows]

    @cached_property
    def most_parts(self) -> list[int]:
        """The most parts between colons of a cell of each column."""
        return [max((row[at].count(":") for row in self.texts), default=0) + 1 for at in range(len(self.columns))]

    def keep_row(self, row: int) -> "EditedTable":
        """The table with one row only, which has its number."""
        at, first = self.rows[row], self.heading + 1
        gap = self.line_numbers[at] - self.line_numbers[first]
        return replace(self, lines=(*self.lines[:first], *[TableLine(("",), "\n")] * gap, self.lines[at]))

    def set_cells(self, texts: Mapping[tuple[int, int], str]) -> "EditedTable":
        """The table with some texts in place of others, by the number of row and column, from 0."""
        lines, rows = [*self.lines], self.rows
        for (row, column), text in texts.items():
            lines[rows[row]] = self._set_cell(lines[rows[row]], column, text)
        return replace(self, lines=tuple(lines))

    def _set_cell(self, line: TableLine, column: int, text: str) -> TableLine:
        cells = [*line.cells, *[""] * (column + 1 - len(line.cells))]
        if _read_cell(cells[column]) != text:
            cells[column] = self._format_cell(text, cells[column].startswith('"'))
        return line.hold(cells)

    def change_column(self, at: int, name: str | None) -> "EditedTable":
        """The table with another name for a column, or for one more at its end; ``None`` deletes the column."""
        above, heading, rows = (
            self.lines[: self.heading],
            self.lines[self.heading :][:1],
            self.lines[self.heading + 1 :],
        )
        if name is not None:
            named = self._set_cell(heading[0] if heading else TableLine((), "\n"), at, name)
            return replace(self, lines=(*above, named, *rows))
        whole = (line if line.cells == ("",) else line.hold(line.cells[:at] + line.cells[at + 1 :]) for line in rows)
        heading = tuple(line.hold(line.cells[:at] + line.cells[at + 1 :]) for line in heading)
        return replace(self, lines=(*above, *heading, *whole))

    def insert_rows(self, before: int, rows: Sequence[Sequence[str]]) -> "EditedTable":
        """The table with new rows before the row of a number, or after its last; quoted as the row above them."""
        if not rows:
            return self
        indexes = self.rows
        at = indexes[before] if before < len(indexes) else max((self.heading, *indexes)) + 1
        above = self.lines[at - 1]
        end = next((line.end for line in self.lines if line.end), "\n")
        quoted = [each.startswith('"') for each in above.cells] + [False] * len(self.columns)
        lines = [TableLine((), end).hold([*map(self._format_cell, row, quoted)]) for row in rows]
        if not above.end:  # the file ends without the end of a line, and goes on to do so
            lines[-1] = lines[-1]._replace(end="")
        return replace(
            self, lines=(*self.lines[: at - 1], above._replace(end=above.end or end), *lines, *self.lines[at:])
        )

    def delete_rows(self, rows: Collection[int]) -> "EditedTable":
        indexes = self.rows
        left = {indexes[row] for row in rows}
        lines = [line for at, line in enumerate(self.lines) if at not in left]
        if not self.lines[-1].end:
            lines[-1] = lines[-1]._replace(end="")
        return replace(self, lines=tuple(lines))

    def encode(self) -> bytes:
        text = self.head + "".join(self.separator.join(line.cells) + line.end for line in self.lines)
        try:
            return self.mark + text.encode(self.encoding)
        except UnicodeEncodeError as error:
            raise InputError(
                "'{text}' cannot be written in this file, which is not UTF-8; save it as UTF-8 first.",
                place=Place(self.file),
                text=text[error.start : error.end],
            ) from None

    def _format_cell(self, text: str, quoted: bool) -> str:
        if quoted or self.separator in text or _SPECIAL.search(text):
            return '"' + text.replace('"', '""') + '"'
        return text


def _read_cell(cell: str) -> str:
    if cell.startswith('"'):
        inner, _, rest = cell[1:].replace('""', "\0").partition('"')
        cell = inner.replace("\0", '"') + rest
    return cell.replace("\r\n", "\n").replace("\r", "\n").strip()


def _count_ends(text: str) -> int:
    return len(re.findall(r"\r\n|\r|\n", text))


def list_lines(content: bytes) -> list[str]:
    """The lines of a file, to be shown."""
    encoding, mark = find_encoding(content)
    return content[len(mark) :].decode(encoding, "replace").splitlines()


def read_edited_table(content: bytes, file: Path, heading: int = 0, plain: bool = False) -> EditedTable:
    """The table in a file; `heading` and `plain` are as in `TableReading`."""
    encoding, mark = find_encoding(content)
    try:
        text = content[len(mark) :].decode(encoding)
    except UnicodeDecodeError:
        raise InputError("the file is not a UTF-8 text; save it as UTF-8.", place=Place(file.name)) from None
    line = SEPARATOR_LINE.match(text)
    head = line.group() if line else ""
    separator = line[1] if line else find_separator(text.replace("\r\n", "\n").replace("\r", "\n"))
    sign = re.escape(separator)
    scan = re.compile(rf'("(?:[^"]|"")*"[^{sign}\r\n]*|(?!")[^{sign}\r\n]*)({sign}|\r\n|\r|\n|\Z)')
    lines, cells, position = list[TableLine](), list[str](), len(head)
    while position < len(text) or cells:
        match = scan.match(text, position)
        if match is None:
            raise InputError("a quotation mark begins a cell here, and none ends it.", place=Place(file.name))
        cells.append(match[1])
        position = match.end()
        if match[2] != separator:
            lines.append(TableLine(tuple(cells), match[2]))
            cells = []
    table = EditedTable(file.name, encoding, mark, head, separator, tuple(lines), 0, ())
    at = _find_heading_line(table, heading, plain)
    names = [*name_columns(lines[at].get_texts() if lines else [], file.name, 1, TableReading())]
    return replace(table, heading=at, columns=tuple(names))


def _find_heading_line(table: EditedTable, heading: int, plain: bool) -> int:
    numbered = zip(table.line_numbers, (line.get_texts() for line in table.lines), strict=False)
    filled = ((at, each) for at, each in enumerate(numbered) if each[0] >= heading and any(each[1]))
    first = list(islice(filled, MOST_TITLES))
    return first[find_heading([each for _, each in first]) if plain else 0][0] if first else 0


def set_face_values(content: bytes, element: int, values: Mapping[str, Any]) -> bytes:
    """The face with some keys of an element, counted from 1, changed or added; comments and order stay.

    ``None`` takes a key out.
    """
    import tomlkit

    encoding, mark = find_encoding(content)
    text = content[len(mark) :].decode(encoding)
    document = tomlkit.parse(text)
    table: Any = document["element"][element - 1]
    for key, value in values.items():
        if value is None:
            table.pop(key, None)
        elif key in table or not hasattr(table.value, "_insert_after"):
            table[key] = value
        else:  # not at the end, where comments on the next element may be
            table.value._insert_after([*table][-1], key, tomlkit.item(value))
    changed = tomlkit.dumps(document)
    if "\r\n" in text and not re.search("(?<!\r)\n", text):
        changed = re.sub("(?<!\r)\n", "\r\n", changed)
    return mark + changed.encode(encoding)
