"""Reads the cards of a component: from a table, from the deck file, or just a range of numbers."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from companion.data.decks import card_rows
from companion.data.decks.pictures import fetch_table
from companion.data.files import check_inside
from companion.data.rows import Notes, Row, TableReading, strip_style
from companion.errors import DeckError, Place


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
        if "when" not in raw or card_rows.is_printed(sides.front, raw["when"], sides.place):
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
        card_rows.derive_fields(values, rules, place)
        yield Sides(values.get(key, str(index)), values, values, place)


def _read_common_fields(raw: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in raw.get("fields", {}).items()}


def _read_table_cards(folder: Path, raw: Mapping[str, Any], notes: Notes) -> Iterator[Sides]:
    key, has_back_rows = raw.get("key", "number"), "back_where" in raw
    rows: Iterable[Row] = _read_rows(folder, raw, notes)
    backs: dict[str, dict[str, str]] = {}
    if has_back_rows:
        rows = list(rows)
        back_rows = [row for row in rows if card_rows.matches(row.cells, raw["back_where"])]
        for fault in find_name_faults((_get_name(row, key), row.place(key)) for row in back_rows):
            raise fault
        backs = {_get_name(row, key): row.cells for row in back_rows}
    for row in rows:
        if card_rows.matches(row.cells, raw.get("where", {})):
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
    file = fetch_table(table, folder) if "://" in table else check_inside(folder, folder / table)
    reading = TableReading(raw.get("sheet", ""), raw.get("heading", 0), notes=notes)
    rows = card_rows.read_card_rows(file, reading)
    if not raw.keys().isdisjoint(("codes", "variants", "join")):  # these need all rows at once
        all_rows = list(rows)
        cells = [row.cells for row in all_rows]
        if "codes" in raw:
            card_rows.add_codes(cells, folder, raw["codes"])
        if "variants" in raw:
            card_rows.add_variants(cells, raw["table"], raw["variants"])
        if "join" in raw:
            card_rows.join_rows(cells, folder, raw["join"], TableReading(notes=notes))
        rows = iter(all_rows)
    number = 0
    for number, row in enumerate(rows, 1):
        if by_number:  # cards of a table without numbers are numbered here
            row.cells.setdefault("number", str(number))
        for name, value in common.items():
            row.cells.setdefault(name, value)
        card_rows.add_cases(row.cells, raw.get("cases", ()))
        card_rows.derive_fields(row.cells, rules, Place(row.file, row.number))
        yield row
    if not number:
        raise DeckError("the table has no row below its heading.", place=Place(Path(raw["table"]).name))
