"""The cards of a component: rows of a table, cards written in the deck file, or so many with a number."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from companion.data.decks.card_rows import add_cases, card_rows, give_codes, give_variants, join_rows, matches
from companion.data.decks.derived import derive, is_wanted
from companion.data.decks.pictures import kept_table
from companion.data.files import inside
from companion.data.rows import Row
from companion.errors import DeckError, Place


class Sides(NamedTuple):
    """The fields of a card's face and back, and the place of its name."""

    name: str
    front: dict[str, str]
    back: dict[str, str]
    place: Place


def card_sides(folder: Path, place: Place, raw: Mapping[str, Any]) -> Iterator[Sides]:
    """The cards of a component that are printed, one after the other; ``place`` is the deck file."""
    found = _from_table(folder, raw) if "table" in raw else _from_deck(place, raw)
    for sides in found:
        if "when" not in raw or is_wanted(sides.front, raw["when"], sides.place):
            yield sides


def named_twice(named: Iterable[tuple[str, Place]]) -> Iterator[DeckError]:
    """The faults in the names of cards: each must have one, and one of its own."""
    seen: set[str] = set()
    for name, place in named:
        if not name:
            yield DeckError("the card has no name; a text was expected.", place=place)
        elif name in seen:
            yield DeckError(
                "the card '{name}' stands twice; give each its own name, or print more with 'copies'.",
                place=place,
                name=name,
            )
        seen.add(name)


def _from_deck(place: Place, raw: Mapping[str, Any]) -> Iterator[Sides]:
    key, shared, derived = raw.get("key", "number"), _shared(raw), raw.get("derive", {})
    counted = ({"number": number} for number in range(1, raw.get("range", 1) + 1))
    for index, fields in enumerate(raw.get("cards", counted), 1):
        filled = {**shared, **{name: str(value) for name, value in fields.items()}}
        if "cards" in raw:
            place = Place(place.file, column=f"component.{raw['name']}.cards.{index}.{key}")
        derive(filled, derived, place)
        yield Sides(filled.get(key, str(index)), filled, filled, place)


def _shared(raw: Mapping[str, Any]) -> dict[str, str]:
    """The fields that all cards of a component have."""
    return {name: str(value) for name, value in raw.get("fields", {}).items()}


def _from_table(folder: Path, raw: Mapping[str, Any]) -> Iterator[Sides]:
    key, paired = raw.get("key", "number"), "back_where" in raw
    rows: Iterable[Row] = _rows(folder, raw)
    backs: dict[str, dict[str, str]] = {}
    if paired:
        rows = list(rows)
        behind = [row for row in rows if matches(row.cells, raw["back_where"])]
        for fault in named_twice((_name(row, key), row.place(key)) for row in behind):
            raise fault
        backs = {row.cells[key]: row.cells for row in behind}
    for row in rows:
        if matches(row.cells, raw.get("where", {})):
            name, place = _name(row, key), row.place(key)
            if paired and name not in backs:
                raise DeckError("there is no back for card {id}.", place=place, id=name)
            yield Sides(name, row.cells, backs.get(name, row.cells), place)


def _name(row: Row, key: str) -> str:
    if key not in row.cells:
        raise DeckError("the table {table} has no column '{key}'.", table=row.file, key=key)
    return row.cells[key]


def _rows(folder: Path, raw: Mapping[str, Any]) -> Iterator[Row]:
    """The rows of a component's table, with all that the deck adds to them."""
    shared, derived = _shared(raw), raw.get("derive", {})
    counted = "key" not in raw and "back_where" not in raw
    table = raw["table"]
    file = kept_table(table, folder) if "://" in table else inside(folder, folder / table)
    rows = card_rows(file, raw.get("sheet", ""))
    if not raw.keys().isdisjoint(("codes", "variants", "join")):  # these look at all rows together
        whole = list(rows)
        cells = [row.cells for row in whole]
        if "codes" in raw:
            give_codes(cells, folder, raw["codes"])
        if "variants" in raw:
            give_variants(cells, raw["table"], raw["variants"])
        if "join" in raw:
            join_rows(cells, folder, raw["join"])
        rows = iter(whole)
    number = 0
    for number, row in enumerate(rows, 1):
        if counted:  # a table that does not number its cards has them numbered
            row.cells.setdefault("number", str(number))
        for name, value in shared.items():
            row.cells.setdefault(name, value)
        add_cases(row.cells, raw.get("cases", ()))
        derive(row.cells, derived, Place(row.file, row.number))
        yield row
    if not number:
        raise DeckError("the table has no row below its heading.", place=Place(Path(raw["table"]).name))


SHORTEST_SIDE, LONGEST_SIDE = 10.0, 1000.0  # sides accepted for a card given by its size, mm
