"""Rewrite frames for low ink, where outlines and hatching replace fills, and for miniatures, without fine detail.

In low ink kinds stay distinct by the outlines of their icons and by their own hatching
(assets/hatching.toml). QR codes and marks stay unchanged, since machines read them or people cut along
them, and so does a ``sign``, which is small; a ``seal`` is as pale as a photo still reads. Other roles that
faces give decide the rest: a ``panel`` becomes white but stays opaque; an ``icon`` becomes an outline
without hatching; a ``region`` becomes pale under its ``weave`` of lines; whatever a map has ``marked`` is
hatched within a heavy outline; a ``coast`` keeps its weight, a ``border`` half of it; an ``echo`` of a coast
is a pale line, and ``clear`` areas are white; a ``route`` is dashes on a white band; a ``texture`` is left
out. Light text on a dark panel takes the panel's colour, as do the bars of a ``tally``; pale decoration
stays pale, so that names and numbers stand out. Drawings that are pictures are lightened.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from companion.data.papers import hatching
from companion.press.frame import outlines
from companion.press.frame.drawing import Drawing, Gradient, NestedDrawing, Scan, Trace
from companion.press.frame.frame import Frame, Item, Shape, Text, TranslucentFrame, Use
from companion.press.frame.outlines import Bounds, Matrix, Outline, Segment, compute_bounds, transform_bounds

INK, SOFT, INDIGO, VERMILION = "#26221d", "#6a6257", "#2b3f63", "#a52823"  # for pages that belong to no deck

_GREY = (0.2126, 0.7152, 0.0722)
SIGHTS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "grey": (_GREY, _GREY, _GREY),
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}
"""For each kind of sight, the linear red, green and blue that it sees, as mixtures of the true ones."""
KEPT = {"qr", "cut", "fold", "mark", "sign"}  # roles that stay unchanged
PEN = 0.2  # width of the outline that replaces a fill, mm
HATCH_PEN = 0.12
SMALL = 2.0  # a smaller dark area stays filled, since it costs little ink, mm²
HATCHED = 40.0  # a smaller shape is not hatched, since its outline is clearer alone, mm²
LIGHT = 80  # a lighter fill (L*) becomes white and is not hatched
TONE, HINT, NAMING, PALEST, PATTERN = 0.13, 0.22, 0.3, 0.07, 0.5  # shares of a colour mixed into white
PALER = {"region": HINT, "seal": 0.58}  # shares of the colours of roles; the pattern of a region identifies it
THIN, SPOT = 0.1, 0.8  # the thinnest line, mm; a smaller dark area of a drawing stays filled, mm²
TEXTURE = "texture"  # the class of lines that only texture a surface, which are left out
KEY, KEY_PEN = "key", 0.2  # the class of a drawing's main forms, and the width of their line, mm
WASH, SOLID, FIELD = "wash", "solid", "field"
"""Classes: of grounds, with their patterns and covers, which become pale without outlines; of paths that stay
unchanged; and of things known by their colour, such as goods, which become less pale than others."""
INKED, BARE = "ink", "paper"  # classes of a symbol's lines and gaps; if they are light on dark, they are swapped
PAPER = 90  # a lighter fill (L*) without a line becomes white: it only covers what is below, such as mist
WIDE = 0.8  # a wider line is a band of colour, which becomes a plain line, mm
PALE = 0.4  # the opacity of a picture
TONED = 75  # a darker panel (L*) without a line gets one in its own colour
ECHOES = {"echo": "#7f98a8", "clear": "#ffffff"}  # colours of a line along a coast, and of the water up to the land
LIGHTER = 0.55  # the share of its width that a border keeps, so that coasts are the heaviest lines
LEAST_SEEN = 1.6  # a miniature leaves out what is smaller, mm on paper
LETTERS = 11.0  # and type that is smaller, points
STEP = 1.0  # points of an outline that are closer are merged, mm on paper
CURVE = 4.0  # a curve between points that are closer becomes a straight line, mm on paper
LEAST_PEN = 0.2  # thinner lines are widened to this, mm on paper
FINE = 0.4  # thinner lines of a drawing are left out, mm on paper
COARSER = 1.9  # in drawings, points are merged at distances larger by this factor
UNSEEN = {"cut", "seal", "weave", "texture", "echo", "clear"}  # roles and classes left out of miniatures


@lru_cache(maxsize=1024)
def _linear(colour: str) -> tuple[float, float, float]:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def compute_lightness(colour: str) -> float:
    """CIE L* of a colour: 0 black, 100 white."""
    luminance = sum(part * weight for part, weight in zip(_linear(colour), _GREY, strict=True))
    return _cube(luminance) * 116 - 16


def compute_difference(one: str, other: str, sight: str) -> float:
    """The difference of two colours to a kind of sight (CIE 1976 ΔE: 10 is obvious at a glance, 2 invisible)."""
    first, second = (_lab(colour, sight) for colour in (one, other))
    return float(sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5)


def darken(colour: str, most: float = 45.0) -> str:
    """Darken a colour until it shows as a thin line on white: L* of at most `most`."""
    while compute_lightness(colour) > most:
        colour = "#" + bytes(round(channel * 0.9) for channel in bytes.fromhex(colour[1:])).hex()
    return colour


def mix_into_white(colour: str, part: float) -> str:
    """Mix a colour into white paper; `part` runs from 0 (white) to 1."""
    return "#" + bytes(round(255 - (255 - channel) * part) for channel in bytes.fromhex(colour[1:])).hex()


def reveal_hue(colour: str, least: float = 40.0) -> str:
    """Lighten a colour that is nearly black but not grey until its hue shows: L* of at least `least`."""
    channels = bytes.fromhex(colour[1:])
    if max(channels) - min(channels) <= 0.4 * max(channels) or compute_lightness(colour) > 30:
        return colour
    part = 1.0
    while compute_lightness(colour) < least:
        part *= 1.1
        colour = "#" + bytes(min(255, round(part * each)) for each in channels).hex()
    return colour


def _cube(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def _lab(colour: str, sight: str) -> tuple[float, float, float]:
    light = _linear(colour)
    channels = (sum(part * weight for part, weight in zip(light, row, strict=True)) for row in SIGHTS[sight])
    red, green, blue = (min(1.0, max(0.0, each)) for each in channels)
    x = _cube((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    y = _cube(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = _cube((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


class LowInk:
    """Rewrites frames for low ink; a frame placed several times is rewritten once."""

    def __init__(self) -> None:
        self._cache: dict[int, tuple[Frame, Frame]] = {}
        self._drawings: dict[tuple[int, bool], tuple[Drawing, Drawing]] = {}
        self._bold_cache: dict[tuple[int, float], tuple[Drawing, Drawing]] = {}

    def rewrite(self, frame: Frame) -> Frame:
        if isinstance(frame, Drawing):
            return self._rewrite_drawing(frame)
        if id(frame) not in self._cache:
            area = frame.width * frame.height
            items = (new for item, ink in _pair_with_ink(frame) for new in self._rewrite_item(item, area, ink))
            self._cache[id(frame)] = (frame, replace(frame, items=tuple(items)))
        return self._cache[id(frame)][1]

    def _rewrite_drawing(self, drawing: Drawing, icon: bool = False) -> Drawing:
        """Redraw a drawing in thin lines and pale tones; in an icon, light areas get a line too."""
        key = (id(drawing), icon)
        if key not in self._drawings:
            traces = tuple(
                _rewrite_trace(each, icon)
                if isinstance(each, Trace)
                else each._replace(drawing=self._rewrite_drawing(each.drawing, icon))
                for each in drawing.traces
                if not (isinstance(each, Trace) and TEXTURE in each.names)
            )
            self._drawings[key] = (drawing, replace(drawing, traces=traces))
        return self._drawings[key][1]

    def _rewrite_item(self, item: Item, frame_area: float, ink: str) -> Iterator[Item]:
        match item:
            case Use() if item.role in KEPT:
                yield item
            case Use() | Shape() if item.role == "texture":
                pass
            case Use(frame=Drawing(flat=Shape() as shape)):
                yield from self._rewrite_item(shape, frame_area, ink)
            case Use(frame=Drawing(is_page=True) | Scan() as picture):
                yield item._replace(frame=_fade(picture))
            case Use(frame=Drawing() as drawing):
                rewritten = self._rewrite_drawing(drawing, item.role == "icon")
                yield item._replace(frame=rewritten.with_least_width(THIN / item.matrix.scale, self._bold_cache))
            case Use():
                yield item._replace(frame=self.rewrite(item.frame))
            case Text(role="decor", colour=str(pale)) if pale and ink == INK and 50 < compute_lightness(pale) < PAPER:
                yield item
            case Text():
                is_hidden = not item.colour  # its drawing is left out, being a texture
                yield item._replace(colour=ink) if is_hidden or compute_lightness(item.colour) > 50 else item
            case Shape() if item.role == "tally" and item.fill:
                yield item._replace(fill=ink if compute_lightness(item.fill) > 50 else item.fill)
            case Shape() if item.role == WASH and item.fill:
                yield item._replace(fill=_wash(item.fill))
            case Shape() if item.role in ECHOES:
                yield item._replace(fill=item.fill and "#ffffff", stroke=item.stroke and ECHOES[item.role])
            case Shape() if item.role == "panel":
                tone = compute_lightness(item.fill) if item.fill else 100
                line = darken(item.stroke or item.fill or INK) if item.stroke or tone < TONED else None
                width = item.width if item.stroke else PEN if tone < 60 else HATCH_PEN
                yield item._replace(fill=item.fill and "#ffffff", stroke=line, width=width)
            case Shape() if item.role in PALER:
                yield item._replace(fill=item.fill and mix_into_white(item.fill, PALER[item.role]))
            case Shape() if item.role == "weave":
                colour = darken(item.fill or item.stroke or INK, 70)
                colour = mix_into_white(colour, PATTERN) if item.group == WASH else colour
                yield item._replace(fill=None, stroke=colour, width=HATCH_PEN, dash=())
            case Shape() if item.role not in KEPT:
                yield from _rewrite_shape(item, frame_area)
            case Shape() if item.fill and compute_lightness(item.fill) > LIGHT:
                yield item._replace(fill="#ffffff")
            case _:
                yield item


def _pair_with_ink(frame: Frame) -> Iterator[tuple[Item, str]]:
    """Pair each item with the colour for light text on it: that of the last panel before it, if that is dark."""
    ink = INK
    for item in frame.items:
        if isinstance(item, Shape) and item.role == "panel" and item.fill:
            ink = item.fill if compute_lightness(item.fill) < 45 else INK
        yield item, ink


def _rewrite_trace(trace: Trace, icon: bool) -> Trace:
    """Make a path's line thin, and its fill pale within a thin line; small dark dots stay filled."""
    if trace.keeps_ink or SOLID in trace.names:
        return trace
    scale, least_pen = trace.matrix.scale, KEY_PEN if KEY in trace.names else THIN
    fill = trace.fill.mean_colour if isinstance(trace.fill, Gradient) else trace.fill
    if WASH in trace.names:
        line = None if fill or not trace.stroke else mix_into_white(trace.stroke, PATTERN)
        return trace._replace(fill=fill and _wash(fill), stroke=line, width=0.7 * trace.width)
    before, fill, stroke = (fill, _swap_symbol_paint(fill, trace.names), _swap_symbol_paint(trace.stroke, trace.names))
    if fill and not trace.stroke and compute_lightness(fill) < 60 and trace.mean_area * scale**2 < SPOT:
        return trace._replace(fill=fill)
    if fill and not trace.stroke and compute_lightness(fill) > PAPER and BARE not in trace.names:
        return trace._replace(fill="#ffffff", stroke=INK if icon else None, width=THIN / scale)
    line = ECHOES["echo"] if "echo" in trace.names else stroke or fill or INK
    if before and KEY in trace.names and compute_lightness(before) < 70 < compute_lightness(line):
        line = before  # a light line round a dark form takes the form's colour on white
    part = 0.3 if compute_lightness(line) > 60 else 0.6  # lines that were light on dark would be too strong on white
    widest = 4 * PEN if KEY in trace.names else 2 * PEN
    width = min(max(trace.width * scale * part, least_pen), widest) / scale if trace.stroke else least_pen / scale
    hue = fill and reveal_hue(fill)
    tone = NAMING if FIELD in trace.names else HINT if KEY in trace.names or hue != fill else TONE
    return trace._replace(fill=hue and mix_into_white(hue, tone), stroke=darken(line, 60), width=width)


