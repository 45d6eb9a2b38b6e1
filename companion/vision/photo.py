"""A photo of a map as a phone wrote it: decoded within bounds, and turned the way it was taken."""

import warnings
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO

from PIL import Image, ImageOps

from companion.errors import InputError, Place
from companion.extras import how_to_add

MOST_PHOTO_BYTES = 20_000_000  # the largest file read; a phone's is 2 to 12 MB
MOST_PHOTO_PIXELS = 50_000_000
"""The most pixels decoded: the largest pictures of phones, not of those who wish to fill a memory."""

_LEAST_SIDE = 200  # pixels of the shorter side; below that no seal of a whole map can be told from dust
_ENOUGH = 25_000_000
"""Pixels beyond which a photo is halved: a seal of 6 mm then still has more than it needs."""

_KINDS = ("JPEG", "PNG", "WEBP")
_HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")


def open_photo(content: bytes, name: str) -> Image.Image:
    """Decode a photo, upright, in red, green and blue.

    Its size is looked at before, and one of more than 25 megapixels is halved.
    """
    place = Place(file=name)
    if not content:
        raise InputError("the file is empty; a photo was expected.", place=place)
    if len(content) > MOST_PHOTO_BYTES:
        raise InputError(
            "the file is larger than {most} MB; a photo of that size is not read here.",
            place=place,
            most=MOST_PHOTO_BYTES // 1_000_000,
        )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a damaged EXIF, or of a size that is checked here
        with _opened(content, place) as image:
            _check_size(image, place)
            try:
                return _decoded(image)
            except Exception:  # decoders fail in as many ways as a file can be damaged
                raise InputError(
                    "the photo is damaged or cut off before its end; copy or send it once more.", place=place
                ) from None


def _opened(content: bytes, place: Place) -> Image.Image:
    """The head of a photo; its pixels are not touched yet."""
    kinds: tuple[str, ...] = _KINDS
    if content[4:8] == b"ftyp" and content[8:12] in _HEIC:
        if find_spec("pi_heif") is None:
            raise InputError(
                "photos of the kind HEIC need one more package, or save the photo as JPEG. {how}",
                how=how_to_add("photo"),
                place=place,
            )
        import_module("pi_heif").register_heif_opener()
        kinds = ("HEIF",)
    try:
        return Image.open(BytesIO(content), formats=kinds)
    except Image.DecompressionBombError:  # Pillow's own bound, a good deal above ours
        raise _too_many(place) from None
    except Exception:
        raise InputError(
            "this is no photo that can be read; expected a whole JPEG, PNG, WebP or HEIC.", place=place
        ) from None


def _check_size(image: Image.Image, place: Place) -> None:
    width, height = image.size
    if width * height > MOST_PHOTO_PIXELS:
        raise _too_many(place)
    if min(width, height) < _LEAST_SIDE:
        raise InputError(
            "the photo has {width} x {height} pixels; at least {least} on each side were expected.",
            place=place,
            width=width,
            height=height,
            least=_LEAST_SIDE,
        )


def _too_many(place: Place) -> InputError:
    return InputError(
        "the photo has more than {most} megapixels; save it smaller.",
        place=place,
        most=MOST_PHOTO_PIXELS // 1_000_000,
    )


def _decoded(image: Image.Image) -> Image.Image:
    width, height = image.size
    if width * height > _ENOUGH:
        image.draft("RGB", (width // 2, height // 2))  # a JPEG is decoded to its half at once
    if image.mode.startswith("I;16"):
        image = image.point(lambda value: value / 256).convert("L")
    image = image.convert("RGB")
    if image.width * image.height > _ENOUGH:
        image = image.reduce(2)
    return _upright(image)


def _upright(image: Image.Image) -> Image.Image:
    """A photo the way it was taken; where nobody can read that, the way it is stored."""
    try:
        return ImageOps.exif_transpose(image)
    except Exception:
        return image
