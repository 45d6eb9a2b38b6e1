"""The furniture of every province of the board: its label, its building sites, its place for armies.

Finding room for it takes longer than printing the board, and more than plain Python. So ``furniture.json``
keeps what ``.ci/furniture.py`` found, and a hash of it and of what it was found for: land, labels, sites.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from companion.data.files import read_json
from companion.data.shogun import Side, facts
from companion.data.shogun.landmap import land_map
from companion.errors import DeckError, InputError, Place
from companion.paths import assets
from companion.press.face.land import rounding
from companion.press.frame import fonts
from companion.units import to_millimetres

KEPT = "furniture.json"  # among the game's assets

NAME_SIZE = 10.5  # type size of a province's name, points
LABEL_HEIGHT = 9.0  # height of a label, mm
KANJI = 3.8  # width of the strip with the kanji, mm
VALUES = 12.8  # width of the chests and the rice, mm
OUT = 4.6  # width of the mark of a province that is left out with three, mm

Box = tuple[float, float, float, float]  # left, top, width, height, mm


@dataclass(frozen=True, slots=True)
class Furniture:
    """The things that stand in a province, mm."""

    label: Box
    sites: tuple[tuple[float, float], ...]  # left and top of each
    armies: tuple[float, float]  # middle of their place
    markers: tuple[float, float]  # middle of the place for revolt markers
    margin: float  # the distance to the outline that all keep


@cache
def furniture() -> Mapping[str, Furniture]:
    """The furniture of all 45 provinces; the same on both sides of the board."""
    try:
        kept = read_json(assets() / "games" / "shogun" / KEPT)
        placed = {name: _read(each) for name, each in kept["provinces"].items()}
        if kept["hash"] == _hash(placed):
            return placed
    except (AttributeError, InputError, LookupError, TypeError, ValueError):
        pass  # it is lost, or somebody has written into it
    raise DeckError(
        "it is damaged, or made for another map; install Companion again.", place=Place(file=KEPT)
    )


def _read(kept: Any) -> Furniture:
    label, armies, markers = (tuple(kept[key]) for key in ("label", "armies", "markers"))
    return Furniture(label, tuple(map(tuple, kept["sites"])), armies, markers, kept["margin"])


def told(placed: Mapping[str, Furniture]) -> str:
    """The text of the file: one line a province."""
    return f'{{"hash": "{_hash(placed)}", "provinces": {{\n{_lines(placed)}\n}}}}\n'


def _lines(placed: Mapping[str, Furniture]) -> str:
    return ",\n".join(f"{json.dumps(name)}: {json.dumps(asdict(each))}" for name, each in placed.items())


def wanted() -> dict[str, tuple[float, int]]:
    """The width of each province's label, mm, and the number of its sites."""
    provinces = facts().board(Side.SUN).provinces
    return {name: (label_width(name), province.sites) for name, province in provinces.items()}


def _hash(placed: Mapping[str, Furniture]) -> str:
    """A hash of all that decides where things stand, and of where they do."""
    land = land_map()
    drawn = [(name, each.polygons) for name, each in land.outlines.items()]
    drawn += [(each.name, each.polygons) for each in land.context]
    sizes = LABEL_HEIGHT, rounding.RADIUS, rounding.PULL
    return hashlib.sha256(repr((drawn, wanted(), sizes, _lines(placed))).encode()).hexdigest()[:16]


def label_width(name: str) -> float:
    """The width of a province's label, mm; room for the three-player mark if either side has it."""
    out = any(facts().board(side).provinces[name].out_with_three for side in Side)
    words = to_millimetres(fonts.width(name, "bold", NAME_SIZE))
    return round(KANJI + 0.9 + max(words, VALUES + (OUT if out else 0)) + 0.9, 2)
