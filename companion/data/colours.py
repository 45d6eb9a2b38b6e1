"""The colours of the house by name, and how kinds are hatched where their colours are left out."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.data.files import read_toml
from companion.data.schema import check, declared
from companion.errors import DeckError, Place
from companion.paths import assets
from companion.sentences import say


def is_colour(text: str) -> bool:
    """True for a colour as ``#rrggbb``."""
    return re.fullmatch(r"#[0-9a-fA-F]{6}", text) is not None


def read_palette(file: Path) -> Mapping[str, str]:
    """The colours of a file by name, ``#rrggbb``."""
    raw, place = read_toml(file), Place(file=file.name)
    check(raw, declared("palette"), place, say("a palette"))
    for name, value in raw["colours"].items():
        if not is_colour(value):
            raise DeckError(
                "the colour {name} is '{value}'; #rrggbb was expected.",
                place=raw.at(place, "colours", name),
                name=name,
                value=value,
            )
    return dict(raw["colours"])


def read_hatching(file: Path) -> Mapping[str, Any]:
    """The hatching of each group of a file: ``angles`` in degrees and a ``step`` in mm."""
    raw = read_toml(file)
    check(raw, declared("hatching"), Place(file=file.name), say("a hatching"))
    return dict(raw["hatch"])


@cache
def palette() -> Mapping[str, str]:
    """The colours that Companion comes with."""
    return read_palette(assets() / "palette.toml")


@cache
def hatching() -> Mapping[str, Any]:
    """The hatching that Companion comes with."""
    return read_hatching(assets() / "hatching.toml")
