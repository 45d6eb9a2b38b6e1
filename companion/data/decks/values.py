"""Values of expressions on cards - texts, numbers, true and false, flat lists - and their limits.

A text that looks like a number counts as one, since every cell is a text.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

from companion.sentences import say, shorten_text

Value = Any  # ``str``, ``int``, ``float``, ``bool`` or ``None``; a list, or a dict by texts, of these
LONGEST_TEXT = 10_000  # letters of a text, or of all texts of a list together; more than a card has room for
QUOTED = 60  # characters of a wrong value that a message quotes
LARGEST = 10**15  # no number on a card needs to be larger, and beyond it fractions lose their last digit
Lookup = Callable[[str], str | None]
"""Gives the text of a field of the card; ``None`` if it has no such field."""

_NUMBER = r"(?a)[+-]?\d{1,15}(\.\d{1,15})?"


class FieldFault(Exception):
    """Raised for a text that cannot be filled for a card; whoever catches it adds the place and the full stop."""

    def __init__(self, template: str, /, **fields: object) -> None:
        self.sentence = say(template, **fields)
        self.value = fields.get("value")
        self.missing = str(fields.get("field", ""))  # the name of a field that the card lacks
        super().__init__(self.sentence)


def check_bounds(value: Value) -> Value:
    """Return the value, an iterable as a list; a ``FieldFault`` if it is too large or a list of lists."""
    if isinstance(value, str):
        check_length(len(value))
    elif isinstance(value, Iterable) and not isinstance(value, dict):
        value, full_value, letters = [], value, 0
        for each in full_value:
            if isinstance(each, list | dict):
                raise FieldFault("a list cannot hold another list")
            letters += len(each) or 1 if isinstance(each, str) else 1
            check_length(letters)
            value.append(each)
    elif isinstance(value, int | float) and not abs(value) <= LARGEST:  # NaN is refused too
        raise FieldFault("a number in it is too large")
    return value


def check_length(letters: float) -> None:
    """Raise a ``FieldFault`` for a text of too many letters."""
    if letters > LONGEST_TEXT:
        raise FieldFault("it becomes longer than {most} characters", most=LONGEST_TEXT)


def format_value(value: Value) -> str:
    """A value as it is printed; true is ``true``, false and none are empty."""
    match value:
        case None | bool():
            return "true" if value else ""
        case list() | dict():
            return ", ".join(map(format_value, value))
        case float():
            return f"{round(value, 6) + 0.0:f}".rstrip("0").rstrip(".")
        case _:
            return str(value)


def find_number(value: Value) -> int | float | None:
    """The number of a value, or of a text such as ``"03"``; ``None`` if it is no number."""
    if isinstance(value, int | float):
        return value
    match = re.fullmatch(_NUMBER, value.strip()) if isinstance(value, str) else None
    if match is None:
        return None
    return float(value) if match[1] else int(value)


def get_number(value: Value) -> int | float:
    """The number of a value; a ``FieldFault`` if it is none."""
    number = find_number(value)
    if number is None:
        raise FieldFault("'{value}' is not a number", value=shorten_text(format_value(value), QUOTED))
    return number
