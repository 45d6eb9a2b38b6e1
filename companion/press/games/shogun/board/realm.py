"""The sea and the land of the board: waves and ripples, provinces in colour and pattern, borders, sea routes.

Blue-sea-waves (seigaiha) lie far out, calm water with three ripples along the coasts.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain

from companion.data.shogun import REGIONS, Board
from companion.data.shogun.landmap import LandMap, land_map
from companion.press.face.land.patterns import REPEATS, pattern_shape
from companion.press.face.land.rounding import meetings, rounded, rounded_line
from companion.press.frame.frame import Frame, Item, Outline, Shape, Use, circle, polygon
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import bounds

COAST = 0.75  # width of the coast line, mm
BORDER = 0.45  # width of a border within a region, mm
REGION_BORDER = 1.25  # width of a border between two regions, mm
UNITS = {"asanoha": 8.5, "mame": 4.2, "shippo": 7.6, "tatewaku": 6.0, "uroko": 4.8}
"""The size of each pattern on the board, mm."""
BAND, OVERLAP = 24.0, 0.2  # least height of the bands that a pattern comes in, and their overlap, mm
RIPPLES = (5.4, 3.3, 1.6)  # the distances of the three ripples from the coast, mm
ROLES = (("texture", "texture"), ("echo", "clear"), ("echo", "clear"))  # with low ink, two ripples stay
CALM = 6.4  # the distance of the waves from the coast, mm


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of one side."""

    regions: dict[str, str]  # the ground of each
    region_lines: dict[str, str]  # the pattern of each
    patterns: dict[str, str]  # the name of each region's pattern
    water: str
    ripples: tuple[str, str, str]  # the three lines along the coasts
    neutral: str  # land that is not in the game
    neutral_line: str  # its coast
    lake: str  # Biwa
    line: str  # sumi, for coasts and borders
    route: str
    route_under: str  # below the dashes of sea routes


@cache
def coasts() -> dict[str, Outline]:
    """Every province, neutral land and lake with rounded corners, by name; mm of the board."""
    land = land_map()
    around = [each.polygons for each in land.context if each.kind == "land"]
    provinces = [each.polygons for each in land.outlines.values()]
    sharp = meetings(chain.from_iterable([*provinces, *around]))
    drawn = {each.name: rounded(each.polygons, sharp) for each in land.context}
    return drawn | {name: rounded(each.polygons, sharp) for name, each in land.outlines.items()}


def draw_realm(board: Board, inks: Inks, width: float, height: float) -> Iterator[Item]:
    """Draw the land of one side from the water up, on a board of this size, mm."""
    land, drawn = land_map(), coasts()
    neutral = [each.name for each in land.context if each.kind == "land"]
    everything = tuple(chain.from_iterable(drawn[name] for name in (*neutral, *land.outlines)))
    yield from _ripples(everything, inks.water, inks.ripples, 0.25)
    for name in neutral:
        yield Shape(drawn[name], inks.neutral, inks.neutral_line, 0.4, role="region", group="neutral")
    # Drawn twice as wide below the land, so that the coast line lies outside and no inner border grows.
    provinces = tuple(chain.from_iterable(drawn[name] for name in land.outlines))
    yield Shape(provinces, None, inks.line, 2 * COAST, role="coast")
    for region in REGIONS:
        yield from _region(board, inks, region, width, height)
    yield from _borders(board, land, inks)
    for each in land.context:
        if each.kind == "lake":
            yield Use(_lake(drawn[each.name], inks, width, height))
    for route in land.sea_routes:
        yield Shape(polygon(route.parts[0], closed=False), None, inks.route_under, 1.5, role="route")
        yield Shape(polygon(route.parts[0], closed=False), None, inks.route, 0.9, (1.6, 2.2), role="route")


