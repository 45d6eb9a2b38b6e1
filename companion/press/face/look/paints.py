"""Paints as a face writes them: a colour of CSS that may be clear in part, or a gradient as CSS has it.

``linear-gradient(to right, red, blue 60%, #0000)``; ``radial-gradient(circle at 30% 40%, white, navy)``.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import cos, hypot, radians, sin
from typing import NamedTuple

from companion.press.face.context import QUOTED, FaceContext
from companion.press.frame.colour import tinted
from companion.press.frame.drawing import Gradient, Inner, Trace, served
from companion.press.frame.frame import Bounds
from companion.press.frame.matrix import Matrix
from companion.sentences import say, shortened

SIDES = {"top": (0, -1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}
PLACES = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
MOST_STOPS = 100
_CALL = re.compile(r"(linear|radial)-gradient\((.*)\)", re.DOTALL)
_COMMA = re.compile(r",(?![^()]*\))")
_STOP = re.compile(r"(.*\S)\s+(-?\d+(?:\.\d+)?)%", re.DOTALL)
_ANGLE = re.compile(r"(-?\d+(?:\.\d+)?)(deg|turn)")
_ROUND = re.compile(r"(circle|ellipse)?\s*(?:at\s+(\S+)(?:\s+(\S+))?)?")
_PART = re.compile(r"(-?\d+(?:\.\d+)?)%")


class Tint(NamedTuple):
    """What an outline is painted with, before it is known where that lies."""

    stops: tuple[tuple[float, str], ...]  # parts of the way, 0 to 1, and colours; one of a plain colour
    opacities: tuple[float, ...]
    kind: str = ""  # `linear` or `radial`
    way: str = ""  # where to, or from where

    @property
    def flat(self) -> str:
        """One colour that stands for it on white."""
        shown = [
            (at, tinted(each, part)) for (at, each), part in zip(self.stops, self.opacities, strict=True)
        ]
        return Gradient((0, 0), (1, 0), tuple(shown)).flat

    @property
    def plain(self) -> bool:
        """True for one colour that covers all."""
        return not self.kind and self.opacity == 1

    @property
    def opacity(self) -> float:
        """How much it covers at most."""
        return max(self.opacities)

    def over(self, name: str, box: Bounds, trace: Trace) -> Trace | Inner:
        """A trace that only fills, or only draws a line, painted with this as it lies over a box.

        The box is left, top, right and bottom, mm.
        """
        if not self.kind:
            return served(name, self.stops[0][1], trace._replace(opacity=self.opacities[0]))
        left, top, right, bottom = box
        wide, high = max(right - left, 0.01), max(bottom - top, 0.01)
        start, end, matrix, radii = (_line if self.kind == "linear" else _rings)(self.way, wide, high)
        faint = self.opacities if min(self.opacities) < 1 else ()
        placed = matrix.then(Matrix.moved(left, top))
        return served(name, Gradient(start, end, self.stops, placed, (), radii, faint), trace)


def tint_of(context: FaceContext, given: object) -> Tint | None:
    """The paint that a face names; ``None`` for none, and for what is wholly clear."""
    name = "" if given is None else context.text(given).strip()
    if name in ("", "none"):
        return None
    call = _CALL.fullmatch(name)
    if call is None:
        colour, opacity = context.tint(name, given)
        return Tint(((0.0, colour),), (opacity,)) if opacity else None
    kind, (first, *others) = call[1], [each.strip() for each in _COMMA.split(call[2])]
    way = first if _is_way(kind, first) else ""
    written = others if way else [first, *others]
    if not 2 <= len(written) <= MOST_STOPS:
        raise _wrong(context, name, given)
    stops = [(_STOP.fullmatch(each) or each) for each in written]
    tints = [context.tint(each if isinstance(each, str) else each[1], given) for each in stops]
    parts = [None if isinstance(each, str) else float(each[2]) / 100 for each in stops]
    if not all(part is None or 0 <= part <= 1 for part in parts):
        raise _wrong(context, name, given)
    places = accumulate(_spread(parts), max)
    colours = tuple((part, colour) for part, (colour, _) in zip(places, tints, strict=True))
    return Tint(colours, tuple(opacity for _, opacity in tints), kind, way)


def _wrong(context: FaceContext, name: str, given: object) -> Exception:
    what = say(
        "'{value}' is no gradient; write linear-gradient(90deg, red, blue) or radial-gradient(red, blue 80%)",
        value=shortened(name, QUOTED),
    )
    return context.fault(what, given)


def _is_way(kind: str, first: str) -> bool:
    if kind == "linear":
        sides = first.removeprefix("to ").split()
        return bool(_ANGLE.fullmatch(first)) or (first[:3] == "to " and SIDES.keys() >= set(sides))
    found = _ROUND.fullmatch(first)
    return bool(
        found and all(each is None or _PART.fullmatch(PLACES.get(each, each)) for each in found.groups()[1:])
    )


def _spread(parts: Sequence[float | None]) -> Iterator[float]:
    """Places of stops; those without one lie evenly between their neighbours."""
    known = [(at, part) for at, part in enumerate(parts) if part is not None]
    last = len(parts) - 1
    known = [
        *([(0, 0.0)] if parts[0] is None else []),
        *known,
        *([(last, 1.0)] if parts[last] is None else []),
    ]
    for at in range(len(parts)):
        before = max(each for each in known if each[0] <= at)
        after = min(each for each in known if each[0] >= at)
        share = (at - before[0]) / ((after[0] - before[0]) or 1)
        yield before[1] + share * (after[1] - before[1])


Place = tuple[tuple[float, float], tuple[float, float], Matrix, tuple[float, float] | None]


def _line(way: str, wide: float, high: float) -> Place:
    """The ends of a linear gradient over a box, so that its corners have the colours of the ends."""
    across, down = 0.0, 1.0
    if found := _ANGLE.fullmatch(way):
        turn = radians(float(found[1]) * (360 if found[2] == "turn" else 1))
        across, down = sin(turn), -cos(turn)
    elif way:
        sides = [SIDES[each] for each in way.split()[1:]]
        across, down = (float(sum(each)) for each in zip(*sides, strict=True))
        if across and down:  # to a corner: the middle colour lies on the two others
            across, down = across * high, down * wide
    length = hypot(across, down) or 1
    across, down = across / length, down / length
    reach = (abs(wide * across) + abs(high * down)) / 2
    x, y = wide / 2, high / 2
    return (x - across * reach, y - down * reach), (x + across * reach, y + down * reach), Matrix(), None


def _rings(way: str, wide: float, high: float) -> Place:
    """The circles of a radial gradient over a box: the farthest corner has the colour of the end."""
    found = _ROUND.fullmatch(way)
    kind, *at = found.groups() if found else (None, None, None)
    if at[0] in ("top", "bottom") or at[1] in ("left", "right"):
        at.reverse()
    x, y = (float(PLACES.get(each or "center", each or "").rstrip("%")) / 100 for each in at)
    x, y = x * wide, y * high
    far_x, far_y = max(x, wide - x, 0.01), max(y, high - y, 0.01)
    radii = (hypot(far_x, far_y),) * 2 if kind == "circle" else (far_x * 2**0.5, far_y * 2**0.5)
    matrix = Matrix.scaled(*radii).then(Matrix.moved(x, y))
    return (0.0, 0.0), (0.0, 0.0), matrix, (0.0, 1.0)
