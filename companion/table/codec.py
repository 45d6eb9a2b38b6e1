"""How a typed request is written in a log, and read back: dataclasses to JSON objects, field by field.

A field is written under its own name. One that is marked ``UNSAID`` is left out when it has its default;
one that is marked ``SPARSE`` holds a dataclass of which everything that has its default is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from types import UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from companion.errors import TableError
from companion.sentences import Sentence

T = TypeVar("T")
Reader = Callable[[Any], Any]

UNSAID = {"unsaid": True}
"""Metadata of a field that is left out of the log when it has its default."""

SPARSE = {"sparse": True}
"""Metadata of a field whose own fields are left out when they have their defaults."""


def encode(value: object, sparse: bool = False) -> Any:
    """A value as JSON values; a sentence stays one, for whoever says it."""
    if is_dataclass(value) and not isinstance(value, Sentence):
        written = {}
        for each in fields(value):
            field = getattr(value, each.name)
            if (sparse or each.metadata.get("unsaid")) and field == each.default:
                continue
            written[each.name] = encode(field, each.metadata.get("sparse", False))
        return written
    if isinstance(value, Mapping):
        return {key: encode(each) for key, each in value.items()}
    if isinstance(value, (tuple, list)):
        return [encode(each) for each in value]
    if isinstance(value, Enum):
        return value.value
    return value


def decode(kind: type[T], written: object) -> T:
    """A request from a log."""
    try:
        reader: Callable[[object], T] = _reader(cast(Hashable, kind))
        return reader(written)
    except _Strange as strange:
        place = ".".join(map(str, reversed(strange.args)))
        raise TableError("what was asked for cannot be read ({place})", place=place or "-") from None


class _Strange(Exception):
    """Something else was expected; the arguments lead to it, from the inside out."""


@cache
def _reader(kind: Any) -> Reader:
    """A function that reads values of a type; made once for each."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        *others, last = map(_reader, parts)
        return lambda written: _read_any(others, last, written)
    if origin is tuple:
        return partial(_read_tuple, [_reader(part) for part in parts if part is not ...], parts[-1] is ...)
    if origin is not None and issubclass(origin, Mapping):
        return partial(_read_mapping, _reader(parts[1]))
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        needed = [each.name for each in fields(kind) if each.default is each.default_factory is MISSING]
        return partial(
            _read_fields, kind, {each.name: _reader(hints[each.name]) for each in fields(kind)}, needed
        )
    if issubclass(kind, Enum):
        return lambda written: kind(_expected(written, written in [each.value for each in kind]))
    return lambda written: _expected(written, type(written) is kind)


def _expected(written: Any, is_it: bool) -> Any:
    if not is_it:
        raise _Strange
    return written


def _at(place: object, read: Reader, written: Any) -> Any:
    try:
        return read(written)
    except _Strange as strange:
        raise _Strange(*strange.args, place) from None


def _read_any(others: Iterable[Reader], last: Reader, written: Any) -> Any:
    for read in others:
        try:
            return read(written)
        except _Strange:
            continue
    return last(written)


def _read_tuple(reads: list[Reader], alike: bool, written: Any) -> tuple[Any, ...]:
    _expected(written, isinstance(written, list))
    reads = reads * len(written) if alike else reads
    _expected(written, len(reads) == len(written))
    return tuple(_at(at, read, each) for at, (read, each) in enumerate(zip(reads, written, strict=True)))


def _read_mapping(read: Reader, written: Any) -> dict[str, Any]:
    return {key: _at(key, read, each) for key, each in _expected(written, isinstance(written, dict)).items()}


def _read_fields(kind: Any, reads: Mapping[str, Reader], needed: Iterable[str], written: Any) -> Any:
    for name in (*_expected(written, isinstance(written, dict)), *needed):
        if name not in reads or name not in written:
            raise _Strange(name)
    return kind(**{name: _at(name, reads[name], each) for name, each in written.items()})
