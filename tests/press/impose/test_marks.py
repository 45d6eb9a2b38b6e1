"""Cut marks: where they stand, and what they keep clear of."""

import pytest

from companion.data.papers import parse_paper
from companion.press.frame.frame import Frame, Shape
from companion.press.frame.outlines import compute_bounds
from companion.press.sheets.grid import MARK_GAP, MARK_LENGTH, Grid, solve_grid
from companion.press.sheets.marks import MARK_WEIGHT, draw_fold_line, draw_marks

A4, CARD = parse_paper("a4"), Frame("card", 58, 87, ())


def compute_ends(shape: Shape) -> tuple[float, float, float, float]:
    return compute_bounds(shape.outline)


def measure_ink(shape: Shape) -> tuple[float, float, float, float]:
    """The box that the ink of a straight line covers, round ends included."""
    left, top, right, bottom = compute_ends(shape)
    half = shape.width / 2
    return left - half, top - half, right + half, bottom + half


def overlaps(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    near = 1e-6
    return a[0] < b[2] - near and a[2] > b[0] + near and a[1] < b[3] - near and a[3] > b[1] + near


def draw_grid_marks(grid: Grid, style: str) -> list[Shape]:
    return draw_marks(grid, [(CARD, slot) for slot in grid.list_slots()], style)


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("style", ["corners", "lines"])
@pytest.mark.parametrize("name", ["a4", "letter", "a3", "297x210"])
def test_marks_lie_outside_every_trim_and_inside_the_margin(name: str, style: str, shared: bool) -> None:
    stock = parse_paper(name)
    grid = solve_grid(stock, 58, 87, shares_cuts=shared)
    for mark in draw_grid_marks(grid, style):
        assert mark.width == MARK_WEIGHT
        trims = [slot.box for slot in grid.list_slots()]
        assert not any(overlaps(measure_ink(mark), trim) for trim in trims)
        left, top, right, bottom = compute_ends(mark)
        assert min(left, top) >= stock.margin - 1e-6
        assert right <= stock.width - stock.margin + 1e-6
        assert bottom <= stock.height - stock.margin + 1e-6
        if style == "corners" and not shared:
            assert max(right - left, bottom - top) == pytest.approx(MARK_LENGTH)
            gaps = (max(t[0] - right, left - t[2], t[1] - bottom, top - t[3]) for t in trims)
            assert min(gaps) - grid.bleed == pytest.approx(MARK_GAP)


@pytest.mark.parametrize(("shared", "cuts", "long"), [(False, 6, 12), (True, 4, 4)])
def test_neighbours_have_a_cut_each_or_share_one(shared: bool, cuts: int, long: int) -> None:
    """Lines run through the gutters, but not through cards that touch."""
    grid = solve_grid(A4, 58, 87, shares_cuts=shared)
    assert (grid.columns, grid.rows) == (3, 3)
    upright = {
        left
        for left, top, right, bottom in map(compute_ends, draw_grid_marks(grid, "corners"))
        if bottom - top > right - left
    }
    assert len(upright) == cuts
    assert sum(max(e[2] - e[0], e[3] - e[1]) > 50 for e in map(compute_ends, draw_grid_marks(grid, "lines"))) == long


def test_only_rows_and_columns_in_use_are_marked() -> None:
    grid = solve_grid(A4, 58, 87)
    assert len(draw_marks(grid, [(CARD, slot) for slot in grid.list_slots()[:2]], "corners")) == 2 * 4 + 2 * 2
    assert draw_grid_marks(grid, "none") == []
    assert draw_marks(grid, [], "corners") == []


def test_the_fold_is_dashed_down_the_middle() -> None:
    fold = draw_fold_line(A4)
    assert (compute_ends(fold), fold.role, bool(fold.dash)) == ((105, 5, 105, 292), "fold", True)
