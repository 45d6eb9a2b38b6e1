"""Elements that draw land and patterns: ``map``, ``land`` and ``pattern``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.paths import assets
from companion.press.frame import Frame, Item, Shape, Use
from companion.press.land.drawing import Area, MapInk, draw_land, draw_map, outlines
from companion.press.land.patterns import PATTERNS, pattern_shape
from companion.press.matrix import Matrix
from companion.press.outlines import moved
from companion.press.pens import Element, at, shape
from companion.sentences import say

if TYPE_CHECKING:
    from companion.press.layout import Setting

__all__ = ["KINDS"]


def _map(setting: Setting, element: Element) -> Iterator[Item]:
    """Land from a GeoJSON file in mm, whole or a window of it, some of its features marked."""
    file, context = _geography(setting, element)
    width = setting.value(element.get("stroke_width", 0.15))
    ink = MapInk(
        setting.colour(element.get("fill")), setting.colour(element.get("stroke")), width,
        setting.colour(element.get("neutral")), setting.colour(element.get("water")),
    )  # fmt: skip
    area = _area(setting, element)
    if element.get("sea"):
        yield Shape(area.outline, setting.colour(element["sea"]), role="ground")
    around = _feature(setting, element, "around", file, context)
    matrix, items = draw_map(area, file, context, ink, around, setting.value(element.get("across", 0)))
    yield from items
    for name in filter(None, setting.text(str(element.get("mark", ""))).split("|")):
        marked = _feature(setting, {"mark": name.strip()}, "mark", file, context)
        pen = {key.removeprefix("mark_"): value for key, value in element.items() if key.startswith("mark_")}
        drawn = shape(setting, pen, moved(outlines(file, context)[marked], matrix))
        yield Use(
            Frame(f"mark/{marked}", area.x + area.width, area.y + area.height, (drawn,)), clip=area.outline
        )


def _land(setting: Setting, element: Element) -> Iterator[Item]:
    """One feature of a GeoJSON file, as large as its box allows."""
    file, context = _geography(setting, element)
    name = _feature(setting, element, "name", file, context)
    pattern = None
    if element.get("pattern"):
        colour = setting.colour(element.get("pattern_colour", "ink-soft")) or "#000000"
        unit, width = setting.value(element.get("unit", 6)), setting.value(element.get("pattern_width", 0.2))
        pattern = (_pattern_name(setting, element["pattern"]), unit, colour, width)
    yield from draw_land(_area(setting, element), file, context, name, shape(setting, element, ()), pattern)


def _pattern(setting: Setting, element: Element) -> Iterator[Item]:
    """A pattern of Japanese cloth over a rectangle."""
    area = _area(setting, element)
    name = _pattern_name(setting, element["name"])
    lines = pattern_shape(
        name, (0, 0, area.width, area.height), setting.value(element.get("unit", 6)),
        setting.colour(element.get("colour", "ink-soft")) or "#000000",
        setting.value(element.get("stroke_width", 0.2)), setting.text(str(element.get("group", ""))),
    )  # fmt: skip
    yield Use(
        Frame(f"pattern/{name}", area.width, area.height, (lines,)),
        Matrix.moved(area.x, area.y),
        area.outline,
    )


def _area(setting: Setting, element: Element) -> Area:
    x, y = at(setting, element)
    return Area(x, y, setting.value(element["width"]), setting.value(element["height"]))


def _pattern_name(setting: Setting, given: object) -> str:
    name = setting.text(str(given))
    if name not in PATTERNS:
        raise setting.fault(
            say("'{name}' is no pattern; the patterns are {names}", name=name, names=", ".join(PATTERNS))
        )
    return name


def _geography(setting: Setting, element: Element) -> tuple[Path, Path | None]:
    """The map files: beside the face, else among the game's assets."""
    found: list[Path | None] = []
    for key in ("file", "context"):
        if key == "context" and key not in element:
            found.append(None)
            continue
        name = setting.text(element[key])
        beside = setting.face.file.parent / name
        shipped = assets() / "games" / setting.face.file.parent.name / name
        file = next((each for each in (beside, shipped) if each.is_file()), None)
        if file is None:
            raise setting.fault(say("there is no map '{file}'", file=name))
        found.append(file)
    return found[0] or Path(), found[1]


def _feature(setting: Setting, element: Element, key: str, file: Path, context: Path | None) -> str:
    name = setting.text(str(element.get(key, "")))
    if name and name not in outlines(file, context):
        raise setting.fault(say("the map has no '{name}'", name=name))
    return name


KINDS = {"map": _map, "land": _land, "pattern": _pattern}
