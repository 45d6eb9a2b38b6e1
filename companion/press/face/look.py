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
from companion.press.face.drawing.words import get_glyph
from companion.press.face.schema import Element
from companion.press.face.typesetting import TextBox, text_extent
from companion.press.frame import fonts
from companion.press.frame.drawing import (
    Drawing,
    Gradient,
    NestedDrawing,
    PaintedShape,
    Trace,
    apply_paint,
    format_notation,
)
from companion.press.frame.frame import Frame, Item, Picture, Shape, Text, TranslucentFrame, Use
from companion.press.frame.low_ink import mix_into_white
from companion.press.frame.outlines import (
    IDENTITY,
    Bounds,
    Matrix,
    Outline,
    compute_tight_bounds,
    rect,
    transform_bounds,
    transform_outline,
)
from companion.press.frame.trims import compute_clearance, parse_trim
from companion.sentences import say, shorten_text
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
CLIPPED = 0.5  # words that reach so far beyond a clip are cut off, mm
SHADOW = 0.5  # mm to the right and down, where nothing is said
TEXTURE = "texture"  # the role of what is left out with little ink


class Tint(NamedTuple):
    """A paint, a colour or a gradient, before it is known where the painted outline lies."""

    stops: tuple[tuple[float, str], ...]  # parts of the way, 0 to 1, and colours; one of a plain colour
    opacities: tuple[float, ...]
    place: Callable[[float, float], Place] | None = None  # of a gradient over a box, by its width and height

    @property
    def is_plain(self) -> bool:
        """True for one opaque colour."""
        return self.place is None and self.opacities == (1.0,)

    @property
    def flat(self) -> str:
        """One colour that stands for it on white."""
        if self.is_plain:
            return self.stops[0][1]
        pairs = zip(self.stops, self.opacities, strict=True)
        shown = [(at, mix_into_white(colour, part)) for (at, colour), part in pairs]
        return Gradient((0, 0), (1, 0), tuple(shown)).mean_colour

    def paint_trace(self, name: str, box: Bounds, trace: Trace) -> Trace | NestedDrawing:
        """Paint a trace, which has either a fill or a line, with this paint as it lies over a box, mm."""
        if self.place is None:
            return apply_paint(name, self.stops[0][1], trace._replace(opacity=self.opacities[0]))
        left, top, right, bottom = box
        start, end, matrix, radii = self.place(max(right - left, 0.01), max(bottom - top, 0.01))
        faint = self.opacities if min(self.opacities) < 1 else ()
        placed = matrix.then(Matrix.translate(left, top))
        return apply_paint(name, Gradient(start, end, self.stops, placed, (), radii, faint), trace)


@lru_cache(maxsize=1024)
def is_plain_colour(given: object) -> bool:
    """True for a paint written as one opaque colour without a field, and for no paint."""
    name = "" if given is None else str(given)
    return not ("{" in name or "(" in name or (name[:1] == "#" and len(name) in (5, 9)))


def parse_tint(context: FaceContext, given: object) -> Tint | None:
    """The paint that a face names; ``None`` for no paint, and for a wholly clear one."""
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
        raise context.fault(say(what, value=shorten_text(name, QUOTED)), given)
    tints = [context.tint(each[1], given) for each in stops]
    places = accumulate(_spread_stops(parts), max)
    colours = tuple((part, colour) for part, (colour, _) in zip(places, tints, strict=True))
    place = partial(_place_linear if call[1] == "linear" else _place_radial, known)
    return Tint(colours, tuple(opacity for _, opacity in tints), place)


def _spread_stops(parts: Sequence[float | None]) -> Iterator[float]:
    """Places of stops; those without one lie evenly between their neighbours."""
    known = {0: 0.0, len(parts) - 1: 1.0} | {at: part for at, part in enumerate(parts) if part is not None}
    for at in range(len(parts)):
        before, after = max(each for each in known if each <= at), min(each for each in known if each >= at)
        yield known[before] + (known[after] - known[before]) * (at - before) / ((after - before) or 1)


def _place_linear(told: re.Match[str] | None, wide: float, high: float) -> Place:
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


def _place_radial(told: re.Match[str] | None, wide: float, high: float) -> Place:
    """A radial gradient over a box: the farthest corner has the colour of its end."""
    x, y = (float(told[at]) / 100 if told and told[at] else 0.5 for at in (2, 3))
    far_x, far_y = max(x, 1 - x) * wide, max(y, 1 - y) * high
    circle = told is not None and told[1] == "circle"
    radii = (hypot(far_x, far_y),) * 2 if circle else (far_x * 2**0.5, far_y * 2**0.5)
    return ((0.0, 0.0), (0.0, 0.0), Matrix.scale_by(*radii).then(Matrix.translate(x * wide, y * high)), (0.0, 1.0))


