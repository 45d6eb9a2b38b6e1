"""How elements look besides plain colours: paints, shadows, outlines of words, clips, turns, opacity.

A paint is a colour of CSS that may be clear in part, or a gradient as CSS has it, such as
``linear-gradient(to right, red, blue 60%, #0000)`` or ``radial-gradient(circle at 30% 40%, white, navy)``.
Shapes and words become drawings, the paints of which are those of art files; the words themselves stay
words, so that they are found, read aloud, and held against the safe zone.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import accumulate
from math import cos, hypot, radians, sin
from typing import NamedTuple

from companion.errors import InputError
from companion.press.face.context import QUOTED, Drawer, FaceContext
from companion.press.face.drawing.words import glyph
from companion.press.face.schema import Element
from companion.press.face.typesetting import TextBox, text_extent
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing, Gradient, Inner, Painted, Trace, plain, serve
from companion.press.frame.frame import Faint, Frame, Item, Picture, Shape, Text, Use
from companion.press.frame.low_ink import tinted
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix, Outline, bounds_moved, moved, rect, tight
from companion.press.frame.trims import clearance, trim_of
from companion.sentences import say, shortened
from companion.units import to_millimetres

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


def inked(context: FaceContext, element: Element, outline: Outline) -> Iterator[Item]:
    """An outline with the pen of an element: plain, or with gradients, clear in part, over its shadow."""
    fill, stroke = element.get("fill"), element.get("stroke")
    if simple(fill) and simple(stroke) and "shadow" not in element:
        return iter((context.shape(element, outline),))
    paints = tint_of(context, fill), tint_of(context, stroke)
    if "shadow" not in element and all(each is None or each.plain for each in paints):
        flat = paints[0] and paints[0].flat, paints[1] and paints[1].flat
        return iter((context.shape(element, outline, flat),))
    return shaped(context, element, outline, *paints)


def whole(drawer: Drawer, *keys: str, turns: bool = False) -> Drawer:
    """A drawer of elements that, as a whole, are clipped, clear in part or have such `keys` besides.

    Where it `turns`, they are turned about their middle too.
    """
    wanted = frozenset(("clip", "opacity", *(["turn"] if turns else []), *keys))

    def draw(context: FaceContext, element: Element) -> Iterator[Item]:
        drawn = drawer(context, element)
        if element.keys().isdisjoint(wanted):
            return drawn
        return as_whole(context, element, drawn, turns)

    return draw


CLIPPED = 0.5  # words that reach so far beyond a clip are cut off, mm
SHADOW = 0.5  # mm to the right and down, where nothing is said
TEXTURE = "texture"  # the role of what is left out with little ink


def shaped(
    context: FaceContext, element: Element, outline: Outline, fill: Tint | None, stroke: Tint | None
) -> Iterator[Item]:
    """An outline with the pen of an element in two paints, over its shadow; a drawing if they run or fade."""
    pen = context.shape({**element, "fill": "none", "stroke": "black" if stroke else "none"}, outline)
    trace, box = Trace(plain(outline), even_odd=True, cap="round", join="round"), tight(outline)
    inside, line = (
        trace._replace(fill="#ffffff"),
        trace._replace(stroke="#ffffff", width=pen.width, dash=pen.dash),
    )
    inked = [each for each, tint in ((inside, fill), (line, stroke)) if tint]
    for shade in _shadow(context, element, box, inked):
        yield Use(Drawing.of("shadow", [shade]), IDENTITY, None, TEXTURE)
    flat = pen._replace(fill=fill and fill.flat, stroke=stroke and stroke.flat)
    if all(each is None or each.plain for each in (fill, stroke)):
        yield flat
        return
    name, edge = f"shape {pen.role}".rstrip(), _wider(box, pen.width / 2)
    parts = [fill.over(name, box, inside)] if fill else []
    parts += [stroke.over(name, edge, line)] if stroke else []
    yield Use(replace(Painted.of(name, parts), flat=flat), IDENTITY, None, pen.role, pen.group)


def _wider(box: Bounds, edge: float) -> Bounds:
    return box[0] - edge, box[1] - edge, box[2] + edge, box[3] + edge


def _shadow(context: FaceContext, element: Element, box: Bounds, traces: Sequence[Trace]) -> Iterator[Inner]:
    """The shadow of traces, if their element has one; as clear as its paint where they overlap, too."""
    tint = tint_of(context, element.get("shadow"))
    if tint is not None:
        shift = Matrix.moved(*(context.value(element.get(f"shadow_{key}", SHADOW)) for key in ("dx", "dy")))
        solid = tint if tint.place else tint._replace(opacities=(1.0,))
        drawing = Drawing.of("shadow", [solid.over("shadow", box, each) for each in traces])
        yield Inner(drawing, shift, 1.0 if tint.place else tint.opacities[0])


def worded(context: FaceContext, element: Element, box: TextBox, items: Iterable[Item]) -> Iterator[Item]:
    """The words of an element over their shadow and outline, or in a paint that runs or is clear in part."""
    items = [*items]
    tint, stroke = tint_of(context, element.get("colour", "ink")), tint_of(context, element.get("stroke"))
    drawn = tint is not None and not tint.plain
    width = context.value(element.get("stroke_width", 0.25), 0) if stroke else 0.0
    written = [
        (each.colour, _letters(each, _about(box, -box.turn))) for each in items if isinstance(each, Text)
    ]
    outline = tuple(segment for _, letters in written for segment in letters)
    if not outline:
        yield from items
        return
    name, seen, edge = f"words of {box.name}", tight(outline), (width, width, width, width)
    inside = Trace(plain(outline), "#ffffff", cap="round", join="round")
    line = inside._replace(fill=None, stroke="#ffffff", width=2 * width)
    parts: list[Trace | Inner] = [*_shadow(context, element, seen, [inside, line] if width else [inside])]
    for _, _, _, _, dx, dy in (each.matrix for each in parts if isinstance(each, Inner)):
        edge = width + max(0, -dx), width + max(0, -dy), width + max(0, dx), width + max(0, dy)
    parts += [stroke.over(name, _wider(seen, width), line)] if stroke and width else []
    if tint is not None and drawn:
        own = tuple(segment for colour, letters in written if colour == box.colour for segment in letters)
        parts += [tint.over(name, seen, inside._replace(notation=plain(own)))] if own else []
    yield Use(Drawing.of(name, parts), _about(box, box.turn), None, TEXTURE)
    for each in items:
        if isinstance(each, Text):
            unseen = drawn and each.colour == box.colour
            each = each._replace(colour="" if unseen else each.colour, edge=edge if any(edge) else None)
        yield each


def _about(box: TextBox, degrees: float) -> Matrix:
    return Matrix.turned_about(box.x + box.width / 2, box.y + box.height / 2, degrees)


def _letters(text: Text, back: Matrix) -> Outline:
    start = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    x = -to_millimetres(fonts.width(text.text, text.font, text.size)) * start
    onto = Matrix.turned(text.turn).then(Matrix.moved(text.x, text.y)).then(back)
    size, found = to_millimetres(text.size), list[tuple[str, tuple[float, ...]]]()
    for letter in text.text:
        if not fonts.missing(letter, text.font):
            found += moved(glyph(letter, text.font), Matrix.scaled(size).then(Matrix.moved(x, 0)).then(onto))
        x += to_millimetres(fonts.width(letter, text.font, text.size) + text.spacing * text.size)
    return tuple(found)


def as_whole(context: FaceContext, element: Element, drawn: Iterable[Item], turns: bool) -> Iterator[Item]:
    """What an element has drawn, cut to its clip, turned about its middle (if it `turns`), clear in part."""
    items, kind = [*drawn], element["kind"]
    box = _box(context, element, items)
    clip = element.get("clip", "rounded" if kind == "picture" and "radius" in element else None)
    shape = clip if isinstance(clip, str) else ""
    cut = context.clip(element) if not shape else within(context, element, shape, box)
    words = (each for each in items if isinstance(each, Text))
    if cut is not None and any(clearance(cut, text_extent(each, IDENTITY)) < -CLIPPED for each in words):
        raise context.fault(say("its 'clip' cuts off words"), clip)
    if cut is not None and not (shape and kind == "rect"):
        items = [Use(_group(context, element, items), clip=cut)]
    if kind == "picture":
        edge = cut or _rect_of(box)
        below = shaped(context, element, edge, Tint(((0.0, "#ffffff"),), (1.0,)), None)
        stroke = tint_of(context, element.get("stroke"))
        line = shaped(context, {**element, "shadow": ""}, edge, None, stroke) if stroke else ()
        items = [*[*below][:-1], *items, *line]
    degrees = context.value(element.get("turn", 0)) if turns else 0.0
    opacity = context.value(element.get("opacity", 1), 0, 1)
    if degrees or opacity < 1:
        turn = Matrix.turned_about((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, degrees)
        items = [Use(_group(context, element, items, opacity), turn)]
    yield from items if opacity else ()


def within(context: FaceContext, element: Element, given: str, box: Bounds) -> Outline:
    """A line within a box, as a trim is told."""
    given, width, height = context.text(given).strip(), box[2] - box[0], box[3] - box[1]
    corner = context.value(element.get("radius", 3), 0) if given == "rounded" else 0.0
    try:
        line = trim_of(given, min(corner, width / 2, height / 2), width, height)
    except InputError as error:
        raise context.fault(error.sentence, element.get("clip")) from None
    return moved(line, Matrix.moved(box[0], box[1])) if line else _rect_of(box)


def _rect_of(box: Bounds) -> Outline:
    return rect(box[0], box[1], box[2] - box[0], box[3] - box[1])


def _group(context: FaceContext, element: Element, items: Sequence[Item], opacity: float = 1.0) -> Frame:
    """Items as one, as large as their face; what is turned may have lain beyond it."""
    wide, high = (context.value(side) for side in context.face.size)
    name = f"{context.face.name}/{context.text(element.get('name', element['kind']))}"
    made = name, wide, high, tuple(items), wide + high
    return Faint(*made, opacity=opacity) if opacity < 1 else Frame(*made)


def _box(context: FaceContext, element: Element, items: Sequence[Item]) -> Bounds:
    """The box of an element: the one it says, or round the outline it has drawn; left, top, right, bottom."""
    match items[-1] if items and element["kind"] != "text" else None:
        case Picture(_, x, y, wide, high):
            return x, y, x + wide, y + high
        case Use(frame=Painted(flat=Shape() as shape)) | (Shape() as shape):
            return tight(shape.outline)
        case Use(frame=Frame() as frame, matrix=matrix):
            return bounds_moved((0.0, 0.0, frame.width, frame.height), matrix)
    x, y = context.at(element)
    return x, y, x + context.value(element.get("width", 0)), y + context.value(element.get("height", 0))
