"""A sheet of an XLSX workbook as the rows of a table, read with parts of openpyxl.

Formulas count with the values they had when the workbook was saved; a cell merged downward counts in
each of its rows. Nothing else of a workbook is read.
"""

import re
from datetime import datetime, timedelta
from io import BytesIO
from typing import IO, Any
from warnings import catch_warnings
from xml.etree.ElementTree import fromstring, iterparse
from zipfile import BadZipFile, ZipFile

from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format
from openpyxl.worksheet._reader import FORMULA_TAG, ROW_TAG, WorkSheetParser
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.xml.constants import ARC_STYLE

from companion.data.files import MOST_PACKED
from companion.data.rows import MOST_COLUMNS, Row, build_rows
from companion.data.schema import MOST_CARDS
from companion.errors import CompanionError, DeckError, Place
from companion.sentences import join_with_commas, shorten_text

MOST_UNPACKED = 40_000_000  # bytes; a workbook of 20,000 cards has twenty million
LONGEST_MERGED = 1_000  # rows
MERGED_TAG = ROW_TAG.replace("row", "mergeCell")
_FORMATS = {**dict.fromkeys((*range(27, 37), *range(50, 59)), "yyyy"), **BUILTIN_FORMATS}  # and East Asian dates
_FAULT = "\0"  # not allowed in XML: marks a cell whose formula gave an error or was never calculated


class _Book(ZipFile):
    """A workbook that refuses parts with a document type, whose entities could grow without bound."""

    def open(self, *arguments: Any, **options: Any) -> IO[bytes]:
        content = super().open(*arguments, **options).read()
        if b"<!DOCTYPE" in content or b"\0" in content:  # NUL bytes would mean UTF-16
            raise ValueError("<!DOCTYPE")
        return BytesIO(content)


def read_workbook(content: bytes, file: str, sheet: str = "") -> list[Row]:
    """The rows of a sheet of a workbook; by default of the first."""
    place = Place(file)
    try:
        with catch_warnings(action="ignore"), _Book(BytesIO(content)) as book:
            if len(content) > MOST_PACKED or sum(part.file_size for part in book.infolist()) > MOST_UNPACKED:
                raise DeckError("this workbook is too large.", place=place)
            rows = _read_sheet(book, content, sheet, place)
    except (CompanionError, MemoryError):
        raise
    except BadZipFile:
        raise DeckError("this is not a workbook.", place=place) from None
    except Exception as error:  # a damaged workbook can raise anything
        reason = shorten_text(str(*error.args[:1]).split("\n")[0], 80)
        raise DeckError("this is not a workbook that can be read ({reason}).", place=place, reason=reason) from None
    heading, file_name = min(rows, default=0), f"{file} ({sheet})" if sheet else file
    width = min(max(rows.get(heading, [0])), MOST_COLUMNS + 1)  # cells to the right of the heading belong to no card
    lines = (
        (row, [_check_cell(rows[row].get(index + 1, ""), Place(file_name, row, index + 1)) for index in range(width)])
        for row in sorted(rows)
    )
    return list(build_rows(lines, file_name))


def _read_sheet(book: _Book, content: bytes, sheet: str, place: Place) -> dict[int, dict[int, str]]:
    """The texts of a sheet by row and column, from 1; empty cells are left out."""
    reader = ExcelReader(BytesIO(content), read_only=True, data_only=True, keep_links=False)
    reader.archive = book
    for read_part in (reader.read_manifest, reader.read_strings, reader.read_workbook):
        read_part()
    sheets = {each.name: rel.target for each, rel in reader.parser.find_sheets() if rel.Type.endswith("worksheet")}
    if not sheets or (sheet and sheet not in sheets):
        names = join_with_commas(sheets)
        raise DeckError("the workbook has no sheet '{name}'; it has {names}.", place=place, name=sheet, names=names)
    parser = WorkSheetParser(None, reader.shared_strings, True, reader.wb.epoch, *_find_date_styles(book))
    rows, merged_cells, cells = dict[int, dict[int, str]](), list[CellRange](), 0
    for _, element in iterparse(book.open(sheets[sheet or next(iter(sheets))])):
        if element.tag == ROW_TAG:
            number, cells_read = parser.parse_row(element)
            texts = {cell["column"]: _read_cell(cell, raw) for cell, raw in zip(cells_read, element, strict=True)}
            rows |= {number: filled} if (filled := {index: text for index, text in texts.items() if text}) else {}
            cells += len(cells_read)
            element.clear()
        elif element.tag == MERGED_TAG:
            merged_cells.append(CellRange(element.get("ref")))
        if max(len(rows), len(merged_cells), cells / 100) > MOST_CARDS + 1:
            raise DeckError("the table has more than {most} cards.", place=place, most=MOST_CARDS)
    for each in merged_cells:
        column, first, last = each.min_col, each.min_row, each.max_row
        for row in rows.keys() & range(first + 1, min(last, first + LONGEST_MERGED) + 1):
            if first > min(rows):  # headings are not merged downward
                rows[row].setdefault(column, rows.get(first, {}).get(column, ""))
    return rows


def _find_date_styles(book: _Book) -> tuple[set[int], set[int]]:
    """The styles of cells that show a number as a date, and those that show it as a duration."""
    if ARC_STYLE not in book.namelist():
        return set(), set()
    styles = fromstring(book.read(ARC_STYLE))
    formats = {each.get("numFmtId"): each.get("formatCode", "") for each in styles.iterfind("{*}numFmts/*")}
    cell_formats = [each.get("numFmtId", "0") for each in styles.iterfind("{*}cellXfs/*")]
    codes = [formats.get(id, _FORMATS.get(int(id), ""))[:255] for id in cell_formats]  # Excel allows no longer code
    return (
        {index for index, code in enumerate(codes) if is_date_format(code)},
        {index for index, code in enumerate(codes) if is_timedelta_format(code)},
    )


def _read_cell(cell: dict[str, Any], element: Any) -> str:
    """The text of a cell as a spreadsheet shows it."""
    match cell["value"]:
        case None:
            return _FAULT if element.get("t", "n") == "n" and element.find(FORMULA_TAG) is not None else ""
        case bool(value):
            return "true" if value else ""
        case str(text):
            return _FAULT + text if cell["data_type"] == "e" else re.sub("_x000D_\n?", "\n", text)
        case int(number) | float(number):
            return f"{number:.15g}"  # 0.3 for 0.30000000000000004
        case timedelta() as duration:
            minutes, seconds = divmod(round(duration.total_seconds()), 60)
            return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
        case datetime() as day:
            return day.isoformat(" ", "minutes").removesuffix(" 00:00")
        case other:
            return str(other)


def _check_cell(text: str, place: Place) -> str:
    if text.startswith(_FAULT):
        raise DeckError(
            "the cell must hold a value, not the error '{value}'."
            if text[1:]
            else "the formula was never calculated; open the workbook in a spreadsheet and save it.",
            place=place,
            value=text[1:],
        )
    return text.strip()
