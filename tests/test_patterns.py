"""No pattern takes more than a few steps a character, whatever a stranger writes.

The steps of a backtracking pattern grow with the square of a text, or faster, where two endless repeats that
share a character lie side by side, within each other, or around a character of both. Every pattern is read for that.
"""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

import pytest

import companion

CHARACTERS = frozenset([*map(chr, range(256)), *"字–€’"])
ENDLESS = 64  # repeats from which on a repeat counts as endless
CATEGORIES = {"DIGIT": r"\d", "NOT_DIGIT": r"\D", "SPACE": r"\s", "NOT_SPACE": r"\S", "WORD": r"\w", "NOT_WORD": r"\W"}
Characters = frozenset[str]
NONE: Characters = frozenset()


class Part(NamedTuple):
    """What a part of a pattern matches."""

    is_optional: bool
    first: Characters  # with which it may begin
    begins: Characters  # which an endless repeat at its beginning takes
    ends: Characters  # which an endless repeat at its end may give back


class _Reader:
    """Reads a parsed pattern, and lists the characters that two endless repeats share."""

    def __init__(self) -> None:
        self.shared: list[Characters] = []

    def read_sequence(self, items: Any, flags: int) -> Part:
        is_optional, first, begins, ends, guard = True, NONE, NONE, NONE, NONE
        for kind, value in items:
            if kind is sre.ASSERT_NOT and value[0] < 0:  # no repeat of these begins in the middle of them
                guard = self.read_sequence(value[1], flags).first
                continue
            part = self.read_item(kind, value, flags)
            part = part._replace(begins=part.begins - guard)
            if ends & part.begins:
                self.shared.append(ends & part.begins)
            if is_optional:
                first, begins = first | part.first, begins | part.begins
            is_between = not part.begins and part.first & ends and kind is not sre.AT
            ends = ends | part.ends if part.is_optional or is_between else part.ends
            is_optional, guard = is_optional and part.is_optional, NONE
        return Part(is_optional, first, begins, ends)

    def read_item(self, kind: Any, value: Any, flags: int) -> Part:
        if kind in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
            return Part(False, list_characters(kind, value, flags), NONE, NONE)
        if kind is sre.SUBPATTERN:
            return self.read_sequence(value[3], (flags | value[1]) & ~value[2])
        if kind is sre.BRANCH:
            parts = [self.read_sequence(each, flags) for each in value[1]]
            return Part(any(each[0] for each in parts), *(NONE.union(*(each[n] for each in parts)) for n in (1, 2, 3)))
        if kind is sre.ATOMIC_GROUP:
            return self.read_sequence(value, flags)._replace(ends=NONE)
        if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            least, most, body = value
            part = self.read_sequence(body, flags)
            is_optional, ends = least == 0 or part.is_optional, part.ends
            if most <= ENDLESS:
                return part._replace(is_optional=is_optional)
            if ends & part.first:
                self.shared.append(ends & part.first)
            if body.getwidth()[0] == 1:
                ends |= part.first
            return Part(is_optional, part.first, part.first, NONE if kind is sre.POSSESSIVE_REPEAT else ends)
        return Part(True, NONE, NONE, NONE)  # a place, or what was matched before


def list_characters(kind: Any, value: Any, flags: int) -> Characters:
    if kind is sre.ANY:
        return CHARACTERS if flags & re.DOTALL else CHARACTERS - {"\n"}
    if kind is sre.IN and value[0][0] is sre.NEGATE:
        return CHARACTERS - list_characters(kind, value[1:], flags)
    if kind is sre.IN:
        return NONE.union(*(list_characters(*each, flags) for each in value))
    if kind is sre.RANGE:
        return frozenset(each for each in CHARACTERS if value[0] <= ord(each) <= value[1])
    if kind is sre.CATEGORY:
        word = CATEGORIES[str(value).removeprefix("CATEGORY_")]
        return frozenset(each for each in CHARACTERS if re.match(word, each, flags & re.ASCII))
    one = {chr(value), *(chr(value).swapcase() if flags & re.IGNORECASE else "")}
    return frozenset(one) if kind is sre.LITERAL else CHARACTERS - one


def find_shared(pattern: str | bytes, flags: int = 0) -> list[Characters]:
    """The characters that two endless repeats of a pattern share, once for each two."""
    reader = _Reader()
    tree = parser.parse(pattern, flags)
    reader.read_sequence(tree, tree.state.flags)
    return reader.shared


@pytest.mark.parametrize(
    "pattern", [r"(a+)+b", r"(?:\w+\s*)*;", r"\s*,?\s*;", r".*=.*=x", r"(.*?)\s+x", r"\S*é\S*;", r"[ab]*[bc]*d"]
)
def test_repeats_that_share_characters_are_found(pattern: str) -> None:
    assert find_shared(pattern)


@pytest.mark.parametrize("pattern", [r"\w+(?:\.\w+)*", r"a*+b", r"\s*+(?:,\s*+)?;", r"(.+?)(?<!\s)\s+x", r'"[^"]*"'])
def test_repeats_without_common_characters_pass(pattern: str) -> None:
    assert not find_shared(pattern)


def list_patterns() -> Iterator[tuple[str, str | bytes, int]]:
    """Every pattern that a module of Companion keeps, or writes where it is used."""
    for info in pkgutil.walk_packages(companion.__path__, "companion."):
        module = importlib.import_module(info.name)
        values = [each for value in vars(module).values() for each in (value if isinstance(value, tuple) else [value])]
        yield from ((info.name, each.pattern, each.flags) for each in values if isinstance(each, re.Pattern))
        for call in ast.walk(ast.parse(Path(str(module.__file__)).read_text("utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func).startswith("re.") and call.args:
                names = [part.id for part in ast.walk(call.args[0]) if isinstance(part, ast.Name)]
                is_kept = ast.unparse(call.func) == "re.compile"  # with its flags
                written = [*map(vars(module).get, names), None if is_kept else getattr(call.args[0], "value", None)]
                yield from ((info.name, each, 0) for each in written if isinstance(each, (str, bytes)))


BOUNDED = (
    '(?P<quoted>"[^"]*"',  # a format of numbers has 255 characters at most
    r"(.*?)((?:\d++\.?\d*+",  # a font of a style, which is cut to so many letters
    r"(.+\.(?:jpe?g",  # a line typed at a prompt
)
"""How patterns begin whose texts are short."""


def test_no_pattern_takes_more_steps_a_character_the_longer_a_text_is() -> None:
    patterns = {(module, pattern): flags for module, pattern, flags in list_patterns()}
    assert len(patterns) > 100
    shared = {key: each for key, flags in patterns.items() if (each := find_shared(key[1], flags & ~re.UNICODE))}
    assert not [key for key in shared if not str(key[1]).startswith(BOUNDED)]
