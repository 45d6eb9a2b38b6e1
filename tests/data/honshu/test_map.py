"""Typed maps: what is understood, and what is answered to the rest."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.honshu.map import LONGEST_SIDE, SQUARES, find_symbol, get_symbol, parse_map
from companion.errors import InputError
from tests.rules.honshu.maps import maps


def test_a_typed_map_is_parsed_row_by_row() -> None:
    map_ = parse_map(".  T  b* -  T\nL  B3 .  F  F\n")
    assert map_.rows == ((".", "T", "b*", "-", "T"), ("L", "B3", ".", "F", "F"))
    assert map_.grid == [". T b* - T", "L B3 . F F"]


def test_a_map_may_have_ragged_rows_comments_blank_lines_tabs_and_bom() -> None:
    text = "\ufeff# our map\n\nT\tT   F # the north\n   \nL\n"
    assert parse_map(text).grid == ["T T F", "L . ."]
    assert parse_map("\tT\tT\t\t\n\tF\t.\tF").grid == ["T T .", "F . F"]  # tabs that move nothing
    assert parse_map("V m m* M2 j j* J4").grid == ["T n n* N2 y y* Y4"]  # in French


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("T T\nT T\nT T T T B5", "map.txt, row 3, column 5: 'B5' is not a square; a factory is worth 2, 3 or 4."),
        ("T B", "row 1, column 2: 'B' is not a square; a factory has its value, as in B2"),
        ("G3*", "only production holds a cube"),
        ("TTL", "leave a space between two squares"),
        ("–", "fallow is a hyphen"),
        ("x" * 500, "x…"),
        ("F\x1b[2J", "column 1: 'F\ufffd[2J' is not a square"),
        ("", "it has no map squares"),
        ("T " * (LONGEST_SIDE + 1), f"row 1, column {LONGEST_SIDE + 1}: 'T' is one square too many in its row"),
        (("- " * LONGEST_SIDE + "\n") * LONGEST_SIDE, "there are 1600 squares in it; no map has more than 400"),
        ("T\tb*\t\tF", "row 1, column 3: there is an empty cell between tabs; write ."),
        ("T\tT\n\t\nF\tF", "row 2, column 1: there is an empty cell between tabs"),
        ("T\tT\n\tF", "row 2, column 1: there is an empty cell between tabs"),
        ("T\n" * (LONGEST_SIDE + 1), f"row {LONGEST_SIDE + 1}, column 1: 'T' begins a row too many"),
    ],
)
def test_a_mistyped_map_is_refused_with_place_and_suggestion(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_map(text, "map.txt")
    assert said in str(caught.value)
    assert len(str(caught.value)) < 300


def test_an_empty_line_inside_a_map_is_reported() -> None:
    """It may have been meant as a row without a card, and then what follows lies a row too high."""
    read = parse_map("\n# ours\nT T\n\nF F\n# south\n \nL\n\n")
    assert read.grid == ["T T", "F F", "L ."]
    assert [str(odd) for odd in read.remarks] == [
        "lines 4, 7 of the file are empty and were skipped; if no card lies there, write . in them."
    ]
    assert "line 2 of the file is empty" in str(parse_map("T\n\nF").remarks[0])
    assert parse_map("\nT\n# a comment\nF\n\n").remarks == ()


def test_all_mistyped_squares_are_named_at_once_with_the_row_of_the_file() -> None:
    with pytest.raises(InputError) as caught:
        parse_map("T t F\n# a\n\nf B5 L", "map.txt")
    assert str(caught.value).split("\n") == [
        "map.txt, row 1, column 2: 't' is not a square; capital and small letters differ: write T.",
        "row 4, column 1: 'f' is not a square; capital and small letters differ: write F. (Row 2 of the map.)",
        "row 4, column 2: 'B5' is not a square; a factory is worth 2, 3 or 4. (Row 2 of the map.)",
    ]
    with pytest.raises(InputError, match="18 more are mistyped[.]$"):
        parse_map("t " * 30)


@given(maps())
def test_a_written_map_is_read_back_the_same(map_: object) -> None:
    assert parse_map(str(map_)) == map_


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="FTLbngyBNGYVmMjJ234*-. \n\t#xé", max_size=60))
def test_any_text_is_a_map_or_refused(text: str) -> None:
    with suppress(InputError):
        map_ = parse_map(text)
        assert len({len(row) for row in map_.rows}) == 1
        assert parse_map("\n".join(map_.grid)) == map_


def test_every_symbol_names_one_square() -> None:
    assert len(SQUARES) == 24
    assert all(get_symbol(square) == symbol == find_symbol(symbol) for symbol, square in SQUARES.items())
    assert find_symbol("Q") is None
