"""A net on paper: cut lines, mountain and valley folds in two line styles, glue tabs with their letters.

Where a panel is printed with a picture, ticks outside the cut stand for the lines that would run across it.
"""

import math
from collections.abc import Iterator
from itertools import product

from companion.press.frame import fonts
from companion.press.frame.colour import INDIGO, INK, SOFT, VERMILION
from companion.press.frame.frame import Frame, Item, Outline, Shape, Text, line, polygon
from companion.press.frame.loops import Loop, turned
from companion.press.frame.outlines import bounds
from companion.press.frame.overlays import less, together
from companion.press.frame.trims import holding, shifted
from companion.press.sheets.nets.net import Edge, Net, Point, extent, moved, rectangle
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
    return sorted(map(_from_the_top, together([panel.area for panel in net.panels], digits=4)))


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
    panel = max(net.panels, key=lambda each: abs(turned(each.points)))
    wide, high = to_millimetres(fonts.width(title, "bold", size)), 0.4 * size
    taken: list[Loop] = [_round_about(mark.edge, 4.5) for mark in panel.marks]
    if panel.letter:
        x, y = centre(panel.points)
        taken.append(rectangle(x - 2.5, y - 2.5, 5, 5))
    free = less([shifted(loop, -0.8) for loop in panel.area], taken)
    if not free:
        return
    outline = tuple(segment for loop in free for segment in polygon(loop))
    left, top, right, bottom = bounds(outline)
    middle, holds = ((left + right) / 2, (top + bottom) / 2), holding(outline)
    for scale, steps in ((1.0, 24), (0.85, 24), (0.75, 80), (0.5, 24), (0.3, 24)):
        places: list[tuple[float, int, float, float, int]] = []
        for turn, column, row in product((0, 90), range(steps + 1), range(steps + 1)):
            x, y = left + (right - left) * column / steps, top + (bottom - top) * row / steps
            places.append((round(math.dist((x, y), middle), 6), len(places), x, y, turn))
        for _, _, x, y, turn in sorted(places):
            across, down = (wide * scale, high * scale) if turn == 0 else (high * scale, wide * scale)
            if holds((x - across / 2, y - down / 2, x + across / 2, y + down / 2)):
                drop = 0.125 * size * scale
                x, y = (x, y + drop) if turn == 0 else (x - drop, y)
                yield Text(title, x, y, size * scale, "bold", INK, "middle", turn, role="title")
                return


def _round_about(edge: Edge, distance: float) -> Loop:
    """The line so far round a straight one, mm."""
    (x1, y1), (x2, y2) = edge
    first = math.atan2(x1 - x2, y2 - y1)
    half = [
        (distance * math.cos(angle), distance * math.sin(angle))
        for angle in (first + math.pi * step / 32 for step in range(33))
    ]
    return tuple([(x2 + x, y2 + y) for x, y in half] + [(x1 - x, y1 - y) for x, y in half])
