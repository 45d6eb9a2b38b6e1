"""Typed maps and typed placements: what is understood, and what is answered to the rest."""

import re

import pytest
from hypothesis import given

from companion.data.honshu.cards import Colour
from companion.data.honshu.map import LONGEST_SIDE, SQUARES, find_symbol, get_symbol, parse_map
from companion.data.honshu.placements import (
    MOST_PLACEMENTS,
    parse_colour,
    parse_laying,
    parse_placements,
    parse_players,
    parse_plays,
    parse_stack,
)
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


def test_every_symbol_names_one_square() -> None:
    assert len(SQUARES) == 24
    assert all(get_symbol(square) == symbol == find_symbol(symbol) for symbol, square in SQUARES.items())
    assert find_symbol("Q") is None


def test_typed_placements_are_parsed() -> None:
    first, second, third, fourth = parse_placements(
        "A1 0 0 0  # start\n\n17 -3 2 90 under A1\nb2 1 1 180 bottom spent b m\n4 0 0 270 spent y under 17"
    )
    assert (first.card.name, first.row, first.column, first.turn) == ("A1", 0, 0, 0)
    assert (second.row, second.under) == (-3, "A1")
    assert (third.card.name, third.under, third.spent) == ("B2", "bottom", (Colour.BLUE, Colour.BROWN))
    assert (fourth.under, fourth.spent) == ("17", (Colour.YELLOW,))
    assert str(third) == "B2 1 1 180 bottom spent b n"


def test_json_is_always_a_stack_and_lines_only_on_request() -> None:
    lines = "A1 0 0 0\n17 1 0 90\n"
    document = ' {"placements": [{"card": "A1", "row": 0, "col": 0, "turn": 0}]}'
    assert [parse_laying(lines, "f.txt", stack).is_stack for stack in (False, True)] == [False, True]
    assert [parse_laying(document, "f.json", stack).is_stack for stack in (False, True)] == [True, True]
    assert parse_laying(lines, "f.txt").placements == parse_placements(lines, "f.txt")
    assert parse_laying(document, "f.json").placements == parse_placements("A1 0 0 0", "f.json")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A1 0 0 0\n61 0 0 0", "f.txt, row 2, column 1: '61' is not a card"),
        ("A1 x 0 0", "row 1, column 2: expected a whole number from -200 to 200, not 'x'"),
        ("A1 0 0 45", "row 1, column 4: '45' is not a turn"),
        ("A1 0 0", "ends too early"),
        ("A1 0 0 0 spent", "'spent' needs the colours"),
        ("A1 0 0 0 bottom under 3", "'under' is not understood"),
        ("", "there is no placed card"),
        ("A1 0 0 0\n" * (MOST_PLACEMENTS + 1), "more than 200 cards"),
    ],
)
def test_a_mistyped_placement_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        parse_placements(text, "f.txt")


@pytest.mark.parametrize(
    "text",
    ['{"placements": 3}', "{}", "{", '{"placements": [{"card": "A1"}]}', '{"placements": ["A1"]}', "[" * 99, "[]"],
)
def test_json_that_is_no_stack_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_stack(text)


def test_cards_played_in_a_trick_are_parsed() -> None:
    plays = parse_plays(["11", "Mary=29+b", "57+m+j", "Zoé=3+gy", "4+yellow"])
    assert [play.player for play in plays] == ["1", "Mary", "3", "Zoé", "5"]
    assert [play.value for play in plays] == [11, 89, 117, 63, 64]
    assert plays[2].cubes == (Colour.BROWN, Colour.YELLOW)
    assert plays[4].cubes == (Colour.YELLOW,)


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["61"], "'61' is not a card played"),
        (["٣"], "is not a card played"),
        (["11+"], "is not a cube colour"),
        (["=11"], "no name"),
        (["11", "11"], "card 11 is played twice"),
        (["A=11", "A=12"], "two players are called A"),
    ],
)
def test_a_bad_card_in_a_trick_is_refused(texts: list[str], said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        parse_plays(texts)


@pytest.mark.parametrize(("under", "bottom", "spent"), [("sous", "fond", "payé"), ("UNTER", "unten", "ausgegeben")])
def test_placements_are_read_in_any_language(under: str, bottom: str, spent: str) -> None:
    english = "A1 0 0 0\n17 2 0 0 under A1 spent b n\n3 4 0 90 bottom\n4 5 0 90 spent b under 3\n"
    typed = english.replace("under", under).replace("bottom", bottom).replace("spent", spent)
    assert parse_placements(typed) == parse_placements(english)
    assert [parse_colour(word).value for word in ("m", "Jaune", "n")] == ["brown", "yellow", "brown"]


def test_names_of_players_are_separated_by_commas() -> None:
    assert parse_players("Aya,Bo , Chen") == parse_players(" Aya Bo  Chen") == ("Aya", "Bo", "Chen")
    assert parse_players("Aya Mi, Bo") == ("Aya Mi", "Bo")
    for typed, said in (("Aya", "Only one name; give 2 to 5"), ("A,B,C,D,E,F", "6 names; give 2 to 5")):
        with pytest.raises(InputError, match=re.escape(f"{said}, separated by commas or spaces.")):
            parse_players(typed)
