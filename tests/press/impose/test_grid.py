"""The sheet solver and the grid it makes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.papers import Paper, parse_paper
from companion.errors import PaperError
from companion.press.impose.grid import FOLD_GAP, MARK_GAP, MARK_LENGTH, Room, describe_trade_off, solve_grid

MARK = MARK_GAP + MARK_LENGTH


@pytest.mark.parametrize(
    ("name", "size", "bleed", "expected"),
    [
        ("a4", (58, 87), None, (3, 3, False, 2.0)),
        ("letter", (58, 87), None, (2, 4, True, 2.0)),
        ("a3", (58, 87), None, (3, 6, True, 2.0)),
        ("tabloid", (58, 87), None, (4, 4, False, 2.0)),
        ("letter", (58, 87), 0.05, (3, 3, False, 0.05)),
        ("a4", (63.5, 88.9), None, (2, 4, True, 2.0)),
        ("297x210", (58, 87), None, (3, 3, True, 2.0)),
    ],
)
def test_the_fullest_grid_is_found(
    name: str, size: tuple[float, float], bleed: float | None, expected: tuple[int, int, bool, float]
) -> None:
    grid = solve_grid(parse_paper(name), *size, bleed)
    assert (grid.columns, grid.rows, grid.turned, grid.bleed) == expected


def test_letter_says_what_nine_to_a_page_would_cost() -> None:
    said = str(describe_trade_off(solve_grid(parse_paper("letter"), 58, 87), 60))
    assert said == "Letter: 9 to a page leave 0.06 mm bleed; 8 leave 2 mm."
    without = solve_grid(parse_paper("letter"), 63, 88, marks=False)
    assert str(describe_trade_off(without, 60)) == "Letter: 9 to a page leave 0.9 mm bleed; 8 leave 2 mm."
    assert solve_grid(parse_paper("letter"), 63, 88, 0.9, marks=False).cards == 9


def test_nothing_is_offered_that_saves_no_sheet() -> None:
    grid = solve_grid(parse_paper("letter"), 58, 87)
    assert describe_trade_off(grid, 8) is None
    assert describe_trade_off(grid, 9) is not None
    assert describe_trade_off(solve_grid(parse_paper("a4"), 58, 87), 60) is None


def test_a_hundredth_of_a_millimetre_is_no_bleed_to_offer() -> None:
    strip = Paper("Strip", 250.5, 14, margin=0.0)
    for more, said in ((0.0, None), (0.25, "Strip: 25 to a page leave 0.01 mm bleed; 17 leave 2 mm.")):
        grid = solve_grid(strip._replace(width=250.5 + more), 10, 10, marks=False)
        assert str(describe_trade_off(grid, 25)) == str(said)


def test_a_bleed_that_does_not_fit_is_refused_with_one_that_does() -> None:
    with pytest.raises(PaperError, match=r"68 mm bleed do not fit .* on A4; 67 mm would") as caught:
        solve_grid(parse_paper("a4"), 58, 145, 68)
    assert "58 x 145" in str(caught.value)
    with pytest.raises(PaperError, match="does not fit on A4, which has 192 x 279 mm"):
        solve_grid(parse_paper("a4"), 300, 300, 2)


def test_a_card_as_large_as_the_page_gives_up_bleed_then_marks() -> None:
    near = solve_grid(parse_paper("a4"), 190, 270, drawn=3)
    assert (near.cards, near.marks) == (1, True)
    assert near.bleed == pytest.approx(1.0)
    full = solve_grid(parse_paper("a4"), 200, 287, drawn=3)
    assert (full.cards, full.marks, full.bleed) == (1, False, 0.0)
    with pytest.raises(PaperError, match="does not fit on A4"):
        solve_grid(parse_paper("a4"), 201, 287)


def test_cards_that_share_cuts_touch() -> None:
    grid = solve_grid(parse_paper("a4"), 62, 88, shared=True)
    assert (grid.cards, grid.gutter) == (9, 0.0)
    assert solve_grid(parse_paper("a4"), 62, 88).cards < 9


def test_a_folded_sheet_keeps_to_its_left_half() -> None:
    grid = solve_grid(parse_paper("a4"), 58, 87, fold=True)
    assert (grid.columns, grid.rows, grid.turned) == (1, 4, True)
    assert grid.trim[2] + grid.bleed + MARK + FOLD_GAP <= 105


lengths = st.floats(8, 120)
papers = st.builds(Paper, st.just("own"), st.floats(100, 450), st.floats(100, 450), st.floats(0, 12))


@settings(max_examples=200, deadline=None)
@given(papers, lengths, lengths, st.floats(0, 5), st.booleans(), st.booleans(), st.booleans())
def test_every_grid_stays_in_its_room(
    stock: Paper, width: float, height: float, drawn: float, marks: bool, shared: bool, fold: bool
) -> None:
    try:
        grid = solve_grid(stock, width, height, drawn=drawn, marks=marks, shared=shared, fold=fold)
    except PaperError:
        room = Room.from_paper(stock, False, fold)
        assert not (width <= room.width and height <= room.height)
        assert not (height <= room.width and width <= room.height)
        return
    room = Room.from_paper(stock, grid.marks, fold)
    left, top, right, bottom = grid.trim
    assert left - grid.bleed >= room.left - 1e-5
    assert top - grid.bleed >= room.top - 1e-5
    assert right + grid.bleed <= room.left + room.width + 1e-5
    assert bottom + grid.bleed <= room.top + room.height + 1e-5
    slots = list(grid.list_slots())
    assert len(slots) == grid.cards > 0
    assert (slots[-1].x + grid.width, slots[-1].y + grid.height) == pytest.approx((right, bottom))
    one_more = (grid.columns + 1) * (grid.width + grid.gutter) - grid.gutter + 2 * grid.bleed
    assert one_more > room.width - 1e-5
