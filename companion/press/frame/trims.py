"""Areas of polygons, with their unions and offsets; and trims, the outlines along which pieces are cut out.

Polygons: an area is a list of loops, clockwise round it, as seen on the paper, and anticlockwise round its
holes. If loops overlap or cross themselves, a point is inside if they run round it more often clockwise than
anticlockwise.

Trims: a frame without a trim is cut along the box of its size. Bleed, safe zone, marks and pictures of
single cards follow the trim; a back is cut along the trim of its front.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any

from companion.errors import InputError
from companion.press.frame import outlines
from companion.press.frame.frame import Frame, Use
from companion.press.frame.outlines import Bounds, Matrix, Outline, Segment, evaluate_curve, polygon, transform_outline
from companion.sentences import shorten_text

Point = tuple[float, float]
LineSegment = tuple[Point, Point]
Loop = tuple[Point, ...]  # corners of a closed line, without the first again at the end; mm
Area = Sequence[Loop]

# Polygons:
CURVE_TOLERANCE = 0.004  # the largest distance between a curve and the lines that replace it, mm
SAME_POINT = 1e-6  # closer points are merged, mm
OVERLAY_DIGITS = 7  # points are rounded to so many decimals of a mm, which merges close ones
OVERLAY_ROUNDING = 0.71  # the farthest that rounding moves a point, in units of the last decimal
OVERLAY_PASSES = 99  # rounds of cutting lines where they meet; rounding may cause new crossings, but few
LONGEST_MITRE = 5.0  # a mitre is cut off at this multiple of its offset

# Trims:
BOXED = 0.9  # a piece that fills at least this share of its box has straight sides
FINEST_TURN = 0.1  # a corner that turns less than this, radians, needs no arc
OVER = 0.01  # how far a trim may reach beyond the size, by rounding, mm
LEAST_CUT = 1.0  # the smallest area that is cut out, mm²
MOST_CORNERS = 1_000  # of a trim; machines cannot follow finer lines
QUOTED = 80  # characters of a wrong value that a message quotes
HEX = ((0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0), (0.0, 0.5))
"""The corners of a hex that is wider than high, in a box of 1 by 1."""


@lru_cache(maxsize=64)
def extract_loops(outline: Outline) -> tuple[Loop, ...]:
    """The closed lines of an outline as polygons; curves are approximated to `CURVE_TOLERANCE`.

    They run clockwise, as seen on the paper, round what is cut out, and anticlockwise round its holes.
    """
    loops, turned = flatten_outline(outline), list[Loop]()
    for loop in loops:
        middle = (loop[0][0] + loop[1][0]) / 2, (loop[0][1] + loop[1][1]) / 2
        is_hole = is_inside(middle, [other for other in loops if other is not loop])
        turned.append(loop if (compute_signed_area(loop) > 0) != is_hole else loop[::-1])
    return tuple(turned)


def compute_area(outline: Outline) -> float:
    """The area an outline encloses, mm²; holes are left out."""
    return sum(map(compute_signed_area, extract_loops(outline)))


def flatten_outline(outline: Outline) -> list[Loop]:
    """The closed lines of an outline as polygons, in the direction they are drawn."""
    loops: list[list[Point]] = []
    for letter, numbers in outline:
        if letter == "M":
            loops.append([(numbers[0], numbers[1])])
        elif letter == "L":
            loops[-1].append((numbers[0], numbers[1]))
        elif letter == "C":
            loops[-1] += flatten_curve(loops[-1][-1], numbers)
        elif loops and len(loops[-1]) > 1:  # after closing, a line continues from its start
            loops.append([loops[-1][0]])
    moving = (  # drop repeated points
        tuple(point for point, before in pairwise((*line, line[0])) if math.dist(point, before) > SAME_POINT)
        for line in loops
    )
    return [loop for loop in moving if len(loop) > 2]


def flatten_curve(start: Point, numbers: Sequence[float]) -> list[Point]:
    """Points along a curve after its start, close enough to approximate it."""
    xs, ys = (start[0], *numbers[0::2]), (start[1], *numbers[1::2])
    bend = max(math.hypot(xs[i] - 2 * xs[i + 1] + xs[i + 2], ys[i] - 2 * ys[i + 1] + ys[i + 2]) for i in (0, 1))
    count = min(200, max(1, math.ceil(math.sqrt(6 * bend / (8 * CURVE_TOLERANCE)))))
    return [(evaluate_curve(xs, number / count), evaluate_curve(ys, number / count)) for number in range(1, count + 1)]


def compute_signed_area(loop: Loop) -> float:
    """The area of a loop, mm²; negative if it runs anticlockwise as seen on the paper."""
    return sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in pairwise((*loop, loop[0]))) / 2


def is_inside(point: Point, loops: Sequence[Loop]) -> bool:
    """True if a point lies inside an odd number of loops."""
    x, y = point
    is_in = False
    for loop in loops:
        for (x1, y1), (x2, y2) in pairwise((*loop, loop[0])):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                is_in = not is_in
    return is_in


def compute_distance(point: Point, start: Point, end: Point) -> float:
    """The distance from a point to the line segment between two others, mm."""
    (x, y), dx, dy = point, end[0] - start[0], end[1] - start[1]
    part = min(1.0, max(0.0, ((x - start[0]) * dx + (y - start[1]) * dy) / (dx * dx + dy * dy)))
    return math.hypot(start[0] + part * dx - x, start[1] + part * dy - y)


def compute_turn(before: Point, point: Point, after: Point) -> float:
    """The angle by which a line turns at a corner, radians; positive is clockwise as seen on the paper."""
    ax, ay, bx, by = point[0] - before[0], point[1] - before[1], after[0] - point[0], after[1] - point[1]
    return math.atan2(ax * by - ay * bx, ax * bx + ay * by)


def find_crossings(lines: Sequence[tuple[Point, Point]]) -> Iterator[tuple[int, int, float, float, Point]]:
    """Yield each pair of lines that cross: their numbers, the positions along each, 0 to 1, and the point."""
    spans = [sorted((start[0], end[0])) for start, end in lines]
    order = sorted(range(len(lines)), key=lambda number: spans[number][0])
    for place, i in enumerate(order):
        low, high = sorted((lines[i][0][1], lines[i][1][1]))
        for j in order[place + 1 :]:
            if spans[j][0] > spans[i][1]:
                break
            (_, y1), (_, y2) = lines[j]
            if max(y1, y2) >= low and min(y1, y2) <= high:
                crossing = find_crossing(*lines[i], *lines[j])
                if crossing:
                    yield i, j, *crossing


def find_crossing(a: Point, b: Point, c: Point, d: Point) -> tuple[float, float, Point] | None:
    """Where two lines cross between their ends: the positions along each, 0 to 1, and the point."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    across = rx * sy - ry * sx
    if abs(across) < 1e-12:
        return None
    t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / across
    u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / across
    if not (0 < t < 1 and 0 < u < 1):
        return None
    return t, u, (a[0] + t * rx, a[1] + t * ry)


