"""Drawings are held against one another as they are seen: a hair of a millimetre makes no other one."""

import pytest

from companion.press.check.preflight import _list_pattern
from companion.press.frame.frame import Frame, Shape, Use
from companion.press.frame.outlines import Matrix, rect

ICON = Frame("icon", 10, 10, (Shape(rect(0, 0, 5, 5), "#ff0000"),))


@pytest.mark.parametrize(("off", "alike"), [(0.004, True), (0.02, False)])
def test_a_drawing_is_the_same_where_nobody_sees_a_difference(off: float, alike: bool) -> None:
    placed = (Frame("face", 58, 87, (Use(ICON, Matrix.translate(20 + x, 60)),)) for x in (0, off))
    one, other = (frozenset(_list_pattern(frame)) for frame in placed)
    assert (one == other) == alike
