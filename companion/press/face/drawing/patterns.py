"""Patterns of an art file as their tiles, laid side by side under the outline that they fill."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import ceil, floor

from companion.press.face.drawing.gradients import linked, measured
from companion.press.face.drawing.svg_file import ArtFile, Node
from companion.press.face.drawing.transforms import fitted, transform_of
from companion.press.frame.drawing import Drawing, Inner, outline
from companion.press.frame.frame import Bounds
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.press.frame.outlines import bounds_moved, tight
from companion.sentences import say

MOST_PATHS = 10_000  # in the tiles under one outline; more are a picture


def tiles_of(
    art: ArtFile, node: Node, notation: str, beyond: float, draw: Callable[[Node, Matrix, Bounds], Drawing]
) -> Iterator[Inner]:
    """The tiles of a pattern that lie under an outline or so far beyond it, in the outline's coordinates.

    `draw` makes one, from what is drawn in it, the matrix of that and the box it is cut to.
    """
    told, holder = linked(art, node, {"pattern"})
    left, top, right, bottom = tight(outline(notation))
    across, down = right - left, bottom - top
    boxed = told.get("patternUnits", "objectBoundingBox") == "objectBoundingBox"
    box = (measured(art, node, key, told.get(key, "0"), boxed) for key in ("x", "y", "width", "height"))
    x, y, wide, high = box
    content = IDENTITY
    if boxed:
        x, y, wide, high = left + x * across, top + y * down, wide * across, high * down
    if min(wide, high) <= 0:
        return
    shown = replace(holder, attributes=told)
    if told.get("viewBox"):
        content = fitted(art, shown, wide, high)
    elif told.get("patternContentUnits") == "objectBoundingBox":
        content = Matrix.scaled(across, down)
    matrix = transform_of(art, shown, "patternTransform")
    tile = draw(holder, content.then(Matrix.moved(x, y)), (x, y, wide, high))
    area = bounds_moved((left - beyond, top - beyond, right + beyond, bottom + beyond), matrix.inverse())
    from_x, from_y, to_x, to_y = (
        (edge - start) / side for edge, start, side in zip(area, (x, y) * 2, (wide, high) * 2, strict=True)
    )
    if (to_x - from_x + 1) * (to_y - from_y + 1) * max(tile.count, 1) > MOST_PATHS:
        raise art.fault(node, say("a pattern of more than {most} paths would be lost", most=MOST_PATHS))
    for row in range(floor(from_y), ceil(to_y)) if tile.traces else ():
        for column in range(floor(from_x), ceil(to_x)):
            yield Inner(tile, Matrix.moved(column * wide, row * high).then(matrix))
