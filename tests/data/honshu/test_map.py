"""Typed maps: what is understood, and what is answered to the rest."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.honshu.map import LONGEST_SIDE, SQUARES, find_symbol, get_symbol, parse_map
from companion.errors import InputError
from tests.rules.honshu.maps import maps


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse_map(text, "map.txt")
    return str(caught.value)


def test_a_typed_map_is_parsed_row_by_row() -> None:
    map_ = parse_map(".  T  b* -  T\nL  B3 .  F  F\n")
    assert map_.rows == ((".", "T", "b*", "-", "T"), ("L", "B3", ".", "F", "F"))
    assert map_.grid == [". T b* - T", "L B3 . F F"]


def test_a_map_may_have_ragged_rows_comments_blank_lines_tabs_and_bom() -> None:
    text = "\ufeff# our map\n\nT\tT   F # the north\n   \nL\n"
    assert parse_map(text).grid == ["T T F", "L . ."]


def test_french_letters_of_a_map_are_read() -> None:
    assert parse_map("V m m* M2 j j* J4").grid == ["T n n* N2 y y* Y4"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("T T\nT T\nT T T T B5", "map.txt, row 3, column 5: 'B5' is not a square; a factory is worth 2, 3 or 4."),
        ("M1", "a factory is worth 2, 3 or 4"),
        ("T B", "row 1, column 2: 'B' is not a square; a factory has its value, as in B2"),
        ("b3", "capital letter, as in B3"),
        ("F*", "only production holds a cube"),
        ("G3*", "only production holds a cube"),
        ("b**", "a square is F, T, L"),
        ("A1 0 0 0", "this lists how cards were laid, which is another kind of file"),
        ("17 0 0 0", "this lists how cards were laid, which is another kind of file"),
        ("t", "write T"),
        ("v", "write V"),
        ("TTL", "leave a space between two squares"),
        ("Tb*", "leave a space between two squares"),
        ("–", "fallow is a hyphen"),
        ("X", "a square is F, T, L"),
        ("é", "a square is F, T, L"),
        ("*", "a square is F, T, L"),
        ("x" * 500, "x…"),
        ("F\x1b[2J", "column 1: 'F\ufffd[2J' is not a square"),
        ("", "it has no map squares"),
        ("# only words\n\n", "it has no map squares"),
        (". . .\n.", "it has no map squares"),
        ("T " * (LONGEST_SIDE + 1), f"row 1, column {LONGEST_SIDE + 1}: 'T' is one square too many in its row"),
        (("- " * LONGEST_SIDE + "\n") * LONGEST_SIDE, "there are 1600 squares in it; no map has more than 400"),
        ("T\tb*\t\tF", "row 1, column 3: there is an empty cell between tabs; write ."),
        ("T\tT\n\tF", "row 2, column 1: there is an empty cell between tabs"),
        ("T\tT\n\t\nF\tF", "row 2, column 1: there is an empty cell between tabs"),
        ("T\t\tF\t\tF", "row 1, column 4: there is an empty cell between tabs"),
        ("F3", "only a factory has a value"),
        ("T\n" * (LONGEST_SIDE + 1), f"row {LONGEST_SIDE + 1}, column 1: 'T' begins a row too many"),
    ],
)
def test_a_mistyped_map_is_refused_with_place_and_suggestion(text: str, said: str) -> None:
    told = refusal(text)
    assert said in told
    assert len(told) < 300


def test_comments_and_blank_lines_count_as_an_editor_counts() -> None:
    told = refusal("# a\n\nT T\nT Q\n")
    assert "row 4, column 2" in told
    assert told.endswith("(Row 2 of the map.)")


def test_an_empty_line_inside_a_map_is_told() -> None:
    """It may have been meant as a row without a card, and then what follows lies a row too high."""
    read = parse_map("\n# ours\nT T\n\nF F\n# south\n \nL\n\n")
    assert read.grid == ["T T", "F F", "L ."]
    assert [str(odd) for odd in read.odd] == [
        "lines 4, 7 of the file are empty and were skipped; if no card lies there, write . in them."
    ]
    assert "line 2 of the file is empty" in str(parse_map("T\n\nF").odd[0])
    assert parse_map("\nT\n# a comment\nF\n\n").odd == ()


def test_tabs_that_move_nothing_are_read() -> None:
    assert parse_map("\tT\tT\t\t\n\tF\t.\tF").grid == ["T T .", "F . F"]


def test_all_mistyped_squares_are_named_at_once() -> None:
    assert refusal("T t F\nf B5 L").split("\n") == [
        "map.txt, row 1, column 2: 't' is not a square; capital and small letters differ: write T.",
        "row 2, column 1: 'f' is not a square; capital and small letters differ: write F.",
        "row 2, column 2: 'B5' is not a square; a factory is worth 2, 3 or 4.",
    ]
    assert refusal("t " * 30).split("\n")[-1] == "18 more are mistyped."


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
