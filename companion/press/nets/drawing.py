"""Draw a net: cut lines, mountain and valley folds in two line styles, glue tabs with their letters.

No line crosses a panel with a dark picture: ticks outside the cut show where it would run. With a ruler
from tick to tick, a fold is scored, or the ends of a glue line are pricked through to the inside.
"""

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise, product

from companion.press.frame import fonts, trims
from companion.press.frame.frame import Frame, Item, Shape, Text, Use
from companion.press.frame.low_ink import INDIGO, INK, SOFT, VERMILION
from companion.press.frame.outlines import Matrix, Outline, compute_bounds, line, polygon, rect
from companion.press.frame.trims import Area, is_inside, offset_area, offset_loop, subtract_area, unite_areas
from companion.press.nets import net as flat
from companion.press.nets.net import Edge, Net, Panel, Point, compute_centre, interpolate_edge
from companion.units import to_millimetres

CUT = 0.35  # width of a cut line, mm
FOLD = 0.3  # width of a fold line, mm
KEYLINE = 0.7  # width of the white line under a cut through a dark picture, mm
MOUNTAIN = (4.0, 1.3, 0.3, 1.3)  # dashes and dots of a fold away from the printed side, mm
VALLEY = (2.2, 1.6)  # dashes of a fold towards the printed side, mm
TAB, PALE_TAB = "#efe6d2", "#faf7ef"  # the second for low ink
LETTER_GAP = 1.1  # between the title and the letter after it on a tab, mm
EDGE = 0.5  # left free round a net, mm
FREE = 5.0  # left free between a title and the edges of its panel, where letters of glue lines are, mm


def draw_net(net: Net, title: str, size: float = 8.0, tabs: str = TAB, room: float = math.inf) -> Frame:
    """Draw a net in a frame of its size, with a title of at most `size` points on its largest panel.

    If that panel has a picture, the title is on a tab, or below the net if the frame then fits `room`, mm.
    """
    left, top, right, bottom = net.extent
    net = net.transform(Matrix.translate(EDGE - left, EDGE - top))
    has_ticks = net.has_ticks
    items: list[Item] = list(_place_pictures(net))
    items += [
        Shape(polygon(panel.points), tabs, role="tab", group=panel.letter) for panel in net.panels if panel.letter
    ]
    rings = [polygon(ring) for ring in list_cut_lines(net)]
    if has_ticks:  # ink on white shows on dark pictures too
        items += [Shape(ring, None, "#ffffff", KEYLINE, role="cut", group="keyline") for ring in rings]
    items += [Shape(ring, None, INK, FOLD / 2 if has_ticks else CUT, role="cut") for ring in rings]
    items += _draw_ticks(net) if has_ticks else (draw_fold(fold.edge, fold.angle) for fold in net.folds)
    bearer = None if has_ticks else _find_title_panel(net, title, size)
    title_items = tuple(_place_title(bearer, title, size)) if bearer else ()
    has_glue = any(isinstance(each, Text) and each.role == "glue" for each in title_items)
    for panel in net.panels:
        if panel.letter and not (has_glue and panel is bearer):  # letters are always upright
            items.append(_draw_letter(panel.letter, *compute_centre(panel.points)))
        for mark in () if has_ticks else panel.marks:
            goal = _draw_letter_beside(mark.edge, mark.letter)
            if panel.art:  # on a plain patch, so that it is readable
                items.append(Shape(rect(goal.x - 1.7, goal.y - 3, 3.4, 3.6), tabs, role="tab"))
            items.append(goal)
    items += title_items
    width, height = right - left + 2 * EDGE, bottom - top + 2 * EDGE
    if not has_ticks and bearer is None and height + 0.5 * size <= room:
        height += 0.5 * size
        items.append(Text(title, EDGE, height - 0.1 * size, size, "bold", INK, role="title"))
    return Frame(f"net/{net.name}", width, height, tuple(items), REACH if has_ticks else 0.0)


