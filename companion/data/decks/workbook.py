"""A sheet of a workbook as the rows of a table: XLSX or ODS, which are XML in a zip file.

Cells give their values, formulas what they came to when the workbook was saved; a cell merged downward stands
in each of its rows.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from io import BytesIO
from posixpath import join, normpath
from typing import Any
from xml.etree.ElementTree import Element, fromstring
from zipfile import BadZipFile, ZipFile

from companion.data.files import MOST_PACKED
from companion.data.rows import MOST_COLUMNS, Row, named_rows
from companion.data.schema import MOST_CARDS
from companion.errors import CompanionError, DeckError, Place
from companion.sentences import listed, shortened

MOST_UNPACKED = 40_000_000  # bytes; a workbook of 20,000 cards has twenty million
_FAULT = (
    "\0"  # no XML holds it: begins a cell that came to an error, or to nothing as it was never worked out
)
_DATES = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}  # Excel's own formats of dates
_NO_SIGNS = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|[_*].')  # what says nothing of the kind of a format
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_Cells = Iterator[tuple[int, int, str, int]]  # row and column from 1, text, and the last row that it covers


def workbook_rows(content: bytes, file: str, sheet: str = "") -> list[Row]:
    """The rows of a sheet; of the first where none is named."""
    place, rows, merged = Place(file), dict[int, dict[int, str]](), list[tuple[int, int, int]]()
    try:
        with ZipFile(BytesIO(content)) as book:
            if len(content) > MOST_PACKED or sum(part.file_size for part in book.infolist()) > MOST_UNPACKED:
                raise DeckError("this workbook is too large.", place=place)
            read = _ods_cells if "content.xml" in book.namelist() else _xlsx_cells
            for at, (row, column, text, last) in enumerate(read(book, sheet, place)):
                if text:
                    rows.setdefault(row, {})[column] = text
                merged += [(row, column, last)] if last > row else []
                if max(len(rows), len(merged), at / 100) > MOST_CARDS + 1:  # a few bytes may repeat a cell
                    raise DeckError("the table has more than {most} cards.", place=place, most=MOST_CARDS)
    except CompanionError:
        raise
    except BadZipFile:
        raise DeckError("this is not a workbook.", place=place) from None
    except Exception as error:  # a damaged workbook fails in as many ways as there are bytes in it
        reason = shortened(str(error), 80)
        raise DeckError(
            "this is not a workbook that can be read ({reason}).", place=place, reason=reason
        ) from None
    heading, named = min(rows, default=0), f"{file} ({sheet})" if sheet else file
    for first, column, last in merged:
        covered = range(first + 1, min(last, first + MOST_COLUMNS) + 1) if first > heading else ()
        for row in rows.keys() & covered:
            rows[row].setdefault(column, rows.get(first, {}).get(column, ""))
    width = min(max(rows.get(heading, [0])), MOST_COLUMNS + 1)  # what stands beside the heading is no card's
    lines = (
        (row, [_sound(rows[row].get(at + 1, ""), Place(named, row, at + 1)) for at in range(width)])
        for row in sorted(rows)
    )
    return list(named_rows(lines, named))


def _sound(text: str, place: Place) -> str:
    if text.startswith(_FAULT):
        raise DeckError(
            "the cell holds the error '{value}'; a value was expected."
            if text[1:]
            else "the formula was never worked out; open the workbook in a spreadsheet and save it.",
            place=place,
            value=text[1:],
        )
    return text.strip()


def _xlsx_cells(book: ZipFile, sheet: str, place: Place) -> _Cells:
    """The cells of a sheet as Excel and Google save it."""
    main = next(path for kind, path in _related(book, "").values() if kind == "officeDocument")
    root, parts = _parsed(book, main), _related(book, main)
    listed_sheets = {each.get("name"): _about(each).get("id", "") for each in root.iterfind("{*}sheets/*")}
    sheets = {name: parts[id][1] for name, id in listed_sheets.items() if parts[id][0] == "worksheet"}
    path = _chosen(sheets, sheet, place)
    used = {kind: path for kind, path in parts.values() if kind in ("sharedStrings", "styles")}
    others = {kind: _parsed(book, each) for kind, each in used.items()}
    strings = [_words(each) for each in others.get("sharedStrings", ())]
    dates = _date_styles(others.get("styles", root))
    later = {each.get("date1904") for each in root.iterfind("{*}workbookPr")} & {"1", "true"}
    row, table = 0, _parsed(book, path)
    for line in table.iterfind("{*}sheetData/*"):
        row, column = int(line.get("r", row + 1)), 0
        for cell in line:
            column = _named(cell.get("r", ""))[0] or column + 1
            found = {part.tag.rpartition("}")[2]: part for part in cell}
            text = found["v"].text or "" if "v" in found else ""
            match cell.get("t", "n"):
                case "s" if text:
                    text = strings[int(text)]
                case "inlineStr" if "is" in found:
                    text = _words(found["is"])
                case "e":
                    text = _FAULT + text
                case "b":
                    text = "true" if text == "1" else ""
                case "n" if text:
                    dated = dates and dates[int(cell.get("s", 0))]
                    text = _date(float(text), later) if dated else _number(text)
                case "n" if "f" in found:
                    text = _FAULT
            yield row, column, text, row
    for each in table.iterfind("{*}mergeCells/*"):
        ends = [_named(end) for end in each.get("ref", "").split(":")]
        yield ends[0][1], ends[0][0], "", ends[-1][1]


def _related(book: ZipFile, part: str) -> Mapping[str, tuple[str, str]]:
    """The parts that a part of a workbook names: kind and path by id."""
    folder, _, name = part.rpartition("/")
    return {
        each.get("Id", ""): (each.get("Type", "").rpartition("/")[2], path.lstrip("/"))
        for each in _parsed(book, join(folder, "_rels", f"{name}.rels"))
        if (path := normpath(join("/", folder, each.get("Target", ""))))
    }


def _named(cell: str) -> tuple[int, int]:
    """Column and row in the name of a cell: 28, 7 for ``AB7``; 0 for none."""
    letters, column = cell.rstrip("0123456789"), 0
    for letter in letters[:3]:
        column = column * 26 + ord(letter) - 64
    return column, int(cell[len(letters) :] or 0)


def _words(element: Element) -> str:
    """The text of a shared or inline string, without what tells how it is spoken."""
    runs = (*element.iterfind("{*}t"), *element.iterfind("{*}r/{*}t"))
    return "".join(each.text or "" for each in runs).replace("_x000D_\n", "\n").replace("_x000D_", "\n")


def _date_styles(styles: Element) -> list[bool]:
    """True for each style of a cell that shows a number as a date."""
    own = {each.get("numFmtId"): each.get("formatCode", "") for each in styles.iterfind("{*}numFmts/*")}
    used = [each.get("numFmtId", "0") for each in styles.iterfind("{*}cellXfs/*")]
    signs = {id: set(_NO_SIGNS.sub("", code).lower()) for id, code in own.items()}
    return [bool(signs[id] & set("dmyhs")) if id in own else int(id) in _DATES for id in used]


def _date(days: float, later: Any) -> str:
    """A number of days as a date; less than one is a time. Excel has a day too many in 1900."""
    passed = timedelta(seconds=round(days * 86_400))
    if 0 <= days < 1:
        return str((datetime.min + passed).time())
    day = (datetime(1904, 1, 1) if later else datetime(1899, 12, 30 if days >= 60 else 31)) + passed
    return day.isoformat(" ", "minutes").removesuffix(" 00:00")


def _number(text: str) -> str:
    return f"{float(text):.15g}"  # as a spreadsheet shows it: 0.3 for 0.30000000000000004


def _ods_cells(book: ZipFile, sheet: str, place: Place) -> _Cells:
    """The cells of a sheet of an OpenDocument."""
    tables = {each.get(f"{_TABLE}name"): each for each in _parsed(book, "content.xml").iter(f"{_TABLE}table")}
    row = 1
    for line in _chosen(tables, sheet, place).iter(f"{_TABLE}table-row"):
        cells, column = list[tuple[int, str, int]](), 1
        for cell in line:
            about = _about(cell)
            many = int(about.get("number-columns-repeated", 1))
            more = int(about.get("number-rows-spanned", 1)) - 1
            if text := _ods_text(cell, about):
                cells += [(at, text, more) for at in range(column, column + min(many, MOST_COLUMNS + 1))]
            column += many
        many = int(_about(line).get("number-rows-repeated", 1))
        for at in range(row, row + many if cells else 0):
            yield from ((at, column, text, at + more) for column, text, more in cells)
        row += many


def _ods_text(cell: Element, about: Mapping[str, str]) -> str:
    shown = "\n".join("".join(each.itertext()) for each in cell if each.tag.endswith("}p"))
    match about.get("value-type"):
        case "float" | "percentage" | "currency":
            return _number(about["value"])
        case "boolean":
            return "true" if about["boolean-value"] == "true" else ""
        case "date":
            return about["date-value"][:16].replace("T", " ")
        case "error":
            return _FAULT + shown
        case None if "formula" in about:
            return _FAULT
    return shown


def _about(element: Element) -> Mapping[str, str]:
    """The attributes of an element by their plain names; of two of a name the last, a program's own."""
    return {name.rpartition("}")[2]: value for name, value in element.items()}


def _chosen(sheets: Mapping[Any, Any], sheet: str, place: Place) -> Any:
    if not sheets or (sheet and sheet not in sheets):
        names = listed(sheets)
        raise DeckError(
            "the workbook has no sheet '{name}'; it has {names}.", place=place, name=sheet, names=names
        )
    return sheets[sheet or next(iter(sheets))]


def _parsed(book: ZipFile, part: str) -> Element:
    if b"<!DOCTYPE" in (content := book.read(part)):
        raise ValueError("<!DOCTYPE")  # its entities may swell
    return fromstring(re.sub(rb"<text:(?:s|tab|line-break)\b[^>]*/>", b" ", content))  # blanks of ODS
