"""Photos of maps that wait for their owner to look at them: in memory, one map a seat, and not for ever."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from weakref import WeakKeyDictionary, ref

from companion.errors import Refused
from companion.rules.honshu.map.board import Position
from companion.sentences import Sentence
from companion.service.honshu.photo_look import PhotoWish, SeenPhotos, ShownPhoto, look
from companion.service.honshu.seen_map import moved
from companion.vision.honshu.hand_reading import SeenHand
from companion.vision.honshu.reading import Reading
from companion.web.honshu.films import TOO_MUCH, Owner, ask_film, owner, read_beside
from companion.web.house import House
from companion.web.visit import Visit

_MOST_WAITING_BYTES = 150_000_000  # of all photos that wait
_MOST_WAITING_PHONES = 4  # of phones that wait until theirs is read
_KEPT = 3600.0  # seconds that a photo waits for whoever took it


@dataclass(eq=False, slots=True, weakref_slot=True)
class Waiting:
    """The photos of one seat's map; where no map was seen, with a problem instead of a reading."""

    wish: PhotoWish
    shown: tuple[ShownPhoto, ...]
    reading: Reading | None
    problem: Sentence | None
    settled: dict[Position, str] = field(default_factory=dict)
    hand: SeenHand | None = None
    before: Reading | None = None  # what was read, where its owner has said which of several maps it is

    def choose(self, rival: int | None) -> None:
        """Have one of several readings hold, or none any more; what was settled moves along."""
        assert self.reading is not None
        old, whole = self.reading, self.before or self.reading
        self.before = None if rival is None else whole
        self.reading = whole if rival is None else replace(whole.rivals[rival], notes=whole.notes)
        self.settled = moved(self.settled, old, self.reading)

    @property
    def photos(self) -> tuple[tuple[str, bytes], ...]:
        """Each photo by its file's name and content."""
        return self.wish.photos

    @property
    def size(self) -> int:
        """Bytes of the photos."""
        return sum(len(content) for _, content in self.photos)


class _Desk:
    """The photos of one house, and whose turn it is to have theirs read."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.in_line = 0
        self.kept: dict[Owner, Waiting] = {}

    def keep(self, whose: Owner, waiting: Waiting) -> None:
        """Keep photos for a while in the place of others; the oldest go where there are too many."""
        self.kept.pop(whose, None)
        self.kept[whose] = waiting
        asyncio.get_running_loop().call_later(_KEPT, self._let_go, whose, ref(waiting))
        size = sum(each.size for each in self.kept.values())
        for name in [*self.kept][:-1]:
            if size > _MOST_WAITING_BYTES:
                size -= self.kept.pop(name).size

    def _let_go(self, whose: Owner, waiting: ref[Waiting]) -> None:
        if self.kept.get(whose) is waiting():
            self.kept.pop(whose, None)


_DESKS: WeakKeyDictionary[House, _Desk] = WeakKeyDictionary()


def hand_on(old: House, new: House) -> None:
    """Have the photos of a house wait in the one that takes its place."""
    if old in _DESKS:
        _DESKS[new] = _DESKS.pop(old)


def _desk(visit: Visit) -> tuple[_Desk, Owner]:
    return _DESKS.setdefault(visit.house, _Desk()), owner(visit)


def waiting(visit: Visit) -> Waiting | None:
    """The photos of whoever asks, if any wait."""
    desk, whose = _desk(visit)
    return desk.kept.get(whose)


def forget(visit: Visit) -> None:
    """Throw the photos of whoever asks away."""
    desk, whose = _desk(visit)
    desk.kept.pop(whose, None)


def keep(visit: Visit, photos: Waiting) -> None:
    """Have photos wait for whoever asks, in the place of others."""
    desk, whose = _desk(visit)
    desk.keep(whose, photos)


async def read(visit: Visit, photos: Sequence[tuple[str, bytes]], hand: bool = False) -> Waiting:
    """Have photos of a map, or of a hand, read, one phone after the other, and keep what was seen.

    Where too many wait, or they cannot be read, it is refused; the photos that waited before wait on.
    """
    desk, _ = _desk(visit)
    if desk.in_line > _MOST_WAITING_PHONES:
        raise Refused("Other photos are being read; wait a moment, then send yours again.")
    wish = PhotoWish(tuple(photos), hand)
    desk.in_line += 1
    try:
        async with desk.turn:
            seen = await _seen(visit, wish)
    finally:
        desk.in_line -= 1
    if not wish.photos:
        frames = enumerate((each.picture for each in seen.shown), 1)
        wish = replace(wish, photos=tuple((f"{number}.jpg", picture) for number, picture in frames))
    found = Waiting(wish, seen.shown, seen.reading, seen.problem, hand=seen.hand)
    keep(visit, found)
    return found


async def _seen(visit: Visit, wish: PhotoWish) -> SeenPhotos:
    beside = visit.house.settings.beside
    if not wish.photos and not visit.alone:
        seen = await read_beside(ask_film(visit, None))
    else:
        seen = look(wish) if beside is None else await read_beside(beside(look, wish))
    if not isinstance(seen, SeenPhotos):
        raise Refused(TOO_MUCH)
    return seen
