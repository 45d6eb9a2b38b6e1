"""The line that a face says it is cut out along, and the back that is cut along the same line."""

from dataclasses import replace
from typing import Any

from companion.errors import InputError
from companion.press.frame.frame import Frame, Outline, Segment, circle, polygon, rect
from companion.press.frame.loops import area, crosses, loops
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import moved, parsed, tight
from companion.press.frame.trims import mirrored
from companion.sentences import shortened

LEAST_CUT = 1.0  # nothing smaller is cut out, mm²
MOST_CORNERS = 1_000  # the most straight lines of a trim; a machine follows no finer ones
OVER = 0.01  # rounding of a line that runs along the edge of its size, mm
QUOTED = 80  # characters of a wrong value that are repeated
HEX = ((0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0), (0.0, 0.5))
"""Six corners in a box of 1 by 1 that is wider than high."""


def trim_of(given: str, corner: float, width: float, height: float) -> Outline | None:
    """The line that a face of a size is cut out along; ``None`` for the box itself.

    `given` is ``box``, ``rounded``, ``circle``, ``hex``, or an outline in SVG's path notation, mm. The
    sentence of an `InputError` has no full stop.
    """
    box = Matrix.scaled(width, height)
    match given:
        case "" | "box":
            return None
        case "rounded":
            return rect(0, 0, width, height, corner) if corner else None
        case "circle":
            return moved(circle(0.5, 0.5, 0.5), box)
        case "hex":
            return polygon(hexagon(width, height))
    try:
        line = _closed(parsed(given))
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError):  # as the parser feels
        raise InputError(
            "'{value}' is no trim; write rounded, circle, hex or an outline such as M0 0 L40 0 L20 35 Z",
            value=shortened(given, QUOTED),
        ) from None
    left, top, right, bottom = tight(line)
    if min(left, top, width - right, height - bottom) < -OVER:
        names, lengths = ("left", "top", "right", "bottom", "width", "height"), (*tight(line), width, height)
        lies: dict[str, Any] = dict(zip(names, map(float, lengths), strict=True))
        raise InputError(
            "the trim reaches from {left} {top} to {right} {bottom} mm; it must lie within the size, "
            "{width} x {height} mm",
            **lies,
        )
    if len(line) > MOST_CORNERS or sum(map(len, loops(line))) > MOST_CORNERS:
        raise InputError("the trim has more than {most} corners", most=MOST_CORNERS)
    if crosses(line):
        raise InputError("the trim crosses itself, so that nobody knows what is cut out")
    if area(line) < LEAST_CUT:
        raise InputError("the trim cuts out nothing; it must run round at least {least} mm²", least=LEAST_CUT)
    return line


def _closed(line: Outline) -> Outline:
    """An outline whose every line ends where it began, so that it is cut whole."""
    found: list[Segment] = []
    for letter, at in (*line, ("M", ())):
        if letter == "M" and found and found[-1][0] != "Z":
            found.append(("Z", ()))
        found.append((letter, at))
    return tuple(found[:-1])


class Backs:
    """Backs that are cut along the lines of their fronts; equal ones stay one frame, stored once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, Outline], tuple[Frame, Frame]] = {}

    def behind(self, front: Frame, back: Frame) -> Frame:
        """The back of a front; it keeps its own line where its front has none, which is told as a fault."""
        if front.trim is None:
            return back
        key = (id(back), front.trim)
        if key not in self._known:
            self._known[key] = back, replace(back, trim=mirrored(front.trim, front.width))
        return self._known[key][1]


def hexagon(width: float, height: float) -> tuple[tuple[float, float], ...]:
    """The corners of a hex that fills a size, mm; two of its sides lie along the longer one."""
    corners = HEX if width >= height else tuple((y, x) for x, y in HEX)
    return tuple((x * width, y * height) for x, y in corners)
