"""Make bleed of what ends at the cut: its edges are mirrored beyond it, or stretched."""

import math
from collections.abc import Iterator
from dataclasses import replace

from companion.press.frame.drawing import Drawing, intersect_boxes
from companion.press.frame.frame import Frame, Item, Picture, Shape, Text, TranslucentFrame, Use
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix, rect, transform_bounds
from companion.sentences import Sentence, say

WAYS = ("mirror", "stretch", "none")
BLEED = 3.0  # that a face gets which has none and is covered by a picture, mm
NEAR = 0.05  # a picture that ends this far inside the cut ends at it, mm
SEAM = 0.12  # how far copies reach below what they extend, mm: a dot, so that no white line shows
STRETCHED = 0.25  # the width of the edge that is stretched, mm; viewers take long for a picture made much larger


class MadeBleed(Frame):
    """Copies beyond the edges of an item, named after the way they are made; checks see the item alone."""

    __slots__ = ()

    def walk(self, matrix: Matrix = IDENTITY, without: str | None = None) -> Iterator[tuple[Item, Matrix]]:
        return iter(())


def extend_pictures(face: Frame, way: str, drawings: bool = False) -> Frame:
    """Extend pictures (and `drawings`) that end at the cut through the bleed; a face they cover gets one."""
    if way == "none" or all(isinstance(item, Shape | Text) for item in face.items):
        return face
    boxes = [_find_box(item, drawings) for item in face.items]
    inside = (NEAR, NEAR, face.width - NEAR, face.height - NEAR)
    bleed = face.bleed
    if not bleed and any(box is not None and intersect_boxes(box, inside) == inside for box in boxes):
        bleed = min(BLEED, face.width / 4, face.height / 4)
    items: list[Item] = []
    for item, box in zip(face.items, boxes, strict=True):
        if box is not None and (area := _find_area(box, face, bleed)) != box:
            items.append(extend_item(item, box, area, way))
        items.append(item)
    return replace(face, items=tuple(items), bleed=bleed) if len(items) > len(boxes) else face


def extend_item(item: Item, box: Bounds, area: Bounds, way: str) -> Use:
    """Copies of an item that covers a box; drawn below it, they cover an area round the box.

    There is one beyond each side, and below all a copy as large as the area, for the corners.
    """
    if isinstance(item, Picture):
        whole = Frame("picture", item.width, item.height, (item._replace(x=0.0, y=0.0),))
        item = Use(whole, Matrix.translate(item.x, item.y))
    assert isinstance(item, Use)
    left, top, right, bottom = box
    width, height = area[2] - area[0], area[3] - area[1]
    across, down = width / (right - left), height / (bottom - top)
    matrices = [Matrix(a=across, d=down, e=area[0] - across * left, f=area[1] - down * top)]
    matrices += [Matrix(a=factor, e=shift) for factor, shift in _reflect((left, right), (area[0], area[2]), way)]
    matrices += [Matrix(d=factor, f=shift) for factor, shift in _reflect((top, bottom), (area[1], area[3]), way)]
    origin = Matrix.translate(-area[0], -area[1])
    copies = tuple(item._replace(matrix=item.matrix.then(each).then(origin)) for each in matrices)
    hole = rect(left + SEAM, top + SEAM, right - left - 2 * SEAM, bottom - top - 2 * SEAM)
    ring = (*rect(area[0], area[1], width, height), *hole)
    frame = MadeBleed(way, width, height, copies)
    return Use(frame, Matrix.translate(area[0], area[1]), clip=ring)


def describe_made_bleed(way: str) -> Sentence:
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
            seen = intersect_boxes(box, frame.visible_box)
            return transform_bounds(seen, matrix) if seen[0] < seen[2] and seen[1] < seen[3] else None
    return None


def _find_area(box: Bounds, face: Frame, bleed: float) -> Bounds:
    """What an item of a face should cover that covers a box: where the box ends at the cut, the bleed too."""
    left, top, right, bottom = box
    return (
        -bleed if -bleed < left <= NEAR else left,
        -bleed if -bleed < top <= NEAR else top,
        face.width + bleed if face.width - NEAR <= right < face.width + bleed else right,
        face.height + bleed if face.height - NEAR <= bottom < face.height + bleed else bottom,
    )


def _reflect(ends: tuple[float, float], goals: tuple[float, float], way: str) -> Iterator[tuple[float, float]]:
    """Factors and shifts along one axis for copies beyond the ends of an item, as far as the goals."""
    for end, goal in zip(ends, goals, strict=True):
        if end != goal:
            gap = abs(goal - end) + SEAM
            factor = gap / STRETCHED if way == "stretch" else 1.0
            yield -factor, end + math.copysign(SEAM, end - goal) + factor * end
