"""Pictures of folded nets, as one sees them on the table: computed from the folds, so they cannot lie."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.press.frame.colour import INK
from companion.press.frame.frame import Frame, Outline, Shape, polygon
from companion.press.sheets.nets.folding import Space, cross, dot, folded, lifted, plus, unit
from companion.press.sheets.nets.net import Net

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

INSIDE, OUTSIDE = ("#f6f0e1", "#cdbf9f"), ("#dfe6ea", "#8fa3b3")
"""Light and dark of the printed side and of the back of the card."""


@dataclass(frozen=True)
class Solid:
    """A net in a picture."""

    net: Net
    move: Space  # of its first panel
    part: float = 1.0  # how far it is folded, 0 to 1
    without: Collection[str] = ()  # panels left out, so that one sees behind them
    angles: Mapping[str, float] | None = field(default=None)  # of some folds instead of their own


def picture(
    name: str,
    layers: Iterable[Iterable[Solid]],
    width: float,
    height: float,
    around: float = 35.0,
    above: float = 28.0,
) -> Frame:
    """Draw solids as seen from `around` degrees to the side and `above` degrees above, mm.

    The hindmost layer comes first; within a layer what is nearer hides what is farther.
    """
    a, e = math.radians(around), math.radians(above)
    viewer = (math.sin(a) * math.cos(e), -math.sin(e), -math.cos(a) * math.cos(e))
    down = unit(plus((0.0, 1.0, 0.0), viewer, -viewer[1]))
    right = cross(down, viewer)
    light = unit((0.75, -0.6, -0.35))

    faces: list[tuple[tuple[int, float], list[list[tuple[float, float]]], str]] = []
    for layer, solid in ((index, solid) for index, solids in enumerate(layers) for solid in solids):
        moves = folded(solid.net, solid.part, solid.angles)
        for panel in solid.net.panels:
            if panel.name in solid.without:
                continue
            move = solid.move @ moves[panel.name]
            printed = dot(move.z, viewer) > 0
            bright = max(0.0, dot(move.z, light) * (1 if printed else -1))
            rings = [
                [(dot(q, right), dot(q, down)) for q in (lifted(move, point) for point in ring)]
                for ring in (panel.points, *panel.holes)
            ]
            # The nearer the mean of its corners; tabs lie a hair behind what they hang on.
            depths = [dot(lifted(move, point), viewer) for point in panel.points]
            depth = sum(depths) / len(depths) - (2.0 if panel.letter else 0.0)
            faces.append(((layer, depth), rings, _mixed(INSIDE if printed else OUTSIDE, bright)))
    faces.sort(key=lambda face: face[0])
    points = [point for _, rings, _ in faces for point in rings[0]]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    wide, high = max(x for x, _ in points) - left, max(y for _, y in points) - top
    scale = min((width - 1) / wide, (height - 1) / high)
    dx, dy = (width - wide * scale) / 2 - left * scale, (height - high * scale) / 2 - top * scale
    shapes = []
    for _, rings, colour in faces:
        moved = [tuple((x * scale + dx, y * scale + dy) for x, y in ring) for ring in rings]
        outline: Outline = tuple(segment for ring in moved for segment in polygon(ring))
        shapes.append(Shape(outline, colour, INK, 0.22, role="picture"))
    return Frame(f"assembly/{name}", width, height, tuple(shapes))


def _mixed(colours: tuple[str, str], bright: float) -> str:
    light, dark = (bytes.fromhex(colour[1:]) for colour in colours)
    share = 0.25 + 0.75 * bright
    return "#" + bytes(round(b + (a - b) * share) for a, b in zip(light, dark, strict=True)).hex()


def beside(solids: Sequence[Solid], x: float, y: float, z: float) -> list[Solid]:
    """The same solids elsewhere in space, mm."""
    shift = Space(shift=(x, y, z))
    return [Solid(each.net, shift @ each.move, each.part, each.without, each.angles) for each in solids]
