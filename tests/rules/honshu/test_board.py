"""Maps: the most 2 by 2 blocks, against trying all, and what is odd, which is scored all the same."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.data.honshu.map import parse_map
from companion.rules.honshu.board import build_block, choose_most_blocks, find_doubts, find_shared_doubts
from tests.rules.honshu import slow_count


def check_blocks(rows: list[list[bool]]) -> None:
    stride = len(rows[0]) + 1
    squares = sum(1 << r * stride + c for r, row in enumerate(rows) for c, there in enumerate(row) if there)
    chosen = choose_most_blocks(squares, stride)
    used = 0
    for corner in chosen:
        block = build_block(corner, stride)
        assert block & squares == block
        assert not block & used
        used |= block
    at = {(r, c): "-" for r, row in enumerate(rows) for c, there in enumerate(row) if there}
    assert len(chosen) == slow_count.count_fallow_blocks(at, "disjoint")


def parse_rows(*rows: str) -> list[list[bool]]:
    return [[symbol == "-" for symbol in row] for row in rows]


often = st.sampled_from([True, True, True, True, False])


@settings(max_examples=150, deadline=None)
@given(
    st.integers(1, 6).flatmap(
        lambda width: st.lists(st.lists(often, min_size=width, max_size=width), min_size=1, max_size=5)
    )
)
@example(parse_rows(".---", "----", "----", "---."))
@example(parse_rows("..--..", ".-----", "------", "-----.", "..--.."))
def test_the_chosen_fallow_blocks_are_as_many_as_possible(rows: list[list[bool]]) -> None:
    check_blocks(rows)


def list_doubts(text: str) -> list[str]:
    return [str(doubt) for doubt in find_doubts(parse_map(text))]


def test_a_map_in_pieces_is_doubted() -> None:
    assert list_doubts("T T\n. F") == []
    (doubt,) = list_doubts("T .\n. F")
    assert "2 pieces" in doubt
    assert "row 2, column 2" in doubt


def test_more_than_ten_cubes_of_a_colour_are_doubted() -> None:
    (doubt,) = list_doubts("n* " * 11)
    assert doubt == "The map holds 11 brown cubes; the box has ten of a colour."
    assert list_doubts("n* " * 10) == []


def test_more_squares_than_the_cards_have_are_doubted() -> None:
    (doubt,) = list_doubts("- - - - - - -\n" * 10)
    assert "70 squares" in doubt


def test_ten_cubes_are_for_the_whole_table() -> None:
    six = parse_map("y* " * 6)
    (doubt,) = find_shared_doubts([six, six])
    assert str(doubt) == "The maps hold 12 yellow cubes together; the box has ten of a colour."
    assert list(find_shared_doubts([six, parse_map("y* " * 4)])) == []
