"""Maps in their files: slips are kept, and what nobody changed is written back as it was."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.honshu.map import SQUARES, read_map
from companion.data.honshu.typed_map import read_typed_map
from companion.errors import InputError

MINE = """\
# the west coast, Aya

   .  V  b* -  T     # the north
   L  B3 .  F  F
# a road

   T T
  # the end
"""


def test_what_is_unchanged_is_written_as_it_was() -> None:
    typed = read_typed_map(MINE)
    assert typed.slips == {}
    assert typed.written(typed.squares) == MINE
    assert "line 6 of the file is empty" in str(typed.odd)


def test_slips_are_kept_by_place() -> None:
    typed = read_typed_map("# ours\nT q B5\n\nF TTL # here\n")
    assert typed.slips == {(0, 1): "q", (0, 2): "B5", (1, 1): "TTL"}
    assert typed.squares == {(0, 0): "T", (1, 0): "F"}
    assert read_typed_map("T\t\tF").slips == {(0, 1): ""}
    assert read_typed_map("# nothing yet\n").squares == {}


def test_a_mended_square_moves_nothing_else() -> None:
    typed = read_typed_map(MINE)
    mended = typed.squares | {(0, 0): "N4", (1, 1): "F", (2, 2): "L"}
    assert typed.written(mended) == MINE.replace(".  V", "N4 V").replace("L  B3 .", "L  F  .").replace(
        "   T T\n", "   T T L\n"
    )


def test_a_map_grows_to_all_sides_about_its_comments() -> None:
    typed = read_typed_map("# ours\nT  b # north\nF\n# end\n")
    grown = typed.squares | {(-1, 0): "L", (0, -1): "B2", (0, 2): "F", (3, 1): "T"}
    assert typed.written(grown) == "# ours\n.  L\nB2 T  b F # north\n.  F\n.\n.  . T\n# end\n"
    assert read_map(typed.written(grown)).grid == [". L . .", "B2 T b F", ". F . .", ". . . .", ". . T ."]


def test_a_comment_outlives_its_row() -> None:
    typed = read_typed_map("T # north\nF # south\n")
    assert typed.written({(0, 0): "T"}) == "T # north\n# south\n"
    assert typed.written({(1, 0): "F"}) == ". # north\nF # south\n"
    assert read_typed_map("# ours\n").written({(2, 3): "T", (3, 4): "F"}) == "# ours\nT\n. F\n"


def test_empty_cells_of_a_spreadsheet() -> None:
    typed = read_typed_map("\tT\t\tF\t# a\n\tL\tL\tL\n")
    assert typed.slips == {(0, 1): ""}
    mended = typed.written(typed.squares | {(0, 1): "b"})
    assert read_map(mended).grid == ["T b F", "L L L"]
    assert "# a" in mended


@pytest.mark.parametrize("text", ["A1 0 0 0\n50 2 0 0", "B2 0 0 0", "17 3 -2 90 # first"])
def test_placements_are_not_a_map(text: str) -> None:
    with pytest.raises(InputError) as caught:
        read_typed_map(text, "laid.txt")
    assert "another kind of file" in str(caught.value)
    assert caught.value.remedy == "place cards"


def test_a_row_is_added_below_rows_that_begin_with_a_tab() -> None:
    typed = read_typed_map("\tF\tT # a\n")
    assert read_map(typed.written(typed.squares | {(1, 0): "L"})).grid == ["F T", "L ."]


rows = st.lists(st.sampled_from([*SQUARES, "V", "m*", ".", " ", "  ", "\t"]), min_size=1, max_size=6)
lines = st.one_of(
    rows.map(" ".join), st.just(""), st.just("# said"), rows.map(lambda row: f"{' '.join(row)} # said")
)
places = st.tuples(st.integers(-3, 8), st.integers(-3, 8))


@settings(deadline=None, max_examples=200)
@given(
    st.lists(lines, max_size=6), st.dictionaries(places, st.sampled_from([*SQUARES]), min_size=1, max_size=5)
)
def test_whatever_is_mended_is_read_again(typed_lines: list[str], more: dict[tuple[int, int], str]) -> None:
    typed = read_typed_map("\n".join(typed_lines))
    slips = dict.fromkeys(typed.slips, "T")
    squares = typed.squares | slips | more
    written = typed.written(squares)
    corner = [(0, 0)] if typed.rows else []
    top, left = (min(place[axis] for place in (*squares, *corner)) for axis in (0, 1))
    again = read_typed_map(written)
    assert {(row + top, column + left): symbol for (row, column), symbol in again.squares.items()} == squares
    assert again.slips == {}
    assert written.count("#") == sum(line.count("#") for line in typed_lines)


@given(st.lists(lines, max_size=6))
def test_what_is_unchanged_stays_as_it_is(typed_lines: list[str]) -> None:
    typed = read_typed_map("\n".join(typed_lines))
    if typed.squares and not typed.slips and max(row for row, _ in typed.squares) == len(typed.rows) - 1:
        assert [line.rstrip() for line in typed.written(typed.squares).rstrip("\n").split("\n")] == [
            line.rstrip() for line in "\n".join(typed_lines).rstrip("\n").split("\n")
        ]
