"""Drawings: parts of an art file as paths in SVG notation, which ink copies into its output.

A part may have thousands of segments and appear on every card. So its outlines stay text, it is one line
in the text of a frame, and it is checked once.
"""

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, ClassVar, NamedTuple, Self

from companion.press.frame import measures, outlines
from companion.press.frame.frame import Frame, Shape
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix, parse_notation, transform_bounds, transform_outline
from companion.sentences import Sentence


class Gradient(NamedTuple):
    """A gradient along a line, or from one circle to another."""

    start: tuple[float, float]  # both ends, in its own coordinates; beyond them the colour does not change
    end: tuple[float, float]
    stops: tuple[tuple[float, str], ...]  # positions, 0 to 1, and colours `#rrggbb`
    matrix: Matrix = IDENTITY  # to the coordinates of the outline it fills
    names: tuple[str, ...] = ()  # the name under which a face replaces each stop's colour, or ""
    radii: tuple[float, float] | None = None  # of the circles round both ends; `None` if linear
    faint: tuple[float, ...] = ()  # the opacity of each stop; empty if all are opaque

    @property
    def opacity_mask(self) -> "Gradient":
        """Its opacity as a gradient from black (clear) to white (solid)."""
        shades = (f"#{round(255 * each):02x}" + f"{round(255 * each):02x}" * 2 for each in self.faint)
        stops = tuple((part, grey) for (part, _), grey in zip(self.stops, shades, strict=True))
        return self._replace(stops=stops, names=(), faint=())

    @property
    def mean_colour(self) -> str:
        """The mean colour of its stops, used where gradients are impossible."""
        channels = (sum(int(colour[i : i + 2], 16) for _, colour in self.stops) for i in (1, 3, 5))
        return "#" + "".join(f"{round(channel / len(self.stops)):02x}" for channel in channels)


Paint = str | Gradient | None  # a colour ``#rrggbb``, a gradient, or nothing


class Trace(NamedTuple):
    notation: str  # mm, in SVG: absolute `M`, `L`, `C` and `Z`, none of them implied
    fill: Paint = None
    stroke: str | None = None
    width: float = 0.0  # in its own coordinates
    dash: tuple[float, ...] = ()  # lengths of dashes and gaps
    cap: str = "butt"  # or `round`, `square`
    join: str = "miter"  # or `round`, `bevel`
    miter: float = 4.0  # the miter limit, as in SVG
    even_odd: bool = False  # the fill rule; otherwise it is nonzero
    opacity: float = 1.0
    matrix: Matrix = IDENTITY  # to the coordinates of the drawing
    names: tuple[str, ...] = ()  # its classes, by which a face replaces its colour
    keeps_ink: bool = False  # unchanged in low ink, such as a letter or a brush line
    phase: float = 0.0  # the dash offset

    @classmethod
    def from_shape(cls, shape: Shape, notation: str) -> "Trace":
        return cls(notation, shape.fill, shape.stroke, shape.width, shape.dash, "round", "round", even_odd=True)

    @property
    def extent(self) -> Bounds:
        """The box it covers in the drawing, mm; may be slightly too large."""
        left, top, right, bottom = _compute_notation_bounds(self.notation)
        edge = self.width * max(0.75, self.miter / 2 if self.join == "miter" else 0) if self.stroke else 0.0
        return transform_bounds((left - edge, top - edge, right + edge, bottom + edge), self.matrix)

    @property
    def mean_area(self) -> float:
        """The mean area of the shapes it fills, in its own coordinates."""
        areas: list[float] = []
        point = start = (0.0, 0.0)
        for letter, numbers in parse_notation(self.notation):
            if letter == "M":
                areas.append(0.0)
                point = start = (numbers[0], numbers[1])
            for x, y in (start,) if letter == "Z" else zip(numbers[0::2], numbers[1::2], strict=True):
                areas[-1] += (point[0] * y - point[1] * x) / 2
                point = (x, y)
        return sum(map(abs, areas)) / len(areas)


@dataclass(eq=False)
class Scan(Frame):
    """A drawing that can only be printed as a raster picture."""

    notes: tuple[Sentence, ...] = ()  # notes on it for the user


class NestedDrawing(NamedTuple):
    drawing: "Drawing"
    matrix: Matrix = IDENTITY
    opacity: float = 1.0  # of the drawing as a whole


Traces = Iterable[Trace | NestedDrawing]


