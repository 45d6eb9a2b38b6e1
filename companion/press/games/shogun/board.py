"""Draw the board of Shogun: its land like a woodblock print, and the label, sites and armies of each province.

The wave pattern seigaiha fills the open sea; calm water with three ripples lines the coasts. Finding room
for labels, sites and armies takes longer than printing the board, and needs other packages. So
``furniture.json`` stores the places that ``.ci/furniture.py`` found.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from companion.data.files import read_json
from companion.data.shogun.facts import REGIONS, Board, Side, facts
from companion.data.shogun.landmap import LandMap, land_map
from companion.errors import DeckError, InputError, Place
from companion.paths import assets
from companion.press.face import land as drawn_land
from companion.press.face.context import Drawer, FaceContext
from companion.press.face.schema import Element
from companion.press.frame.frame import Frame, Item, Shape, Use
from companion.press.frame.low_ink import compute_lightness
from companion.press.frame.outlines import Matrix, Outline, circle, compute_bounds, polygon, rect
from companion.sentences import say

FURNITURE_FILE = "furniture.json"  # among the game's assets

NAME_SIZE = 10.5  # type size of a province's name, points
LABEL_HEIGHT = 9.0  # height of a label, mm

Box = tuple[float, float, float, float]  # left, top, width, height, mm
Inks = Mapping[str, str]
"""The colours of one side, by their keys in `INKS` and by the names of regions and their patterns."""


@dataclass(frozen=True, slots=True)
class Furniture:
    """The places of label, sites, armies and revolt markers of a province, mm on the board."""

    label: Box
    sites: tuple[tuple[float, float], ...]  # left and top of each
    armies: tuple[float, float]  # the middle of the place for armies
    markers: tuple[float, float]  # the middle of the place for revolt markers
    margin: float  # the least distance of all of them from the outline


@cache
def load_furniture() -> Mapping[str, Furniture]:
    """The furniture of all 45 provinces, the same on both sides of the board."""
    try:
        data = read_json(assets() / "games" / "shogun" / FURNITURE_FILE)
        furniture = {name: Furniture(**each) for name, each in data.items()}
    except (AttributeError, InputError, LookupError, TypeError, ValueError):  # missing, or changed by hand
        furniture = {}
    if furniture.keys() != land_map().outlines.keys():
        raise DeckError(
            "it is damaged, or made for another map; install Companion again.", place=Place(file=FURNITURE_FILE)
        )
    return furniture


COAST = 0.75  # width of the coast line, mm
BORDER = 0.45  # width of a border within a region, mm
REGION_BORDER = 1.25  # width of a border between two regions, mm
UNITS = {"asanoha": 8.5, "mame": 4.2, "shippo": 7.6, "tatewaku": 6.0, "uroko": 4.8}
"""The unit of each region's pattern, mm."""
BAND, OVERLAP = 24.0, 0.2  # a pattern is drawn in bands of at least this height, which overlap, mm
RIPPLES = (5.4, 3.3, 1.6)  # the distances of the three ripples from the coast, mm
RIPPLE = 0.25  # half the width of the line of a ripple, mm
CALM = 6.4  # the distance of the waves from the coast, mm
INKS = "water", "neutral", "neutral_line", "lake", "line", "route", "route_under"
"""Keys of the colours of the element `realm`: `neutral` is land outside the game, `line` coasts and borders."""


@cache
def round_coasts() -> dict[str, Outline]:
    """The rounded outlines of every province, neutral land and lake, by name; mm of the board."""
    land = land_map()
    coasts = [each.polygons for each in land.context if each.kind == "land"]
    provinces = [each.polygons for each in land.outlines.values()]
    sharp_corners = drawn_land.find_junctions(chain.from_iterable([*provinces, *coasts]))
    by_name = {each.name: each.polygons for each in land.context}
    by_name |= {name: each.polygons for name, each in land.outlines.items()}
    return {name: drawn_land.round_corners(polygons, sharp_corners) for name, polygons in by_name.items()}


