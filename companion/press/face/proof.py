"""A proof: a card with its lines of bleed, cut and safe zone, and its named boxes, drawn over it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.press.face.context import FaceContext
from companion.press.face.schema import Element
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Frame, Item, Shape, Text, Use
from companion.press.frame.outlines import Bounds, Outline, rect, transform_bounds
from companion.press.frame.trims import find_bleed_outline, offset_outline
from companion.sentences import shorten_text
from companion.units import to_millimetres

BLEED, CUT, SAFE, BOX = "#1e90ff", "#ff2a1a", "#1fa050", "#b040d0"
"""Blue, red, green, and violet for boxes: seen on light and on dark."""
THIN, DASH = 0.1, (1.5, 0.75)
LABEL = 3.5  # size of the names of boxes, points; they stand over the upper left corner of their box
MOST_NAME_LETTERS = 24  # of such a name
LINES, WORDS = "mark", "margin"
"""Roles of lines that stay as they are with little ink, and of words that may stand outside the safe zone."""
SHOWN = {"rect", "circle", "line", "polygon", "path", "art"}  # kinds of elements that need no box around them


class Proof:
    """Notes the boxes of a face while it is laid out, and draws them over it."""

    def __init__(self) -> None:
        self._boxes: list[tuple[str, Bounds]] = []
        self._lined: dict[int, tuple[Frame, Frame]] = {}

    def note(self, context: FaceContext, element: Element, drawn: Sequence[Item]) -> None:
        if element["kind"] in SHOWN and "name" not in element:
            return
        if (element["kind"] == "layer") is not ("matrix" in element):
            return  # what lies in a layer is noted by itself, where the layer is turned the layer is
        name = context.text(element.get("name", element.get("text", element["kind"])))
        name = shorten_text(name, MOST_NAME_LETTERS)
        if "width" in element and ("height" in element or element["kind"] == "qr"):
            x, y = context.locate(element)
            width, height = (context.value(element.get(side, element["width"])) for side in ("width", "height"))
            self._boxes.append((name, (x, y, x + width, y + height)))
        else:
            self._boxes += [(name, _compute_extent(item)) for item in drawn if isinstance(item, Use)]

    def draw_over(self, frame: Frame) -> Frame:
        boxes, self._boxes = self._boxes, []
        return replace(frame, items=(*frame.items, *(item for each in boxes for item in _draw_named_box(*each))))

    def draw_lines(self, frame: Frame) -> Frame:
        """The frame with its lines of bleed, cut and safe zone; equal frames give one frame."""
        if id(frame) not in self._lined:
            trim = frame.trim or rect(0, 0, frame.width, frame.height)
            lines = [_draw_line(trim, CUT)]
            if frame.bleed > THIN:
                out = frame.bleed - THIN / 2
                lines.append(_draw_line(find_bleed_outline(frame, out) or _build_box(frame, out), BLEED, DASH))
            if 0 < frame.safe < min(frame.width, frame.height) / 2:
                safe = offset_outline(frame.trim, -frame.safe) if frame.trim else _build_box(frame, -frame.safe)
                lines.append(_draw_line(safe, SAFE, DASH))
            self._lined[id(frame)] = frame, frame.with_items((*frame.items, *lines))
        return self._lined[id(frame)][1]


def _build_box(frame: Frame, out: float) -> Outline:
    """The box of a frame with its sides moved outward, mm."""
    return rect(-out, -out, frame.width + 2 * out, frame.height + 2 * out)


def _compute_extent(use: Use) -> Bounds:
    if isinstance(use.frame, Drawing):
        return transform_bounds(use.frame.visible_bounds, use.matrix)
    return transform_bounds((0.0, 0.0, use.frame.width, use.frame.height), use.matrix)


def _draw_line(outline: Outline, colour: str, dash: tuple[float, ...] = ()) -> Shape:
    return Shape(outline, stroke=colour, width=THIN, dash=dash, role=LINES)


def _draw_named_box(name: str, box: Bounds) -> Iterator[Item]:
    """A box, and its name on white so that it can be read on any ground."""
    left, top, right, bottom = box
    yield _draw_line(rect(left, top, right - left, bottom - top), BOX)
    if name.strip():
        high, wide = to_millimetres(LABEL), to_millimetres(fonts.measure_width(name, "regular", LABEL))
        base = top if top < high else top - high  # above its box, where there is room on the card
        yield Shape(rect(left, base, wide + 0.6, high), "#ffffff", role=LINES)
        yield Text(name, left + 0.3, base + 0.8 * high, LABEL, colour=BOX, role=WORDS)
