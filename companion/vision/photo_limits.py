"""Limits on the size of photos, and the errors for photos that cannot be read."""

from companion.errors import InputError, Place

MOST_PHOTO_BYTES = 20_000_000  # the largest file read; a phone's is 2 to 12 MB
MOST_PHOTO_PIXELS = 50_000_000
"""The most pixels decoded: as many as the largest photos of phones have, too few to fill the memory."""

_LEAST_SIDE = 200  # pixels of the shorter side; with fewer, the seals of a whole map cannot be read
_HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")


def check_bytes(content: bytes, place: Place) -> None:
    """Refuse a file that is empty or too large."""
    if not content:
        raise InputError("the file is empty; give a photo.", place=place)
    if len(content) > MOST_PHOTO_BYTES:
        raise InputError(
            "the file is larger than {most} MB, the limit for a photo.", place=place, most=MOST_PHOTO_BYTES // 1_000_000
        )


def is_heic(content: bytes) -> bool:
    """True for a HEIC photo, the format of iPhones, which few programs read."""
    return content[4:8] == b"ftyp" and content[8:12] in _HEIC


def check_size(width: int, height: int, place: Place) -> None:
    """Refuse a photo of too few or too many pixels before it is decoded."""
    if width * height > MOST_PHOTO_PIXELS:
        raise build_pixels_error(place)
    if min(width, height) < _LEAST_SIDE:
        raise InputError(
            "the photo has {width} x {height} pixels; it needs at least {least} on each side.",
            place=place,
            width=width,
            height=height,
            least=_LEAST_SIDE,
        )


def build_pixels_error(place: Place) -> InputError:
    """The error for a photo with too many pixels."""
    return InputError(
        "the photo has more than {most} megapixels; save it smaller.", place=place, most=MOST_PHOTO_PIXELS // 1_000_000
    )


def build_kind_error(place: Place) -> InputError:
    return InputError(
        "this is not a photo that can be read; expected a complete JPEG, PNG, WebP or HEIC file.", place=place
    )


def build_damage_error(place: Place) -> InputError:
    return InputError("the photo is damaged or incomplete; copy or send it again.", place=place)
