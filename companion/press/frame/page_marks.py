"""What a page of a person's PDF draws, as boxes: enough to find its cards, and to show it roughly in a browser."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from companion.errors import InputError, Place
from companion.limit import note_progress
from companion.press.frame.drawing import enclose_boxes, intersect_boxes
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix, transform_bounds
from companion.press.frame.source_page import SourcePage, render_source_page

MOST_CONTENT = 3_000_000  # bytes of a page that is gone through; a larger one is looked at as a picture
FORM_COST, DEEPEST = 1_000, 12  # of a form, whatever it holds, in these bytes; and of forms within forms
UNIT = (0.0, 0.0, 1.0, 1.0)  # where a picture lies before it is placed

Dot = tuple[float, float]  # a point of a line, mm


class PageMark(NamedTuple):
    """The box of one thing that a page draws, mm on the page as it is seen; what is clipped off is left out."""

    kind: str  # `fill`, `line`, `image` or `text`
    box: Bounds
    colour: str
    jpeg: bytes  # of an image that is one

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
    reader = _Reader(page.source)
    try:
        reader.read(page.source, page.source.get_contents(), _State(page.upright, page.extent))
    except RecursionError:
        raise InputError("page {page} never ends.", place=Place(page.file.name), page=page.number) from None
    except OverflowError:
        return ()
    except Exception:  # what comes before a fault is still there
        pass
    return tuple(reader.found)


class _Reader:
    def __init__(self, page: Any) -> None:
        self.page, self.left, self.found = page, MOST_CONTENT, list[PageMark]()

    def read(self, holder: Any, content: Any, state: _State, depth: int = 0) -> None:
        from pypdf.generic import ContentStream

        note_progress()
        if depth > DEEPEST:
            raise RecursionError
        self.left -= FORM_COST + len(content.get_data())
        if self.left < 0:
            raise OverflowError
        placed = _get(_get(holder, "/Resources", _get(self.page, "/Resources", {})), "/XObject", {})
        above, path, text, clips = list[_State](), list[list[Dot]](), IDENTITY, False
        for values, code in ContentStream(content, self.page.pdf).operations:
            match code:
                case b"q":
                    above.append(replace(state))
                case b"Q" if above:
                    state = above.pop()
                case b"cm":
                    state.matrix = Matrix(*map(float, values)).then(state.matrix)
                case b"m" | b"l" | b"c" | b"v" | b"y":
                    path += [[]] if code == b"m" or not path else []
                    path[-1] += _place_points(state.matrix, *map(float, values))
                case b"re":
                    x, y, wide, high = map(float, values)
                    corners = (x, y, x + wide, y, x + wide, y + high, x, y + high)
                    path.append(_place_points(state.matrix, *corners))
                case b"W" | b"W*":
                    clips = True
                case b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*":
                    self._paint(state, path, "fill", state.fill)
                case b"S" | b"s":
                    self._paint(state, path, "line", state.line)
                case b"sh":
                    self._add(state, "fill", state.clip)
                case b"g" | b"rg" | b"k" | b"sc" | b"scn":
                    state.fill = _parse_colour(values, state.fill)
                case b"G" | b"RG" | b"K" | b"SC" | b"SCN":
                    state.line = _parse_colour(values, state.line)
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
                    self._add(state, "text", transform_bounds(box, text.then(state.matrix)), state.fill)
                case b"Do" if values[0] in placed:
                    self._place(placed[values[0]], state, depth)
            if code in _PAINTED:
                if clips:
                    state.clip = intersect_boxes(state.clip, enclose_boxes([_enclose(each) for each in path]))
                path, clips = [], False

    def _place(self, drawn: Any, state: _State, depth: int) -> None:
        if _get(drawn, "/Subtype") != "/Form":
            jpeg = drawn._data if _get(drawn, "/Filter") in ("/DCTDecode", ["/DCTDecode"]) else b""
            self._add(state, "image", transform_bounds(UNIT, state.matrix), jpeg=jpeg)
            return
        matrix = Matrix(*map(float, _get(drawn, "/Matrix", IDENTITY))).then(state.matrix)
        left, low, right, high = map(float, drawn["/BBox"])
        clip = intersect_boxes(state.clip, transform_bounds((left, low, right, high), matrix))
        self.read(drawn, drawn, replace(state, matrix=matrix, clip=clip), depth + 1)

    def _paint(self, state: _State, path: list[list[Dot]], kind: str, colour: str) -> None:
        for points in path:
            corner = kind == "line" and len(points) == 3  # such as a cut mark: told as two lines
            for each in pairwise(points) if corner else [points]:
                self._add(state, kind, _enclose(each), colour)

    def _add(self, state: _State, kind: str, box: Bounds, colour: str = "#808080", jpeg: bytes = b"") -> None:
        """Add what is seen of a mark, if any."""
        left, top, right, bottom = box
        across = min(right, state.clip[2]) - max(left, state.clip[0])
        down = min(bottom, state.clip[3]) - max(top, state.clip[1])
        if min(across, down) >= 0 and bool(across) == (left < right) and bool(down) == (top < bottom):
            self.found.append(PageMark(kind, intersect_boxes(box, state.clip), colour, jpeg))


_PAINTED = {b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"S", b"s", b"n"}
"""What ends a path."""


def _place_points(matrix: Matrix, *numbers: float) -> list[Dot]:
    return [matrix.transform_point(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def _enclose(points: Sequence[Dot]) -> Bounds:
    return enclose_boxes([(x, y, x, y) for x, y in points])


def _get(holder: Any, key: str, usual: Any = None) -> Any:
    """An entry of a mapping, wherever in the file it lies."""
    return holder[key] if key in holder else usual  # noqa: SIM401 (its own `get` gives a reference)


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
    picture, goal = render_source_page(page), io.BytesIO()
    if picture is None:
        return _build_uri("svg+xml", draw_roughly(page).encode())
    picture.save(goal, "JPEG", quality=85)
    return _build_uri("jpeg", goal.getvalue())


def _build_uri(kind: str, content: bytes) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(content).decode('ascii')}"


def draw_roughly(page: SourcePage) -> str:
    """A page as an SVG of its boxes and photographs."""
    drawn = []
    for mark in list_marks(page):
        (left, top, _, _), (wide, high) = mark.box, mark.size
        place = f'x="{left:.2f}" y="{top:.2f}" width="{max(wide, 0.1):.2f}" height="{max(high, 0.1):.2f}"'
        if mark.jpeg:
            drawn.append(f'<image {place} preserveAspectRatio="none" href="{_build_uri("jpeg", mark.jpeg)}"/>')
        elif mark.kind == "line" and min(wide, high) > 1:
            drawn.append(f'<rect {place} fill="none" stroke="{mark.colour}" stroke-width="0.2"/>')
        else:
            drawn.append(f'<rect {place} fill="{mark.colour}"/>')
    size = f'width="{page.width:.2f}mm" height="{page.height:.2f}mm" viewBox="0 0 {page.width:.2f} {page.height:.2f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(drawn)}</svg>'
