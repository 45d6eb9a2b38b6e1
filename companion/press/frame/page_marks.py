"""What a page of a person's PDF draws, as boxes: enough to find its cards, and to show it roughly in a browser."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from companion.errors import InputError, Place
from companion.limit import note_progress
from companion.press.frame.drawing import enclose_boxes, intersect_boxes
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix, transform_bounds
from companion.press.frame.source_page import SourcePage, render_source_page

MOST_CONTENT = 3_000_000  # bytes of a page that is gone through; a larger one is looked at as a picture
MOST_MARKS, MOST_FORMS, DEEPEST = 50_000, 3_000, 12  # of a page; and of forms within forms
LEAST_FORM = 15.0  # a form that is smaller is no card, and what it holds is not looked at, mm
UNIT = (0.0, 0.0, 1.0, 1.0)  # where a picture lies before it is placed


class PageMark(NamedTuple):
    """The box of one thing that a page draws, mm on the page as it is seen; what is clipped off is left out."""

    kind: str  # `fill`, `line`, `image` or `text`
    box: Bounds
    colour: str = "#808080"
    jpeg: bytes = b""  # of an image that is one

    @property
    def size(self) -> tuple[float, float]:
        left, top, right, bottom = self.box
        return right - left, bottom - top


@dataclass(slots=True)
class _State:
    matrix: Matrix
    clip: Bounds
    fill: str = "#000000"
    line: str = "#000000"
    size: float = 1.0  # of type


@lru_cache(maxsize=128)
def list_marks(page: SourcePage) -> tuple[PageMark, ...]:
    """The boxes of all that a page draws, the lowest first; none for a page with too much to go through.

    A page that would never be drawn to its end, form within form, is an ``InputError``.
    """
    reader, found = _Reader(page.source), list[PageMark]()
    try:
        for mark in reader.read(page.source, _State(page.upright, page.extent)):
            found.append(mark)
            if len(found) > MOST_MARKS:
                break
    except (OverflowError, RecursionError):
        raise InputError("page {page} never ends.", place=Place(page.file.name), page=page.number) from None
    except Exception:  # what comes before a fault is still there
        pass
    return () if len(found) > MOST_MARKS or reader.left < 0 else tuple(found)


@dataclass(slots=True)
class _Reader:
    page: Any
    left: int = MOST_CONTENT
    forms: int = 0
    path: list[list[tuple[float, float]]] = field(default_factory=list)

    def read(self, holder: Any, state: _State, depth: int = 0) -> Iterator[PageMark]:
        """Yield the marks of a page or form."""
        from pypdf.generic import ContentStream

        note_progress()
        content = holder.get_contents() if depth == 0 else holder
        self.left -= len(content.get_data()) if content is not None else 0
        self.forms += 1
        if self.forms > MOST_FORMS or depth > DEEPEST:
            raise OverflowError
        if content is None or self.left < 0:
            return
        placed = _get(_get(holder, "/Resources", _get(self.page, "/Resources", {})), "/XObject", {})
        above: list[_State] = []
        text, clips = IDENTITY, False
        for values, code in ContentStream(content, self.page.pdf).operations:
            match code:
                case b"q":
                    above.append(replace(state))
                case b"Q" if above:
                    state = above.pop()
                case b"cm":
                    state.matrix = Matrix(*map(float, values)).then(state.matrix)
                case b"m" | b"l" | b"c" | b"v" | b"y":
                    self._add_points(state, code == b"m", [float(each) for each in values])
                case b"re":
                    x, y, wide, high = map(float, values)
                    self._add_points(state, True, [x, y, x + wide, y, x + wide, y + high, x, y + high])
                case b"W" | b"W*":
                    clips = True
                case b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*" | b"S" | b"s" | b"n":
                    if code != b"n":
                        yield from self._paint(state, "line" if code in (b"S", b"s") else "fill")
                    if clips:
                        box = enclose_boxes([_enclose(each) for each in self.path])
                        state.clip, clips = intersect_boxes(state.clip, box), False
                    self.path = []
                case b"g" | b"rg" | b"k" | b"sc" | b"scn":
                    state.fill = _parse_colour(values, state.fill)
                case b"G" | b"RG" | b"K" | b"SC" | b"SCN":
                    state.line = _parse_colour(values, state.line)
                case b"sh":
                    yield PageMark("fill", state.clip)
                case b"Tf":
                    state.size = float(values[1])
                case b"BT":
                    text = IDENTITY
                case b"Tm":
                    text = Matrix(*map(float, values))
                case b"Td" | b"TD":
                    text = Matrix.translate(*map(float, values)).then(text)
                case b"Tj" | b"TJ" | b"'" | b'"':
                    runs = values[-1] if code == b"TJ" else values[-1:]
                    letters = sum(len(each) for each in runs if isinstance(each, str | bytes))
                    box = (0.0, 0.0, state.size * 0.5 * letters, state.size * 0.7)
                    yield from _cut(PageMark("text", transform_bounds(box, text.then(state.matrix)), state.fill), state)
                case b"INLINE IMAGE":
                    yield from _cut(PageMark("image", transform_bounds(UNIT, state.matrix)), state)
                case b"Do":
                    if values[0] in placed:
                        yield from self._place(placed[values[0]], state, depth)

    def _place(self, drawn: Any, state: _State, depth: int) -> Iterator[PageMark]:
        if _get(drawn, "/Subtype") != "/Form":
            jpeg = drawn._data if _get(drawn, "/Filter") in ("/DCTDecode", ["/DCTDecode"]) else b""
            yield from _cut(PageMark("image", transform_bounds(UNIT, state.matrix), jpeg=jpeg), state)
            return
        matrix = Matrix(*map(float, _get(drawn, "/Matrix", IDENTITY))).then(state.matrix)
        left, low, right, high = map(float, drawn["/BBox"])
        box = transform_bounds((left, low, right, high), matrix)
        if max(box[2] - box[0], box[3] - box[1]) < LEAST_FORM:
            yield from _cut(PageMark("fill", box), state)
            return
        within = replace(state, matrix=matrix, clip=intersect_boxes(state.clip, box))
        path, self.path = self.path, []
        yield from self.read(drawn, within, depth + 1)
        self.path = path

    def _add_points(self, state: _State, begins: bool, values: Sequence[float]) -> None:
        if begins or not self.path:
            self.path.append([])
        self.path[-1] += [state.matrix.transform_point(x, y) for x, y in zip(values[::2], values[1::2], strict=True)]

    def _paint(self, state: _State, kind: str) -> Iterator[PageMark]:
        colour = state.line if kind == "line" else state.fill
        for points in self.path:
            corner = kind == "line" and len(points) == 3  # such as a cut mark: told as two lines
            for each in pairwise(points) if corner else [points]:
                yield from _cut(PageMark(kind, _enclose(each), colour), state)


def _get(holder: Any, key: str, usual: Any = None) -> Any:
    """An entry of a mapping, wherever in the file it lies."""
    return holder[key] if key in holder else usual  # noqa: SIM401 (its own `get` gives a reference)


def _enclose(points: Sequence[tuple[float, float]]) -> Bounds:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _cut(mark: PageMark, state: _State) -> Iterator[PageMark]:
    clip, (wide, high) = state.clip, mark.size
    left, top, right, bottom = mark.box
    across, down = min(right, clip[2]) - max(left, clip[0]), min(bottom, clip[3]) - max(top, clip[1])
    if min(across, down) >= 0 and bool(across) == bool(wide) and bool(down) == bool(high):
        yield mark._replace(box=intersect_boxes(mark.box, clip))


def _parse_colour(values: Sequence[Any], usual: str) -> str:
    with suppress(TypeError, ValueError):
        parts = [min(1.0, max(0.0, float(each))) for each in values]
        if len(parts) == 4:
            parts = [(1 - each) * (1 - parts[3]) for each in parts[:3]]
        if len(parts) in (1, 3):
            return "#" + "".join(f"{round(255 * each):02x}" for each in (parts * 3)[:3])
    return usual


@lru_cache(maxsize=8)
def render_page_uri(page: SourcePage) -> str:
    """A picture of a page as an address that holds it; a rough one where nothing can render it."""
    picture = render_source_page(page)
    if picture is None:
        return f"data:image/svg+xml;base64,{base64.b64encode(draw_roughly(page).encode()).decode('ascii')}"
    goal = io.BytesIO()
    picture.save(goal, "JPEG", quality=85)
    return f"data:image/jpeg;base64,{base64.b64encode(goal.getvalue()).decode('ascii')}"


def draw_roughly(page: SourcePage) -> str:
    """A page as an SVG of its boxes and photographs."""
    drawn = []
    for mark in list_marks(page):
        (left, top, _, _), (wide, high) = mark.box, mark.size
        place = f'x="{left:.2f}" y="{top:.2f}" width="{max(wide, 0.1):.2f}" height="{max(high, 0.1):.2f}"'
        if mark.jpeg:
            data = base64.b64encode(mark.jpeg).decode("ascii")
            drawn.append(f'<image {place} preserveAspectRatio="none" href="data:image/jpeg;base64,{data}"/>')
        else:
            outlined = mark.kind == "line" and min(wide, high) > 1
            paint = f'fill="none" stroke="{mark.colour}" stroke-width="0.2"' if outlined else f'fill="{mark.colour}"'
            drawn.append(f"<rect {place} {paint}/>")
    size = f'width="{page.width:.2f}mm" height="{page.height:.2f}mm" viewBox="0 0 {page.width:.2f} {page.height:.2f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(drawn)}</svg>'
