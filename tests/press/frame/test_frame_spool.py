"""A frame spool: what it keeps on disk looks the same, draws the same, and keeps the frames within it."""

import pytest

from companion.data.deck import open_deck
from companion.press.frame.frame import Frame, FrameSpool, Page, Picture, Shape, Text, Use
from companion.press.frame.outlines import Matrix, rect
from companion.press.ink.pdf import render_pdf
from companion.press.layout import lay_out

ICON = Frame("icon", 10, 10, (Shape(rect(1, 1, 8, 8), "#aa3322", role="icon", group="sun"),))
ITEMS = (
    Shape(rect(0, 0, 60, 80, 3), "#fef9ee", "#223344", 0.5, (1.0, 0.5)),
    Text("Kyōto", 5.0, 7.5, 11.0, "bold", "#000000", "middle", 90.0, "name", "decor"),
    Picture("fuji.png", 1.0, 2.0, 30.0, 20.0),
    Use(ICON, Matrix.rotate(90), rect(0, 0, 5, 5), "icon", "sun"),
    Use(ICON),
)


def test_a_frame_that_is_put_away_holds_the_same_items() -> None:
    frame = Frame("card", 60, 80, ITEMS, 2, 3)
    spooled = FrameSpool().keep(frame)
    assert str(spooled) == str(frame)
    assert tuple(spooled.items) == ITEMS
    assert tuple(reversed(spooled.items)) == ITEMS[::-1]
    assert (spooled.items[1], len(spooled.items), spooled.items[3:]) == (ITEMS[1], 5, [*ITEMS[3:]])
    assert spooled.nested_frames == (ICON, ICON)
    assert all(one is ICON for one in spooled.nested_frames)
    assert [type(item) for item in spooled.items] == [type(item) for item in ITEMS]


def test_a_deck_on_disk_is_inked_like_one_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def render_deck() -> bytes:
        deck = open_deck("honshu")
        pieces = list(lay_out(deck, "fr", ("map-cards",)))
        return render_pdf([Page(piece.front) for piece in pieces[:12]], "title", "fr")

    at_hand = render_deck()
    monkeypatch.setattr("companion.data.files.MOST_IN_MEMORY", 500)
    monkeypatch.setattr("companion.data.files.AT_ONCE", 100)
    assert render_deck() == at_hand
