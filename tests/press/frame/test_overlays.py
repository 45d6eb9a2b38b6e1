"""Areas laid over each other in plain Python say what shapely says: together, shared, less, grown, met."""

import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shapely import LineString, MultiPolygon, Polygon, box, unary_union

from companion.press.frame.outlines import polygon
from companion.press.frame.trims import (
    build_area,
    compute_clearance,
    compute_signed_area,
    find_meetings,
    intersect_areas,
    offset_area,
    offset_loop,
    subtract_area,
    unite_areas,
)

MOST = 200
"""Areas tried a law; many have corners on a coarse grid, so that edges touch and run along others."""

coarse = st.integers(-12, 12).map(float)
fine = st.floats(-12, 12)


def _build_star(middle, radii):
    """An outline without crossings: corners in all directions, each some way from the middle."""
    step = 2 * math.pi / len(radii)
    x, y = middle
    return tuple((x + r * math.cos(i * step), y + r * math.sin(i * step)) for i, r in enumerate(radii))


stars = st.builds(_build_star, st.tuples(fine, fine), st.lists(st.floats(1.0, 9.0), min_size=3, max_size=9))
sides = st.integers(1, 12)
rectangles = st.builds(
    lambda x, y, wide, high: ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high)), coarse, coarse, sides, sides
)
gridded = stars.map(lambda points: tuple((float(round(x)), float(round(y))) for x, y in points)).filter(
    lambda points: len(set(points)) == len(points) and Polygon(points).is_valid and Polygon(points).area > 1
)
outlines = st.one_of(stars, rectangles, gridded)


def build_shape(loops):
    """The area of loops, read by shapely: outlines run clockwise on the sheet, which is above 0."""
    outer = unary_union([Polygon(loop) for loop in loops if compute_signed_area(loop) > 0])
    return outer.difference(unary_union([Polygon(loop) for loop in loops if compute_signed_area(loop) < 0]))


def measure_difference(one, other):
    return one.symmetric_difference(other).area


@settings(max_examples=MOST, deadline=None)
@given(st.lists(outlines, min_size=1, max_size=5))
def test_united_areas_match_shapely(points):
    found = unite_areas([build_area(each) for each in points])
    said = unary_union([Polygon(each) for each in points])
    assert measure_difference(build_shape(found), said) < 1e-4
    assert sum(map(compute_signed_area, found)) == pytest.approx(said.area, abs=1e-4)
    for loop in found:
        assert len(set(loop)) == len(loop) > 2  # none touches itself


@settings(max_examples=MOST, deadline=None)
@given(st.lists(outlines, min_size=2, max_size=5))
@example([_build_star((0, 0), [1] * 3), ((2.0, 0.0), (0.0, 1.0), (-1.0, -1.0))])
@example([_build_star((0, 0), [1] * 3), _build_star((0, 0), [1] * 6), _build_star((0, 1), [1, 1, 1, 1, 1, 1, 7, 1, 1])])
@example(  # two lines so near each other that a cut makes the next, point by point
    [
        _build_star((1.5, 1.375), [1, 1, 1, 1, 1, 1.5, 8, 1, 1]),
        ((2.0, 1.0), (0.0, 4.0), (-1.0, -3.0)),
        ((2.0, 1.0), (0.0, 3.0), (-1.0, -3.0)),
    ]
)
def test_united_areas_lose_no_loop_on_a_coarse_grid(points):
    """Where every crossing is moved by rounding, and may come to lie on other lines, no loop is lost."""
    found = unite_areas([build_area(each) for each in points], digits=1)
    said = unary_union([Polygon(each) for each in points])
    assert measure_difference(build_shape(found), said) < 0.12 * sum(Polygon(each).length for each in points)
    assert sum(map(compute_signed_area, found)) == pytest.approx(build_shape(found).area, abs=1e-6)


@settings(max_examples=MOST, deadline=None)
@given(outlines, outlines)
def test_intersections_and_differences_match_shapely(one, other):
    areas, shapes = (build_area(one), build_area(other)), (Polygon(one), Polygon(other))
    assert measure_difference(build_shape(intersect_areas(*areas)), shapes[0].intersection(shapes[1])) < 1e-4
    assert measure_difference(build_shape(subtract_area(*areas)), shapes[0].difference(shapes[1])) < 1e-4


def test_a_hole_keeps_its_direction_whoever_drew_it():
    square, hole = ((0, 0), (9, 0), (9, 9), (0, 9)), ((3, 3), (6, 3), (6, 6), (3, 6))
    for outline in (square, square[::-1]):
        for inner in (hole, hole[::-1]):
            assert [compute_signed_area(loop) for loop in build_area(outline, [inner])] == [81, -9]
            assert sum(map(compute_signed_area, unite_areas([build_area(outline, [inner])]))) == 72


