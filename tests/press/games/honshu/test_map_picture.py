"""A scored map as a picture: outlines go round their squares, and everything stays on the page."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.honshu.map import LONGEST_SIDE, MOST_SQUARES, HonshuMap, parse_map
from companion.press.frame.frame import Shape, Text, Use
from companion.press.frame.outlines import compute_bounds
from companion.press.games.honshu import PAGE, ScoreLine, draw_map, trace_borders

cells = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=20)


@settings(deadline=None)
@given(cells)
def test_traced_borders_enclose_exactly_the_squares(squares: set[tuple[int, int]]) -> None:
    walks = trace_borders(squares)
    area = 0
    for walk in walks:
        x, y, dx, dy = walk[-1]
        assert (x + dx, y + dy) == walk[0][:2]
        for (x1, y1, dx1, dy1), (x2, y2, _, _) in pairwise(walk):
            assert (x1 + dx1, y1 + dy1) == (x2, y2)
        # Shoelace: squares on the right hand, y downward, count positive; a hole counts against.
        area += sum(x * (y + dy) - (x + dx) * y for x, y, dx, dy in walk)
    assert area == 2 * len(squares)
    edges = sum(
        beside not in squares for r, c in squares for beside in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
    )
    assert sum(map(len, walks)) == edges


def test_squares_joined_by_a_corner_stay_apart() -> None:
    assert sorted(map(len, trace_borders([(0, 0), (1, 1)]))) == [4, 4]


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
