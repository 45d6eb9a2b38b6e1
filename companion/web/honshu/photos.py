"""Photos of maps that wait for their owner to look at them: in memory, one map a seat, and not for ever."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import WeakKeyDictionary, ref

from companion.errors import Refused
from companion.rules.honshu.board import Position
from companion.sentences import Sentence, say
from companion.service.honshu.photo_look import PhotoWish, SeenPhoto, ShownPhoto, look
from companion.service.honshu.seen_map import moved
from companion.vision.honshu.hand_reading import SeenHand
from companion.vision.honshu.reading import Reading
from companion.web.house import House
from companion.web.visit import Visit

_MOST_WAITING_BYTES = 150_000_000  # of all photos that wait, as they are shown
_MOST_WAITING_PHONES = 4  # of phones that wait until theirs is read
_KEPT = 3600.0  # seconds that a photo waits for whoever took it
_TOO_MUCH = say("The photo could not be read here; it may be too large. Send a smaller one, or type the map.")

_Owner = tuple[str, str, str]
"""A table, a seat, and who sits there: whoever takes the seat over does not see the photo."""


@dataclass(eq=False, slots=True, weakref_slot=True)
class Waiting:
    """The photo of one seat's map; where no map was seen, with a problem instead of a reading."""

    shown: ShownPhoto | None  # none of a hand: it goes at once
    reading: Reading | None = None
    problem: Sentence | None = None
    hand: SeenHand | None = None
    settled: dict[Position, str] = field(default_factory=dict)
    before: Reading | None = None  # what was read, where its owner has said which of several maps it is

    def choose(self, rival: int | None) -> None:
        """Have one of several readings hold, or none any more; what was settled moves along."""
        assert self.reading is not None
        old, whole = self.reading, self.before or self.reading
        self.before = None if rival is None else whole
        self.reading = whole if rival is None else replace(whole.rivals[rival], notes=whole.notes)
        self.settled = moved(self.settled, old, self.reading)

    @property
    def size(self) -> int:
        """Bytes of the photo."""
        return len(self.shown.picture) if self.shown else 0


class _Desk:
    """The photos of one house, and whose turn it is to have theirs read."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.in_line = 0
        self.kept: dict[_Owner, Waiting] = {}

    def keep(self, whose: _Owner, waiting: Waiting) -> None:
        """Keep a photo for a while in the place of another; the oldest go where there are too many."""
        self.kept.pop(whose, None)
        self.kept[whose] = waiting
        asyncio.get_running_loop().call_later(_KEPT, self._let_go, whose, ref(waiting))
        size = sum(each.size for each in self.kept.values())
        for name in [*self.kept][:-1]:
            if size > _MOST_WAITING_BYTES:
                size -= self.kept.pop(name).size

    def _let_go(self, whose: _Owner, waiting: ref[Waiting]) -> None:
        if self.kept.get(whose) is waiting():
            self.kept.pop(whose, None)


_DESKS: WeakKeyDictionary[House, _Desk] = WeakKeyDictionary()


def hand_on(old: House, new: House) -> None:
    """Have the photos of a house wait in the one that takes its place."""
    if old in _DESKS:
        _DESKS[new] = _DESKS.pop(old)


def _desk(visit: Visit) -> tuple[_Desk, _Owner]:
    assert visit.seat is not None
    return _DESKS.setdefault(visit.house, _Desk()), (visit.table_name, visit.seat, visit.who.id)


def waiting(visit: Visit) -> Waiting | None:
    """The photo of whoever asks, if one waits."""
    desk, whose = _desk(visit)
    return desk.kept.get(whose)


def forget(visit: Visit) -> None:
    """Throw the photo of whoever asks away."""
    desk, whose = _desk(visit)
    desk.kept.pop(whose, None)


def keep(visit: Visit, photo: Waiting) -> None:
    """Have a photo wait for whoever asks, in the place of another."""
    desk, whose = _desk(visit)
    desk.keep(whose, photo)


async def read(visit: Visit, wish: PhotoWish) -> SeenPhoto:
    """Have a photo of a map, or of a hand, read, one phone after the other.

    Where too many wait, or it cannot be read, it is refused.
    """
    desk, _ = _desk(visit)
    if desk.in_line > _MOST_WAITING_PHONES:
        raise Refused("Other photos are being read; wait a moment, then send yours again.")
    beside = visit.house.settings.beside
    desk.in_line += 1
    try:
        async with desk.turn:
            seen = look(wish) if beside is None else await _read_beside(beside(look, wish))
    finally:
        desk.in_line -= 1
    if not isinstance(seen, SeenPhoto):
        raise Refused(_TOO_MUCH)
    return seen


async def _read_beside(seen: Awaitable[object]) -> Any:
    """What was read where it can bring down nothing; it may take too long or too much."""
    try:
        return await seen
    except TimeoutError:
        raise Refused("The photo took too long to read; take another one, or type the map.") from None
    except MemoryError:
        raise Refused(_TOO_MUCH) from None
