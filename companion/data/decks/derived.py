"""Fields worked out of a card's others, how often it is printed, and whether at all."""

from collections import ChainMap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from companion.data.decks.languages import in_language, languages_of
from companion.data.decks.values import LONGEST_TEXT, FieldFault
from companion.data.rows import fill_fields, holds, whole_number
from companion.data.schema import MOST_CARDS
from companion.errors import DeckError, Place


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