@dataclass(repr=False, eq=False)
class Drawing(Frame):
    """A part of an art file, or a group within it, or a shape with a paint that is no colour; `items` is empty."""

    traces: tuple[Trace | NestedDrawing, ...] = ()  # from bottom to top
    clip: Trace | None = None
    mask: "Drawing | None" = None  # a luminance mask: white is opaque; such a drawing has only one trace
    notes: tuple[Sentence, ...] = ()  # notes on it for the user
    flat: Shape | None = None  # the shape that low ink prints instead
    is_page: ClassVar[bool] = False  # true for a `SourcePage`

    @classmethod
    def from_traces(cls, name: str, traces: Traces, clip: Trace | None = None, mask: "Drawing | None" = None) -> Self:
        """Build a drawing just large enough for its traces."""
        drawing = cls(name, 0.0, 0.0, (), traces=tuple(traces), clip=clip, mask=mask)
        _, _, right, bottom = drawing.extent
        return replace(drawing, width=max(right, 0.01), height=max(bottom, 0.01))

    @cached_property
    def extent(self) -> Bounds:
        """Left, top, right and bottom of what it covers, mm from its origin; may be slightly too large."""
        box = enclose_boxes([*map(_find_extent, self.traces)])
        box = box if self.clip is None else intersect_boxes(box, self.clip.extent)
        return box if self.mask is None else intersect_boxes(box, self.mask.extent)

    @cached_property
    def visible_bounds(self) -> Bounds:
        """The exact box round its visible part, line widths included, mm from its origin."""
        return measures.find_measure("visible", self.shape_digest, lambda _: compute_visible_bounds(self))

    @cached_property
    def path_count(self) -> int:
        """The number of its paths; nested drawings count each time they are placed."""
        return sum(1 if isinstance(each, Trace) else each.drawing.path_count for each in self.traces)

    @cached_property
    def finest(self) -> float:
        """The width of its thinnest line, mm; infinite if it has none."""
        pens = (each for each in self.traces if isinstance(each, NestedDrawing) or each.stroke)
        widths = (
            pen.matrix.scale * (pen.drawing.finest if isinstance(pen, NestedDrawing) else pen.width) for pen in pens
        )
        return min(widths, default=math.inf)

    def with_least_width(self, least: float, cache: dict[tuple[int, float], "tuple[Drawing, Drawing]"]) -> "Drawing":
        """The drawing with no line thinner than `least` mm; `cache` has those made so far, each with its source."""
        key = (id(self), round(least, 3))
        if self.finest >= least - 1e-6:
            return self
        if key not in cache:
            traces = tuple(
                each._replace(width=max(each.width, least / each.matrix.scale))
                if isinstance(each, Trace)
                else each._replace(drawing=each.drawing.with_least_width(least / each.matrix.scale, cache))
                for each in self.traces
            )
            cache[key] = (self, replace(self, traces=traces))
        return cache[key][1]

    @cached_property
    def names(self) -> frozenset[str]:
        """The classes whose colours a face may replace."""
        stops = (each.fill.names for each in self.walk_traces() if isinstance(each.fill, Gradient))
        return frozenset(chain(*stops, *(each.names for each in self.walk_traces()))) - {""}

    @cached_property
    def colour(self) -> str:
        """The first of its colours that a face may replace, or else the colour of its lowest path."""
        paints = [each.fill or each.stroke for each in self.walk_traces() if each.names and not each.keeps_ink]
        paints += [each.fill or each.stroke for each in self.walk_traces()]
        paint = next(iter(paints), None)
        return paint.mean_colour if isinstance(paint, Gradient) else paint or "#ffffff"

    def walk_traces(self) -> Iterator[Trace]:
        """Yield its paths, those of nested drawings included."""
        for each in self.traces:
            if isinstance(each, Trace):
                yield each
            else:
                yield from each.drawing.walk_traces()

    @cached_property
    def digest(self) -> str:
        return _digest(self, colours=True)

    @cached_property
    def shape_digest(self) -> str:
        return _digest(self, colours=False)

    def walk(self, matrix: Matrix = IDENTITY, without: str | None = None) -> Iterator[tuple[Any, Matrix]]:
        """Yield the drawing as a whole: checks look at its paths once, not on every card."""
        yield self, matrix

    def with_paints(self, paints: Mapping[str, str | None], cache: "dict[int, Drawing] | None" = None) -> "Drawing":
        """The drawing with the colours of classes replaced; itself if it has none of these classes.

        `None` as a colour leaves out paths of that class; `cache` caches nested drawings already painted, by
        identity.
        """
        if self.names.isdisjoint(paints):
            return self
        cache = {} if cache is None else cache
        if id(self) not in cache:
            cache[id(self)] = replace(self, traces=tuple(_paint_traces(self.traces, paints, cache)))
        return cache[id(self)]


def apply_paint(name: str, paint: str | Gradient, trace: Trace) -> Trace | NestedDrawing:
    """Paint a trace that has either a fill or a line; a gradient is in the coordinates of the trace."""
    if isinstance(paint, str):
        return trace._replace(fill=trace.fill and paint, stroke=trace.stroke and paint)
    if trace.fill and isinstance(paint, Gradient) and not paint.faint:
        return trace._replace(fill=paint)
    shape = trace._replace(opacity=1.0, matrix=IDENTITY, names=())
    clip = Trace(trace.notation, even_odd=trace.even_odd) if trace.fill else None
    left, top, right, bottom = shape.extent
    cover = Trace(outlines.format_notation(outlines.rect(left, top, right - left, bottom - top)))
    mask = Drawing.from_traces(name, (cover._replace(fill=paint.opacity_mask),)) if paint.faint else None
    drawing = Drawing.from_traces(name, (cover._replace(fill=paint),), clip, mask)
    if trace.stroke:
        drawing = Drawing.from_traces(name, (NestedDrawing(drawing),), None, Drawing.from_traces(name, (shape,)))
    return NestedDrawing(drawing, trace.matrix, trace.opacity)


