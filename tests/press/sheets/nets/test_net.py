"""Folded nets: tabs, folds in space, splits with joints."""

import math
from collections import Counter
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon
from shapely.ops import unary_union

from companion.errors import PaperError
from companion.press.frame.trims import compute_signed_area as turned_round
from companion.press.nets.drawing import MOUNTAIN, VALLEY, draw_fold, draw_net, list_cut_lines
from companion.press.nets.net import Fold, Mark, Net, Panel, Seam, add_tab_letters, build_tab, fold_net, lift_point
from companion.press.nets.pages import fit_net, split_net
from tests.goldens import read_golden
from tests.press.golden_faces import format_frame


def build_strip(*lengths, height=40.0, angle=90.0):
    """Panels in a row, each folded to the one before it."""
    panels, folds, x = [], [], 0.0
    for index, length in enumerate(lengths):
        panels.append(Panel(f"p{index}", ((x, 0.0), (x + length, 0.0), (x + length, height), (x, height))))
        if index:
            folds.append(Fold(f"p{index - 1}", f"p{index}", ((x, 0.0), (x, height)), angle))
        x += length
    return Net("strip", tuple(panels), tuple(folds))


def place_point(net, panel, point, moves):
    return tuple(round(float(value), 6) for value in lift_point(moves[panel], point))


def test_a_mountain_folds_away_and_a_valley_towards_the_viewer():
    back, front = build_strip(10, 20), build_strip(10, 20, angle=-90)
    assert place_point(back, "p1", (30, 0), fold_net(back)) == (10, 0, -20)
    assert place_point(front, "p1", (30, 0), fold_net(front)) == (10, 0, 20)


def test_a_fold_may_hang_on_any_side_of_a_panel():
    base = Panel("base", ((0, 0), (10, 0), (10, 10), (0, 10)))
    for edge, child, end in (
        (((0, 0), (0, 10)), ((-6, 0), (0, 0), (0, 10), (-6, 10)), (-6, 5)),
        (((0, 0), (10, 0)), ((0, -6), (10, -6), (10, 0), (0, 0)), (5, -6)),
        (((10, 10), (0, 10)), ((0, 10), (10, 10), (10, 16), (0, 16)), (5, 16)),
    ):
        net = Net("one", (base, Panel("flap", child)), (Fold("base", "flap", edge, 90),))
        assert lift_point(fold_net(net)["flap"], end)[2] == pytest.approx(-6)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(5, 40), min_size=2, max_size=5), st.floats(0, 1))
def test_folding_keeps_every_length(lengths, part):
    net = build_strip(*lengths)
    moves = fold_net(net, part)
    for panel in net.panels:
        for a, b in zip(panel.points, panel.points[1:], strict=False):
            ends = [lift_point(moves[panel.name], point) for point in (a, b)]
            assert math.dist(*ends) == pytest.approx(math.dist(a, b))


def test_the_scissors_go_round_the_whole_and_round_holes():
    hole = ((5.0, 5.0), (15.0, 5.0), (15.0, 15.0), (5.0, 15.0))
    net = build_strip(30, 20)
    net = Net(net.name, (Panel("p0", net.panels[0].points, (hole,)), *net.panels[1:]), net.folds)
    rings = [Polygon(ring) for ring in list_cut_lines(net)]
    assert sorted(ring.area for ring in rings) == [pytest.approx(100), pytest.approx(2000)]


def test_every_way_to_fold_has_a_line_of_its_own_and_a_flat_joint_is_dotted():
    shapes = [draw_fold(((0.0, 0.0), (0.0, 40.0)), angle) for angle in (90, 5, -5, -90, 0)]
    assert [shape.group for shape in shapes] == ["mountain", "mountain", "valley", "valley", "joint"]
    assert (shapes[0].dash, shapes[3].dash) == (MOUNTAIN, VALLEY)
    assert len({(shape.stroke, shape.dash) for shape in shapes}) == 3
    assert {shape.role for shape in shapes} == {"fold"}  # which low ink leaves as it is