def build_area(outline: Loop, holes: Iterable[Loop] = ()) -> list[Loop]:
    """The area within an outline and outside its holes, whatever their direction."""
    turned = (hole if compute_signed_area(hole) < 0 else hole[::-1] for hole in holes)
    return [outline if compute_signed_area(outline) > 0 else outline[::-1], *turned]


def unite_areas(areas: Iterable[Area], digits: int = OVERLAY_DIGITS) -> list[Loop]:
    return _overlay_areas((list(chain.from_iterable(areas)), ()), lambda one, _: one > 0, digits)


def intersect_areas(one: Area, other: Area) -> list[Loop]:
    return _overlay_areas((one, other), lambda one, other: one > 0 and other > 0)


def subtract_area(one: Area, other: Area) -> list[Loop]:
    return _overlay_areas((one, other), lambda one, other: one > 0 >= other)


def offset_area(area: Area, distance: float) -> list[Loop]:
    """Move the edges of an area outward, mm; corners stay sharp, and narrow hollows may cross themselves."""
    loops = []
    for loop in area:
        normals = []
        for (x1, y1), (x2, y2) in pairwise((*loop, loop[0])):
            length = math.hypot(x2 - x1, y2 - y1)
            normals.append(((y2 - y1) / length, (x1 - x2) / length))
        corners = zip((normals[-1], *normals), normals, loop, strict=False)
        loops.append(tuple(_offset_corner(before, after, point, distance) for before, after, point in corners))
    return loops


