"""A scored map as a picture: outlines go round their squares, and everything stays on the page."""

from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point, Polygon

from companion.data.honshu.map import LONGEST_SIDE, MOST_SQUARES, HonshuMap, parse_map
from companion.press.frame.frame import Shape, Text, Use
from companion.press.frame.outlines import compute_bounds
from companion.press.games.honshu import PAGE, ScoreLine, draw_map


def list_outlines(squares: Iterable[tuple[int, int]]) -> list[Polygon]:
    """The inner lines of the outlines round squares, in places of a map of 6 x 6 squares, 18 mm each."""
    line = ScoreLine(tuple(squares), 3, "", True, "violet")
    frame = draw_map(parse_map("F F F F F F\n" * 6), "Honshu", [("total", "3")], [line])
    shapes = [item for item in frame.items if isinstance(item, Shape) and item.role == "outline"]
    return [Polygon([numbers for letter, numbers in shape.outline if letter != "Z"]) for shape in shapes[::2]]


@settings(deadline=None, max_examples=40)
@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=20))
def test_outlines_enclose_exactly_the_squares(squares: set[tuple[int, int]]) -> None:
    area = Polygon()
    for loop in list_outlines(squares):  # a hole lies in what is larger
        area = area.symmetric_difference(loop)
    found = {
        (row, column)
        for row in range(6)
        for column in range(6)
        if area.contains(Point(51 + 18 * (column + 0.5), 30 + 18 * (row + 0.5)))
    }
    assert found == squares


def test_squares_joined_by_a_corner_have_their_own_outlines() -> None:
    one, other = list_outlines([(0, 0), (1, 1)])
    assert not one.intersects(other)


def list_corners(map_: HonshuMap, lines: int) -> list[tuple[float, float]]:
    square = next((r, c) for r, row in enumerate(map_.rows) for c, symbol in enumerate(row) if symbol != ".")
    marked = [ScoreLine((square,), 3, "a line of the score " * 8, bool(at % 2), "violet") for at in range(lines)]
    frame = draw_map(map_, "Honshu", [("total", "63")], marked)
    corners = []
    for item, matrix in frame.walk():
        if isinstance(item, Text):
            corners.append((matrix.a * item.x + matrix.e, matrix.d * item.y + matrix.f))
        elif isinstance(item, Shape):
            for _, numbers in item.outline:
                for x, y in zip(numbers[::2], numbers[1::2], strict=True):
                    corners.append((matrix.a * x + matrix.e, matrix.d * y + matrix.f))
    return corners


def test_small_and_large_maps_stay_on_the_page() -> None:
    for map_, lines in (
        (parse_map("T"), 1),
        (parse_map("\n".join(["b* T F L -"] * 9)), 12),
        (parse_map("\n".join(["Y4 " * LONGEST_SIDE] * (MOST_SQUARES // LONGEST_SIDE))), 80),
        (parse_map("Y4\n" * LONGEST_SIDE), 80),
    ):
        for x, y in list_corners(map_, lines):
            assert -0.01 <= x <= PAGE[0] + 0.01
            assert -0.01 <= y <= PAGE[1] + 0.01


def test_cubes_lie_on_the_squares_that_hold_them() -> None:
    """The one left on its production is worth nothing, and the players look for it."""
    frame = draw_map(parse_map("b* b y* F"), "Honshu", [("total", "2")], [])
    cubes = [item for item in frame.items if isinstance(item, Use) and item.frame.name.startswith("cube/")]
    squares = [each.clip for each in frame.items if isinstance(each, Use) and each.clip]
    assert [each.frame.name for each in cubes] == ["cube/blue", "cube/yellow"]
    for cube, square in zip(cubes, (squares[0], squares[2]), strict=True):
        left, top, right, bottom = compute_bounds(square)
        assert left < cube.matrix.e < right
        assert top < cube.matrix.f < bottom
