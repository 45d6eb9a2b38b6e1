"""What the margin of a sheet says of the cards on it."""

import pytest

from companion.data.catalogue import language
from companion.data.deck import open_deck
from companion.press.layout import lay_out
from companion.press.sheets.leaf import describe_cards
from tests.press.cards import build_cards, read_tiny_deck


def describe_pieces(game: str, code: str, *keys: str) -> str:
    deck = open_deck(game)
    pieces = [each for each in lay_out(deck, code, {key.partition("/")[0] for key in keys}) if each.key in keys]
    return describe_cards(pieces, deck, deck.words(code)).translate(language(code))


@pytest.mark.parametrize(
    ("code", "said"), [("en", "chests of 1; chests of 5"), ("fr", "coffres de 1\u00a0; coffres de 5")]
)
def test_tokens_that_are_all_alike_have_no_number(code: str, said: str) -> None:
    assert describe_pieces("shogun", code, "chests/1", "chests-of-five/5") == said


def test_a_first_card_has_its_number_where_there_are_more() -> None:
    labels = describe_pieces("honshu", "en", "map-cards/59", "map-cards/60", "start-provinces/1")
    assert labels == "map cards 59, 60; start provinces 1"
    assert describe_pieces("honshu", "fr", *(f"map-cards/{n}" for n in (58, 59, 60))).endswith(" 58 à 60")


def test_numbers_with_gaps_are_labelled_in_runs(tmp_path) -> None:
    deck = read_tiny_deck(tmp_path)
    some = [each for each in build_cards(9) if each.card not in "48"]
    assert str(describe_cards(some, deck, deck.words("en"))) == "cards 1-3, 5-7, 9"
