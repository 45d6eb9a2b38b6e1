"""A reading held against the truth about its photo."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from companion.data.honshu.cards import Terrain, load_cards
from companion.rules.honshu.board import Position
from companion.sentences import Sentence
from companion.vision.honshu.reading import Reading, SeenSquare


@dataclass(frozen=True)
class Judgement:
    """What a reading got right."""

    exact: bool  # whether every square is the right one, none is missing and none too many
    wrong: int  # squares that are not there, or are others, and are not marked as a doubt
    doubts: int  # squares marked as a doubt
    missing: int  # squares of the map that the reading has not, though it calls itself complete
    cubes: tuple[int, int, int]  # places for cubes in sight: how many were told right, wrong, and left in doubt
    found: bool = True  # whether a map was found at all

    @property
    def lie(self) -> bool:
        """Whether something wrong is told without a doubt."""
        return self.wrong > 0 or self.missing > 0


def judge(reading: Reading | None, truth: dict[str, Any]) -> Judgement:
    if reading is None:
        return Judgement(False, 0, 0, 0, (0, 0, 0), False)
    known = _index_cells(truth)
    moved = align_squares(reading, truth)
    wrong = len(find_silent_faults(reading, truth))
    missing = len(known.keys() - moved.keys())
    right = all(known.get(place) == (each.card, each.square) for place, each in moved.items())
    squares = {card.name: [each for line in card.squares for each in line] for card in load_cards()}
    cubes = [0, 0, 0]
    for cell in truth["cells"]:
        seen = moved.get((cell["r"], cell["c"]))
        bears = squares[cell["card"]][cell["square"]].terrain is Terrain.PRODUCTION
        if bears and seen is not None and (seen.card, seen.square) == (cell["card"], cell["square"]):
            cubes[2 if seen.cube is None else int(seen.cube != cell["cube"])] += 1
    return Judgement(
        right and not missing,
        wrong,
        sum(each.doubt for each in moved.values()),
        0 if list_doubts(reading) else missing,
        (cubes[0], cubes[1], cubes[2]),
    )


def list_doubts(reading: Reading) -> tuple[Sentence, ...]:
    """All that is in doubt, with what a person can do about it; nothing where the map is whole."""
    return (*reading.remarks, *reading.describe_doubts([each for each in reading.squares if each.doubt]))


def find_silent_faults(reading: Reading, truth: dict[str, Any]) -> set[tuple[Position, str, int]]:
    """The squares that are not there, or are others, and are not marked as a doubt."""
    known = _index_cells(truth)
    return {
        (place, each.card, each.square)
        for place, each in align_squares(reading, truth).items()
        if not each.doubt and known.get(place) != (each.card, each.square)
    }


def align_squares(reading: Reading, truth: dict[str, Any]) -> dict[Position, SeenSquare]:
    """The squares of a reading by where they lie in truth, however it is turned."""
    return _align_reading(_index_cells(truth), {(each.row, each.column): each for each in reading.squares})


def _index_cells(truth: dict[str, Any]) -> dict[Position, tuple[str, int]]:
    return {(cell["r"], cell["c"]): (cell["card"], cell["square"]) for cell in truth["cells"]}


def _align_reading(
    known: dict[Position, tuple[str, int]], reading: dict[Position, SeenSquare]
) -> dict[Position, SeenSquare]:
    """The squares of a reading, turned and moved so that most lie where the truth has them."""
    places = {cell: place for place, cell in known.items()}
    best: dict[Position, SeenSquare] = reading
    most = -1
    for _ in range(4):
        reading = {(c, -r): each for (r, c), each in reading.items()}
        votes = Counter[Position]()
        for (r, c), each in reading.items():
            if (place := places.get((each.card, each.square))) is not None:
                votes[place[0] - r, place[1] - c] += 1
        ((row, column), count), *_ = [*votes.most_common(1), ((0, 0), 0)]
        if count > most:
            most, best = count, {(r + row, c + column): each for (r, c), each in reading.items()}
    return best
