"""Values of an expression on a card - texts, numbers, true and false, flat lists - and their bounds.

A text that is a number, such as a cell, counts as one.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

from companion.sentences import say, shortened

Value = Any  # ``str``, ``int``, ``float``, ``bool`` or ``None``; a list, or a dict by texts, of these
LONGEST_TEXT = 10_000  # letters, also of a list's texts together; a card has not so much room
QUOTED = 60  # characters of a wrong value that are repeated
LARGEST = 10**15  # beyond it no number on a card makes sense, and broken ones lose their last digit
Lookup = Callable[[str], str | None]
"""Gives the text of a field of the card; ``None`` where it has no such field."""

_NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,15})?", re.ASCII)


class FieldFault(Exception):
    """A text that cannot be filled for a card; who catches it knows the place, and adds the full stop."""

    def __init__(self, template: str, /, **fields: object) -> None:
        self.sentence = say(template, **fields)
        self.value = fields.get("value")
        self.missing = str(fields.get("field", ""))  # the name of a field that is not there
        super().__init__(self.sentence)


def bounded(value: Value) -> Value:
    """A value that is not too large, and no list of lists."""
    if isinstance(value, str):
        check_length(len(value))
    elif isinstance(value, Iterable) and not isinstance(value, dict):
        value, whole, letters = [], value, 0
        for each in whole:
            if isinstance(each, list | dict):
                raise FieldFault("a list holds no other list")
            letters += len(each) or 1 if isinstance(each, str) else 1
            check_length(letters)
            value.append(each)
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
        case None | bool():
            return "true" if value else ""
        case list() | dict():
            return ", ".join(map(text_of, value))
        case float():
            return f"{round(value, 6) + 0.0:f}".rstrip("0").rstrip(".")
        case _:
            return str(value)


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