def _draw_land(
    board: Board, inks: Inks, patterns: Mapping[str, str], ripples: Sequence[str], width: float, height: float
) -> Iterator[Item]:
    """Draw the land of one side of the board, from the water upward; size in mm."""
    land, regions = land_map(), round_coasts()
    neutral = [each.name for each in land.context if each.kind == "land"]
    parts = tuple(chain.from_iterable(regions[name] for name in (*neutral, *land.outlines)))
    yield Shape(parts, None, inks["water"], 2 * CALM, role="texture")  # to be covered by the land, as its ripples
    yield from _draw_ripples(parts, inks["water"], ripples, RIPPLES)
    for name in neutral:
        yield Shape(regions[name], inks["neutral"], inks["neutral_line"], 0.4, role="region", group="neutral")
    # Twice as wide and below the land: only its outer half shows, and borders inside are not widened.
    provinces = tuple(chain.from_iterable(regions[name] for name in land.outlines))
    yield Shape(provinces, None, inks["line"], 2 * COAST, role="coast")
    for region in REGIONS:
        yield from _draw_region(board, inks, patterns[region], region, width, height)
    yield from _draw_borders(board, land, inks)
    for each in land.context:
        if each.kind == "lake":
            yield Use(_draw_lake(regions[each.name], inks, ripples, width, height))
    for route in land.sea_routes:
        yield Shape(polygon(route.parts[0], closed=False), None, inks["route_under"], 1.5, role="route")
        yield Shape(polygon(route.parts[0], closed=False), None, inks["route"], 0.9, (1.6, 2.2), role="route")


def _draw_region(board: Board, inks: Inks, pattern: str, region: str, width: float, height: float) -> Iterator[Item]:
    """The nine provinces of a region: their grounds, and one pattern across all of them."""
    regions = round_coasts()
    names = board.regions[region]
    for name in names:
        yield Shape(regions[name], inks[f"region-{region}"], role="region", group=region)
    clip = tuple(chain.from_iterable(regions[name] for name in names))
    left, top, right, bottom = compute_bounds(clip)
    repeat = UNITS[pattern] * drawn_land.REPEATS[pattern]
    high = repeat * math.ceil(BAND / repeat)
    ink, room = inks[f"region-{region}-ink"], (left, 0, right, high)
    lines = drawn_land.build_pattern_shape(pattern, room, UNITS[pattern], ink, 0.35, region)
    band = Frame(f"band/{region}", width, high, (lines,), OVERLAP)
    bands = range(math.floor(top / high), math.ceil(bottom / high))
    bands_drawn = tuple(Use(band, Matrix.translate(0, number * high)) for number in bands)
    yield Use(Frame(f"pattern/{region}", width, height, bands_drawn), Matrix(), clip)


def _draw_borders(board: Board, land: LandMap, inks: Inks) -> Iterator[Shape]:
    """The thin borders within regions, then the heavy ones between regions."""
    inner_lines: list[Outline] = []
    heavy: list[Outline] = []
    for line in land.borders:
        is_same_region = board.provinces[line.a].region == board.provinces[line.b].region
        (inner_lines if is_same_region else heavy).extend(drawn_land.round_border(part) for part in line.parts)
    yield Shape(tuple(chain.from_iterable(inner_lines)), None, inks["line"], BORDER, role="border")
    yield Shape(tuple(chain.from_iterable(heavy)), None, inks["line"], REGION_BORDER, role="border")


def _draw_lake(lake: Outline, inks: Inks, ripples: Sequence[str], width: float, height: float) -> Frame:
    """A lake: its water, two ripples along its shore, and a thin rim."""
    lines = _draw_ripples(lake, inks["lake"], ripples[1:], RIPPLES[1:])
    water = Frame("lake/water", width, height, (Shape(lake, inks["lake"], role="water"), *lines))
    rim = Shape(lake, None, inks["line"], 0.5, role="border")
    return Frame("lake", width, height, (Use(water, clip=lake), rim))


def _draw_waves(width: float, height: float, bleed: float, radius: float, fill: str, line: str, pen: float) -> Frame:
    """A field of seigaiha, mm: rows of scales, each over the row above; `line` is the colour of lines `pen` mm wide."""
    count = int((width + 2 * bleed) / (2 * radius)) + 3
    middles = [index * 2 * radius for index in range(count)]
    scales = [circle(x, radius, radius) for x in middles]
    rings = [circle(x, radius, radius * part) for x in middles for part in (0.72, 0.44)]
    waves = (
        Shape(tuple(chain.from_iterable(scales)), fill, line, pen, role="texture"),
        Shape(tuple(chain.from_iterable(rings)), None, line, pen, role="texture"),
    )
    row = Frame("wave row", count * 2 * radius, 2 * radius, waves, bleed=2 * radius)
    rows: list[Item] = []
    for index in range(int((height + 2 * bleed) / (radius / 2)) + 2):
        x = -bleed - radius * (1 + index % 2)
        rows.append(Use(row, Matrix.translate(x, -bleed - 1.5 * radius + index * radius / 2)))
    return Frame("waves", width, height, tuple(rows), bleed)


