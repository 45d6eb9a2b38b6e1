"""A face is a TOML file in millimetres that says what one side of a card, tile or sheet looks like.

``docs/own-decks.md`` describes the file. Here it is read and checked; ``context`` fills it with a
card's fields and makes a frame of it. A misspelt key is an error and not a silently missing line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.data.files import read_text
from companion.data.toml_kinds import (
    BOX,
    CASES,
    FIELDS,
    JOIN,
    LENGTHS,
    NUMBER,
    POINTS,
    TEXTS,
    VALUE,
    WHERE,
    Kind,
    check_kinds,
)
from companion.errors import DeckError, Place
from companion.paths import assets

__all__ = ["COMMON", "ELEMENT_KEYS", "Element", "Face", "palette", "read_face"]

Element = Mapping[str, Any]
"""An element as written in a face file."""

COMMON = {"kind", "when", "repeat"}
"""What every element may have."""
PEN = {"fill", "stroke", "stroke_width", "dash", "role", "group"}
PLACE = {"x", "y", "width", "height"}
ELEMENT_KEYS: dict[str, set[str]] = {
    "rect": PLACE | PEN | {"radius"},
    "circle": {"x", "y", "radius"} | PEN,
    "line": {"x", "y", "dx", "dy"} | PEN,
    "polygon": {"x", "y", "points", "closed"} | PEN,
    "path": {"x", "y", "d", "scale", "turn"} | PEN,
    "text": PLACE
    | {"text", "name", "size", "least", "font", "colour", "align", "valign", "leading", "turn", "role"},
    "face": {"x", "y", "name", "with", "inherit", "turn", "scale", "clip"},
    "matrix": {"x", "y", "width", "cells", "columns"} | PEN,
    "qr": {"x", "y", "width", "text"} | PEN,
    "picture": PLACE | {"file"},
    "map": PLACE
    | {"file", "context", "fill", "stroke", "stroke_width", "neutral", "water", "sea", "around", "across"}
    | {"mark", *(f"mark_{key}" for key in PEN)},
    "land": PLACE | PEN | {"file", "context", "name", "pattern", "unit", "pattern_colour", "pattern_width"},
    "pattern": PLACE | {"name", "unit", "colour", "stroke_width", "group"},
    "rows": {"x", "y", "dx", "dy", "columns", "row_dx", "row_dy", "face", "with"}
    | {"table", "where", "join", "cases", "sort"},
    "sea": {"radius", "fill", "stroke", "stroke_width"},
    "realm": {"side", "water", "ripples", "neutral", "neutral_line", "lake", "line", "route", "route_under"},
    "furniture": {"side"},
}
"""What each kind of element may have besides."""

KEYS = {"size", "bleed", "safe", "element"}
KINDS: Mapping[str, Kind] = {
    **{key: VALUE for keys in ELEMENT_KEYS.values() for key in (*keys, "kind", "when")},
    "points": POINTS, "clip": BOX, "dash": LENGTHS, "repeat": FIELDS, "with": FIELDS, "where": WHERE,
    "cases": CASES, "join": JOIN, "sort": TEXTS, "ripples": TEXTS,
}  # fmt: skip
"""What the keys of elements hold; most a text or a number."""


@dataclass(frozen=True)
class Face:
    """A face file.

    Attributes:
        name: Its name, without ``.toml``.
        file: Where it was read.
        size: Width and height of the trim, mm; a text may name fields of the card.
        bleed: How far its drawing reaches beyond the trim, mm.
        safe: How far from the trim words stay, mm.
        elements: The elements as written, the lowest first.
    """

    name: str
    file: Path
    size: tuple[float | str, float | str]
    bleed: float
    safe: float
    elements: tuple[Element, ...]


@cache
def palette() -> Mapping[str, str]:
    """The colours of the house by name, ``#rrggbb``."""
    return dict(tomllib.loads(read_text(assets() / "palette.toml"))["colours"])


def read_face(name: str, file: Path) -> Face:
    """Read a face file.

    Raises:
        DeckError: When it is no TOML, has no size, or a key that no face has.
    """
    place = Place(file=file.name)
    try:
        raw = tomllib.loads(read_text(file))
    except tomllib.TOMLDecodeError as error:
        raise DeckError("this is no TOML ({reason}).", place=place, reason=str(error)) from None
    match raw.get("size"):
        case [float() | int() | str() as width, float() | int() | str() as height]:
            pass
        case _:
            raise DeckError("a face needs 'size = [width, height]' in mm.", place=place)
    for key in sorted(raw.keys() - KEYS):
        raise DeckError(
            "'{key}' is no key of a face; the keys are {keys}.",
            place=place,
            key=key,
            keys=", ".join(sorted(KEYS)),
        )
    for key in ("bleed", "safe"):
        check_kinds({key: raw.get(key, 0)}, {key: NUMBER}, place, name)
    elements = raw.get("element", [])
    if not isinstance(elements, list):
        raise DeckError("write each element under [[element]].", place=place)
    for number, element in enumerate(elements, 1):
        check_kinds(element, KINDS, place, f"element {number}")
    return Face(
        name, file, (width, height), float(raw.get("bleed", 0)), float(raw.get("safe", 0)), tuple(elements)
    )
