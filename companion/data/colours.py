"""The colours of the house by name, and how kinds are hatched where their colours are left out."""

import re
from collections.abc import Mapping
from colorsys import hls_to_rgb
from functools import cache
from pathlib import Path
from typing import Any

from companion.data.files import read_toml
from companion.data.schema import check, declared
from companion.errors import DeckError, Place
from companion.paths import assets
from companion.sentences import say

FLOAT = r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d{1,3})?"
_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^()]*+)\)")
_CHANNEL = re.compile(rf"({FLOAT})(deg|%)?", re.ASCII)


def is_colour(text: str) -> bool:
    """True for a colour as ``#rrggbb``."""
    return re.fullmatch(r"#[0-9a-fA-F]{6}", text) is not None


def css_colour(text: str) -> tuple[str, float] | None:
    """A colour in any notation of CSS as ``#rrggbb``, and how much it covers, 0 to 1; ``None`` for none."""
    text = text.strip().lower()
    text = css_names().get(text, "#00000000" if text == "transparent" else text)
    if found := _HEX.fullmatch(text):
        digits = found[1] if len(found[1]) > 4 else "".join(2 * each for each in found[1])
        return f"#{digits[:6]}", int(digits[6:] or "ff", 16) / 255
    call = _FUNCTION.fullmatch(text)
    parts = [(float(each), unit) for each, unit in _CHANNEL.findall(call[2])] if call else []
    if call is None or len(parts) not in (3, 4):
        return None
    shares = [each / (100 if unit == "%" else 255) for each, unit in parts[:3]]
    if call[1] == "hsl":
        turn, full, light = (each for each, _ in parts[:3])
        shares = [*hls_to_rgb(turn / 360 % 1, min(1, light / 100), min(1, full / 100))]
    opacity = next((each / (100 if unit == "%" else 1) for each, unit in parts[3:]), 1.0)
    codes = (int(255 * min(1.0, max(0.0, share)) + 0.5) for share in shares)
    return "#" + "".join(f"{code:02x}" for code in codes), min(1.0, max(0.0, opacity))


@cache
def css_names() -> Mapping[str, str]:
    """The colours that CSS has names for."""
    lines = (assets() / "colours.txt").read_text("utf-8").splitlines()
    return {name: colour for name, colour in map(str.split, lines)}


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