def _offset_corner(before: Point, after: Point, point: Point, distance: float) -> Point:
    """Move a corner outward, mm; `before` and `after` are unit vectors, outward from the lines beside it."""
    x, y = before[0] + after[0], before[1] + after[1]
    reach = distance / max(math.hypot(x, y) / 2, 1 / LONGEST_MITRE) / max(math.hypot(x, y), 1e-9)
    return point[0] + x * reach, point[1] + y * reach


def find_meetings(line: LineSegment, area: Area, distance: float) -> list[float]:
    """Where a line meets the edges of an area, 0 to 1 along it; corners within `distance` mm count."""
    (x, y), (dx, dy) = line[0], (line[1][0] - line[0][0], line[1][1] - line[0][1])
    crossings = []
    for loop in area:
        for point, after in pairwise((*loop, loop[0])):
            crossing = find_crossing(*line, point, after)
            if crossing:
                crossings.append(crossing[0])
            if compute_distance(point, *line) <= distance:
                part = ((point[0] - x) * dx + (point[1] - y) * dy) / (dx * dx + dy * dy)
                crossings.append(min(1.0, max(0.0, part)))
            crossings += [part for part in (0.0, 1.0) if compute_distance(line[round(part)], point, after) <= distance]
    return sorted(crossings)


def _overlay_areas(
    areas: tuple[Area, Area], is_covered: Callable[[int, int], bool], digits: int = OVERLAY_DIGITS
) -> list[Loop]:
    """The loops round all points for which `is_covered` is true, given how often each area runs round them."""
    lines: dict[LineSegment, list[int]] = {}
    for number, area in enumerate(areas):
        for loop in area:
            points = [(round(x, digits) + 0.0, round(y, digits) + 0.0) for x, y in loop]
            for start, end in pairwise((*points, points[0])):
                _count_edge(lines, start, end, [1 - number, number])
    for _ in range(OVERLAY_PASSES):
        cuts = _find_cuts(list(lines), digits)
        if not any(cuts):
            break
        all_lines, lines = lines, {}
        for (line, times), points_on in zip(all_lines.items(), cuts, strict=True):
            for start, end in pairwise((line[0], *(point for _, point in sorted(points_on)), line[1])):
                _count_edge(lines, start, end, times)
    next_points: dict[Point, list[Point]] = {}
    edges = sorted((line, one, other) for line, (one, other) in lines.items() if one or other)
    for line, one, other in edges:
        count = _count_above(line, edges)
        out, inner = is_covered(*count), is_covered(count[0] + one, count[1] + other)
        if out != inner:
            start, end = line if inner else line[::-1]
            next_points.setdefault(start, []).append(end)
    return _join_loops(next_points)


def _count_edge(lines: dict[LineSegment, list[int]], start: Point, end: Point, times: Sequence[int]) -> None:
    """Add the edges of two areas to the counts of a line: rightward (or downward) minus the other way."""
    if start != end:
        sign = 1 if start < end else -1
        counts = lines.setdefault((start, end) if start < end else (end, start), [0, 0])
        counts[0] += sign * times[0]
        counts[1] += sign * times[1]


def _find_cuts(lines: Sequence[LineSegment], digits: int) -> list[set[tuple[float, Point]]]:
    """The points where each line must be cut because others cross it or end on it, with positions along it."""
    gap = OVERLAY_ROUNDING * 10**-digits
    cuts: list[set[tuple[float, Point]]] = [set() for _ in lines]
    for i, j, table, second, (x, y) in find_crossings(lines):
        point = (round(x, digits) + 0.0, round(y, digits) + 0.0)
        for number, part in ((i, table), (j, second)):
            if point not in lines[number]:
                cuts[number].add((part, point))
    points = sorted(set(chain.from_iterable(lines)))
    for number, (start, end) in enumerate(lines):
        top, bottom = min(start[1], end[1]) - gap, max(start[1], end[1]) + gap
        for point in points[bisect_left(points, (start[0] - gap, -math.inf)) :]:
            if point[0] > end[0] + gap:
                break
            if top <= point[1] <= bottom and point not in (start, end) and compute_distance(point, start, end) <= gap:
                cuts[number].add((math.dist(start, point) / math.dist(start, end), point))
    return cuts


