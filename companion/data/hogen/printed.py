"""Checks of Hogen's tables against the printed game: sixteen samurai, each once, and four clans."""

from functools import partial
from pathlib import Path

from companion.data.hogen.cards import CARDS, CLANS
from companion.data.hogen.log import parse_log
from companion.data.papers import is_colour
from companion.data.rows import check_rows, read_rows

OWN_FILES = {"deduce": partial(parse_log, file="")}
"""What reads a text of this game that is no table of cards, by the remedy that tells of it."""


def check_box(folder: Path) -> None:
    """Check ``cards.csv`` and ``clans.csv`` of a folder."""
    samurai = {str(card): {"clan": card.clan.lower(), "rank": str(card.rank)} for card in CARDS}
    check_rows(read_rows(folder / "cards.csv", ("card", "clan", "rank")), "card", samurai)
    colours = ("colour", "dark", "light", "tint", "seal", "on")
    clans = read_rows(folder / "clans.csv", ("clan", "name", "kanji", "second", *colours, "plate"))
    check_rows(clans, "clan", {clan.lower(): {"name": clan} for clan in CLANS})
    for row in clans:
        row.text("kanji")
        row.count("plate", 10, 60)
        for column in colours:
            if not is_colour(row.cells[column]):
                raise row.build_error("'{value}' is not a colour; write it as #rrggbb.", column)
