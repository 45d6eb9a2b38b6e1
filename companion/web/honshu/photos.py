"""Photos of maps and hands on a phone: taken, kept for an hour, and read."""

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
    PhotoUpload,
    SeenPhoto,
    ShownPhoto,
    can_read_photos,
    find_deciding_squares,
    get_seen_symbol,
    is_in_doubt,
    move_settled,
    read_photo,
)
from companion.vision.honshu.map_reading import SeenHand
from companion.vision.honshu.reading import MAP_CARDS, Reading
from companion.vision.photo_limits import MOST_PHOTO_BYTES
from companion.web.access import CAMERA_HEADERS
from companion.web.app_state import AppState
from companion.web.context import SEATED, Page, PageContext
from companion.web.honshu.now import list_unplayed_cards
from companion.web.honshu.squares import get_view, picture_of
from companion.web.rendering import make_url_builder

_MOST_WAITING_BYTES = 150_000_000  # of all photos that wait, as they are shown
_MOST_WAITING_PHONES = 4  # of phones that wait until theirs is read
_KEPT = 3600.0  # seconds that a photo waits for whoever took it
_TOO_MUCH = say("The photo could not be read here; it may be too large. Send a smaller one, or type the map.")

_Owner = tuple[str, str, str]
"""A table, a seat, and who sits there: whoever takes the seat over does not see the photo."""


@dataclass(eq=False, slots=True, weakref_slot=True)
class WaitingPhoto:
    """The photo of one seat's map; where no map was seen, with a problem instead of a reading."""

    shown: ShownPhoto | None  # none of a hand: it goes at once
    reading: Reading | None = None
    problem: Sentence | None = None
    hand: SeenHand | None = None
    settled: dict[Position, str] = field(default_factory=dict)
    before: Reading | None = None  # what was read, where its owner has said which of several maps it is

    def choose(self, rival: int | None) -> None:
        """Choose one of several readings, or undo the choice; settled squares move along."""
        assert self.reading is not None
        old, whole = self.reading, self.before or self.reading
        self.before = None if rival is None else whole
        self.reading = whole if rival is None else replace(whole.rivals[rival], notes=whole.notes)
        self.settled = move_settled(self.settled, old, self.reading)

    @property
    def size(self) -> int:
        """Bytes of the photo."""
        return len(self.shown.picture) if self.shown else 0


class _PhotoDesk:
    """The photos of one laptop or phone, and the queue of those to be read."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.in_line = 0
        self.kept: dict[_Owner, WaitingPhoto] = {}

    def keep(self, whose: _Owner, waiting: WaitingPhoto) -> None:
        """Keep a photo for an hour in place of the owner's last one; if too large in all, the oldest go."""
        self.kept.pop(whose, None)
        self.kept[whose] = waiting
        asyncio.get_running_loop().call_later(_KEPT, self._drop, whose, ref(waiting))
        size = sum(each.size for each in self.kept.values())
        for name in [*self.kept][:-1]:
            if size > _MOST_WAITING_BYTES:
                size -= self.kept.pop(name).size

    def _drop(self, whose: _Owner, waiting: ref[WaitingPhoto]) -> None:
        if self.kept.get(whose) is waiting():
            self.kept.pop(whose, None)


_DESKS: WeakKeyDictionary[AppState, _PhotoDesk] = WeakKeyDictionary()


def move_photos(old: AppState, new: AppState) -> None:
    """Move the waiting photos of one application state to the one that replaces it."""
    if old in _DESKS:
        _DESKS[new] = _DESKS.pop(old)


def _get_desk(context: PageContext) -> tuple[_PhotoDesk, _Owner]:
    assert context.seat is not None
    return _DESKS.setdefault(context.app_state, _PhotoDesk()), (context.table_name, context.seat, context.who.id)


def find_photo(context: PageContext) -> WaitingPhoto | None:
    """The visitor's photo, if one waits."""
    desk, whose = _get_desk(context)
    return desk.kept.get(whose)


def forget_photo(context: PageContext) -> None:
    """Delete the visitor's photo."""
    desk, whose = _get_desk(context)
    desk.kept.pop(whose, None)


def keep_photo(context: PageContext, photo: WaitingPhoto) -> None:
    """Keep a photo for the visitor, in place of the last one."""
    desk, whose = _get_desk(context)
    desk.keep(whose, photo)


async def read_sent_photo(context: PageContext, wish: PhotoUpload) -> SeenPhoto:
    """Read a photo of a map or of a hand, one phone after the other.

    It is refused when too many wait, or when it cannot be read.
    """
    desk, _ = _get_desk(context)
    if desk.in_line > _MOST_WAITING_PHONES:
        raise Refused("Other photos are being read; wait a moment, then send yours again.")
    beside = context.app_state.settings.beside
    desk.in_line += 1
    try:
        async with desk.turn:
            seen = read_photo(wish) if beside is None else await _await_reading(beside(read_photo, wish))
    finally:
        desk.in_line -= 1
    if not isinstance(seen, SeenPhoto):
        raise Refused(_TOO_MUCH)
    return seen


