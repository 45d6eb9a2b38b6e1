"""Where words stand on a face: the box of every line, from the widths of the font."""

from __future__ import annotations

from collections.abc import Iterator

from companion.press import fonts
from companion.press.frame import Frame, Text
from companion.press.matrix import Matrix
from companion.press.setting import ASCENT, DESCENT
from companion.units import to_millimetres

__all__ = ["Extent", "text_boxes", "text_extent"]

Extent = tuple[float, float, float, float]
"""Left, top, right, bottom, mm."""


def text_extent(text: Text, matrix: Matrix) -> Extent:
    """The box a line of words covers.

    Args:
        text: The line.
        matrix: From its frame to the face, as ``Frame.walk`` gives it.

    Returns:
        The upright box round the line, mm on the face.
    """
    wide = to_millimetres(fonts.width(text.text, text.font, text.size))
    start = {"start": 0.0, "middle": -wide / 2, "end": -wide}[text.anchor]
    top, bottom = -to_millimetres(ASCENT * text.size), to_millimetres(DESCENT * text.size)
    onto = Matrix.turned(text.turn).then(Matrix.moved(text.x, text.y)).then(matrix)
    corners = [onto.apply(x, y) for x in (start, start + wide) for y in (top, bottom)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def text_boxes(frame: Frame) -> Iterator[tuple[Text, Extent]]:
    """Every line of words on a face with the box it covers, mm."""
    for item, matrix in frame.walk():
        if isinstance(item, Text) and item.text.strip():
            yield item, text_extent(item, matrix)
