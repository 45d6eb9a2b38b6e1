"""The cards of a component: rows of a table, cards written in the deck file, or so many with a number."""

import re
from collections import ChainMap, Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.data.catalogue import LANGUAGES
from companion.data.decks.expressions import LONGEST_TEXT, FieldFault
from companion.data.decks.pictures import kept_table
from companion.data.decks.sources import open_source
from companion.data.files import inside, read_json_list, read_text
from companion.data.rows import Row, fill_fields, holds, whole_number
from companion.data.schema import MOST_CARDS
from companion.errors import DeckError, InputError, Place
from companion.sentences import listed, shortened

CODES = {*LANGUAGES} | set(
    """
    af ar bg bn br ca co cs cy da de el en eo es et eu fa fi fr ga gd gl he hi hr hu hy id is it ja
    ka ko la lb lt lv mk mt nb nl nn no oc pl pt ro ru sk sl sq sr sv sw ta th tr uk ur vi zh
    """.split()  # noqa: SIM905 - sixty lines otherwise
)
"""Languages (ours, and those of ISO 639-1) that the end of a column's name may stand for."""


def languages_of(columns: Iterable[str]) -> set[str]:
    """The languages in which columns speak."""
    return {code for head, _, code in (name.rpartition(".") for name in columns) if head and code in CODES}


def in_language(fields: Mapping[str, str], code: str) -> dict[str, str]:
    """The fields of a card in a language, by their names without it.

    A cell that is empty in this language leaves the column without a language, where there is one.
    """
    end = f".{code}"
    own = ((name.removesuffix(end), text) for name, text in fields.items() if name.endswith(end))
    return {name: text for name, text in own if text or name not in fields}


def derive(cells: dict[str, str], derived: Mapping[str, object], place: Place) -> None:
    """Give a card the fields that are worked out of its others, one after the other.

    One that differs by language, as it is worked out of ``title.en``, is a field in each of them.
    """
    for name, text in derived.items():
        with _told(name, cells, place):
            spoken = {
                code: fill_fields(str(text), ChainMap(in_language(cells, code), cells).get)
                for code in sorted(languages_of(cells))
            } or {"": fill_fields(str(text), cells.get)}
        alike = len(set(spoken.values())) == 1
        for code, made in spoken.items():
            cells[name if alike else f"{name}.{code}"] = made
            _check_length(name, made, place)


def put_together(name: str, text: str, cells: Mapping[str, str]) -> str:
    """A field that is made of others; one that is not there is empty."""
    with _told(name, cells, Place()):
        made = fill_fields(text, lambda field: cells.get(field, ""))
    _check_length(name, made, Place())
    return made


def is_wanted(cells: Mapping[str, str], condition: str, place: Place) -> bool:
    """True for a card that is printed at all."""
    with _told("when", cells, place):
        return holds(condition, cells.get)


def copies_of(cells: Mapping[str, str], given: int | str, place: Place) -> int:
    """The number of prints of a card: the same for each, or what it says of itself."""
    if isinstance(given, int):
        return given
    with _told("copies", cells, place):
        told = fill_fields(given, cells.get)
    return whole_number(told, 0, MOST_CARDS, _column(place, cells, told, "copies"), DeckError)


@contextmanager
def _told(name: str, cells: Mapping[str, str], place: Place) -> Iterator[None]:
    """Tell a fault within it with the row, and with the column whose cell is at fault."""
    try:
        yield
    except FieldFault as fault:
        raise DeckError(
            "the field '{name}': {why}.",
            place=_column(place, cells, fault.value),
            name=name,
            why=fault.sentence,
        ) from None


def _column(place: Place, cells: Mapping[str, str], value: object, other: str | None = None) -> Place:
    """The place of a row with the column whose cell holds a wrong value, or another where none does."""
    if place.row is None:
        return place
    return place._replace(column=next((name for name, cell in cells.items() if cell == value), other))


