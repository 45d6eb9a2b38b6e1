"""Who lies on top: card by card, from the squares where one seal reads and another does not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import tanh
from typing import NamedTuple

from companion.vision.honshu.reading import How
from companion.vision.honshu.recovery.geometry import Cell, Pose, cells_of

Place = tuple[int, int]
"""A face and a square of it."""

READ = 0.6
"""Strength of evidence that is as good as a reading."""


class Top(NamedTuple):
    """What is in sight on a cell.

    Attributes:
        face: In the order of the code book.
        square: Of that card.
        how: How that is known.
        strength: Of the evidence for its seal, 0 to 1.
    """

    face: int
    square: int
    how: How
    strength: float


class Layers(NamedTuple):
    """Tops of all cells, and how strongly one face lies above another (first over second)."""

    tops: dict[Cell, Top]
    above: dict[tuple[int, int], float]


def covering(poses: Mapping[int, Pose]) -> dict[Cell, list[Place]]:
    """Which squares lie on each cell, on whatever level."""
    cover = defaultdict[Cell, list[Place]](list)
    for face, pose in poses.items():
        for square, cell in enumerate(cells_of(pose)):
            cover[cell].append((face, square))
    return dict(cover)


def decide(cover: Mapping[Cell, Sequence[Place]], strength: Mapping[Place, float]) -> Layers:
    """What is in sight on each cell.

    Args:
        cover: Squares that lie on it.
        strength: Of the evidence for each seal.
    """
    above = defaultdict[tuple[int, int], float](float)
    for places in cover.values():
        first, *others = sorted(places, key=lambda each: -strength[each])
        if others and strength[first] > READ and strength[first] - strength[others[0]] > 0.25:
            for other in others:
                above[first[0], other[0]] += strength[first] - strength[other]
    return Layers({cell: _top(places, strength, above) for cell, places in cover.items()}, dict(above))


def _top(
    places: Sequence[Place], strength: Mapping[Place, float], above: Mapping[tuple[int, int], float]
) -> Top:
    def over(one: int, other: int) -> float:
        return above.get((one, other), 0.0)

    def worth(place: Place) -> float:
        net = sum(over(place[0], face) - over(face, place[0]) for face, _ in places if face != place[0])
        firm = strength[place] if strength[place] > READ else 0.0
        return 1.2 * firm + tanh(net) + 0.1 * strength[place]

    top = max(places, key=worth)
    others = [face for face, _ in places if face != top[0]]
    clash = any(over(face, top[0]) > 0.2 for face in others)
    if strength[top] > READ and not clash:
        how = How.READ
    elif all(over(top[0], face) > over(face, top[0]) for face in others) and not clash:
        how = How.INFERRED
    else:
        how = How.UNKNOWN
    return Top(*top, how, strength[top])
