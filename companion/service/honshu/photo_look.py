"""A photo looked at for a page: decoded, read, made small."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.util import find_spec
from typing import TYPE_CHECKING

from companion.errors import InputError
from companion.sentences import Sentence

if TYPE_CHECKING:
    from companion.vision.eyes import Eyes, Photo
    from companion.vision.honshu.hand_reading import SeenHand
    from companion.vision.honshu.reading import Outline, Reading


@dataclass(frozen=True, slots=True)
class PhotoWish:
    """A photo that shall be read: its file's name and content."""

    name: str
    content: bytes
    hand: bool = False  # it shows the cards of a hand, and no map


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
class SeenPhoto:
    """A photo as it is shown, and the map found on it, in its pixels, or the problem."""

    shown: ShownPhoto
    reading: Reading | None = None
    problem: Sentence | None = None
    hand: SeenHand | None = None


def can_read() -> bool:
    """True when the package that reads photos is installed here."""
    return find_spec("cv2") is not None


def look(wish: PhotoWish) -> SeenPhoto:
    """Decode a photo and read what is on it, here."""
    from companion.vision.photo import open_photo, shown_photo

    photo = open_photo(wish.content, wish.name)
    shown, scale = shown_photo(photo)
    return read_shown(photo, ShownPhoto(*shown), scale, wish.hand)


def read_shown(
    photo: Photo, shown: ShownPhoto, scale: float, hand: bool, eyes: Eyes | None = None
) -> SeenPhoto:
    """Read the map, or the hand, on a photo that is decoded, and is shown in this scale."""
    try:
        if hand:
            from companion.vision.honshu.hand_reading import read_hand

            return SeenPhoto(shown, hand=read_hand(photo, eyes))
        from companion.vision.honshu.map_reading import read_map

        return SeenPhoto(shown, _as_shown(read_map(photo, eyes=eyes), scale))
    except InputError as error:
        return SeenPhoto(shown, problem=error.whole)


def _as_shown(reading: Reading, scale: float) -> Reading:
    """A reading with its outlines in the pixels of its photo as it is shown."""
    squares = (replace(each, outline=_scaled(each.outline, scale)) for each in reading.squares)
    rivals = tuple(_as_shown(each, scale) for each in reading.rivals)
    return replace(reading, squares=tuple(squares), rivals=rivals)


def _scaled(outline: Outline, scale: float) -> Outline:
    one, two, three, four = ((float(x * scale), float(y * scale)) for x, y in outline)
    return one, two, three, four
