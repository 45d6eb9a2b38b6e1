"""What a face says of the look of an element besides: gradients, shadows, outlines of words, clear or turned.

Shapes and words become drawings, the paints of which are those of art files; the words themselves stay
words, so that they are found, read aloud, and held against the safe zone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from companion.errors import InputError
from companion.press.face.context import FaceContext
from companion.press.face.drawing.words import glyph
from companion.press.face.look.paints import Tint, tint_of
from companion.press.face.schema import Element
from companion.press.face.trims import trim_of
from companion.press.face.typesetting import TextBox
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing, Inner, Painted, Trace, plain
from companion.press.frame.frame import Bounds, Faint, Frame, Item, Outline, Picture, Shape, Text, Use, rect
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.press.frame.outlines import bounds_moved, moved, tight
from companion.units import to_millimetres

SHADOW = 0.5  # mm to the right and down, where nothing is said
TEXTURE = "texture"  # the role of what is left out with little ink
Traces = list[Trace | Inner]


def shaped(context: FaceContext, element: Element, outline: Outline) -> Iterator[Item]:
    """An outline with the pen of an element, in any paint, over its shadow."""
    fill, stroke = (tint_of(context, element.get(key)) for key in ("fill", "stroke"))
    pen = context.shape({**element, "fill": "none", "stroke": "black" if stroke else "none"}, outline)
    yield from _shaded(context, element, outline, pen if stroke else None, fill is not None)
    yield from _drawn(pen, fill, stroke)


def _drawn(pen: Shape, fill: Tint | None, stroke: Tint | None) -> Iterator[Item]:
    """A shape in two paints; a drawing where they are no plain colours."""
    flat = pen._replace(fill=fill and fill.flat, stroke=stroke and stroke.flat)
    if all(each is None or (not each.kind and each.opacity == 1) for each in (fill, stroke)):
        yield flat
        return
    name, parts, box = f"shape {pen.role}".rstrip(), Traces(), tight(pen.outline)
    inside, line = _traces(pen.outline, pen)
    if fill:
        parts.append(fill.over(name, box, inside))
    if stroke:
        parts.append(stroke.over(name, _wider(box, pen.width / 2), line))
    yield Use(replace(Painted.of(name, parts), flat=flat), IDENTITY, None, pen.role, pen.group)


def _traces(outline: Outline, pen: Shape | None) -> tuple[Trace, Trace]:
    """What fills an outline, and the line along it."""
    trace = Trace(plain(outline), even_odd=True, cap="round", join="round")
    width, dash = (pen.width, pen.dash) if pen else (0.0, ())
    return trace._replace(fill="#ffffff"), trace._replace(stroke="#ffffff", width=width, dash=dash)


def _wider(box: Bounds, edge: float) -> Bounds:
    return box[0] - edge, box[1] - edge, box[2] + edge, box[3] + edge


def _shaded(
    context: FaceContext, element: Element, outline: Outline, pen: Shape | None, filled: bool
) -> Iterator[Item]:
    """The shadow of an outline, which is filled or drawn with a pen, where its element has one."""
    inside, line = _traces(outline, pen)
    traces = [inside] * filled + [line] * (pen is not None)
    for shift, tint in _shadow(context, element):
        drawing = Drawing.of("shadow", [_shade(tint, traces, tight(outline))])
        yield Use(drawing, shift, None, TEXTURE)


def _shade(tint: Tint, traces: Sequence[Trace], box: Bounds) -> Inner:
    """A shadow, as clear as its paint as a whole: where a line lies on what it surrounds it is no darker."""
    solid = tint._replace(opacities=(1.0,)) if not tint.kind else tint
    drawing = Drawing.of("shadow", [solid.over("shadow", box, each) for each in traces])
    return Inner(drawing, opacity=1.0 if tint.kind else tint.opacity)


def _shadow(context: FaceContext, element: Element) -> Iterator[tuple[Matrix, Tint]]:
    """How far the shadow of an element lies from it, and its paint, where it has one."""
    tint = tint_of(context, element.get("shadow"))
    if tint is not None:
        dx, dy = (context.value(element.get(f"shadow_{key}", SHADOW)) for key in ("dx", "dy"))
        yield Matrix.moved(dx, dy), tint


def worded(context: FaceContext, element: Element, box: TextBox, items: Iterable[Item]) -> Iterator[Item]:
    """The words of an element over their shadow and outline, or in a paint that runs or is clear in part."""
    items = [*items]
    texts = [each for each in items if isinstance(each, Text)]
    if not texts:
        yield from items
        return
    colour, stroke = element.get("colour", "ink"), tint_of(context, element.get("stroke"))
    tint = tint_of(context, colour)
    tint = None if tint and tint.plain else tint
    width = context.value(element.get("stroke_width", 0.25), 0) if stroke else 0.0
    back = _about(box, -box.turn)
    written = [(each, _letters(each, back)) for each in texts]
    parts, name, edge = Traces(), f"words of {box.name}", [width] * 4
    seen = tight(tuple(segment for _, outline in written for segment in outline))
    whole = Trace(plain(tuple(segment for _, outline in written for segment in outline)))
    around = whole._replace(stroke="#ffffff", width=2 * width, cap="round", join="round")
    for shift, shade in _shadow(context, element):
        edge = [max(0.0, width + each) for each in (-shift.e, -shift.f, shift.e, shift.f)]
        edge = [max(width, each) for each in edge]
        inked = [whole._replace(fill="#ffffff"), *([around] if width else [])]
        parts.append(_shade(shade, inked, seen)._replace(matrix=shift))
    if stroke and width:
        parts.append(stroke.over(name, _wider(seen, width), around))
    if tint is not None:
        own = (each for text, outline in written if text.colour == box.colour for each in outline)
        parts.append(tint.over(name, seen, Trace(plain(tuple(own)), "#ffffff")))
    yield Use(Drawing.of(name, parts), _about(box, box.turn), None, TEXTURE)
    for each in items:
        if isinstance(each, Text):
            unseen = tint is not None and each.colour == box.colour
            reach = (edge[0], edge[1], edge[2], edge[3])
            each = each._replace(colour="" if unseen else each.colour, edge=reach if any(reach) else None)
        yield each


def _about(box: TextBox, degrees: float) -> Matrix:
    """A turn about the middle of a box."""
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return Matrix.moved(-x, -y).then(Matrix.turned(degrees)).then(Matrix.moved(x, y)) if degrees else IDENTITY


def _letters(text: Text, back: Matrix) -> Outline:
    """The outlines of the letters of a line, turned back upright."""
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
    items = [*drawn]
    box = _box(context, element, items)
    cut = _cut(context, element, box)
    if cut is not None:
        items = [Use(_group(context, element, items), clip=cut)]
    if element["kind"] == "picture":
        edge = cut or rect(box[0], box[1], box[2] - box[0], box[3] - box[1])
        stroke = tint_of(context, element.get("stroke"))
        pen = context.shape({**element, "stroke": "black"}, edge) if stroke else None
        items = [*_shaded(context, element, edge, pen, True), *items]
        items += _drawn(pen, None, stroke) if pen else ()
    degrees = context.value(element.get("turn", 0)) if turns else 0.0
    opacity = context.value(element.get("opacity", 1), 0, 1)
    if degrees or opacity < 1:
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        turn = Matrix.moved(-x, -y).then(Matrix.turned(degrees)).then(Matrix.moved(x, y))
        items = [Use(_group(context, element, items, opacity), turn)]
    yield from items if opacity else ()


def _cut(context: FaceContext, element: Element, box: Bounds) -> Outline | None:
    """The line outside which nothing of an element shows: by four numbers, or as a trim within its box."""
    rounded = element["kind"] == "picture" and "radius" in element
    given = element.get("clip", "rounded" if rounded else None)
    if not isinstance(given, str):
        return context.clip(element)
    return None if element["kind"] == "rect" else within(context, element, given, box)


def within(context: FaceContext, element: Element, given: str, box: Bounds) -> Outline:
    """A line within a box, as a trim is told."""
    given, width, height = context.text(given).strip(), box[2] - box[0], box[3] - box[1]
    corner = context.value(element.get("radius", 3), 0) if given == "rounded" else 0.0
    try:
        line = trim_of(given, min(corner, width / 2, height / 2), width, height)
    except InputError as error:
        raise context.fault(error.sentence, element.get("clip")) from None
    return moved(line or rect(0, 0, width, height), Matrix.moved(box[0], box[1]))


def _group(context: FaceContext, element: Element, items: Sequence[Item], opacity: float = 1.0) -> Frame:
    """Items as one, as large as their face; what is turned may have lain beyond it."""
    wide, high = (context.value(side) for side in context.face.size)
    name = f"{context.face.name}/{context.text(element.get('name', element['kind']))}"
    if opacity < 1:
        return Faint(name, wide, high, tuple(items), wide + high, opacity=opacity)
    return Frame(name, wide, high, tuple(items), wide + high)


def _box(context: FaceContext, element: Element, items: Sequence[Item]) -> Bounds:
    """The box of an element: the one it says, or round the outline it has drawn; left, top, right, bottom."""
    match items[-1] if items else None:
        case Picture() as picture:
            return picture.x, picture.y, picture.x + picture.width, picture.y + picture.height
        case Use() as use if element["kind"] == "picture":
            return bounds_moved((0.0, 0.0, use.frame.width, use.frame.height), use.matrix)
        case Use(frame=Drawing() as drawing) as use if element["kind"] not in ("text", "rows"):
            return bounds_moved(drawing.seen, use.matrix)
        case Shape() as shape if element["kind"] != "text":
            return tight(shape.outline)
    x, y = context.at(element)
    wide, high = (context.value(element.get(side, 0)) for side in ("width", "height"))
    return x, y, x + wide, y + high
