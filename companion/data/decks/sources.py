"""Sources of a deck's rows: CSV, a sheet of a workbook, a list of cards in JSON, TOML or YAML.

Whatever the source, a row has a text for each column, and its line in the file.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.data.decks.values import format_value
from companion.data.files import MOST_PACKED, MOST_TEXT_BYTES, decode_text, read_bytes, read_json, read_toml
from companion.data.rows import Row, TableReading, name_columns, parse_rows
from companion.data.schema import check_card_count
from companion.errors import DeckError, InputError, Place
from companion.sentences import say, shorten_text

Source = Callable[[], Iterator[Row]]  # each call yields the rows of a table from the first
WORKBOOKS = (".xlsm", ".xlsx")  # suffixes of workbooks
UNREAD = (".numbers", ".ods", ".xls", ".xlsb")  # of workbooks that must be saved in another format
TABLES = (".csv", ".json", ".tsv", ".txt", ".yaml", ".yml", *WORKBOOKS, *UNREAD)  # of a table that is a deck by itself


def open_source(file: Path, reading: TableReading, content: bytes | None = None) -> Source:
    """The rows of a file, by its suffix: ``.xlsx``, ``.json``, ``.yaml``, ``.toml``, else CSV.

    The kind of ``content`` without a file is recognized by its first characters: a workbook, JSON or CSV.
    """
    suffix, place = file.suffix.lower(), Place(file.name)
    if content is not None:
        suffix = ".xlsx" if content.startswith(b"PK") else ".json" if re.match(rb"\s*[\[{]", content) else ""
    if suffix in UNREAD:
        raise DeckError("{kind} workbooks cannot be read; save this one as .xlsx or as CSV.", place=place, kind=suffix)
    if reading.sheet and suffix not in WORKBOOKS:
        raise DeckError("only a workbook (.xlsx) has sheets; leave out 'sheet'.", place=place)
    if suffix in WORKBOOKS:
        from companion.data.decks.workbook import read_workbook

        rows = read_workbook(read_bytes(file, MOST_PACKED + 1) if content is None else content, file.name, reading)
        return lambda: iter(rows)
    if content is None:
        content = read_bytes(file, MOST_TEXT_BYTES + 1)
    if suffix not in _LISTS:
        text = decode_table(content, file, reading)
        return lambda: parse_rows(text, file.name, reading=reading)
    if reading.heading:
        raise DeckError("only CSV and workbooks have a row with a heading; leave out 'heading'.", place=place)
    rows = _build_rows(file, _LISTS[suffix](file, decode_text(content, str(file))))
    return lambda: iter(rows)


def decode_table(raw: bytes, file: Path, reading: TableReading) -> str:
    """The text of a table; what is not UTF-8 is read as Windows-1252, as spreadsheets on Windows save CSV.

    A text in which more foreign letters are UTF-8 than not is a damaged one, and refused.
    """
    try:
        return decode_text(raw, str(file))
    except InputError:
        damaged, windows = raw.decode("utf-8", "replace"), raw.decode("cp1252", "replace")
        foreign = re.sub("[\ufffd\0-\x7f]", "", damaged)
        if len(raw) > MOST_TEXT_BYTES or re.search("[\0\ufffd]", windows) or damaged.count("\ufffd") <= len(foreign):
            raise
    text = decode_text(windows.encode(), str(file))
    word = re.search(r"(?<!\S)(?:(?!\s)[\0-\x7f])*+[^\0-\x7f]\S*", text)
    assert word is not None
    place = Place(file.name, text.count("\n", 0, word.start()) + 1)
    remark = "this is not UTF-8; it was read as Windows-1252. If '{text}' is wrong, save the table as UTF-8."
    reading.note(say(remark, text=shorten_text(word.group(), 40)), place)
    return text


def _build_rows(file: Path, records: list[tuple[int, dict[str, str]]]) -> list[Row]:
    """Build rows from things with different columns; a cell that a thing lacks is empty."""
    check_card_count(len(records), Place(file.name))
    columns = list(dict.fromkeys(name for _, record in records for name in record))
    list(name_columns(columns, file.name, 1, TableReading()))
    return [Row(file.name, line, {name: record.get(name, "") for name in columns}) for line, record in records]


def _parse_json(file: Path, text: str) -> list[tuple[int, dict[str, str]]]:
    place = Place(file.name)
    try:
        name, records = _find_list(read_json(file, text))
    except ValueError as error:
        place = place._replace(row=getattr(error, "lineno", None), column=getattr(error, "colno", None))
        reason = getattr(error, "msg", error.args[0])
        raise DeckError("this is not a JSON file ({reason}).", place=place, reason=reason) from None
    if records is None:
        raise DeckError("this is not a JSON file with a list of cards.", place=place)
    if all({"previous", "hash"} <= record.keys() for record in records):
        raise DeckError("this is the log of a table, not a list of cards.", place=place)
    head = re.search(rf"{re.escape(json.dumps(name, ensure_ascii=False))}\s*:\s*\[" if name else r"\[", text)
    return _number_cards(file, records, list(_find_lines(text, head.end())) if head else [])


def _number_cards(
    file: Path, records: Sequence[Mapping[str, Any]], lines: Sequence[int]
) -> list[tuple[int, dict[str, str]]]:
    """The cells of each thing with its line; numbered from 1 if lines and things do not match."""
    if len(lines) != len(records):
        lines = range(1, len(records) + 1)
    return [(line, _flatten(record, Place(file.name, line))) for line, record in zip(lines, records, strict=True)]


def _find_lines(text: str, offset: int) -> Iterator[int]:
    """The line of each item of the JSON list whose first item follows the position ``offset``."""
    decoder, line, position = json.JSONDecoder(), 1, 0
    separators = re.compile(r"[\s,]*")
    while True:
        match = separators.match(text, offset)
        offset = match.end() if match else offset
        line, position = line + text.count("\n", position, offset), offset
        try:
            _, offset = decoder.raw_decode(text, offset)
        except ValueError:
            return
        yield line


def _parse_toml(file: Path, text: str) -> list[tuple[int, dict[str, str]]]:
    document, place = read_toml(file), Place(file.name)
    name, records = _find_list(document)
    if records is None:
        raise DeckError(
            "this is not a TOML file with a list of cards, such as {example}.", place=place, example="[[card]]"
        )
    paths = ((name, number) if name else (record["id"],) for number, record in enumerate(records, 1))
    return _number_cards(file, records, [document.get_place(place, *path).row or 0 for path in paths])


def _parse_yaml(file: Path, text: str) -> list[tuple[int, dict[str, str]]]:
    """Cells of a YAML text are texts as written, even ``no`` and ``1:30``, except ``true``, ``false`` and nothing."""
    place = Place(file.name)
    try:
        import yaml
    except ImportError:
        raise InputError("YAML needs one more package; or save the table as CSV.", place=place, remedy="yaml") from None

    base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    kind: Any = type("Cells", (base,), {"yaml_implicit_resolvers": {}})
    for tag, words in (("null", "~|null|"), ("bool", "true|false"), ("merge", "<<")):
        kind.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(rf"({words})$"), None)
    try:
        node = (loader := kind(text)).get_single_node()
        name, records = _find_list(node and loader.construct_document(node))
    except MemoryError:
        raise
    except Exception as error:  # a tag that does not fit its value can raise anything
        mark = getattr(error, "problem_mark", None)
        reason = shorten_text((getattr(error, "problem", None) or str(error)).split("\n")[0], 80)
        place = place._replace(row=mark and mark.line + 1)
        raise DeckError("this is not a YAML file ({reason}).", place=place, reason=reason) from None
    if records is None:
        raise DeckError("this is not a YAML file with a list of cards.", place=place)
    node = next(value for key, value in node.value if key.value == name) if name else node
    nodes = (each[0] if isinstance(each, tuple) else each for each in node.value)
    return _number_cards(file, records, [each.start_mark.line + 1 for each in nodes])


_LISTS = {".json": _parse_json, ".toml": _parse_toml, ".yaml": _parse_yaml, ".yml": _parse_yaml}


def _find_list(document: Any) -> tuple[str, list[dict[str, Any]] | None]:
    """The first list of mappings in a document, and its name; an empty name if the document itself is the list.

    A mapping of nothing but mappings counts as one; their names there become the column ``id``.
    """
    rows_by_name = document.items() if isinstance(document, dict) else [("", document)]
    for name, value in rows_by_name:
        if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
            return name, value
    if isinstance(document, dict) and document and all(isinstance(each, dict) for each in document.values()):
        return "", [{"id": name, **values} for name, values in document.items()]
    return "", None


def _flatten(record: Mapping[str, Any], place: Place, head: str = "") -> dict[str, str]:
    """The cells of a thing; an inner mapping gives columns with a dot: ``title.en``."""
    cells: dict[str, str] = {}
    for name, value in record.items():
        if isinstance(value, dict):
            cells |= _flatten(value, place, f"{head}{name}.")
        elif isinstance(value, list) and any(isinstance(each, list | dict) for each in value):
            raise DeckError(
                "a list of a card can hold texts and numbers, but no other lists.",
                place=place._replace(column=f"{head}{name}"),
            )
        else:
            parts = value if isinstance(value, list) else [value]
            cells[f"{head}{name}"] = ":".join(format_value(part).strip() for part in parts)
    return cells
