"""A table in a CSV file: every cell keeps its row and column, so that a wrong one is named."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.data.files import read_text
from companion.errors import DeckError, Place

__all__ = ["Row", "read_table"]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table.

    Attributes:
        file: The file's name.
        number: Its line in the file, from 1; the heading is line 1.
        cells: The texts by column name.
    """

    file: str
    number: int
    cells: dict[str, str]

    def place(self, column: str) -> Place:
        """Where a cell of this row stands."""
        return Place(file=self.file, row=self.number, column=column)

    def text(self, column: str) -> str:
        """A cell that must hold a text.

        Raises:
            DeckError: For an empty cell.
        """
        value = self.cells[column]
        if not value:
            raise DeckError("the cell is empty; a text was expected.", place=self.place(column))
        return value

    def choice(self, column: str, options: Sequence[str]) -> str:
        """A cell that must hold one of a few words.

        Raises:
            DeckError: For any other word.
        """
        value = self.cells[column]
        if value not in options:
            raise DeckError(
                "'{value}' was not expected; it is one of {options}.",
                place=self.place(column), value=value,
                options=", ".join(option or "—" for option in options),
            )  # fmt: skip
        return value

    def count(self, column: str, least: int, most: int) -> int:
        """A cell that must hold a whole number within bounds.

        Raises:
            DeckError: For anything else.
        """
        value = self.cells[column]
        number = int(value) if value.isascii() and value.isdigit() else None
        if number is None or not least <= number <= most:
            raise DeckError(
                "'{value}' was not expected; it is a whole number from {least} to {most}.",
                place=self.place(column), value=value, least=least, most=most,
            )  # fmt: skip
        return number


def read_table(path: Path, columns: Sequence[str] = ()) -> list[Row]:
    """Read a table.

    Cells are parted by commas, or by semicolons where the heading has only these; blanks around them count
    for nothing, and rows without a word are left out.

    Args:
        path: The CSV file.
        columns: The column names, in order, where they are fixed.

    Raises:
        DeckError: For another heading, a row with another number of cells, or what is not a table.
        InputError: When the file cannot be read.
    """
    text = read_text(path)
    head = text.partition("\n")[0]
    # French spreadsheets part cells by semicolons, since their numbers have commas.
    reader = csv.reader(
        io.StringIO(text), delimiter=";" if ";" in head and "," not in head else ",", strict=True
    )
    try:
        lines = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader]
    except csv.Error as error:
        raise DeckError(
            "the table cannot be read ({reason}).", place=Place(file=path.name), reason=str(error)
        ) from None
    heading = lines[0][1] if lines else []
    if columns and heading != list(columns):
        raise DeckError(
            "the heading is '{heading}'; '{expected}' was expected.",
            place=Place(file=path.name, row=1), heading=",".join(heading),
            expected=",".join(columns),
        )  # fmt: skip
    rows = []
    for number, cells in lines[1:]:
        if not any(cells):
            continue
        if len(cells) != len(heading):
            column = heading[len(cells)] if len(cells) < len(heading) else len(heading) + 1
            raise DeckError(
                "this row has {found} cells; {expected} were expected.",
                place=Place(path.name, number, column), found=len(cells), expected=len(heading),
            )  # fmt: skip
        rows.append(Row(path.name, number, dict(zip(heading, cells, strict=True))))
    return rows
