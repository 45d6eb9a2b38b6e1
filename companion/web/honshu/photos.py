"""Photos of maps and hands on a phone: taken, kept for a while, and read."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import WeakKeyDictionary, ref

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from companion.errors import CompanionError, InputError, Refused
from companion.rules.honshu.board import Position
from companion.sentences import Sentence, say, say_count
from companion.service.honshu.seen_map import (
    PhotoWish,
    SeenPhoto,
    ShownPhoto,
    can_read,
    hanging,
    in_doubt,
    look,
    moved,
    symbol_seen,
)
from companion.vision.honshu.map_reading import SeenHand
from companion.vision.honshu.reading import MAP_CARDS, Reading
from companion.vision.photo_limits import MOST_PHOTO_BYTES
from companion.web.gate import WITH_CAMERA
from companion.web.honshu.now import card_numbers
from companion.web.honshu.squares import picture_of, seen
from companion.web.house import House
from companion.web.rendering import address_in
from companion.web.visit import SEATED, Page, Visit

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


_FORM = 10_000  # what a form has besides
_MOST_FRAME_BYTES = 1_500_000  # of a form with a frame; one of 1280 x 720 pixels has a fifth of it


async def show_sending(visit: Visit) -> Response:
    """The page that a photo is sent from."""
    shown = visit.page(
        "honshu/photo.html",
        seen=seen(visit),
        held=waiting(visit),
        ready=visit.alone or can_read(),
        most=MOST_PHOTO_BYTES,
    )
    shown.headers.update(WITH_CAMERA)
    return shown


async def _act(visit: Visit) -> Response:
    form = visit.form
    if form.has("forget"):
        forget(visit)
        return visit.go("photo")
    sent = [file for name in ("camera", "file") if (file := form.files.get(name)) and file.content]
    if not sent:
        raise InputError("Take or choose a photo first.")
    told = await read(visit, PhotoWish(sent[0].name, sent[0].content, form.has("hand")))
    if form.has("hand"):
        if told.problem is not None:
            raise Refused(told.problem)
        keep(visit, Waiting(None, hand=told.hand))
        return visit.go("photo/hand")
    keep(visit, Waiting(told.shown, told.reading, told.problem))
    return visit.go("photo/map" if told.reading is not None else "photo")


async def _look(visit: Visit) -> Response:
    """What a frame of the viewfinder shows: the page's script keeps the best one, and sends it as a photo."""
    sent = visit.form.files.get("frame")
    try:
        told = await read(visit, PhotoWish("frame.jpg", sent.content if sent else b""))
    except CompanionError as error:
        return JSONResponse({"refused": error.whole.said(visit.language)}, 422)
    return JSONResponse(_frame_told(visit, told))


def _frame_told(visit: Visit, told: SeenPhoto) -> dict[str, Any]:
    address, squares = address_in(visit.house.settings.static), list[tuple[int, int, bool, str]]()
    for each in told.reading.squares if told.reading else ():
        name, _ = picture_of(symbol_seen(each), (each.row, each.column))
        squares.append((each.row, each.column, in_doubt(each), address(f"img/sq-{name}.png")))
    cards = len(told.reading.cards) if told.reading else 0
    return {
        "squares": squares,
        "outlines": [each.outline for each in told.reading.squares] if told.reading else [],
        "known": sum(not doubt for *_, doubt, _ in squares),
        "complete": told.reading is not None and not _asks(visit, told.reading),
        "counted": say_count("{known} of {count} card[|s]", MAP_CARDS, known=cards).said(visit.language),
        "remark": told.problem and told.problem.said(visit.language),
    }


def _asks(visit: Visit, reading: Reading) -> bool:
    """True where the page of a map asks anything."""
    now = seen(visit)
    return bool(reading.amiss or reading.rivals or hanging(reading, {}, now.card, now.rulings))


async def _hand(visit: Visit) -> Response:
    """The cards of a hand as they were read."""
    held, now = waiting(visit), seen(visit)
    if held is None or held.hand is None or now.mine is None:
        return visit.go()
    return visit.page("honshu/photo-hand.html", seen=now, read=held.hand, card_numbers=card_numbers(now))


async def _picture(visit: Visit) -> Response:
    """A photo as it is shown; it never leaves the seat it was sent from."""
    held = waiting(visit)
    if held is None or held.shown is None:
        raise HTTPException(404)
    name = {"content-disposition": "inline; filename*=UTF-8''honshu.jpg"}
    return Response(held.shown.picture, headers=name, media_type="image/jpeg")


PAGES: tuple[Page, ...] = (
    Page("/t/{table}/photo", show_sending, _act, SEATED, "honshu", MOST_PHOTO_BYTES + _FORM, files=True),
    Page("/t/{table}/photo/frame", None, _look, SEATED, "honshu", _MOST_FRAME_BYTES, files=True),
    Page("/t/{table}/photo/hand", _hand, who=SEATED, game="honshu"),
    Page("/t/{table}/photo/picture", _picture, who=SEATED, game="honshu"),
)
