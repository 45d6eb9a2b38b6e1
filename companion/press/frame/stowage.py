"""Stowage: what stands on the cards and sheets of a large deck lies on disk until it is inked.

Of each frame only its size and the frames within it stay in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

from companion.data.drafts import Draft
from companion.press.frame.frame import Frame, Item, Picture, Shape, StowedItems, Text, Use
from companion.press.frame.matrix import Matrix

_MAKE = (Shape._make, Text._make, Picture._make)
_NUMBERS: dict[type[Item], int] = {Shape: 0, Text: 1, Picture: 2}
_USE = 3


class Stowage:
    """Where the items of frames are put away.

    Attributes:
        draft: What was put away.
        read: Where the items lie that were read last, and they: a card is looked over several times in a row.
    """

    def __init__(self) -> None:
        self.draft = Draft()
        self.read: tuple[int, list[Item]] = -1, []

    def stow(self, frame: Frame) -> Frame:
        """The frame with its items put away; it looks the same.

        Raises:
            OutputError: When the disk is full.
        """
        within: list[Frame] = []
        rows: list[tuple[Any, ...]] = []
        for item in frame.items:
            if isinstance(item, Use):
                rows.append((_USE, (tuple(item.matrix), *item[2:])))
                within.append(item.frame)
            else:
                rows.append((_NUMBERS[type(item)], tuple(item)))
        items = _Stowed(self, self.draft.put(rows), tuple(within))
        return Frame(frame.name, frame.width, frame.height, items, frame.bleed, frame.safe, frame.trim)

    def stow_at_hand(self, frame: Frame) -> Frame:
        """As ``stow``; until others are read, the items are at hand."""
        stowed = self.stow(frame)
        if isinstance(stowed.items, _Stowed):
            self.read = stowed.items.at, [*frame.items]
        return stowed


class _Stowed(StowedItems):
    """Items that are read anew each time that they are gone through."""

    __slots__ = ("_stowage", "at", "frames")

    def __init__(self, stowage: Stowage, at: int, frames: tuple[Frame, ...]) -> None:
        self._stowage, self.at, self.frames = stowage, at, frames

    def stow(self, frame: Frame) -> Frame:
        return self._stowage.stow(frame)

    def _items(self) -> list[Item]:
        at, items = self._stowage.read
        if at != self.at:
            frames = iter(self.frames)
            items = [
                _MAKE[number](fields)
                if number != _USE
                else Use(next(frames), Matrix._make(fields[0]), *fields[1:])
                for number, fields in self._stowage.draft.get(self.at)
            ]
            self._stowage.read = self.at, items
        return items

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items())

    def __reversed__(self) -> Iterator[Item]:
        return reversed(self._items())

    def __len__(self) -> int:
        return len(self._items())

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | Sequence[Item]:
        return self._items()[index]
