"""A net on paper: cut lines, mountain and valley folds in two line styles, glue tabs with their letters."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import product

from companion.press.frame import fonts
from companion.press.frame.colour import INDIGO, INK, SOFT, VERMILION
from companion.press.frame.frame import Frame, Item, Outline, Shape, Text, line, polygon
from companion.press.sheets.nets.net import Edge, Net, Point, extent
from companion.units import to_millimetres

__all__ = ["MOUNTAIN", "TAB", "VALLEY", "cut_lines", "draw_net", "fold_shape"]

CUT = 0.35
"""Width of a cut line, mm."""
FOLD = 0.3
"""Width of a fold line, mm."""
MOUNTAIN = (4.0, 1.3, 0.3, 1.3)
"""Dash and dot: fold away from the printed side, mm."""
VALLEY = (2.2, 1.6)
"""Dashes: fold towards the printed side, mm."""
TAB = "#efe6d2"
EDGE = 0.5
"""Left free round a net, mm."""


def draw_net(net: Net, title: str, marks: Mapping[str, str], size: float = 8.0) -> Frame:
    """Draw a net.

    Args:
        net: The net.
        title: What stands on its largest panel.
        marks: Words beside glue lines, by their key.
        size: Of the title, points; smaller where there is less room.

    Returns:
        A frame as large as the net; its upper left corner is the frame's origin.
    """
    left, top, right, bottom = extent(net)
    dx, dy = EDGE - left, EDGE - top

    def at(point: Point) -> Point:
        return point[0] + dx, point[1] + dy

    items: list[Item] = [
        Shape(polygon(tuple(map(at, panel.points))), TAB, role="tab", group=panel.letter)
        for panel in net.panels
        if panel.letter
    ]
    items += [Shape(polygon(tuple(map(at, ring))), None, INK, CUT, role="cut") for ring in cut_lines(net)]
    items += [fold_shape((at(fold.edge[0]), at(fold.edge[1])), fold.angle) for fold in net.folds]
    for panel in net.panels:
        if panel.letter:  # upright
            x, y = at(_middle(panel.points))
            items.append(Text(panel.letter, x, y + 1.2, 9, "bold", INK, "middle", role="glue"))
        for mark in panel.marks:
            edge = at(mark.edge[0]), at(mark.edge[1])
            if mark.letter:
                items.append(_goal(edge, mark.letter))
            else:
                items += _mark(edge, marks.get(mark.word, ""))
    items += _title(net, title, at, size)
    return Frame(f"net/{net.name}", right - left + 2 * EDGE, bottom - top + 2 * EDGE, tuple(items))


def fold_shape(edge: Edge, angle: float) -> Shape:
    """A fold line: dashes and dots for a mountain, dashes for a valley, dots for a joint that stays flat."""
    outline: Outline = line(*edge[0], *edge[1])
    if angle > 0:
        return Shape(outline, None, VERMILION, FOLD, MOUNTAIN, "fold", "mountain")
    if angle < 0:
        return Shape(outline, None, INDIGO, FOLD, VALLEY, "fold", "valley")
    return Shape(outline, None, SOFT, FOLD, (0.3, 1.2), "fold", "joint")


def cut_lines(net: Net) -> list[tuple[Point, ...]]:
    """Where the scissors go: round all panels together, and round every hole."""
    from shapely import Polygon, set_precision
    from shapely.ops import unary_union

    whole = unary_union([set_precision(Polygon(panel.points, panel.holes), 1e-4) for panel in net.panels])
    rings = []
    for part in getattr(whole, "geoms", [whole]):
        for ring in (part.exterior, *part.interiors):
            rings.append(_from_the_top(tuple((x, y) for x, y in ring.coords)[:-1]))
    return sorted(rings)


def _from_the_top(ring: tuple[Point, ...]) -> tuple[Point, ...]:
    """A ring begun at its uppermost, leftmost point and run clockwise, whoever made it."""
    following = ring[1:] + ring[:1]
    if sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, following, strict=True)) < 0:
        ring = ring[::-1]
    start = min(range(len(ring)), key=lambda index: ring[index][::-1])
    return ring[start:] + ring[:start]


def _mark(edge: Edge, words: str) -> Iterator[Item]:
    """A thin line where something is glued, with a word above it."""
    yield Shape(line(*edge[0], *edge[1]), None, SOFT, 0.25, (0.8, 0.8), "glue")
    if words:
        (x1, y1), (x2, y2) = edge
        if x1 > x2:
            x1, y1, x2, y2 = x2, y2, x1, y1
        turn = math.degrees(math.atan2(y2 - y1, x2 - x1))
        length = math.dist(*edge)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        x, y = (x1 + x2) / 2 + uy * 1.0, (y1 + y2) / 2 - ux * 1.0
        yield Text(words, x, y, 6.5, colour=SOFT, anchor="middle", turn=turn, role="glue")


def _goal(edge: Edge, letter: str) -> Text:
    """A letter beside the edge, or line, that the tab of this letter is glued to; where the tab will lie."""
    (x1, y1), (x2, y2) = edge
    part = 0.22 if (x1, y1) < (x2, y2) else 0.78  # clear of the words in the middle
    x, y = x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
    length = math.dist(*edge)
    nx, ny = -(y2 - y1) / length, (x2 - x1) / length
    return Text(letter, x + nx * 3, y + ny * 3 + 1.2, 9, "bold", SOFT, "middle", role="glue")


def _title(net: Net, title: str, at: Callable[[Point], Point], size: float) -> Iterator[Item]:
    """The name of the part, on its largest panel, clear of holes, glue lines and its letter."""
    from shapely import LineString, Polygon, box, prepare

    panel = max(net.panels, key=lambda each: Polygon(each.points).area)
    wide, high = to_millimetres(fonts.width(title, "bold", size)), 0.4 * size
    free = Polygon(panel.points, panel.holes).buffer(-0.8)
    for mark in panel.marks:
        free = free.difference(LineString(mark.edge).buffer(4.5))
    if panel.letter:
        x, y = _middle(panel.points)
        free = free.difference(box(x - 2.5, y - 2.5, x + 2.5, y + 2.5))
    left, top, right, bottom = free.bounds
    middle = ((left + right) / 2, (top + bottom) / 2)
    prepare(free)
    for scale, steps in ((1.0, 24), (0.85, 24), (0.75, 80), (0.5, 24), (0.3, 24)):
        best: tuple[float, float, float, int] | None = None
        for turn, column, row in product((0, 90), range(steps + 1), range(steps + 1)):
            across, down = (wide * scale, high * scale) if turn == 0 else (high * scale, wide * scale)
            x, y = left + (right - left) * column / steps, top + (bottom - top) * row / steps
            far = math.dist((x, y), middle)
            if (best is None or far < best[0]) and free.contains(
                box(x - across / 2, y - down / 2, x + across / 2, y + down / 2)
            ):
                best = (far, x, y, turn)
        if best is not None:
            x, y = at((best[1], best[2]))
            drop = 0.125 * size * scale
            x, y = (x, y + drop) if best[3] == 0 else (x - drop, y)
            yield Text(title, x, y, size * scale, "bold", INK, "middle", best[3], role="title")
            return


def _middle(points: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
