"""A table of facts in a CSV file: every cell keeps its row and column, so that a wrong one is named."""

from __future__ import annotations

import csv
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
                place=self.place(column),
                value=value,
                options=", ".join(option or "—" for option in options),
            )
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
                place=self.place(column),
                value=value,
                least=least,
                most=most,
            )
        return number


def read_table(path: Path, columns: Sequence[str]) -> list[Row]:
    """Read a table with a fixed heading.

    Args:
        path: The CSV file.
        columns: The column names, in order.

    Returns:
        Its rows; empty lines are left out.

    Raises:
        DeckError: For another heading, a row with another number of cells, or what is not a table.
        InputError: When the file cannot be read.
    """
    try:
        lines = list(csv.reader(read_text(path).splitlines(), strict=True))
    except csv.Error as error:
        place = Place(path.name)
        raise DeckError("the table cannot be read ({reason}).", place=place, reason=str(error)) from None
    heading = lines[0] if lines else []
    if heading != list(columns):
        raise DeckError(
            "the heading is '{heading}'; '{expected}' was expected.",
            place=Place(file=path.name, row=1),
            heading=",".join(heading),
            expected=",".join(columns),
        )
    rows = []
    for number, cells in enumerate(lines[1:], start=2):
        if not cells:
            continue
        if len(cells) != len(columns):
            raise DeckError(
                "the row has {found} cells; {expected} were expected.",
                place=Place(file=path.name, row=number),
                found=len(cells),
                expected=len(columns),
            )
        rows.append(Row(path.name, number, dict(zip(columns, (cell.strip() for cell in cells), strict=True))))
    return rows
