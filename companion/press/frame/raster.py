"""The protocol of readers of pictures: the facts and pixels they return, and the errors for files they refuse."""

from pathlib import Path
from typing import NamedTuple, Protocol

from companion.errors import InputError

MOST_DOTS = 100_000_000  # four times as many as A3 needs; a file of a few bytes may claim more than fits in memory
MOST_DECODED = 50_000_000  # dots that are kept of a picture; a larger one is halved, which is sharp on A3


class Raster(NamedTuple):
    """The facts of a picture: its kind, size and orientation, and whether its file can be used."""

    kind: str  # `jpeg`, or `png` for all others
    width: int  # dots, once it is upright
    height: int
    is_usable: bool  # an ink can embed the file as it is; otherwise it is encoded again
    dpi: float = 0.0  # dots per inch in the file; 0 if it states none
    orientation: int = 0  # the EXIF orientation, 2 to 8; 0 for upright
    embeddable: bool = False  # an ink that turns it upright can embed the file
    is_sequence: bool = False  # it has several frames or pages, of which the first is printed


class Pixels(NamedTuple):
    """The dots of a picture turned upright, row by row."""

    width: int
    height: int
    colours: bytes  # three bytes per dot, or one if it is grey
    solid: bytes | None = None  # a byte per dot, 0 for transparent; `None` if all are opaque


class Reader(Protocol):
    def inspect(self, file: Path) -> Raster:
        """Decode a picture to find damage; the sentence of an `InputError` has no full stop."""

    def read_pixels(self, file: Path) -> Pixels:
        """The dots of a picture, turned upright."""

    def reencode(self, file: Path) -> bytes:
        """The picture encoded again, upright, for a file that cannot be embedded as it is."""


def refuse_non_picture(file: Path) -> InputError:
    return InputError("'{file}' is not a PNG, JPEG, WebP, AVIF, GIF, TIFF or BMP picture", file=file.name)


def identify_kind(head: bytes) -> str:
    """The kind of picture that a file's first 12 bytes announce, if not every reader reads it; else empty."""
    if head[4:8] == b"ftyp":
        return {b"avif": "AVIF", b"avis": "AVIF", b"heic": "HEIC", b"heix": "HEIC", b"mif1": "HEIC"}.get(head[8:12], "")
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "WebP"
    return "TIFF" if head[:4] in (b"II*\0", b"MM\0*") else ""


def refuse_unknown(file: Path) -> InputError:
    """The error for a file that no decoder here reads: a picture of a rare kind, or none."""
    with file.open("rb") as source:
        kind = identify_kind(source.read(12))
    if not kind:
        return refuse_non_picture(file)
    problem = "'{file}' is a {kind} picture of a form that cannot be read here; save it as PNG"
    return InputError(problem, file=file.name, kind=kind)


def refuse_too_large(file: Path) -> InputError:
    most = MOST_DOTS // 1_000_000
    return InputError("the picture '{file}' has more than {most} million dots", file=file.name, most=most)


def refuse_damaged(file: Path) -> InputError:
    return InputError("the picture '{file}' is damaged or cut short", file=file.name)
