"""A sheet of an XLSX workbook as the rows of a table, with numbers as it shows them; read with parts of openpyxl.

Formulas count with the values they had when the workbook was saved; a cell merged downward counts in
each of its rows. Numbers are texts as the workbook shows them; bold, italic, underlined and struck words
stand between tags such as ``<b>``. Nothing else of a workbook is read.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from io import BytesIO
from itertools import groupby
from typing import IO, Any, NamedTuple
from warnings import catch_warnings
from xml.etree.ElementTree import Element, fromstring, iterparse
from zipfile import BadZipFile, ZipFile

from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format
from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet._reader import FORMULA_TAG, ROW_TAG, WorkSheetParser
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.xml.constants import ARC_STYLE, SHARED_STRINGS

from companion.data.decks.headings import MOST_TITLES, find_heading, list_known_fields
from companion.data.files import MOST_PACKED
from companion.data.rows import MOST_COLUMNS, Row, TableReading, build_rows, strip_style
from companion.data.schema import check_card_count
from companion.errors import CompanionError, DeckError, Place
from companion.sentences import join_with_commas, say, say_count, shorten_text

MOST_UNPACKED = 40_000_000  # bytes; a workbook of 20,000 cards has twenty million
LONGEST_MERGED = 1_000  # rows
MERGED_TAG = ROW_TAG.replace("row", "mergeCell")
_OF_SYSTEM = "[$-F800]yyyy-mm-dd"  # a date that each computer shows in its own way
_FORMATS = {**BUILTIN_FORMATS, **dict.fromkeys((14, 22, *range(27, 37), *range(50, 59)), _OF_SYSTEM)}
_FAULT = "\0"  # not allowed in XML: marks a cell whose formula gave an error or was never calculated
_OF_CARDS = re.compile(r"\b(cards?|deck|karten?|cartes?)\b", re.IGNORECASE)  # in the name of a sheet
_BLACK = {("theme", "1"), ("auto", "1"), ("rgb", "FF000000"), ("rgb", "00000000"), ("indexed", "8"), ("indexed", "64")}


class _Cell(NamedTuple):
    text: str = ""
    look: str = ""  # b(old), i(talic), u(nderlined), s(truck) throughout; x is coloured, raised or lowered
    code: str = ""  # the format of a number that is not shown so


_EMPTY = _Cell()
_HIDDEN = 0  # a column that no sheet has: it marks rows that are hidden, maybe by a filter
_Sheet = dict[int, dict[int, _Cell]]  # by row and column, from 1; empty cells are left out
_Styles = Mapping[int, tuple[str, str]]  # the format of numbers and the look of cells, by the numbers of styles
_Runs = tuple[tuple[str, str | None], ...]  # words with their look, ``None`` for that of their cell


class _Book(ZipFile):
    """A workbook that refuses parts with a document type, whose entities could grow without bound."""

    def open(self, *arguments: Any, **options: Any) -> IO[bytes]:
        content = super().open(*arguments, **options).read()
        if b"<!DOCTYPE" in content or b"\0" in content:  # NUL bytes would mean UTF-16
            raise ValueError("<!DOCTYPE")
        return BytesIO(content)


def read_workbook(content: bytes, file: str, reading: TableReading) -> list[Row]:
    place = Place(file)
    try:
        with catch_warnings(action="ignore"), _Book(BytesIO(content)) as book:
            if len(content) > MOST_PACKED or sum(part.file_size for part in book.infolist()) > MOST_UNPACKED:
                raise DeckError("this workbook is too large.", place=place)
            rows = _choose_sheet(book, content, reading, place)
    except (CompanionError, MemoryError):
        raise
    except BadZipFile:
        if content.startswith(b"\xd0\xcf\x11\xe0"):
            raise DeckError(
                "this workbook is an old one, or locked; save it as .xlsx without a password.", place=place
            ) from None
        raise DeckError("this is not a workbook.", place=place) from None
    except Exception as error:  # a damaged workbook can raise anything
        reason = shorten_text(str(*error.args[:1]).split("\n")[0], 80)
        raise DeckError("this is not a workbook that can be read ({reason}).", place=place, reason=reason) from None
    name = f"{file} ({reading.sheet})" if reading.sheet else file
    return list(build_rows(_list_lines(rows, name, reading), name, reading=reading))


def _choose_sheet(book: _Book, content: bytes, reading: TableReading, place: Place) -> _Sheet:
    """The cells of the sheet that is asked for; else of the first, or without a deck file of that with cards."""
    reader = ExcelReader(BytesIO(content), read_only=True, data_only=True, keep_links=False)
    reader.archive = book
    reader.read_manifest()
    reader.read_workbook()
    texts, part = list[str | _Runs](), reader.package.find(SHARED_STRINGS)
    for _, element in iterparse(book.open(part.PartName[1:])) if part is not None else ():
        if element.tag.endswith("}si"):
            texts.append(_read_runs(element))
            element.clear()
    pairs = reader.parser.find_sheets()
    sheets = {each.name: (each, relation.target) for each, relation in pairs if relation.Type.endswith("worksheet")}
    if not sheets or (reading.sheet and reading.sheet not in sheets):
        raise DeckError(
            "the workbook has no sheet '{name}'; it has {names}.",
            place=place,
            name=reading.sheet,
            names=join_with_commas(sheets),
        )

    def has_cells(name: str) -> bool:
        sheet, target = sheets[name]
        is_visible = sheet.state == "visible" and target in book.namelist()
        return is_visible and re.search(rb"<(\w+:)?(v|is)[ >]", book.read(target)) is not None

    def read_sheet(name: str) -> _Sheet:
        parser = WorkSheetParser(None, texts, True, reader.wb.epoch)
        return _read_sheet(book.open(sheets[name][1]), parser, styles, place)

    styles = _read_styles(book)
    names = [reading.sheet] if reading.sheet else [*filter(has_cells, sheets)] or [*sheets][:1]
    candidates = ([name for name in names if _OF_CARDS.search(name)] or names) if reading.plain else names[:1]
    contents = {name: read_sheet(name) for name in candidates}
    best = max(
        contents, key=lambda name: (len(list_known_fields(_find_heading(contents[name])[1])), len(contents[name]))
    )
    if others := [name for name in names if name != best]:
        remark = say(
            "the sheet '{name}' was read, and not {names}; a deck.toml chooses with sheet = \"{other}\".",
            name=best,
            names=join_with_commas(others),
            other=next(filter(_OF_CARDS.search, others), others[0]),
        )
        reading.note(remark, place)
    return contents[best]


def _find_heading(rows: _Sheet, begins: int = 0) -> tuple[int, list[str]]:
    """The row that is or looks like the heading, and its cells."""
    first = [row for row in sorted(rows) if row >= begins][:MOST_TITLES]
    lines = [(row, [strip_style(cell.text) for cell in rows[row].values()]) for row in first]
    return lines[0 if begins else find_heading(lines)] if lines else (0, [])


def _read_sheet(file: IO[bytes], parser: WorkSheetParser, styles: _Styles, place: Place) -> _Sheet:
    rows, merged_cells, cells = _Sheet(), list[CellRange](), 0
    for _, element in iterparse(file):
        if element.tag == ROW_TAG:
            number, parsed_cells = parser.parse_row(element)
            for cell, raw in zip(parsed_cells, element, strict=True):
                content = _read_cell(cell, raw, *styles.get(cell["style_id"], ("", "")), parser.epoch)
                if content.text:
                    rows.setdefault(number, {})[cell["column"]] = content
            if number in rows and element.get("hidden") in ("1", "true"):
                rows[number][_HIDDEN] = _EMPTY
            cells += len(parsed_cells)
            element.clear()
        elif element.tag == MERGED_TAG:
            merged_cells.append(CellRange(element.get("ref")))
        check_card_count(max(len(rows), len(merged_cells), cells // 100) - 1, place)
    for each in merged_cells:
        column, first, last = each.min_col, each.min_row, each.max_row
        for row in rows.keys() & range(first + 1, min(last, first + LONGEST_MERGED) + 1):
            if first > min(rows) and column in rows.get(first, {}):  # headings are not merged downward
                rows[row].setdefault(column, rows[first][column])
    return rows


def _read_styles(book: _Book) -> _Styles:
    styles = fromstring(book.read(ARC_STYLE) if ARC_STYLE in book.namelist() else "<none/>")
    formats = {each.get("numFmtId"): each.get("formatCode", "") for each in styles.iterfind("{*}numFmts/*")}
    looks = {str(at): _read_look(each) for at, each in enumerate(styles.iterfind("{*}fonts/*"))}
    cells = [(each.get("numFmtId", "0"), each.get("fontId", "")) for each in styles.iterfind("{*}cellXfs/*")]
    return {
        at: (formats.get(id, _FORMATS.get(int(id), ""))[:255], looks.get(font, ""))  # Excel allows no longer format
        for at, (id, font) in enumerate(cells)
    }


def _read_look(font: Element) -> str:
    look = ""
    for name, letter in (("b", "b"), ("i", "i"), ("u", "u"), ("strike", "s"), ("vertAlign", "x")):
        each = font.find(f"{{*}}{name}")
        if each is not None and each.get("val", "1") not in ("0", "false", "none", "baseline"):
            look += letter
    colour = font.find("{*}color")
    return look if "x" in look or colour is None or _BLACK & {*colour.items()} else f"{look}x"


def _read_runs(element: Element) -> str | _Runs:
    """The words of a string, in runs where some look otherwise than their cell."""
    runs = [(run.findtext("{*}t") or "", run.find("{*}rPr")) for run in element.findall("{*}r")]
    if not runs:
        return (element.findtext("{*}t") or "").replace("x005F_", "")
    return tuple((text.replace("x005F_", ""), None if font is None else _read_look(font)) for text, font in runs)


def _read_cell(cell: dict[str, Any], element: Element, code: str, look: str, epoch: datetime) -> _Cell:
    """A cell as a spreadsheet shows it."""
    inline = element.find("{*}is") if element.get("t") == "inlineStr" else None
    match cell["value"] if inline is None else _read_runs(inline):
        case None:
            return _Cell(_FAULT if element.get("t", "n") == "n" and element.find(FORMULA_TAG) is not None else "")
        case bool(value):
            return _Cell("TRUE" if value else "", look)
        case str(text):
            return _Cell(_FAULT + text) if cell["data_type"] == "e" else _Cell(_unescape(text), look)
        case tuple(runs):
            looks = ((look if run_look is None else run_look, text) for text, run_look in runs if text)
            groups = groupby(looks, lambda each: each[0])
            parts = [(_unescape("".join(text for _, text in group)), part_look) for part_look, group in groups]
            if len(parts) > 1:
                return _Cell("".join(_tag(*part) for part in parts), "x" * any("x" in each for _, each in parts))
            return _Cell(*parts[0]) if parts else _EMPTY
        case other:
            number = other if isinstance(other, int | float) else to_excel(other, epoch)
            text, unknown = _format_number(number, code, epoch)
            return _Cell(text, look, unknown)


def _unescape(text: str) -> str:
    return re.sub("_x000D_\n?", "\n", text)


def _tag(text: str, look: Iterable[str]) -> str:
    for letter in look:
        text = text if letter == "x" else f"<{letter}>{text}</{letter}>"
    return text


def _format_number(number: float, code: str, epoch: datetime) -> tuple[str, str]:
    """A number as its format shows it, and the format where that is not, or not surely, what the workbook shows."""
    plain = f"{number:.15G}"  # 0.3 for 0.30000000000000004
    if code in ("", "General"):
        return plain, ""
    with suppress(ArithmeticError):
        has_names = re.search("mmm|ddd", code, re.IGNORECASE) and "[$-" not in code  # in whose language?
        return format_number(number, code, epoch), code if has_names else ""
    with suppress(ArithmeticError):
        if is_timedelta_format(code):
            plain = format_number(number, "[h]:mm:ss", epoch)
        elif is_date_format(code):
            day, time = "" if 0 < number < 1 else "yyyy-mm-dd", "hh:mm" if number % 1 else ""
            plain = format_number(number, f"{day} {time}".strip(), epoch)
    return plain, code


def _list_lines(rows: _Sheet, file: str, reading: TableReading) -> Iterator[tuple[int, list[str]]]:
    """The lines of a sheet for ``build_rows``; a look that all cells of a column share is that of the sheet."""
    heading, _ = _find_heading(rows, reading.heading)
    names = {at: strip_style(cell.text) for at, cell in rows.get(heading, {}).items()}
    width = min(max(names, default=0), MOST_COLUMNS + 1)  # cells to the right of the heading belong to no card
    looks = {at: [line[at].look for row, line in rows.items() if row > heading and at in line] for at in names}
    column_looks = {at: {*each[0]}.intersection(*each[1:]) for at, each in looks.items() if len(each) > 1}
    if columns := [name for at, name in names.items() if column_looks.get(at)]:
        template = "bold, italic or colour of whole columns is left to the face: {names}."
        reading.note(say(template, names=join_with_commas(columns)), Place(file))
    if hidden := [row for row, cells in sorted(rows.items()) if row > heading and _HIDDEN in cells]:
        template = "{count} hidden row[|s] [is|are] left out, as by a filter; show all rows to print [it|them]."
        reading.note(say_count(template, len(hidden)), Place(file, hidden[0]))
    codes = {""}  # of formats in a note; x is for colours
    for row in sorted(rows.keys() - {*hidden}):
        cells = rows[row]
        texts = list[str]()
        for at in range(1, width + 1):
            text, look, code = cells.get(at, _EMPTY)
            if text.startswith(_FAULT):
                raise DeckError(
                    "the cell must hold a value, not the error '{value}'."
                    if text[1:]
                    else "the formula was never calculated; open the workbook in a spreadsheet and save it.",
                    place=Place(file, row, at),
                    value=text[1:],
                )
            if row <= heading:
                texts.append(strip_style(text).strip())
                continue
            cell_look = [letter for letter in look if letter not in column_looks.get(at, "")]
            code = code or "x" * ("x" in cell_look)
            if code not in codes and at in names:
                codes.add(code)
                remark = say(
                    "the workbook may show this differently ({code}); '{text}' is printed.", code=code, text=text
                )
                if code == "x":
                    remark = say("colours and raised words of a workbook are not taken over; write [red]...[/].")
                reading.note(remark, Place(file, row, names[at]))
            texts.append(_tag(text.strip(), cell_look))
        yield row, texts


_SECTION = re.compile(r'((?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*)(?:;|$)')
_TOKEN = re.compile(
    r'(?P<quoted>"[^"]*"|\\.)|(?P<space>_.)|(?P<filled>\*.)|\[(?P<elapsed>h+|m+|s+)\]'
    r"|\[(?P<colour>(?!DBNum)[a-z]{3,} ?\d*)\]|(?P<currency>\[\$[^\]]*\])|(?P<general>General|@)|(?P<half>AM/PM|A/P)"
    r"|(?P<date>y+|m+|d+|h+|s+)|(?P<digits>[0#?.,]*[0#?][0#?.,]*)|(?P<unknown>[a-z\[])|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_STAMPS = {"yy": "%y", "yyyy": "%Y", "m": "%m", "mm": "%m", "mmm": "%b", "mmmm": "%B", "s": "%S", "ss": "%S"}
_STAMPS |= {"d": "%d", "dd": "%d", "ddd": "%a", "dddd": "%A", "h": "%H", "hh": "%H"}
_Token = tuple[str, str]  # its kind, and what it is


class UnknownFormat(ArithmeticError):
    """A format with more than is known here: fractions, conditions, months in other languages than English."""


def format_number(value: float, code: str, epoch: datetime) -> str:
    """A number in a format; dates are days since an epoch. An ``ArithmeticError`` where that is not possible."""
    sections = _SECTION.findall(code)[:-1] or [""]
    index = 1 if value < 0 and len(sections) > 1 else 2 if value == 0 and len(sections) > 2 else 0
    tokens = list(_split(sections[index]))
    kinds = [kind for kind, _ in tokens]
    if {"date", "elapsed", "half"} & {*kinds}:
        return _format_date(tokens, value, epoch)
    if kinds.count("digits") + kinds.count("general") > 1 or ("digits" in kinds and ("other", "/") in tokens):
        raise UnknownFormat
    number, result = abs(Decimal(repr(value))) * 100 ** tokens.count(("other", "%")), ""
    for kind, text in tokens:
        result += _format_digits(number, text) if kind == "digits" else f"{number:.15g}" if kind == "general" else text
    return f"-{result.strip()}" if value < 0 and not index and re.search("[1-9]", result) else result.strip()


def _split(section: str) -> Iterator[_Token]:
    """The tokens of a format for numbers of one sign."""
    language = ""
    for match in _TOKEN.finditer(section):
        kind = match.lastgroup or ""
        text = match[kind]
        if kind == "currency":  # with a language or without: [$€-407]
            text, _, language = text[2:-1].partition("-")
        names = kind == "date" and text[0] in "mMdD" and len(text) > 2
        if kind == "unknown" or language.startswith(("F", "x-")) or (names and not re.match("$|en|.*09$", language)):
            raise UnknownFormat
        text = {"quoted": text.strip('"').removeprefix("\\"), "space": " ", "filled": "", "colour": ""}.get(kind, text)
        yield kind, text


def _format_digits(number: Decimal, pattern: str) -> str:
    """A number in a pattern such as ``#,##0.00``; each comma at its end divides by a thousand."""
    plain = pattern.rstrip(",")
    integer, point, fraction = plain.partition(".")
    number = (number / 1000 ** (len(pattern) - len(plain))).quantize(Decimal(1).scaleb(-len(fraction)), ROUND_HALF_UP)
    digits, _, decimals = f"{number:f}".partition(".")
    fixed_decimals = fraction.rfind("0") + 1
    digits = digits.lstrip("0").rjust(integer.count("0"), "0")
    digits = re.sub(r"(?<=\d)(?=(\d{3})+$)", ",", digits) if "," in integer else digits
    return digits + point + decimals[:fixed_decimals] + decimals[fixed_decimals:].rstrip("0")


def _format_date(tokens: Sequence[_Token], value: float, epoch: datetime) -> str:
    seconds = round(value * 86400)
    moment = epoch + timedelta(days=1 <= value < 60 and epoch.year < 1900, seconds=seconds)  # Excel's 29 February 1900
    result, has_halves = "", any(kind == "half" for kind, _ in tokens)
    letters = [text[0].lower() if kind in ("date", "elapsed") else "" for kind, text in tokens]
    for at, (kind, text) in enumerate(tokens):
        if value < 0 or kind == "digits" or (kind == "date" and text.lower() not in _STAMPS):
            raise UnknownFormat
        if kind == "date":
            stamp = _STAMPS[text.lower()]
            if stamp == "%m" and ("".join(letters[:at]).endswith("h") or "".join(letters[at + 1 :]).startswith("s")):
                stamp = "%M"
            part = moment.strftime("%I" if has_halves and stamp == "%H" else stamp)
            result += part.removeprefix("0") if len(text) == 1 else part
        elif kind == "elapsed":
            result += f"{seconds // {'h': 3600, 'm': 60, 's': 1}[letters[at]]:0{len(text)}}"
        else:
            result += moment.strftime("%p")[: len(text) // 2] if kind == "half" else text
    return result
