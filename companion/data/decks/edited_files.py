"""Tables and faces that are changed on a page: what is changed is written anew, all else stays byte for byte."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from companion.data.decks.headings import MOST_TITLES, find_heading
from companion.data.files import find_encoding
from companion.data.rows import SEPARATOR_LINE, TableReading, find_separator, name_columns
from companion.errors import InputError, Place

TEXTS = (".csv", ".tsv", ".txt")
"""Endings of tables that can be written back; all others are changed in the program that made them."""

_END = re.compile(r"\r\n|\r|\n")


class TableLine(NamedTuple):
    """A row as it is in the file, with the ends of lines between it and what stands above."""

    gap: str
    cells: tuple[str, ...]  # with their quotes
    number: int = 0  # of its first line in the file, as errors name it; 0 if it was not read there

    def get_text(self, column: int) -> str:
        return _read_cell(self.cells[column]) if column < len(self.cells) else ""

    def get_texts(self) -> list[str]:
        return [_read_cell(each) for each in self.cells]


@dataclass(frozen=True)
class EditedTable:
    """A CSV file with the bytes of every line."""

    file: str
    encoding: str
    mark: bytes  # of the byte order, if it begins with one
    head: str  # what stands above the names of columns, such as sep=;
    separator: str
    lines: tuple[TableLine, ...]  # first the names of columns, then the rows
    tail: str  # the ends of lines below the last row
    columns: tuple[str, ...]

    @cached_property
    def texts(self) -> list[list[str]]:
        """The text of every cell of each row."""
        return [[line.get_text(column) for column in range(len(self.columns))] for line in self.lines[1:]]

    @cached_property
    def end(self) -> str:
        """What ends a line of this file."""
        found = _END.search("".join(line.gap for line in self.lines) + self.tail + self.head)
        return found[0] if found else "\n"

    def begin_row(self, above: TableLine) -> TableLine:
        """A new row with empty cells, which are quoted as in the row above it."""
        return TableLine(self.end, tuple('""' if cell.startswith('"') else "" for cell in above.cells))

    def set_cell(self, line: TableLine, column: int, text: str) -> TableLine:
        """A row with a text in a cell, quoted if the one before it was, or if it has to be."""
        cells = [*line.cells, *[""] * (column + 1 - len(line.cells))]
        if _read_cell(cells[column]) == text:
            return line
        if cells[column].startswith('"') or self.separator in text or re.search(r"[\r\n\"]", text):
            text = '"' + text.replace('"', '""') + '"'
        cells[column] = text
        return line._replace(cells=tuple(cells))

    def encode(self, lines: Iterable[TableLine]) -> bytes:
        """The file with other lines, the names of columns first."""
        rows = (line.gap + (self.separator.join(line.cells) or '""') for line in lines)  # an empty row stays one
        text = self.head + "".join(rows) + self.tail
        try:
            return self.mark + text.encode(self.encoding)
        except UnicodeEncodeError as error:
            raise InputError(
                "'{text}' cannot be written in this file, which is not UTF-8; save it as UTF-8 first.",
                place=Place(self.file),
                text=text[error.start : error.end],
            ) from None


def _read_cell(cell: str) -> str:
    if cell.startswith('"'):
        ((inner, rest),) = re.findall(r'(?s)"((?:[^"]|"")*+)"(.*)', cell)
        cell = inner.replace('""', '"') + rest
    return _END.sub("\n", cell).strip()


def read_edited_table(content: bytes, file: Path, heading: int = 0, plain: bool = False) -> EditedTable:
    """The table in a file; `heading` and `plain` are as in `TableReading`."""
    encoding, mark = find_encoding(content)
    try:
        text = content[len(mark) :].decode(encoding)
    except UnicodeDecodeError:
        raise InputError("the file is not a UTF-8 text; save it as UTF-8.", place=Place(file.name)) from None
    first = re.match(SEPARATOR_LINE, text)
    head, separator = (first[0], first[1]) if first else ("", find_separator(_END.sub("\n", text)))
    sign = re.escape(separator)
    cell = rf'(?:"(?:[^"]|"")*+"[^{sign}\r\n]*+|(?!")[^{sign}\r\n]*+)'
    row = re.compile(rf"([\r\n]*+)(?=[^\r\n])({cell}(?:{sign}{cell})*+)(?=[\r\n]|\Z)")
    lines, end, number = list[TableLine](), len(head), 1 + len(_END.findall(head))
    while match := row.match(text, end):
        number += len(_END.findall(match[1]))
        lines.append(TableLine(match[1], tuple(re.findall(f"{sign}({cell})", separator + match[2])), number))
        number += len(_END.findall(match[2]))
        end = match.end()
    if text[end:].strip("\r\n"):
        raise InputError("a quotation mark begins a cell here, and none ends it.", place=Place(file.name))
    at = _find_heading_line(lines, heading, plain)
    above, lines = lines[:at], lines[at:]
    if lines:
        head += "".join(line.gap + separator.join(line.cells) for line in above) + lines[0].gap
        lines[0] = lines[0]._replace(gap="")
    names = [*name_columns(lines[0].get_texts() if lines else [], file.name, 1, TableReading())]
    return EditedTable(file.name, encoding, mark, head, separator, tuple(lines), text[end:], tuple(names))


def _find_heading_line(lines: Sequence[TableLine], heading: int, plain: bool) -> int:
    filled = (at for at, line in enumerate(lines) if line.number >= heading and any(line.get_texts()))
    first = list(islice(filled, MOST_TITLES))
    named = find_heading([(lines[at].number, lines[at].get_texts()) for at in first]) if plain else 0
    return first[named] if first else 0


def set_face_values(content: bytes, file: Path, element: int, values: Mapping[str, Any]) -> bytes:
    """The face with keys of an element, counted from 1, changed, added or (``None``) taken out; all else stays."""
    import tomlkit

    encoding, mark = find_encoding(content)
    try:
        document = tomlkit.parse(text := content[len(mark) :].decode(encoding))
        table: Any = document["element"][element - 1]
    except (LookupError, TypeError, ValueError):
        raise InputError("there is no such element in this face.", place=Place(file.name)) from None
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
