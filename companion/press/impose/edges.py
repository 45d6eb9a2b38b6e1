"""The look of cards along their cut: cards with the same plain edge may touch and share one cut."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from companion.press.face.pieces import Piece
from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Bounds, Frame, Item, Outline, Picture, Shape, Text, Use
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.press.frame.outlines import bounds, bounds_moved, moved
from companion.press.frame.trims import beyond

INSIDE = 0.7  # the depth inside the trim to which an edge must stay plain, mm: scissors are off by less
WHITE = "#ffffff"

PlainEdge = tuple[str, str] | None
"""The colour along the cut of a front and of its back; ``None`` where either is a picture."""


def edges_of(pieces: Iterable[Piece]) -> list[PlainEdge]:
    """The plain edge of every piece, front and back; ``None`` where a picture runs over one of them."""
    seen: dict[int, tuple[Frame, str | None]] = {}

    def edge(frame: Frame | None) -> str | None:
        if frame is None:
            return WHITE
        if id(frame) not in seen:
            seen[id(frame)] = frame, plain_edge(frame)
        return seen[id(frame)][1]

    def both(piece: Piece) -> PlainEdge:
        back = edge(piece.back)  # first: many cards have one back, and where it is a picture no front matters
        front = None if back is None else edge(piece.front)
        return None if front is None or back is None else (front, back)

    return [both(piece) for piece in pieces]


def share_cuts(edges: Sequence[PlainEdge]) -> bool:
    """True where one cut serves any two neighbours: all fronts have one plain edge, and so have all backs."""
    return None not in edges and len(set(edges)) == 1


def plain_edge(frame: Frame) -> str | None:
    """The one colour all along the cut, from the bleed to a little inside; ``None`` for a picture.

    Nor has a piece one that is no rectangle: no straight cut serves it and a neighbour.
    """
    if beyond(frame, 0.0) is not None:
        return None
    outer = (-frame.bleed, -frame.bleed, frame.width + frame.bleed, frame.height + frame.bleed)
    inner = (INSIDE, INSIDE, frame.width - INSIDE, frame.height - INSIDE)
    found: set[str | None] = set()
    for colour, covers in _reaching(frame.items, IDENTITY, outer, inner):
        found.add(colour)
        if covers or colour is None:
            break
    else:
        found.add(WHITE)
    return found.pop() if len(found) == 1 else None


def _reaching(
    items: Sequence[Item], matrix: Matrix, outer: Bounds, inner: Bounds
) -> Iterator[tuple[str | None, bool]]:
    """The items at the edge, the highest first: the colour of a plain one, and true if it covers all."""
    for item in reversed(items):
        match item:
            case Use(frame=Drawing() as drawing):
                shown = bounds_moved(drawing.extent, item.matrix.then(matrix))
                clipped = item.clip is not None and _within(bounds(moved(item.clip, matrix)), inner)
                if not clipped and not _within(shown, inner):
                    yield None, False
            case Use():
                clipped = item.clip is not None
                if item.clip and _within(bounds(moved(item.clip, matrix)), inner):
                    continue
                for colour, covers in _reaching(item.frame.items, item.matrix.then(matrix), outer, inner):
                    yield (None, False) if clipped else (colour, covers)
            case Shape():
                reach = item.width / 2 if item.stroke else 0.0
                left, top, right, bottom = _covered(item.outline, matrix)
                if _within((left - reach, top - reach, right + reach, bottom + reach), inner):
                    continue
                covers = _within(outer, (left, top, right, bottom)) and _straight(item, matrix)
                plain = covers or item.stroke in (None, item.fill)
                yield item.fill if plain else None, covers
            case Picture():
                box = (item.x, item.y, item.x + item.width, item.y + item.height)
                if not _within(bounds_moved(box, matrix), inner):
                    yield None, False
            case Text():
                pass  # words keep to the safe zone, farther inside; preflight sees to that


@lru_cache(maxsize=128)  # of many cards most draw the same boxes
def _covered(outline: Outline, matrix: Matrix) -> Bounds:
    return bounds(moved(outline, matrix))


def _within(box: Bounds, other: Bounds) -> bool:
    return all(box[i] >= other[i] - 1e-6 and box[i + 2] <= other[i + 2] + 1e-6 for i in (0, 1))


def _straight(shape: Shape, matrix: Matrix) -> bool:
    """True where a shape is an upright rectangle, which covers all of its bounds."""
    if "".join(letter for letter, _ in shape.outline) not in ("MLLLZ", "MLLLLZ"):
        return False
    xs, ys = ({at[axis] for _, at in shape.outline if at} for axis in (0, 1))
    return len(xs) == len(ys) == 2 and (matrix.b == matrix.c == 0 or matrix.a == matrix.d == 0)