def test_a_drawn_net_is_readable():
    flap, fold = build_tab("p1", "flap", "A", ((50.0, 0.0), (50.0, 40.0)), 8, -90)
    base = build_strip(30, 20, angle=-90)
    net = Net("box", (*base.panels, flap), (*base.folds, fold), (Seam("flap", "", "p0", ((0.0, 0.0), (0.0, 40.0))),))
    (drawn,) = add_tab_letters([net])
    assert drawn.get_panel("p0").marks == (Mark(((0.0, 40.0), (0.0, 0.0)), "A"),)  # its right is inside
    text = format_frame(draw_net(drawn, "A box"))
    assert text == read_golden("net-box.txt", text)


nets = st.builds(build_strip, st.floats(30, 120), st.floats(30, 120), st.floats(30, 120), height=st.floats(30, 300))


@settings(max_examples=60, deadline=None)
@given(nets, st.floats(90, 220), st.floats(90, 300))
def test_a_split_net_loses_nothing_and_every_part_fits(net, width, height):
    try:
        parts = split_net(net, width, height, 8, map(str, count(1)))
    except PaperError:
        assert min(width, height) < 160  # too small for a part halved four times, with its tab
        return
    area = sum(Polygon(panel.points).area for panel in net.panels)
    kept = sum(Polygon(panel.points).area for part in parts for panel in part.panels if not panel.letter)
    assert kept == pytest.approx(area)
    for part in parts:
        assert fit_net(part, width, height) is not None
        joined = unary_union([Polygon(panel.points).buffer(1e-6) for panel in part.panels])
        assert joined.geom_type == "Polygon"
    assert len(parts) == 1 or [part.joint for part in parts] == [
        ("strip", number, len(parts)) for number in range(1, len(parts) + 1)
    ]
    tabs, edges = Counter[str](), Counter[str]()  # every joint has one tab and one edge of its length
    for owner, panel in ((part, each) for part in parts for each in part.panels):
        if panel.letter:
            tabs[panel.letter] += math.dist(*owner.get_fold(panel.name).edge)
        for mark in panel.marks:
            edges[mark.letter] += math.dist(*mark.edge)
    assert edges == pytest.approx(tabs)


@settings(max_examples=60, deadline=None)
@given(st.floats(5, 60), st.floats(75, 120), st.floats(60, 120))
def test_a_slanting_panel_is_joined_along_the_whole_of_its_cut(top, bottom, height):
    points = ((-top, 0.0), (top, 0.0), (bottom, height), (-bottom, height))
    left, right = split_net(Net("slant", (Panel("p", points),)), 140, 140, 8, map(str, count(1)))
    (joint,) = [panel for panel in left.panels if panel.letter]
    (mark,) = [mark for panel in right.panels for mark in panel.marks]
    assert mark.letter == joint.letter
    assert math.dist(*left.get_fold(joint.name).edge) == pytest.approx(height) == math.dist(*mark.edge)


def test_a_cut_beside_a_notch_is_joined_only_where_the_panel_goes_on():
    notch = ((0.0, 0.0), (80.0, 0.0), (80.0, 60.0), (55.0, 60.0), (55.0, 35.0), (40.0, 35.0), (40.0, 60.0), (0.0, 60.0))
    left, right = split_net(Net("notched", (Panel("p", notch),)), 62, 62, 8, map(str, count(1)))
    (joint,) = [panel for panel in left.panels if panel.letter]
    assert left.get_fold(joint.name).edge == ((40.0, 0.0), (40.0, 35.0))
    assert sum(abs(turned_round(part.panels[0].points)) for part in (left, right)) == 80 * 60 - 15 * 25


def test_a_net_is_cut_along_a_fold_where_it_can_be():
    one, other = split_net(build_strip(80, 80, height=100), 110, 110, 8, map(str, count(1)))
    assert {panel.name for panel in one.panels} | {panel.name for panel in other.panels} >= {"p0", "p1"}
    (joint,) = [panel for panel in one.panels if panel.letter]
    assert one.get_fold(joint.name).angle == 90  # the joint is folded as the fold was


def test_the_half_of_a_net_hangs_together_whichever_of_its_panels_is_largest():
    """The half is folded from its largest panel on, which may be the last that is named."""
    parts = split_net(build_strip(12, 12, 30, 30, 12, 12), 64, 40, 8, map(str, count(1)))
    names = [[panel.name for panel in part.panels if not panel.letter] for part in parts]
    assert [(each[0], set(each)) for each in names] == [("p2", {"p0", "p1", "p2"}), ("p3", {"p3", "p4", "p5"})]
    assert all(len(fold_net(part)) == len(part.panels) for part in parts)
