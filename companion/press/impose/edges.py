"""What a card looks like along its cut: cards with the same plain edge may touch and share one cut."""

from __future__ import annotations

from collections.abc import Iterable

from companion.press.face.pieces import Piece
from companion.press.frame.frame import Bounds, Frame, Item, Picture, Shape, Text, Use
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.press.frame.outlines import bounds, bounds_moved, moved

__all__ = ["plain_edge", "share_cuts"]

INSIDE = 1.0
"""How far inside the trim an edge must stay plain, mm: scissors are off by less."""
WHITE = "#ffffff"


def share_cuts(pieces: Iterable[Piece]) -> bool:
    """Whether one cut may serve two neighbours: all fronts have one plain edge, and so have all backs."""
    seen: dict[int, tuple[Frame, str | None]] = {}

    def edge(frame: Frame | None) -> str | None:
        if frame is None:
            return WHITE
        if id(frame) not in seen:
            seen[id(frame)] = frame, plain_edge(frame)
        return seen[id(frame)][1]

    fronts, backs = set(), set()
    for piece in pieces:
        fronts.add(edge(piece.front))
        backs.add(edge(piece.back))
        if None in fronts or None in backs or len(fronts) > 1 or len(backs) > 1:
            return False
    return True


def plain_edge(frame: Frame) -> str | None:
    """The one colour all along the cut, from the bleed to a millimetre inside; ``None`` for a picture."""
    outer = (-frame.bleed, -frame.bleed, frame.width + frame.bleed, frame.height + frame.bleed)
    inner = (INSIDE, INSIDE, frame.width - INSIDE, frame.height - INSIDE)
    found = _topmost(frame.items, IDENTITY, outer, inner)
    return WHITE if found is _NOTHING else found


_NOTHING = "nothing"


def _topmost(items: tuple[Item, ...], matrix: Matrix, outer: Bounds, inner: Bounds) -> str | None:
    """The colour of the highest item that reaches the edge; ``None`` when it does not cover all of it."""
    for item in reversed(items):
        match item:
            case Use():
                if item.clip and _within(bounds(moved(item.clip, matrix)), inner):
                    continue
                found = _topmost(item.frame.items, item.matrix.then(matrix), outer, inner)
                if found is not _NOTHING:
                    return None if item.clip else found
            case Shape():
                reach = item.width / 2 if item.stroke else 0.0
                left, top, right, bottom = bounds(moved(item.outline, matrix))
                if _within((left - reach, top - reach, right + reach, bottom + reach), inner):
                    continue
                covers = _within(outer, (left, top, right, bottom)) and _straight(item, matrix)
                return item.fill if covers else None
            case Picture():
                box = (item.x, item.y, item.x + item.width, item.y + item.height)
                if not _within(bounds_moved(box, matrix), inner):
                    return None
            case Text():
                pass  # words keep to the safe zone, farther inside; preflight sees to that
    return _NOTHING


def _within(box: Bounds, other: Bounds) -> bool:
    return all(box[i] >= other[i] - 1e-6 and box[i + 2] <= other[i + 2] + 1e-6 for i in (0, 1))


def _straight(shape: Shape, matrix: Matrix) -> bool:
    """Whether a shape is an upright rectangle, which covers all of its bounds."""
    if "".join(letter for letter, _ in shape.outline) not in ("MLLLZ", "MLLLLZ"):
        return False
    xs, ys = ({at[axis] for _, at in shape.outline if at} for axis in (0, 1))
    return len(xs) == len(ys) == 2 and (matrix.b == matrix.c == 0 or matrix.a == matrix.d == 0)
