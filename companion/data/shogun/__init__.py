"""Shogun as data: its tables, the drawn map and the towers; here the check of its files, also of those only printed."""

from pathlib import Path

from companion.data.rows import check_rows, read_rows
from companion.data.shogun.facts import EVENT_PICTURES, read_facts
from companion.data.shogun.landmap import is_typed_board, read_land_map
from companion.data.shogun.towers import read_presets

COLOURS = ("black", "blue", "purple", "red", "yellow")
CHESTS = range(5)  # source: Shogun booklet, components: five chest cards a player, with 0 to 4 chests
OWN_FILES = {"score a board": is_typed_board}
"""Parsers of this game's own texts, which are no tables of cards, by the remedy that says how to read them."""


def check_box(folder: Path) -> None:
    """Check the facts, the drawn map, the towers, and the tables for the cards of a folder."""
    read_land_map(folder, read_facts(folder))
    read_presets(folder / "towers.toml")
    chests = read_rows(folder / "chest_cards.csv", ("card", "colour", "chests"))
    cards = {f"{colour}-{count}": {"colour": colour, "chests": str(count)} for colour in COLOURS for count in CHESTS}
    check_rows(chests, "card", cards)
    daimyo = read_rows(folder / "daimyo.csv", ("colour", "light", "mist", "wave", "crest"))
    check_rows(daimyo, "colour", {colour: {} for colour in COLOURS})
    for row in daimyo:
        row.choice("light", ("paper", "ink"))
    kinds = read_rows(folder / "event_kinds.csv", ("parameter", "kind"))
    check_rows(kinds, "parameter", {rule: {"kind": picture} for rule, picture in EVENT_PICTURES.items()})
