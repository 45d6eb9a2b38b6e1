"""What is drawn near the cut: ink that neither keeps to the safe zone nor runs on into the bleed."""

from collections.abc import Collection, Iterator

from companion.press.frame.drawing import Drawing, common
from companion.press.frame.frame import Bounds, Frame, Shape, Use
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.press.frame.outlines import bounds, bounds_moved, moved, tight
from companion.press.frame.trims import clearance
from companion.sentences import Sentence, say


def near_cut(frame: Frame, free: Collection[str]) -> Iterator[tuple[str, Sentence]]:
    """The drawings and shapes of a face that end too near its cut; those of the roles `free` may."""
    for item, matrix in _inked(frame, IDENTITY, free):
        for exact in (False,) if item.role == "ground" else (False, True):  # for a ground a wide box will do
            box = left, top, right, bottom = _box(item, matrix, exact)
            ends = [left, top, frame.width - right, frame.height - bottom]
            if min(ends) >= frame.safe:
                break
        if frame.trim is not None:  # what an outline cuts through is meant to be cut
            ends = [max(clearance(frame.trim, box, frame.safe + 1), -frame.bleed)]
        name = item.frame.name.rpartition("/")[2] if isinstance(item, Use) else item.role or "shape"
        if near := [end for end in ends if 0.01 - frame.bleed < end < frame.safe - 0.01]:
            said = "'{name}' ends {distance} mm from the cut, neither in the safe zone nor beyond the bleed"
            yield "safe-zone", say(said, name=name, distance=abs(min(near)))


def _inked(frame: Frame, matrix: Matrix, free: Collection[str]) -> Iterator[tuple[Shape | Use, Matrix]]:
    """The drawings and shapes of a face and of those within, with the matrix that brings them onto it."""
    for item in frame.items:
        if isinstance(item, Use) and item.clip is None and not isinstance(item.frame, Drawing):
            yield from _inked(item.frame, item.matrix.then(matrix), free)
        elif isinstance(item, Shape | Use) and item.role not in free:
            yield item, matrix


def _box(item: Shape | Use, matrix: Matrix, exact: bool) -> Bounds:
    """The box round the ink of an item, mm; a window of a map or a pattern is as large as its clip."""
    if isinstance(item, Shape):
        box = tight(moved(item.outline, matrix)) if exact else bounds_moved(bounds(item.outline), matrix)
        edge = item.width * matrix.scale / 2 if item.stroke else 0.0
        return box[0] - edge, box[1] - edge, box[2] + edge, box[3] + edge
    if isinstance(item.frame, Drawing):
        box = bounds_moved(item.frame.seen if exact else item.frame.extent, item.matrix.then(matrix))
        return common(box, bounds(moved(item.clip, matrix))) if item.clip else box
    return bounds(moved(item.clip or (), matrix))
