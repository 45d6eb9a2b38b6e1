"""The end-of-game scoring cards of Honshu; ``scoring_cards.csv`` alone says how many there are."""

from functools import cache
from pathlib import Path

from companion.data.rows import read_rows
from companion.errors import InputError, Place
from companion.paths import assets
from companion.sentences import shortened


def read_scoring_cards(file: Path) -> range:
    """The numbers of the scoring cards of a file, which stand there in order from 1."""
    rows = read_rows(file, ("number", "kanji"))
    for number, row in enumerate(rows, 1):
        row.choice("number", (str(number),))
        row.text("kanji")
    return range(1, len(rows) + 1)


@cache
def scoring_cards() -> range:
    """The numbers of the scoring cards that Companion comes with."""
    return read_scoring_cards(assets() / "games" / "honshu" / "scoring_cards.csv")


def scoring_card(given: str | int, place: Place | None = None) -> int:
    """The number of a scoring card, as it was typed or sent."""
    known = {str(number): number for number in scoring_cards()}
    number = known.get(str(given))
    if number is None:
        raise InputError(
            "'{value}' is not a scoring card; expected 1 to {most}.",
            place=place,
            value=shortened(str(given), 20),
            most=len(known),
        )
    return number
