"""Paints as a face writes them: a colour of CSS that may be clear in part, or a gradient as CSS has it.

``linear-gradient(to right, red, blue 60%, #0000)``; ``radial-gradient(circle at 30% 40%, white, navy)``.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate
from math import cos, hypot, radians, sin
from typing import NamedTuple

from companion.press.face.context import QUOTED, FaceContext
from companion.press.frame.colour import tinted
from companion.press.frame.drawing import Gradient, Inner, Trace, serve
from companion.press.frame.frame import Bounds
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.sentences import say, shortened

MOST_STOPS = 100
SIDES = {"top": (0, -1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}
_CALL = re.compile(r"(linear|radial)-gradient\((.*)\)", re.DOTALL)
_COMMA = re.compile(r"\s*,(?![^()]*\))\s*")
_STOP = re.compile(r"(.+?)(?:\s+(\d{1,3}(?:\.\d+)?)%)?", re.DOTALL)
_ANGLE = re.compile(r"(-?\d{1,6}(?:\.\d+)?)(deg|turn)|to (top|bottom|left|right)(?: (left|right))?")
_ROUND = re.compile(r"(?=[ace])(circle|ellipse)?\s*(?:at (\d{1,2}|100)% (\d{1,2}|100)%)?")

Place = tuple[tuple[float, float], tuple[float, float], Matrix, tuple[float, float] | None]
"""The start and end of a gradient, its matrix and radii, over a box whose corner is the origin."""


class Tint(NamedTuple):
    """What an outline is painted with, before it is known where that lies."""

    stops: tuple[tuple[float, str], ...]  # parts of the way, 0 to 1, and colours; one of a plain colour
    opacities: tuple[float, ...]
    place: Callable[[float, float], Place] | None = None  # of a gradient over a box, by its width and height

    @property
    def plain(self) -> bool:
        """True for one colour that covers all."""
        return self.place is None and self.opacities == (1.0,)

    @property
    def flat(self) -> str:
        """One colour that stands for it on white."""
        if self.plain:
            return self.stops[0][1]
        pairs = zip(self.stops, self.opacities, strict=True)
        shown = [(at, tinted(colour, part)) for (at, colour), part in pairs]
        return Gradient((0, 0), (1, 0), tuple(shown)).flat

    def over(self, name: str, box: Bounds, trace: Trace) -> Trace | Inner:
        """A trace that only fills, or only draws a line, painted with this as it lies over a box, mm."""
        if self.place is None:
            return serve(name, self.stops[0][1], trace._replace(opacity=self.opacities[0]))
        left, top, right, bottom = box
        start, end, matrix, radii = self.place(max(right - left, 0.01), max(bottom - top, 0.01))
        faint = self.opacities if min(self.opacities) < 1 else ()
        placed = matrix.then(Matrix.moved(left, top))
        return serve(name, Gradient(start, end, self.stops, placed, (), radii, faint), trace)


@lru_cache(maxsize=1024)
def simple(given: object) -> bool:
    """True for what is written as one colour that covers all, without a field; or for nothing."""
    name = "" if given is None else str(given)
    return not ("{" in name or "(" in name or (name[:1] == "#" and len(name) in (5, 9)))


def tint_of(context: FaceContext, given: object) -> Tint | None:
    """The paint that a face names; ``None`` for none, and for what is wholly clear."""
    name = "" if given is None else context.text(given).strip()
    if name in ("", "none"):
        return None
    call = _CALL.fullmatch(name) if "-" in name else None
    if call is None:
        colour, opacity = context.tint(name, given)
        return Tint(((0.0, colour),), (opacity,)) if opacity else None
    first, *others = _COMMA.split(call[2].strip())
    known = (_ANGLE if call[1] == "linear" else _ROUND).fullmatch(first)
    written = others if known else [first, *others]
    stops = [found for each in written if (found := _STOP.fullmatch(each))]
    parts = [float(each[2]) / 100 if each[2] else None for each in stops]
    if not 2 <= len(stops) <= MOST_STOPS or not all(part is None or part <= 1 for part in parts):
        what = "'{value}' is no gradient; such is linear-gradient(90deg, red, blue)"
        raise context.fault(say(what, value=shortened(name, QUOTED)), given)
    tints = [context.tint(each[1], given) for each in stops]
    places = accumulate(_spread(parts), max)
    colours = tuple((part, colour) for part, (colour, _) in zip(places, tints, strict=True))
    place = partial(_line if call[1] == "linear" else _rings, known)
    return Tint(colours, tuple(opacity for _, opacity in tints), place)


def _spread(parts: Sequence[float | None]) -> Iterator[float]:
    """Places of stops; those without one lie evenly between their neighbours."""
    known = {0: 0.0, len(parts) - 1: 1.0} | {at: part for at, part in enumerate(parts) if part is not None}
    for at in range(len(parts)):
        before, after = max(each for each in known if each <= at), min(each for each in known if each >= at)
        yield known[before] + (known[after] - known[before]) * (at - before) / ((after - before) or 1)


def _line(told: re.Match[str] | None, wide: float, high: float) -> Place:
    """A linear gradient over a box: the corners have the colours of its ends."""
    across, down = 0.0, 1.0
    if told and told[1]:
        turn = radians(float(told[1]) * (360 if told[2] == "turn" else 1))
        across, down = sin(turn), -cos(turn)
    elif told:
        sides = [SIDES[each] for each in told.groups()[2:] if each]
        across, down = (float(sum(each)) for each in zip(*sides, strict=True))
        if across and down:  # to a corner: the middle colour lies on the two others
            across, down = across * high, down * wide
    across, down = (each / hypot(across, down) for each in (across, down))
    reach = (abs(wide * across) + abs(high * down)) / 2
    x, y = wide / 2, high / 2
    return (x - across * reach, y - down * reach), (x + across * reach, y + down * reach), IDENTITY, None


def _rings(told: re.Match[str] | None, wide: float, high: float) -> Place:
    """A radial gradient over a box: the farthest corner has the colour of its end."""
    x, y = (float(told[at]) / 100 if told and told[at] else 0.5 for at in (2, 3))
    far_x, far_y = max(x, 1 - x) * wide, max(y, 1 - y) * high
    circle = told is not None and told[1] == "circle"
    radii = (hypot(far_x, far_y),) * 2 if circle else (far_x * 2**0.5, far_y * 2**0.5)
    return (0.0, 0.0), (0.0, 0.0), Matrix.scaled(*radii).then(Matrix.moved(x * wide, y * high)), (0.0, 1.0)