def _region(board: Board, inks: Inks, region: str, width: float, height: float) -> Iterator[Item]:
    """The nine provinces of a region: one ground each, and one pattern that runs through all."""
    drawn = coasts()
    names = board.regions[region]
    for name in names:
        yield Shape(drawn[name], inks.regions[region], role="region", group=region)
    pattern = inks.patterns[region]
    clip = tuple(chain.from_iterable(drawn[name] for name in names))
    left, top, right, bottom = bounds(clip)
    repeat = UNITS[pattern] * REPEATS[pattern]
    high = repeat * math.ceil(BAND / repeat)
    lines = pattern_shape(
        pattern, (left, 0, right, high), UNITS[pattern], inks.region_lines[region], 0.22, region
    )
    band = Frame(f"band/{region}", width, high, (lines,), OVERLAP)
    bands = range(math.floor(top / high), math.ceil(bottom / high))
    whole = tuple(Use(band, Matrix.moved(0, number * high)) for number in bands)
    yield Use(Frame(f"pattern/{region}", width, height, whole), Matrix(), clip)


def _borders(board: Board, land: LandMap, inks: Inks) -> Iterator[Shape]:
    """The thin lines within regions, then the heavy ones between regions."""
    thin: list[Outline] = []
    heavy: list[Outline] = []
    for line in land.borders:
        same = board.provinces[line.a].region == board.provinces[line.b].region
        (thin if same else heavy).extend(rounded_line(part) for part in line.parts)
    yield Shape(tuple(chain.from_iterable(thin)), None, inks.line, BORDER, role="border")
    yield Shape(tuple(chain.from_iterable(heavy)), None, inks.line, REGION_BORDER, role="border")


def _lake(lake: Outline, inks: Inks, width: float, height: float) -> Frame:
    """A lake: its water, and within its thin rim two of the sea's lines along its shore."""
    lines: list[Item] = [Shape(lake, inks.lake, role="water")]
    for distance, colour in zip(RIPPLES[1:], inks.ripples[1:], strict=True):
        lines.append(Shape(lake, None, colour, 2 * distance + 0.25, role="echo"))
        lines.append(Shape(lake, None, inks.lake, 2 * distance - 0.25, role="clear"))
    water = Frame("lake/water", width, height, tuple(lines))
    rim = Shape(lake, None, inks.line, 0.5, role="border")
    return Frame("lake", width, height, (Use(water, clip=lake), rim))


def waves(
    width: float, height: float, bleed: float, radius: float, fill: str, line: str, pen: float
) -> Frame:
    """A field of seigaiha: rows of scales, each row before the one above it; mm.

    `line` is the colour of the lines and `pen` their width.
    """
    count = int((width + 2 * bleed) / (2 * radius)) + 3
    middles = [index * 2 * radius for index in range(count)]
    scales = [circle(x, radius, radius) for x in middles]
    rings = [circle(x, radius, radius * part) for x in middles for part in (0.72, 0.44)]
    drawn = (
        Shape(tuple(chain.from_iterable(scales)), fill, line, pen, role="texture"),
        Shape(tuple(chain.from_iterable(rings)), None, line, pen, role="texture"),
    )
    row = Frame("wave row", count * 2 * radius, 2 * radius, drawn, bleed=2 * radius)
    rows: list[Item] = []
    for index in range(int((height + 2 * bleed) / (radius / 2)) + 2):
        x = -bleed - radius * (1 + index % 2)
        rows.append(Use(row, Matrix.moved(x, -bleed - 1.5 * radius + index * radius / 2)))
    return Frame("waves", width, height, tuple(rows), bleed)


def _ripples(land: Outline, water: str, lines: tuple[str, str, str], pen: float) -> Iterator[Shape]:
    """Calm water round all land, and three lines along its coasts; the land is drawn over its borders."""
    yield Shape(land, None, water, 2 * CALM, role="texture")
    for distance, colour, roles in zip(RIPPLES, lines, ROLES, strict=True):
        yield Shape(land, None, colour, 2 * distance + pen, role=roles[0])
        yield Shape(land, None, water, 2 * distance - pen, role=roles[1])
