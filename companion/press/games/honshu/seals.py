"""Map cards without their seals, for a table that never takes a photo of its maps."""

from __future__ import annotations

from dataclasses import replace
from operator import is_

from companion.press.frame.frame import Frame, Item, Shape, Use

__all__ = ["WithoutSeals"]


class WithoutSeals:
    """Rewrites frames; a frame that stands in many places, or has no seal, stays one."""

    def __init__(self) -> None:
        self._done: dict[int, tuple[Frame, Frame]] = {}

    def rewrite(self, frame: Frame) -> Frame:
        """The frame without seals and the light ground they stand on."""
        if id(frame) not in self._done:
            items = tuple(self._within(item) for item in frame.items if not _is_seal(item))
            same = len(items) == len(frame.items) and all(map(is_, items, frame.items))
            self._done[id(frame)] = (frame, frame if same else replace(frame, items=items))
        return self._done[id(frame)][1]

    def _within(self, item: Item) -> Item:
        if not isinstance(item, Use):
            return item
        inner = self.rewrite(item.frame)
        return item if inner is item.frame else replace(item, frame=inner)


def _is_seal(item: Item) -> bool:
    return isinstance(item, Shape) and item.role == "seal"
