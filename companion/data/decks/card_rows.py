"""The cards of a component: from a table, from the deck file, or just a range of numbers.

A table is a CSV file with a heading, or any other kind that ``sources`` reads. A cell ``a:b:c`` of the column
``x`` gives the fields ``x``, ``x.0``, ``x.1`` and ``x.2``; columns are joined from other files, and fields computed.
"""

import re
from collections import ChainMap, Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from companion.data.decks.headings import find_languages, has_unmarked_language, select_language
from companion.data.decks.sources import open_source
from companion.data.decks.values import FieldFault, check_length
from companion.data.files import check_inside, read_json_list, read_text
from companion.data.rows import Notes, Row, TableReading, fill_fields, is_true, parse_whole_number, strip_style
from companion.data.schema import MOST_CARDS
from companion.errors import DeckError, Place
from companion.sentences import shorten_text


def derive_fields(cells: dict[str, str], rules: Mapping[str, object], place: Place) -> None:
    """Add the derived fields of a card, in order; each is computed from its other fields.

    One that differs by language, such as one that uses ``title.en``, becomes a field of each language.
    """
    for name, text in rules.items():
        with _locate_faults(name, cells, place):
            texts = {
                code: fill_fields(str(text), ChainMap(select_language(cells, code), cells).get)
                for code in sorted(find_languages(cells))
            }
            if not texts or has_unmarked_language(cells):
                texts[""] = fill_fields(str(text), cells.get)
            check_length(max(map(len, texts.values())))  # fields that each repeat others could fill a disk
        is_uniform = len(set(texts.values())) == 1
        cells |= {f"{name}.{code}" if code and not is_uniform else name: result for code, result in texts.items()}


def fill_field(name: str, text: str, cells: Mapping[str, str]) -> str:
    """The value of a field that is computed from others, where missing ones are empty."""
    with _locate_faults(name, cells, Place()):
        result = fill_fields(text, lambda field: cells.get(field, ""))
        check_length(len(result))
    return result


def is_printed(cells: Mapping[str, str], condition: str, place: Place) -> bool:
    """True for a card that meets the condition ``when`` of its component."""
    with _locate_faults("when", cells, place):
        return is_true(condition, cells.get)


def count_copies(cells: Mapping[str, str], number: int | str, place: Place) -> int:
    """The number of copies of a card: a fixed number, or one from its fields."""
    if isinstance(number, int):
        return number
    with _locate_faults("copies", cells, place):
        text = fill_fields(number, cells.get)
    return parse_copies(text, _find_column(place, cells, text, "copies"))


def parse_copies(text: str, place: Place) -> int:
    """A number of copies as spreadsheets and people write it: ``2``, ``2.0``, ``2,00``, ``2x``."""
    match = re.fullmatch(r"(?:[x×] ?)?(\d+)(?:[.,]0{1,2})?(?: ?[x×])?", strip_style(text).strip(), re.ASCII)
    return parse_whole_number(match[1] if match else text, 0, MOST_CARDS, place, DeckError)


@contextmanager
def _locate_faults(name: str, cells: Mapping[str, str], place: Place) -> Iterator[None]:
    """Raise a ``FieldFault`` from within as a ``DeckError`` with the row, and the column at fault."""
    try:
        yield
    except FieldFault as fault:
        raise DeckError(
            "the field '{name}': {why}.", place=_find_column(place, cells, fault.value), name=name, why=fault.sentence
        ) from None


def _find_column(place: Place, cells: Mapping[str, str], value: object, other: str | None = None) -> Place:
    """The place of a row, with the column whose cell is ``value``; ``other`` if none is."""
    if place.row is None:
        return place
    return place._replace(column=next((name for name, cell in cells.items() if cell == value), other))


MOST_CELL_PARTS = 100  # parts of one cell; three are the most in the games


def read_card_rows(file: Path, reading: TableReading) -> Iterator[Row]:
    """The rows of a table, with a field for each cell and each part of a cell; where it has fewer, empty ones."""
    rows, most = open_source(file, reading), dict[str, int]()
    for row in rows():
        for column, cell in row.cells.items():
            most[column] = max(most.get(column, 1), parts := cell.count(":") + 1)
            if parts > MOST_CELL_PARTS:
                raise row.build_error(
                    "this cell has {found} parts between colons; the limit is {most}.",
                    column,
                    found=parts,
                    most=MOST_CELL_PARTS,
                )
    columns_by_name = {column: [f"{column}.{index}" for index in range(count)] for column, count in most.items()}
    for row in rows():
        for column, names in columns_by_name.items():
            parts_of = strip_style(row.cells[column]).split(":")
            row.cells.update(zip_longest(names, parts_of, fillvalue=""))
        yield row


