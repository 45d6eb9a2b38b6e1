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
ValueReader = Callable[[Any, str], Any]  # reads a value at a place, such as ``.fight.sides.0``

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
    names = getattr(value, "json_fields", getattr(value, "_fields", ()))
    if isinstance(value, (tuple, list)) and not names:
        return [encode(each) for each in value]
    if isinstance(value, Sentence) or not (names or is_dataclass(value)):
        return value
    kind: Any = type(value)
    if kind.__str__ is not object.__str__:
        return str(value)
    if names:
        return {name: encode(getattr(value, name)) for name in names}
    values = {}
    for each in fields(value):
        field = getattr(value, each.name)
        if not ((sparse or each.metadata.get("unsaid")) and field == each.default):
            values[each.name] = encode(field, each.metadata.get("sparse", False))
    return values


def decode(kind: type[T], value: object) -> T:
    """Rebuild a request of a type from a log; a ``TableError`` names the field that does not fit."""
    request: T = _build_reader(cast(Hashable, kind))(value, "")
    return request


@cache
def _build_reader(kind: Any) -> ValueReader:
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        *others, last = map(_build_reader, parts)
        return partial(_read_any, others, last)
    if origin is tuple:
        return partial(_read_tuple, [_build_reader(part) for part in parts if part is not ...], parts[-1] is ...)
    if origin is not None and issubclass(origin, Mapping):
        return partial(_read_mapping, _build_reader(parts[1]))
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        reads = {each.name: _build_reader(hints[each.name]) for each in fields(kind)}
        required = [each.name for each in fields(kind) if each.default is each.default_factory is MISSING]
        return partial(_read_fields, kind, reads, required)
    if issubclass(kind, Enum):
        return lambda value, place: kind(_check_value(value, value in [each.value for each in kind], place))
    return lambda value, place: _check_value(value, type(value) is kind, place)


def _check_value(value: Any, is_it: bool, place: str) -> Any:
    if not is_it:
        raise TableError("the request cannot be read ({place})", place=place[1:] or "-")
    return value


def _read_any(others: Iterable[ValueReader], last: ValueReader, value: Any, place: str) -> Any:
    for read_value in others:
        with suppress(TableError):
            return read_value(value, place)
    return last(value, place)


def _read_tuple(reads: list[ValueReader], is_uniform: bool, values: Any, place: str) -> tuple[Any, ...]:
    _check_value(values, isinstance(values, list), place)
    reads = reads * len(values) if is_uniform else reads
    _check_value(values, len(reads) == len(values), place)
    pairs = enumerate(zip(reads, values, strict=True))
    return tuple(read_value(each, f"{place}.{index}") for index, (read_value, each) in pairs)


def _read_mapping(read_value: ValueReader, values: Any, place: str) -> dict[str, Any]:
    _check_value(values, isinstance(values, dict), place)
    return {key: read_value(each, f"{place}.{key}") for key, each in values.items()}


def _read_fields(kind: Any, reads: Mapping[str, ValueReader], required: Iterable[str], values: Any, place: str) -> Any:
    _check_value(values, isinstance(values, dict), place)
    for name in (*values, *required):
        _check_value(name, name in reads and name in values, f"{place}.{name}")
    return kind(**{name: reads[name](each, f"{place}.{name}") for name, each in values.items()})
