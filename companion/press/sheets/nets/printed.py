"""Nets with pictures: no line runs across them, ticks outside the cut tell where one would.

A ruler joins two ticks: to score a fold, or to prick the ends of the line at which something is glued inside.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from companion.press.frame.colour import INDIGO, INK, SOFT, VERMILION
from companion.press.frame.frame import Item, Shape, Text, Use, line, polygon
from companion.press.frame.matrix import Matrix
from companion.press.sheets.nets.net import Art, Edge, Net, Point

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

REACH = 4.0  # the distance that ticks and letters stand out from a net that has pictures, mm
TICK = (0.4, 1.7)  # the beginning and end of a tick, mm from the cut
NEAREST, FARTHEST = 1.5, 26.0  # folds and glue lines whose end lies farther from the cut get no tick, mm
BLEED = 1.0  # the overlap of a picture over the cut, mm
HAIR = 0.05  # its overlap over a fold, mm: no white shows between two pictures


def pictures(net: Net) -> Iterator[Use]:
    """The picture of every panel that has one, over its cuts by a little, over its folds by a hair."""
    from shapely import Polygon
    from shapely.ops import unary_union

    flat = {panel.name: Polygon(panel.points, panel.holes) for panel in net.panels}
    for panel in net.panels:
        if panel.art is None:
            continue
        others = unary_union([shape for name, shape in flat.items() if name != panel.name])
        shown = flat[panel.name].buffer(BLEED, join_style="mitre").difference(others.buffer(-HAIR))
        rings = [
            ring for part in getattr(shown, "geoms", [shown]) for ring in (part.exterior, *part.interiors)
        ]
        clip = tuple(each for ring in rings for each in polygon(tuple((x, y) for x, y in ring.coords)[:-1]))
        yield Use(panel.art.frame, _onto(panel.art), clip)


def _onto(art: Art) -> Matrix:
    """The matrix from a picture to its upper edge on the net."""
    (x1, y1), (x2, y2) = art.edge
    a, b = (x2 - x1) / art.frame.width, (y2 - y1) / art.frame.width
    return Matrix(a, b, -b, a, x1, y1)


def ticks(net: Net, pen: float) -> Iterator[Item]:
    """Ticks for folds and glue lines, outside the cut of a net with pictures, and the letters of tabs."""
    from shapely import Point as Spot
    from shapely import Polygon
    from shapely.ops import unary_union

    whole = unary_union([Polygon(panel.points, panel.holes).buffer(1e-4) for panel in net.panels])
    tabs = unary_union([Polygon(panel.points) for panel in net.panels if panel.letter])
    for fold in net.folds:
        colour = VERMILION if fold.angle > 0 else INDIGO
        for start, end in _beyond(_rays(fold.edge), whole, NEAREST):
            yield Shape(line(*start, *end), None, colour, pen, role="fold", group="tick")
    for panel in (each for each in net.panels if each.art):
        for mark in panel.marks:
            (x1, y1), (x2, y2) = mark.edge
            if Polygon(panel.points).exterior.distance(Spot((x1 + x2) / 2, (y1 + y2) / 2)) < 0.1:
                yield _beside(mark.edge, mark.letter)
                continue
            for ray in _rays(mark.edge):
                across = _crossed(ray, tabs)
                if any(math.dist(ray[0], point) < NEAREST for point in panel.points):
                    continue  # a corner is seen as it is
                if across is not None:
                    yield _tick(across, pen)
                    yield letter(mark.letter, *centre(across), lift=1.5)
                    continue
                for start, end in _beyond([ray], whole, FARTHEST):
                    yield _tick((start, end), pen)
                    yield letter(mark.letter, *_past(start, end, 1.3))


def _tick(edge: Edge, pen: float) -> Shape:
    """A tick at the end of a line at which something is glued inside."""
    return Shape(line(*edge[0], *edge[1]), None, SOFT, pen, role="glue", group="tick")


def _rays(edge: Edge) -> Iterator[Edge]:
    """The continuations of a line beyond both its ends."""
    for here, there in (edge, edge[::-1]):
        yield there, _past(here, there, FARTHEST)


def _past(start: Point, end: Point, distance: float) -> Point:
    """The point so far beyond the end of a line."""
    part = distance / math.dist(start, end)
    return end[0] + (end[0] - start[0]) * part, end[1] + (end[1] - start[1]) * part


def _beyond(rays: Iterable[Edge], whole: BaseGeometry, most: float) -> Iterator[Edge]:
    """A tick where a ray leaves the net, if it does so within a length."""
    from shapely import LineString
    from shapely import Point as Spot

    for begin, far in rays:
        inside = LineString([begin, far]).intersection(whole)
        reach = max((Spot(begin).distance(Spot(at)) for at in _coordinates(inside)), default=0.0)
        if reach < most - 1:
            length = math.dist(begin, far)
            ux, uy = (far[0] - begin[0]) / length, (far[1] - begin[1]) / length
            near, end = reach + TICK[0], reach + TICK[1]
            yield (begin[0] + ux * near, begin[1] + uy * near), (begin[0] + ux * end, begin[1] + uy * end)


def _coordinates(shape: BaseGeometry) -> Iterator[Point]:
    for part in getattr(shape, "geoms", [shape]):
        yield from ((x, y) for x, y in part.coords)


def _crossed(ray: Edge, tabs: BaseGeometry) -> Edge | None:
    """The stretch of a ray that runs over a tab."""
    from shapely import LineString

    crossing = LineString(ray).intersection(tabs)
    if crossing.geom_type != "LineString" or crossing.length < 2:
        return None
    (x1, y1), (x2, y2) = crossing.coords[0], crossing.coords[-1]
    return (x1, y1), (x2, y2)


def letter(name: str, x: float, y: float, lift: float = 0.0) -> Text:
    """The letter of a tab; smaller where it is lifted above a tick; mm."""
    return Text(name, x, y + 1.2 - lift, 9 if not lift else 7, "bold", INK, "middle", role="glue")


def _beside(edge: Edge, letter: str) -> Text:
    """A letter outside the cut, beside an edge that the tab of this letter is glued to."""
    (x1, y1), (x2, y2) = edge
    x, y = x1 + (x2 - x1) * 0.22, y1 + (y2 - y1) * 0.22
    length = math.dist(*edge)
    nx, ny = -(y2 - y1) / length, (x2 - x1) / length
    return Text(letter, x - nx * 2.4, y - ny * 2.4 + 1, 7, "bold", SOFT, "middle", role="glue")


def centre(points: tuple[Point, ...]) -> Point:
    """The mean of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
