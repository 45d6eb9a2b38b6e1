"""The line a piece is cut along: how far things lie from it, and the line beyond it."""

import math

import pytest

from companion.press.frame.outlines import Outline, circle, compute_tight_bounds, parse_path, polygon, rect
from companion.press.frame.trims import (
    compute_area,
    compute_clearance,
    extract_loops,
    is_box_sided,
    mirror_trim,
    offset_outline,
)

ELL = parse_path("M0 0H40V10H10V30H0Z")
RING = parse_path("M0 0H40V40H0Z M15 15V25H25V15Z")
DROP = parse_path("M20 0 C 60 40 -20 40 20 0Z")
DENT = parse_path("M40 30 L40 0 L0 0 C0 20 20 30 40 30Z M1 1L2 2")
SWALLOWTAIL = parse_path("M0 0 C 20 12 20 12 40 0 L40 30 L20 14 L0 30Z")


@pytest.mark.parametrize(
    ("trim", "by", "expected"),
    [
        (circle(20, 20, 20), 2, math.pi * 22**2),
        (rect(0, 0, 63, 88, 3), 2, 67 * 92 - (4 - math.pi) * 5**2),
        (rect(0, 0, 63, 88, 3), -3, 57 * 82),
        # Round about five corners that open, sharp in the one that closes, and the same for a hole, whose own
        # corners stay sharp when it becomes smaller.
        (ELL, 2, 600 + 140 * 2 + 5 * math.pi - 4),
        (ELL, -6, 600),
        (RING, 2, 1600 + 160 * 2 + math.pi * 4 - 36),
    ],
)
def test_an_offset_trim_encloses_the_expected_area(trim: Outline, by: float, expected: float) -> None:
    assert compute_area(offset_outline(trim, by)) == pytest.approx(expected, rel=2e-3)


@pytest.mark.parametrize("trim", [circle(20, 20, 20), RING, SWALLOWTAIL, DROP, DENT])
@pytest.mark.parametrize("by", [2.0, -1.0])
def test_every_point_of_an_offset_trim_keeps_its_distance(trim: Outline, by: float) -> None:
    lines = [line for loop in extract_loops(trim) for line in zip(loop, (*loop[1:], loop[0]), strict=True)]
    for loop in extract_loops(offset_outline(trim, by)):
        for x, y in loop:
            nearest = min(_measure_distance((x, y), *line) for line in lines)
            assert nearest == pytest.approx(abs(by), abs=0.02)


def _measure_distance(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    p, a, b = complex(*point), complex(*start), complex(*end)
    part = ((p - a) * (b - a).conjugate()).real / abs(b - a) ** 2
    return abs(a + min(1, max(0, part)) * (b - a) - p)


def test_a_box_in_a_round_piece_is_nearest_at_its_corners() -> None:
    assert compute_clearance(circle(20, 20, 20), (10, 10, 30, 30)) == pytest.approx(20 - math.sqrt(200), abs=0.01)
    assert compute_clearance(circle(20, 20, 20), (1, 1, 20, 20)) == pytest.approx(20 - math.hypot(19, 19), abs=0.01)
    assert compute_clearance(RING, (2, 2, 12, 12)) == 2
    assert compute_clearance(ELL, (2, 2, 30, 20)) == pytest.approx(-10)
    assert compute_clearance(RING, (10, 10, 30, 30)) == 0  # the hole lies in the box
    slit = parse_path("M0 0H40V40H0Z M2 24H38V25H2Z")
    assert compute_clearance(slit, (10, 10, 30, 30)) == 0
    assert compute_clearance(slit, (10, 4, 30, 21)) == 3


def test_ticks_suffice_for_rounded_corners_alone() -> None:
    assert is_box_sided(rect(0, 0, 63, 88, 3), 63, 88)
    assert not is_box_sided(circle(20, 20, 20), 40, 40)
    assert not is_box_sided(ELL, 40, 30)
    assert not is_box_sided((*rect(0, 0, 63, 88), *circle(30, 8, 3)), 63, 88)


def test_a_piece_is_seen_from_behind_as_in_a_mirror() -> None:
    assert compute_tight_bounds(mirror_trim(parse_path("M0 0H10V5Z"), 40)) == (30, 0, 40, 5)
    assert mirror_trim(mirror_trim(ELL, 40), 40) == ELL
    for points in (((0, 0), (0, 10), (10, 10)), ((0, 0), (10, 10), (0, 10))):
        assert compute_area(polygon(points)) == 50
