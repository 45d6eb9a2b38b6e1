"""What is odd about a map is said, and the map is scored all the same."""

from companion.data.honshu.map import parse_map
from companion.rules.honshu.board import find_doubts, find_shared_doubts


def said(text: str) -> list[str]:
    return [str(doubt) for doubt in find_doubts(parse_map(text))]


def test_a_map_in_one_piece_is_not_doubted() -> None:
    assert said("T T\n. F") == []


def test_a_map_in_pieces() -> None:
    (doubt,) = said("T .\n. F")
    assert "2 pieces" in doubt
    assert "row 2, column 2" in doubt


def test_more_than_ten_cubes_of_a_colour() -> None:
    (doubt,) = said("n* " * 11)
    assert doubt == "The map holds 11 brown cubes; the box has ten of a colour."
    assert said("n* " * 10) == []


def test_more_squares_than_cards_have() -> None:
    (doubt,) = said("- - - - - - -\n" * 10)
    assert "70 squares" in doubt


def test_ten_cubes_are_for_the_whole_table() -> None:
    six = parse_map("y* " * 6)
    (doubt,) = find_shared_doubts([six, six])
    assert str(doubt) == "The maps hold 12 yellow cubes together; the box has ten of a colour."
    assert list(find_shared_doubts([six, parse_map("y* " * 4)])) == []
