"""A spool of frames: the items of a large deck's cards and sheets lie on disk until they are inked.

Of each frame only its size and the frames within it stay in memory.
"""

from collections.abc import Iterator, Sequence
from typing import Any, overload

from companion.data.spool import Spool
from companion.press.frame.frame import Frame, Item, Picture, Shape, SpooledItems, Text, Use
from companion.press.frame.outlines import Matrix

_MAKE = (Shape._make, Text._make, Picture._make)
_NUMBERS: dict[type[Item], int] = {Shape: 0, Text: 1, Picture: 2}
_USE = 3


class FrameSpool:
    """Keeps the items of frames on disk."""

    def __init__(self) -> None:
        self.spool = Spool()
        self.read: tuple[int, list[Item]] = -1, []  # the items read last: they are gone through several times

    def keep(self, frame: Frame) -> Frame:
        """The frame with its items on disk; it looks the same."""
        within: list[Frame] = []
        rows: list[tuple[Any, ...]] = []
        for item in frame.items:
            if isinstance(item, Use):
                rows.append((_USE, (tuple(item.matrix), *item[2:])))
                within.append(item.frame)
            else:
                rows.append((_NUMBERS[type(item)], tuple(item)))
        items = _Spooled(self, self.spool.put(rows), tuple(within))
        return Frame(frame.name, frame.width, frame.height, items, frame.bleed, frame.safe, frame.trim)

    def keep_at_hand(self, frame: Frame) -> Frame:
        """The frame with its items on disk, and in memory too until others are read."""
        kept = self.keep(frame)
        if isinstance(kept.items, _Spooled):
            self.read = kept.items.at, [*frame.items]
        return kept


class _Spooled(SpooledItems):
    """Items that are read anew each time they are gone through."""

    __slots__ = ("_spool", "at", "frames")

    def __init__(self, spool: FrameSpool, at: int, frames: tuple[Frame, ...]) -> None:
        self._spool, self.at, self.frames = spool, at, frames

    def keep(self, frame: Frame) -> Frame:
        return self._spool.keep(frame)

    def _items(self) -> list[Item]:
        at, items = self._spool.read
        if at != self.at:
            frames = iter(self.frames)
            items = [
                _MAKE[number](fields)
                if number != _USE
                else Use(next(frames), Matrix._make(fields[0]), *fields[1:])
                for number, fields in self._spool.spool.get(self.at)
            ]
            self._spool.read = self.at, items
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
