"""Draw maps and patterns: ``map`` and ``land`` draw GeoJSON files in mm, ``pattern`` a Japanese textile pattern.

Every region has a pattern besides its colour, as lines over a rectangle. Each starts at the origin of the
sheet, so that it continues from one province to the next.

Land looks like a woodcut: polygons of few points get rounded corners. A corner is rounded by its two
neighbouring points alone, so two provinces that share a border round it alike and no gap opens. Where three
borders meet the corner stays sharp, so that they still end in one point.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from pathlib import Path

from companion.data.papers import Point, Polygon, read_shapes
from companion.press.face.context import MOST_REPEATS, Drawer, FaceContext
from companion.press.face.schema import Element
from companion.press.frame import outlines
from companion.press.frame.frame import Frame, Item, Shape, Use
from companion.press.frame.outlines import Bounds, Matrix, Outline, Segment, compute_bounds, polygon, transform_outline
from companion.sentences import join_with_commas, say

REPEATS = {"asanoha": math.sqrt(3), "mame": 1.0, "shippo": 1.0, "tatewaku": 2.0, "uroko": 1.6}
"""The number of units downward after which a pattern repeats."""
FILLED = {"mame", "uroko"}  # patterns that are filled; the others are lines
RADIUS = 4.0  # how far from a corner its rounding starts at most, mm; never beyond the middle of a side
PULL = 0.62  # the handles of a rounding reach this share of the way to the corner


def build_pattern_shape(name: str, box: Bounds, unit: float, colour: str, width: float, group: str = "") -> Shape:
    """A pattern over a box in one colour, as areas or as lines; lengths in mm."""
    fill, stroke = (colour, None) if name in FILLED else (None, colour)
    return Shape(tuple(PATTERNS[name](box, unit)), fill, stroke, width if stroke else 0.0, (), "weave", group)


def _list_steps(low: float, high: float, step: float) -> range:
    """The numbers of the steps that cover a span, and one before, for rows shifted by half a step."""
    return range(math.floor(low / step) - 1, math.ceil(high / step) + 1)


def _asanoha(box: Bounds, unit: float) -> Iterator[Segment]:
    """Hemp leaf: triangles, and in each three lines from its middle to its corners."""
    left, top, right, bottom = box
    rise = unit * math.sqrt(3) / 2
    for row in _list_steps(top, bottom, rise):
        y, shift = row * rise, (row % 2) * unit / 2
        yield from polygon(((left, y), (right, y)), closed=False)
        for column in _list_steps(left, right, unit):
            x = column * unit + shift
            down, up = (x + unit / 2, y + rise), (x + unit, y)
            yield from polygon(((x, y), down, up), closed=False)
            for middle, corners in (
                ((x + unit / 2, y + rise / 3), ((x, y), up, down)),
                ((x + unit, y + 2 * rise / 3), (up, down, (x + 1.5 * unit, y + rise))),
            ):
                yield from polygon((corners[0], middle, corners[1]), closed=False)
                yield from polygon((middle, corners[2]), closed=False)


def _shippo(box: Bounds, unit: float) -> Iterator[Segment]:
    """Seven treasures: overlapping circles."""
    left, top, right, bottom = box
    half = unit / 2
    for row in _list_steps(top, bottom, half):
        for column in _list_steps(left, right, half):
            if (row + column) % 2 == 0:
                yield from outlines.circle(column * half, row * half, half)


def _uroko(box: Bounds, unit: float) -> Iterator[Segment]:
    """Scales: rows of triangles, point upward."""
    left, top, right, bottom = box
    rise = unit * 0.8
    for row in _list_steps(top, bottom, rise):
        shift = (row % 2) * unit / 2
        for column in _list_steps(left, right, unit):
            x, y = column * unit + shift, row * rise
            yield from polygon(((x, y + rise), (x + unit / 2, y), (x + unit, y + rise)))


def _tatewaku(box: Bounds, unit: float) -> Iterator[Segment]:
    """Rising steam: pairs of wavy vertical lines, mirrored."""
    left, top, right, bottom = box
    for column in _list_steps(left, right, unit / 2):
        bend = unit * (0.22 if column % 2 else -0.22)
        x = column * unit / 2
        rows = _list_steps(top, bottom, unit)
        yield ("M", (x, rows[0] * unit))
        for row in rows:
            y, shift = row * unit, bend if row % 2 else -bend
            yield ("C", (x + shift, y + unit * 0.3, x + shift, y + unit * 0.7, x, y + unit))


def _mame(box: Bounds, unit: float) -> Iterator[Segment]:
    """Beans: dots in staggered rows."""
    left, top, right, bottom = box
    for row in _list_steps(top, bottom, unit / 2):
        for column in _list_steps(left, right, unit):
            yield from outlines.circle(column * unit + (row % 2) * unit / 2, row * unit / 2, unit * 0.12)


def _kasumi(box: Bounds, unit: float) -> Iterator[Segment]:
    """Mist: short horizontal lines, like wood grain."""
    left, top, right, bottom = box
    for row in _list_steps(top, bottom, unit / 2):
        for column in _list_steps(left - 4 * unit, right, 4 * unit):
            x, y = column * 4 * unit + (row * 7 % 5) * 0.9 * unit, row * unit / 2
            yield from polygon(((x, y), (x + (2.2 + row % 3 * 0.4) * unit, y)), closed=False)


PATTERNS: dict[str, Callable[[Bounds, float], Iterator[Segment]]] = {
    **{"asanoha": _asanoha, "kasumi": _kasumi, "mame": _mame},
    **{"shippo": _shippo, "tatewaku": _tatewaku, "uroko": _uroko},
}
"""Patterns by the names that faces use: each covers a box and may reach one unit (mm) beyond it.

