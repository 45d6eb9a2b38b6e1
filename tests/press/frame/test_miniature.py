"""A miniature keeps what a small picture shows, in lines that are seen there."""

from companion.press.frame.drawing import Drawing, Trace
from companion.press.frame.frame import Frame, Shape, Use
from companion.press.frame.low_ink import FINE, LEAST_PEN, build_miniature
from companion.press.frame.outlines import line, rect


def test_lines_thinner_than_is_seen_are_made_as_wide_and_others_stay() -> None:
    """An outline of 0.1 mm, the line of low ink, would be a fortieth of that on a page a quarter as large."""
    thin, wide = Shape(rect(10, 10, 40, 40), None, "#000000", 0.1), Shape(rect(60, 10, 40, 40), None, "#000000", 3)
    drawn = Drawing.from_traces("art", (Trace("M10 60L50 60L50 90Z", fill="#eeeeee", stroke="#000000", width=0.1),))
    small = build_miniature(Frame("page", 120, 120, (thin, wide, Use(drawn))), 0.25)
    (one, other, use) = small.items
    assert [each.width for each in (one, other) if isinstance(each, Shape)] == [LEAST_PEN / 0.25, 3]
    assert isinstance(use, Use)
    assert isinstance(use.frame, Drawing)
    assert [each.width for each in use.frame.walk_traces()] == [LEAST_PEN / 0.25]


def test_a_fine_line_of_a_drawing_is_left_out() -> None:
    widths = (FINE / 0.25 - 0.1, 4)
    drawn = Drawing.from_traces("art", tuple(Trace("M10 60L90 60", stroke="#000000", width=width) for width in widths))
    cut = Shape(line(0, 0, 99, 0), None, "#000000", 1, role="cut")
    (use,) = build_miniature(Frame("page", 120, 120, (Use(drawn), cut)), 0.25).items
    assert isinstance(use, Use)
    assert isinstance(use.frame, Drawing)
    assert [each.width for each in use.frame.walk_traces()] == [4]
