"""Fields computed from a card's other fields, the number of its copies, and whether it is printed at all."""

from collections import ChainMap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from companion.data.decks.languages import find_languages, select_language
from companion.data.decks.values import LONGEST_TEXT, FieldFault
from companion.data.rows import fill_fields, is_true, parse_whole_number
from companion.data.schema import MOST_CARDS
from companion.errors import DeckError, Place


def derive_fields(cells: dict[str, str], derived: Mapping[str, object], place: Place) -> None:
    """Add the fields computed from a card's others, in their order.

    One that differs by language, such as one that uses ``title.en``, becomes a field of each language.
    """
    for name, text in derived.items():
        with _locate_faults(name, cells, place):
            spoken = {
                code: fill_fields(str(text), ChainMap(select_language(cells, code), cells).get)
                for code in sorted(find_languages(cells))
            } or {"": fill_fields(str(text), cells.get)}
        alike = len(set(spoken.values())) == 1
        for code, made in spoken.items():
            cells[name if alike else f"{name}.{code}"] = made
            _check_length(name, made, place)


def fill_field(name: str, text: str, cells: Mapping[str, str]) -> str:
    """The value of a field made of others; missing ones are empty."""
    with _locate_faults(name, cells, Place()):
        made = fill_fields(text, lambda field: cells.get(field, ""))
    _check_length(name, made, Place())
    return made


def is_printed(cells: Mapping[str, str], condition: str, place: Place) -> bool:
    """True for a card that meets the condition ``when`` of its component."""
    with _locate_faults("when", cells, place):
        return is_true(condition, cells.get)


def count_copies(cells: Mapping[str, str], given: int | str, place: Place) -> int:
    """The number of copies of a card: a fixed number, or one from its fields."""
    if isinstance(given, int):
        return given
    with _locate_faults("copies", cells, place):
        told = fill_fields(given, cells.get)
    return parse_whole_number(told, 0, MOST_CARDS, _find_column(place, cells, told, "copies"), DeckError)


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
    """The place of a row, with the column whose cell is ``value``; ``other`` where none is."""
    if place.row is None:
        return place
    return place._replace(column=next((name for name, cell in cells.items() if cell == value), other))


def _check_length(name: str, made: str, place: Place) -> None:
    if len(made) > LONGEST_TEXT:  # of fields that each name several others, a few lines could fill a disk
        raise DeckError(
            "the field '{name}' becomes longer than {most} characters.", place=place, name=name, most=LONGEST_TEXT
        )
