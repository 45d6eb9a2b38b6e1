"""What stands in every province of the board: its label, its building sites, its place for armies."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from companion.data.shogun import Side, facts
from companion.data.shogun.landmap import land_map
from companion.press.face.land.rounding import flattened
from companion.press.frame import fonts
from companion.press.games.shogun.board.placing import Furniture, place
from companion.press.games.shogun.board.realm import coasts
from companion.units import to_millimetres

if TYPE_CHECKING:
    from shapely import Polygon

__all__ = ["LABEL_HEIGHT", "NAME_SIZE", "furniture", "label_width", "mainland"]

NAME_SIZE = 7.0
"""Type size of a province's name, points."""
LABEL_HEIGHT = 8.0
"""Height of a label, mm."""
KANJI = 4.0
"""Width of the strip with the kanji, mm."""
VALUES = 11.6
"""Width of the chests and the rice, mm."""
OUT = 4.4
"""Width of the mark of a province that is left out with three, mm."""


@cache
def furniture() -> Mapping[str, Furniture]:
    """What stands where in all 45 provinces; the same on both sides of the board."""
    provinces = facts().board(Side.SUN).provinces
    found = {}
    for name, province in provinces.items():
        fitting = place(mainland(name), (label_width(name), LABEL_HEIGHT), province.sites)
        if fitting is None:
            raise ValueError(f"no room in {name}")  # the tests place all 45, so a person never sees this
        found[name] = fitting
    return found


def label_width(name: str) -> float:
    """How wide the label of a province is, mm; room for the three-player mark if either side has it."""
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
