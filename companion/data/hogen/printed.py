"""The tables of Hogen, held against the box: sixteen samurai, each once, and four clans."""

from __future__ import annotations

from pathlib import Path

from companion.data.colours import is_colour
from companion.data.hogen.cards import CARDS, CLANS
from companion.data.table import hold_rows, read_table
from companion.errors import DeckError


def check_tables(folder: Path) -> None:
    """Read ``cards.csv`` and ``clans.csv`` of a folder.

    Raises:
        DeckError: For the first cell that cannot be right, with file, row, column, value, expectation.
    """
    samurai = {str(card): {"clan": card.clan.lower(), "rank": str(card.rank)} for card in CARDS}
    hold_rows(read_table(folder / "cards.csv", ("card", "clan", "rank")), "card", samurai)
    colours = ("colour", "dark", "light", "tint", "seal", "on")
    clans = read_table(folder / "clans.csv", ("clan", "name", "kanji", "second", *colours, "plate"))
    hold_rows(clans, "clan", {clan.lower(): {"name": clan} for clan in CLANS})
    for row in clans:
        row.text("kanji")
        row.count("plate", 10, 60)
        for column in colours:
            if not is_colour(row.cells[column]):
                raise DeckError(
                    "'{value}' was not expected; it is a colour as #rrggbb.",
                    place=row.place(column),
                    value=row.cells[column],
                )
