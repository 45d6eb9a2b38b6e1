"""Conversion of typed values to JSON, for logs and answers, and of logged requests back to values.

A dataclass or named tuple becomes a JSON object with each field under its name; where the class lists
attributes in ``json_fields``, with just these. A field marked ``UNSAID`` is left out when it has its
default. A field marked ``SPARSE`` holds a dataclass whose fields are left out when they have their
defaults. A value with its own notation (``__str__``), such as a card, is written as that. A request
holds neither such a value nor a class with ``json_fields``, since it could not be read back.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from pathlib import PurePath
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from companion.errors import TableError
from companion.sentences import Sentence

T = TypeVar("T")
ValueReader = Callable[[Any], Any]

UNSAID = {"unsaid": True}  # metadata of a field that is left out when it has its default
SPARSE = {"sparse": True}  # metadata of a field whose own fields are left out when they have their defaults
_PLAIN = {str, int, float, bool, NoneType}


def encode(value: Any, sparse: bool = False) -> Any:
    """Turn a value into JSON values; a sentence stays one, to be put into a language later."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Mapping):
        return {encode(key): encode(each) for key, each in value.items()}
    if isinstance(value, Enum):
        return value.value
    if hasattr(value, "as_integer_ratio"):  # a Fraction; importing its module only to check would be slow
        return float(value)
    if isinstance(value, PurePath):
        return str(value)
    named = getattr(value, "json_fields", getattr(value, "_fields", ()))
    if isinstance(value, (tuple, list)) and not named:
        return [encode(each) for each in value]
    if isinstance(value, Sentence) or not (named or is_dataclass(value)):
        return value
    kind: Any = type(value)
    if kind.__str__ is not object.__str__:
        return str(value)
    if named:
        return {name: encode(getattr(value, name)) for name in named}
    written = {}
    for each in fields(value):
        field = getattr(value, each.name)
        if not ((sparse or each.metadata.get("unsaid")) and field == each.default):
            written[each.name] = encode(field, each.metadata.get("sparse", False))
    return written


def decode(kind: type[T], written: object) -> T:
    """Rebuild a request of a type from a log; a ``TableError`` names the field that does not fit."""
    try:
        reader: Callable[[object], T] = _build_reader(cast(Hashable, kind))
        return reader(written)
    except _Unexpected as strange:
        place = ".".join(map(str, reversed(strange.args)))
        raise TableError("the request cannot be read ({place})", place=place or "-") from None


class _Unexpected(Exception):
    """Another value was expected; the arguments are the path to it, innermost first."""


@cache
def _build_reader(kind: Any) -> ValueReader:
    """Build a function that reads values of a type; cached by type."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        *others, last = map(_build_reader, parts)
        return lambda written: _read_any(others, last, written)
    if origin is tuple:
        return partial(_read_tuple, [_build_reader(part) for part in parts if part is not ...], parts[-1] is ...)
    if origin is not None and issubclass(origin, Mapping):
        read = _build_reader(parts[1])
        return lambda written: {
            key: _read_at(key, read, each) for key, each in _check_value(written, isinstance(written, dict)).items()
        }
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        reads = {each.name: _build_reader(hints[each.name]) for each in fields(kind)}
        needed = [each.name for each in fields(kind) if each.default is each.default_factory is MISSING]
        return partial(_read_fields, kind, reads, needed)
    if issubclass(kind, Enum):
        return lambda written: kind(_check_value(written, written in [each.value for each in kind]))
    return lambda written: _check_value(written, type(written) is kind)


def _check_value(written: Any, is_it: bool) -> Any:
    if not is_it:
        raise _Unexpected
    return written


def _read_at(place: object, read: ValueReader, written: Any) -> Any:
    try:
        return read(written)
    except _Unexpected as strange:
        raise _Unexpected(*strange.args, place) from None


def _read_any(others: Iterable[ValueReader], last: ValueReader, written: Any) -> Any:
    for read in others:
        with suppress(_Unexpected):
            return read(written)
    return last(written)


def _read_tuple(reads: list[ValueReader], alike: bool, written: Any) -> tuple[Any, ...]:
    _check_value(written, isinstance(written, list))
    reads = reads * len(written) if alike else reads
    _check_value(written, len(reads) == len(written))
    return tuple(_read_at(at, read, each) for at, (read, each) in enumerate(zip(reads, written, strict=True)))


def _read_fields(kind: Any, reads: Mapping[str, ValueReader], needed: Iterable[str], written: Any) -> Any:
    for name in (*_check_value(written, isinstance(written, dict)), *needed):
        if name not in reads or name not in written:
            raise _Unexpected(name)
    return kind(**{name: _read_at(name, reads[name], each) for name, each in written.items()})
