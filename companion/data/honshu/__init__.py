"""Honshu as data: its printed cards; maps, placements and tricks as people type them; here the check of its files."""

from pathlib import Path

from companion.data.decks.card_rows import read_codes
from companion.data.honshu.cards import CARD_COLUMNS, CARD_ROWS, read_cards, read_scoring_cards
from companion.data.honshu.map import parse_map
from companion.data.honshu.placements import parse_placements

OWN_FILES = {"score a map": parse_map, "place cards": parse_placements}
"""Parsers of this game's own texts, which are no tables of cards, by the remedy that says how to read them."""


def check_box(folder: Path) -> None:
    """Check the cards in a folder, and that its code book has a code for every square of every card."""
    read_scoring_cards(folder / "scoring_cards.csv")
    squares = len(read_cards(folder / "cards.csv")) * CARD_ROWS * CARD_COLUMNS
    read_codes(folder / "codes4x4.json", squares)
