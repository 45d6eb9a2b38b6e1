"""Land with rounded corners, and the patterns on it."""

import json
import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point, Polygon
from shapely.ops import unary_union

from companion.data.deck import open_deck
from companion.data.papers import read_shapes
from companion.errors import DeckError
from companion.press.face.land import PATTERNS, build_pattern_shape, find_junctions, round_border, round_corners
from companion.press.frame.frame import Shape, Use
from companion.press.frame.outlines import compute_bounds
from companion.press.layout import lay_out
from tests.press.decks import FACE, format_element, write_deck
from tests.press.flattening import flatten_outline

# Two fields that share a bent line, and the sea round both.
WEST = (((0.0, 0.0), (20.0, 0.0), (24.0, 8.0), (18.0, 15.0), (20.0, 30.0), (0.0, 30.0), (0.0, 0.0)),)
EAST = (((20.0, 0.0), (45.0, 2.0), (44.0, 28.0), (20.0, 30.0), (18.0, 15.0), (24.0, 8.0), (20.0, 0.0)),)


def round_polygon(polygon, sharp=frozenset()):
    return Polygon(flatten_outline(round_corners([polygon], sharp), 12)[0])


def test_neighbours_stay_neighbours_when_rounded():
    sharp = find_junctions([WEST, EAST])
    assert sharp == {(20.0, 0.0), (20.0, 30.0)}  # where three lines meet
    west, east = round_polygon(WEST, sharp), round_polygon(EAST, sharp)
    assert west.intersection(east).area < 1e-9
    joined = unary_union([west.buffer(1e-9), east.buffer(1e-9)])
    assert joined.geom_type == "Polygon"
    assert not joined.interiors
    border = flatten_outline(round_border(WEST[0][1:5]), 12)[0]
    assert all(west.exterior.distance(Point(each)) < 1e-9 for each in border)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(5, 40), st.floats(0, 2 * math.pi, exclude_max=True)),
        min_size=4,
        max_size=14,
        unique_by=lambda pair: round(pair[1], 1),
    )
)
def test_rounding_stays_within_the_corners(polar):
    points = [(r * math.cos(a), r * math.sin(a)) for r, a in sorted(polar, key=lambda pair: pair[1])]
    outline = round_corners([((*points, points[0]),)])
    hull = Polygon(points).convex_hull.buffer(1e-6)
    assert all(hull.covers(Point(at)) for at in flatten_outline(outline)[0])
    lines = Polygon([at[-2:] for letter, at in outline if letter in "LC"]).exterior
    for (x1, y1), (x2, y2) in pairwise(points):
        assert lines.distance(Point((x1 + x2) / 2, (y1 + y2) / 2)) < 1e-6  # a side's middle is never cut off


def draw_pattern(name, place=(0, 0, 60, 40), size=8):
    return tuple(PATTERNS[name](place, size))


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_covers_its_box_and_is_either_filled_or_drawn(name):
    left, top, right, bottom = compute_bounds(draw_pattern(name, (10, 20, 60, 50), 5))
    assert (-45 < left <= 11.5, top <= 22.5, right >= 58.5, 47.5 <= bottom < 70) == (True,) * 4
    shape = build_pattern_shape(name, (0, 0, 20, 20), 5, "#123456", 0.3, "red")
    assert (shape.fill == "#123456") != (shape.stroke == "#123456")
    assert (shape.role, shape.group) == ("weave", "red")


@pytest.mark.parametrize("name", ["asanoha", "uroko", "mame"])
def test_every_row_of_a_pattern_touches_both_sides_of_its_box(name):
    for band in range(0, 36, 3):
        xs = [at[0] for letter, at in draw_pattern(name) if letter in "LM" and band - 4 <= at[1] <= band + 7]
        assert min(xs) <= 1
        assert max(xs) >= 59


@pytest.mark.parametrize("name", ["asanoha", "tatewaku", "kasumi"])
def test_no_line_of_a_pattern_runs_back_over_itself(name):
    """Where ink lies twice a line is heavier in print, and a pen or knife goes its way twice."""
    assert {letter for letter, _ in draw_pattern(name)} <= {"M", "L", "C"}


def write_land(file, *features, **more):
    file.write_text(json.dumps({"features": features, **more}), encoding="utf-8")
    return file


def build_feature(kind, coordinates, **more):
    return {**more, "geometry": {"type": kind, "coordinates": coordinates}}


def test_features_go_by_id_else_by_name(tmp_path):
    ring = [[[0, 0], [4, 0], [4, 3], [0, 0]]]
    sheet = read_shapes(
        write_land(
            tmp_path / "land.geojson",
            build_feature("Polygon", ring, id="A", properties={"name": "x"}),
            build_feature("MultiPolygon", [ring], properties={"name": "B", "kind": "lake"}),
            build_feature("LineString", [[0, 0], [9, 9]], properties={}),
        )
    )
    assert list(sheet.polygons) == ["A", "B"]
    assert sheet.kinds["B"] == "lake"
    assert (sheet.width, sheet.height) == (4, 3)
    assert Polygon(sheet.polygons["B"][0][0]).equals(Polygon([(0, 0), (4, 0), (4, 3)]))
    with pytest.raises(DeckError, match=r"torn\.geojson"):
        read_shapes(write_land(tmp_path / "torn.geojson", {"geometry": {"type": "Polygon"}}))


def test_one_land_lies_in_the_middle_of_its_box_and_fills_it(tmp_path):
    land = format_element(
        "land", file="land.json", name="isle", x=8, y=30, width=20, height=40, fill="ink", role="isle"
    )
    deck = write_deck(tmp_path, front=FACE + land)
    ring = [[3, 4], [43, 4], [43, 34], [3, 34], [3, 4]]
    write_land(tmp_path / "faces" / "land.json", build_feature("Polygon", [ring], id="isle"))
    front = next(lay_out(open_deck(str(deck)), "en")).front
    (shape,) = (item for item, _ in front.walk() if isinstance(item, Shape) and item.role == "isle")
    # 40 x 30 of its file become 20 x 15
    assert compute_bounds(shape.outline) == pytest.approx((8, 42.5, 28, 57.5), abs=0.01)


def test_an_islet_of_a_marked_land_has_no_heavy_line(tmp_path):
    box = {"x": 0, "y": 0, "width": 50, "height": 50, "file": "isles.geojson", "fill": "paper"}
    marked = {"mark": "Far", "mark_fill": "forest", "mark_stroke": "ink", "mark_stroke_width": 0.6}
    face = format_element("map", **box, around="Far", across=100, **marked, mark_pattern="mame")
    file = write_deck(tmp_path, front=FACE + face)
    islands = [
        [[[160, 20], [198, 20], [198, 70], [160, 70], [160, 20]]],
        [[[150, 40], [154, 40], [154, 44], [150, 44], [150, 40]]],
    ]
    far = build_feature("MultiPolygon", islands, type="Feature", id="Far", properties={"name": "Far"})
    write_land(tmp_path / "isles.geojson", far, type="FeatureCollection", board={"frame_mm": [200, 100]})
    front = next(lay_out(open_deck(str(file)), "en")).front
    (shown,) = (use.frame for use in front.items if isinstance(use, Use) and "mark/" in use.frame.name)
    filled, _, halo, line = shown.items
    assert [letter for letter, _ in filled.outline].count("M") == 2
    assert [letter for letter, _ in line.outline].count("M") == 1
    assert halo.outline == line.outline
