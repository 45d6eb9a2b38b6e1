"""The tables of Shogun that only printing needs, held against the box: chest cards, daimyo, event kinds."""

from __future__ import annotations

from pathlib import Path

from companion.data.shogun.facts import PARAMETERS
from companion.data.table import hold_rows, read_table

COLOURS = ("black", "blue", "purple", "red", "yellow")
CHESTS = range(5)
"""Source: Shogun booklet, components: five chest cards a player, with 0 to 4 chests."""
KINDS = {
    "castle_defender=+1": "walls",
    "max_chests=5": "taxes-most",
    "max_rice=3": "rice-most",
    "min_chests=6": "taxes-least",
    "min_rice=4": "rice-least",
    "neutral_green=2": "farmers",
    "recruit=3/2": "levies",
    "revolt_marker=-1": "calming",
    "temple_protected=1": "sanctuary",
}
"""The picture of each event."""


def check_printed(folder: Path) -> None:
    """Read ``chest_cards.csv``, ``daimyo.csv`` and ``event_kinds.csv`` of a folder.

    Raises:
        DeckError: For the first cell that cannot be right, with file, row, column, value, expectation.
    """
    chests = read_table(folder / "chest_cards.csv", ("card", "colour", "chests"))
    cards = {
        f"{colour}-{count}": {"colour": colour, "chests": str(count)}
        for colour in COLOURS
        for count in CHESTS
    }
    hold_rows(chests, "card", cards)
    daimyo = read_table(folder / "daimyo.csv", ("colour", "light", "ray", "wave", "crest"))
    hold_rows(daimyo, "colour", {colour: {} for colour in COLOURS})
    for row in daimyo:
        row.choice("light", ("paper", "ink"))
    kinds = read_table(folder / "event_kinds.csv", ("parameter", "kind"))
    hold_rows(kinds, "parameter", {parameter: {"kind": KINDS[parameter]} for parameter in PARAMETERS})
