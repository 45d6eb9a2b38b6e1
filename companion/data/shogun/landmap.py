"""The drawn map of the 45 provinces, in board mm, checked against the borders; and typed boards."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from companion.data.files import read_json_list
from companion.data.papers import Point, Polygon, parse_polygons
from companion.data.shogun.facts import Facts, facts
from companion.data.vocabulary import fold_word, vocabulary
from companion.errors import DeckError, Place
from companion.paths import assets

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DrawnProvince:
    name: str
    kanji: str
    label: Point  # the centre of the largest circle inside, mm
    radius: float  # of that circle, mm
    polygons: tuple[Polygon, ...]  # its pieces of land, mm


@dataclass(frozen=True, slots=True)
class DrawnBorder:
    """A border or a sea route as drawn."""

    a: str
    b: str
    parts: tuple[tuple[Point, ...], ...]
    middle: Point | None = None  # for the mark of a sea route, mm; ``None`` for a border


@dataclass(frozen=True, slots=True)
class Context:
    """Land or water that is not in the game."""

    kind: str  # ``land`` or ``lake``
    name: str
    polygons: tuple[Polygon, ...]


@dataclass(frozen=True)
class LandMap:
    """The whole drawing, on a board of 594 by 420 mm."""

    outlines: dict[str, DrawnProvince]
    borders: tuple[DrawnBorder, ...]
    sea_routes: tuple[DrawnBorder, ...]
    context: tuple[Context, ...]


@cache
def land_map() -> LandMap:
    return read_land_map(assets() / "games" / "shogun", facts())


def read_land_map(folder: Path, known_facts: Facts) -> LandMap:
    """Read the two drawings of a folder; they must show exactly the provinces and borders of the tables."""
    outlines = {outline.name: outline for outline in _read_features(folder / "map.geojson", _parse_outline)}
    drawings = _read_features(folder / "map_context.geojson", _parse_drawing)
    lines = [drawing for drawing in drawings if isinstance(drawing, DrawnBorder)]
    borders = [line for line in lines if line.middle is None]
    routes = [line for line in lines if line.middle is not None]
    context = tuple(drawing for drawing in drawings if isinstance(drawing, Context))
    _check_names("map.geojson", "id", outlines, {card.province for card in known_facts.cards})
    land = {_format_pair(border.a, border.b) for border in known_facts.borders if border.kind == "land"}
    sea = {_format_pair(border.a, border.b) for border in known_facts.borders if border.kind == "sea"}
    for lines_drawn, expected in ((borders, land), (routes, sea)):
        pairs = (_format_pair(line.a, line.b) for line in lines_drawn)
        _check_names("map_context.geojson", "a, b", pairs, expected)
    _check_names("map.geojson", "geometry", find_land_borders(outlines.values()), land)
    return LandMap(outlines, tuple(borders), tuple(routes), context)


def find_land_borders(outlines: Iterable[DrawnProvince]) -> set[str]:
    """The pairs of provinces, as ``A|B``, whose outlines share an edge (they share exact vertices)."""
    owners: dict[frozenset[Point], set[str]] = {}
    for outline in outlines:
        for edge in (edge for polygon in outline.polygons for ring in polygon for edge in pairwise(ring)):
            owners.setdefault(frozenset(edge), set()).add(outline.name)
    return {_format_pair(*sorted(names)) for names in owners.values() if len(names) == 2}


def _format_pair(a: str, b: str) -> str:
    return "|".join(sorted((a, b)))


def _read_features(path: Path, parse: Callable[[Any], T]) -> list[T]:
    features = []
    for number, feature in enumerate(read_json_list(path, "features"), start=1):
        try:
            features.append(parse(feature))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            place = Place(file=path.name, row=number)
            raise DeckError("this feature cannot be read ({reason}).", place=place, reason=repr(error)) from None
    return features


def _parse_outline(feature: Any) -> DrawnProvince:
    props = feature["properties"]
    label = _parse_point(props["label"])
    return DrawnProvince(props["name"], props["kanji"], label, float(props["r"]), parse_polygons(feature["geometry"]))


def _parse_drawing(feature: Any) -> DrawnBorder | Context:
    props, geometry = feature["properties"], feature["geometry"]
    kind = str(props["kind"])
    if kind not in ("border", "sea_route"):
        return Context(kind, props["name"], parse_polygons(geometry))
    parts = [geometry["coordinates"]] if geometry["type"] == "LineString" else geometry["coordinates"]
    middle = _parse_point(props["mid"]) if kind == "sea_route" else None
    return DrawnBorder(props["a"], props["b"], tuple(tuple(map(_parse_point, part)) for part in parts), middle)


def _parse_point(numbers: Sequence[float]) -> Point:
    return (float(numbers[0]), float(numbers[1]))


def _check_names(file: str, column: str, names: Iterable[str], expected: set[str]) -> None:
    names_drawn, place = set(names), Place(file=file, column=column)
    for name in sorted(names_drawn - expected):
        raise DeckError("'{value}' is drawn, but the tables know nothing of it.", place=place, value=name)
    for name in sorted(expected - names_drawn):
        raise DeckError("'{value}' is not drawn, but the tables name it.", place=place, value=name)


def parse_board_rows(text: str, provinces: Collection[str]) -> Iterator[tuple[int, list[str]]]:
    """The cells of each numbered line: ``Kai blue castle,temple`` or ``Awa Boso,blue``; ``#`` begins a comment."""
    names = {fold_word(name) for name in provinces}
    for number, line in enumerate(text.splitlines(), start=1):
        cells = _split_cells(line.split("#", 1)[0], names)
        if cells:
            yield number, cells


def _split_cells(content: str, names: Collection[str]) -> list[str]:
    for separator in ("\t", ";", ","):
        cells = [cell.strip().strip('"').strip() for cell in content.split(separator)]
        first = cells[0]
        if len(cells) > 1 and any(cells) and (" " not in first or fold_word(first) in names):
            return cells
    return content.split()


def is_heading(cells: Sequence[str]) -> bool:
    """True for a line that names the columns."""
    names = [vocabulary("shogun", "column").find(cell) for cell in cells]
    return fold_word(cells[0]) == "province" or ("province" in names and None not in names)


def find_amount(cells: Sequence[str]) -> str | None:
    """The amount that a line gives for each player, such as points; ``None`` for any other line."""
    return vocabulary("shogun", "amount").find(cells[0].rstrip(":"))


def is_typed_board(text: str) -> bool:
    """True for a text in which every line begins with a province, and at least one has an owner."""
    provinces = {fold_word(card.province) for card in facts().cards}
    colours, has_owner = vocabulary("shogun", "colour"), False
    for _, cells in parse_board_rows(text, provinces):
        if not is_heading(cells) and find_amount(cells) is None:
            if fold_word(cells[0]) not in provinces:
                return False
            has_owner = has_owner or any(colours.find(cell) for cell in cells[1:])
    return has_owner
