"""What is asked of a picture, whoever opens it: its facts, its dots, and the sentences that refuse it."""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from companion.errors import InputError

MOST_DOTS = 50_000_000  # twice what A3 needs; a file of a few bytes may claim more than memory holds


@dataclass(frozen=True, slots=True)
class Raster:
    """The facts of a picture."""

    kind: str  # `jpeg` or `png`
    width: int  # dots across, as it is seen
    height: int
    plain: bool  # the file itself can be used; else another one of its kind
    dpi: float = 0.0  # dots an inch that the file names; 0 where it does not
    turned: int = 0  # how the camera was held, 2 to 8 as in EXIF; 0 for upright
    bare: bool = False  # the file itself can be used by an ink that turns it upright


class Pixels(NamedTuple):
    """A picture as it is seen, row by row."""

    width: int
    height: int
    colours: bytes  # three bytes a dot, or one of grey
    solid: bytes | None = None  # a byte a dot, 0 where all shows through; `None` where nothing does


class Reader(Protocol):
    """Opens pictures as they are seen, as the camera was held."""

    def look(self, file: Path) -> Raster:
        """Look a picture over, to its last dot; the sentence of an `InputError` has no full stop."""

    def upright(self, file: Path) -> Pixels:
        """A picture, dot by dot."""

    def again(self, file: Path) -> bytes:
        """Another file of its kind, for one that cannot be used as it is."""


def no_picture(file: Path) -> InputError:
    """The error of a file that is something else."""
    return InputError("'{file}' is not a PNG or JPEG picture", file=file.name)


def too_large(file: Path) -> InputError:
    """The error of a picture that memory has no room for."""
    most = MOST_DOTS // 1_000_000
    return InputError("the picture '{file}' has more than {most} million dots", file=file.name, most=most)


def damaged(file: Path) -> InputError:
    """The error of a picture of which something lacks."""
    return InputError("the picture '{file}' is damaged or cut short", file=file.name)