def _check_length(name: str, made: str, place: Place) -> None:
    if len(made) > LONGEST_TEXT:  # of fields that each name several others, a few lines could fill a disk
        raise DeckError(
            "the field '{name}' grows beyond {most} letters.", place=place, name=name, most=LONGEST_TEXT
        )


MOST_CELL_PARTS = 100  # parts of one cell; a card of the games has three


def card_rows(file: Path, sheet: str = "") -> Iterator[Row]:
    """The rows of a table, one after the other, each with its columns and the parts of its cells as fields.

    All rows have the same fields: a cell with fewer parts than others of its column has empty ones.
    """
    rows, most = open_source(file, sheet), dict[str, int]()
    for row in rows():
        for column, cell in row.cells.items():
            most[column] = max(most.get(column, 1), parts := cell.count(":") + 1)
            if parts > MOST_CELL_PARTS:
                raise row.wrong(
                    "this cell has {found} parts between colons; {most} are the most.",
                    column,
                    found=parts,
                    most=MOST_CELL_PARTS,
                )
    named = {column: [f"{column}.{index}" for index in range(count)] for column, count in most.items()}
    for row in rows():
        for column, names in named.items():
            parts_of = row.cells[column].split(":")
            row.cells.update(zip_longest(names, parts_of, fillvalue=""))
        yield row


def matches(row: Mapping[str, str], where: Mapping[str, Any]) -> bool:
    """True for a row with the values a deck asks for: one, or one of a list, for each column."""
    return all(
        row.get(column) in ([str(each) for each in value] if isinstance(value, list) else [str(value)])
        for column, value in where.items()
    )


def add_cases(row: dict[str, str], cases: Sequence[Mapping[str, Any]]) -> None:
    """Give a row the ``fields`` of every case whose ``where`` it matches; they may name its fields."""
    for case in cases:
        if matches(row, case.get("where", {})):
            fields = case.get("fields", {})
            row |= {name: put_together(name, str(value), row) for name, value in fields.items()}


def join_rows(rows: Sequence[dict[str, str]], folder: Path, join: Mapping[str, Any]) -> None:
    """Add to each row what another file says of the thing it names.

    ``join`` has ``file`` (a table, or a GeoJSON whose features' properties count), ``on`` (the column of the
    rows), ``key`` (the column or property that must equal it), ``take`` (what is added).
    """
    file = inside(folder, folder / join["file"])
    known = {each.get(join["key"], ""): each for each in _things(file)}
    for row in rows:
        name = row.get(join["on"], "")
        wrong = partial(DeckError, place=Place(file.name), value=name)
        if name not in known:
            raise wrong("there is no '{value}' here.")
        for field in join["take"]:
            if field not in known[name]:
                raise wrong("'{value}' has no '{field}' here.", field=field)
            row[field] = known[name][field]


def _things(file: Path) -> Iterator[Mapping[str, str]]:
    if file.suffix.lower() not in (".json", ".geojson") or '"FeatureCollection"' not in read_text(file):
        yield from (row.cells for row in card_rows(file))
        return
    for feature in read_json_list(file, "features"):
        about = {
            name: str(value)
            for name, value in (feature.get("properties") or {}).items()
            if isinstance(value, str | int | float)
        }
        yield {"id": str(feature.get("id", "")), **about}


def read_codes(file: Path, needed: int = 0) -> list[int]:
    """The codes of a book: 16 bits each, none twice, so that a photo tells the squares of cards apart."""
    codes = read_json_list(file, "codes")
    seen = set()
    for number, code in enumerate(codes, 1):
        if type(code) is not int or not 0 <= code < 1 << 16 or code in seen:
            raise DeckError(
                "code {number} is '{value}'; a whole number up to 65535 that no other code has was expected.",
                place=Place(file=file.name),
                number=number,
                value=shortened(str(code), 40),
            )
        seen.add(code)
    if len(codes) < needed:
        raise DeckError(
            "codes in the code book: {found}, needed: {expected}.",
            place=Place(file.name),
            found=len(codes),
            expected=needed,
        )
    return codes


