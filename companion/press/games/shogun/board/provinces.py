"""The furniture of every province of the board: its label, its building sites, its place for armies.

Finding room for it takes longer than printing the board. So ``furniture.json`` keeps what was found, and a
hash of it and of what it was found from: land, labels, sites, sizes. Where these are others, or the file is
damaged, room is found anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from typing import TYPE_CHECKING, Any

from companion.data.files import read_json
from companion.data.shogun import Side, facts
from companion.data.shogun.landmap import land_map
from companion.errors import InputError
from companion.paths import assets
from companion.press.face.land import rounding
from companion.press.face.land.rounding import flattened
from companion.press.frame import fonts
from companion.press.games.shogun.board import placing
from companion.press.games.shogun.board.placing import Furniture, furnish
from companion.press.games.shogun.board.realm import coasts
from companion.units import to_millimetres

if TYPE_CHECKING:
    from shapely import Polygon

KEPT = "furniture.json"  # among the game's assets

NAME_SIZE = 9.0  # type size of a province's name, points
LABEL_HEIGHT = 8.6  # height of a label, mm
KANJI = 4.0  # width of the strip with the kanji, mm
VALUES = 11.6  # width of the chests and the rice, mm
OUT = 4.4  # width of the mark of a province that is left out with three, mm


@cache
def furniture() -> Mapping[str, Furniture]:
    """The furniture of all 45 provinces; the same on both sides of the board."""
    try:
        kept = read_json(assets() / "games" / "shogun" / KEPT)
        placed = {name: _read(each) for name, each in kept["provinces"].items()}
        whole = kept["hash"] == _hash(placed)
    except (AttributeError, InputError, LookupError, TypeError, ValueError):
        return found()  # it is lost, or somebody has written into it
    return placed if whole else found()


def _read(kept: Any) -> Furniture:
    label, armies, markers = (tuple(kept[key]) for key in ("label", "armies", "markers"))
    return Furniture(label, tuple(map(tuple, kept["sites"])), armies, markers, kept["scale"], kept["margin"])


def found() -> Mapping[str, Furniture]:
    """The same, found anew."""
    placed = {}
    for name, (width, sites) in _wanted().items():
        fitting = furnish(mainland(name), (width, LABEL_HEIGHT), sites)
        if fitting is None:
            raise ValueError(f"no room in {name}")  # the tests place all 45, so a person never sees this
        placed[name] = fitting
    return placed


def told(placed: Mapping[str, Furniture]) -> str:
    """The text of the file: one line a province."""
    return f'{{"hash": "{_hash(placed)}", "provinces": {{\n{_lines(placed)}\n}}}}\n'


def _lines(placed: Mapping[str, Furniture]) -> str:
    return ",\n".join(f"{json.dumps(name)}: {json.dumps(asdict(each))}" for name, each in placed.items())


def _wanted() -> dict[str, tuple[float, int]]:
    """The width of each province's label, mm, and the number of its sites."""
    provinces = facts().board(Side.SUN).provinces
    return {name: (label_width(name), province.sites) for name, province in provinces.items()}


def _hash(placed: Mapping[str, Furniture]) -> str:
    """A hash of all that decides where things stand, and of where they do."""
    land = land_map()
    drawn = [(name, each.polygons) for name, each in land.outlines.items()]
    drawn += [(each.name, each.polygons) for each in land.context]
    parts = placing.SITE, placing.ARMIES, placing.MARKERS, placing.GAP, placing.STEP, placing.WISHES
    sizes = (LABEL_HEIGHT, *parts, rounding.RADIUS, rounding.PULL)
    return hashlib.sha256(repr((drawn, _wanted(), sizes, _lines(placed))).encode()).hexdigest()[:16]


def label_width(name: str) -> float:
    """The width of a province's label, mm; room for the three-player mark if either side has it."""
    out = any(facts().board(side).provinces[name].out_with_three for side in Side)
    words = to_millimetres(fonts.width(name, "bold", NAME_SIZE))
    return round(KANJI + 0.9 + max(words, VALUES + (OUT if out else 0)) + 0.9, 2)


@cache
def mainland(name: str) -> Polygon:
    """The largest piece of a province as drawn, less the lake and its shore."""
    from shapely import Polygon
    from shapely.ops import unary_union

    drawn = coasts()
    names = [each.name for each in land_map().context if each.kind == "lake"]
    lakes = unary_union([Polygon(line).buffer(0.8) for each in names for line in flattened(drawn[each])])
    pieces = [Polygon(line).buffer(0).difference(lakes) for line in flattened(drawn[name])]
    parts = [part for piece in pieces for part in getattr(piece, "geoms", [piece])]
    largest: Polygon = max(parts, key=lambda part: part.area)
    return largest
