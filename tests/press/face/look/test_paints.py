"""Where gradients run over a box, as CSS has them."""

from pathlib import Path

import pytest

from companion.press.frame.drawing import Gradient, PaintedShape
from companion.press.frame.frame import Use
from tests.press.decks import element
from tests.press.face.test_context import fronts


def gradient(folder: Path, fill: str) -> Gradient:
    """The gradient over a box of 40 by 20 mm at (10, 10)."""
    face = "size = [58, 87]\n" + element("rect", x=10, y=10, width=40, height=20, fill=fill)
    (use,) = fronts(folder, face)[0].items
    assert isinstance(use, Use)
    assert isinstance(use.frame, PaintedShape)
    (trace,) = use.frame.walk_traces()
    assert isinstance(trace.fill, Gradient)
    return trace.fill


@pytest.mark.parametrize(
    ("way", "start", "end"),
    [
        ("", (30, 10), (30, 30)),
        ("to top, ", (30, 30), (30, 10)),
        ("90deg, ", (10, 20), (50, 20)),
        ("0.75turn, ", (50, 20), (10, 20)),
        ("45deg, ", (15, 35), (45, 5)),
        ("to bottom right, ", (22, 4), (38, 36)),  # the other two corners have the colour of the middle
    ],
)
def test_a_linear_gradient_runs_from_corner_to_corner(
    tmp_path: Path, way: str, start: tuple[float, float], end: tuple[float, float]
) -> None:
    found = gradient(tmp_path, f"linear-gradient({way}#ff0000, #0000ff)")
    assert found.matrix.transform_point(*found.start) == pytest.approx(start)
    assert found.matrix.transform_point(*found.end) == pytest.approx(end)


@pytest.mark.parametrize(
    ("way", "middle", "right"),
    [
        ("", (30, 20), 30 + 20 * 2**0.5),
        ("circle, ", (30, 20), 30 + 500**0.5),
        ("circle at 25% 50%, ", (20, 20), 20 + 1000**0.5),
        ("at 100% 0%, ", (50, 10), 50 + 40 * 2**0.5),
    ],
)
def test_a_radial_gradient_reaches_the_farthest_corner(
    tmp_path: Path, way: str, middle: tuple[float, float], right: float
) -> None:
    found = gradient(tmp_path, f"radial-gradient({way}#ff0000, #0000ff)")
    assert found.radii == (0, 1)
    assert found.matrix.transform_point(0, 0) == pytest.approx(middle)
    assert found.matrix.transform_point(1, 0)[0] == pytest.approx(right)


def test_stops_without_a_place_lie_evenly(tmp_path: Path) -> None:
    found = gradient(tmp_path, "linear-gradient(#ff0000, rgb(0 0 0 / 50%), #00ff00 80%, white 60%, blue)")
    assert [round(part, 3) for part, _ in found.stops] == [0, 0.4, 0.8, 0.8, 1]
    assert found.faint == (1, 0.5, 1, 1, 1)
