"""The sea of the board: blue-sea-waves (seigaiha) far out, calm water with three ripples along the coasts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.press.frame.frame import Frame, Item, Outline, Shape, Use, circle
from companion.press.frame.matrix import Matrix

__all__ = ["ripples", "waves"]

RIPPLES = (5.4, 3.3, 1.6)
"""How far from the coast the three ripples run, mm."""
CALM = 6.4
"""How far from the coast the waves begin, mm."""


def waves(
    width: float, height: float, bleed: float, radius: float, fill: str, line: str, pen: float
) -> Frame:
    """A field of seigaiha: rows of scales, each row before the one above it.

    Args:
        width: Of the field, mm.
        height: Of the field, mm.
        bleed: How far it runs beyond, mm.
        radius: Of a scale, mm.
        fill: Colour of the water.
        line: Colour of the lines.
        pen: Width of the lines, mm.
    """
    count = int((width + 2 * bleed) / (2 * radius)) + 3
    middles = [index * 2 * radius for index in range(count)]
    rings = [circle(x, radius, radius * part) for x in middles for part in (0.72, 0.44)]
    row = Frame(
        "wave row",
        count * 2 * radius,
        2 * radius,
        (
            Shape(_joined(circle(x, radius, radius) for x in middles), fill, line, pen, role="texture"),
            Shape(_joined(rings), None, line, pen, role="texture"),
        ),
        bleed=2 * radius,
    )
    rows: list[Item] = []
    for index in range(int((height + 2 * bleed) / (radius / 2)) + 2):
        x = -bleed - radius * (1 + index % 2)
        rows.append(Use(row, Matrix.moved(x, -bleed - 1.5 * radius + index * radius / 2)))
    return Frame("waves", width, height, tuple(rows), bleed)


def ripples(land: Outline, water: str, lines: tuple[str, str, str], pen: float) -> Iterator[Shape]:
    """Calm water round all land, and three lines that follow the coast.

    Args:
        land: Every coast in one outline, mm; borders between provinces do no harm, land is drawn over it.
        water: Colour of the calm water.
        lines: Colours of the ripples, the outermost first.
        pen: Their width, mm.
    """
    yield Shape(land, None, water, 2 * CALM, role="texture")
    for distance, colour in zip(RIPPLES, lines, strict=True):
        yield Shape(land, None, colour, 2 * distance + pen, role="texture")
        yield Shape(land, None, water, 2 * distance - pen, role="texture")


def _joined(outlines: Iterable[Outline]) -> Outline:
    return tuple(segment for outline in outlines for segment in outline)
