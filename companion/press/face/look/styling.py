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
from companion.press.face.typesetting import TextBox, text_extent
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing, Inner, Painted, Trace, plain
from companion.press.frame.frame import Bounds, Faint, Frame, Item, Outline, Picture, Shape, Text, Use, rect
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.press.frame.outlines import bounds_moved, moved, tight
from companion.press.frame.trims import clearance
from companion.sentences import say
from companion.units import to_millimetres

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
        edge = cut or _rect(box)
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
    return moved(line, Matrix.moved(box[0], box[1])) if line else _rect(box)


def _rect(box: Bounds) -> Outline:
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
