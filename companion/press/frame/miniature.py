"""A miniature: a page without the details too fine to show in a small picture of it."""

from collections.abc import Iterator
from dataclasses import replace
from math import hypot

from companion.press.frame.drawing import Drawing, NestedDrawing, Trace
from companion.press.frame.frame import Frame, Item, Shape, Text, Use
from companion.press.frame.outlines import (
    Bounds,
    Matrix,
    Outline,
    Segment,
    compute_bounds,
    parse_notation,
    transform_bounds,
)

SMALL = 1.6  # the least size that is seen in a miniature, mm on paper
LETTERS = 11.0  # the least type that shows as a grey line, points
STEP = 1.0  # points of an outline closer together than this are one, mm on paper
CURVE = 4.0  # a curve between points closer together than this is a straight line, mm on paper
PEN = 0.2  # the least width of a line that is seen: thinner ones are made as wide, mm
FINE = 0.4  # lines of a drawing thinner than this are not seen, nor shapes below twice `SMALL`, mm
COARSER = 1.9  # by this factor a drawing has fewer points than other outlines
UNSEEN = {"cut", "seal", "weave", "texture", "echo", "clear"}  # roles of shapes, classes of paths: too fine


def build_miniature(page: Frame, scale: float = 1.0) -> Frame:
    """Drop from a page all that is too small to show at this scale, or lies off the page."""
    return _DetailFilter((0, 0, page.width * scale, page.height * scale)).filter_frame(page, Matrix.scale_by(scale))


class _DetailFilter:
    """Drops fine details from one page; a frame often placed at one size is filtered once."""

    def __init__(self, page: Bounds) -> None:
        self.page = page
        self._seen: dict[tuple[int, float], tuple[Frame, Frame]] = {}
        self._drawn: dict[tuple[int, float], tuple[Drawing, Drawing]] = {}

    def filter_frame(self, frame: Frame, matrix: Matrix) -> Frame:
        scale = _scale(matrix)
        key = (id(frame), round(scale, 2))
        # Of what is larger than the page, such as a board, each page shows another part.
        whole = max(frame.width, frame.height) * scale <= max(self.page)
        if whole and key in self._seen:
            return self._seen[key][1]
        now = frame.with_items(new for item in frame.items for new in self._filter_item(item, matrix, whole))
        if whole:
            self._seen[key] = (frame, now)
        return now

    def _filter_item(self, item: Item, matrix: Matrix, whole: bool) -> Iterator[Item]:
        match item:
            case Use(frame=Drawing() as drawing):
                if self._is_visible(transform_bounds(drawing.extent, item.matrix), matrix, whole):
                    rough = self._simplify_drawing(drawing, _scale(item.matrix.then(matrix)))
                    if rough.traces:
                        yield item._replace(frame=rough)
            case Use():
                box = (0.0, 0.0, item.frame.width, item.frame.height)
                if self._is_visible(transform_bounds(box, item.matrix), matrix, whole):
                    small = self.filter_frame(item.frame, item.matrix.then(matrix))
                    if small.items:
                        yield item._replace(frame=small)
            case Text():
                if item.size * _scale(matrix) >= LETTERS:
                    yield item
            case Shape():
                if item.role not in UNSEEN and self._is_visible(compute_bounds(item.outline), matrix, whole):
                    scale = _scale(matrix)
                    yield item._replace(outline=_simplify_outline(item.outline, scale), width=_width(item, scale))
            case _:
                yield item

    def _simplify_drawing(self, drawing: Drawing, scale: float) -> Drawing:
        key = (id(drawing), round(scale, 2))
        if key not in self._drawn:
            traces: list[Trace | NestedDrawing] = []
            for each in drawing.traces:
                if isinstance(each, NestedDrawing):
                    small = self._simplify_drawing(each.drawing, scale * each.matrix.scale)
                    traces.append(each._replace(drawing=small))
                elif notation := _simplify_path(each, finer := scale * each.matrix.scale):
                    traces.append(each._replace(notation=notation, width=_width(each, finer)))
            self._drawn[key] = (drawing, replace(drawing, traces=tuple(traces)))
        return self._drawn[key][1]

    def _is_visible(self, box: Bounds, matrix: Matrix, whole: bool) -> bool:
        left, top, right, bottom = transform_bounds(box, matrix)
        if max(right - left, bottom - top) < SMALL:
            return False
        return whole or (right > 0 and bottom > 0 and left < self.page[2] and top < self.page[3])


def _width(drawn: Shape | Trace, scale: float) -> float:
    return max(drawn.width, PEN / scale) if drawn.stroke else drawn.width


def _scale(matrix: Matrix) -> float:
    return hypot(matrix.a, matrix.b)


def _simplify_path(trace: Trace, scale: float) -> str:
    """The visible shapes of a path, with fewer points; empty if all are too fine."""
    if UNSEEN.intersection(trace.names) or (trace.fill is None and trace.width * scale < FINE):
        return ""
    kept = ""
    for part in trace.notation.split("M")[1:]:
        shape = parse_notation("M" + part)
        left, top, right, bottom = compute_bounds(shape)
        if max(right - left, bottom - top) * scale >= 2 * SMALL:
            for letter, at in _simplify_outline(shape, scale / COARSER):
                kept += letter + " ".join(f"{n:g}" for n in at)
    return kept


def _simplify_outline(outline: Outline, scale: float) -> Outline:
    """An outline with fewer points, rounded to a tenth of a millimetre on paper."""
    found: list[Segment] = []
    last = (0.0, 0.0)
    digits = 1 if scale > 0.5 else 2
    for number, (letter, at) in enumerate(outline):
        if len(at) < 2:
            found.append((letter, at))
            continue
        way = hypot(at[-2] - last[0], at[-1] - last[1]) * scale
        ends = number + 1 == len(outline) or len(outline[number + 1][1]) < 2
        if letter != "M" and way < STEP and not ends:
            continue
        last = (at[-2], at[-1])
        straight = letter == "C" and way < CURVE
        kept = at[-2:] if straight else at
        found.append(("L" if straight else letter, tuple(round(each, digits) for each in kept)))
    return tuple(found)
