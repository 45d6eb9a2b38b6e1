"""A net on paper: cut lines, mountain and valley folds in two line styles, glue tabs with their letters.

Where a panel is printed with a picture, ticks outside the cut stand for the lines that would run across it.
"""

import math
from collections.abc import Iterator
from itertools import product

from companion.press.frame import fonts
from companion.press.frame.colour import INDIGO, INK, SOFT, VERMILION
from companion.press.frame.frame import Frame, Item, Outline, Shape, Text, line, polygon
from companion.press.sheets.nets.net import Edge, Net, Point, extent, moved
from companion.press.sheets.nets.printed import REACH, centre, letter, pictures, ticks
from companion.units import to_millimetres

CUT = 0.35  # width of a cut line, mm
FOLD = 0.3  # width of a fold line, mm
MOUNTAIN = (4.0, 1.3, 0.3, 1.3)  # dash and dot: fold away from the printed side, mm
VALLEY = (2.2, 1.6)  # dashes: fold towards the printed side, mm
TAB = "#efe6d2"
EDGE = 0.5  # left free round a net, mm


def draw_net(net: Net, title: str, size: float = 8.0) -> Frame:
    """Draw a net in a frame of its size; the title, in points at most, stands on its largest panel."""
    left, top, right, bottom = extent(net)
    net = moved(net, EDGE - left, EDGE - top)
    printed = any(panel.art for panel in net.panels)
    items: list[Item] = list(pictures(net)) if printed else []
    items += [
        Shape(polygon(panel.points), TAB, role="tab", group=panel.letter)
        for panel in net.panels
        if panel.letter
    ]
    pen = FOLD / 2 if printed else CUT
    items += [Shape(polygon(ring), None, INK, pen, role="cut") for ring in cut_lines(net)]
    if printed:
        items += ticks(net, FOLD)
    else:
        items += [fold_shape(fold.edge, fold.angle) for fold in net.folds]
    for panel in net.panels:
        if panel.letter:  # upright
            items.append(letter(panel.letter, *centre(panel.points)))
        for mark in () if printed else panel.marks:
            items.append(_goal(mark.edge, mark.letter))
    items += () if printed else _title(net, title, size)
    width, height = right - left + 2 * EDGE, bottom - top + 2 * EDGE
    return Frame(f"net/{net.name}", width, height, tuple(items), REACH if printed else 0.0)


def fold_shape(edge: Edge, angle: float) -> Shape:
    """A fold line: dashes and dots for a mountain, dashes for a valley, dots for a joint that stays flat."""
    outline: Outline = line(*edge[0], *edge[1])
    if angle > 0:
        return Shape(outline, None, VERMILION, FOLD, MOUNTAIN, "fold", "mountain")
    if angle < 0:
        return Shape(outline, None, INDIGO, FOLD, VALLEY, "fold", "valley")
    return Shape(outline, None, SOFT, FOLD, (0.3, 1.2), "fold", "joint")


def cut_lines(net: Net) -> list[tuple[Point, ...]]:
    """The lines for the scissors: round all panels together, and round every hole."""
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


def _goal(edge: Edge, letter: str) -> Text:
    """A letter beside the edge, or line, that its tab is glued to, on the side where the tab will lie."""
    (x1, y1), (x2, y2) = edge
    part = 0.22 if (x1, y1) < (x2, y2) else 0.78
    x, y = x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
    length = math.dist(*edge)
    nx, ny = -(y2 - y1) / length, (x2 - x1) / length
    return Text(letter, x + nx * 3, y + ny * 3 + 1.2, 9, "bold", SOFT, "middle", role="glue")


def _title(net: Net, title: str, size: float) -> Iterator[Item]:
    """The name of the part, on its largest panel, clear of holes, glue lines and its letter."""
    from shapely import LineString, Polygon, box, prepare

    panel = max(net.panels, key=lambda each: Polygon(each.points).area)
    wide, high = to_millimetres(fonts.width(title, "bold", size)), 0.4 * size
    free = Polygon(panel.points, panel.holes).buffer(-0.8)
    for mark in panel.marks:
        free = free.difference(LineString(mark.edge).buffer(4.5))
    if panel.letter:
        x, y = centre(panel.points)
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
            x, y = best[1], best[2]
            drop = 0.125 * size * scale
            x, y = (x, y + drop) if best[3] == 0 else (x - drop, y)
            yield Text(title, x, y, size * scale, "bold", INK, "middle", best[3], role="title")
            return
