"""A photo of one's map: taken or chosen, sent, and shown again as long as it waits."""

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.errors import InputError, Refused
from companion.service.honshu.photo_look import MOST_PHOTOS, PhotoWish, can_read
from companion.service.honshu.seen_map import moved
from companion.vision.photo_limits import MOST_PHOTO_BYTES
from companion.web.gate import WITH_CAMERA
from companion.web.honshu.common import seen
from companion.web.honshu.now import card_numbers
from companion.web.honshu.photos import Waiting, forget, keep, read, waiting
from companion.web.visit import SEATED, Page, Visit

_FORM = 10_000  # what a form has besides


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
    if form.has("film"):
        await read(visit, ())
        return visit.go("photo/map")
    sent = [(file.name, file.content) for name in ("camera", "file") if (file := form.files.get(name))]
    photos = [(name, content) for name, content in sent if content]
    held = waiting(visit)
    if not photos:
        raise InputError("Take or choose a photo first.")
    if form.has("hand"):
        found = await read(visit, photos[:1], hand=True)
        if found.problem is not None:
            forget(visit)
            raise Refused(found.problem)
        keep(visit, Waiting(PhotoWish(()), (), None, None, hand=found.hand))  # the photo itself goes at once
        return visit.go("photo/hand")
    first = held if form.has("more") and held is not None and held.reading is not None else None
    if first is not None:
        photos = [*first.photos, *photos]
    if len(photos) > MOST_PHOTOS:
        raise InputError("At most {most} photos of one map are read.", most=MOST_PHOTOS)
    found = await read(visit, photos)
    if first is not None and first.reading is not None:
        if found.reading is None:  # what the first photo told is not lost by the second
            keep(visit, first)
            raise Refused(found.problem or "")
        if first.before is not None:  # which map it is was said
            same = [
                at for at, each in enumerate(found.reading.rivals) if each.without == first.reading.without
            ]
            found.choose(same[0] if same else None)
        found.settled |= moved(first.settled, first.reading, found.reading)
    return visit.go("photo/map" if found.reading is not None else "photo")


async def _hand(visit: Visit) -> Response:
    """The cards of a hand as they were read."""
    held, now = waiting(visit), seen(visit)
    if held is None or held.hand is None or now.mine is None:
        return visit.go()
    return visit.page("honshu/photo-hand.html", seen=now, read=held.hand, card_numbers=card_numbers(now))


async def _picture(visit: Visit) -> Response:
    """A photo as it is shown; it never leaves the seat it was sent from."""
    held, number = waiting(visit), visit.form.number("n", 0, MOST_PHOTOS, 0)
    if held is None or number >= len(held.shown):
        raise HTTPException(404)
    name = {"content-disposition": "inline; filename*=UTF-8''honshu.jpg"}
    return Response(held.shown[number].picture, headers=name, media_type="image/jpeg")


PAGES = (
    Page("/t/{table}/photo", show_sending, _act, SEATED, "honshu", MOST_PHOTO_BYTES + _FORM, files=True),
    Page("/t/{table}/photo/hand", _hand, who=SEATED, game="honshu"),
    Page("/t/{table}/photo/picture", _picture, who=SEATED, game="honshu"),
)
"""The photo."""