def _count_above(line: LineSegment, edges: Sequence[tuple[LineSegment, int, int]]) -> tuple[int, int]:
    """How often each area runs round a point just above the middle of a line, or right of it if it is upright."""
    x, y = (line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2
    counts = [0, 0]
    for each, one, other in edges:
        (x1, y1), (x2, y2) = each
        if x1 > x:
            break
        if x < x2 and y1 + (x - x1) * (y2 - y1) / (x2 - x1) < y and each != line:
            counts[0] += one
            counts[1] += other
    return counts[0], counts[1]


def _join_loops(next_by_point: dict[Point, list[Point]]) -> list[Loop]:
    """Join lines into loops that do not touch themselves; at a fork, the rightmost line comes next."""
    loops: list[Loop] = []
    for start in next_by_point:
        path = [start]
        while next_by_point.get(path[-1]):
            points = next_by_point[path[-1]]
            end = points[0] if len(path) == 1 else max(points, key=lambda each: compute_turn(path[-2], path[-1], each))
            points.remove(end)
            if end in path:
                index = path.index(end)
                loops.append(tuple(path[index:]))
                del path[index:]
            path.append(end)
    return loops


# Trims: the outlines that pieces are cut along.


def cut_out(frame: Frame, bleed: float = 0.0) -> Use:
    """Place a frame at its own origin, clipped to its trim, or to `bleed` mm beyond it."""
    return Use(frame, clip=find_bleed_outline(frame, bleed) if bleed > 0 else frame.trim)


def find_bleed_outline(frame: Frame, bleed: float) -> Outline | None:
    """The outline `bleed` mm beyond the trim; ``None`` if the bleed is a rectangle.

    Pieces with rounded corners have a rectangular bleed, so that a straight cut leaves no white corners.
    """
    if frame.trim is None or is_box_sided(frame.trim, frame.width, frame.height):
        return None
    return offset_outline(frame.trim, bleed)


def mirror_trim(trim: Outline, width: float) -> Outline:
    """The trim of a piece as seen from behind."""
    return transform_outline(trim, Matrix(a=-1.0, e=width))


def is_box_sided(outline: Outline, width: float, height: float) -> bool:
    """True if a trim fills its box except for its corners."""
    return len(extract_loops(outline)) == 1 and compute_area(outline) >= BOXED * width * height


def compute_clearance(outline: Outline, box: Bounds, most: float = math.inf) -> float:
    """The least distance from a box to the outline round it, mm, at most `most`; negative if a corner is outside."""
    left, top, right, bottom = box
    loops = extract_loops(outline)
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    if is_inside(((left + right) / 2, (top + bottom) / 2), loops):
        least = most
        for (low_x, low_y, high_x, high_y), start, end in _list_sides(outline):
            gaps = max(left - high_x, low_x - right, 0.0), max(top - high_y, low_y - bottom, 0.0)
            if math.hypot(*gaps) < least:
                least = min(least, _compute_gap(box, corners, start, end))
        if least > 0:
            return least
    corners_out = [corner for corner in corners if not is_inside(corner, loops)]
    distances = (min(compute_distance(corner, *line) for _, *line in _list_sides(outline)) for corner in corners_out)
    return -max(distances, default=0.0)


@lru_cache(maxsize=64)
def _list_sides(outline: Outline) -> list[tuple[Bounds, Point, Point]]:
    lines = [line for loop in extract_loops(outline) for line in pairwise((*loop, loop[0]))]
    return [((min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])), a, b) for a, b in lines]


def _compute_gap(box: Bounds, corners: Sequence[Point], start: Point, end: Point) -> float:
    """The distance from a box to a line, mm; 0 if the line crosses the box (and so one of its diagonals)."""
    left, top, right, bottom = box
    if any(find_crossing(corners[index], corners[index + 2], start, end) for index in (0, 1)):
        return 0.0
    distances = [math.hypot(max(left - x, 0.0, x - right), max(top - y, 0.0, y - bottom)) for x, y in (start, end)]
    return min(*distances, *(compute_distance(corner, start, end) for corner in corners))


@lru_cache(maxsize=64)
def offset_outline(outline: Outline, distance: float) -> Outline:
    """Move an outline outward or inward, mm, round its corners, as straight lines; itself if nothing is left inside."""
    if abs(distance) < SAME_POINT:
        return outline
    area = unite_areas([[offset_loop(loop, distance) for loop in extract_loops(outline)]])
    return tuple(segment for loop in area for segment in polygon(loop)) or outline


