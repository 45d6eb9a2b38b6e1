"""The pages that read photos of maps, in a phone's browser: beside the tables, in a Python of their own.

What a browser knows of pixels is asked of its eyes, ``assets/web/pocket/sight.js``; the rest is read here.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from companion.errors import InputError, Place, Refused
from companion.service.honshu.seen_map import PhotoWish, SeenPhoto, ShownPhoto, read_shown
from companion.service.rows import RowShelf
from companion.vision.eyes import Eyes
from companion.vision.honshu.map_reading import eyes_of
from companion.vision.photo_limits import check_bytes, check_size, damaged, is_heic, no_photo
from companion.web.honshu.photos import hand_on
from companion.web.house import House
from companion.web.pocket.inside import Pocket

_ENOUGH = (
    12_600_000  # pixels of a photo that is read; one of more is made smaller, for a phone has not much room
)
_LONGEST = 1600  # pixels of the longer side of a photo that is shown


class Taken(Protocol):
    """A photo that the browser has decoded, upright; ``wide`` and ``high`` it is shown."""

    number: int  # by which the eyes know it
    width: int
    height: int
    picture: Any  # a JPEG
    wide: int
    high: int


class Sight(Protocol):
    """What the browser does with photos."""

    def ready(self) -> Awaitable[bool]:
        """Have the eyes come, where they are not there yet; whether they are."""

    def size(self, content: bytes) -> tuple[int, int] | None:
        """The pixels that the head of a file tells of; ``None`` where it is of no kind that is read."""

    def take(self, content: bytes, enough: int, longest: int) -> Awaitable[Taken | None]:
        """Decode a photo; ``None`` where that fails."""

    def drop(self, number: int) -> None:
        """Let go of a photo."""

    ask: Callable[[str], str]  # a question about pixels, as JSON


class SeeingPocket(Pocket):
    """All pages over the same rows, with eyes; opened anew, the photos wait on."""

    sight: Sight  # given by the worker before the first is opened
    _eyes: Eyes | None = None
    _before: House | None = None

    def __init__(self, shelf: RowShelf, static: str) -> None:
        """Open them."""
        super().__init__(shelf, static)
        house = self._app.state.house
        if self._before is not None:
            hand_on(self._before, house)
        SeeingPocket._before = house

    async def beside(self, _work: object, wish: PhotoWish) -> SeenPhoto:
        """Look at a photo; see ``seen_map.look``."""
        if not await self.sight.ready():
            raise Refused("What reads photos is not on this phone yet; take the first photo with a network.")
        taken = await self._taken(wish.content, Place(file=wish.name))
        try:
            shown = ShownPhoto(taken.picture.to_bytes(), taken.wide, taken.high)
            return read_shown(taken.number, shown, taken.wide / taken.width, wish.hand, self.eyes())
        finally:
            self.sight.drop(taken.number)

    async def _taken(self, content: bytes, place: Place) -> Taken:
        check_bytes(content, place)
        size = self.sight.size(content)
        if size is None:
            raise no_photo(place)
        check_size(*size, place)
        taken = await self.sight.take(content, _ENOUGH, _LONGEST)
        if taken is None and is_heic(content):
            raise InputError("this browser reads no photos of the kind HEIC; save it as JPEG.", place=place)
        if taken is None:
            raise damaged(place)
        return taken

    @classmethod
    def eyes(cls) -> Eyes:
        """The browser's eyes, which know our seals; there once the first photo was taken."""
        if cls._eyes is None:
            cls._eyes = eyes_of(cls.sight.ask)
        return cls._eyes
