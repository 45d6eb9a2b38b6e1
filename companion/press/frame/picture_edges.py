"""Make bleed of pictures that end at the cut: their edges are mirrored beyond it, or stretched."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Frame, Item, Picture, TranslucentFrame, Use
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix, transform_bounds
from companion.sentences import Sentence, say

WAYS = ("mirror", "stretch", "none")
BLEED = 3.0  # that a face gets which has none and is covered by a picture, mm
NEAR = 0.05  # a picture that ends this far inside the cut ends at it, mm
SEAM = 0.05  # how far a copy reaches below its picture, mm
STRETCHED = 0.1  # the width of the edge that is stretched, mm


@dataclass(frozen=True, slots=True)
class MadeBleed(Frame):
    """Copies of pictures beyond the cut; checks see the pictures alone."""

    way: str = "mirror"

    def walk(self, matrix: Matrix = IDENTITY) -> Iterator[tuple[Item, Matrix]]:
        return iter(())


def extend_pictures(face: Frame, way: str, drawings: bool = False) -> Frame:
    """Extend pictures that end at the cut of a face through its bleed; a face they cover gets one if it has none.

    With `drawings`, drawings are extended as pictures are.
    """
    if way == "none":
        return face
    boxes = {number: box for number, item in enumerate(face.items) if (box := _find_box(item, drawings)) is not None}
    inside = (NEAR, NEAR, face.width - NEAR, face.height - NEAR)
    bleed = face.bleed
    if not bleed and any(_covers(box, inside) for box in boxes.values()):
        bleed = min(BLEED, face.width / 4, face.height / 4)
    if not bleed or not boxes:
        return face
    items: list[Item] = []
    for number, item in enumerate(face.items):
        if number in boxes and (copies := _copy_edges(item, boxes[number], face, bleed, way)):
            items.append(Use(MadeBleed("picture-edge", face.width, face.height, copies, bleed, way=way)))
        items.append(item)
    return replace(face, items=tuple(items), bleed=bleed)


def describe_made_bleed(way: str) -> Sentence:
    """A note on pictures that were extended."""
    if way == "stretch":
        return say("the edges of pictures that end at the cut are drawn on beyond it, as bleed.")
    return say("pictures that end at the cut are mirrored beyond it, as bleed.")


def _find_box(item: Item, drawings: bool) -> Bounds | None:
    """The box of an item that is one upright picture, or one turned by quarters; else ``None``."""
    match item:
        case Picture():
            return item.x, item.y, item.x + item.width, item.y + item.height
        case Use(frame=Drawing() as drawing, clip=None) if drawings:
            return transform_bounds((0.0, 0.0, drawing.width, drawing.height), item.matrix)
        case Use(frame=Drawing() | TranslucentFrame()):
            return None
        case Use(clip=None) if len(item.frame.items) == 1 and item.frame.trim is None:
            frame, matrix = item.frame, item.matrix
            box = _find_box(next(iter(frame.items)), drawings)
            if box is None or (abs(matrix.b) + abs(matrix.c) > 1e-6 and abs(matrix.a) + abs(matrix.d) > 1e-6):
                return None
            edge = frame.bleed
            seen = (
                max(box[0], -edge),
                max(box[1], -edge),
                min(box[2], frame.width + edge),
                min(box[3], frame.height + edge),
            )
            return transform_bounds(seen, matrix) if seen[0] < seen[2] and seen[1] < seen[3] else None
    return None


def _covers(box: Bounds, other: Bounds) -> bool:
    return box[0] <= other[0] and box[1] <= other[1] and box[2] >= other[2] and box[3] >= other[3]


def _copy_edges(item: Item, box: Bounds, face: Frame, bleed: float, way: str) -> tuple[Use, ...]:
    """Copies of a picture beyond each of its edges, and beyond its corners, that end at the cut."""
    factor = 1.0 if way == "mirror" else (bleed + SEAM) / STRETCHED
    across = [_reflect(axis, factor) for axis in _list_axes(box[0], box[2], face.width, bleed)]
    down = [_reflect(axis, factor) for axis in _list_axes(box[1], box[3], face.height, bleed)]
    matrices = [Matrix(a=k, d=m, e=x, f=y) for k, x in across for m, y in down]
    matrices += [Matrix(a=k, e=x) for k, x in across] + [Matrix(d=m, f=y) for m, y in down]
    if isinstance(item, Picture):
        whole = Frame("picture", item.width, item.height, (item._replace(x=0.0, y=0.0),))
        item = Use(whole, Matrix.translate(item.x, item.y))
    assert isinstance(item, Use)
    return tuple(item._replace(matrix=item.matrix.then(each)) for each in matrices)


def _list_axes(low: float, high: float, side: float, bleed: float) -> Iterator[float]:
    """The places about which a picture from `low` to `high` is mirrored, slightly inside its edges."""
    if -bleed < low <= NEAR and high > 0:
        yield low + SEAM
    if side - NEAR <= high < side + bleed and low < side:
        yield high - SEAM


def _reflect(axis: float, factor: float) -> tuple[float, float]:
    return -factor, axis * (1 + factor)
