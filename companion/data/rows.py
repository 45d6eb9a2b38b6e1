"""Rows of a CSV file: every cell keeps its row and column, so that a wrong one is named."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.data.decks.values import QUOTED, FieldFault, Lookup
from companion.data.files import read_text
from companion.errors import DeckError, InputError, Place
from companion.sentences import listed, say, shortened

MOST_COLUMNS = 1000  # columns of a row; the widest of a game has ten


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a file, below its heading."""

    file: str
    number: int  # its line in the file, from 1; the heading is line 1
    cells: dict[str, str]

    def place(self, column: str) -> Place:
        """The place of a cell of this row."""
        return Place(file=self.file, row=self.number, column=column)

    def wrong(self, template: str, column: str, value: object = None, **fields: object) -> DeckError:
        """The error of a cell of this row, which is the ``{value}`` of the sentence where none is given."""
        shown = self.cells[column] if value is None else value
        return DeckError(template, place=self.place(column), remedy="", value=shown, **fields)

    def text(self, column: str) -> str:
        """A cell that must hold a text."""
        value = self.cells[column]
        if not value:
            raise DeckError("the cell is empty; a text was expected.", place=self.place(column))
        return value

    def choice(self, column: str, options: Sequence[str]) -> str:
        """A cell that must hold one of a few words."""
        return check_choice(self.cells[column], options, self.place(column), DeckError)

    def count(self, column: str, least: int, most: int) -> int:
        """A cell that must hold a whole number within bounds."""
        return whole_number(self.cells[column], least, most, self.place(column), DeckError)


def check_choice(
    value: str, options: Sequence[str], place: Place | None = None, wrong: type[InputError] = InputError
) -> str:
    """One of a few words; any other is refused."""
    if value not in options:
        known = listed(option or "—" for option in options)
        raise wrong(
            "'{value}' was not expected; it is one of {options}.", place=place, value=value, options=known
        )
    return value


def whole_number(
    text: str, least: int, most: int, place: Place | None = None, wrong: type[InputError] = InputError
) -> int:
    """A whole number within bounds, in plain digits: ``int`` reads 1_0 and digits of other scripts too."""
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10 and least <= int(text) <= most):
        raise wrong(
            "'{value}' was not expected; it is a whole number from {least} to {most}.",
            place=place,
            value=shortened(text.strip(), 40),
            least=least,
            most=most,
        )
    return int(text)


def read_rows(path: Path, columns: Sequence[str] = ()) -> list[Row]:
    """Read the rows of a CSV file; see ``rows_of``."""
    return list(rows_of(read_text(path), path.name, columns))


def rows_of(text: str, file: str, columns: Sequence[str] = ()) -> Iterator[Row]:
    """The rows of a CSV text, one after the other.

    Cells are parted by commas, or by semicolons or tabs where the heading has only these; blanks around them
    count for nothing, and rows without a word are left out. ``columns`` are the names, in order, where
    they are fixed.
    """
    head = re.sub(r'"[^"]*"', "", text.lstrip("\n").partition("\n")[0])
    # French spreadsheets part cells by semicolons, since their numbers have commas.
    between = next((mark for mark in ",;\t" if mark in head), ",")
    reader = csv.reader(
        (found.group() for found in re.finditer(r"[^\n]*\n?", text)), delimiter=between, strict=True
    )
    return named_rows(_lines(reader, file), file, columns)


def named_rows(
    lines: Iterable[tuple[int, list[str]]], file: str, columns: Sequence[str] = ()
) -> Iterator[Row]:
    """Numbered lines of cells as rows; the first that is not empty is the heading."""
    full = ((number, cells) for number, cells in lines if any(cells))
    first, heading = next(full, (1, []))
    if columns and heading != list(columns):
        raise DeckError(
            "the heading is '{heading}'; '{expected}' was expected.",
            place=Place(file=file, row=first),
            heading=",".join(heading),
            expected=",".join(columns),
        )
    check_heading(heading, file, first)
    for number, cells in full:
        found, expected = len(cells), len(heading)
        if found > expected:
            raise DeckError(
                "cells in this row: {found}, expected: {expected}; '{value}' is one too many.",
                place=Place(file, number, expected + 1),
                value=cells[expected],
                found=found,
                expected=expected,
            )
        if found < expected:
            raise DeckError(
                "cells in this row: {found}, expected: {expected}.",
                place=Place(file, number, heading[found]),
                found=found,
                expected=expected,
            )
        row = Row(file, number, dict(zip(heading, cells, strict=True)))
        row.cells.pop("", None)
        yield row


