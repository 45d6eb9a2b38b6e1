"""Layers of cards: who lies on top, from the squares where one seal reads and another does not."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import tanh
from typing import NamedTuple

from companion.vision.honshu.reading import How
from companion.vision.honshu.recovery.geometry import Cell, Pose, cells_of

CardSquare = tuple[int, int]  # a face and a square of it
READ = 0.6  # strength of evidence that is as good as a reading
_AHEAD = 0.15  # more of it than any other square on the cell has, where that is in sight


class Top(NamedTuple):
    """The square in sight on a cell."""

    face: int
    square: int
    how: How
    strength: float  # of the evidence for its seal, 0 to 1


class Layers(NamedTuple):
    """Tops of all cells, and how strongly one face lies above another (first over second)."""

    tops: dict[Cell, Top]
    above: dict[tuple[int, int], float]


def covering(poses: Mapping[int, Pose]) -> dict[Cell, list[CardSquare]]:
    """The squares that lie on each cell, on whatever level."""
    cover = defaultdict[Cell, list[CardSquare]](list)
    for face, pose in poses.items():
        for square, cell in enumerate(cells_of(pose)):
            cover[cell].append((face, square))
    return dict(cover)


def decide(cover: Mapping[Cell, Sequence[CardSquare]], strength: Mapping[CardSquare, float]) -> Layers:
    """The squares in sight, from those on each cell and the strength of the evidence for each seal."""
    above = defaultdict[tuple[int, int], float](float)
    for squares in cover.values():
        first, *others = sorted(squares, key=lambda each: -strength[each])
        if others and strength[first] > READ and strength[first] - strength[others[0]] > 0.25:
            for other in others:
                above[first[0], other[0]] += strength[first] - strength[other]
    return Layers({cell: _top(squares, strength, above) for cell, squares in cover.items()}, dict(above))


def _top(
    squares: Sequence[CardSquare],
    strength: Mapping[CardSquare, float],
    above: Mapping[tuple[int, int], float],
) -> Top:
    def over(one: int, other: int) -> float:
        return above.get((one, other), 0.0)

    def worth(square: CardSquare) -> float:
        net = sum(over(square[0], face) - over(face, square[0]) for face, _ in squares if face != square[0])
        firm = strength[square] if strength[square] > READ else 0.0
        return 1.2 * firm + tanh(net) + 0.1 * strength[square]

    top = max(squares, key=worth)
    others = [face for face, _ in squares if face != top[0]]
    clash = any(over(face, top[0]) > 0.2 for face in others)
    rival = max((strength[each] for each in squares if each != top), default=0.0)
    if strength[top] > READ and strength[top] - rival > _AHEAD and not clash:
        how = How.READ
    elif all(over(top[0], face) > over(face, top[0]) for face in others) and not clash:
        how = How.INFERRED
    else:
        how = How.UNKNOWN
    return Top(*top, how, strength[top])
