"""Grammar that a catalogue cannot express: one module for each language that needs it, named by its code."""

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
    """The module of a language, with ``fix_spacing`` and ``adapt_words``; ``None`` where it needs none."""
    name = f"{__name__}.{code.replace('-', '_')}"
    return import_module(name) if find_spec(name) else None


def space_percents(text: str) -> str:
    """A text with a narrow no-break space before each percent sign."""
    return _PERCENT.sub("\u202f%", text)


def bind_numbers(template: str, values: Mapping[str, object]) -> str:
    """A template with no-break spaces between a count and its noun, and a name and its number.

    Templates with a command line keep their spaces, so that it can be copied.
    """
    if _COMMAND.search(template):
        return template

    def tie(found: re.Match[str]) -> str:
        name = found[1]
        number = name in values and name != "count" and _NUMBER.fullmatch(str(values[name]))
        return "\u00a0" if number else " "

    return _NUMBERED.sub(tie, _COUNTED.sub("\u00a0", template))


def bind_name(value: object) -> object:
    """A value with a no-break space between a name and its number, such as ``Minamoto 3``."""
    return _NAMED.sub("\u00a0", value) if isinstance(value, str) else value
