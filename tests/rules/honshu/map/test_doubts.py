"""What is odd about a map is said, and the map is scored all the same."""

from companion.data.honshu.map import parse_map
from companion.rules.honshu.board import find_doubts, find_shared_doubts


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
