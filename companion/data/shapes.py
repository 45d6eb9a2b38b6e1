"""Drawn land from a GeoJSON file in millimetres of paper: provinces, lakes, islands, by name."""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.data.files import read_json
from companion.errors import DeckError, Place

Point = tuple[float, float]  # a place in mm, origin top left, y down
Polygon = tuple[tuple[Point, ...], ...]
"""Rings of points; the outer one first, then the holes; each ends where it began."""


LARGEST = 1e5  # no coordinate is so large, mm


@dataclass(frozen=True)
class DrawnShapes:
    """The polygons of one file by feature; a feature without an id goes by its name."""

    width: float  # of the drawing, mm, as is the height
    height: float
    named: dict[str, tuple[Polygon, ...]]
    kinds: dict[str, str]  # the ``kind`` of each feature, or an empty text


@cache
def read_shapes(file: Path) -> DrawnShapes:
    """Read a GeoJSON of polygons in mm; ``board.frame_mm`` gives the size, else the farthest point."""
    try:
        raw = read_json(file)
        named: dict[str, tuple[Polygon, ...]] = {}
        kinds: dict[str, str] = {}
        for feature in raw["features"]:
            geometry, about = feature["geometry"], feature.get("properties") or {}
            if geometry["type"] not in ("Polygon", "MultiPolygon"):
                continue
            name = str(feature.get("id", about.get("name", len(named))))
            named[name] = named.get(name, ()) + polygons(geometry)
            _check_rings(named[name])
            kinds[name] = str(about.get("kind", ""))
        points = [at for pieces in named.values() for piece in pieces for ring in piece for at in ring]
        extent = raw.get("board", {}).get("frame_mm") or (
            max(x for x, _ in points),
            max(y for _, y in points),
        )
        width, height = float(extent[0]), float(extent[1])
        if not (named and 0 < width <= LARGEST and 0 < height <= LARGEST):
            raise ValueError(extent)
        return DrawnShapes(width, height, named, kinds)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise DeckError(
            "this is not a GeoJSON of polygons in mm ({reason}).",
            place=Place(file=file.name),
            reason=repr(error),
        ) from None


def polygons(geometry: Any) -> tuple[Polygon, ...]:
    """The polygons of a GeoJSON geometry of one or several."""
    pieces = [geometry["coordinates"]] if geometry["type"] == "Polygon" else geometry["coordinates"]
    return tuple(tuple(tuple((float(x), float(y)) for x, y in ring) for ring in piece) for piece in pieces)


def _check_rings(pieces: tuple[Polygon, ...]) -> None:
    """Refuse rings that have no area, turn back on the spot, or leave every sheet."""
    for ring in (ring for piece in pieces for ring in piece):
        sides = list(zip(*ring, strict=True))
        if (
            len(ring) < 4
            or ring[0] != ring[-1]
            or any(one == other for one, other in pairwise(ring))
            or any(min(side) == max(side) or max(map(abs, side)) > LARGEST for side in sides)
        ):
            raise ValueError(ring[:2])
