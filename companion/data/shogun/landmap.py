"""The drawn map of the 45 provinces, in board millimetres, held against the list of borders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from companion.data.files import read_json_list
from companion.data.shapes import Point, Polygon, polygons
from companion.data.shogun.facts import facts
from companion.data.shogun.model import Facts
from companion.errors import DeckError, Place
from companion.paths import assets

__all__ = ["Context", "DrawnBorder", "LandMap", "Outline", "land_map", "read_land_map", "touching"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Outline:
    """A province as drawn.

    Attributes:
        name: The province.
        kanji: Its name in kanji.
        label: The centre of the largest circle inside, in mm.
        radius: That circle's radius, in mm.
        polygons: Its pieces of land; each a list of rings, the outer one first, points in mm.
    """

    name: str
    kanji: str
    label: Point
    radius: float
    polygons: tuple[Polygon, ...]


@dataclass(frozen=True, slots=True)
class DrawnBorder:
    """A border or a sea route as drawn.

    Attributes:
        a: One province.
        b: The other.
        parts: Its pieces, points in mm.
        middle: Where a mark may stand on a sea route; nothing for a border.
    """

    a: str
    b: str
    parts: tuple[tuple[Point, ...], ...]
    middle: Point | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """Land or water that is not in the game.

    Attributes:
        kind: ``land`` or ``lake``.
        name: Its name.
        polygons: Its pieces, as in ``Outline``.
    """

    kind: str
    name: str
    polygons: tuple[Polygon, ...]


@dataclass(frozen=True)
class LandMap:
    """The whole drawing, on a board of 594 by 420 mm.

    Attributes:
        outlines: The 45 provinces by name.
        borders: The 91 shared lines.
        sea_routes: The six routes.
        context: Neutral land and Lake Biwa.
    """

    outlines: dict[str, Outline]
    borders: tuple[DrawnBorder, ...]
    sea_routes: tuple[DrawnBorder, ...]
    context: tuple[Context, ...]


@cache
def land_map() -> LandMap:
    """The map that Companion comes with."""
    return read_land_map(assets() / "games" / "shogun", facts())


def read_land_map(folder: Path, known: Facts) -> LandMap:
    """Read ``map.geojson`` and ``map_context.geojson`` and hold them against the tables.

    Args:
        folder: Where the two files lie.
        known: The provinces and borders that must be drawn, no more and no fewer.

    Returns:
        The map.

    Raises:
        DeckError: When a file is not such a map, or draws other provinces, borders or sea routes.
    """
    outlines = {}
    for place, feature in _features(folder / "map.geojson"):
        outline = _read(place, feature, _outline)
        outlines[outline.name] = outline
    lines: dict[str, list[DrawnBorder]] = {"border": [], "sea_route": []}
    context = []
    for place, feature in _features(folder / "map_context.geojson"):
        if _read(place, feature, _kind) in lines:
            lines[_kind(feature)].append(_read(place, feature, _border))
        else:
            context.append(_read(place, feature, _context))
    borders, routes = lines["border"], lines["sea_route"]
    _same("map.geojson", "id", outlines, {card.province for card in known.cards})
    land = {_pair(border.a, border.b) for border in known.borders if border.kind == "land"}
    sea = {_pair(border.a, border.b) for border in known.borders if border.kind == "sea"}
    for drawn, expected in ((borders, land), (routes, sea)):
        pairs = (_pair(line.a, line.b) for line in drawn)
        _same("map_context.geojson", "a, b", pairs, expected)
    _same("map.geojson", "geometry", touching(outlines.values()), land)
    return LandMap(outlines, tuple(borders), tuple(routes), tuple(context))


def touching(outlines: Iterable[Outline]) -> set[str]:
    """The pairs of provinces, as ``A|B``, whose outlines share an edge (they share exact vertices).

    Args:
        outlines: The drawn provinces.

    Returns:
        One text for each two provinces that touch over land.
    """
    owners: dict[frozenset[Point], set[str]] = {}
    for outline in outlines:
        for polygon in outline.polygons:
            for ring in polygon:
                for start, end in pairwise(ring):
                    owners.setdefault(frozenset((start, end)), set()).add(outline.name)
    return {_pair(*sorted(names)) for names in owners.values() if len(names) == 2}


def _pair(a: str, b: str) -> str:
    return "|".join(sorted((a, b)))


def _features(path: Path) -> list[tuple[Place, Any]]:
    features = read_json_list(path, "features")
    return [(Place(file=path.name, row=number), feature) for number, feature in enumerate(features, start=1)]


def _read(place: Place, feature: Any, make: Callable[[Any], T]) -> T:
    try:
        return make(feature)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise DeckError("this feature cannot be read ({reason}).", place=place, reason=repr(error)) from None


def _kind(feature: Any) -> str:
    return str(feature["properties"]["kind"])


def _outline(feature: Any) -> Outline:
    about = feature["properties"]
    label = _point(about["label"])
    return Outline(about["name"], about["kanji"], label, float(about["r"]), polygons(feature["geometry"]))


def _border(feature: Any) -> DrawnBorder:
    about = feature["properties"]
    middle = _point(about["mid"]) if about["kind"] == "sea_route" else None
    return DrawnBorder(about["a"], about["b"], _parts(feature["geometry"]), middle)


def _context(feature: Any) -> Context:
    about = feature["properties"]
    return Context(about["kind"], about["name"], polygons(feature["geometry"]))


def _point(numbers: Sequence[float]) -> Point:
    return (float(numbers[0]), float(numbers[1]))


def _parts(geometry: dict[str, Any]) -> tuple[tuple[Point, ...], ...]:
    parts = [geometry["coordinates"]] if geometry["type"] == "LineString" else geometry["coordinates"]
    return tuple(tuple(map(_point, part)) for part in parts)


def _same(file: str, column: str, drawn: Iterable[str], expected: set[str]) -> None:
    found = set(drawn)
    for name in sorted(found - expected):
        raise DeckError(
            "'{value}' is drawn, but the tables know nothing of it.",
            place=Place(file=file, column=column), value=name,
        )  # fmt: skip
    for name in sorted(expected - found):
        raise DeckError(
            "'{value}' is not drawn, but the tables name it.",
            place=Place(file=file, column=column), value=name,
        )  # fmt: skip
