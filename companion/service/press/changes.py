"""What a page changes of a deck: cells, rows and columns of a table, values of a face, or its last change back."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

from companion.data.decks.edited_files import EditedTable
from companion.data.schema import MOST_CARDS
from companion.errors import Refused
from companion.sentences import say_count


@dataclass(frozen=True, slots=True)
class FaceChange:
    file: str
    number: int  # of the element, from 1
    digest: str  # of the face as the page has it
    values: Mapping[str, str | int | float | None]  # ``None`` takes a key out


@dataclass(frozen=True, slots=True)
class Change:
    """What a page changes, as it sends it."""

    cells: tuple[tuple[int, int, str], ...] = ()  # row, column and text; rows after the last are added
    add: int | None = None  # before which row
    duplicate: tuple[int, ...] = ()
    delete: tuple[int, ...] = ()
    column: tuple[int, str | None] | None = None  # the number of an old or a new one, and its name; none deletes it
    face: FaceChange | None = None
    undo: bool = False
    redo: bool = False

    def __post_init__(self) -> None:
        at = self.column[0] if self.column else 0
        if min(at, self.add or 0, *self.duplicate, *self.delete, *(min(each[:2]) for each in self.cells)) < 0:
            raise ValueError

    def apply(self, table: EditedTable, key: int) -> EditedTable:
        """A table after the change; new rows, and copies of rows, get a name of their own in the column `key`."""
        texts, columns = table.texts, range(len(table.columns))
        if self.column:
            at, name = self.column[0], self.column[1] and self.column[1].strip()
            if name == "" or name in table.columns:
                raise Refused("A column needs a name that no other has.")
            return table.change_column(min(at, len(columns)), name)
        rows = max((row + 1 for row, _, _ in self.cells), default=int(self.add is not None))
        width = max((column + 1 for _, column, _ in self.cells), default=rows)
        if width > len(columns) or rows > MOST_CARDS:
            raise Refused(
                "The block has {rows}, {columns}; at most {most} rows fit, and the table has {width}.",
                rows=say_count("{count} row[|s]", rows),
                columns=say_count("{count} column[|s]", width),
                most=MOST_CARDS,
                width=say_count("{count} column[|s]", len(columns)),
            )
        names = dict.fromkeys(row[key] for row in texts) if key >= 0 else {}
        for row in sorted(self.duplicate, reverse=True):
            copies = [_name_row([*each], key, names, is_copy=True) for each in texts[row : row + 1]]
            table = table.insert_rows(row + 1, copies)
        if self.add is not None:
            table = table.insert_rows(self.add, [_name_row(["" for _ in columns], key, names)])
        cells = {(row, column): text for row, column, text in self.cells}
        new = ([cells.get((row, column), "") for column in columns] for row in range(len(texts), rows))
        table = table.insert_rows(len(texts), [_name_row(row, key, names) for row in new])
        table = table.set_cells({at: text for at, text in cells.items() if at[0] < len(texts)})
        return table.delete_rows(self.delete)


def _name_row(row: list[str], key: int, names: dict[str, None], is_copy: bool = False) -> list[str]:
    """Give a row that has no name, or that of another, the next number, or a name like it with a number."""
    if key >= 0 and (is_copy or not row[key]):
        numbers = [int(name) for name in names if name.isdecimal()]
        like = row[key] or next(filter(None, () if numbers else reversed(names)), "0")
        stem = re.sub(r"-\d+$", "", like) or "1"
        free = (name for number in count(2) if (name := f"{stem}-{number}") not in names)
        row[key] = str(max(numbers, default=0) + 1) if like.isdecimal() else next(free)
    if key >= 0:
        names[row[key]] = None
    return row
