"""Drawing land from a GeoJSON file on a face: a whole small map, a window of it, or one province large."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path

from companion.data.shapes import ShapeSheet, read_shapes
from companion.press.face.land.patterns import pattern_shape
from companion.press.face.land.rounding import meetings, rounded
from companion.press.frame.frame import Frame, Item, Outline, Shape, Use, rect
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import bounds, moved

__all__ = ["Area", "MapInk", "draw_land", "draw_map", "outlines"]


@dataclass(frozen=True, slots=True)
class Area:
    """A place on a face.

    Attributes:
        x: Left edge, mm.
        y: Upper edge, mm.
        width: mm.
        height: mm.
    """

    x: float
    y: float
    width: float
    height: float

    @property
    def outline(self) -> Outline:
        """Its border."""
        return rect(self.x, self.y, self.width, self.height)


@dataclass(frozen=True, slots=True)
class MapInk:
    """The colours of a small map, each ``#rrggbb`` or ``None`` for not drawn.

    Attributes:
        fill: The land of the file.
        stroke: Its borders.
        width: Of the borders, mm on the face.
        neutral: Land of the second file.
        water: Lakes of the second file.
    """

    fill: str | None
    stroke: str | None
    width: float
    neutral: str | None
    water: str | None


@lru_cache(maxsize=8)
def outlines(file: Path, context: Path | None = None) -> dict[str, Outline]:
    """Every feature of a file, and of a second one round it, with corners rounded alike; mm of the file.

    Args:
        file: The land that matters; its names win.
        context: What lies round it.
    """
    sheets = [read_shapes(each) for each in (file, context) if each is not None]
    land = [
        polygons for sheet in sheets for name, polygons in sheet.named.items() if sheet.kinds[name] != "lake"
    ]
    sharp = meetings(chain.from_iterable(land))
    return {
        name: rounded(polygons, sharp) for sheet in reversed(sheets) for name, polygons in sheet.named.items()
    }


def draw_map(
    area: Area, file: Path, context: Path | None, ink: MapInk, around: str = "", across: float = 0.0
) -> tuple[Matrix, Iterator[Item]]:
    """Draw a map, or a window of it, into an area of a face.

    Args:
        area: Where; the map fits its width, and is cut at its height.
        file: The GeoJSON file.
        context: A second file with neutral land and lakes, or ``None``.
        ink: Its colours.
        around: The feature in whose middle the window stands; the whole map when empty.
        across: How much of the map the window shows, mm of the file.

    Returns:
        How mm of the file lie on the face, and what is drawn. The map itself is one frame however
        often it is placed, so it is stored once in a PDF.
    """
    sheet = read_shapes(file)
    scale = area.width / (across or sheet.width)
    left, top = 0.0, (sheet.height - area.height / scale) / 2
    if around:
        x1, y1, x2, y2 = bounds(outlines(file, context)[around])
        left, top = (x1 + x2 - area.width / scale) / 2, (y1 + y2 - area.height / scale) / 2
        left = min(max(left, 0.0), max(0.0, sheet.width - area.width / scale))
        top = min(max(top, 0.0), max(0.0, sheet.height - area.height / scale))
    matrix = Matrix.moved(-left, -top).then(Matrix.scaled(scale)).then(Matrix.moved(area.x, area.y))
    base = _base(file, context, ink, round(ink.width / scale, 4))
    return matrix, iter([Use(base, matrix, area.outline)])


def draw_land(
    area: Area, file: Path, context: Path | None, name: str, shape: Shape,
    pattern: tuple[str, float, str, float] | None = None,
) -> Iterator[Item]:  # fmt: skip
    """Draw one feature as large as an area allows, in its middle.

    Args:
        area: Where.
        file: The GeoJSON file.
        context: The second file, so that corners are rounded as on the map.
        name: The feature.
        shape: Its pen; the outline is replaced.
        pattern: Name, unit in mm, colour and width of lines of a pattern on it.
    """
    outline = outlines(file, context)[name]
    x1, y1, x2, y2 = bounds(outline)
    scale = min(area.width / (x2 - x1), area.height / (y2 - y1))
    matrix = (
        Matrix.moved(-(x1 + x2) / 2, -(y1 + y2) / 2)
        .then(Matrix.scaled(scale))
        .then(Matrix.moved(area.x + area.width / 2, area.y + area.height / 2))
    )
    placed = moved(outline, matrix)
    yield Shape(placed, fill=shape.fill, role=shape.role, group=shape.group)
    if pattern is not None:
        kind, unit, colour, width = pattern
        lines = pattern_shape(kind, (0, 0, area.width, area.height), unit, colour, width, shape.group)
        sheet = Frame(f"pattern/{kind}", area.width, area.height, (lines,))
        yield Use(sheet, Matrix.moved(area.x, area.y), placed)
    if shape.stroke:
        yield Shape(placed, stroke=shape.stroke, width=shape.width, dash=shape.dash, role=shape.role)


@lru_cache(maxsize=32)
def _base(file: Path, context: Path | None, ink: MapInk, width: float) -> Frame:
    drawn = outlines(file, context)
    items: list[Shape] = []
    if context is not None:
        around = read_shapes(context)
        items += _context(around, drawn, ink, width)
    sheet = read_shapes(file)
    items += [
        Shape(drawn[name], ink.fill, ink.stroke, width if ink.stroke else 0.0, role="land")
        for name in sheet.named
    ]
    if context is not None:
        items += [
            Shape(drawn[name], ink.water, ink.stroke, width if ink.stroke else 0.0, role="water")
            for name, kind in around.kinds.items()
            if kind == "lake" and ink.water
        ]
    return Frame(f"map/{file.stem}", sheet.width, sheet.height, tuple(items))


def _context(around: ShapeSheet, drawn: dict[str, Outline], ink: MapInk, width: float) -> Iterator[Shape]:
    for name, kind in around.kinds.items():
        if kind != "lake" and ink.neutral:
            yield Shape(drawn[name], ink.neutral, ink.stroke, width if ink.stroke else 0.0, role="neutral")
