"""What each player takes before the game; ``shares.csv`` alone says how much, for the rules and the annex.

Source: Shogun booklet, Set-up; player mat, front.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.data.rows import hold_rows, read_rows
from companion.paths import assets

PLAYERS = (3, 4, 5)
MOST_CHESTS = 27  # a fifth of what the chests of the box are worth
LARGEST_GROUP = 5


@dataclass(frozen=True, slots=True)
class Share:
    """One player's share: the worth of the chests, and the army groups, each for a province of its own."""

    chests: int
    groups: tuple[int, ...]


def read_shares(file: Path) -> Mapping[int, Share]:
    """The share of each player, by the number of players."""
    rows = read_rows(file, ("players", "chests", "groups"))
    hold_rows(rows, "players", {str(players): {} for players in PLAYERS})
    sizes = {str(size) for size in range(1, LARGEST_GROUP + 1)}
    for row in rows:
        if not set(row.text("groups").split(" ")) <= sizes:
            raise row.wrong(
                "'{value}' was not expected; the armies of each group, 1 to {most}, with a blank between.",
                "groups",
                most=LARGEST_GROUP,
            )
    return {
        int(row.cells["players"]): Share(
            row.count("chests", 1, MOST_CHESTS), tuple(map(int, row.cells["groups"].split(" ")))
        )
        for row in rows
    }


@cache
def shares() -> Mapping[int, Share]:
    """The shares that Companion comes with."""
    return read_shares(assets() / "games" / "shogun" / "shares.csv")
