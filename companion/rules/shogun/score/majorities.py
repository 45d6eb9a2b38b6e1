"""Majorities: in each region the most castles bring 3, the most temples 2, the most theatres 1.

Tied leaders get one point less each; whoever has no building of the kind has no majority.
Source: Shogun booklet, Counting points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.data.shogun import Board
from companion.rules.shogun.components import BUILDINGS
from companion.rules.shogun.realm import Land

__all__ = ["PRIZES", "Majority", "majorities"]

PRIZES = {"castle": 3, "temple": 2, "theatre": 1}
"""Points for the most buildings of a kind in a region."""


@dataclass(frozen=True, slots=True)
class Majority:
    """Who leads a region in one kind of building.

    Attributes:
        region: The region.
        kind: The kind of building.
        counts: Buildings of the kind by player, most first; players without one are left out.
        leaders: Whoever has the most; nobody where nothing stands.
        points: What each leader gets.
    """

    region: str
    kind: str
    counts: tuple[tuple[str, int], ...]
    leaders: tuple[str, ...]
    points: int


def majorities(board: Board, lands: Mapping[str, Land]) -> tuple[Majority, ...]:
    """The fifteen majorities of a board, by region and kind."""
    found = []
    for region, provinces in board.regions.items():
        for kind in BUILDINGS:
            counts = Counter(
                land.owner
                for land in (lands.get(name, Land()) for name in provinces)
                if land.owner is not None and kind in land.buildings
            )
            most = max(counts.values(), default=0)
            leaders = tuple(sorted(player for player, count in counts.items() if count == most))
            points = PRIZES[kind] - (len(leaders) > 1) if leaders else 0
            ordered = tuple(sorted(counts.items(), key=lambda each: (-each[1], each[0])))
            found.append(Majority(region, kind, ordered, leaders, points))
    return tuple(found)