They are outlines to fill if they are in `FILLED`, otherwise lines to draw.
"""


def find_junctions(polygons: Iterable[Polygon]) -> frozenset[Point]:
    """The points where three or more borders meet: two provinces and the sea, or three provinces."""
    neighbours: dict[Point, set[Point]] = {}
    for area in polygons:
        for ring in area:
            for a, b in pairwise(ring):
                neighbours.setdefault(a, set()).add(b)
                neighbours.setdefault(b, set()).add(a)
    return frozenset(point for point, others in neighbours.items() if len(others) > 2)


def round_corners(polygons: Iterable[Polygon], sharp_corners: frozenset[Point] = frozenset()) -> Outline:
    """An outline of land with rounded corners, a closed line for each ring; corners in `sharp_corners` stay sharp."""
    return tuple(segment for area in polygons for ring in area for segment in _round_ring(ring[:-1], sharp_corners))


def round_border(points: Sequence[Point]) -> Outline:
    """A border from end to end, rounded like the two provinces beside it."""
    corners = zip(points, points[1:], points[2:], strict=False)
    return (("M", points[0]), *chain.from_iterable(_round_corner(*each) for each in corners), ("L", points[-1]))


def _round_ring(points: Sequence[Point], sharp_corners: frozenset[Point]) -> list[Segment]:
    segments: list[Segment] = []
    for before, corner, after in zip((points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True):
        segments += [("L", corner)] if corner in sharp_corners else _round_corner(before, corner, after)
    return [("M", segments[0][1]), *segments[1:], ("Z", ())]


def _round_corner(before: Point, corner: Point, after: Point) -> list[Segment]:
    """The line to a rounded corner and the curve round it; the same curve in either direction."""
    ax, ay = _step_towards(corner, before)
    bx, by = _step_towards(corner, after)
    x, y = corner
    handles = (ax + (x - ax) * PULL, ay + (y - ay) * PULL, bx + (x - bx) * PULL, by + (y - by) * PULL)
    return [("L", (ax, ay)), ("C", (*handles, bx, by))]


def _step_towards(corner: Point, other: Point) -> Point:
    length = math.dist(corner, other)
    part = min(RADIUS, length / 2) / length
    return corner[0] + (other[0] - corner[0]) * part, corner[1] + (other[1] - corner[1]) * part


def _draw_map(context: FaceContext, element: Element) -> Iterator[Item]:
    """Draw land from a file, whole or in a window, some features marked; the map is one frame for all cards."""
    file, surroundings = _get_map_files(context, element)
    pen = context.value(element.get("stroke_width", 0.15), 0)
    fill, stroke, neutral, water = (context.colour(element.get(key)) for key in ("fill", "stroke", "neutral", "water"))
    x, y, width, height = context.locate_box(element, 0.1)
    box = outlines.rect(x, y, width, height)
    if element.get("sea"):
        yield Shape(box, context.colour(element["sea"]), role="ground", group="sea")
    land_outlines, sheet = _build_outlines(file, surroundings), read_shapes(file)
    scale = width / (context.value(element.get("across", 0), 0) or sheet.width)
    left, top = 0.0, (sheet.height - height / scale) / 2
    if around := context.text(str(element.get("around", ""))):
        x1, y1, x2, y2 = compute_bounds(_get_outline(context, around, land_outlines))
        left, top = (x1 + x2 - width / scale) / 2, (y1 + y2 - height / scale) / 2
        rim = 8.0 if surroundings else 0.0  # the second file reaches this far beyond the sheet, mm
        left = min(max(left, -rim), max(-rim, sheet.width + rim - width / scale))
        safe = context.value(context.face.size[0]) - context.value(context.face.safe)
        left = max(left, x2 - (safe - x) / scale)  # show more sea rather than cut off the land of `around`
        top = min(max(top, -rim), max(-rim, sheet.height + rim - height / scale))
    matrix = Matrix.translate(-left, -top).then(Matrix.scale_by(scale)).then(Matrix.translate(x, y))
    pen = round(pen / scale, 4) if stroke else 0.0
    yield Use(_build_base_map(file, surroundings, pen, fill, stroke, neutral, water), matrix, box)
    look = {key.removeprefix("mark_"): value for key, value in element.items() if key.startswith("mark_")}
    for name in filter(None, map(str.strip, context.text(str(element.get("mark", ""))).split("|"))):
        shape = context.shape(look, transform_outline(_get_outline(context, name, land_outlines), matrix))
        items: list[Item] = [shape]
        if "mark_pattern" in element:
            lines = _build_pattern(context, element, "mark_pattern", "mark_pattern_colour", "mark_pattern_width")
            broad = _select_broad(shape.outline, 4 * shape.width)
            line = shape._replace(outline=broad, fill=None, role="border", group="")
            halo = line._replace(stroke=context.colour(element.get("mark_halo")), width=2.4 * line.width)
            items = [shape._replace(stroke=None), Use(lines, Matrix.translate(x, y), shape.outline), halo, line]
        yield Use(Frame(f"mark/{name}", x + width, y + height, tuple(items)), clip=box)


def _select_broad(outline: Outline, least: float) -> Outline:
    """The pieces of land broader than `least` mm, or all if none is: a heavy line would hide an islet."""
    starts = [index for index, (letter, _) in enumerate(outline) if letter == "M"]
    pieces = [(*compute_bounds(outline[a:b]), outline[a:b]) for a, b in pairwise([*starts, len(outline)])]
    broad = [each for x1, y1, x2, y2, each in pieces if min(x2 - x1, y2 - y1) > least]
    return tuple(chain.from_iterable(broad)) or outline


@lru_cache(maxsize=32)
def _build_base_map(file: Path, context: Path | None, pen: float, *inks: str | None) -> Frame:
    """A whole map in its own mm: land, with the neutral land and the lakes of the second file around it."""
    fill, stroke, neutral, water = inks
    land_outlines, sheet = _build_outlines(file, context), read_shapes(file)
    kinds = read_shapes(context).kinds if context else {}
    layers = [
        ([name for name, kind in kinds.items() if kind != "lake" and neutral], neutral, "neutral"),
        (list(sheet.polygons), fill, "land"),
        ([name for name, kind in kinds.items() if kind == "lake" and water], water, "water"),
    ]
    items = [Shape(land_outlines[name], ink, stroke, pen, role=role) for names, ink, role in layers for name in names]
    return Frame(f"map/{file.stem}", sheet.width, sheet.height, tuple(items))


def _draw_land(context: FaceContext, element: Element) -> Iterator[Item]:
    """Draw one feature of a file in the middle of its box, as large as fits, with or without a pattern."""
    file, surroundings = _get_map_files(context, element)
    outline = _get_outline(context, context.text(str(element["name"])), _build_outlines(file, surroundings))
    lines = None
    if element.get("pattern"):
        lines = _build_pattern(context, element, "pattern", "pattern_colour", "pattern_width")
    x, y, width, height = context.locate_box(element, 0.1)
    shape = context.shape(element, ())
    x1, y1, x2, y2 = compute_bounds(outline)
    scale = min(width / (x2 - x1), height / (y2 - y1))
    middle = Matrix.translate(-(x1 + x2) / 2, -(y1 + y2) / 2)
    placing = middle.then(Matrix.scale_by(scale)).then(Matrix.translate(x + width / 2, y + height / 2))
    outline_placed = transform_outline(outline, placing)
    yield Shape(outline_placed, fill=shape.fill, role=shape.role, group=shape.group)
    if lines is not None:
        yield Use(lines, Matrix.translate(x, y), outline_placed)
    if shape.stroke:
        yield Shape(outline_placed, stroke=shape.stroke, width=shape.width, dash=shape.dash, role=shape.role)


def _draw_pattern(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y, width, height = context.locate_box(element, 0.1)
    lines = _build_pattern(context, element, "name", "colour", "stroke_width")
    yield Use(lines, Matrix.translate(x, y), outlines.rect(x, y, width, height))


def _build_pattern(context: FaceContext, element: Element, key: str, colour: str, pen: str) -> Frame:
    """The pattern an element names, over its whole area; `colour` and `pen` are keys of the element."""
    name = get_pattern_name(context, element[key])
    _, _, width, height = context.locate_box(element, 0.1)
    unit = context.value(element.get("unit", 6), 0.1)
    if width * height > MOST_REPEATS * unit * unit:
        count = int(width * height / unit / unit)
        raise context.fault(say("{count} repetitions; the limit is {most}", count=count, most=MOST_REPEATS))
    ink = context.colour(element.get(colour, "ink-soft")) or "#000000"
    group = context.text(str(element.get("group", "")))
    return _build_cloth(name, width, height, unit, ink, context.value(element.get(pen, 0.2), 0), group)


@lru_cache(maxsize=64)
def _build_cloth(name: str, width: float, height: float, unit: float, colour: str, pen: float, group: str) -> Frame:
    """A pattern over an area; one frame for all cards that show it, since it has thousands of lines."""
    shape = build_pattern_shape(name, (0, 0, width, height), unit, colour, pen, group)
    return Frame(f"pattern/{name}", width, height, (shape,))


@lru_cache(maxsize=8)
def _build_outlines(file: Path, context: Path | None = None) -> dict[str, Outline]:
    """The rounded outlines of the features of a file and of `context`, mm; for equal names that of `file`."""
    shapes = [read_shapes(each) for each in (file, context) if each is not None]
    land = (each.polygons[name] for each in shapes for name in each.polygons if each.kinds[name] != "lake")
    corners = find_junctions(chain.from_iterable(land))
    return {name: round_corners(land, corners) for each in reversed(shapes) for name, land in each.polygons.items()}


def get_pattern_name(context: FaceContext, value: object) -> str:
    """The name of a pattern, as a face gives it; a fault if there is no such pattern."""
    name = context.text(str(value))
    if name not in PATTERNS:
        names = join_with_commas(PATTERNS)
        raise context.fault(say("'{name}' is not a pattern; the patterns are {names}", name=name, names=names))
    return name


def _get_map_files(context: FaceContext, element: Element) -> tuple[Path, Path | None]:
    """The file of a map, and the file of the land around it if the map names one."""
    names = (context.text(element[key]) for key in ("file", "context") if key in element)
    file, *rest = (context.get_file(name, say("there is no map '{file}'", file=name)) for name in names)
    return file, rest[0] if rest else None


def _get_outline(context: FaceContext, name: str, land_outlines: Mapping[str, Outline]) -> Outline:
    if name not in land_outlines:
        raise context.fault(say("the map has no '{name}'", name=name))
    return land_outlines[name]


KINDS: dict[str, Drawer] = {"map": _draw_map, "land": _draw_land, "pattern": _draw_pattern}
