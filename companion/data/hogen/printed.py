"""The tables of Hogen, held against the box: sixteen samurai, each once, and four clans."""

from __future__ import annotations

from pathlib import Path

from companion.data.colours import is_colour
from companion.data.hogen.cards import CARDS, CLANS
from companion.data.table import hold_rows, read_table
from companion.errors import DeckError

__all__ = ["check_tables"]


def check_tables(folder: Path) -> None:
    """Read ``cards.csv`` and ``clans.csv`` of a folder.

    Raises:
        DeckError: For the first cell that cannot be right, with file, row, column, value, expectation.
    """
    samurai = {str(card): {"clan": card.clan.lower(), "rank": str(card.rank)} for card in CARDS}
    hold_rows(read_table(folder / "cards.csv", ("card", "clan", "rank")), "card", samurai)
    columns = ("clan", "name", "kanji", "colour", "line", "pattern", "unit")
    clans = read_table(folder / "clans.csv", columns)
    hold_rows(clans, "clan", {clan.lower(): {"name": clan} for clan in CLANS})
    for row in clans:
        for column in ("kanji", "pattern"):
            row.text(column)
        row.count("unit", 1, 50)
        for column in ("colour", "line"):
            if not is_colour(row.cells[column]):
                raise DeckError(
                    "'{value}' was not expected; it is a colour as #rrggbb.",
                    place=row.place(column), value=row.cells[column],
                )  # fmt: skip
