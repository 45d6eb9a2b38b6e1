"""The pages that read photos of maps inside a phone's browser, in a Python of their own.

The browser answers questions about pixels, in ``assets/web/pocket/sight.js``; everything else happens here.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from companion.errors import InputError, Place, Refused
from companion.service.honshu.seen_map import PhotoUpload, SeenPhoto, ShownPhoto, read_decoded_photo
from companion.service.rows import RowShelf
from companion.vision.eyes import Eyes
from companion.vision.honshu.map_reading import build_browser_eyes
from companion.vision.photo_limits import build_damage_error, build_kind_error, check_bytes, check_size, is_heic
from companion.web.app_state import AppState
from companion.web.honshu.photos import move_photos
from companion.web.pocket.pocket import Pocket

_ENOUGH = 12_600_000  # a photo with more pixels is reduced, since a phone has little memory
_LONGEST = 1600  # pixels of the longer side of a photo as it is shown


class DecodedPhoto(Protocol):
    """A photo decoded by the browser, upright; it is shown ``wide`` by ``high`` pixels."""

    number: int  # by which `ask` identifies it
    width: int
    height: int
    picture: Any  # a JPEG
    wide: int
    high: int


class BrowserSight(Protocol):
    """What the browser does with photos; implemented in ``sight.js``."""

    def ready(self) -> Awaitable[bool]:
        """Load the code that reads pixels, if necessary; true if it is loaded."""

    def size(self, content: bytes) -> tuple[int, int] | None:
        """The width and height in the header of a file; ``None`` for a format that is not read."""

    def take(self, content: bytes, most: int, longest: int) -> Awaitable[DecodedPhoto | None]:
        """Decode a photo, reduced to `most` pixels, and to a side of `longest` to show it; ``None`` if that fails."""

    def drop(self, number: int) -> None:
        """Free the memory of a photo."""

    ask: Callable[[str], str]  # answers a question about pixels, both as JSON


class PhotoPocket(Pocket):
    """The photo pages over the same rows; photos are kept when the pages are opened again."""

    sight: BrowserSight  # set by the worker before the first instance is made
    _eyes: Eyes | None = None
    _previous_state: AppState | None = None

    def __init__(self, shelf: RowShelf, static: str) -> None:
        super().__init__(shelf, static)
        app_state = self._app.state.app_state
        if self._previous_state is not None:
            move_photos(self._previous_state, app_state)
        PhotoPocket._previous_state = app_state

    async def read_photo(self, _work: object, upload: PhotoUpload) -> SeenPhoto:
        if not await self.sight.ready():
            raise Refused("The photo reader is not on this phone yet; take the first photo with a network.")
        frame = await self._decode_photo(upload.content, Place(file=upload.name))
        try:
            small = ShownPhoto(frame.picture.to_bytes(), frame.wide, frame.high)
            PhotoPocket._eyes = self._eyes or build_browser_eyes(self.sight.ask)  # the printed seals are loaded once
            return read_decoded_photo(frame.number, small, frame.wide / frame.width, upload.hand, PhotoPocket._eyes)
        finally:
            self.sight.drop(frame.number)

    async def _decode_photo(self, content: bytes, place: Place) -> DecodedPhoto:
        check_bytes(content, place)
        if (size := self.sight.size(content)) is None:
            raise build_kind_error(place)
        check_size(*size, place)
        decoded = await self.sight.take(content, _ENOUGH, _LONGEST)
        if decoded is None and is_heic(content):
            raise InputError("this browser cannot read HEIC photos; save it as JPEG.", place=place)
        if decoded is None:
            raise build_damage_error(place)
        return decoded
