"""A watched deck: only what has changed is laid out, and a mistake takes no card away."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.service.press.watch import DeckWatch, SaveWatcher, WatchedDeck
from tests.press.decks import FACE, replace_text
from tests.press.watched_deck import BROKEN, TABLE, write_watched_deck

Looking = Callable[[], WatchedDeck]


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    return write_watched_deck(tmp_path / "tiny")


@pytest.fixture
def watch(deck: Path) -> DeckWatch:
    return DeckWatch(str(deck))


@pytest.fixture
def look(watch: DeckWatch) -> Looking:
    saves = SaveWatcher(sleep=lambda _: None)
    return lambda: watch.look(saves.read_stamps(watch.list_places()))


def test_a_watched_deck_lists_all_cards_with_both_sides(look: Looking, watch: DeckWatch) -> None:
    now = look()
    assert [card.key for card in now.cards] == ["cards/1", "cards/2", "cards/3"]
    assert (now.name, now.language, now.card_count, now.mistakes) == ("Tiny", "en", 3, ())
    assert len({card.front for card in now.cards}) == 3
    assert len({card.back for card in now.cards}) == 1
    assert "Card 2" in (watch.picture(now.cards[1].front) or "")
    assert watch.picture("0") is None


def test_a_changed_cell_lays_out_one_card_and_an_unchanged_save_none(look: Looking, deck: Path) -> None:
    before = look()
    assert (look().card_count, look().cards) == (0, before.cards)
    replace_text(deck / "cards.csv", "2,indigo", "2,vermilion")
    now = look()
    assert now.card_count == 1
    assert [card.new for card in now.cards] == [False, True, False]
    assert [card.front == was.front for card, was in zip(now.cards, before.cards, strict=True)] == [True, False, True]
    replace_text(deck / "cards.csv", "1,forest\n", "9,forest\n")
    assert ([card.name for card in look().cards], look().card_count) == (["9", "2", "3"], 0)


def test_a_changed_face_lays_out_all_its_cards(look: Looking, deck: Path) -> None:
    before = look()
    replace_text(deck / "faces" / "back.toml", "indigo", "vermilion")
    now = look()
    assert now.card_count == 3
    assert [card.front for card in now.cards] == [card.front for card in before.cards]
    assert {card.back for card in now.cards}.isdisjoint(card.back for card in before.cards)


def test_a_table_that_a_face_shows_by_itself_counts_as_part_of_the_face(look: Looking, deck: Path) -> None:
    rows = '[[element]]\nkind = "rows"\ntable = "cards.csv"\nface = "dot"\nx = 2\ny = 2\ndx = 0\ndy = 2\n'
    dot = 'size = [2, 2]\n[[element]]\nkind = "rect"\nx = 0\ny = 0\nwidth = 2\nheight = 2\nfill = "{colour}"\n'
    (deck / "faces" / "dot.toml").write_text(dot, encoding="utf-8")
    (deck / "faces" / "back.toml").write_text(f"size = [58, 87]\nbleed = 3\n{rows}", encoding="utf-8")
    before = look()
    replace_text(deck / "cards.csv", "2,indigo", "2,vermilion")
    now = look()
    assert now.card_count == 3
    assert now.cards[0].back != before.cards[0].back


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("deck.toml", TABLE, BROKEN, "deck.toml"),
        ("deck.toml", "cards.csv", "cats.csv", "cats.csv: there is no such file."),
        ("faces/front.toml", "size = [58, 87]", "size = [58, 87", "front.toml"),
        ("faces/front.toml", '"{colour}"', '"{color}"', "front.toml, row 10: the card has no field 'color'"),
        ("words.en.toml", "title", "title = ", "words.en.toml"),
    ],
)
def test_a_mistake_in_a_watched_deck_leaves_the_last_good_cards(
    look: Looking, deck: Path, file: str, old: str, new: str, said: str
) -> None:
    before = look()
    replace_text(deck / file, old, new)
    now = look()
    assert said in str(now.mistakes[0].text)
    assert [card.front for card in now.cards] == [card.front for card in before.cards]
    replace_text(deck / file, new, old)
    mended = look()
    assert mended.mistakes == ()
    assert [card.front for card in mended.cards] == [card.front for card in before.cards]
    assert not any(card.is_old or card.notes for card in mended.cards)


def test_a_printing_fault_is_shown_beside_its_card(look: Looking, deck: Path) -> None:
    (deck / "faces" / "front.toml").write_text(
        FACE.replace("x = 5", "x = 1").replace('align = "center"', ""), encoding="utf-8"
    )
    replace_text(deck / "words.en.toml", "Card {number}", "A long name of a card that fills the whole box {number}")
    now = look()
    assert all("safe zone" in str(card.notes[0].text) for card in now.cards)
    assert now.mistakes == ()
    assert [(each.rule, len(each.cards)) for each in now.remarks] == [("safe-zone", 3)]
    replace_text(deck / "cards.csv", "2,indigo", "2,vermilion")
    assert look().remarks == now.remarks  # those of cards that are not laid out anew too
    replace_text(deck / "faces" / "front.toml", "x = 1", "x = -1")
    now = look()
    assert [(each.rule, len(each.cards)) for each in now.mistakes] == [("cut", 3)]
    assert not any(card.is_old for card in now.cards)


def test_a_watched_deck_may_vanish_and_return(look: Looking, deck: Path, tmp_path: Path) -> None:
    before = look()
    shutil.move(deck, tmp_path / "away")
    gone = look()
    assert len(gone.mistakes) == 1
    assert gone.cards == before.cards
    shutil.move(tmp_path / "away", deck)
    assert look().mistakes == ()


def test_a_font_of_the_deck_is_part_of_every_look(look: Looking, deck: Path) -> None:
    before = look()
    (deck / "brush.ttf").write_bytes(b"another")
    assert look().cards[0].front != before.cards[0].front


@pytest.mark.parametrize("given", ["nothing", "nothing/deck.toml", "", "deck.pdf"])
def test_watching_something_that_is_no_deck_is_refused(tmp_path: Path, given: str) -> None:
    (tmp_path / "deck.pdf").write_text("", encoding="utf-8")
    with pytest.raises(InputError):
        DeckWatch(str(tmp_path / given))
