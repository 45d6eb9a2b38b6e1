"""A reading held against the truth about its photo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.data.honshu.cards import Terrain, load_cards
from companion.vision.reading import Reading

__all__ = ["Judged", "judge"]


@dataclass(frozen=True)
class Judged:
    """What a reading got right.

    Attributes:
        exact: Whether every square is the right one, none is missing and none too many.
        wrong: Squares that are not there, or are others, and are not marked as a doubt.
        doubts: Squares marked as a doubt.
        missing: Squares of the map that the reading has not, though it calls itself complete.
        cubes: Places for cubes in sight: how many were told right, wrong, and left in doubt.
        found: Whether a map was found at all.
    """

    exact: bool
    wrong: int
    doubts: int
    missing: int
    cubes: tuple[int, int, int]
    found: bool = True

    @property
    def lie(self) -> bool:
        """Whether something wrong is told without a doubt."""
        return self.wrong > 0 or self.missing > 0


def judge(reading: Reading | None, truth: dict[str, Any]) -> Judged:
    """Hold a reading against the truth.

    Args:
        reading: Of the photo; ``None`` where nothing was found and that was said.
        truth: From the generator.
    """
    if reading is None:
        return Judged(False, 0, 0, 0, (0, 0, 0), False)
    known = {(cell["r"], cell["c"]): (cell["card"], cell["square"]) for cell in truth["cells"]}
    told = {(each.row, each.column): each for each in reading.squares}
    row, column = _shift(known, {place: (each.card, each.square) for place, each in told.items()})
    moved = {(r + row, c + column): each for (r, c), each in told.items()}
    wrong = sum(
        not each.doubt and known.get(place) != (each.card, each.square) for place, each in moved.items()
    )
    missing = len(known.keys() - moved.keys())
    right = all(known.get(place) == (each.card, each.square) for place, each in moved.items())
    squares = {card.name: [each for line in card.squares for each in line] for card in load_cards()}
    cubes = [0, 0, 0]
    for cell in truth["cells"]:
        seen = moved.get((cell["r"], cell["c"]))
        bears = squares[cell["card"]][cell["square"]].terrain is Terrain.PRODUCTION
        if bears and seen is not None and (seen.card, seen.square) == (cell["card"], cell["square"]):
            cubes[2 if seen.cube is None else int(seen.cube != cell["cube"])] += 1
    return Judged(
        right and not missing, wrong, sum(each.doubt for each in moved.values()),
        missing if reading.complete else 0, (cubes[0], cubes[1], cubes[2]),
    )  # fmt: skip


def _shift(known: dict[Any, Any], told: dict[Any, Any]) -> tuple[int, int]:
    """By how much rows and columns of a reading are off those of the truth: what most squares say."""
    places = {what: place for place, what in known.items()}
    votes: dict[tuple[int, int], int] = {}
    for (r, c), what in told.items():
        if what in places:
            shift = places[what][0] - r, places[what][1] - c
            votes[shift] = votes.get(shift, 0) + 1
    return max(votes, key=lambda each: votes[each], default=(0, 0))
