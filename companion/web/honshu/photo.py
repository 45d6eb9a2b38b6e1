"""A photo of one's map: taken, chosen or seen by a viewfinder, sent, and shown as long as it waits."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from companion.errors import CompanionError, InputError, Refused
from companion.sentences import say_count
from companion.service.honshu.photo_look import PhotoWish, SeenPhoto, can_read
from companion.service.honshu.seen_map import hanging, in_doubt, symbol_seen
from companion.vision.honshu.reading import MAP_CARDS, Reading
from companion.vision.photo_limits import MOST_PHOTO_BYTES
from companion.web.gate import WITH_CAMERA
from companion.web.honshu.common import seen
from companion.web.honshu.grid import picture_of
from companion.web.honshu.now import card_numbers
from companion.web.honshu.photos import Waiting, forget, keep, read, waiting
from companion.web.rendering import address_in
from companion.web.visit import SEATED, Page, Visit

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


PAGES = (
    Page("/t/{table}/photo", show_sending, _act, SEATED, "honshu", MOST_PHOTO_BYTES + _FORM, files=True),
    Page("/t/{table}/photo/frame", None, _look, SEATED, "honshu", _MOST_FRAME_BYTES, files=True),
    Page("/t/{table}/photo/hand", _hand, who=SEATED, game="honshu"),
    Page("/t/{table}/photo/picture", _picture, who=SEATED, game="honshu"),
)
"""The photo."""
