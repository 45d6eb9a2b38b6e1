"""The files of Honshu held against its box: cards, scoring cards, and the codes of the seals."""

from pathlib import Path

from companion.data.decks.card_rows import read_codes
from companion.data.honshu.cards import CARD_COLUMNS, CARD_ROWS, read_cards, read_scoring_cards
from companion.data.honshu.map import read_map
from companion.data.honshu.placements import read_placements

OWN_FILES = {"score a map": read_map, "place cards": read_placements}
"""What reads a text of this game that is no table of cards, by the remedy that tells of it."""


def check_box(folder: Path) -> None:
    """Read the cards, and the codes: a photo needs one for every square of every card."""
    read_scoring_cards(folder / "scoring_cards.csv")
    squares = len(read_cards(folder / "cards.csv")) * CARD_ROWS * CARD_COLUMNS
    read_codes(folder / "codes4x4.json", squares)
