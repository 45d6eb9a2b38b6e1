"""How large a photo may be, and what is said of one that cannot be read; whoever decodes it holds to that."""

from companion.errors import InputError, Place

MOST_PHOTO_BYTES = 20_000_000  # the largest file read; a phone's is 2 to 12 MB
MOST_PHOTO_PIXELS = 50_000_000
"""The most pixels decoded: the largest pictures of phones, not of those who wish to fill a memory."""

_LEAST_SIDE = 200  # pixels of the shorter side; below that no seal of a whole map can be told from dust
_HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")


def check_bytes(content: bytes, place: Place) -> None:
    """Refuse a file with nothing in it, and one that is too large."""
    if not content:
        raise InputError("the file is empty; a photo was expected.", place=place)
    if len(content) > MOST_PHOTO_BYTES:
        raise InputError(
            "the file is larger than {most} MB; a photo of that size is not read here.",
            place=place,
            most=MOST_PHOTO_BYTES // 1_000_000,
        )


def is_heic(content: bytes) -> bool:
    """True for a photo as iPhones keep them, which few programs read."""
    return content[4:8] == b"ftyp" and content[8:12] in _HEIC


def check_size(width: int, height: int, place: Place) -> None:
    """Refuse a photo of too few pixels, or of too many, before they are decoded."""
    if width * height > MOST_PHOTO_PIXELS:
        raise too_many(place)
    if min(width, height) < _LEAST_SIDE:
        raise InputError(
            "the photo has {width} x {height} pixels; at least {least} on each side were expected.",
            place=place,
            width=width,
            height=height,
            least=_LEAST_SIDE,
        )


def too_many(place: Place) -> InputError:
    """What is said of too many pixels."""
    return InputError(
        "the photo has more than {most} megapixels; save it smaller.",
        place=place,
        most=MOST_PHOTO_PIXELS // 1_000_000,
    )


def no_photo(place: Place) -> InputError:
    """What is said of a file of another kind."""
    return InputError(
        "this is no photo that can be read; expected a whole JPEG, PNG, WebP or HEIC.", place=place
    )


def damaged(place: Place) -> InputError:
    """What is said of a photo that ends before its end."""
    return InputError(
        "the photo is damaged or cut off before its end; copy or send it once more.", place=place
    )
