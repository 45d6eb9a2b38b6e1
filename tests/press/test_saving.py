"""Cards that low ink saves less on than it promises are named."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.press.composition import MOST_NAMED_CARDS, PROMISED, compute_savings, describe_small_savings
from companion.press.frame.frame import Frame, Shape
from companion.press.frame.outlines import rect
from companion.service.press.printing import PrintOrder, print_decks
from tests.press.cards import build_cards, read_tiny_deck


def test_a_ground_is_saved_and_a_code_is_not() -> None:
    ground, *_ = build_cards(1)
    code = Shape(rect(5, 5, 40, 60), "#000000", role="qr")
    sealed = ground._replace(card="2", front=Frame("sealed", 58, 87, (code,)), back=None)
    bare = ground._replace(card="3", front=Frame("bare", 58, 87, ()), back=None)
    found = compute_savings([ground, sealed, bare])
    assert found["cards/1"] > 0.9
    assert found["cards/2"] == pytest.approx(0, abs=0.01)
    assert "cards/3" not in found


def test_cards_are_named_one_by_one_or_as_a_whole(tmp_path: Path) -> None:
    deck, pieces = read_tiny_deck(tmp_path), build_cards(5)
    words = deck.words("en")
    assert describe_small_savings(pieces, deck, words, {}) is None
    some = {"cards/2": 0.2, "cards/5": 0.59, "cards/3": PROMISED}
    assert str(describe_small_savings(pieces, deck, words, some)) == "Low ink saves less than 60% on cards 2, 5."
    every = dict.fromkeys((piece.key for piece in pieces), 0.1)
    assert str(describe_small_savings(pieces, deck, words, every)) == "Low ink saves less than 60% on cards."


def test_many_cards_are_named_up_to_a_number_of_them(tmp_path: Path) -> None:
    pieces, deck = build_cards(MOST_NAMED_CARDS + 2), read_tiny_deck(tmp_path)
    for count, named in ((MOST_NAMED_CARDS, "11, 12."), (MOST_NAMED_CARDS + 1, "11, 12, ....")):
        little = dict.fromkeys([piece.key for piece in pieces][:count], 0.1)
        assert str(describe_small_savings(pieces, deck, {}, little)).endswith(named)


def test_only_a_low_ink_print_names_components_that_save_less(tmp_path: Path) -> None:
    order = PrintOrder((open_deck("hogen"),), (parse_paper("a4"),), ("fr",), inks=("low",), only=("sheets",))
    (note,) = print_decks(order, tmp_path).data["files"][0]["notes"]
    assert str(note) == "Low ink saves less than 60% on feuilles de déduction."
    assert print_decks(replace(order, inks=("full",)), tmp_path).data["files"][0]["notes"] == []
