"""Values of an expression on a card - texts, numbers, true and false, flat lists - and its filters and tests.

Every value is bounded before it is made, so that no deck fills the memory. A text that is a number, such as a
cell, counts as one in sums and comparisons. The filters and tests are those of Jinja2 that are of use there:
each is given the value before it and what stands in its brackets; none makes more than a card has room for.
"""

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.sentences import say, shortened

Value = Any  # ``str``, ``int``, ``float``, ``bool`` or ``None``; a list, or a dict by texts, of these
LONGEST_TEXT = 10_000  # of a text, or things in a list; a card has not so much room
QUOTED = 60  # characters of a wrong value that are repeated
LARGEST = 10**15  # beyond it no number on a card makes sense, and broken ones lose their last digit
MOST_STEPS_A_TEXT = 20_000  # on one card; a step is a node, or some letters
Lookup = Callable[[str], str | None]
"""Gives the text of a field of the card; ``None`` where it has no such field."""

_NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,15})?", re.ASCII)
SUMS: Mapping[str, Callable[[Any, Any], Any]] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mul": operator.mul,
    "Div": operator.truediv,
    "FloorDiv": operator.floordiv,
    "Mod": operator.mod,
    "Pow": operator.pow,
}
"""By the name that Jinja2 gives each."""
_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "lt": operator.lt,
    "lteq": operator.le,
    "gt": operator.gt,
    "gteq": operator.ge,
}


class Allowance:
    """The steps that are left to a whole deck, all its cards together: some seconds."""

    def __init__(self) -> None:
        self.left = MOST_STEPS_A_TEXT * 1_000


class FieldFault(Exception):
    """A text that cannot be filled for a card; who catches it knows the place, and adds the full stop."""

    def __init__(self, template: str, /, **fields: object) -> None:
        self.sentence = say(template, **fields)
        self.value = fields.get("value")
        self.missing = str(fields.get("field", ""))  # the name of a field that is not there
        super().__init__(self.sentence)


def bounded(value: Value) -> Value:
    """A value that is not too large."""
    if isinstance(value, str | list | dict):
        check_length(len(value))
    elif isinstance(value, int | float) and not abs(value) <= LARGEST:  # NaN neither
        raise FieldFault("a number in it is too large")
    return value


def check_length(letters: float) -> None:
    """See that a text of so many letters may be made."""
    if letters > LONGEST_TEXT:
        raise FieldFault("it grows beyond {most} letters", most=LONGEST_TEXT)


def text_of(value: Value) -> str:
    """A value as it is printed; true is ``true``, false and nothing are empty."""
    match value:
        case str():
            return value
        case None | bool():
            return "true" if value else ""
        case list() | dict():
            return joined_text(value, ", ")
        case float():
            return f"{round(value, 6) + 0.0:f}".rstrip("0").rstrip(".")
        case _:
            return str(value)


def joined_text(values: Iterable[Value], between: str) -> str:
    """Several values as one text."""
    parts = [text_of(each) for each in values]
    check_length(sum(map(len, parts)) + len(between) * len(parts))
    return between.join(parts)


def found_number(value: Value) -> int | float | None:
    """The number that a value is, also written as a text; ``None`` for any other."""
    if isinstance(value, int | float):
        return value
    found = _NUMBER.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        return None
    return float(value) if found[1] else int(value)


def number(value: Value) -> int | float:
    """The number that a value is."""
    found = found_number(value)
    if found is None:
        raise FieldFault("'{value}' is not a number", value=shortened(text_of(value), QUOTED))
    return found


def listed(value: Value) -> list[Value]:
    """The things in a list, the names in a mapping, or the letters of a text."""
    if not isinstance(value, str | list | dict):
        raise FieldFault("'{value}' is not a list", value=text_of(value))
    return list(value)


def calculated(operation: str, left: Value, right: Value) -> Value:
    """A sum of two numbers; two texts are put together, a text is repeated."""
    one, other = found_number(left), found_number(right)
    if one is not None and other is not None:
        if operation == "Pow" and (abs(other) > 64 or (one < 0 and other % 1)):  # one is bounded
            raise FieldFault("a number in it is too large")
        return SUMS[operation](one, other)
    if operation == "Add" and type(left) is type(right) and isinstance(left, str | list):
        return left + right
    if operation == "Mul" and isinstance(other, int) and isinstance(left, str):
        check_length(len(left) * other)
        return left * other
    return number(right if one is not None else left)


def same(left: Value, right: Value) -> bool:
    """True for equal values; ``03`` is the number 3, and another text than ``3``."""
    if isinstance(left, str) and isinstance(right, str):
        return left == right
    one, other = found_number(left), found_number(right)
    return bool(left == right if one is None or other is None else one == other)


def compared(operation: str, left: Value, right: Value) -> bool:
    """The outcome of a comparison; none of a number and a text is greater than the other."""
    match operation:
        case "eq" | "ne":
            return same(left, right) is (operation == "eq")
        case "in" | "notin":
            inside = (
                text_of(left) in right
                if isinstance(right, str)
                else any(same(left, each) for each in listed(right))
            )
            return inside is (operation == "in")
    one, other = found_number(left), found_number(right)
    if one is not None and other is not None:
        return _ORDERS[operation](one, other)
    if isinstance(left, str) and isinstance(right, str):
        return _ORDERS[operation](left, right)
    return bool(number(right if one is not None else left))


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
