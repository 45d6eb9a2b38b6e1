"""One small thing wrong with a file: a bit, a number, a word, a line, its length, the type of a value."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

_WORD = re.compile(rb"[A-Za-z]{2,}")
_NUMBER = re.compile(rb"-?\d+(\.\d+)?")
_NASTY = (
    *(b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x1b[2J", b"\xe2\x80\xae", b"\r", b"\t", b"\n\n\n"),
    *(b"[" * 100_000, b'{"a":' * 20_000, b"x" * 200_000, b"#", b"=", b",", b'"', b"'", b"-", b"\\", b"{}", b"[]"),
)
_NUMBERS = (
    *(b"0", b"-1", b"1e400", b"-1e400", b"nan", b"inf", b"1e9", b"1000000000", b"9223372036854775808", b"0.5"),
    *(b"1" * 5000, b"0x10", b"1_000", "\u0663".encode(), "²".encode()),
)
_WORDS = (b"", b"null", b"true", b"neutral", b"__proto__", b"../../../etc/passwd", b"\xc3\xa9t\xc3\xa9")


def mutate(data: bytes, chance: Random) -> bytes:
    """A file with one to three small things wrong."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        data = chance.choice(_WAYS)(data, chance)
    return data


def _flip_bit(data: bytes, chance: Random) -> bytes:
    if not data:
        return data
    at = chance.randrange(chance.choice((len(data), len(data), min(len(data), 2000))))  # headers stand at the beginning
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def _insert_nasty(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(_NASTY) + data[at:]


def _cut_part(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + data[at + chance.choice((1, 2, 16, 400, len(data))) :]


def _overwrite(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    part = chance.randbytes(chance.choice((1, 2, 4, 64)))
    return data[:at] + part + data[at + len(part) :]


def _edit_lines(data: bytes, chance: Random) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(3):
        case 0:
            del lines[one]
        case 1:
            lines.insert(other, lines[one])
        case _:
            lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def _replace_match(pattern: re.Pattern[bytes], by: Sequence[bytes]) -> Callable[[bytes, Random], bytes]:
    def change(data: bytes, chance: Random) -> bytes:
        found = list(pattern.finditer(data))
        if not found:
            return _insert_nasty(data, chance)
        one = chance.choice(found)
        other = chance.choice((*by, chance.choice(found).group()))
        return data[: one.start()] + other + data[one.end() :]

    return change


_WAYS = (
    *(
        _flip_bit,
        _flip_bit,
        _flip_bit,
        _insert_nasty,
        _cut_part,
        _cut_part,
        _overwrite,
        _edit_lines,
        _replace_match(_WORD, _WORDS),
    ),
    *(_replace_match(_NUMBER, _NUMBERS), _replace_match(_NUMBER, _NUMBERS)),
)


def _nest_lists(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


STRANGE: tuple[Any, ...] = (
    *(None, True, 0, -1, 1, 62, 63, 10**9, 10**18, -(10**9), 10**4000, 0.5, 1e300),
    *("", "x", "blue", "\0", "\x1b[2J", "\ud800", "é" * 100_000),
    *([], [[]], {}, {"": 0}, {"blue": 10**9}, {"blue": -1}, ["blue"], _nest_lists(300)),
)
"""Values of every type, also such as stand nowhere."""


def mutate_value(value: Any, chance: Random) -> Any:
    """A JSON value with one value in it changed, left out, doubled, or put in another's place."""
    value = copy.deepcopy(value)
    places = list(_list_places(value))
    if not places:
        return chance.choice(STRANGE)
    holder, key = chance.choice(places)
    match chance.randrange(6):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        case 2:
            other, at = chance.choice(places)
            holder[key] = json.loads(json.dumps(other[at]))
        case 3 if type(holder[key]) is int:
            holder[key] += chance.choice((-1, 1, 7, 1000))
        case 4 if isinstance(holder[key], dict):
            holder[key][chance.choice(("", "x", "blue", "seat"))] = chance.choice(STRANGE)
        case _:
            holder[key] = copy.deepcopy(chance.choice(STRANGE))
    return value


def _list_places(value: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        found += [(value, key), *_list_places(value[key])]
    return found
