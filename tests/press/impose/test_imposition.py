"""Backs behind fronts: mirrored twice is where one began."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.papers import Paper, parse_paper
from companion.press.frame.outlines import Matrix
from companion.press.impose.grid import (
    compute_back_matrix,
    compute_turn_matrix,
    mirror_slot,
    solve_grid,
    split_into_pages,
)


@pytest.mark.parametrize(
    ("name", "sides", "expected"),
    [
        ("a4", "duplex-long", (200, 20)),
        ("a4", "duplex-short", (10, 277)),
        ("a4", "separate", (200, 20)),
        ("a4", "fold", (200, 20)),
        ("297x210", "duplex-long", (10, 190)),
        ("297x210", "duplex-short", (287, 20)),
        ("297x210", "separate", (10, 190)),
        ("297x210", "fold", (287, 20)),
        ("200x200", "duplex-long", (190, 20)),
    ],
)
def test_the_sheet_turns_about_its_own_long_edge(name: str, sides: str, expected: tuple[float, float]) -> None:
    assert compute_turn_matrix(parse_paper(name), sides).transform_point(10, 20) == expected


sizes = st.floats(50, 500)


@settings(max_examples=100, deadline=None)
@given(
    sizes,
    sizes,
    st.sampled_from(["duplex-long", "duplex-short", "fold", "separate"]),
    st.floats(5, 100),
    st.sampled_from([0, 90, 180, 270]),
    st.floats(0, 300),
    st.floats(0, 300),
)
def test_mirrored_twice_is_the_front_again(
    width: float, height: float, sides: str, card: float, turn: float, x: float, y: float
) -> None:
    over = compute_turn_matrix(Paper("own", width, height, 5), sides)
    front = Matrix.rotate(turn).then(Matrix.translate(x, y))
    back = compute_back_matrix(front, card, over)
    assert compute_back_matrix(back, card, over) == pytest.approx(front)
    a, b, c, d, _, _ = back
    assert a * d - b * c == pytest.approx(1)  # a back is turned, never mirrored
    # The upper left corner of the front is the upper right one of the back, seen from the other side.
    assert over.transform_point(*back.transform_point(card, 0)) == pytest.approx(front.transform_point(0, 0))


def test_the_slot_behind_a_slot_is_a_slot_of_the_grid() -> None:
    for name in ("a4", "letter", "297x210"):
        for sides in ("duplex-long", "duplex-short"):
            stock = parse_paper(name)
            grid = solve_grid(stock, 58, 87)
            places = {(round(slot.x, 6), round(slot.y, 6)) for slot in grid.list_slots()}
            over = compute_turn_matrix(stock, sides)
            behind_all = {
                (round(each.x, 6), round(each.y, 6))
                for each in (mirror_slot(grid, slot, over) for slot in grid.list_slots())
            }
            assert behind_all == places


def test_batches_fill_pages_in_order() -> None:
    assert [list(each) for each in split_into_pages(5, 2)] == [[0, 1], [2, 3], [4]]
    assert list(split_into_pages(0, 9)) == []
