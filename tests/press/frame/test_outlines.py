import math

import pytest

from companion.press.frame.outlines import Matrix, circle, compute_bounds, parse_path, rect, transform_outline


def test_every_svg_path_command_is_parsed() -> None:
    outline = parse_path("M10 10 h20 v5 l-5 5 q3 3 4 4 t1 2 c1 0 2 0 3 3 s2 2 3 3 z m1 1 H0")
    letters = "".join(letter for letter, _ in outline)
    assert letters == "MLLLCCCCZML"
    assert outline[1] == ("L", (30, 10))
    assert outline[-1] == ("L", (0, 11))


@pytest.mark.parametrize(("flags", "middle"), [("0 1", (0, 0)), ("1 0", (0, 0)), ("0 0", (5, 5)), ("1 1", (5, 5))])
def test_arcs_stay_on_their_circle(flags: str, middle: tuple[float, float]) -> None:
    outline = parse_path(f"M5 0 A5 5 0 {flags} 0 5")
    assert outline[-1][1][-2:] == pytest.approx((0, 5), abs=1e-3)
    x, y = 5.0, 0.0
    for _, (x1, y1, x2, y2, x3, y3) in outline[1:]:
        for t in (0.25, 0.5, 0.75):
            s = 1 - t
            px = s**3 * x + 3 * s * s * t * x1 + 3 * s * t * t * x2 + t**3 * x3
            py = s**3 * y + 3 * s * s * t * y1 + 3 * s * t * t * y2 + t**3 * y3
            assert math.dist((px, py), middle) == pytest.approx(5, abs=0.01)
        x, y = x3, y3


def test_an_arc_without_extent_is_nothing_or_a_line_and_one_too_small_grows() -> None:
    assert parse_path("M5 5 A3 3 0 0 1 5 5 Z") == (("M", (5, 5)), ("Z", ()))
    for radii in ("0 3", "3 0"):
        assert parse_path(f"M5 5 A{radii} 0 0 1 9 9") == (("M", (5, 5)), ("L", (9, 9)))
    assert parse_path("M0 0 A1 1 0 0 1 10 0") == parse_path("M0 0 A5 5 0 0 1 10 0")


@pytest.mark.parametrize("text", ["", "hello", "L 3 3"])
def test_a_text_that_is_no_path_is_refused(text: str) -> None:
    with pytest.raises((ValueError, IndexError)):
        parse_path(text)


def test_bounds_follow_an_outline_when_it_is_moved() -> None:
    assert compute_bounds(rect(1, 2, 3, 4)) == (1, 2, 4, 6)
    assert compute_bounds(circle(10, 10, 2)) == pytest.approx((8, 8, 12, 12))
    turned = Matrix.rotate(90).then(Matrix.translate(5, 5))
    assert compute_bounds(transform_outline(rect(0, 0, 2, 1), turned)) == (4, 5, 5, 7)


def test_points_beyond_any_paper_are_refused() -> None:
    assert compute_bounds(parse_path("M0 0 L999999 -999999")) == (0, -999999, 999999, 0)
    for far in ("1e6", "-1e6", "1e400"):
        with pytest.raises(ValueError, match=far):
            parse_path(f"M0 0 L{far} 0")
        with pytest.raises(ValueError, match=far):
            parse_path(f"M0 0 L0 {far}")
