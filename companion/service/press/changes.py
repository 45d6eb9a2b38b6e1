"""What a page changes of a deck: cells, rows and columns of a table, values of a face, or its last change back."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

from companion.data.decks.edited_files import EditedTable, TableLine
from companion.data.schema import MOST_CARDS
from companion.errors import Refused
from companion.sentences import say_count
from companion.service.press.element_boxes import PANEL


@dataclass(frozen=True, slots=True)
class FaceChange:
    file: str
    number: int  # of the element, from 1
    digest: str  # of the face as the page has it
    values: Mapping[str, str | int | float | None]  # by keys of `PANEL`; ``None`` takes a key out

    def __post_init__(self) -> None:
        if self.number < 1 or not self.values.keys() <= set(PANEL):
            raise ValueError


@dataclass(frozen=True, slots=True)
class Change:
    """What a page changes, as it sends it."""

    cells: tuple[tuple[int, int, str], ...] = ()  # row, column and text; rows after the last are added
    add: int | None = None  # before which row
    duplicate: tuple[int, ...] = ()  # the copies come below the last of these rows
    delete: tuple[int, ...] = ()
    column: tuple[int, str | None] | None = None  # the number of an old or a new one, and its name; none deletes it
    face: FaceChange | None = None
    undo: bool = False
    redo: bool = False

    def __post_init__(self) -> None:
        at = self.column[0] if self.column else 0
        if min(at, self.add or 0, *self.duplicate, *self.delete, *(min(each[:2]) for each in self.cells)) < 0:
            raise ValueError

    def apply(self, table: EditedTable, key: int) -> list[TableLine]:
        """The lines of a table after the change; new rows and copies get a name of their own in the column `key`."""
        width = len(table.columns)
        heading, *rows = table.lines or (TableLine("", ()),)
        if self.column:
            at, name = min(self.column[0], width), self.column[1] and self.column[1].strip()
            if name == "" or name in table.columns:
                raise Refused("A column needs a name that no other has.")
            if name is None:
                return [line._replace(cells=line.cells[:at] + line.cells[at + 1 :]) for line in (heading, *rows)]
            return [table.set_cell(heading, at, name), *rows]
        height = max((row + 1 for row, _, _ in self.cells), default=int(self.add is not None))
        wanted = max((column + 1 for _, column, _ in self.cells), default=height)
        if wanted > width or height > MOST_CARDS:
            raise Refused(
                "The block has {rows}, {columns}; at most {most} rows fit, and the table has {width}.",
                rows=say_count("{count} row[|s]", height),
                columns=say_count("{count} column[|s]", wanted),
                most=MOST_CARDS,
                width=say_count("{count} column[|s]", width),
            )
        for at, column, text in self.cells:
            while at >= len(rows):
                rows.append(table.begin_row((rows or [heading])[-1]))
            rows[at] = table.set_cell(rows[at], column, text)
        below = max(self.duplicate, default=0) + 1
        rows[below:below] = [rows[at]._replace(gap=table.end, number=0) for at in self.duplicate if at < len(rows)]
        if self.add is not None:
            rows.insert(self.add, table.begin_row([heading, *rows][min(self.add, len(rows))]))
        rows = [row for at, row in enumerate(rows) if at not in self.delete]
        if key >= 0 and not all(row.number for row in rows):
            _name_rows(table, rows, key, bool(self.duplicate))
        return [heading, *rows]


def _name_rows(table: EditedTable, rows: list[TableLine], key: int, has_copies: bool) -> None:
    """Give each new row without a name the next number, or a name like that above it with a number; copies too."""
    names = [row.get_text(key) for row in rows]
    taken, last = {*names}, max((int(name) for name in names if re.fullmatch(r"\d{1,9}", name)), default=0)
    for at, row in enumerate(rows):
        if not row.number and (has_copies or not names[at]):
            like = names[at] or names[at - 1]
            is_number, (stem, _, number) = not re.search(r"\D", like), like.rpartition("-")
            if not stem or not re.fullmatch(r"\d{1,9}", number):
                stem, number = like, "1"
            numbers = count((last if is_number else int(number)) + 1)
            free = (str(each) if is_number else f"{stem}-{each}" for each in numbers)
            names[at] = next(name for name in free if name not in taken)
            rows[at] = table.set_cell(row, key, names[at])
            taken.add(names[at])
            last += is_number
