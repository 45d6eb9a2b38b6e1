"""The filters and tests that an expression on a card may ask for: those of Jinja2 that are of use there.

Each is given the value before it and what stands in its brackets; none makes more than a card has room for.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from companion.data.decks.values import (
    QUOTED,
    FieldFault,
    Value,
    calculated,
    check_length,
    compared,
    found_number,
    joined_text,
    listed,
    number,
    same,
    text_of,
)
from companion.sentences import shortened

_FORMAT = re.compile(r"(?:[^%]|%%)*+%[-+ 0]{0,2}\d{0,2}(?:\.\d)?([dfgsx])(?:[^%]|%%)*+", re.ASCII)
"""A format with one place, such as ``%03d``."""


def _broken(value: Value, default: Value = 0) -> int | float:
    """A number; an empty cell is the default."""
    return number(default if isinstance(value, str) and not value.strip() else value)


def _formatted(value: Value, given: Value) -> str:
    form = text_of(value)
    found = _FORMAT.fullmatch(form)
    if found is None:
        raise FieldFault(
            "'{value}' is no format such as {example}", value=shortened(form, QUOTED), example="%03d"
        )
    return form % (text_of(given) if found[1] == "s" else number(given))


def _replaced(value: Value, before: Value, after: Value) -> str:
    text, old, new = text_of(value), text_of(before), text_of(after)
    check_length(len(text) + text.count(old) * (len(new) - len(old)))
    return text.replace(old, new)


def _rounded(value: Value, digits: int = 0, how: str = "common") -> int | float:
    found = number(value)
    if how in ("ceil", "floor"):
        down = found // 1
        return int(down if how == "floor" or down == found else down + 1)
    return round(found, max(-15, min(digits, 15))) if digits else round(found)


def _sorted(value: Value, reverse: bool = False) -> list[Value]:
    found = listed(value)
    if all(found_number(each) is not None for each in found):
        return sorted(found, key=number, reverse=reverse)
    return sorted(found, key=lambda each: text_of(each).casefold(), reverse=reverse)


def _unique(value: Value) -> list[Value]:
    kept: dict[str, Value] = {}
    for each in listed(value):
        kept.setdefault(text_of(each), each)
    return list(kept.values())


def _centred(value: Value, width: int = 80) -> str:
    check_length(width)
    return text_of(value).center(width)


def _shortened(value: Value, length: int = 255, killwords: bool = False, end: str = "...") -> str:
    text = text_of(value)
    if len(text) <= length:
        return text
    kept = text[: max(length - len(end), 0)]
    return (kept if killwords else kept.rpartition(" ")[0] or kept) + end


def _capitals(value: Value) -> str:
    return re.sub(r"[^\s\-(\[{<]+", lambda word: word[0][:1].upper() + word[0][1:].lower(), text_of(value))


def _at(found: list[Value], at: int) -> Value:
    return found[at] if found else ""


def _each(value: Value, name: str, *given: Value) -> list[Value]:
    if name not in FILTERS or name == "map":
        raise FieldFault(
            "'{name}' is not a filter; the filters are {names}", name=text_of(name), names=", ".join(FILTERS)
        )
    return [FILTERS[name](each, *given) for each in listed(value)]


FILTERS: Mapping[str, Callable[..., Any]] = {
    "abs": lambda value: abs(number(value)),
    "capitalize": lambda value: text_of(value).capitalize(),
    "center": _centred,
    "count": lambda value: len(listed(value)),
    "default": lambda value, instead="": instead if value == "" or value is None else value,
    "first": lambda value: _at(listed(value), 0),
    "float": _broken,
    "format": _formatted,
    "int": lambda value, default=0: int(_broken(value, default)),
    "join": lambda value, between="": joined_text(listed(value), text_of(between)),
    "last": lambda value: _at(listed(value), -1),
    "length": lambda value: len(listed(value)),
    "list": listed,
    "lower": lambda value: text_of(value).lower(),
    "map": _each,
    "max": lambda value: _at(_sorted(value), -1),
    "min": lambda value: _at(_sorted(value), 0),
    "replace": _replaced,
    "reverse": lambda value: value[::-1] if isinstance(value, str) else listed(value)[::-1],
    "round": _rounded,
    "sort": _sorted,
    "split": lambda value, between=None: [part.strip() for part in text_of(value).split(between)],
    "string": text_of,
    "sum": lambda value, start=0: sum(map(_broken, listed(value)), _broken(start)),
    "title": _capitals,
    "trim": lambda value: text_of(value).strip(),
    "truncate": _shortened,
    "unique": _unique,
    "upper": lambda value: text_of(value).upper(),
}
"""The filters, which stand after a ``|``, by name."""

TESTS: Mapping[str, Callable[..., bool]] = {
    "divisibleby": lambda value, by: calculated("Mod", value, by) == 0,
    "even": lambda value: number(value) % 2 == 0,
    "in": lambda value, among: compared("in", value, among),
    "number": lambda value: found_number(value) is not None,
    "odd": lambda value: number(value) % 2 == 1,
    "sameas": same,
}
"""The tests, which stand after ``is``, by name."""
