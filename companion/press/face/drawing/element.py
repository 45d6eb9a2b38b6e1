"""The kind of element that places a part of an art file on a face."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.press.face.context import MOST_SHOWN, FaceContext
from companion.press.face.drawing.parts import Parts
from companion.press.face.drawing.svg_file import ArtFile, read_art
from companion.press.face.schema import Element
from companion.press.frame.drawing import Drawing, visible
from companion.press.frame.frame import Item, Use
from companion.press.frame.matrix import Matrix
from companion.sentences import say

__all__ = ["MOST_SCALE", "drawing"]

MOST_SCALE = 1000.0
"""How many times larger or smaller a drawing may be made."""


def drawing(context: FaceContext, element: Element) -> Iterator[Item]:
    """Place a part of an art file, in the colours of the card.

    Raises:
        InputError: When there is no such file or part, or something in it would be lost.
    """
    name, part = context.text(element["file"]), context.text(element["part"])
    file = context.file(name, say("there is no drawing '{file}'", file=name[:MOST_SHOWN]))
    art = read_art(file, name)
    paints = {key: context.colour(value) for key, value in element.get("with", {}).items()}
    found = _parts(art).painted(part, paints, context.value(element.get("opacity", 1), 0, 1))
    if found is None:
        what = say("'{file}' has no group '{part}'", file=name, part=part[:MOST_SHOWN])
        raise context.fault(what)
    role = context.text(str(element.get("role", "")))
    yield Use(found, _place(context, element, found), context.clip(element), role)


@lru_cache(maxsize=64)
def _parts(art: ArtFile) -> Parts:
    return Parts(art)


def _place(context: FaceContext, element: Element, drawing: Drawing) -> Matrix:
    x, y = context.at(element)
    turned = Matrix.turned(context.value(element.get("turn", 0)))
    if "width" not in element and "height" not in element:
        scale = context.value(element.get("scale", 1), 1 / MOST_SCALE, MOST_SCALE)
        return Matrix.scaled(scale).then(turned).then(Matrix.moved(x, y))
    left, top, right, bottom = visible(drawing)
    sides = [
        (context.value(element[key], 0.01), max(extent, 0.01))
        for key, extent in (("width", right - left), ("height", bottom - top))
        if key in element
    ]
    scale = min(side / extent for side, extent in sides)
    wide = context.value(element.get("width", (right - left) * scale))
    high = context.value(element.get("height", (bottom - top) * scale))
    middle = Matrix.moved(-(left + right) / 2, -(top + bottom) / 2)
    return middle.then(Matrix.scaled(scale)).then(turned).then(Matrix.moved(x + wide / 2, y + high / 2))
