"""Rows of a CSV file; every cell knows its row and column, so that errors can name them."""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Any

from companion.data.decks.headings import MOST_TITLES, find_heading
from companion.data.decks.values import QUOTED, FieldFault, Lookup
from companion.data.files import read_text
from companion.errors import DeckError, InputError, Place
from companion.sentences import Sentence, join_with_commas, say, say_count, shorten_text

SEPARATORS = ",;\t|^"  # between cells; the first of several that would do
_LIKE_SEPARATOR = r"[^\w\s'\".()-]"
SEPARATOR_LINE = r'(?i)\s*"?sep=([^\w\r\n"])"?[;,\t]*(?:\r\n|\r|\n)'
SAMPLE = 50  # lines from which the separator is known
MOST_COLUMNS = 1000  # columns of a row; the widest of a game has ten


Notes = dict[Sentence, None]  # remarks, each once, in order


class TableReading:
    """How a table is read, and what a person should know about it afterwards."""

    def __init__(self, sheet: str = "", heading: int = 0, plain: bool = False, notes: Notes | None = None) -> None:
        self.sheet = sheet  # of a workbook; without a name, one is chosen
        self.heading = heading  # the row of the heading; 0 for the first that is not empty
        self.plain = plain  # no deck file can say more: sheet and heading are those that look like cards
        self.notes = Notes() if notes is None else notes

    def note(self, remark: Sentence, place: Place) -> None:
        self.notes[DeckError(remark, place=place).message] = None


@dataclass(slots=True, repr=False, eq=False)
class Row:
    """One row of a table, below its heading."""

    file: str
    number: int  # its line in the file, from 1; the heading is line 1
    cells: dict[str, str]

    def place(self, column: str) -> Place:
        return Place(file=self.file, row=self.number, column=column)

    def build_error(self, template: str, column: str, value: object = None, **fields: object) -> DeckError:
        """The error of a cell of this row; its ``{value}`` is the cell unless another is given."""
        text = self.cells[column] if value is None else value
        return DeckError(template, place=self.place(column), remedy="", value=text, **fields)

    def text(self, column: str) -> str:
        value = self.cells[column]
        if not value:
            raise DeckError("the cell is empty; write a text in it.", place=self.place(column))
        return value

    def choice(self, column: str, options: Sequence[str]) -> str:
        """The word in a cell, which must be one of the options."""
        return check_choice(self.cells[column], options, self.place(column), DeckError)

    def count(self, column: str, least: int, most: int) -> int:
        """The whole number in a cell, from ``least`` to ``most``."""
        return parse_whole_number(self.cells[column], least, most, self.place(column), DeckError)


def check_choice(
    value: str, options: Sequence[str], place: Place | None = None, error_type: type[InputError] = InputError
) -> str:
    """Return the value; an error unless it is one of the options."""
    if value not in options:
        names = join_with_commas(option or "—" for option in options)
        raise error_type("expected one of {options}, not '{value}'.", place=place, value=value, options=names)
    return value


def parse_whole_number(
    text: str,
    least: int,
    most: int,
    place: Place | None = None,
    error_type: type[InputError] = InputError,
    what: Sentence | None = None,
) -> int:
    """A whole number within bounds, in plain digits only: ``int`` would also read 1_0 and other scripts."""
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10 and least <= int(text) <= most):
        fields: dict[str, Any] = {"value": shorten_text(text.strip(), 40), "least": least, "most": most}
        if what is None:
            raise error_type("expected a whole number from {least} to {most}, not '{value}'.", place=place, **fields)
        raise error_type(
            "{what} must be a whole number from {least} to {most}, not '{value}'.", place=place, what=what, **fields
        )
    return int(text)


def read_rows(path: Path, columns: Sequence[str] = ()) -> list[Row]:
    """Read the rows of a CSV file; see ``parse_rows``."""
    return list(parse_rows(read_text(path), path.name, columns))


def parse_rows(text: str, file: str, columns: Sequence[str] = (), reading: TableReading | None = None) -> Iterator[Row]:
    """The rows of a CSV text, one after the other.

    Cells are separated by commas, or by semicolons, tabs, bars or carets where the heading, or a first line
    such as ``sep=;``, says so. Spaces around them are ignored, and so are empty rows. ``columns`` are the
    expected names, in order, where they are fixed.
    """
    line = "sep=" in text.lstrip()[:5].lower() and re.match(SEPARATOR_LINE, text)
    start = line.end() if line else 0
    separator = line[1] if line else "," if columns else find_separator(text)
    lines = _number_lines(_read_lines(text[start:], separator), file, text.count("\n", 0, start) + 1)
    return build_rows(lines, file, columns, reading)


