"""Ink near the cut: drawings and shapes, not only their boxes; grounds run on into the bleed."""

from pathlib import Path

import pytest

from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Frame, Item, Shape, Use
from companion.press.frame.outlines import Matrix, Outline, circle, rect
from companion.press.preflight import FREE, find_near_cut
from tests.press.drawings import read_part


def list_near_cut(*items: Item, trim: Outline | None = None, bleed: float = 3, safe: float = 3) -> list[str]:
    card = Frame("card", 40, 60, items, bleed=bleed, safe=safe, trim=trim)
    found = list(find_near_cut(card, FREE))
    assert {rule for rule, _ in found} <= {"safe-zone"}
    assert all(str(sentence).endswith(", neither in the safe zone nor beyond the bleed") for _, sentence in found)
    return [str(sentence).partition(",")[0] for _, sentence in found]


def build_drawing(folder: Path) -> Drawing:
    return read_part(
        folder, '<g id="sword"><path d="M2 2L12 9" fill="none" stroke="#26221d" stroke-width="2"/></g>', "sword"
    )


@pytest.mark.parametrize(
    ("x", "sentences"),
    [
        (1.5, ["'a.svg sword' ends 2.5 mm from the cut"]),  # the line is half a mm wide, to 1 mm
        (2.0, []),
        (-2.0, ["'a.svg sword' ends 1 mm from the cut"]),
        (-4.1, []),  # it reaches the bleed, as a ground does
    ],
)
def test_the_ink_of_a_drawing_counts(tmp_path: Path, x: float, sentences: list[str]) -> None:
    seen = build_drawing(tmp_path).visible_bounds
    assert list_near_cut(Use(build_drawing(tmp_path), Matrix.translate(x + 2 - seen[0] - 1, 20))) == sentences


def test_a_drawing_that_is_clipped_ends_where_its_clip_does(tmp_path: Path) -> None:
    placed = Use(build_drawing(tmp_path), Matrix.translate(-1.5, 20))
    assert len(list_near_cut(placed)) == 1
    assert list_near_cut(placed._replace(clip=rect(4, 0, 20, 60))) == []


def test_shapes_near_the_cut_are_found_wherever_they_are_placed() -> None:
    plaque = Shape(rect(30, 10, 8.8, 12), "#ffffff", role="panel")
    assert list_near_cut(plaque) == ["'panel' ends 1.2 mm from the cut"]
    assert list_near_cut(plaque._replace(role="decor")) == []
    assert list_near_cut(plaque._replace(role="texture")) == []
    within = Frame("face", 10, 10, (Shape(rect(0, 0, 4, 4), "#000000"),))
    assert list_near_cut(Use(within, Matrix.translate(2, 20))) == ["'shape' ends 2 mm from the cut"]
    band, short = (Shape(rect(x, -3, 46, 15), "#000000", role="ground") for x in (-3, 0))
    assert (list_near_cut(band), list_near_cut(short)) == ([], ["'ground' ends 0 mm from the cut"])
    outlined = Shape(rect(3, 3, 30, 50), None, "#000000", 0.5)
    assert list_near_cut(outlined) == ["'shape' ends 2.75 mm from the cut"]


def test_a_curve_counts_only_as_far_as_it_is_drawn() -> None:
    """The handles of its Bézier curves may lie beyond."""
    bow = (("M", (4.0, 10.0)), ("C", (2.0, 12.0, 2.0, 18.0, 4.0, 20.0)))
    assert list_near_cut(Shape(bow, "#000000")) == ["'shape' ends 2.5 mm from the cut"]
    assert list_near_cut(Shape(bow, "#000000"), safe=2.4) == []


def test_nearness_to_the_cut_is_measured_from_the_outline() -> None:
    disc = circle(20, 30, 20)
    assert list_near_cut(Shape(circle(20, 30, 16), "#000000"), trim=disc) != []
    assert list_near_cut(Shape(rect(14, 24, 12, 12), "#000000"), trim=disc) == []
    assert list_near_cut(Shape(rect(-3, 28, 46, 4), "#000000"), trim=disc) == []  # meant to be cut through