def collect_notes(frames: Iterable[Frame | None]) -> dict[Sentence, None]:
    """The notes on all drawings in these frames, as an ordered set."""
    notes, seen, queue = dict[Sentence, None](), set[int](), [each for each in frames if each is not None]
    while queue:
        frame = queue.pop()
        if id(frame) not in seen:
            seen.add(id(frame))
            notes |= dict.fromkeys(getattr(frame, "notes", ()))
            queue += frame.nested_frames
    return notes


def _paint_traces(traces: Traces, paints: Mapping[str, str | None], cache: dict[int, Drawing]) -> Traces:
    for each in traces:
        if isinstance(each, NestedDrawing):
            yield each._replace(drawing=each.drawing.with_paints(paints, cache))
        elif name := next((name for name in each.names if name in paints), None):
            colour = paints[name]
            painted = each._replace(fill=colour) if each.fill else each._replace(stroke=colour)
            if painted.fill or painted.stroke:
                yield painted
        elif isinstance(each.fill, Gradient) and not paints.keys().isdisjoint(each.fill.names):
            pairs = zip(each.fill.stops, each.fill.names, strict=True)
            stops = tuple((part, paints.get(name) or colour) for (part, colour), name in pairs)
            yield each._replace(fill=each.fill._replace(stops=stops))
        else:
            yield each


@lru_cache(maxsize=1024)
def _compute_notation_bounds(notation: str) -> Bounds:
    return measures.find_measure("box", notation, lambda text: outlines.compute_bounds(parse_notation(text)))


def _find_extent(each: Trace | NestedDrawing) -> Bounds:
    return each.extent if isinstance(each, Trace) else transform_bounds(each.drawing.extent, each.matrix)


def compute_visible_bounds(drawing: Drawing, matrix: Matrix = IDENTITY) -> Bounds:
    """The exact box round the visible part of a drawing once it is moved, turned or scaled, mm."""
    rough = [(transform_bounds(_find_extent(each), matrix), each) for each in drawing.traces]
    rough.sort(key=lambda pair: (pair[0][2] - pair[0][0]) * (pair[0][3] - pair[0][1]), reverse=True)
    boxes = list[Bounds]()
    for extent, each in rough:
        if boxes and boxes[0] == enclose_boxes([boxes[0], extent]):
            continue  # wholly within the others
        if isinstance(each, Trace):
            boxes.append(_compute_trace_bounds(each, matrix))
        else:
            boxes.append(compute_visible_bounds(each.drawing, each.matrix.then(matrix)))
        boxes = [enclose_boxes(boxes)]
    box = enclose_boxes(boxes)
    box = box if drawing.clip is None else intersect_boxes(box, _compute_trace_bounds(drawing.clip, matrix))
    return box if drawing.mask is None else intersect_boxes(box, compute_visible_bounds(drawing.mask, matrix))


def _compute_trace_bounds(trace: Trace, matrix: Matrix) -> Bounds:
    placing = trace.matrix.then(matrix)
    left, top, right, bottom = outlines.compute_tight_bounds(transform_outline(parse_notation(trace.notation), placing))
    edge = trace.width * placing.scale / 2 if trace.stroke else 0.0
    return left - edge, top - edge, right + edge, bottom + edge


def intersect_boxes(one: Bounds, other: Bounds) -> Bounds:
    """The overlap of two boxes; its width or height is 0 if they do not overlap."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    return left, top, max(left, min(one[2], other[2])), max(top, min(one[3], other[3]))


def enclose_boxes(boxes: Sequence[Bounds]) -> Bounds:
    """The smallest box round some boxes; a point at the origin if there are none."""
    if not boxes:
        return 0.0, 0.0, 0.0, 0.0
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _digest(drawing: Drawing, colours: bool) -> str:
    lines = hashlib.sha256(drawing.mask.digest.encode() if drawing.mask else b"")
    for each in (*drawing.traces, *([drawing.clip] if drawing.clip else [])):
        if isinstance(each, NestedDrawing):
            digest = each.drawing.digest if colours else each.drawing.shape_digest
            line = f"{digest} {each.matrix} {each.opacity}\n"
        else:
            paints = (each.fill, each.stroke) if colours else (each.fill is None, each.stroke is None)
            pen = f"{each.width} {each.dash} {each.cap} {each.join} {each.miter} {each.even_odd}"
            phase = f" {each.phase}" if each.phase else ""
            line = f"{each.notation} {each.matrix} {paints} {pen} {each.opacity}{phase}\n"
        lines.update(line.encode())
    return lines.hexdigest()[:12]