def draw_fold(edge: Edge, angle: float) -> Shape:
    """A fold line: dashes and dots for a mountain, dashes for a valley, dots for a joint that stays flat."""
    outline: Outline = line(*edge[0], *edge[1])
    if angle > 0:
        return Shape(outline, None, VERMILION, FOLD, MOUNTAIN, "fold", "mountain")
    if angle < 0:
        return Shape(outline, None, INDIGO, FOLD, VALLEY, "fold", "valley")
    return Shape(outline, None, SOFT, FOLD, (0.3, 1.2), "fold", "joint")


def list_cut_lines(net: Net) -> list[tuple[Point, ...]]:
    """The lines to cut: round the net as a whole, and round every hole."""
    return unite_areas([panel.area for panel in net.panels], digits=4)


def _draw_letter_beside(edge: Edge, letter: str, is_outer: bool = False) -> Text:
    """The letter of a tab beside the edge it is glued to: on the tab's side, or `is_outer` the cut."""
    across, down = flat.compute_right_direction(edge)
    if is_outer:
        (x, y), offset, drop = (interpolate_edge(edge, 0.22), -(BLEED + 0.5 + 1.15 * (abs(across) + abs(down))), 1.1)
    else:
        (x, y), offset, drop = interpolate_edge(edge, 0.22 if edge[0] < edge[1] else 0.78), 3.0, 1.2
    ink = INK if is_outer else SOFT
    return Text(letter, x + across * offset, y + down * offset + drop, 9, "bold", ink, "middle", role="glue")


def _find_title_panel(net: Net, title: str, size: float) -> Panel | None:
    """The panel for the title: the largest, or if that has a picture the first tab with room; else ``None``."""
    largest = max(net.panels, key=lambda each: abs(trims.compute_signed_area(each.points)))
    if largest.art is None:
        return largest
    room = to_millimetres(fonts.measure_width(title, "bold", size)) + 9

    def compute_width(tab: Panel) -> float:
        """The mean width of a tab on the sheet: its corners are cut off."""
        xs = sorted(x for x, _ in tab.points)
        return (sum(xs[2:]) - sum(xs[:2])) / 2

    return next((each for each in net.panels if each.letter and compute_width(each) > room), None)


def _place_title(panel: Panel, title: str, size: float) -> Iterator[Item]:
    """Place the title in the middle of a panel, turned or smaller if it must; on a tab before its letter."""
    wide, high = to_millimetres(fonts.measure_width(title, "bold", size)), 0.4 * size
    left, top, right, bottom = compute_bounds(polygon(panel.points))
    if panel.letter:
        x, y = compute_centre(panel.points)
        sign = _draw_letter(panel.letter, x, y)
        both = wide + LETTER_GAP + to_millimetres(fonts.measure_width(sign.text, "bold", sign.size))
        if both + 3 < right - left:
            yield Text(title, x - both / 2, sign.y, size, "bold", INK, role="title")
            yield sign._replace(x=x + both / 2, anchor="end")
            return
    x, y = (left + right) / 2, (top + bottom) / 2
    for scale, turn in product((1.0, 0.85, 0.75, 0.5, 0.3), (0, 90)):
        across, down = (wide * scale, high * scale) if turn == 0 else (high * scale, wide * scale)
        if across < right - left - 2 * FREE and down < bottom - top - 2 * FREE:
            drop = 0.125 * size * scale
            x, y = (x, y + drop) if turn == 0 else (x - drop, y)
            yield Text(title, x, y, size * scale, "bold", INK, "middle", turn, role="title")
            return


REACH = 4.0  # how far ticks and letters reach beyond a net with pictures, mm
TICK = (0.9, 1.9)  # the start and end of a tick, mm from the cut
NEAREST, FARTHEST = 1.5, 26.0  # the ends of folds, and of glue lines, farther from the cut than this get no tick, mm
BLEED = 1.0  # how far a picture reaches beyond the cut, mm
NEAR = 1e-4  # a corner this close to a line is on it, mm
HAIR = 0.05  # how far a picture reaches beyond a fold, so that no white shows between two, mm


