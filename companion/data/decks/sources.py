"""Sources of a deck's rows: CSV, a sheet of a workbook, a list of cards in JSON or TOML.

Whatever it was, a row is texts by column, and knows the line it stands in.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.data.files import read_json, read_text, read_toml
from companion.data.rows import Row, cell_text, check_heading, rows_of
from companion.data.schema import MOST_CARDS
from companion.errors import DeckError, Place

Source = Callable[[], Iterator[Row]]  # gives the rows of a table, anew each time it is asked
TABLES = (".csv", ".json", ".tsv", ".txt", ".xlsm", ".xlsx")  # ends of names that say a table alone
WORKBOOKS = (".xlsx", ".xlsm")  # ends of a workbook's name


def open_source(file: Path, sheet: str = "") -> Source:
    """The rows of a file, by what its name ends in: ``.xlsx``, ``.json``, ``.toml``, else CSV."""
    rows: list[Row]
    suffix, place = file.suffix.lower(), Place(file.name)
    if sheet and suffix not in WORKBOOKS:
        raise DeckError("only a workbook (.xlsx) has sheets; leave out 'sheet'.", place=place)
    match suffix:
        case ".xls" | ".ods" | ".numbers":
            raise DeckError("this kind of table is not read; save it as .xlsx or as CSV.", place=place)
        case _ if suffix in WORKBOOKS:
            try:
                from companion.data.decks.workbook import workbook_rows
            except ModuleNotFoundError:  # a browser has no part of the program that it can do nothing with
                raise DeckError(
                    "a browser does not read workbooks; save the sheet as CSV.", place=place
                ) from None
            rows = workbook_rows(file, sheet)
        case ".json":
            rows = _rows(file, _from_json(file))
        case ".toml":
            rows = _rows(file, _from_toml(file))
        case _:
            text = read_text(file)
            return lambda: rows_of(text, file.name)
    return lambda: iter(rows)


def _rows(file: Path, things: list[tuple[int, dict[str, str]]]) -> list[Row]:
    """Rows of things that each name their own columns: what one lacks is empty there."""
    if len(things) > MOST_CARDS:
        raise DeckError("the table has more than {most} cards.", place=Place(file.name), most=MOST_CARDS)
    columns = list(dict.fromkeys(name for _, thing in things for name in thing))
    check_heading(columns, file.name)
    return [Row(file.name, line, {name: thing.get(name, "") for name in columns}) for line, thing in things]


def _from_json(file: Path) -> list[tuple[int, dict[str, str]]]:
    place = Place(file.name)
    try:
        name, things = _listed(read_json(file))
    except ValueError as error:
        things, place = None, place._replace(row=getattr(error, "lineno", None))
    if things is None:
        raise DeckError("this is not a JSON file with a list of cards.", place=place)
    if all({"previous", "hash"} <= thing.keys() for thing in things):
        raise DeckError("this is the log of a table, not a list of cards.", place=place)
    text = read_text(file)
    head = re.search(rf"{re.escape(json.dumps(name, ensure_ascii=False))}\s*:\s*\[" if name else r"\[", text)
    return _numbered(file, things, list(_lines(text, head.end())) if head else [])


def _numbered(
    file: Path, things: Sequence[Mapping[str, Any]], lines: Sequence[int]
) -> list[tuple[int, dict[str, str]]]:
    """The cells of things, each with its line; counted from 1 where the list is not where it seemed to be."""
    if len(lines) != len(things):
        lines = range(1, len(things) + 1)
    return [(line, _flat(thing, Place(file.name, line))) for line, thing in zip(lines, things, strict=True)]


def _lines(text: str, at: int) -> Iterator[int]:
    """The line in which each thing of a JSON list begins, which itself begins at a place in the text."""
    decoder, line, counted = json.JSONDecoder(), 1, 0
    between = re.compile(r"[\s,]*")
    while True:
        found = between.match(text, at)
        at = found.end() if found else at
        line, counted = line + text.count("\n", counted, at), at
        try:
            _, at = decoder.raw_decode(text, at)
        except ValueError:
            return
        yield line


def _from_toml(file: Path) -> list[tuple[int, dict[str, str]]]:
    name, things = _listed(read_toml(file))
    if things is None:
        raise DeckError(
            "this is not a TOML file with a list of cards, such as {example}.",
            place=Place(file.name),
            example="[[card]]",
        )
    heads = re.compile(rf"\s*\[\[\s*[\"']?{re.escape(name)}[\"']?\s*\]\]")
    lines = [at for at, line in enumerate(read_text(file).split("\n"), 1) if heads.match(line)]
    return _numbered(file, things, lines)


def _listed(document: Any) -> tuple[str, list[dict[str, Any]] | None]:
    """The list of mappings that a document is, or that stands in it under a name."""
    named = document.items() if isinstance(document, dict) else [("", document)]
    for name, value in named:
        if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
            return name, value
    return "", None


def _flat(thing: Mapping[str, Any], place: Place, head: str = "") -> dict[str, str]:
    """The cells of a thing; a mapping within it gives columns with a dot: ``title.en``."""
    cells: dict[str, str] = {}
    for name, value in thing.items():
        if isinstance(value, dict):
            cells |= _flat(value, place, f"{head}{name}.")
        elif isinstance(value, list) and any(isinstance(each, list | dict) for each in value):
            raise DeckError(
                "a list of a card holds texts and numbers, no other lists.",
                place=place._replace(column=head + name),
            )
        else:
            cells[head + name] = cell_text(value)
    return cells
