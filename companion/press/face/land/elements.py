"""Elements that draw land and patterns: ``map``, ``land`` and ``pattern``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.press.face.context import Drawer, FaceContext
from companion.press.face.land.drawing import Area, MapInk, draw_land, draw_map, outlines
from companion.press.face.land.patterns import PATTERNS, pattern_shape
from companion.press.face.schema import Element
from companion.press.frame.frame import Frame, Item, Shape, Use
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import moved
from companion.sentences import say

__all__ = ["KINDS", "pattern_name"]


def _map(context: FaceContext, element: Element) -> Iterator[Item]:
    """Land from a GeoJSON file in mm, whole or a window of it, some of its features marked."""
    file, surroundings = _geography(context, element)
    width = context.value(element.get("stroke_width", 0.15))
    ink = MapInk(
        context.colour(element.get("fill")), context.colour(element.get("stroke")), width,
        context.colour(element.get("neutral")), context.colour(element.get("water")),
    )  # fmt: skip
    area = _area(context, element)
    if element.get("sea"):
        yield Shape(area.outline, context.colour(element["sea"]), role="ground")
    around = _feature(context, element, "around", file, surroundings)
    matrix, items = draw_map(area, file, surroundings, ink, around, context.value(element.get("across", 0)))
    yield from items
    for name in filter(None, context.text(str(element.get("mark", ""))).split("|")):
        marked = _feature(context, {"mark": name.strip()}, "mark", file, surroundings)
        pen = {key.removeprefix("mark_"): value for key, value in element.items() if key.startswith("mark_")}
        drawn = context.shape(pen, moved(outlines(file, surroundings)[marked], matrix))
        yield Use(
            Frame(f"mark/{marked}", area.x + area.width, area.y + area.height, (drawn,)), clip=area.outline
        )


def _land(context: FaceContext, element: Element) -> Iterator[Item]:
    """One feature of a GeoJSON file, as large as its box allows."""
    file, surroundings = _geography(context, element)
    name = _feature(context, element, "name", file, surroundings)
    pattern = None
    if element.get("pattern"):
        colour = context.colour(element.get("pattern_colour", "ink-soft")) or "#000000"
        unit, width = context.value(element.get("unit", 6)), context.value(element.get("pattern_width", 0.2))
        pattern = (pattern_name(context, element["pattern"]), unit, colour, width)
    yield from draw_land(
        _area(context, element), file, surroundings, name, context.shape(element, ()), pattern
    )


def _pattern(context: FaceContext, element: Element) -> Iterator[Item]:
    """A pattern of Japanese cloth over a rectangle."""
    area = _area(context, element)
    name = pattern_name(context, element["name"])
    lines = pattern_shape(
        name, (0, 0, area.width, area.height), context.value(element.get("unit", 6)),
        context.colour(element.get("colour", "ink-soft")) or "#000000",
        context.value(element.get("stroke_width", 0.2)), context.text(str(element.get("group", ""))),
    )  # fmt: skip
    yield Use(
        Frame(f"pattern/{name}", area.width, area.height, (lines,)),
        Matrix.moved(area.x, area.y),
        area.outline,
    )


def _area(context: FaceContext, element: Element) -> Area:
    x, y = context.at(element)
    return Area(x, y, context.value(element["width"]), context.value(element["height"]))


def pattern_name(context: FaceContext, given: object) -> str:
    """The pattern that a face names; a fault of the face for any other word."""
    name = context.text(str(given))
    if name not in PATTERNS:
        raise context.fault(
            say("'{name}' is not a pattern; the patterns are {names}", name=name, names=", ".join(PATTERNS))
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
    if name and name not in outlines(file, surroundings):
        raise context.fault(say("the map has no '{name}'", name=name))
    return name


KINDS: dict[str, Drawer] = {"map": _map, "land": _land, "pattern": _pattern}