def give_codes(rows: Sequence[dict[str, str]], folder: Path, codes: Mapping[str, Any]) -> None:
    """Hand the codes of a book out to the rows, as many each as a card needs: fields ``seal.0`` and on.

    Rows take them in the order of the table, or in that of the values of a column where the deck gives
    one: ``order = { set = ["map", "startA"] }`` numbers all rows of set ``map`` first.
    """
    file, each = inside(folder, folder / codes["file"]), int(codes["per_card"])
    book = read_codes(file, len(rows) * each)
    ranks = [(column, [str(value) for value in values]) for column, values in codes.get("order", {}).items()]

    def rank(row: Mapping[str, str]) -> tuple[int, ...]:
        return tuple(
            values.index(row.get(column, "")) if row.get(column) in values else len(values)
            for column, values in ranks
        )

    for place, row in enumerate(sorted(rows, key=rank)):
        row |= {f"seal.{index}": f"{book[place * each + index]:016b}" for index in range(each)}


def give_variants(rows: Sequence[dict[str, str]], table: str, variants: Mapping[str, Any]) -> None:
    """Say for each place of a card which of several drawings of one kind it shows: fields ``r1c1.variant``.

    The card's name decides, so a card looks the same at every print; all drawings of a kind are shown on a
    card before one comes again. ``variants`` has ``of`` (the columns), ``by`` (the columns that name a card)
    and ``counts`` (drawings of each kind, which is a cell or its first part; 1 where it is not listed).
    """
    for column in (*variants["of"], *variants["by"]) if rows else ():
        if column not in rows[0]:
            raise DeckError("the table {table} has no column '{key}'.", table=table, key=column)
    for row in rows:
        name = ":".join(row[column] for column in variants["by"])
        shown: Counter[str] = Counter()
        for column in variants["of"]:
            kind = row[f"{column}.0"]
            count = int(variants["counts"].get(kind, 1))
            chance = sha256(f"{name}:{kind}".encode()).digest()
            order = [number for _, number in sorted(zip(chance, range(1, count + 1), strict=False))]
            row[f"{column}.variant"] = str(order[shown[kind] % len(order)])
            shown[kind] += 1


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


Size = tuple[float, float]  # width and height of a trim, mm
SIZES = MappingProxyType(
    {
        "tcg": (63.0, 88.0),
        "poker": (63.5, 88.9),
        "bridge": (57.15, 88.9),
        "tarot": (70.0, 120.0),
        "square": (70.0, 70.0),
        "european": (59.0, 92.0),
        "mini-european": (44.0, 68.0),
        "mini-american": (41.0, 63.0),
    }
)
"""The usual first: it is taken where several suit as well."""
SHORTEST_SIDE, LONGEST_SIDE = 10.0, 1000.0  # sides accepted for a card given by its size, mm


def card_size(given: str) -> Size:
    """The size of cards a person asks for, by name or as ``WIDTHxHEIGHT`` in mm."""
    typed = given.strip().lower().replace(",", ".")
    if typed in SIZES:
        return SIZES[typed]
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)", typed, re.ASCII)
    if found is None:
        raise InputError(
            "'{given}' is not a size of cards; choose {names} or give WIDTHxHEIGHT in mm.",
            given=shortened(given, 40),
            names=listed(SIZES),
        )
    width, height = float(found[1]), float(found[2])
    if not (SHORTEST_SIDE <= width <= LONGEST_SIDE and SHORTEST_SIDE <= height <= LONGEST_SIDE):
        raise InputError(
            "'{given}' is not a size of cards: each side must be {least} to {most} mm.",
            given=shortened(given, 40),
            least=SHORTEST_SIDE,
            most=LONGEST_SIDE,
        )
    return width, height