def _read_lines(text: str, separator: str, strict: bool = True) -> Any:
    lines = (match.group() for match in re.finditer(r"[^\n]*\n?", text))
    return csv.reader(lines, delimiter=separator, strict=strict)


def find_separator(text: str) -> str:
    """The separator of a CSV text: the one that gives most rows as many cells as the heading.

    Bars and carets also stand in words: they only count where most rows have them.
    """
    sample, quality = "\n".join(text.split("\n", SAMPLE)[:SAMPLE]), dict.fromkeys(SEPARATORS, 0)
    for mark in SEPARATORS:
        with suppress(csv.Error):  # raised again when the table is read
            lines = [line for line in enumerate(_read_lines(sample, mark, strict=False)) if any(line[1])]
            heading = find_heading(lines[:MOST_TITLES])
            width = len(lines[heading][1]) if lines else 0
            matches = sum(len(cells) == width for _, cells in lines[heading + 1 :])
            if width > 1 and (mark in ",;\t" or 2 * matches > len(lines) - heading - 1):
                quality[mark] = 1 + matches
    return max(quality, key=quality.__getitem__)


def build_rows(
    lines: Iterable[tuple[int, list[str]]], file: str, columns: Sequence[str] = (), reading: TableReading | None = None
) -> Iterator[Row]:
    """The rows of numbered lines of cells; the first that is not empty is the heading, or that of ``reading``."""
    reading = reading or TableReading()
    filled = ((number, cells) for number, cells in lines if any(cells) and number >= reading.heading)
    rows = filled if columns or reading.heading else _skip_titles(filled, file, reading)
    first, heading = next(rows, (1, []))
    if columns and heading != list(columns):
        raise DeckError(
            "the heading must be '{expected}', not '{heading}'.",
            place=Place(file=file, row=first),
            heading=",".join(heading),
            expected=",".join(columns),
        )
    heading, shorter = list(name_columns(heading, file, first, reading)), list[Place]()
    expected = len(heading)
    if expected == 1 and (mark := re.search(_LIKE_SEPARATOR, heading[0])):
        remark = "the only column is '{name}'; if '{mark}' separates columns, write sep={mark} on a line above it."
        reading.note(say(remark, name=shorten_text(heading[0], QUOTED), mark=mark.group()), Place(file, first))
    for number, cells in rows:
        if any(cells[expected:]):
            found = max(at for at, cell in enumerate(cells, 1) if cell)
            raise DeckError(
                "this row has {found} cells instead of {expected}; '{value}' is one too many.",
                place=Place(file, number, found),
                value=cells[found - 1],
                found=found,
                expected=expected,
            )
        if any(missing := heading[len(cells) :]):
            shorter.append(Place(file, number, missing[0]))
            if columns:
                what = say("this row must have {expected} cells, not {found}.", found=len(cells), expected=expected)
                raise DeckError(what, place=shorter[0])
        row = Row(file, number, dict(zip_longest(heading, cells[:expected], fillvalue="")))
        row.cells.pop("", None)
        yield row
    if shorter:
        remark = "[this row has|{count} rows, first this one, have] fewer cells than the heading; the others are empty."
        reading.note(say_count(remark, len(shorter)), shorter[0])


def _skip_titles(
    lines: Iterator[tuple[int, list[str]]], file: str, reading: TableReading
) -> Iterator[tuple[int, list[str]]]:
    """The lines from the heading on; from a title above it where a deck file may say that this is the heading."""
    first = list(islice(lines, MOST_TITLES))
    if at := find_heading(first):
        names = [shorten_text(name, QUOTED) for name in first[at][1] if name]
        fields: dict[str, Any] = {"row": first[at][0], "names": join_with_commas(names[:5])}
        remark = say("this looks like a title; row {row} is read as the heading ({names}).", **fields)
        if not reading.plain:
            remark = say(
                "this looks like a title; if row {row} is the heading ({names}), say heading = {row}.", **fields
            )
        reading.note(remark, Place(file, first[0][0]))
    return chain(first[at if reading.plain else 0 :], lines)


def name_columns(names: Sequence[str], file: str, row: int, reading: TableReading) -> Iterator[str]:
    """The names of columns, each once: a second ``text`` becomes ``text 2``. An error for too many columns."""
    if len(names) > MOST_COLUMNS:
        place = Place(file, row, MOST_COLUMNS + 1)
        raise DeckError(
            "the heading has {found} columns; the limit is {most}.", place=place, found=len(names), most=MOST_COLUMNS
        )
    counts, unique_names = Counter[str](), {*names}
    for at, name in enumerate(names, 1):
        other, counts[name] = name, counts[name] + 1
        while name and counts[name] > 1 and other in unique_names:
            other = f"{name} {counts[name]}"
            counts[name] += other in unique_names
        if other != name:
            remark = say("this is another column '{name}'; it is called '{other}'.", name=name, other=other)
            reading.note(remark, Place(file, row, at))
        unique_names.add(other)
        yield other


