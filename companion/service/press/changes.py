"""What a page changes of a deck: cells, rows and columns of a table, values of a face, or its last change back."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from companion.data.decks.edited_files import EditedTable
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

    def apply(self, table: EditedTable, key: int) -> EditedTable:
        """A table after the change; new rows, and copies of rows, get a name of their own in the column `key`."""
        width = len(table.columns)
        if self.column:
            at, name = self.column[0], self.column[1] and self.column[1].strip()
            if name == "" or name in table.columns:
                raise Refused("A column needs a name that no other has.")
            return table.change_column(min(at, width), name)
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
        rows: list[_Row] = [(at, [*texts]) for at, texts in enumerate(table.texts)]
        for at, column, text in self.cells:
            rows += [(None, [""] * width) for _ in range(len(rows), at + 1)]
            rows[at][1][column] = text
        below = max(self.duplicate, default=0) + 1
        rows[below:below] = [(None, [*rows[at][1]]) for at in self.duplicate if at < len(rows)]
        if self.add is not None:
            rows.insert(self.add, (None, [""] * width))
        rows = [row for row in rows if row[0] not in self.delete]
        if key >= 0 and any(number is None for number, _ in rows):
            _name_rows(rows, key, bool(self.duplicate))
        return table.with_rows(rows)


_Row = tuple[int | None, list[str]]  # its number in the table before, if it was there, and its texts


def _name_rows(rows: Sequence[_Row], key: int, has_copies: bool) -> None:
    """Give each new row without a name the next number, or a name like that above it with a number; copies too."""
    names = {texts[key] for _, texts in rows}
    last = max((int(name) for name in names if re.fullmatch(r"\d{1,9}", name)), default=0)
    for at, (number, texts) in enumerate(rows):
        if number is None and (has_copies or not texts[key]):
            like = re.fullmatch(r"(.*?\D.*?)(?:-(\d{1,9}))?", texts[key] or rows[at - 1][1][key])
            numbers = count(int(like[2] or 1) + 1 if like else last + 1)
            free = (f"{like[1]}-{each}" if like else str(each) for each in numbers)
            texts[key] = next(name for name in free if name not in names)
            names.add(texts[key])
            last += like is None
