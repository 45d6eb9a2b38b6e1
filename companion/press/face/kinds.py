"""Draw the elements that the faces of every game may have, with their paints, shadows, clips and opacity.

``docs/deck-files.md`` lists them for people who make decks of their own. A paint is a CSS colour, which may be
translucent, or a CSS gradient, such as ``linear-gradient(to right, red, blue 60%, #0000)`` or
``radial-gradient(circle at 30% 40%, white, navy)``. Shapes and words with such paints become drawings, as art
files do; the words also stay as text, so that they can be searched, read aloud, and checked against the safe
zone.
"""

import re
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import accumulate, chain, compress, count
from math import cos, hypot, radians, sin
from typing import Any, NamedTuple

from companion.data.decks.card_rows import add_cases, join_rows, matches, read_card_rows
from companion.data.rows import TableReading
from companion.errors import InputError, Place
from companion.press.face.context import QUOTED, Drawer, FaceContext
from companion.press.face.markup import set_larger, set_text
from companion.press.face.schema import MOST_SCALE, Element, FaceRemark, WrittenElement
from companion.press.face.typesetting import MOST_TYPE_SIZE, TextBox, text_extent
from companion.press.frame import fonts, outlines
from companion.press.frame.drawing import Drawing, Gradient, NestedDrawing, Trace, apply_paint
from companion.press.frame.frame import MINIATURE, Frame, Item, Picture, Shape, Text, TranslucentFrame, Use
from companion.press.frame.low_ink import build_miniature, mix_into_white
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix, Outline, transform_outline
from companion.press.frame.trims import compute_clearance, parse_trim
from companion.sentences import say, shorten_text
from companion.units import to_millimetres

