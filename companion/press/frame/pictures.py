"""Pictures of a person's own deck: looked at once, turned upright, in colours that every ink has.

A face names a PNG or JPEG file. What the file is, its first bytes say and not its name.
"""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from companion.data.outputs import note_input
from companion.errors import InputError

if TYPE_CHECKING:
    from PIL import Image

MOST_DOTS = 50_000_000  # twice what A3 needs; a file of a few bytes may claim more than memory holds
TICK = 2_000_000_000  # ns; a file changed so recently is looked at each time: its disk's clock may be coarse
TURNED = 0x0112  # the EXIF number of how the camera was held


@dataclass(frozen=True, slots=True)
class Raster:
    """The facts of a picture."""

    kind: str  # `jpeg` or `png`
    width: int  # dots across, as it is seen
    height: int
    plain: bool  # the file itself can be used; else what `upright` makes of it
    dpi: float = 0.0  # dots an inch that the file names; 0 where it does not
    turned: int = 0  # how the camera was held, 2 to 8 as in EXIF; 0 for upright
    bare: bool = False  # the file itself can be used by an ink that turns it upright


def look_at(file: Path) -> Raster:
    """Look a picture over, to its last dot; the sentence of an `InputError` has no full stop."""
    note_input(file)
    about = file.stat()
    new = abs(time.time_ns() - about.st_mtime_ns) < TICK
    look = _looked_at.__wrapped__ if new else _looked_at
    return look(file, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=4096)
def _looked_at(file: Path, _changed: int, _size: int) -> Raster:
    with _opened(file) as image:
        kind, mode, (width, height) = str(image.format).lower(), image.mode, image.size
        if kind == "jpeg":
            image.draft(mode, (max(width // 8, 1), max(height // 8, 1)))  # an eighth shows all damage
        image.load()
        turned, dpi = _turned(image), _noted(image)  # which would swallow the damage of a PNG
    bare = kind in ("png", "jpeg") and (
        mode in ("RGB", "L") if kind == "jpeg" else not mode.startswith(("I", "F"))
    )
    if turned > 4:
        width, height = height, width
    kind = "png" if kind == "png" else "jpeg"
    return Raster(kind, width, height, bare and not turned, dpi, turned, bare)


def upright(file: Path) -> Image.Image:
    """A picture as it is seen, as the camera was held: grey, RGB, or RGBA where something shows through."""
    from PIL import ImageOps

    with _opened(file) as opened:
        picture: Image.Image = opened
        picture.load()
        if picture.mode.startswith("I"):  # 16 bits of grey; Pillow would cut off what is above 255
            grey, clear = picture.convert("I"), picture.info.get("transparency")
            seen = grey.point([shade >> 8 for shade in range(1 << 16)], "L")
            if clear is not None:
                seen.putalpha(grey.point([255 * (shade != clear) for shade in range(1 << 16)], "L"))
            seen.getexif()[TURNED] = _turned(picture)
            picture = seen
        if _turned(picture):
            picture = ImageOps.exif_transpose(picture)
        if picture.has_transparency_data:
            return picture.convert("RGBA")
        return picture.convert("L" if picture.mode in ("1", "L") else "RGB")


def _noted(image: Image.Image) -> float:
    """The dots an inch that a picture says it has; 0 where it says nothing, or two things."""
    try:
        across, down = map(float, image.info["dpi"])
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        return 0.0
    return across if across == down and math.isfinite(across) else 0.0


def _turned(image: Image.Image) -> int:
    """The way the camera was held, 2 to 8; 0 for upright."""
    try:
        turned = image.getexif().get(TURNED, 1)
    except Exception:  # a broken note of the camera; the picture itself may be whole
        return 0
    return turned if turned in range(2, 9) else 0


@contextmanager
def _opened(file: Path) -> Iterator[Image.Image]:
    from PIL import Image, UnidentifiedImageError

    name = file.name
    try:
        if not file.is_file():
            raise UnidentifiedImageError
        if not file.stat().st_size:
            raise InputError("the picture '{file}' is empty", file=name)
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(file, formats=("PNG", "JPEG")) as image:
                if image.width * image.height > MOST_DOTS:
                    raise Image.DecompressionBombError
                yield image
    except InputError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise InputError(
            "the picture '{file}' has more than {most} million dots", file=name, most=MOST_DOTS // 1_000_000
        ) from None
    except UnidentifiedImageError:
        raise InputError("'{file}' is not a PNG or JPEG picture", file=name) from None
    except PermissionError as error:
        raise InputError(
            "the picture '{file}' cannot be read ({reason})", file=name, reason=error.strerror
        ) from None
    except Exception:  # decoders fail in as many ways as there are broken files
        raise InputError("the picture '{file}' is damaged or cut short", file=name) from None