def matches(row: Mapping[str, str], conditions: Mapping[str, Any]) -> bool:
    """True for a row with the values of ``conditions``: one, or one of a list, for each column."""
    return all(
        column in row
        and strip_style(row[column]) in ([str(each) for each in value] if isinstance(value, list) else [str(value)])
        for column, value in conditions.items()
    )


def add_cases(row: dict[str, str], cases: Sequence[Mapping[str, Any]]) -> None:
    """Add to a row the ``fields`` of every case whose ``where`` it matches; they may use its fields."""
    for case in cases:
        if matches(row, case.get("where", {})):
            fields = case.get("fields", {})
            row |= {name: fill_field(name, str(value), row) for name, value in fields.items()}


def join_rows(rows: Sequence[dict[str, str]], folder: Path, join: Mapping[str, Any], reading: TableReading) -> None:
    """Add columns of another file to the rows, by a common key.

    ``join`` has ``file`` (a table, or a GeoJSON with its properties as columns), ``on`` (the column of the
    rows), ``key`` (the column or property that must equal it), ``take`` (the columns to add).
    """
    file = check_inside(folder, folder / join["file"])
    records = {strip_style(each.get(join["key"], "")): each for each in _read_records(file, reading)}
    for row in rows:
        name = strip_style(row.get(join["on"], ""))
        make_error = partial(DeckError, place=Place(file.name), value=name)
        if name not in records:
            raise make_error("there is no '{value}' here.")
        for field in join["take"]:
            if field not in records[name]:
                raise make_error("'{value}' has no '{field}' here.", field=field)
            row[field] = records[name][field]


def _read_records(file: Path, reading: TableReading) -> Iterator[Mapping[str, str]]:
    if file.suffix.lower() not in (".json", ".geojson") or '"FeatureCollection"' not in read_text(file):
        yield from (row.cells for row in read_card_rows(file, reading))
        return
    for feature in read_json_list(file, "features"):
        fields = {
            name: str(value)
            for name, value in (feature.get("properties") or {}).items()
            if isinstance(value, str | int | float)
        }
        yield {"id": str(feature.get("id", "")), **fields}


def read_codes(file: Path, least: int = 0) -> list[int]:
    """Read a code book: different 16-bit numbers, printed on the squares of cards so that a photo can identify them."""
    codes = read_json_list(file, "codes")
    seen = set()
    for number, code in enumerate(codes, 1):
        if type(code) is not int or not 0 <= code < 1 << 16 or code in seen:
            raise DeckError(
                "code {number} must be a whole number up to 65535 that no other code has, not '{value}'.",
                place=Place(file=file.name),
                number=number,
                value=shorten_text(str(code), 40),
            )
        seen.add(code)
    if len(codes) < least:
        place = Place(file.name)
        raise DeckError(
            "the code book must have {expected} codes, not {found}.", place=place, found=len(codes), expected=least
        )
    return codes


def add_codes(rows: Sequence[dict[str, str]], folder: Path, codes: Mapping[str, Any]) -> None:
    """Add codes from a code book to the rows, ``per_card`` each: fields ``seal.0``, ``seal.1`` and so on.

    Rows take them in the order of the table, or by the values of a column where the deck says so:
    ``order = { set = ["map", "startA"] }`` starts with the rows of set ``map``.
    """
    file, each = check_inside(folder, folder / codes["file"]), int(codes["per_card"])
    book = read_codes(file, len(rows) * each)
    ranks = [(column, [str(value) for value in values]) for column, values in codes.get("order", {}).items()]

    def rank(row: Mapping[str, str]) -> tuple[int, ...]:
        return tuple(
            values.index(row.get(column, "")) if row.get(column) in values else len(values) for column, values in ranks
        )

    for place, row in enumerate(sorted(rows, key=rank)):
        row |= {f"seal.{index}": f"{book[place * each + index]:016b}" for index in range(each)}


def add_variants(rows: Sequence[dict[str, str]], table: str, variants: Mapping[str, Any]) -> None:
    """Choose one of several drawings for each cell of a card: its number is in fields such as ``r1c1.variant``.

    The card's name decides, so a card looks the same in every print; a card shows all drawings of a kind
    before it repeats one. ``variants`` has ``of`` (the columns), ``by`` (the columns that name a card) and
    ``counts`` (drawings of each kind, which is a cell or its first part; 1 where it is not listed).
    """
    for column in (*variants["of"], *variants["by"]) if rows else ():
        if column not in rows[0]:
            raise DeckError("the table {table} has no column '{key}'.", table=table, key=column)
    for row in rows:
        name = ":".join(strip_style(row[column]) for column in variants["by"])
        counts: Counter[str] = Counter()
        for column in variants["of"]:
            kind = row[f"{column}.0"]
            count = int(variants["counts"].get(kind, 1))
            chance = sha256(f"{name}:{kind}".encode()).digest()
            order = [number for _, number in sorted(zip(chance, range(1, count + 1), strict=False))]
            row[f"{column}.variant"] = str(order[counts[kind] % len(order)])
            counts[kind] += 1


