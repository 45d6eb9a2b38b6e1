"""Read pictures with Pillow."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

from companion.errors import InputError, describe_system_error
from companion.press.frame.raster import (
    MOST_DECODED,
    MOST_DOTS,
    Pixels,
    Raster,
    refuse_damaged,
    refuse_too_large,
    refuse_unknown,
)

TURNED = 0x0112  # the EXIF tag of the orientation
STRIP = 500  # rows of a huge picture that are halved at a time; an even number
QUALITY = 95  # of a JPEG that is encoded again
KINDS = ("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP", "AVIF")
MOST_MEMORY = 530_000_000  # bytes that a decoder may take
NEEDS = {"WEBP": 17, "AVIF": 20, "TIFF": 8}  # bytes a dot that these decoders take, besides the file itself; others: 5
UNCLEAR = ("F", "I", "LAB")  # modes whose shades have no agreed range; 16 bits of grey in a PNG may be "I" too


class Pillow:
    def inspect(self, file: Path) -> Raster:
        with _open_picture(file) as image:
            kind, mode, (width, height) = str(image.format).lower(), image.mode, image.size
            if kind == "jpeg":
                image.draft(mode, (max(width // 8, 1), max(height // 8, 1)))  # decoding at an eighth also finds damage
            image.load()
            if kind != "jpeg":
                width, height = image.size  # a TIFF is turned upright as it is loaded
            if image.mode in UNCLEAR and kind != "png":
                raise refuse_unknown(file)
            orientation, dpi = (_read_orientation(image), _read_dpi(image))  # `load` first, to find damage
            is_sequence = kind != "mpo" and getattr(image, "n_frames", 1) > 1
        fits = kind in ("png", "jpeg") and (mode in ("RGB", "L") if kind == "jpeg" else not mode.startswith(("I", "F")))
        if orientation > 4:
            width, height = height, width
        kind = "jpeg" if kind in ("jpeg", "mpo") else "png"
        return Raster(kind, width, height, fits and not orientation, dpi, orientation, fits, is_sequence)

    def read_pixels(self, file: Path) -> Pixels:
        image = load_picture(file)
        if image.mode == "RGBA":
            return Pixels(*image.size, image.tobytes("raw", "RGB"), image.tobytes("raw", "A"))
        return Pixels(*image.size, image.tobytes())

    def reencode(self, file: Path) -> bytes:
        kind, goal = self.inspect(file).kind, io.BytesIO()
        options = {"quality": QUALITY, "subsampling": 0} if kind == "jpeg" else {}
        load_picture(file).save(goal, kind, **options)
        return goal.getvalue()


def load_picture(file: Path) -> Image.Image:
    """Load a picture, turned upright, as grey or RGB, or as RGBA if any of it is transparent; a huge one is halved."""
    with _open_picture(file) as picture:
        if picture.width * picture.height > MOST_DECODED:
            picture.draft(None, (picture.width // 2, picture.height // 2))  # decoders of JPEG can halve
        picture.load()
        orientation = _read_orientation(picture)
        image = _halve(picture) if picture.width * picture.height > MOST_DECODED else _simplify(picture)
        if orientation:
            image.getexif()[TURNED] = orientation
            return ImageOps.exif_transpose(image)
        return image.copy() if image is picture else image  # a picture holds the memory of its decoder


def _halve(picture: Image.Image) -> Image.Image:
    """A picture at half its size, made in strips, since a copy of the whole may not fit in memory."""
    mode = _simplify(picture.crop((0, 0, 1, 1))).mode
    image = Image.new(mode, ((picture.width + 1) // 2, (picture.height + 1) // 2))
    for top in range(0, picture.height, STRIP):
        strip = picture.crop((0, top, picture.width, top + STRIP))
        image.paste(_simplify(strip).reduce(2), (0, top // 2))
    return image


def _simplify(picture: Image.Image) -> Image.Image:
    """A picture as grey, RGB or RGBA."""
    if picture.mode.startswith("I"):  # 16 bits of grey, which Pillow would clip at 255
        grey, clear = picture.convert("I"), picture.info.get("transparency")
        picture = grey.point([shade >> 8 for shade in range(1 << 16)], "L")
        if clear is not None:
            picture.putalpha(grey.point([255 * (shade != clear) for shade in range(1 << 16)], "L"))
    if picture.has_transparency_data:
        return picture if picture.mode == "RGBA" else picture.convert("RGBA")
    mode = "L" if picture.mode in ("1", "L") else "RGB"
    return picture if picture.mode == mode else picture.convert(mode)


def _read_dpi(image: Image.Image) -> float:
    """The dots per inch that a picture states; 0 if it states none, or two different numbers."""
    try:
        across, down = map(float, image.info["dpi"])
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        return 0.0
    return across if across == down and math.isfinite(across) else 0.0


def _read_orientation(image: Image.Image) -> int:
    """The EXIF orientation, 2 to 8; 0 for upright."""
    try:
        orientation = image.getexif().get(TURNED, 1)
    except Exception:  # damaged EXIF data; the picture itself may be intact
        return 0
    return orientation if orientation in range(2, 9) else 0


@contextmanager
def _open_picture(file: Path) -> Iterator[Image.Image]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # there is a limit of our own
            with Image.open(file, formats=KINDS) as image:
                if image.width * image.height > MOST_DOTS:
                    raise Image.DecompressionBombError
                need = NEEDS.get(str(image.format), 0) if image.info.get("compression") != "raw" else 0
                if need and need * image.width * image.height + file.stat().st_size > MOST_MEMORY:
                    raise InputError(
                        "the picture '{file}' of {width} x {height} dots takes too much memory to decode; "
                        "save it as PNG or JPEG",
                        file=file.name,
                        width=image.width,
                        height=image.height,
                    )
                yield image
    except InputError:
        raise
    except Image.DecompressionBombError:
        raise refuse_too_large(file) from None
    except UnidentifiedImageError:
        raise refuse_unknown(file) from None
    except PermissionError as error:
        raise InputError(
            "the picture '{file}' cannot be read ({reason})", file=file.name, reason=describe_system_error(error)
        ) from None
    except Exception:  # damaged files raise all kinds of errors in decoders
        raise refuse_damaged(file) from None
