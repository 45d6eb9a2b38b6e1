"""A map that is filmed: frames are looked at one by one, and in the end there is a map on a few of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.errors import InputError
from companion.service.honshu.photo_look import SeenPhotos, ShownPhoto, as_shown

if TYPE_CHECKING:
    from companion.vision.honshu.watching import Watch, Watched

_MOST_SHOWN = 3  # frames that are kept with the map: one more photo may come to it


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame, as a photo's file; with ``begins`` a new film does."""

    content: bytes
    begins: bool = False


class Film:
    """Looks at frames, one after another, here; keeps those that its map needs."""

    _watch: Watch | None = None  # nothing is loaded before the first frame
    _watched: Watched | None = None
    _kept: dict[int, bytes]

    def __call__(self, frame: Frame | None) -> Watched | SeenPhotos:
        """Tell what is known after a frame; without one, what the film has told."""
        from companion.vision.honshu.eyes_here import eyes_here
        from companion.vision.honshu.watching import Watch
        from companion.vision.photo import open_photo

        if frame is None:
            return filmed(self._watched, self._shot)
        photo = open_photo(frame.content, "frame.jpg")
        if frame.begins or self._watch is None:
            self._watch, self._kept, self._count = Watch(eyes_here()), {}, 0
        self._watched = told = self._watch.look(photo)
        self._count += 1
        self._kept[self._count] = frame.content
        self._kept = {number: content for number, content in self._kept.items() if number in told.frames}
        return told

    def _shot(self, number: int) -> tuple[ShownPhoto, float]:
        from companion.vision.photo import open_photo, shown_photo

        shown, scale = shown_photo(open_photo(self._kept[number], "frame.jpg"))
        return ShownPhoto(*shown), scale


def filmed(watched: Watched | None, shot: Callable[[int], tuple[ShownPhoto, float]]) -> SeenPhotos:
    """What a film has told, on the frames that show most of it; ``shot`` gives each with its scale."""
    if watched is None or watched.reading is None:
        raise InputError("No map was seen yet; point the camera at it, or take a photo.")
    frames, reading = watched.frames, watched.reading
    outlined = [{at for at, outline in enumerate(each.outlines) if outline} for each in reading.squares]
    chosen = list[int]()
    left = [each for each in outlined if each]
    while left and len(chosen) < _MOST_SHOWN:
        chosen.append(max(range(len(frames)), key=lambda at: sum(at in each for each in left)))
        left = [each for each in left if chosen[-1] not in each]
    shown, scales = zip(*(shot(frames[at]) for at in chosen), strict=True)
    return SeenPhotos(shown, as_shown(reading, dict(zip(chosen, scales, strict=True))))
