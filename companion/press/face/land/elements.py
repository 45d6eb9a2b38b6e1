"""Elements that draw land from GeoJSON files in mm, and patterns: ``map``, ``land`` and ``pattern``."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, pairwise
from pathlib import Path

from companion.data.shapes import read_shapes
from companion.press.face.context import MOST_REPEATS, Drawer, FaceContext
from companion.press.face.land.patterns import PATTERNS, pattern_shape
from companion.press.face.land.rounding import meetings, rounded
from companion.press.face.schema import Element
from companion.press.frame.frame import Frame, Item, Outline, Shape, Use, rect
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import bounds, moved
from companion.sentences import listed, say


def _map(context: FaceContext, element: Element) -> Iterator[Item]:
    """Land from a file, whole or a window of it, some of its features marked.

    The map itself is one frame however often it is placed, so it is stored once in a PDF.
    """
    file, surroundings = _geography(context, element)
    pen = context.value(element.get("stroke_width", 0.15), 0)
    fill, stroke, neutral, water = (
        context.colour(element.get(key)) for key in ("fill", "stroke", "neutral", "water")
    )
    x, y, width, height = _area(context, element)
    box = rect(x, y, width, height)
    if element.get("sea"):
        yield Shape(box, context.colour(element["sea"]), role="ground", group="sea")
    around = _feature(context, element, "around", file, surroundings)
    drawn, sheet = _outlines(file, surroundings), read_shapes(file)
    scale = width / (context.value(element.get("across", 0), 0) or sheet.width)
    left, top = 0.0, (sheet.height - height / scale) / 2
    if around:
        x1, y1, x2, y2 = bounds(drawn[around])
        left, top = (x1 + x2 - width / scale) / 2, (y1 + y2 - height / scale) / 2
        rim = 8.0 if surroundings else 0.0  # mm of land that the second file has beyond the sheet
        left = min(max(left, -rim), max(-rim, sheet.width + rim - width / scale))
        safe = context.value(context.face.size[0]) - context.value(context.face.safe)
        left = max(left, x2 - (safe - x) / scale)  # the open sea, rather than to cut its land off
        top = min(max(top, -rim), max(-rim, sheet.height + rim - height / scale))
    matrix = Matrix.moved(-left, -top).then(Matrix.scaled(scale)).then(Matrix.moved(x, y))
    pen = round(pen / scale, 4) if stroke else 0.0
    yield Use(_base(file, surroundings, pen, fill, stroke, neutral, water), matrix, box)
    for name in filter(None, context.text(str(element.get("mark", ""))).split("|")):
        marked = _feature(context, {"mark": name.strip()}, "mark", file, surroundings)
        look = {key.removeprefix("mark_"): value for key, value in element.items() if key.startswith("mark_")}
        shape = context.shape(look, moved(drawn[marked], matrix))
        items: list[Item] = [shape]
        if "mark_pattern" in element:
            lines = _lines(context, element, "mark_pattern", "mark_pattern_colour", "mark_pattern_width")
            broad = _broad(shape.outline, 4 * shape.width)
            line = shape._replace(outline=broad, fill=None, role="border", group="")
            halo = line._replace(stroke=context.colour(element.get("mark_halo")), width=2.4 * line.width)
            items = [shape._replace(stroke=None), Use(lines, Matrix.moved(x, y), shape.outline), halo, line]
        yield Use(Frame(f"mark/{marked}", x + width, y + height, tuple(items)), clip=box)


def _broad(outline: Outline, least: float) -> Outline:
    """The pieces of land broader than so many mm, or all: a heavy line round an islet is a blot."""
    starts = [index for index, (letter, _) in enumerate(outline) if letter == "M"]
    pieces = [(*bounds(outline[a:b]), outline[a:b]) for a, b in pairwise([*starts, len(outline)])]
    broad = [each for x1, y1, x2, y2, each in pieces if min(x2 - x1, y2 - y1) > least]
    return tuple(chain.from_iterable(broad)) or outline


@lru_cache(maxsize=32)
def _base(
    file: Path,
    context: Path | None,
    pen: float,
    fill: str | None,
    stroke: str | None,
    neutral: str | None,
    water: str | None,
) -> Frame:
    """A whole map in its own mm: neutral land of the second file, the land, lakes of the second file."""
    drawn, sheet = _outlines(file, context), read_shapes(file)
    around = read_shapes(context).kinds if context else {}
    layers = [
        ([name for name, kind in around.items() if kind != "lake" and neutral], neutral, "neutral"),
        (list(sheet.named), fill, "land"),
        ([name for name, kind in around.items() if kind == "lake" and water], water, "water"),
    ]
    items = [Shape(drawn[name], ink, stroke, pen, role=role) for names, ink, role in layers for name in names]
    return Frame(f"map/{file.stem}", sheet.width, sheet.height, tuple(items))


def _land(context: FaceContext, element: Element) -> Iterator[Item]:
    """One feature of a file, as large as its box allows, in its middle; with or without a pattern on it."""
    file, surroundings = _geography(context, element)
    name = _feature(context, element, "name", file, surroundings)
    lines = None
    if element.get("pattern"):
        lines = _lines(context, element, "pattern", "pattern_colour", "pattern_width")
    x, y, width, height = _area(context, element)
    shape = context.shape(element, ())
    outline = _outlines(file, surroundings)[name]
    x1, y1, x2, y2 = bounds(outline)
    scale = min(width / (x2 - x1), height / (y2 - y1))
    middle = Matrix.moved(-(x1 + x2) / 2, -(y1 + y2) / 2)
    onto = middle.then(Matrix.scaled(scale)).then(Matrix.moved(x + width / 2, y + height / 2))
    placed = moved(outline, onto)
    yield Shape(placed, fill=shape.fill, role=shape.role, group=shape.group)
    if lines is not None:
        yield Use(lines, Matrix.moved(x, y), placed)
    if shape.stroke:
        yield Shape(placed, stroke=shape.stroke, width=shape.width, dash=shape.dash, role=shape.role)


def _pattern(context: FaceContext, element: Element) -> Iterator[Item]:
    """A pattern of Japanese cloth over a rectangle."""
    x, y, width, height = _area(context, element)
    lines = _lines(context, element, "name", "colour", "stroke_width")
    yield Use(lines, Matrix.moved(x, y), rect(x, y, width, height))


def _lines(context: FaceContext, element: Element, key: str, colour: str, pen: str) -> Frame:
    """The pattern that an element names, over all of its area; its colour and pen stand under these keys."""
    name = pattern_name(context, element[key])
    _, _, width, height = _area(context, element)
    unit = context.value(element.get("unit", 6), 0.1)
    if width * height > MOST_REPEATS * unit * unit:
        count = int(width * height / unit / unit)
        raise context.fault(say("{count} repetitions are more than {most}", count=count, most=MOST_REPEATS))
    ink = context.colour(element.get(colour, "ink-soft")) or "#000000"
    group = context.text(str(element.get("group", "")))
    return _cloth(name, width, height, unit, ink, context.value(element.get(pen, 0.2), 0), group)


@lru_cache(maxsize=64)
def _cloth(name: str, width: float, height: float, unit: float, colour: str, pen: float, group: str) -> Frame:
    """A pattern over an area; one frame for all cards that show it, since it has thousands of lines."""
    shape = pattern_shape(name, (0, 0, width, height), unit, colour, pen, group)
    return Frame(f"pattern/{name}", width, height, (shape,))


def _area(context: FaceContext, element: Element) -> tuple[float, float, float, float]:
    x, y = context.at(element)
    return x, y, context.value(element["width"], 0.1), context.value(element["height"], 0.1)


@lru_cache(maxsize=8)
def _outlines(file: Path, context: Path | None = None) -> dict[str, Outline]:
    """Every feature of a file and of one round it, whose names yield; corners rounded alike; mm."""
    shapes = [read_shapes(each) for each in (file, context) if each is not None]
    land = (each.named[name] for each in shapes for name in each.named if each.kinds[name] != "lake")
    sharp = meetings(chain.from_iterable(land))
    return {name: rounded(land, sharp) for each in reversed(shapes) for name, land in each.named.items()}


def pattern_name(context: FaceContext, given: object) -> str:
    """The pattern that a face names; a fault of the face for any other word."""
    name = context.text(str(given))
    if name not in PATTERNS:
        names = listed(PATTERNS)
        raise context.fault(
            say("'{name}' is not a pattern; the patterns are {names}", name=name, names=names)
        )
    return name


def _geography(context: FaceContext, element: Element) -> tuple[Path, Path | None]:
    """The file of a map, and that of the land around it where it names one."""

    def found(key: str) -> Path:
        name = context.text(element[key])
        return context.file(name, say("there is no map '{file}'", file=name))

    return found("file"), found("context") if "context" in element else None


def _feature(context: FaceContext, element: Element, key: str, file: Path, surroundings: Path | None) -> str:
    name = context.text(str(element.get(key, "")))
    if name and name not in _outlines(file, surroundings):
        raise context.fault(say("the map has no '{name}'", name=name))
    return name


KINDS: dict[str, Drawer] = {"map": _map, "land": _land, "pattern": _pattern}
