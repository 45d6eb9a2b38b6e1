"""A margin of one's own: more room for cards, and a word where a printer leaves white."""

import pytest

from companion.data.papers import parse_paper
from companion.press.impose.grid import MARK_GAP, MARK_LENGTH, Grid, Room, describe_overreach

MARKS = MARK_GAP + MARK_LENGTH


def grid(cards: float, bleed: float, marks: bool) -> Grid:
    """One card so wide that it ends so far from the edge of the paper."""
    sheet = parse_paper("a4")
    room = Room(0, 0, sheet.width, sheet.height)
    return Grid(sheet, room, sheet.width - 2 * cards, 100, 1, 1, False, bleed, marks=marks)


@pytest.mark.parametrize(
    ("cards", "bleed", "marks", "told"),
    [
        (4, 2, True, "cards reach to 4 mm from the edge; most printers leave 5 mm white"),
        (6, 2, True, "the bleed reaches to 4 mm from the edge"),
        (8, 2, True, "cut marks reach to 2 mm from the edge"),
        (8, 2, False, None),
        (7 + MARKS, 2, True, None),
    ],
)
def test_ink_in_the_unprintable_margin_is_reported(cards: float, bleed: float, marks: bool, told: str | None) -> None:
    said = describe_overreach(grid(cards, bleed, marks), 5.0)
    assert said is None if told is None else told in str(said)