def _wash(fill: str) -> str:
    """The pale colour of a ground; one that is already light, such as sand, is only halved."""
    light = compute_lightness(fill) > LIGHT
    return mix_into_white(fill, PATTERN) if light else mix_into_white(reveal_hue(fill), PALEST)


def _swap_symbol_paint(paint: str | None, names: tuple[str, ...]) -> str | None:
    """The paint of a symbol on white paper: light lines become dark, dark gaps become white."""
    if paint and INKED in names and compute_lightness(paint) > LIGHT:
        return INK
    return "#ffffff" if paint and BARE in names and compute_lightness(paint) < 60 else paint


def _rewrite_shape(shape: Shape, frame_area: float) -> Iterator[Item]:
    if shape.fill is None:
        yield _rewrite_line(shape)
        return
    if shape.role == "marked":
        yield from _hatch(shape.outline, "marked")
        yield shape._replace(fill=None, stroke=darken(shape.stroke or shape.fill), width=2 * PEN)
        return
    left, top, right, bottom = compute_bounds(shape.outline)
    area = (right - left) * (bottom - top)
    line = darken(shape.stroke or shape.fill)
    if area < SMALL:
        yield shape._replace(fill=line if compute_lightness(shape.fill) < 75 else "#ffffff", stroke=line, width=0.1)
    elif shape.role == "ground" or (area > 0.4 * frame_area and shape.role != "icon"):
        yield from _hatch(shape.outline, shape.group)
        if shape.group:
            yield Shape(shape.outline, None, "#8a8a8a", HATCH_PEN, role=shape.role, group=shape.group)
    else:
        width = 2 * PEN if shape.width > WIDE else max(shape.width, PEN)
        yield shape._replace(fill="#ffffff", stroke=line, width=width)
        if area >= HATCHED and compute_lightness(shape.fill) <= LIGHT and shape.role != "icon":
            yield from _hatch(shape.outline, shape.group)