async def _await_reading(seen: Awaitable[object]) -> Any:
    """Await a reading in another process; refused when it takes too much time or memory."""
    try:
        return await seen
    except TimeoutError:
        raise Refused("The photo took too long to read; take another one, or type the map.") from None
    except MemoryError:
        raise Refused(_TOO_MUCH) from None


_FORM = 10_000  # what a form has besides
_MOST_FRAME_BYTES = 1_500_000  # of a form with a frame; one of 1280 x 720 pixels has a fifth of it


async def show_photo_form(context: PageContext) -> Response:
    shown = context.render_page(
        "honshu/photo.html",
        seen=get_view(context),
        held=find_photo(context),
        ready=context.is_alone or can_read_photos(),
        most=MOST_PHOTO_BYTES,
    )
    shown.headers.update(CAMERA_HEADERS)
    return shown


async def _receive_photo(context: PageContext) -> Response:
    form = context.form
    if form.has("forget"):
        forget_photo(context)
        return context.redirect("photo")
    sent = [file for name in ("camera", "file") if (file := form.files.get(name)) and file.content]
    if not sent:
        raise InputError("Take or choose a photo first.")
    told = await read_sent_photo(context, PhotoUpload(sent[0].name, sent[0].content, form.has("hand")))
    if form.has("hand"):
        if told.problem is not None:
            raise Refused(told.problem)
        keep_photo(context, WaitingPhoto(None, hand=told.hand))
        return context.redirect("photo/hand")
    keep_photo(context, WaitingPhoto(told.shown, told.reading, told.problem))
    return context.redirect("photo/map" if told.reading is not None else "photo")


async def _read_frame(context: PageContext) -> Response:
    """Read a frame of the viewfinder; the page's script sends the best one as a photo."""
    sent = context.form.files.get("frame")
    try:
        told = await read_sent_photo(context, PhotoUpload("frame.jpg", sent.content if sent else b""))
    except CompanionError as error:
        return JSONResponse({"refused": error.whole.translate(context.language)}, 422)
    return JSONResponse(_describe_frame(context, told))


def _describe_frame(context: PageContext, told: SeenPhoto) -> dict[str, Any]:
    address, squares = make_url_builder(context.app_state.settings.static), list[tuple[int, int, bool, str]]()
    for each in told.reading.squares if told.reading else ():
        name, _ = picture_of(get_seen_symbol(each), (each.row, each.column))
        squares.append((each.row, each.column, is_in_doubt(each), address(f"img/sq-{name}.png")))
    cards = len(told.reading.cards) if told.reading else 0
    return {
        "squares": squares,
        "outlines": [each.outline for each in told.reading.squares] if told.reading else [],
        "known": sum(not doubt for *_, doubt, _ in squares),
        "complete": told.reading is not None and not _has_questions(context, told.reading),
        "counted": say_count("{known} of {count} card[|s]", MAP_CARDS, known=cards).translate(context.language),
        "remark": told.problem and told.problem.translate(context.language),
    }


def _has_questions(context: PageContext, reading: Reading) -> bool:
    """True where a reading leaves questions for its owner."""
    now = get_view(context)
    return bool(reading.amiss or reading.rivals or find_deciding_squares(reading, {}, now.card, now.rulings))


async def _show_hand(context: PageContext) -> Response:
    """Show the cards of a hand as they were read."""
    held, now = find_photo(context), get_view(context)
    if held is None or held.hand is None or now.mine is None:
        return context.redirect()
    return context.render_page(
        "honshu/photo-hand.html", seen=now, read=held.hand, card_numbers=list_unplayed_cards(now)
    )


async def _serve_picture(context: PageContext) -> Response:
    """Send a photo as it is shown; only the seat that sent it sees it."""
    held = find_photo(context)
    if held is None or held.shown is None:
        raise HTTPException(404)
    name = {"content-disposition": "inline; filename*=UTF-8''honshu.jpg"}
    return Response(held.shown.picture, headers=name, media_type="image/jpeg")


PAGES: tuple[Page, ...] = (
    Page("/t/{table}/photo", show_photo_form, _receive_photo, SEATED, "honshu", MOST_PHOTO_BYTES + _FORM, files=True),
    Page("/t/{table}/photo/frame", None, _read_frame, SEATED, "honshu", _MOST_FRAME_BYTES, files=True),
    Page("/t/{table}/photo/hand", _show_hand, who=SEATED, game="honshu"),
    Page("/t/{table}/photo/picture", _serve_picture, who=SEATED, game="honshu"),
)
