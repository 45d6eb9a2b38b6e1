"""What the keys of deck and face files may hold: a text, a number, a list, each in its place."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.errors import DeckError, Place
from companion.sentences import Sentence, say

__all__ = [
    "BOX",
    "CASES",
    "CODES",
    "FIELDS",
    "FLAG",
    "JOIN",
    "LENGTHS",
    "MOST",
    "NUMBER",
    "POINTS",
    "ROWS",
    "TEXT",
    "TEXTS",
    "VALUE",
    "WHERE",
    "WHOLE",
    "Kind",
    "check_kinds",
]

MOST = 100_000
"""The largest whole number a deck may ask for; no game has so many cards."""


class Kind(NamedTuple):
    """What a key may hold.

    Attributes:
        holds: Whether a value is of the kind.
        words: What the kind is called.
    """

    holds: Callable[[Any], bool]
    words: Sentence


def check_kinds(table: Any, kinds: Mapping[str, Kind], place: Place, owner: str) -> None:
    """Check every key of a table.

    Args:
        table: As read.
        kinds: What the keys hold; others are not looked at.
        place: The file.
        owner: Whose keys they are, for the message.

    Raises:
        DeckError: For the first value of another kind.
    """
    if not isinstance(table, dict):
        raise DeckError("{owner} must be a table; it is '{value}'.", place=place, owner=owner, value=table)
    for key, value in table.items():
        kind = kinds.get(key)
        if kind is not None and not kind.holds(value):
            raise DeckError(
                "'{key}' of {owner} must be {kind}; it is '{value}'.",
                place=place, key=key, owner=owner, kind=kind.words, value=str(value),
            )  # fmt: skip


def _number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) < 1e9 and math.isfinite(value)


def _value(value: Any) -> bool:
    return isinstance(value, str | bool) or _number(value)


def _list_of(holds: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(holds, value))


def _table_of(holds: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, dict) and all(map(holds, value.values()))


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _whole(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST


_fields = _table_of(_value)
_where = _table_of(lambda value: _value(value) or _list_of(_value)(value))


def _case(value: Any) -> bool:
    return isinstance(value, dict) and _where(value.get("where", {})) and _fields(value.get("fields", {}))


def _join(value: Any) -> bool:
    return isinstance(value, dict) and all(
        _list_of(_text)(each) if key == "take" else _text(each) for key, each in value.items()
    )


def _codes(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and _text(value.get("file", ""))
        and _whole(value.get("per_card", 0))
        and _table_of(_list_of(_value))(value.get("order", {}))
    )


def _point(value: Any) -> bool:
    return _list_of(_number)(value) and len(value) == 2


TEXT = Kind(_text, say("a text"))
FLAG = Kind(lambda value: isinstance(value, bool), say("true or false"))
NUMBER = Kind(_number, say("a number"))
WHOLE = Kind(_whole, say("a whole number up to {most}", most=MOST))
VALUE = Kind(_value, say("a text or a number"))
TEXTS = Kind(_list_of(_text), say("a list of texts"))
BOX = Kind(lambda value: _list_of(_value)(value) and len(value) == 4, say("[x, y, width, height]"))
LENGTHS = Kind(_list_of(lambda value: _number(value) and value >= 0), say("a list of lengths"))
POINTS = Kind(_list_of(_point), say("a list of points [x, y]"))
FIELDS = Kind(_fields, say("a table of texts or numbers"))
ROWS = Kind(_list_of(_fields), say("a list of tables of texts or numbers"))
WHERE = Kind(_where, say("a table of values or lists of values"))
CASES = Kind(_list_of(_case), say("a list of tables with where and fields"))
JOIN = Kind(_join, say("a table with file, on, key and take"))
CODES = Kind(_codes, say("a table with file, per_card and order"))
