"""Nets with pictures: no line runs across them, ticks outside the cut tell where one would.

A ruler joins two ticks: to score a fold, or to prick the ends of the line at which something is glued inside.
"""

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise

from companion.press.frame.colour import INDIGO, INK, SOFT, VERMILION
from companion.press.frame.frame import Item, Shape, Text, Use, line, polygon
from companion.press.frame.loops import away_from, inside
from companion.press.frame.matrix import Matrix
from companion.press.frame.overlays import Area, less, meets, mitred, together
from companion.press.frame.trims import shifted
from companion.press.sheets.nets.net import Art, Edge, Net, Point, panel_edges

REACH = 4.0  # the distance that ticks and letters stand out from a net that has pictures, mm
TICK = (0.4, 1.7)  # the beginning and end of a tick, mm from the cut
NEAREST, FARTHEST = 1.5, 26.0  # folds and glue lines whose end lies farther from the cut get no tick, mm
BLEED = 1.0  # the overlap of a picture over the cut, mm
NEAR = 1e-4  # a corner as near a line as that lies on it, mm
HAIR = 0.05  # its overlap over a fold, mm: no white shows between two pictures


def pictures(net: Net) -> Iterator[Use]:
    """The picture of every panel that has one, over its cuts by a little, over its folds by a hair."""
    for panel in net.panels:
        if panel.art is None:
            continue
        others = together([each.area for each in net.panels if each is not panel])
        shown = less(mitred(panel.area, BLEED), [shifted(loop, -HAIR) for loop in others])
        clip = tuple(segment for loop in shown for segment in polygon(loop))
        yield Use(panel.art.frame, _onto(panel.art), clip)


def _onto(art: Art) -> Matrix:
    """The matrix from a picture to its upper edge on the net."""
    (x1, y1), (x2, y2) = art.edge
    a, b = (x2 - x1) / art.frame.width, (y2 - y1) / art.frame.width
    return Matrix(a, b, -b, a, x1, y1)


def ticks(net: Net, pen: float) -> Iterator[Item]:
    """Ticks for folds and glue lines, outside the cut of a net with pictures, and the letters of tabs."""
    whole = [loop for panel in net.panels for loop in panel.area]
    tabs = [panel.points for panel in net.panels if panel.letter]
    for fold in net.folds:
        colour = VERMILION if fold.angle > 0 else INDIGO
        for start, end in _beyond(_rays(fold.edge), whole, NEAREST):
            yield Shape(line(*start, *end), None, colour, pen, role="fold", group="tick")
    for panel in (each for each in net.panels if each.art):
        for mark in panel.marks:
            if min(away_from(centre(mark.edge), *side) for side in panel_edges(panel)) < 0.1:
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


def _beyond(rays: Iterable[Edge], whole: Area, most: float) -> Iterator[Edge]:
    """A tick where a ray leaves the net, if it does so within a length."""
    for begin, far in rays:
        length = math.dist(begin, far)
        reach = length if inside(far, whole) else length * max(meets((begin, far), whole, NEAR), default=0.0)
        if reach < most - 1:
            ux, uy = (far[0] - begin[0]) / length, (far[1] - begin[1]) / length
            near, end = reach + TICK[0], reach + TICK[1]
            yield (begin[0] + ux * near, begin[1] + uy * near), (begin[0] + ux * end, begin[1] + uy * end)


def _crossed(ray: Edge, tabs: Area) -> Edge | None:
    """The stretch of a ray that runs over a tab."""
    (x1, y1), (x2, y2) = ray
    parts = [0.0, *meets(ray, tabs, NEAR), 1.0]
    ways = [(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part) for part in parts]
    over = [edge for edge in pairwise(ways) if math.dist(*edge) > NEAR and inside(centre(edge), tabs)]
    if not over or math.dist(over[0][0], over[-1][1]) < 2:
        return None
    return over[0][0], over[-1][1]


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