def _draw_ripples(shore: Outline, water: str, colours: Sequence[str], distances: Sequence[float]) -> Iterator[Shape]:
    """Ripples along a shore; the farthest of the sea is only a texture."""
    for distance, colour in zip(distances, colours, strict=True):
        line, inside = ("texture", "texture") if distance == RIPPLES[0] else ("echo", "clear")
        yield Shape(shore, None, colour, 2 * distance + RIPPLE, role=line)
        yield Shape(shore, None, water, 2 * distance - RIPPLE, role=inside)


def _draw_sea(context: FaceContext, element: Element) -> Iterator[Item]:
    width, height = (context.value(side) for side in context.face.size)
    radius, pen = context.value(element["radius"], 0.5), context.value(element.get("stroke_width", 0.2), 0)
    bleed = context.value(context.face.bleed)
    ground = rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
    fill, stroke = (_get_ink(context, element, key) for key in ("fill", "stroke"))
    night = fill is not None and compute_lightness(fill) < 40  # low ink distinguishes the dark side by its sea
    yield Shape(ground, fill, role="wash" if night else "ground", group="sea")
    yield Use(_draw_waves(width, height, bleed, radius, fill, stroke, pen))


def _draw_realm(context: FaceContext, element: Element) -> Iterator[Item]:
    width, height = (context.value(side) for side in context.face.size)
    patterns = {region: drawn_land.get_pattern_name(context, f"$pattern.{region}") for region in REGIONS}
    inks = {name: _get_ink(context, element, name) for name in INKS}
    inks |= {
        name: context.colour(name) or "" for region in REGIONS for name in (f"region-{region}", f"region-{region}-ink")
    }
    ripples = [context.colour(str(name)) or "" for name in reversed(element["ripples"])]  # from the farthest
    yield from _draw_land(facts().board(_get_side(context, element)), inks, patterns, ripples, width, height)


def _draw_furniture(context: FaceContext, element: Element) -> Iterator[Item]:
    side = _get_side(context, element)
    board, land = facts().board(side), land_map()
    site, size = _lay_out_face(context, "board-site", {}), f"{NAME_SIZE * float(context.text('{grow}')):g}"
    for name, furniture in load_furniture().items():
        province = board.provinces[name]
        (ax, ay), (mx, my) = furniture.armies, furniture.markers
        gourd = _lay_out_face(context, "board-gourd", {"mx": f"{20 + mx - ax:g}", "my": f"{20 + my - ay:g}"})
        yield Use(gourd, Matrix.translate(ax - 20, ay - 20))
        for x, y in furniture.sites:
            yield Use(site, Matrix.translate(x, y))
        label = {"name": name, "kanji": "\n".join(land.outlines[name].kanji), "chests": str(province.chests)}
        label |= {"region": province.region, "rice": str(province.rice), "out": "1" if province.out_with_three else ""}
        label |= {"width": f"{furniture.label[2]:g}", "height": f"{LABEL_HEIGHT:g}", "size": size}
        yield Use(_lay_out_face(context, "board-label", label), Matrix.translate(*furniture.label[:2]))


def _lay_out_face(context: FaceContext, name: str, fields: dict[str, str]) -> Frame:
    return context.shelf.lay_out_face(name, "/".join([name, *fields.values()]), fields)


def _get_ink(context: FaceContext, element: Element, key: str) -> str:
    return context.colour(str(element[key])) or "#000000"


def _get_side(context: FaceContext, element: Element) -> Side:
    name = context.text(str(element["side"]))
    if name not in tuple(Side):
        raise context.fault(say("'{name}' is not a side of the board; choose sun or moon", name=name))
    return Side(name)


KINDS: dict[str, Drawer] = {"sea": _draw_sea, "realm": _draw_realm, "furniture": _draw_furniture}