MOST_STOPS = 100
SIDES = {"top": (0, -1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}
_CALL = r"(?s)(linear|radial)-gradient\((.*)\)"
_COMMA = r"\s*,(?![^()]*\))\s*"
_STOP = r"(?s)(.+?)(?:(?<!\s)\s+(\d{1,3}(?:\.\d+)?)%)?"
_ANGLE = r"(-?\d{1,6}(?:\.\d+)?)(deg|turn)|to (top|bottom|left|right)(?: (left|right))?"
_ROUND = r"(?=[ace])(circle|ellipse)?\s*(?:at (\d{1,2}|100)% (\d{1,2}|100)%)?"

PlacedGradient = tuple[tuple[float, float], tuple[float, float], Matrix, tuple[float, float] | None]
"""The start and end of a gradient, its matrix and radii, over a box whose corner is the origin."""
CLIPPED = 0.5  # words that reach farther than this beyond a clip are a fault, mm
SHADOW = 0.5  # the default, to the right and down, mm
TEXTURE = "texture"  # the role of items that low ink leaves out
LEAST_MODULE = 0.4  # side of the smallest module that a phone reads from paper, mm
MOST_QR_BYTES = 2331  # in the largest QR code with error correction level M
LEAST_TYPE_SIZE = 0.1  # points: no more than a speck
WORDED = {"font": "weight", "align": "align", "valign": "valign", "role": "role", "bullet": "bullet"}
NUMBERED = {"leading": (0.0, 100.0), "spacing": (-0.5, 10.0), "turn": ()}
"""Keys of a text, with the fields of its box, or with their limits."""
QUIET = 4  # width of the quiet zone round a QR code, modules
# Kinds that few decks have, and the modules that draw them.
_LATER = {
    **dict.fromkeys(("picture", "drawing", "art", "layer", "fault"), "companion.press.face.picture"),
    **dict.fromkeys(("map", "land", "pattern"), "companion.press.face.land"),
}


class Tint(NamedTuple):
    """A paint, colour or gradient, before it is applied to an outline."""

    stops: tuple[tuple[float, str], ...]  # positions, 0 to 1, and colours; a plain colour has one stop
    opacities: tuple[float, ...]
    place: Callable[[float, float], PlacedGradient] | None = None  # over a box of some width and height, mm

    @property
    def is_plain(self) -> bool:
        """True for one opaque colour."""
        return self.place is None and self.opacities == (1.0,)

    @property
    def flat(self) -> str:
        """The one colour that replaces it where gradients are impossible: its mean on white."""
        if self.is_plain:
            return self.stops[0][1]
        pairs = zip(self.stops, self.opacities, strict=True)
        stops = [(position, mix_into_white(colour, part)) for (position, colour), part in pairs]
        return Gradient((0, 0), (1, 0), tuple(stops)).mean_colour

    def paint_trace(self, name: str, box: Bounds, trace: Trace) -> Trace | NestedDrawing:
        """Paint a trace, which has either a fill or a line; a gradient extends over a box, mm."""
        if self.place is None:
            return apply_paint(name, self.stops[0][1], trace._replace(opacity=self.opacities[0]))
        left, top, right, bottom = box
        start, end, matrix, radii = self.place(max(right - left, 0.01), max(bottom - top, 0.01))
        faint = self.opacities if min(self.opacities) < 1 else ()
        matrix_placed = matrix.then(Matrix.translate(left, top))
        return apply_paint(name, Gradient(start, end, self.stops, matrix_placed, (), radii, faint), trace)


def parse_tint(context: FaceContext, value: object) -> Tint | None:
    """The paint that a face names; ``None`` for no paint, and for a wholly clear one."""
    name = "" if value is None else context.text(value).strip()
    if name in ("", "none"):
        return None
    call = re.fullmatch(_CALL, name) if "-gradient(" in name else None
    if call is None:
        colour, opacity = context.tint(name, value)
        return Tint(((0.0, colour),), (opacity,)) if opacity else None
    first, *others = re.split(_COMMA, call[2].strip())
    direction = re.fullmatch(_ANGLE if call[1] == "linear" else _ROUND, first)
    written = others if direction else [first, *others]
    stops = [match for each in written if (match := re.fullmatch(_STOP, each))]
    parts = [float(each[2]) / 100 if each[2] else None for each in stops]
    if not 2 <= len(stops) <= MOST_STOPS or not all(part is None or part <= 1 for part in parts):
        fault = "'{value}' is not a gradient; write one such as linear-gradient(90deg, red, blue)"
        raise context.fault(say(fault, value=shorten_text(name, QUOTED)), value)
    tints = [context.tint(each[1], value) for each in stops]
    places = accumulate(_spread_stops(parts), max)
    colours = tuple((part, colour) for part, (colour, _) in zip(places, tints, strict=True))
    place = partial(_place_linear if call[1] == "linear" else _place_radial, direction)
    return Tint(colours, tuple(opacity for _, opacity in tints), place)


def _spread_stops(parts: Sequence[float | None]) -> Iterator[float]:
    """Positions of stops; those without one are spread evenly between their neighbours."""
    positions = {0: 0.0, len(parts) - 1: 1.0} | {i: part for i, part in enumerate(parts) if part is not None}
    for i in range(len(parts)):
        before, after = (max(each for each in positions if each <= i), min(each for each in positions if each >= i))
        yield positions[before] + (positions[after] - positions[before]) * (i - before) / ((after - before) or 1)


def _place_linear(match: re.Match[str] | None, wide: float, high: float) -> PlacedGradient:
    """A linear gradient over a box: the corners have the colours of its ends."""
    across, down = 0.0, 1.0
    if match and match[1]:
        turn = radians(float(match[1]) * (360 if match[2] == "turn" else 1))
        across, down = sin(turn), -cos(turn)
    elif match:
        sides = [SIDES[each] for each in match.groups()[2:] if each]
        across, down = (float(sum(each)) for each in zip(*sides, strict=True))
        if across and down:  # to a corner: the other two corners get the middle colour
            across, down = across * high, down * wide
    across, down = (each / hypot(across, down) for each in (across, down))
    reach = (abs(wide * across) + abs(high * down)) / 2
    x, y = wide / 2, high / 2
    return (x - across * reach, y - down * reach), (x + across * reach, y + down * reach), IDENTITY, None


def _place_radial(match: re.Match[str] | None, wide: float, high: float) -> PlacedGradient:
    """A radial gradient over a box: the farthest corner has the colour of its end."""
    x, y = (float(match[group]) / 100 if match and match[group] else 0.5 for group in (2, 3))
    far_x, far_y = max(x, 1 - x) * wide, max(y, 1 - y) * high
    circle = match is not None and match[1] == "circle"
    radii = (hypot(far_x, far_y),) * 2 if circle else (far_x * 2**0.5, far_y * 2**0.5)
    return ((0.0, 0.0), (0.0, 0.0), Matrix.scale_by(*radii).then(Matrix.translate(x * wide, y * high)), (0.0, 1.0))


def draw_outline(context: FaceContext, element: Element, outline: Outline) -> Iterator[Item]:
    """Draw an outline with an element's fill, line and shadow; it is a drawing if a paint is not a plain colour."""
    fill, stroke = parse_tint(context, element.get("fill")), parse_tint(context, element.get("stroke"))
    flat = context.shape(element, outline, (fill and fill.flat, stroke and stroke.flat))
    is_plain = all(each is None or each.is_plain for each in (fill, stroke))
    if is_plain and not element.get("shadow"):
        yield flat
        return
    trace = Trace(outlines.format_notation(outline), even_odd=True, cap="round", join="round")
    box, mask = outlines.compute_tight_bounds(outline), trace._replace(fill="#ffffff")
    line = trace._replace(stroke="#ffffff", width=flat.width, dash=flat.dash)
    traces = [each for each, tint in ((mask, fill), (line, stroke)) if tint]
    for shade in _draw_shadow(context, element, box, traces):
        yield Use(Drawing.from_traces("shadow", [shade]), IDENTITY, None, TEXTURE)
    if is_plain:
        yield flat
        return
    name, edge = f"shape {flat.role}".rstrip(), _widen(box, flat.width / 2)
    parts = [fill.paint_trace(name, box, mask)] if fill else []
    parts += [stroke.paint_trace(name, edge, line)] if stroke else []
    yield Use(replace(Drawing.from_traces(name, parts), flat=flat), IDENTITY, None, flat.role, flat.group)


def with_effects(drawer: Drawer, *keys: str, turns: bool = False) -> Drawer:
    """Wrap a drawer to apply an element's clip and opacity; `keys` are others that need `apply_effects`.

    If it `turns`, ``turn`` also rotates the element about its middle.
    """
    effects = frozenset(("clip", "opacity", *(["turn"] if turns else []), *keys))

    def draw(context: FaceContext, element: Element) -> Iterator[Item]:
        items = drawer(context, element)
        return items if element.keys().isdisjoint(effects) else apply_effects(context, element, items, turns)

    return draw


def _widen(box: Bounds, edge: float) -> Bounds:
    return box[0] - edge, box[1] - edge, box[2] + edge, box[3] + edge


def _draw_shadow(
    context: FaceContext, element: Element, box: Bounds, traces: Sequence[Trace]
) -> Iterator[NestedDrawing]:
    """The shadow of traces, if their element has one; it is no darker where they overlap."""
    tint = parse_tint(context, element.get("shadow"))
    if tint is not None:
        shift = Matrix.translate(*(context.value(element.get(f"shadow_{key}", SHADOW)) for key in ("dx", "dy")))
        solid = tint if tint.place else tint._replace(opacities=(1.0,))
        drawing = Drawing.from_traces("shadow", [solid.paint_trace("shadow", box, each) for each in traces])
        yield NestedDrawing(drawing, shift, 1.0 if tint.place else tint.opacities[0])


def draw_words(context: FaceContext, element: Element, box: TextBox, items: Iterable[Item]) -> Iterator[Item]:
    """Draw an element's words with a shadow, an outline, or a gradient or translucent paint."""
    items, back = [*items], _turn_about_middle(box, -box.turn)
    tint, stroke = parse_tint(context, element.get("colour", "ink")), parse_tint(context, element.get("stroke"))
    has_gradient = tint is not None and not tint.is_plain
    width = context.value(element.get("stroke_width", 0.25), 0) if stroke else 0.0
    letters_drawn = [(each.colour, _trace_letters(each, back)) for each in items if isinstance(each, Text)]
    outline = tuple(segment for _, letters in letters_drawn for segment in letters)
    if not outline:
        yield from items
        return
    name = f"words of {box.name}"
    area = outlines.compute_tight_bounds(outline)
    clip = Trace(outlines.format_notation(outline), "#ffffff", cap="round", join="round")
    line = clip._replace(fill=None, stroke="#ffffff", width=2 * width)
    parts: list[Trace | NestedDrawing] = [*_draw_shadow(context, element, area, [clip, line] if width else [clip])]
    dx, dy = parts[0].matrix[4:] if parts and isinstance(parts[0], NestedDrawing) else (0.0, 0.0)  # of the shadow
    edge = width + max(0, -dx), width + max(0, -dy), width + max(0, dx), width + max(0, dy)
    parts += [stroke.paint_trace(name, _widen(area, width), line)] if stroke and width else []
    if tint is not None and has_gradient:
        ink = tuple(segment for colour, letters in letters_drawn if colour == box.colour for segment in letters)
        parts += [tint.paint_trace(name, area, clip._replace(notation=outlines.format_notation(ink)))] if ink else []
    yield Use(Drawing.from_traces(name, parts), _turn_about_middle(box, box.turn), None, TEXTURE)
    for each in items:
        if isinstance(each, Text):
            is_hidden = has_gradient and each.colour == box.colour
            each = each._replace(colour="" if is_hidden else each.colour, edge=edge if any(edge) else None)
        yield each


def _turn_about_middle(box: TextBox, degrees: float) -> Matrix:
    return Matrix.rotate_about(box.x + box.width / 2, box.y + box.height / 2, degrees)


def _trace_letters(text: Text, back: Matrix) -> Outline:
    from companion.press.face.drawing.words import get_glyph  # slow to import

    start = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    x = -to_millimetres(fonts.measure_width(text.text, text.font, text.size)) * start
    matrix = Matrix.rotate(text.turn).then(Matrix.translate(text.x, text.y)).then(back)
    size, segments = to_millimetres(text.size), list[tuple[str, tuple[float, ...]]]()
    for letter in text.text:
        if not fonts.find_missing_letters(letter, text.font):
            letter_matrix = Matrix.scale_by(size).then(Matrix.translate(x, 0)).then(matrix)
            segments += transform_outline(get_glyph(letter, text.font), letter_matrix)
        x += to_millimetres(fonts.measure_width(letter, text.font, text.size) + text.spacing * text.size)
    return tuple(segments)


def apply_effects(context: FaceContext, element: Element, new_items: Iterable[Item], turns: bool) -> Iterator[Item]:
    """Apply an element's clip, turn (if it `turns`) and opacity to the items that it has drawn."""
    items, kind = [*new_items], element["kind"]
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
        *shadow, _ = draw_outline(context, {**element, "fill": "white", "stroke": "none"}, edge)
        has_line = parse_tint(context, element.get("stroke")) is not None
        items = [*shadow, *items, *(draw_outline(context, {**element, "shadow": ""}, edge) if has_line else ())]
    degrees = context.value(element.get("turn", 0)) if turns else 0.0
    opacity = context.value(element.get("opacity", 1), 0, 1)
    if degrees or opacity < 1:
        turn = Matrix.rotate_about((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, degrees)
        items = [Use(_group_items(context, element, items, opacity), turn)]
    yield from items if opacity else ()


def build_clip_outline(context: FaceContext, element: Element, text: str, box: Bounds) -> Outline:
    """The outline of a clip within a box, `text` as a trim is."""
    text, width, height = context.text(text).strip(), box[2] - box[0], box[3] - box[1]
    corner = context.value(element.get("radius", 3), 0) if text == "rounded" else 0.0
    try:
        line = parse_trim(text, min(corner, width / 2, height / 2), width, height)
    except InputError as error:
        raise context.fault(error.sentence, element.get("clip")) from None
    return transform_outline(line, Matrix.translate(box[0], box[1])) if line else _build_rect(box)


def _build_rect(box: Bounds) -> Outline:
    return outlines.rect(box[0], box[1], box[2] - box[0], box[3] - box[1])


def _group_items(context: FaceContext, element: Element, items: Sequence[Item], opacity: float = 1.0) -> Frame:
    """Group items in one frame as large as their face; its wide bleed leaves room for turned items."""
    wide, high = (context.value(side) for side in context.face.size)
    name = f"{context.face.name}/{context.text(element.get('name', element['kind']))}"
    entry = name, wide, high, tuple(items), wide + high
    return TranslucentFrame(*entry, opacity=opacity) if opacity < 1 else Frame(*entry)


def _measure_box(context: FaceContext, element: Element, items: Sequence[Item]) -> Bounds:
    """The box round what an element has drawn, or the box it gives; left, top, right, bottom, mm."""
    match items[-1] if items and element["kind"] != "text" else None:
        case Picture(_, x, y, wide, high):
            return x, y, x + wide, y + high
        case Use(frame=Drawing(flat=Shape() as shape)) | (Shape() as shape):
            return outlines.compute_tight_bounds(shape.outline)
        case Use(frame=Frame() as frame, matrix=matrix):
            return outlines.transform_bounds((0.0, 0.0, frame.width, frame.height), matrix)
    x, y = context.locate(element)
    return x, y, x + context.value(element.get("width", 0)), y + context.value(element.get("height", 0))


def _draw_rect(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y, width, height = context.locate_box(element)
    outline = outlines.rect(x, y, width, height, context.value(element.get("radius", 0), 0))
    clip = element.get("clip")
    if isinstance(clip, str):  # line and shadow have that shape too
        outline = build_clip_outline(context, element, clip, (x, y, x + width, y + height))
    return draw_outline(context, element, outline)


def _draw_circle(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.locate(element)
    return draw_outline(context, element, outlines.circle(x, y, context.value(element["radius"], 0)))


def _draw_line(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.locate(element)
    dx, dy = context.value(element["dx"]), context.value(element["dy"])
    return draw_outline(context, element, outlines.line(x, y, x + dx, y + dy))


def _draw_polygon(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.locate(element)
    points = tuple((x + float(px), y + float(py)) for px, py in element["points"])
    return draw_outline(context, element, outlines.polygon(points, closed=bool(element.get("closed", True))))


def _draw_path(context: FaceContext, element: Element) -> Iterator[Item]:
    notation = context.text(element["d"])
    try:
        outline = outlines.parse_path(notation)
    except (ArithmeticError, ValueError):  # the former of an arc beyond measure
        raise context.fault(say("'{value}' is not a path", value=shorten_text(notation, QUOTED))) from None
    x, y = context.locate(element)
    scale = context.value(element.get("scale", 1), -MOST_SCALE, MOST_SCALE)
    matrix = Matrix.scale_by(scale).then(Matrix.rotate(context.value(element.get("turn", 0))))
    return draw_outline(context, element, transform_outline(outline, matrix.then(Matrix.translate(x, y))))


def _draw_text(context: FaceContext, element: Element) -> Iterator[Item]:
    words = context.text(str(element["text"]), styled=True)
    box = element.box if isinstance(element, WrittenElement) else None
    if box is None:
        box = _build_text_box(context, element)
        if isinstance(element, WrittenElement) and element.is_fixed:
            element.box = box
    name = context.text(str(element["name"])) if "name" in element else shorten_text(" ".join(words.split()), 20)
    box = box._replace(name=name)
    if context.shelf.large_type:
        room = _build_text_box(context, {**element, **element.get("large", {})})._replace(name=name)
        items = set_larger(context, words, box, room)
    else:
        room, items = box, set_text(context, words, box)
    tint = parse_tint(context, element.get("colour", "ink"))
    if not ("stroke" in element or "shadow" in element) and (tint is None or tint.is_plain):
        yield from items
    else:
        yield from draw_words(context, element, room, items)


def _build_text_box(context: FaceContext, element: Element) -> TextBox:
    """The box of a text, without its name."""
    size = context.value(element["size"], LEAST_TYPE_SIZE, MOST_TYPE_SIZE)
    least = element.get("least", element.get("shrink", size))
    least = min(context.value(least, LEAST_TYPE_SIZE, MOST_TYPE_SIZE), size)
    tint = parse_tint(context, element.get("colour", "ink"))
    box = TextBox("", *context.locate_box(element), size, least, colour=tint.flat if tint else "#000000")
    values: dict[str, Any] = {}
    values |= {key: context.value(element[key], *limits) for key, limits in NUMBERED.items() if key in element}
    values |= {field: context.text(str(element[key])) for key, field in WORDED.items() if key in element}
    return box._replace(**values)


def _draw_face(context: FaceContext, element: Element) -> Iterator[Item]:
    frame = context.shelf.lay_out_face(*context.fill_inner_face(element))
    if is_miniature := "miniature" in element:
        frame = build_miniature(frame, context.value(element["miniature"], 1 / MOST_SCALE, MOST_SCALE))
    x, y = context.locate(element)
    turn = context.value(element.get("turn", 0))
    scale = context.value(element.get("scale", 1), 1 / MOST_SCALE, MOST_SCALE)
    middle = Matrix.translate(-frame.width / 2, -frame.height / 2)
    back = Matrix.translate(frame.width / 2 * scale + x, frame.height / 2 * scale + y)
    matrix = middle.then(Matrix.scale_by(scale)).then(Matrix.rotate(turn)).then(back)
    yield Use(frame, matrix, context.clip(element), MINIATURE if is_miniature else "")


def _draw_matrix(context: FaceContext, element: Element) -> Iterator[Item]:
    """Draw a seal: rows of cells, ``1`` light, inside a dark border one cell wide."""
    cells, columns = context.text(element["cells"]), int(context.value(element["columns"], 1))
    x, y = context.locate(element)
    rows = len(cells) // columns
    cell = context.value(element["width"]) / (columns + 2)
    border = outlines.rect(x, y, cell * (columns + 2), cell * (rows + 2))
    light = {(i // columns + 1, i % columns + 1) for i, letter in enumerate(cells) if letter == "1"}
    yield context.shape(element, (*border, *_build_cell_outline(light, cell, x, y)))


def _build_cell_outline(cells: set[tuple[int, int]], side: float, x: float = 0.0, y: float = 0.0) -> Outline:
    """The outline of square cells (row, column); no seam shows between adjacent ones."""
    loops = (tuple((x + column * side, y + row * side) for row, column in loop) for loop in _trace_borders(cells))
    return tuple(chain.from_iterable(map(outlines.polygon, loops)))


def _trace_borders(cells: set[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Trace the borders of areas of cells as lists of corners (row, column); adjacent cells are one area."""
    ends: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row, column in sorted(cells):
        corners = (row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)
        beyond = (row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)
        for other, start, end in zip(beyond, corners, (*corners[1:], corners[0]), strict=True):
            if other not in cells:
                ends.setdefault(start, []).append(end)
    while ends:
        loop = [next(iter(ends))]
        while len(loop) == 1 or loop[-1] != loop[0]:
            corner = loop[-1]
            loop.append(ends[corner].pop())
            if not ends[corner]:
                del ends[corner]
        corners_kept = zip([loop[-2], *loop], loop[:-1], loop[1:], strict=False)
        yield [corner for before, corner, after in corners_kept if before[0] != after[0] and before[1] != after[1]]


def _draw_rows(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.locate(element)
    dx, dy, row_dx, row_dy = (context.value(element.get(key, 0)) for key in ("dx", "dy", "row_dx", "row_dy"))
    columns = int(context.value(element.get("columns", 1_000_000), 1))
    name = context.text(element["face"])
    values = {key: context.text(str(value), True) for key, value in element.get("with", {}).items()}
    for index, row in enumerate(_select_rows(context, element)):
        line, column = divmod(index, columns)
        fields: Mapping[str, str] = ChainMap({"index": str(index)}, values, row)
        context.shelf.count_element(context)
        frame = context.shelf.lay_out_face(name, f"{name}/{context.label}/{index + 1}", fields)
        yield Use(frame, Matrix.translate(x + column * dx + line * row_dx, y + column * dy + line * row_dy))


def _select_rows(context: FaceContext, element: Element) -> list[dict[str, str]]:
    """Select the rows of a table for an element: joined, with its cases added, filtered and sorted."""
    name = context.text(element["table"])
    file = context.get_file(name, say("there is no table '{file}'", file=name))
    key = file, repr([element.get("join"), element.get("cases")])
    if key not in context.shelf.tables:
        reading = TableReading()
        rows = [row.cells for row in read_card_rows(file, reading)]
        if "join" in element:
            join_rows(rows, file.parent, element["join"], reading)
        for row in rows:
            add_cases(row, element.get("cases", ()))
        context.shelf.tables[key] = rows, reading.notes
    rows, notes = context.shelf.tables[key]
    for note in notes:
        context.shelf.gather_fault(FaceRemark(Place(), note, context.label))
    conditions: dict[str, Any] = {
        column: value if isinstance(value, list) else context.text(str(value))
        for column, value in element.get("where", {}).items()
    }
    rows_chosen = [row for row in rows if matches(row, conditions)]
    return sorted(rows_chosen, key=lambda row: [row.get(column, "") for column in element.get("sort", ())])


def _draw_qr(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.locate(element)
    words = context.text(element["text"])
    if not 0 < (length := len(words.encode())) <= MOST_QR_BYTES:
        fault = say("a QR code holds 1 to {most} bytes; this text has {found}", most=MOST_QR_BYTES, found=length)
        raise context.fault(fault)
    outline = build_qr_outline(words, context.value(element["width"], 0.1))
    outline_placed = transform_outline(outline, Matrix.translate(x, y))
    yield context.shape({"fill": "#000000", "role": "qr", **element}, outline_placed)


def build_qr_outline(text: str, width: float) -> Outline:
    """The outline of a text as a QR code; `width` includes the quiet zone, mm."""
    import qrcode

    code = qrcode.QRCode(border=0, error_correction=qrcode.constants.ERROR_CORRECT_M)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    dark = {(row + QUIET, column + QUIET) for row, cells in enumerate(rows) for column in compress(count(), cells)}
    return _build_cell_outline(dark, width / (len(rows) + 2 * QUIET))


def build_lazy_drawers(modules: Mapping[str, str]) -> dict[str, Drawer]:
    """Build a drawer for each kind of element, given the modules that draw them.

    A module is imported only when a face has such an element: importing takes longer than printing a card.
    """

    def draw(context: FaceContext, element: Element) -> Iterator[Item]:
        drawer: Drawer = import_module(modules[element["kind"]]).KINDS[element["kind"]]
        return drawer(context, element)

    return dict.fromkeys(modules, draw)


KINDS: dict[str, Drawer] = {
    "rect": with_effects(_draw_rect, turns=True),
    "circle": with_effects(_draw_circle, turns=True),
    "line": with_effects(_draw_line, turns=True),
    "polygon": with_effects(_draw_polygon, turns=True),
    "path": with_effects(_draw_path),
    "text": with_effects(_draw_text),
    "face": _draw_face,
    "rows": _draw_rows,
    "matrix": _draw_matrix,
    "qr": _draw_qr,
    **build_lazy_drawers(_LATER),
}
