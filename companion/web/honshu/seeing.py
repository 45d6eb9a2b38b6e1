"""The pages that read photos of maps, in a phone's browser: beside the tables, in a Python of their own.

What a browser knows of pixels is asked of its eyes, ``assets/web/pocket/sight.js``; the rest is read here.
"""

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Protocol

from companion.data.catalogue import language
from companion.data.honshu.map import SQUARES
from companion.errors import InputError, Place, Refused
from companion.service.honshu.photo_look import PhotoWish, SeenPhotos, ShownPhoto, read_shown
from companion.service.honshu.seen_map import in_doubt, symbol_seen
from companion.service.rows import RowShelf
from companion.vision.eyes import Eyes
from companion.vision.honshu.eyes_here import eyes_of
from companion.vision.honshu.watching import Watch, Watched
from companion.vision.photo_limits import check_bytes, check_size, damaged, is_heic, no_photo
from companion.web.honshu.grid import picture_of
from companion.web.honshu.photos import hand_on
from companion.web.house import House
from companion.web.pocket.inside import Pocket

_ENOUGH = (
    12_600_000  # pixels of a photo that is read; one of more is made smaller, for a phone has not much room
)
_MOST_SHOWN = 3  # frames of a film that are kept with its map: one more photo may come to it
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

    def shot(self, frame: int) -> Taken:
        """A frame that was kept, from 1."""

    def drop(self, number: int) -> None:
        """Let go of a photo."""

    ask: Callable[[str], str]  # a question about pixels, as JSON


class SeeingPocket(Pocket):
    """All pages over the same rows, with eyes; opened anew, the photos wait on."""

    sight: Sight  # given by the worker before the first is opened
    _eyes: Eyes | None = None
    _before: House | None = None
    _watch: Watch | None = None  # a film
    _watched: Watched | None = None

    def __init__(self, shelf: RowShelf, static: str) -> None:
        """Open them."""
        super().__init__(shelf, static)
        house = self._app.state.house
        if self._before is not None:
            hand_on(self._before, house)
        SeeingPocket._before = house

    async def beside(self, _work: object, wish: PhotoWish) -> SeenPhotos:
        """Look at photos; see ``photo_look.look``."""
        if not wish.photos:
            return self._filmed()
        if not await self.sight.ready():
            raise Refused("What reads photos is not on this phone yet; take the first photo with a network.")
        taken = list[Taken]()
        try:
            for name, content in wish.photos:
                taken.append(await self._taken(content, Place(file=name)))
            shown = tuple(ShownPhoto(each.picture.to_bytes(), each.wide, each.high) for each in taken)
            scales = [each.wide / each.width for each in taken]
            return read_shown(wish, [each.number for each in taken], shown, scales, self.eyes())
        finally:
            for each in taken:
                self.sight.drop(each.number)

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

    def frame(self, number: int, begins: bool, lang: str) -> str:
        """Look at the next frame of a film, by its number: what the page shows, as JSON."""
        if begins or self._watch is None:
            SeeingPocket._watch = Watch(self.eyes())
        assert self._watch is not None
        SeeingPocket._watched = told = self._watch.look(number)
        reads, squares = language(lang), told.reading.squares if told.reading else ()
        symbols = [(each, symbol_seen(each)) for each in squares]
        return json.dumps(
            {
                "frames": told.frames,
                "counted": told.counted.said(reads),
                "remark": told.remark.said(reads) if told.remark else "",
                "complete": told.complete,
                "squares": [
                    (each.row, each.column, in_doubt(each), picture_of(symbol, (each.row, each.column))[0])
                    if symbol in SQUARES
                    else (each.row, each.column, True, "")
                    for each, symbol in symbols
                ],
            }
        )

    def _filmed(self) -> SeenPhotos:
        """What the film has told, on the frames that together show most of it."""
        if self._watched is None or self._watched.reading is None:
            raise InputError("No map was seen yet; point the camera at it, or take a photo.")
        frames, reading = self._watched.frames, self._watched.reading
        outlined = [{at for at, outline in enumerate(each.outlines) if outline} for each in reading.squares]
        chosen = list[int]()
        left = [each for each in outlined if each]
        while left and len(chosen) < _MOST_SHOWN:
            chosen.append(max(range(len(frames)), key=lambda at: sum(at in each for each in left)))
            left = [each for each in left if chosen[-1] not in each]
        shots = [self.sight.shot(frames[at]) for at in chosen]
        SeeingPocket._watch = SeeingPocket._watched = None
        shown = tuple(ShownPhoto(each.picture.to_bytes(), each.wide, each.high) for each in shots)
        squares = (
            replace(each, outlines=tuple(each.outlines[at] for at in chosen)) for each in reading.squares
        )
        return SeenPhotos(shown, replace(reading, squares=tuple(squares)))

    @classmethod
    def eyes(cls) -> Eyes:
        """The browser's eyes, which know our seals; there once the first photo was taken."""
        if cls._eyes is None:
            cls._eyes = eyes_of(cls.sight.ask)
        return cls._eyes
