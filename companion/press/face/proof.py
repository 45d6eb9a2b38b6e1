"""A proof: where bleed, cut and safe zone of a card run, and which box is where, drawn over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.press.face.context import FaceContext
from companion.press.face.schema import Element
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Bounds, Frame, Item, Outline, Shape, Text, Use, rect
from companion.press.frame.outlines import bounds_moved
from companion.press.frame.trims import grown
from companion.units import to_millimetres

__all__ = ["Proof"]

BLEED, CUT, SAFE, BOX = "#0060b0", "#c02010", "#107030", "#8020a0"
"""Blue, red, green, and violet for boxes."""
THIN, DASH = 0.1, (1.5, 0.75)
LABEL = 3.5
"""Size of the names of boxes, points; they stand at the upper left of their box."""
MOST_LETTERS = 24
"""Of such a name."""
LINES, WORDS = "mark", "margin"
"""Roles of what is printed as it is with little ink, and of words that may stand outside the safe zone."""
SHOWN = {"rect", "circle", "line", "polygon", "path"}
"""Kinds that show themselves where they are."""


class Proof:
    """Notes the boxes of a face while it is laid out, and draws them over it."""

    def __init__(self) -> None:
        self._boxes: list[tuple[str, Bounds]] = []

    def note(self, context: FaceContext, element: Element, drawn: Sequence[Item]) -> None:
        """Note where an element that was drawn has its box, and what it is called."""
        if element["kind"] in SHOWN and "name" not in element:
            return
        name = context.text(element.get("name", element.get("text", element["kind"])))[:MOST_LETTERS]
        if "width" in element and ("height" in element or element["kind"] == "qr"):
            x, y = context.at(element)
            width, height = (
                context.value(element.get(side, element["width"])) for side in ("width", "height")
            )
            self._boxes.append((name, (x, y, x + width, y + height)))
        else:
            self._boxes += [(name, _reach(item)) for item in drawn if isinstance(item, Use)]

    def over(self, frame: Frame) -> Frame:
        """The frame with its boxes, and the lines along which it is cut, drawn over it."""
        boxes, self._boxes = self._boxes, []
        trim = frame.trim or rect(0, 0, frame.width, frame.height)
        lines = [_line(trim, CUT)]
        if frame.bleed > THIN:
            lines.append(_line(_round(frame, frame.bleed - THIN / 2), BLEED, DASH))
        if 0 < frame.safe < min(frame.width, frame.height) / 2:
            lines.append(_line(_round(frame, -frame.safe), SAFE, DASH))
        named = [item for name, box in boxes for item in _named(name, box)]
        return replace(frame, items=(*frame.items, *named, *lines))


def _round(frame: Frame, by: float) -> Outline:
    """The cut of a frame, moved outward."""
    if frame.trim is not None:
        return grown(frame.trim, by)
    return rect(-by, -by, frame.width + 2 * by, frame.height + 2 * by)


def _reach(use: Use) -> Bounds:
    if isinstance(use.frame, Drawing):
        return bounds_moved(use.frame.seen, use.matrix)
    return bounds_moved((0.0, 0.0, use.frame.width, use.frame.height), use.matrix)


def _line(outline: Outline, colour: str, dash: tuple[float, ...] = ()) -> Shape:
    return Shape(outline, stroke=colour, width=THIN, dash=dash, role=LINES)


def _named(name: str, box: Bounds) -> Iterator[Item]:
    """A box, and its name on white so that it is read on any ground."""
    left, top, right, bottom = box
    yield _line(rect(left, top, right - left, bottom - top), BOX)
    if name.strip():
        high, wide = to_millimetres(LABEL), to_millimetres(fonts.width(name, "regular", LABEL))
        yield Shape(rect(left, top, wide + 0.6, high + 0.2), "#ffffff", role=LINES)
        yield Text(name, left + 0.3, top + 0.85 * high, LABEL, colour=BOX, role=WORDS)
