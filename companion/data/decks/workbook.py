"""A sheet of a workbook (XLSX) as the rows of a table; openpyxl reads it, and comes with the extra ``xlsx``.

Cells give their values, formulas what they came to when the workbook was saved.
"""

import warnings
from datetime import datetime
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from companion.data.files import read_bytes
from companion.data.rows import MOST_COLUMNS, Row, cell_text, named_rows
from companion.errors import CompanionError, DeckError, InputError, Place
from companion.extras import how_to_add
from companion.sentences import listed, shortened

MOST_PACKED, MOST_UNPACKED = 10_000_000, 40_000_000
"""Bytes of a workbook, which is packed; one of 20,000 cards has two million, and twenty unpacked."""
MOST_ROWS = 1 << 20  # as many as a sheet has; a damaged one may count on
ERRORS = {"#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!"}


def workbook_rows(file: Path, sheet: str = "") -> list[Row]:
    """The rows of a sheet; of the first where none is named."""
    content, place = read_bytes(file, MOST_PACKED + 1), Place(file.name)
    try:
        import openpyxl
    except ImportError:
        raise InputError(
            "workbooks need one more package, or save the sheet as CSV. {how}",
            how=how_to_add("xlsx"),
            place=place,
        ) from None
    try:
        with ZipFile(BytesIO(content)) as packed:
            parts = packed.infolist()
            if len(content) > MOST_PACKED or sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise DeckError("this workbook is too large.", place=place)
            formulas = any(b"<f" in packed.read(part) for part in parts if "worksheets/" in part.filename)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of colours and lists to choose from, which no card needs
            name, rows = _read(openpyxl, content, sheet, place)
            named = f"{file.name} ({name})" if sheet else file.name
            if formulas:
                _check_formulas(rows, _read(openpyxl, content, sheet, place, formulas=True)[1], named)
    except CompanionError:
        raise
    except Exception as error:  # a damaged workbook fails in as many ways as there are bytes in it
        raise DeckError(
            "this is not a workbook that can be read ({reason}).",
            place=place,
            reason=shortened(str(error), 80),
        ) from None
    _check_errors(rows, named)
    lines = ((number, [_text(cell) for cell in row]) for number, row in rows.items())
    return list(named_rows(lines, named))


_Sheet = dict[int, tuple[Any, ...]]  # rows that are not empty, as wide as the heading, by number


def _read(
    openpyxl: Any, content: bytes, sheet: str, place: Place, formulas: bool = False
) -> tuple[str, _Sheet]:
    """The name of a sheet and its cells, with what formulas came to, or as they are written."""
    book = openpyxl.load_workbook(BytesIO(content), read_only=True, data_only=not formulas, keep_links=False)
    known = {each.title: each for each in book.worksheets}
    if not known or (sheet and sheet not in known):
        raise DeckError(
            "the workbook has no sheet '{name}'; it has {names}.",
            place=place,
            name=sheet,
            names=listed(known),
        )
    chosen = known[sheet] if sheet else book.worksheets[0]
    chosen.reset_dimensions()  # they are what some program believed
    found, width = _Sheet(), MOST_COLUMNS + 1
    for number, row in enumerate(islice(chosen.iter_rows(max_col=width, values_only=True), MOST_ROWS), 1):
        if any(cell is not None for cell in row[:width]):
            if not found:  # what stands beside the heading's columns is no card's
                width = max(at for at, cell in enumerate(row, 1) if cell is not None)
            found[number] = row[:width]
    return chosen.title, found


def _text(cell: object) -> str:
    if isinstance(cell, datetime):
        return cell.isoformat(" ", "minutes").removesuffix(" 00:00")
    return cell_text(cell)


def _check_formulas(rows: _Sheet, written: _Sheet, file: str) -> None:
    """See that every formula was worked out, which a program that only writes workbooks does not do."""
    for number, row in written.items():
        for at, cell in enumerate(row):
            if str(cell).startswith("=") and (number not in rows or rows[number][at] is None):
                raise DeckError(
                    "the formula was never worked out; open the workbook in a spreadsheet and save it.",
                    place=Place(file, number, at + 1),
                )


def _check_errors(rows: _Sheet, file: str) -> None:
    for number, row in rows.items():
        for at, cell in enumerate(row):
            if isinstance(cell, str) and cell in ERRORS:
                raise DeckError(
                    "the cell holds the error '{value}'; a value was expected.",
                    place=Place(file, number, at + 1),
                    value=cell,
                )