def _place_pictures(net: Net) -> Iterator[Use]:
    """Place the picture of every panel; in a net with ticks, a dark one reaches beyond its cuts and folds."""
    dark = offset_area(unite_areas([each.area for each in net.panels if each.art]), BLEED) if net.has_ticks else []
    for panel in net.panels:
        if panel.art is None:
            continue
        others = unite_areas([each.area for each in net.panels if each is not panel])
        area = offset_area(panel.area, BLEED)
        if panel.art.has_lines:  # its cut lines are drawn, so that it ends at them
            clipped = panel.area
        else:
            clipped = subtract_area(trims.intersect_areas(area, dark), [offset_loop(loop, -HAIR) for loop in others])
        clip = tuple(segment for loop in clipped for segment in polygon(loop))
        yield Use(panel.art.frame, panel.art.matrix, clip)


def _draw_ticks(net: Net) -> Iterator[Item]:
    """Ticks for folds and glue lines outside the cut of a net with pictures, and letters at glue lines."""
    loops = [loop for panel in net.panels for loop in panel.area]
    tabs = [panel.points for panel in net.panels if panel.letter]
    for fold in (each for each in net.folds if not each.is_visible):
        colour = VERMILION if fold.angle > 0 else INDIGO
        for start, end in _list_ticks(_list_rays(fold.edge), loops, NEAREST):
            yield Shape(line(*start, *end), None, colour, FOLD, role="fold", group="tick")
    for panel in (each for each in net.panels if each.art):
        for mark in panel.marks:
            if min(trims.compute_distance(compute_centre(mark.edge), *side) for side in panel.edges) < 0.1:
                yield _draw_letter_beside(mark.edge, mark.letter, is_outer=True)
                continue
            for ray in _list_rays(mark.edge):
                across = _find_tab_crossing(ray, tabs)
                if any(math.dist(ray[0], point) < NEAREST for point in panel.points):
                    continue  # a corner needs no tick
                if across is not None:
                    yield _draw_tick(across)
                    yield _draw_letter(mark.letter, *compute_centre(across), lift=1.5)
                    continue
                for tick in _list_ticks([ray], loops, FARTHEST):
                    yield _draw_tick(tick)
                    yield _draw_letter(mark.letter, *_extend_line(*tick, 1.3))


def _draw_tick(edge: Edge) -> Shape:
    return Shape(line(*edge[0], *edge[1]), None, SOFT, FOLD, role="glue", group="tick")


def _list_rays(edge: Edge) -> Iterator[Edge]:
    for point, second in (edge, edge[::-1]):
        yield second, _extend_line(point, second, FARTHEST)


def _extend_line(start: Point, end: Point, distance: float) -> Point:
    part = distance / math.dist(start, end)
    return end[0] + (end[0] - start[0]) * part, end[1] + (end[1] - start[1]) * part


def _list_ticks(rays: Iterable[Edge], area: Area, most: float) -> Iterator[Edge]:
    """Yield a tick where each ray leaves the net, if it does so within `most` mm."""
    for start, tip in rays:
        length = math.dist(start, tip)
        part = 1.0 if is_inside(tip, area) else max(trims.find_meetings((start, tip), area, NEAR), default=0.0)
        if length * part < most - 1:
            inner, outer = (interpolate_edge((start, tip), part + distance / length) for distance in TICK)
            yield inner, outer


def _find_tab_crossing(ray: Edge, tabs: Area) -> Edge | None:
    points = [interpolate_edge(ray, part) for part in (0.0, *trims.find_meetings(ray, tabs, NEAR), 1.0)]
    edges = [edge for edge in pairwise(points) if math.dist(*edge) > NEAR and is_inside(compute_centre(edge), tabs)]
    return (edges[0][0], edges[-1][1]) if edges and math.dist(edges[0][0], edges[-1][1]) >= 2 else None


def _draw_letter(name: str, x: float, y: float, lift: float = 0.0) -> Text:
    """The letter of a tab at a point, mm; smaller if it is lifted above a tick."""
    return Text(name, x, y + 1.2 - lift, 9 if not lift else 7, "bold", INK, "middle", role="glue")