def _rewrite_line(shape: Shape) -> Shape:
    """Adapt a line meant for a coloured ground to white paper."""
    if shape.stroke is None or shape.role == "coast":
        return shape
    if shape.role == "pattern":
        return shape._replace(stroke=darken(shape.stroke, 70), width=max(0.1, shape.width * 0.5))
    if shape.role == "route":  # light dashes on a dark band become dark on white
        return shape._replace(stroke=INK, width=0.6) if shape.dash else shape._replace(stroke="#ffffff")
    if shape.role == "border":
        return shape._replace(width=shape.width * LIGHTER)
    width = 2 * PEN if shape.width > WIDE else shape.width
    if compute_lightness(shape.stroke) > LIGHT:
        width *= 0.6  # a line that was light on dark becomes thinner as well as dark
    return shape._replace(stroke=darken(shape.stroke, 60), width=width)


def _hatch(outline: Outline, group: str) -> Iterator[Use]:
    style = hatching().get(group)
    if style is None or not style["angles"]:
        return
    left, top, right, bottom = compute_bounds(outline)
    width, height = right - left, bottom - top
    lines = tuple(segment for angle in style["angles"] for segment in _hatch_lines(width, height, angle, style["step"]))
    hatch = Frame(f"hatch/{group}", width, height, (Shape(lines, None, INK, HATCH_PEN, role="hatch", group=group),))
    yield Use(hatch, Matrix.translate(left, top), clip=outline)


