"""How a typed request is written in a log, and read back: dataclasses to JSON objects, field by field.

A field is written under its own name. One that is marked ``UNSAID`` is left out when it has its default;
one that is marked ``SPARSE`` holds a dataclass of which everything that has its default is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.errors import TableError

__all__ = ["SPARSE", "UNSAID", "decode", "encode"]

T = TypeVar("T")

UNSAID = {"unsaid": True}
"""Metadata of a field that is left out of the log when it has its default."""

SPARSE = {"sparse": True}
"""Metadata of a field whose own fields are left out when they have their defaults."""


def encode(value: object, sparse: bool = False) -> Any:
    """A value as JSON values.

    Args:
        value: A dataclass, or what stands in one.
        sparse: Whether fields that have their default are left out.
    """
    if is_dataclass(value):
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
    """A request from a log.

    Raises:
        TableError: When it is not such a request.
    """
    read: T = _read(kind, written, "")
    return read


@cache
def _fields(kind: type) -> Mapping[str, tuple[Any, Field[Any]]]:
    hints = get_type_hints(kind)
    return {each.name: (hints[each.name], each) for each in fields(kind)}


def _read(kind: Any, written: Any, place: str) -> Any:
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _read_any(get_args(kind), written, place)
    if kind is NoneType or kind is None:
        return None if written is None else _strange(place)
    if origin is tuple:
        return _read_tuple(get_args(kind), written, place)
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(written, dict):
            _strange(place)
        return {key: _read(get_args(kind)[1], each, f"{place}.{key}") for key, each in written.items()}
    if is_dataclass(kind):
        return _read_fields(kind, written, place)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(written) if written in [each.value for each in kind] else _strange(place)
    return written if type(written) is kind else _strange(place)


def _read_any(kinds: tuple[Any, ...], written: Any, place: str) -> Any:
    for kind in kinds[:-1]:
        try:
            return _read(kind, written, place)
        except TableError:
            continue
    return _read(kinds[-1], written, place)


def _read_tuple(kinds: tuple[Any, ...], written: Any, place: str) -> tuple[Any, ...]:
    if not isinstance(written, list):
        _strange(place)
    if kinds[-1] is Ellipsis:
        kinds = (kinds[0],) * len(written)
    if len(kinds) != len(written):
        _strange(place)
    pairs = zip(kinds, written, strict=True)
    return tuple(_read(kind, each, f"{place}.{at}") for at, (kind, each) in enumerate(pairs))


def _read_fields(kind: Any, written: Any, place: str) -> Any:
    known = _fields(kind)
    if not isinstance(written, dict):
        _strange(place)
    for name in written:
        if name not in known:
            _strange(f"{place}.{name}")
    for name, (_, each) in known.items():
        if name not in written and each.default is MISSING and each.default_factory is MISSING:
            _strange(f"{place}.{name}")
    return kind(**{name: _read(known[name][0], each, f"{place}.{name}") for name, each in written.items()})


def _strange(place: str) -> NoReturn:
    raise TableError("what was asked for cannot be read ({place})", place=place.removeprefix(".") or "-")
