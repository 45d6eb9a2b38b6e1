"""Rules that a catalogue cannot say: a module a language, called by its code; most languages need none."""

import re
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

_PERCENT = re.compile(r"(?<=[\d}])[ \u00a0]?%")
"""A percent sign that stands behind a number, with a blank or none."""

_COUNTED = re.compile(r"(?<=\{count\}) (?=\w{1,10}\b|\{)|(?<=\}) (?=mm\b)|(?<=\d) (?=[^\W\d_]{1,8}\b)")
"""Blanks behind a number; a long word goes to its own line where a page is narrow and type is big."""

_NUMBERED = re.compile(r"(?<=[\w}]) (?=\{(\w+)\}(?!\u00a0))")
_NAMED = re.compile(r"(?<=[^\W\d_]) (?=\d{1,3}\b(?![ \u00a0][^\W\d_]))")
_COMMAND = re.compile(r"--|companion ")
_NUMBER = re.compile(r"[-−+]?\d[\d.,]*")


def grammar(code: str) -> ModuleType | None:
    """The rules of a language, ``spaced`` and ``bordered``; ``None`` where it has none of its own."""
    name = f"{__name__}.{code.replace('-', '_')}"
    return import_module(name) if find_spec(name) else None


def percents_apart(text: str) -> str:
    """A text whose percent signs stand a narrow blank behind their numbers, on the same line."""
    return _PERCENT.sub("\u202f%", text)


def tied(template: str, values: Mapping[str, object]) -> str:
    """A template in which no line ends between a count and what is counted, a name and its number.

    A command is copied from where it stands, and keeps its blanks.
    """
    if _COMMAND.search(template):
        return template

    def tie(found: re.Match[str]) -> str:
        name = found[1]
        number = name in values and name != "count" and _NUMBER.fullmatch(str(values[name]))
        return "\u00a0" if number else " "

    return _NUMBERED.sub(tie, _COUNTED.sub("\u00a0", template))


def named(value: object) -> object:
    """A value that is filled in; a name with its number, such as ``Minamoto 3``, in one piece."""
    return _NAMED.sub("\u00a0", value) if isinstance(value, str) else value
