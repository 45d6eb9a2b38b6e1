"""What every reader of pictures gives: facts, dots, and the errors for files that it refuses."""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from companion.errors import InputError

MOST_DOTS = 50_000_000  # twice what A3 needs; a file of a few bytes may claim more than memory holds


@dataclass(frozen=True, slots=True)
class Raster:
    """The facts of a picture: its kind, size and orientation, and whether its file can be used."""

    kind: str  # `jpeg` or `png`
    width: int  # dots across, as it is seen
    height: int
    is_usable: bool  # the file itself can be used; else another one of its kind
    dpi: float = 0.0  # dots an inch that the file names; 0 where it does not
    orientation: int = 0  # how the camera was held, 2 to 8 as in EXIF; 0 for upright
    embeddable: bool = False  # the file itself can be used by an ink that turns it upright


class Pixels(NamedTuple):
    """The dots of a picture turned upright, row by row."""

    width: int
    height: int
    colours: bytes  # three bytes a dot, or one of grey
    solid: bytes | None = None  # a byte a dot, 0 where all shows through; `None` where nothing does


class Reader(Protocol):
    """Opens pictures, turned upright by how the camera was held."""

    def inspect(self, file: Path) -> Raster:
        """Check a picture to its last dot; the sentence of an `InputError` has no full stop."""

    def read_pixels(self, file: Path) -> Pixels:
        """The dots of a picture, turned upright."""

    def reencode(self, file: Path) -> bytes:
        """The picture in a new file of its kind, for one that cannot be used as it is."""


def refuse_non_picture(file: Path) -> InputError:
    return InputError("'{file}' is not a PNG or JPEG picture", file=file.name)


def refuse_too_large(file: Path) -> InputError:
    most = MOST_DOTS // 1_000_000
    return InputError("the picture '{file}' has more than {most} million dots", file=file.name, most=most)


def refuse_damaged(file: Path) -> InputError:
    return InputError("the picture '{file}' is damaged or cut short", file=file.name)
