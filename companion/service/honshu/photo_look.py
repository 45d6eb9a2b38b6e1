"""Photos of a map looked at for a page: decoded, read, made small."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.util import find_spec
from typing import TYPE_CHECKING

from companion.errors import InputError
from companion.sentences import Sentence

if TYPE_CHECKING:
    from companion.vision.eyes import Eyes, Photo
    from companion.vision.honshu.hand_reading import SeenHand
    from companion.vision.honshu.reading import Outline, Reading, SeenSquare

MOST_PHOTOS = 4  # photos of one map; two are usual, where one has glare


@dataclass(frozen=True, slots=True)
class PhotoWish:
    """Photos of one map that shall be read; without any, what a camera was shown."""

    photos: tuple[tuple[str, bytes], ...]
    hand: bool = False  # the first shows the cards of a hand, and no map


@dataclass(frozen=True, slots=True)
class ShownPhoto:
    """A photo as a page shows it: a JPEG, upright, at most 1600 pixels long, without the phone's notes."""

    picture: bytes
    width: int
    height: int

    @property
    def fingerprint(self) -> str:
        """By what a browser knows it from others."""
        return sha256(self.picture).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class SeenPhotos:
    """The photos as they are shown, and the map found on them, in their pixels, or the problem."""

    shown: tuple[ShownPhoto, ...] = ()
    reading: Reading | None = None
    problem: Sentence | None = None
    hand: SeenHand | None = None


def can_read() -> bool:
    """True when the package that reads photos is installed here."""
    return find_spec("cv2") is not None


def look(wish: PhotoWish) -> SeenPhotos:
    """Decode photos and read the map on them, here."""
    from companion.vision.photo import open_photo, shown_photo

    def opened() -> Iterator[Photo]:
        return (open_photo(content, name) for name, content in wish.photos)

    several = len(wish.photos) > 1  # they are decoded twice, since all of them together take too much memory
    photos = opened() if several else [*opened()]
    jpegs, scales = zip(*map(shown_photo, opened() if several else photos), strict=True)
    return read_shown(wish, photos, tuple(ShownPhoto(*each) for each in jpegs), scales)


def read_shown(
    wish: PhotoWish,
    photos: Iterable[Photo],
    shown: tuple[ShownPhoto, ...],
    scales: Sequence[float],
    eyes: Eyes | None = None,
) -> SeenPhotos:
    """Read the map on photos that are decoded, and are shown in these scales."""
    try:
        if wish.hand:
            from companion.vision.honshu.hand_reading import read_hand

            return SeenPhotos(shown, hand=read_hand(next(iter(photos)), eyes))
        from companion.vision.honshu.map_reading import read_map

        reading = read_map(photos, eyes=eyes)
    except InputError as error:
        return SeenPhotos(shown, problem=error.whole)
    return SeenPhotos(shown, as_shown(reading, dict(enumerate(scales))))


def as_shown(reading: Reading, scales: Mapping[int, float]) -> Reading:
    """A reading with its outlines in the pixels of some of its photos as they are shown, by their numbers."""

    def shown(square: SeenSquare) -> SeenSquare:
        found = ((square.outlines[at], scale) for at, scale in scales.items())
        return replace(
            square, outlines=tuple(outline and _scaled(outline, scale) for outline, scale in found)
        )

    rivals = tuple(as_shown(each, scales) for each in reading.rivals)
    return replace(reading, squares=tuple(map(shown, reading.squares)), rivals=rivals)


def _scaled(outline: Outline, scale: float) -> Outline:
    one, two, three, four = ((float(x * scale), float(y * scale)) for x, y in outline)
    return one, two, three, four
