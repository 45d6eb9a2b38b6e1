"""A miniature: a page seen from across the table, without what the eye would not find there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import hypot

from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Bounds, Frame, Item, Outline, Segment, Shape, Text, Use
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.press.frame.outlines import bounds, bounds_moved

__all__ = ["miniature"]

SMALL = 1.6
"""What is smaller than this in both directions cannot be seen, mm on paper."""
LETTERS = 11.0
"""Smaller type than this is not even a grey line, points."""
STEP = 1.0
"""Points of an outline closer together than this are one, mm on paper."""
CURVE = 4.0
"""A curve between points closer together than this is a straight line, mm on paper."""
UNSEEN = {"cut", "seal", "weave", "texture"}
"""Roles of what is too fine."""


def miniature(page: Frame) -> Frame:
    """A page without what is too small to be seen in a small picture of it, or lies beside it."""
    return _Eye((0, 0, page.width, page.height)).seen(page, IDENTITY)


class _Eye:
    """Looks at one page; a frame that is placed often at one size is looked at once."""

    def __init__(self, page: Bounds) -> None:
        self.page = page
        self._seen: dict[tuple[int, float], tuple[Frame, Frame]] = {}

    def seen(self, frame: Frame, place: Matrix) -> Frame:
        scale = _scale(place)
        key = (id(frame), round(scale, 2))
        # Of what is larger than the page, such as a board, each page shows another part.
        whole = max(frame.width, frame.height) * scale <= max(self.page)
        if whole and key in self._seen:
            return self._seen[key][1]
        items = tuple(new for item in frame.items for new in self._items(item, place, whole))
        now = replace(frame, items=items)
        if whole:
            self._seen[key] = (frame, now)
        return now

    def _items(self, item: Item, place: Matrix, whole: bool) -> Iterator[Item]:
        match item:
            case Use(frame=Drawing() as drawing):
                if self._shows(bounds_moved(drawing.extent, item.matrix), place, whole):
                    yield item  # stored already for its own sheet
            case Use():
                box = (0.0, 0.0, item.frame.width, item.frame.height)
                if self._shows(bounds_moved(box, item.matrix), place, whole):
                    small = self.seen(item.frame, item.matrix.then(place))
                    if small.items:
                        yield replace(item, frame=small)
            case Text():
                if item.size * _scale(place) >= LETTERS:
                    yield item
            case Shape():
                if item.role not in UNSEEN and self._shows(bounds(item.outline), place, whole):
                    yield replace(item, outline=_rough(item.outline, _scale(place)))
            case _:
                yield item

    def _shows(self, box: Bounds, place: Matrix, whole: bool) -> bool:
        left, top, right, bottom = bounds_moved(box, place)
        if max(right - left, bottom - top) < SMALL:
            return False
        return whole or (right > 0 and bottom > 0 and left < self.page[2] and top < self.page[3])


def _scale(place: Matrix) -> float:
    return hypot(place.a, place.b)


def _rough(outline: Outline, scale: float) -> Outline:
    """An outline with fewer points, told to a tenth of a millimetre on paper."""
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