class Sides(NamedTuple):
    """The name of a card, the fields of its face and back, and the place of the name."""

    name: str
    front: dict[str, str]
    back: dict[str, str]
    place: Place


def read_cards(folder: Path, place: Place, raw: Mapping[str, Any], notes: Notes) -> Iterator[Sides]:
    """The cards of a component that are printed, one after the other; ``place`` is the deck file."""
    cards = _read_table_cards(folder, raw, notes) if "table" in raw else _read_deck_cards(place, raw)
    for sides in cards:
        if "when" not in raw or is_printed(sides.front, raw["when"], sides.place):
            yield sides


def find_name_faults(names: Iterable[tuple[str, Place]]) -> Iterator[DeckError]:
    """The errors of cards that have no name, or the name of an earlier card."""
    seen: set[str] = set()
    for name, place in names:
        if not name:
            yield DeckError("the card has no name; give it one.", place=place)
        elif name in seen:
            yield DeckError(
                "the card '{name}' appears twice; give each its own name, or print more with 'copies'.",
                place=place,
                name=name,
            )
        seen.add(name)


def _read_deck_cards(place: Place, raw: Mapping[str, Any]) -> Iterator[Sides]:
    key, common, rules = raw.get("key", "number"), _read_common_fields(raw), raw.get("derive", {})
    rows = ({"number": number} for number in range(1, raw.get("range", 1) + 1))
    for index, fields in enumerate(raw.get("cards", rows), 1):
        values = {**common, **{name: str(value) for name, value in fields.items()}}
        if "cards" in raw:
            place = Place(place.file, column=f"component.{raw['name']}.cards.{index}.{key}")
        derive_fields(values, rules, place)
        yield Sides(values.get(key, str(index)), values, values, place)


def _read_common_fields(raw: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in raw.get("fields", {}).items()}


def _read_table_cards(folder: Path, raw: Mapping[str, Any], notes: Notes) -> Iterator[Sides]:
    key, has_back_rows = raw.get("key", "number"), "back_where" in raw
    rows: Iterable[Row] = _read_rows(folder, raw, notes)
    backs: dict[str, dict[str, str]] = {}
    if has_back_rows:
        rows = list(rows)
        back_rows = [row for row in rows if matches(row.cells, raw["back_where"])]
        for fault in find_name_faults((_get_name(row, key), row.place(key)) for row in back_rows):
            raise fault
        backs = {_get_name(row, key): row.cells for row in back_rows}
    for row in rows:
        if matches(row.cells, raw.get("where", {})):
            name, place = _get_name(row, key), row.place(key)
            if has_back_rows and name not in backs:
                raise DeckError("there is no back for card {id}.", place=place, id=name)
            yield Sides(name, row.cells, backs.get(name, row.cells), place)


def _get_name(row: Row, key: str) -> str:
    if key not in row.cells:
        raise DeckError("the table {table} has no column '{key}'.", table=row.file, key=key)
    return strip_style(row.cells[key])


def _read_rows(folder: Path, raw: Mapping[str, Any], notes: Notes) -> Iterator[Row]:
    """The rows of a component's table, with the fields that the deck adds."""
    common, rules = _read_common_fields(raw), raw.get("derive", {})
    by_number = "key" not in raw and "back_where" not in raw
    table = raw["table"]
    if "://" in table:  # in few decks
        from companion.data.decks.pictures import fetch_table

        file = fetch_table(table, folder)
    else:
        file = check_inside(folder, folder / table)
    reading = TableReading(raw.get("sheet", ""), raw.get("heading", 0), notes=notes)
    rows = read_card_rows(file, reading)
    if not raw.keys().isdisjoint(("codes", "variants", "join")):  # these need all rows at once
        all_rows = list(rows)
        cells = [row.cells for row in all_rows]
        if "codes" in raw:
            add_codes(cells, folder, raw["codes"])
        if "variants" in raw:
            add_variants(cells, raw["table"], raw["variants"])
        if "join" in raw:
            join_rows(cells, folder, raw["join"], TableReading(notes=notes))
        rows = iter(all_rows)
    number = 0
    for number, row in enumerate(rows, 1):
        if by_number:  # cards of a table without numbers are numbered here
            row.cells.setdefault("number", str(number))
        for name, value in common.items():
            row.cells.setdefault(name, value)
        add_cases(row.cells, raw.get("cases", ()))
        derive_fields(row.cells, rules, Place(row.file, row.number))
        yield row
    if not number:
        raise DeckError("the table has no row below its heading.", place=Place(Path(raw["table"]).name))
