"""The cards of Ochiba held against its box: twelve leaves of each of three suits."""

from __future__ import annotations

from pathlib import Path

from companion.data.rows import check_rows, read_rows

OWN_FILES = {}  # no text of this game could be taken for cards


def check_box(folder: Path) -> None:
    leaves = {
        f"{suit[0].upper()}{value}": {"suit": suit, "value": str(value)}
        for suit in ("maple", "pine", "cherry")
        for value in range(1, 13)
    }
    check_rows(read_rows(folder / "cards.csv"), "leaf", leaves)