def test_squares_that_meet_at_a_corner_are_two_and_a_ring_of_four_has_its_hole():
    one, other = (((x, x), (x + 5, x), (x + 5, x + 5), (x, x + 5)) for x in (0.0, 5.0))
    assert [compute_signed_area(loop) for loop in unite_areas([[one], [other]])] == [25, 25]
    left, right = ((0, 0), (4, 0), (2, 3), (4, 6), (0, 6)), ((4, 0), (8, 0), (8, 6), (4, 6), (6, 3))
    assert [compute_signed_area(loop) for loop in unite_areas([[left], [right]])] == [18, 18]  # and at two corners
    bars = [((0, 0), (9, 0), (9, 2), (0, 2)), ((0, 7), (9, 7), (9, 9), (0, 9))]
    bars += [((x, 2), (x + 2, 2), (x + 2, 7), (x, 7)) for x in (0, 7)]
    assert sorted(compute_signed_area(loop) for loop in unite_areas([each] for each in bars)) == [-25, 81]


def test_nearly_coincident_edges_are_merged():
    left, right = ((0, 0), (4, 0), (4, 6), (0, 6)), ((4.00000003, 2), (8, 2), (8, 4), (3.99999998, 4))
    (found,) = unite_areas([[left], [right]])
    assert compute_signed_area(found) == pytest.approx(32)
    (found,) = unite_areas([[left], [((4.00004, 2.00003), (8, 2), (8, 4), (4, 4))]], digits=4)
    assert set(found) >= {(4.0, 2.0), (4.0, 4.0)}
    assert compute_signed_area(found) == pytest.approx(32)


@settings(max_examples=MOST, deadline=None)
@given(st.one_of(stars, rectangles), st.floats(0.01, 1.5))
def test_areas_grown_with_sharp_corners_match_shapely(points, by):
    said = Polygon(points).buffer(by, join_style="mitre", mitre_limit=1e6)
    grown = build_shape(unite_areas([offset_area(build_area(points), by)]))
    blunt = Polygon(points).buffer(by * 4.999, join_style="round", quad_segs=64)
    assert grown.buffer(-1e-4).within(said)  # a corner that is very sharp is cut off, and then by less
    assert (
        measure_difference(grown.intersection(blunt), said.intersection(blunt)) < 1e-3
        or _find_least_angle(points) < 0.41
    )


def _find_least_angle(points):
    """The least angle within an outline, radians."""
    found = []
    for at, (x, y) in enumerate(points):
        ways = [math.atan2(b - y, a - x) for a, b in (points[at - 1], points[(at + 1) % len(points)])]
        apart = abs(ways[0] - ways[1]) % (2 * math.pi)
        found.append(min(apart, 2 * math.pi - apart))
    return min(found)


@settings(max_examples=MOST, deadline=None)
@given(outlines, st.floats(0.02, 1.5))
def test_shrunk_areas_match_shapely(points, by):
    """Round about hollow corners, to the hair that curves are drawn to."""
    area = build_area(points)
    found = build_shape(unite_areas([[offset_loop(loop, -by) for loop in area]]))
    said = Polygon(area[0]).buffer(-by, quad_segs=64)
    assert measure_difference(found, said) < 0.006 * Polygon(points).length


@settings(max_examples=MOST, deadline=None)
@given(st.tuples(fine, fine), st.tuples(fine, fine), outlines)
def test_a_line_meets_the_edges_where_it_crosses_them(start, end, points):
    line = LineString([start, end])
    if line.length < 0.5:
        return
    parts = find_meetings((start, end), build_area(points), 1e-9)
    at = [line.interpolate(part, normalized=True) for part in parts]
    assert parts == sorted(parts)
    assert all(Polygon(points).exterior.distance(each) < 1e-6 for each in at)
    crossed = Polygon(points).exterior.intersection(line)
    for each in getattr(crossed, "geoms", [crossed]):
        for place in each.coords:
            assert min(math.dist(place, other.coords[0]) for other in at) < 1e-6


@settings(max_examples=MOST, deadline=None)
@given(st.lists(outlines, min_size=1, max_size=3), fine, fine, st.floats(0.1, 6), st.floats(0.1, 6))
def test_boxes_within_outlines_match_shapely(points, x, y, wide, high):
    found = unite_areas([build_area(each) for each in points])
    room, placed = build_shape(found), box(x, y, x + wide, y + high)
    outline = tuple(segment for loop in found for segment in polygon(loop))
    clear = room.boundary.distance(placed.boundary) if room.contains(placed) else room.boundary.distance(placed)
    if clear > 1e-6 or not isinstance(room, Polygon | MultiPolygon):
        assert (compute_clearance(outline, (x, y, x + wide, y + high), 1.0) > 0) == room.contains(placed)
    elif not room.contains(placed):
        assert compute_clearance(outline, (x, y, x + wide, y + high), 1.0) <= 0 or room.buffer(1e-6).contains(placed)