def draw_outline(context: FaceContext, element: Element, outline: Outline) -> Iterator[Item]:
    """Draw an outline with an element's pen, which may have gradients, opacity and a shadow."""
    fill, stroke = element.get("fill"), element.get("stroke")
    if is_plain_colour(fill) and is_plain_colour(stroke) and "shadow" not in element:
        return iter((context.shape(element, outline),))
    paints = parse_tint(context, fill), parse_tint(context, stroke)
    if "shadow" not in element and all(each is None or each.is_plain for each in paints):
        flat = paints[0] and paints[0].flat, paints[1] and paints[1].flat
        return iter((context.shape(element, outline, flat),))
    return paint_outline(context, element, outline, *paints)


def with_effects(drawer: Drawer, *keys: str, turns: bool = False) -> Drawer:
    """A drawer that applies clip, opacity and the effects of `keys` to the whole of an element.

    If it `turns`, ``turn`` also rotates the element about its middle.
    """
    wanted = frozenset(("clip", "opacity", *(["turn"] if turns else []), *keys))

    def draw(context: FaceContext, element: Element) -> Iterator[Item]:
        drawn = drawer(context, element)
        if element.keys().isdisjoint(wanted):
            return drawn
        return apply_effects(context, element, drawn, turns)

    return draw


def paint_outline(
    context: FaceContext, element: Element, outline: Outline, fill: Tint | None, stroke: Tint | None
) -> Iterator[Item]:
    """Draw an outline in two paints over its shadow; it becomes a drawing if they are not plain colours."""
    pen = context.shape({**element, "fill": "none", "stroke": "black" if stroke else "none"}, outline)
    trace, box = (
        Trace(format_notation(outline), even_odd=True, cap="round", join="round"),
        compute_tight_bounds(outline),
    )
    inside, line = (trace._replace(fill="#ffffff"), trace._replace(stroke="#ffffff", width=pen.width, dash=pen.dash))
    inked = [each for each, tint in ((inside, fill), (line, stroke)) if tint]
    for shade in _draw_shadow(context, element, box, inked):
        yield Use(Drawing.from_traces("shadow", [shade]), IDENTITY, None, TEXTURE)
    flat = pen._replace(fill=fill and fill.flat, stroke=stroke and stroke.flat)
    if all(each is None or each.is_plain for each in (fill, stroke)):
        yield flat
        return
    name, edge = f"shape {pen.role}".rstrip(), _widen(box, pen.width / 2)
    parts = [fill.paint_trace(name, box, inside)] if fill else []
    parts += [stroke.paint_trace(name, edge, line)] if stroke else []
    yield Use(replace(PaintedShape.from_traces(name, parts), flat=flat), IDENTITY, None, pen.role, pen.group)


def _widen(box: Bounds, edge: float) -> Bounds:
    return box[0] - edge, box[1] - edge, box[2] + edge, box[3] + edge


def _draw_shadow(
    context: FaceContext, element: Element, box: Bounds, traces: Sequence[Trace]
) -> Iterator[NestedDrawing]:
    """The shadow of traces, if their element has one; where they overlap it is no darker."""
    tint = parse_tint(context, element.get("shadow"))
    if tint is not None:
        shift = Matrix.translate(*(context.value(element.get(f"shadow_{key}", SHADOW)) for key in ("dx", "dy")))
        solid = tint if tint.place else tint._replace(opacities=(1.0,))
        drawing = Drawing.from_traces("shadow", [solid.paint_trace("shadow", box, each) for each in traces])
        yield NestedDrawing(drawing, shift, 1.0 if tint.place else tint.opacities[0])


def draw_words(context: FaceContext, element: Element, box: TextBox, items: Iterable[Item]) -> Iterator[Item]:
    """Draw an element's words over their shadow and outline, or in a gradient or translucent paint."""
    items = [*items]
    tint, stroke = (parse_tint(context, element.get("colour", "ink")), parse_tint(context, element.get("stroke")))
    drawn = tint is not None and not tint.is_plain
    width = context.value(element.get("stroke_width", 0.25), 0) if stroke else 0.0
    written = [
        (each.colour, _trace_letters(each, _turn_about_middle(box, -box.turn)))
        for each in items
        if isinstance(each, Text)
    ]
    outline = tuple(segment for _, letters in written for segment in letters)
    if not outline:
        yield from items
        return
    name, seen, edge = f"words of {box.name}", compute_tight_bounds(outline), (width, width, width, width)
    inside = Trace(format_notation(outline), "#ffffff", cap="round", join="round")
    line = inside._replace(fill=None, stroke="#ffffff", width=2 * width)
    parts: list[Trace | NestedDrawing] = [*_draw_shadow(context, element, seen, [inside, line] if width else [inside])]
    for _, _, _, _, dx, dy in (each.matrix for each in parts if isinstance(each, NestedDrawing)):
        edge = width + max(0, -dx), width + max(0, -dy), width + max(0, dx), width + max(0, dy)
    parts += [stroke.paint_trace(name, _widen(seen, width), line)] if stroke and width else []
    if tint is not None and drawn:
        own = tuple(segment for colour, letters in written if colour == box.colour for segment in letters)
        parts += [tint.paint_trace(name, seen, inside._replace(notation=format_notation(own)))] if own else []
    yield Use(Drawing.from_traces(name, parts), _turn_about_middle(box, box.turn), None, TEXTURE)
    for each in items:
        if isinstance(each, Text):
            unseen = drawn and each.colour == box.colour
            each = each._replace(colour="" if unseen else each.colour, edge=edge if any(edge) else None)
        yield each