def offset_loop(loop: Loop, distance: float) -> Loop:
    """Move a loop outward, mm, with arcs at outer corners; at inner corners the loop crosses itself."""
    points: list[Point] = []
    for before, p, after in zip((loop[-1], *loop[:-1]), loop, (*loop[1:], loop[0]), strict=True):
        turn = compute_turn(before, p, after)
        first = math.atan2(p[1] - before[1], p[0] - before[0]) - math.pi / 2
        if abs(turn) < FINEST_TURN:
            reach = distance / math.cos(turn / 2)
            points.append((p[0] + reach * math.cos(first + turn / 2), p[1] + reach * math.sin(first + turn / 2)))
            continue
        opens = (turn > 0) == (distance > 0)
        sag = math.acos(max(0.0, 1 - CURVE_TOLERANCE / abs(distance)))
        steps = max(1, math.ceil(abs(turn) / (2 * sag))) if opens else 1
        angles = [first + turn * step / steps for step in range(steps + 1)]
        corners = [(p[0] + distance * math.cos(angle), p[1] + distance * math.sin(angle)) for angle in angles]
        points += corners if opens else (corners[0], p, corners[-1])
    return tuple(points)


def parse_trim(text: str, corner: float, width: float, height: float) -> Outline | None:
    """Parse the trim of a face of this size; ``None`` for a rectangle.

    `text` is ``box``, ``rounded``, ``circle``, ``hex``, or an outline in SVG path notation, mm. The
    sentence of an `InputError` has no full stop.
    """
    box = Matrix.scale_by(width, height)
    match text:
        case "" | "box":
            return None
        case "rounded":
            return outlines.rect(0, 0, width, height, corner) if corner else None
        case "circle":
            return transform_outline(outlines.circle(0.5, 0.5, 0.5), box)
        case "hex":
            return polygon(hexagon(width, height))
    try:
        line = _close_lines(outlines.parse_path(text))
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError):  # all that the parser may raise
        raise InputError(
            "'{value}' is not a trim; write rounded, circle, hex or an outline such as M0 0 L40 0 L20 35 Z",
            value=shorten_text(text, QUOTED),
        ) from None
    left, top, right, bottom = outlines.compute_tight_bounds(line)
    if min(left, top, width - right, height - bottom) < -OVER:
        lengths = {"left": left, "top": top, "right": right, "bottom": bottom, "width": width, "height": height}
        box_keys: dict[str, Any] = {key: float(length) for key, length in lengths.items()}
        raise InputError(
            "the trim reaches from {left} {top} to {right} {bottom} mm; it must lie within the size, "
            "{width} x {height} mm",
            **box_keys,
        )
    if len(line) > MOST_CORNERS or sum(map(len, extract_loops(line))) > MOST_CORNERS:
        raise InputError("the trim has more than {most} corners", most=MOST_CORNERS)
    if any(find_crossings([(start, end) for _, start, end in _list_sides(line)])):
        raise InputError("the trim crosses itself, so it is unclear what to cut out")
    if compute_area(line) < LEAST_CUT:
        raise InputError("the trim cuts out nothing; it must run round at least {least} mm²", least=LEAST_CUT)
    return line


def _close_lines(line: Outline) -> Outline:
    segments: list[Segment] = []
    for letter, numbers in (*line, ("M", ())):
        if letter == "M" and segments and segments[-1][0] != "Z":
            segments.append(("Z", ()))
        segments.append((letter, numbers))
    return tuple(segments[:-1])


def match_back(front: Frame, back: Frame, cache: dict[tuple[int, Outline], tuple[Frame, Frame]]) -> Frame:
    """The back with the mirrored trim of its front, if that has one; `cache` keeps equal results one frame."""
    if front.trim is None:
        return back
    key = (id(back), front.trim)
    if key not in cache:
        cache[key] = back, replace(back, trim=mirror_trim(front.trim, front.width))
    return cache[key][1]


def hexagon(width: float, height: float) -> tuple[tuple[float, float], ...]:
    """The corners of a hexagon that fills a size, mm; two of its sides are parallel to the longer side."""
    corners = HEX if width >= height else tuple((y, x) for x, y in HEX)
    return tuple((x * width, y * height) for x, y in corners)