def _number_lines(reader: Any, file: str, first: int) -> Iterator[tuple[int, list[str]]]:
    """Each line of cells with the number, in the file, of the line where it begins."""
    try:
        start = first
        for cells in reader:
            yield start, [cell.strip() for cell in cells]
            start = reader.line_num + first
    except csv.Error as error:
        place = Place(file=file, row=start)
        if str(error) == "unexpected end of data":
            raise DeckError("a quotation mark begins a cell here, and none ends it.", place=place) from None
        raise DeckError("the table cannot be read ({reason}).", place=place, reason=str(error)) from None


def check_rows(rows: Sequence[Row], key: str, expected: Mapping[str, Mapping[str, str]]) -> None:
    """Check that the column ``key`` has each expected name once, with the cells expected for it."""
    first_rows: dict[str, int] = {}
    for row in rows:
        name = row.choice(key, tuple(expected))
        if name in first_rows:
            raise row.build_error("'{value}' is already in row {first}.", key, first=first_rows[name])
        first_rows[name] = row.number
        for column, value in expected[name].items():
            row.choice(column, (value,))
    for name in expected:
        if name not in first_rows:
            file = rows[0].file if rows else None
            raise DeckError("'{value}' is missing.", place=Place(file=file, column=key), value=name)


def strip_style(text: str) -> str:
    """A cell without the tags of bold, italic, underlined and struck words, as files, conditions and keys need it."""
    return re.sub("</?[bius]>", "", text) if "<" in text else text


def _strip_uniform_style(text: str | None) -> str | None:
    """The same only for a cell that is of one style throughout."""
    return strip_style(text) if text and re.fullmatch("(<[bius]>)+[^<]*(</[bius]>)+", text) else text


FIELD = re.compile(r"(?<!\\)\{([A-Za-z0-9_.-]+)\}")  # a field in a text, such as ``{title}``


def fill_fields(text: str, lookup: Lookup) -> str:
    """A text with its fields and expressions filled, or a ``FieldFault``; braces in the values stay as they are."""
    if not _has_only_fields(text):
        return _evaluate(text, lookup)
    return FIELD.sub(lambda match: _get_field(match.group(1), lookup), text)


@lru_cache(maxsize=1024)  # a face has the same texts for each card
def _has_only_fields(text: str) -> bool:
    return text.count("{") == len(FIELD.findall(text))


def is_true(condition: str, lookup: Lookup) -> bool:
    """True when a condition, once filled, is not empty; a lone expression is as true as its value."""
    result = fill_fields(condition, lookup) if _has_only_fields(condition) else _evaluate(condition, lookup, truth=True)
    return result.strip() != ""


def split_comparison(condition: str) -> tuple[str, str, str]:
    """The left side, operator and right side of a ``==`` or ``!=`` outside braces; else the text alone."""
    for operator in ("==", "!="):
        left, operator_found, right = condition.partition(operator)
        if operator_found and left.count("{") == left.count("}"):
            return left.strip(), operator, right.strip()
    return condition, "", ""


def _get_field(name: str, lookup: Lookup) -> str:
    value = lookup(name)
    if value is not None:
        return value
    if "-" in name:  # {points-1}: no field has this name, so it may be a sum
        with suppress(FieldFault):
            return _evaluate(f"{{{{ {name} }}}}", lookup)
    raise FieldFault("the card has no field '{field}'", field=shorten_text(name, QUOTED))


def _evaluate(text: str, lookup: Lookup, truth: bool = False) -> str:
    """Evaluate a text with expressions; Jinja2 is imported only then. A ``FieldFault`` quotes the text."""
    from companion.data.decks.expressions import evaluate_text

    details: dict[str, object] = {}
    try:
        return evaluate_text(text, lambda name: _strip_uniform_style(lookup(name)), truth)
    except FieldFault as fault:
        reason, details = fault.sentence, {"value": fault.value, "field": fault.missing}
    except ZeroDivisionError:
        reason = say("division by 0 is not possible")
    except (LookupError, TypeError, ValueError):
        reason = say("its values cannot be combined")
    except (MemoryError, OverflowError, RecursionError, SyntaxError):  # Python compiles what Jinja2 generates
        reason = say("it is too large")
    raise FieldFault("'{text}' cannot be worked out: {why}", text=shorten_text(text, QUOTED), why=reason, **details)
