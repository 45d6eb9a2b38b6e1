"""The lines of a board as people type it, whatever parts their words."""

import pytest

from companion.data.shogun.facts import Side, facts
from companion.data.shogun.landmap import find_amount, is_heading, is_typed_board, parse_board_rows

PROVINCES = facts().board(Side.SUN).provinces


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("Kai blue castle,temple", ["Kai", "blue", "castle,temple"]),
        ("Kai;blue;castle, temple", ["Kai", "blue", "castle, temple"]),
        ("Kai\tblue\tcastle;temple", ["Kai", "blue", "castle;temple"]),
        ("Awa Boso,blue", ["Awa Boso", "blue"]),
        (' "Kai" , "blue castle" ', ["Kai", "blue castle"]),
        ("  Kai   blue # theirs, castle", ["Kai", "blue"]),
    ],
)
def test_typed_cells_are_separated_by_spaces_or_column_separators(line: str, cells: list[str]) -> None:
    assert list(parse_board_rows(line, PROVINCES)) == [(1, cells)]


def test_lines_without_a_word_are_passed_over_and_counted() -> None:
    text = "# a board\n\nKai blue\n   \n, ,\nOmi red\n"
    assert list(parse_board_rows(text, PROVINCES)) == [(3, ["Kai", "blue"]), (5, [",", ","]), (6, ["Omi", "red"])]


def test_a_heading_names_the_columns() -> None:
    for heading in (["province", "owner"], ["Province", "whatever"], ["owner", "province", "buildings"]):
        assert is_heading(heading)
    for line in (["owner", "province", "weather"], ["owner", "buildings"], ["Kai", "blue"]):
        assert not is_heading(line)


def test_a_line_may_give_each_player_an_amount() -> None:
    assert [find_amount([word]) for word in ("points", "chests:", "rice", "Kai")] == ["points", "chests", "rice", None]


def test_a_text_is_a_board_where_every_line_is_a_province_and_somebody_owns_one() -> None:
    for board in ("Kai blue castle\nOmi red", "province owner\nKai blue\npoints blue=3", "Aki neutral\nKai,blue"):
        assert is_typed_board(board)
    for text in ("Kai\nOmi", "Kai blue\nNowhere red", "blue Kai", "points blue=3", ""):
        assert not is_typed_board(text)
