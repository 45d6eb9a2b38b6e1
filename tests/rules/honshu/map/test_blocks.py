"""The most 2 by 2 blocks, against trying all."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.rules.honshu.board import build_block, choose_most_blocks
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
