"""The sheet solver, the grid it makes, and backs behind fronts: mirrored twice is where one began."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.papers import Paper, parse_paper
from companion.errors import PaperError
from companion.press.frame.outlines import Matrix
from companion.press.sheets.grid import (
    FOLD_GAP,
    MARK_GAP,
    MARK_LENGTH,
    Grid,
    compute_back_matrix,
    compute_turn_matrix,
    find_smaller_bleed,
    list_overreach,
    list_rooms,
    solve_grid,
)

MARK = MARK_GAP + MARK_LENGTH
A4, LETTER = parse_paper("a4"), parse_paper("letter")


@pytest.mark.parametrize(
    ("name", "size", "bleed", "expected"),
    [
        ("a4", (58, 87), None, (3, 3, False, 2.0)),
        ("letter", (58, 87), None, (2, 4, True, 2.0)),
        ("letter", (58, 87), 0.05, (3, 3, False, 0.05)),
        ("a4", (63.5, 88.9), None, (2, 4, True, 2.0)),
        ("297x210", (58, 87), None, (3, 3, True, 2.0)),
    ],
)
def test_the_fullest_grid_is_found(
    name: str, size: tuple[float, float], bleed: float | None, expected: tuple[int, int, bool, float]
) -> None:
    grid = solve_grid(parse_paper(name), *size, bleed)
    assert (grid.columns, grid.rows, grid.is_turned, grid.bleed) == expected


def test_cards_stand_upright_where_turning_them_gains_none() -> None:
    assert not solve_grid(A4, 90, 95).is_turned
    assert solve_grid(A4, 63, 88).is_turned


@pytest.mark.parametrize(
    ("paper", "margin", "size", "most", "bleed", "saved"),
    [("a4", 8, (63, 88), 8, 1.5, 12), ("letter", 5, (63, 88), 9, 0.8, 1)],
)
def test_cards_between_a_machines_marks_and_the_most_at_the_bleed_that_is_offered(
    paper: str, margin: float, size: tuple[float, float], most: int, bleed: float, saved: int
) -> None:
    stock = parse_paper(paper)._replace(margin=margin)
    grid = solve_grid(stock, *size, bleed_drawn=3, marks=False, corner=6.0)
    assert find_smaller_bleed(grid, 100, math.ceil(100 / grid.cards)) == bleed
    fuller = solve_grid(stock, *size, bleed, marks=False, corner=6.0)
    assert (fuller.cards, math.ceil(100 / grid.cards) - math.ceil(100 / most)) == (most, saved)


def test_a_bleed_that_does_not_fit_is_refused_with_one_that_does() -> None:
    with pytest.raises(PaperError, match=r"68 mm of bleed does not fit .*58 x 145.* on A4; use 67 mm"):
        solve_grid(A4, 58, 145, 68)
    with pytest.raises(PaperError, match="does not fit on A4, which has 192 x 279 mm"):
        solve_grid(A4, 300, 300, 2)


@pytest.mark.parametrize(
    ("cards", "bleed", "marks", "message"),
    [
        (4, 2, True, "cards reach to 4 mm from the edge; most printers leave 5 mm white"),
        (6, 2, True, "the bleed reaches to 4 mm from the edge"),
        (8, 2, True, "cut marks reach to 2 mm from the edge"),
        (8, 2, False, ""),
        (7 + MARK, 2, True, ""),
    ],
)
def test_ink_in_the_unprintable_margin_is_reported(cards: float, bleed: float, marks: bool, message: str) -> None:
    """For one card so wide that it ends so far from the edge of the paper."""
    grid = Grid(A4, (0, 0, A4.width, A4.height), A4.width - 2 * cards, 100, 1, 1, False, bleed, marks=marks)
    said = "".join(str(note) for note in list_overreach(grid, 5.0))
    assert message in said
    assert bool(message) == bool(said)


lengths = st.floats(8, 120)
papers = st.builds(Paper, st.just("own"), st.floats(100, 450), st.floats(100, 450), st.floats(0, 12))


@settings(max_examples=200, deadline=None)
@given(papers, lengths, lengths, st.floats(0, 5), st.booleans(), st.booleans(), st.booleans())
def test_every_grid_stays_in_its_room(
    stock: Paper, width: float, height: float, drawn: float, marks: bool, shared: bool, fold: bool
) -> None:
    try:
        grid = solve_grid(stock, width, height, bleed_drawn=drawn, marks=marks, shares_cuts=shared, fold=fold)
    except PaperError:
        x, y, right, bottom = list_rooms(stock, False, fold)[0]
        assert not (width <= right - x and height <= bottom - y)
        assert not (height <= right - x and width <= bottom - y)
        return
    room = list_rooms(stock, grid.marks, fold)[0]
    left, top, right, bottom = grid.trim
    assert left - grid.bleed >= room[0] - 1e-5
    assert top - grid.bleed >= room[1] - 1e-5
    assert right + grid.bleed <= room[2] + 1e-5
    assert bottom + grid.bleed <= room[3] + 1e-5
    assert not fold or right + grid.bleed + MARK * grid.marks + FOLD_GAP <= stock.width / 2 + 1e-5
    slots = grid.list_slots()
    assert len(slots) == grid.cards > 0
    assert (slots[-1].x + grid.width, slots[-1].y + grid.height) == pytest.approx((right, bottom))
    one_more = (grid.columns + 1) * (grid.width + grid.gaps[0]) - grid.gaps[0] + 2 * grid.bleed
    assert one_more > room[2] - room[0] - 1e-5


@pytest.mark.parametrize(
    ("name", "sides", "expected"),
    [
        ("a4", "duplex-long", (200, 20)),
        ("a4", "duplex-short", (10, 277)),
        ("a4", "fold", (200, 20)),
        ("297x210", "duplex-long", (10, 190)),
        ("297x210", "duplex-short", (287, 20)),
        ("200x200", "duplex-long", (190, 20)),
    ],
)
def test_the_sheet_turns_about_its_own_long_edge(name: str, sides: str, expected: tuple[float, float]) -> None:
    assert compute_turn_matrix(parse_paper(name), sides).transform_point(10, 20) == expected


@settings(max_examples=100, deadline=None)
@given(
    st.builds(Paper, st.just("own"), st.floats(50, 500), st.floats(50, 500), st.just(5)),
    st.sampled_from(["duplex-long", "duplex-short", "fold", "separate"]),
    st.floats(5, 100),
    st.sampled_from([0, 90, 180, 270]),
    st.tuples(st.floats(0, 300), st.floats(0, 300)),
)
def test_a_sheet_mirrored_twice_is_the_front_again(
    stock: Paper, sides: str, card: float, turn: float, at: tuple[float, float]
) -> None:
    over = compute_turn_matrix(stock, sides)
    front = Matrix.rotate(turn).then(Matrix.translate(*at))
    back = compute_back_matrix(front, card, over)
    assert compute_back_matrix(back, card, over) == pytest.approx(front)
    assert back.a * back.d - back.b * back.c == pytest.approx(1)  # a back is turned, never mirrored
    # The upper left corner of the front is the upper right one of the back, seen from the other side.
    assert over.transform_point(*back.transform_point(card, 0)) == pytest.approx(front.transform_point(0, 0))
