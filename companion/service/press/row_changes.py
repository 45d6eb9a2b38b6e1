"""Rows of a table that a page sets, adds, duplicates or deletes; new ones get names of their own."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.data.decks.edited_files import EditedTable
from companion.data.schema import MOST_CARDS
from companion.errors import Refused


class RowChange(NamedTuple):
    """Cells to set, or rows to add, duplicate or delete."""

    cells: Mapping[tuple[int, int], str] = {}  # by row and column; rows after the last are added
    add: int | None = None  # before which row
    duplicate: tuple[int, ...] = ()
    delete: tuple[int, ...] = ()


class ColumnChange(NamedTuple):
    """A column to rename, to delete, or, without a number, to add."""

    at: int | None = None
    name: str | None = None


def change_table(table: EditedTable, change: RowChange, key: int) -> EditedTable:
    """The table after a change; new rows, and copies of rows, get a name of their own in the column `key`."""
    texts = table.texts
    names = {row[key] for row in texts} if key >= 0 else set()
    duplicate, delete = ([row for row in rows if row < len(texts)] for rows in (change.duplicate, change.delete))
    if delete:
        return table.delete_rows(delete)
    for row in sorted(duplicate, reverse=True):
        new = [*texts[row]]
        if key >= 0:
            new[key] = _choose_name(new[key], names)
        table = table.insert_rows(row + 1, [new])
    if change.add is not None:
        table = table.insert_rows(change.add, [_build_row(table, {}, key, names)])
    count, width = len(texts), max((column for _, column in change.cells), default=-1) + 1
    rows = max((row for row, _ in change.cells), default=-1) + 1
    if width > len(table.columns) or rows > MOST_CARDS:
        details: dict[str, Any] = {"rows": rows, "width": width, "most": MOST_CARDS, "columns": len(table.columns)}
        raise Refused(
            "The block has {rows} rows, {width} columns; at most {most} rows fit, and the table has {columns} columns.",
            **details,
        )
    by_row: dict[int, dict[int, str]] = {row: {} for row in range(count, rows)}
    for (row, column), text in change.cells.items():
        if row >= count:
            by_row[row][column] = text
    table = table.insert_rows(len(table.rows), [_build_row(table, cells, key, names) for cells in by_row.values()])
    return table.set_cells({at: text for at, text in change.cells.items() if at[0] < count})


def _build_row(table: EditedTable, cells: Mapping[int, str], key: int, names: set[str]) -> list[str]:
    row = [cells.get(column, "") for column in range(len(table.columns))]
    if key >= 0 and not row[key]:
        row[key] = _choose_name(max(names, key=lambda each: int(each) if each.isdigit() else 0, default="0"), names)
    names.add(row[key] if key >= 0 else "")
    return row


def _choose_name(name: str, names: set[str]) -> str:
    """A name like another that no row has: the next number, or with a number after it."""
    if name.isdigit():
        numbers = [int(each) for each in names if each.isdigit()]
        new = str(max(numbers, default=0) + 1)
    else:
        stem = re.sub(r"-\d+$", "", name) or "1"
        new = next(each for at in range(2, len(names) + 3) if (each := f"{stem}-{at}") not in names)
    names.add(new)
    return new
