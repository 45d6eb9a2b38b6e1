"""Decodes photos from phones within limits, turns them upright, and makes them small for a page."""

import warnings
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO

from PIL import Image, ImageOps

from companion.errors import InputError, Place
from companion.extras import describe_install
from companion.vision import photo_limits
from companion.vision.eyes.opencv import decode_photo

_ENOUGH = 25_000_000
"""Pixels beyond which a photo is halved: a seal of 6 mm still has enough of them then."""

_KINDS = ("JPEG", "PNG", "WEBP")
_FRAME = 16  # bytes before each frame of an animated WebP, with its place and duration


def open_photo(content: bytes, name: str) -> Image.Image:
    """Decode a photo, upright, in red, green and blue.

    Its size is checked first; one of more than 25 megapixels is halved.
    """
    place = Place(file=name)
    photo_limits.check_bytes(content, place)
    content = _extract_still(content)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about damaged EXIF data, or a size that is checked here
        with _open_image(content, place) as image:
            photo_limits.check_size(*image.size, place)
            try:
                return _decode_upright(image, content)
            except Exception:  # a damaged file can raise anything
                raise photo_limits.build_damage_error(place) from None


def _extract_still(content: bytes) -> bytes:
    """The first picture of an animated WebP as a file: decoders hold several of them at once."""
    i, moves = 12, False
    while content[:4] == b"RIFF" and content[8:12] == b"WEBP" and i + 8 <= len(content):
        name, end = (content[i : i + 4], i + 8 + int.from_bytes(content[i + 4 : i + 8], "little"))
        if name in (b"VP8 ", b"VP8L"):
            picture = b"WEBP" + content[i:end] + bytes((end - i) % 2)
            return b"RIFF" + len(picture).to_bytes(4, "little") + picture if moves else content
        frame = name == b"ANMF"  # a frame has a head, then chunks like those outside it
        moves, i = moves or frame, i + 8 + _FRAME if frame else end + (end - i) % 2
    return content


def _open_image(content: bytes, place: Place) -> Image.Image:
    """Open a photo without decoding its pixels."""
    kinds: tuple[str, ...] = _KINDS
    if photo_limits.is_heic(content):
        if find_spec("pi_heif") is None:
            raise InputError(
                "photos of the kind HEIC need one more package, or save the photo as JPEG. {how}",
                how=describe_install("photo"),
                place=place,
            )
        import_module("pi_heif").register_heif_opener()
        kinds = ("HEIF",)
    try:
        return Image.open(BytesIO(content), formats=kinds)
    except Image.DecompressionBombError:  # Pillow's own limit, far above ours
        raise photo_limits.build_pixels_error(place) from None
    except Exception:  # a damaged file again
        raise photo_limits.build_kind_error(place) from None


def _decode_upright(image: Image.Image, content: bytes) -> Image.Image:
    width, height = image.size
    if image.format == "WEBP":  # Pillow would hold several copies of it
        notes, image = image.info, Image.fromarray(decode_photo(content, width * height > _ENOUGH))
        image.info = notes
    elif width * height > _ENOUGH:
        image.draft("RGB", (width // 2, height // 2))  # a JPEG can be decoded at half size
    if image.mode.startswith("I;16"):
        image = image.point(lambda value: value / 256).convert("L")
    image.load()
    image = image if image.mode == "RGB" else image.convert("RGB")
    if image.width * image.height > _ENOUGH:
        image = image.reduce(2)
    with suppress(Exception):  # damaged EXIF data: the picture stays as it is stored
        ImageOps.exif_transpose(image, in_place=True)
    return image


_LONGEST = 1600  # pixels of the longer side: a square enlarged on a phone is still sharp
_QUALITY = 82  # of the JPEG, in hundredths


def shrink_photo(photo: Image.Image) -> tuple[tuple[bytes, int, int], float]:
    """A photo small enough for a page: JPEG, width and height in pixels, and its scale to the photo."""
    scale, content = min(1.0, _LONGEST / max(photo.size)), BytesIO()
    across, down = (max(1, round(side * scale)) for side in photo.size)
    small = photo.resize((across, down), Image.Resampling.BOX) if scale < 1 else photo
    small.save(content, "JPEG", quality=_QUALITY)
    return (content.getvalue(), across, down), scale