@lru_cache(maxsize=64)
def _fade(frame: Frame) -> Frame:
    return TranslucentFrame(frame.name, frame.width, frame.height, (Use(frame),), frame.bleed, opacity=PALE)


def _hatch_lines(width: float, height: float, angle: float, step: float) -> Iterator[Segment]:
    """Yield parallel lines that cover a box, one through its middle; the angle is clockwise, degrees."""
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    reach = math.hypot(width, height) / 2
    count = int(reach // step)
    for number in range(-count, count + 1):
        x, y = width / 2 - sine * number * step, height / 2 + cosine * number * step
        yield ("M", (x - cosine * reach, y - sine * reach))
        yield ("L", (x + cosine * reach, y + sine * reach))


def build_miniature(page: Frame, scale: float = 1.0) -> Frame:
    """Leave out everything on a page that is too small to show at this scale, or outside the page."""
    return _DetailFilter((0, 0, page.width * scale, page.height * scale)).filter_frame(page, Matrix.scale_by(scale))


class _DetailFilter:
    """Drops fine details from a page; a frame placed several times at one size is filtered once."""

    def __init__(self, page: Bounds) -> None:
        self.page = page
        self._frame_cache: dict[tuple[int, float], tuple[Frame, Frame]] = {}
        self._drawing_cache: dict[tuple[int, float], tuple[Drawing, Drawing]] = {}

    def filter_frame(self, frame: Frame, matrix: Matrix) -> Frame:
        scale = matrix.scale
        key = (id(frame), round(scale, 2))
        # Each page shows another part of a frame larger than the page, such as a board.
        fits_page = max(frame.width, frame.height) * scale <= max(self.page)
        if fits_page and key in self._frame_cache:
            return self._frame_cache[key][1]
        items = (new for item in frame.items for new in self._filter_item(item, matrix, fits_page))
        filtered = replace(frame, items=tuple(items))
        if fits_page:
            self._frame_cache[key] = (frame, filtered)
        return filtered

    def _filter_item(self, item: Item, matrix: Matrix, fits_page: bool) -> Iterator[Item]:
        match item:
            case Use(frame=Drawing(is_page=True)):
                yield item
            case Use(frame=Drawing() as drawing):
                if self._is_visible(transform_bounds(drawing.extent, item.matrix), matrix, fits_page):
                    rough = self._simplify_drawing(drawing, item.matrix.then(matrix).scale)
                    if rough.traces:
                        yield item._replace(frame=rough)
            case Use():
                box = (0.0, 0.0, item.frame.width, item.frame.height)
                if self._is_visible(transform_bounds(box, item.matrix), matrix, fits_page):
                    small = self.filter_frame(item.frame, item.matrix.then(matrix))
                    if small.items:
                        yield item._replace(frame=small)
            case Text():
                if item.size * matrix.scale >= LETTERS:
                    yield item
            case Shape():
                if item.role not in UNSEEN and self._is_visible(compute_bounds(item.outline), matrix, fits_page):
                    outline = _simplify_outline(item.outline, matrix.scale)
                    yield item._replace(outline=outline, width=_width(item, matrix.scale), group="")
            case _:
                yield item

    def _simplify_drawing(self, drawing: Drawing, scale: float) -> Drawing:
        key = (id(drawing), round(scale, 2))
        if key not in self._drawing_cache:
            traces: list[Trace | NestedDrawing] = []
            for each in drawing.traces:
                if isinstance(each, NestedDrawing):
                    small = self._simplify_drawing(each.drawing, scale * each.matrix.scale)
                    traces.append(each._replace(drawing=small))
                elif notation := _simplify_path(each, finer := scale * each.matrix.scale):
                    traces.append(each._replace(notation=notation, width=_width(each, finer)))
            self._drawing_cache[key] = (drawing, replace(drawing, traces=tuple(traces)))
        return self._drawing_cache[key][1]

    def _is_visible(self, box: Bounds, matrix: Matrix, fits_page: bool) -> bool:
        left, top, right, bottom = transform_bounds(box, matrix)
        if max(right - left, bottom - top) < LEAST_SEEN:
            return False
        return fits_page or (right > 0 and bottom > 0 and left < self.page[2] and top < self.page[3])


def _width(item: Shape | Trace, scale: float) -> float:
    return max(item.width, LEAST_PEN / scale) if item.stroke else item.width


def _simplify_path(trace: Trace, scale: float) -> str:
    """The notation of the visible shapes of a path, with fewer points; empty if all are too fine."""
    if UNSEEN.intersection(trace.names) or (trace.fill is None and trace.width * scale < FINE):
        return ""
    path = ""
    for part in trace.notation.split("M")[1:]:
        shape = outlines.parse_notation("M" + part)
        left, top, right, bottom = compute_bounds(shape)
        if max(right - left, bottom - top) * scale >= 2 * LEAST_SEEN:
            path += outlines.format_notation(_simplify_outline(shape, scale / COARSER))
    return path


def _simplify_outline(outline: Outline, scale: float) -> Outline:
    """An outline with fewer points; coordinates are rounded."""
    segments: list[Segment] = []
    last = (0.0, 0.0)
    digits = 1 if scale > 0.5 else 2
    for number, (letter, numbers) in enumerate(outline):
        if len(numbers) < 2:
            segments.append((letter, numbers))
            continue
        distance = math.hypot(numbers[-2] - last[0], numbers[-1] - last[1]) * scale
        is_end = number + 1 == len(outline) or len(outline[number + 1][1]) < 2
        if letter != "M" and distance < STEP and not is_end:
            continue
        last = (numbers[-2], numbers[-1])
        straight = letter == "C" and distance < CURVE
        points = numbers[-2:] if straight else numbers
        segments.append(("L" if straight else letter, tuple(round(each, digits) for each in points)))
    return tuple(segments)