def check_heading(names: Sequence[str], file: str, row: int = 1) -> None:
    """See that columns have names of their own, and are not too many."""
    if len(names) > MOST_COLUMNS:
        raise DeckError(
            "the heading has {found} columns; {most} are the most.",
            place=Place(file, row, MOST_COLUMNS + 1),
            found=len(names),
            most=MOST_COLUMNS,
        )
    for at, name in enumerate(names):
        if name and name in names[:at]:
            raise DeckError("the column '{name}' stands twice.", place=Place(file, row, at + 1), name=name)


def _lines(reader: Any, file: str) -> Iterator[tuple[int, list[str]]]:
    """Each line of cells with its number in the file: that where it begins."""
    try:
        begins = 1
        for cells in reader:
            yield begins, [cell.strip() for cell in cells]
            begins = reader.line_num + 1
    except csv.Error as error:
        raise DeckError(
            "the table cannot be read ({reason}).", place=Place(file=file, row=begins), reason=str(error)
        ) from None


def cell_text(value: object) -> str:
    """A value as the text of a cell: 3 for 3.0, nothing for none; the parts of a list between colons."""
    match value:
        case None | bool():
            return "true" if value else ""
        case float():
            return repr(value).removesuffix(".0")
        case list():
            return ":".join(map(cell_text, value))
        case _:
            return str(value).strip()


def hold_rows(rows: Sequence[Row], key: str, expected: Mapping[str, Mapping[str, str]]) -> None:
    """Hold rows against a box: each thing of the column ``key`` has one, with the cells expected of it."""
    seen: dict[str, int] = {}
    for row in rows:
        name = row.choice(key, tuple(expected))
        if name in seen:
            raise row.wrong("'{value}' stands in row {first} already.", key, first=seen[name])
        seen[name] = row.number
        for column, value in expected[name].items():
            row.choice(column, (value,))
    for name in expected:
        if name not in seen:
            file = rows[0].file if rows else None
            raise DeckError("'{value}' is missing.", place=Place(file=file, column=key), value=name)


FIELD = re.compile(r"(?<!\\)\{([A-Za-z0-9_.-]+)\}")  # the place of a field in a text


def fill_fields(text: str, lookup: Lookup) -> str:
    """A text with its fields and expressions filled; what is filled in is not read again.

    Raises:
        FieldFault: For a field that is not there, or an expression that cannot be worked out.
    """
    if text.count("{") != len(FIELD.findall(text)):
        return _work_out(text, lookup)
    return FIELD.sub(lambda found: _field(found.group(1), lookup), text)


def holds(condition: str, lookup: Lookup) -> bool:
    """True for a text that is not empty; for an expression alone, its value counts."""
    plain = condition.count("{") == len(FIELD.findall(condition))
    made = fill_fields(condition, lookup) if plain else _work_out(condition, lookup, truth=True)
    return made.strip() != ""


def comparison(condition: str) -> tuple[str, str, str]:
    """The texts left and right of a ``==`` or ``!=`` that is in no braces, and the operator between them."""
    for operator in ("==", "!="):
        left, found, right = condition.partition(operator)
        if found and left.count("{") == left.count("}"):
            return left.strip(), operator, right.strip()
    return condition, "", ""


def _field(name: str, lookup: Lookup) -> str:
    found = lookup(name)
    if found is not None:
        return found
    if "-" in name:  # {points-1}: no field has this name, so it may be a sum
        with suppress(FieldFault):
            return _work_out(f"{{{{ {name} }}}}", lookup)
    raise FieldFault("the card has no field '{field}'", field=shortened(name, QUOTED))


def _work_out(text: str, lookup: Lookup, truth: bool = False) -> str:
    """Work a text out by what is read only where it is needed; a fault is told with the text."""
    from companion.data.decks.expressions import work_out

    given: dict[str, object] = {}
    try:
        return work_out(text, lookup, truth)
    except FieldFault as fault:
        why, given = fault.sentence, {"value": fault.value, "field": fault.missing}
    except ZeroDivisionError:
        why = say("nothing is divided by 0")
    except (LookupError, TypeError, ValueError):
        why = say("its values do not go together")
    except (MemoryError, OverflowError, RecursionError, SyntaxError):  # Python reads what Jinja2 makes of it
        why = say("it is too large")
    shown = shortened(text, QUOTED)
    raise FieldFault("'{text}' cannot be worked out: {why}", text=shown, why=why, **given)
