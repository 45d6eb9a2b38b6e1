"""Stowage: a frame that is put away looks the same, draws the same, and keeps the frames within it."""

from pathlib import Path

import pytest

from companion.data import drafts
from companion.data.games import open_deck
from companion.press.frame.frame import Frame, Picture, Shape, Text, Use, rect
from companion.press.frame.low_ink import LowInk
from companion.press.frame.matrix import Matrix
from companion.press.frame.page import Page
from companion.press.frame.stowage import Stowage
from companion.press.ink.pdf import pdf
from companion.press.layout import lay_out

ICON = Frame("icon", 10, 10, (Shape(rect(1, 1, 8, 8), "#aa3322", role="icon", group="sun"),))
ITEMS = (
    Shape(rect(0, 0, 60, 80, 3), "#fef9ee", "#223344", 0.5, (1.0, 0.5)),
    Text("Kyōto", 5.0, 7.5, 11.0, "bold", "#000000", "middle", 90.0, "name", "decor"),
    Picture("fuji.png", 1.0, 2.0, 30.0, 20.0),
    Use(ICON, Matrix.turned(90), rect(0, 0, 5, 5), "icon", "sun"),
    Use(ICON),
)


def test_a_frame_that_is_put_away_holds_the_same_items() -> None:
    frame = Frame("card", 60, 80, ITEMS, 2, 3)
    stowed = Stowage().stow(frame)
    assert str(stowed) == str(frame)
    assert tuple(stowed.items) == ITEMS
    assert tuple(reversed(stowed.items)) == ITEMS[::-1]
    assert (stowed.items[1], len(stowed.items), stowed.items[3:]) == (ITEMS[1], 5, [*ITEMS[3:]])
    assert stowed.placed == (ICON, ICON)
    assert all(one is ICON for one in stowed.placed)
    assert [type(item) for item in stowed.items] == [type(item) for item in ITEMS]


def test_a_frame_drawn_otherwise_is_put_away_too() -> None:
    frame = Frame("card", 60, 80, ITEMS[:2], 2, 3)
    stowed = LowInk().rewrite(Stowage().stow(frame))
    assert not isinstance(stowed.items, tuple)
    assert str(stowed) == str(LowInk().rewrite(frame))


def test_a_deck_on_disk_is_inked_like_one_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def inked() -> bytes:
        deck = open_deck("honshu")
        pieces = list(lay_out(deck, "fr", ("map-cards",)))
        return pdf([Page(piece.front) for piece in pieces[:12]], "title", "fr")

    at_hand = inked()
    monkeypatch.setattr(drafts, "LAP", 500)
    monkeypatch.setattr(drafts, "AT_ONCE", 100)
    assert inked() == at_hand


@pytest.mark.parametrize("game", ["honshu", "hogen", "shogun"])
def test_whatever_a_game_draws_comes_back_as_it_was(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number that is none of Python's own would come back as its bytes."""
    put_away = Stowage.stow

    def checked(self: Stowage, frame: Frame) -> Frame:
        stowed = put_away(self, frame)
        assert tuple(stowed.items) == tuple(frame.items)
        return stowed

    monkeypatch.setattr(Stowage, "stow", checked)
    deck = open_deck(game)
    assert all(piece.front.width for piece in lay_out(deck, "en", [each.name for each in deck.components]))


def test_only_cards_that_differ_are_put_away(tmp_path: Path) -> None:
    (tmp_path / "deck.toml").write_text(
        'name = "two"\n[[component]]\nname = "cards"\nface = "card"\nback = "back"\nrange = 2\n'
    )
    (tmp_path / "words.en.toml").write_text('title = "Two"\n')
    (tmp_path / "faces").mkdir()
    for name, text in (("card", "{number}"), ("back", "back")):
        (tmp_path / f"faces/{name}.toml").write_text(
            'size = [63, 88]\n[[element]]\nkind = "text"\nx = 5\ny = 5\nwidth = 50\nheight = 20\nsize = 12\n'
            f'text = "{text}"\n'
        )
    one, two = lay_out(open_deck(str(tmp_path / "deck.toml")), "en")
    assert not isinstance(one.front.items, tuple)
    assert one.back is two.back
    assert one.back is not None
    assert isinstance(one.back.items, tuple)
