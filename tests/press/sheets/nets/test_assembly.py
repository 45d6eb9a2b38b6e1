"""Pictures of folded nets: in the middle of their room, without what is left out."""

import pytest

from companion.press.frame.frame import Shape
from companion.press.frame.outlines import compute_bounds
from companion.press.games.shogun.tower import Solid, draw_solids
from companion.press.nets.net import RigidMotion
from tests.press.sheets.nets.test_net import build_strip


def draw_shapes(*without: str, width: float = 50, height: float = 50) -> list[Shape]:
    tube = Solid(build_strip(30, 20, 30, 20), RigidMotion(), omitted_panels=without)
    return [each for each in draw_solids("tube", [[tube]], width, height).items if isinstance(each, Shape)]


@pytest.mark.parametrize(("width", "height"), [(50, 90), (90, 50)])
def test_a_picture_stands_in_the_middle_of_its_room_and_fills_it(width: float, height: float) -> None:
    boxes = [compute_bounds(each.outline) for each in draw_shapes(width=width, height=height)]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    assert (left, top) == pytest.approx((width - right, height - bottom))
    assert min(left, top) == pytest.approx(0.5)


def test_a_panel_left_out_lets_one_see_behind_it() -> None:
    assert len(draw_shapes()) == 4
    assert len(draw_shapes("p0", "p2")) == 2