def _turn_about_middle(box: TextBox, degrees: float) -> Matrix:
    return Matrix.rotate_about(box.x + box.width / 2, box.y + box.height / 2, degrees)


def _trace_letters(text: Text, back: Matrix) -> Outline:
    start = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    x = -to_millimetres(fonts.measure_width(text.text, text.font, text.size)) * start
    onto = Matrix.rotate(text.turn).then(Matrix.translate(text.x, text.y)).then(back)
    size, found = to_millimetres(text.size), list[tuple[str, tuple[float, ...]]]()
    for letter in text.text:
        if not fonts.find_missing(letter, text.font):
            found += transform_outline(
                get_glyph(letter, text.font), Matrix.scale_by(size).then(Matrix.translate(x, 0)).then(onto)
            )
        x += to_millimetres(fonts.measure_width(letter, text.font, text.size) + text.spacing * text.size)
    return tuple(found)


def apply_effects(context: FaceContext, element: Element, drawn: Iterable[Item], turns: bool) -> Iterator[Item]:
    """Apply an element's clip, turn (if it `turns`) and opacity to the items that it has drawn."""
    items, kind = [*drawn], element["kind"]
    box = _measure_box(context, element, items)
    clip = element.get("clip", "rounded" if kind == "picture" and "radius" in element else None)
    shape = clip if isinstance(clip, str) else ""
    cut = context.clip(element) if not shape else build_clip_outline(context, element, shape, box)
    words = (each for each in items if isinstance(each, Text))
    if cut is not None and any(compute_clearance(cut, text_extent(each, IDENTITY)) < -CLIPPED for each in words):
        raise context.fault(say("its 'clip' cuts off words"), clip)
    if cut is not None and not (shape and kind == "rect"):
        items = [Use(_group_items(context, element, items), clip=cut)]
    if kind == "picture":
        edge = cut or _build_rect(box)
        below = paint_outline(context, element, edge, Tint(((0.0, "#ffffff"),), (1.0,)), None)
        stroke = parse_tint(context, element.get("stroke"))
        line = paint_outline(context, {**element, "shadow": ""}, edge, None, stroke) if stroke else ()
        items = [*[*below][:-1], *items, *line]
    degrees = context.value(element.get("turn", 0)) if turns else 0.0
    opacity = context.value(element.get("opacity", 1), 0, 1)
    if degrees or opacity < 1:
        turn = Matrix.rotate_about((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, degrees)
        items = [Use(_group_items(context, element, items, opacity), turn)]
    yield from items if opacity else ()


def build_clip_outline(context: FaceContext, element: Element, given: str, box: Bounds) -> Outline:
    """The outline of a clip within a box, `given` as a trim is."""
    given, width, height = context.text(given).strip(), box[2] - box[0], box[3] - box[1]
    corner = context.value(element.get("radius", 3), 0) if given == "rounded" else 0.0
    try:
        line = parse_trim(given, min(corner, width / 2, height / 2), width, height)
    except InputError as error:
        raise context.fault(error.sentence, element.get("clip")) from None
    return transform_outline(line, Matrix.translate(box[0], box[1])) if line else _build_rect(box)


def _build_rect(box: Bounds) -> Outline:
    return rect(box[0], box[1], box[2] - box[0], box[3] - box[1])


def _group_items(context: FaceContext, element: Element, items: Sequence[Item], opacity: float = 1.0) -> Frame:
    """Items as one frame as large as their face; what is turned may reach beyond it."""
    wide, high = (context.value(side) for side in context.face.size)
    name = f"{context.face.name}/{context.text(element.get('name', element['kind']))}"
    made = name, wide, high, tuple(items), wide + high
    return TranslucentFrame(*made, opacity=opacity) if opacity < 1 else Frame(*made)


def _measure_box(context: FaceContext, element: Element, items: Sequence[Item]) -> Bounds:
    """The box that an element gives, or that round the outline it has drawn; left, top, right, bottom."""
    match items[-1] if items and element["kind"] != "text" else None:
        case Picture(_, x, y, wide, high):
            return x, y, x + wide, y + high
        case Use(frame=PaintedShape(flat=Shape() as shape)) | (Shape() as shape):
            return compute_tight_bounds(shape.outline)
        case Use(frame=Frame() as frame, matrix=matrix):
            return transform_bounds((0.0, 0.0, frame.width, frame.height), matrix)
    x, y = context.locate(element)
    return x, y, x + context.value(element.get("width", 0)), y + context.value(element.get("height", 0))
