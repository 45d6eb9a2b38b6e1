"""The elements that only a drawn face has: its art, and the layers that boxes lie in."""

from collections.abc import Iterator
from dataclasses import replace

from companion.errors import DeckError
from companion.press.face.context import Drawer, FaceContext
from companion.press.face.drawn.labels import TAKEN
from companion.press.face.schema import Element
from companion.press.frame.drawing import Drawing, Scan
from companion.press.frame.frame import Frame, Item, Use
from companion.press.frame.matrix import IDENTITY

LARGEST_FACE = 8_000.0  # no face is larger, mm


def _art(context: FaceContext, element: Element) -> Iterator[Item]:
    drawing: Drawing | Scan = element["drawing"]
    if "colour" in element:
        assert isinstance(drawing, Drawing)
        colour = context.colour(element["colour"])
        painted = element["painted"]
        if colour not in painted:
            painted[colour] = drawing.painted({TAKEN: colour})
        drawing = painted[colour]
    if not isinstance(drawing, Drawing) or drawing.count:
        yield Use(drawing, element.get("matrix", IDENTITY))


def _layer(context: FaceContext, element: Element) -> Iterator[Item]:
    """Elements that are shown, turned and clipped together."""
    within = context._replace(face=replace(context.face, elements=element["elements"]), row=element["row"])
    matrix, clip = element.get("matrix", IDENTITY), element.get("clip")
    if matrix == IDENTITY and clip is None:
        yield from within.items()
        return
    items = tuple(within.items())
    wide, high = element["size"]  # it may draw beyond
    yield Use(Frame(f"{context.face.name}/{element['row']}", wide, high, items, LARGEST_FACE), matrix, clip)


def _fault(_: FaceContext, element: Element) -> Iterator[Item]:
    """Raise the fault of an element that cannot be drawn, with the first card."""
    faults: list[DeckError] = element["faults"]
    if faults:
        raise faults.pop()
    return iter(())


KINDS: dict[str, Drawer] = {"art": _art, "layer": _layer, "fault": _fault}
