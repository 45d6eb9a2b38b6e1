"""Write PDF/X-1a files for a print service: CMYK pictures for offset printing on coated paper (FOGRA39)."""

from __future__ import annotations

import io
import zlib
from collections.abc import Hashable, Iterable
from functools import cache
from typing import TYPE_CHECKING

from companion.data.files import Spool
from companion.paths import assets
from companion.press.frame.outlines import Bounds
from companion.press.ink.raster import DPI
from companion.press.ink.reportlab_inside import PdfFile
from companion.units import to_points

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFilter import Color3DLUT


CONDITION = "FOGRA39"  # the ICC name of the printing condition
GRID = 33  # steps of the colour table along each axis
MOST_INK = 240  # the print service's limit for the sum of the four inks, per cent
QUALITY = 90


def read_profile() -> bytes:
    return (assets() / "profiles" / "FOGRA39L_coated.icc").read_bytes()


def separate_inks(picture: Image) -> bytes:
    """A picture as a CMYK JPEG; transparent areas become white."""
    from PIL import Image

    paper = Image.new("RGB", picture.size, "white")
    paper.paste(picture, mask=picture.getchannel("A") if "A" in picture.getbands() else None)
    goal = io.BytesIO()
    paper.filter(_build_ink_table()).save(goal, "JPEG", quality=QUALITY, subsampling=0, dpi=(DPI, DPI))
    return goal.getvalue()


@cache
def _build_ink_table() -> Color3DLUT:
    """The table from RGB to CMYK, within the ink limit: black stays, the other inks are reduced."""
    from PIL import Image, ImageCms, ImageFilter

    steps = [round(255 * step / (GRID - 1)) for step in range(GRID)]
    colours = bytes(value for blue in steps for green in steps for red in steps for value in (red, green, blue))
    grid = Image.frombytes("RGB", (GRID * GRID, GRID), colours)
    press = ImageCms.ImageCmsProfile(io.BytesIO(read_profile()))
    transform = ImageCms.profileToProfile(
        grid,
        ImageCms.createProfile("sRGB"),
        press,
        renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
        outputMode="CMYK",
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    assert transform is not None  # None only for a conversion in place
    inks = transform.tobytes()
    table = list[float]()
    for index in range(0, len(inks), 4):
        *colour, black = (ink / 255 for ink in inks[index : index + 4])
        share = min(1.0, (MOST_INK / 100 - black) / (sum(colour) or 1))
        table += (*(ink * share for ink in colour), black)
    return ImageFilter.Color3DLUT(GRID, table, channels=4, target_mode="CMYK")


def render_press_ready(
    pages: Iterable[tuple[Hashable, Iterable[bytes]]], size: tuple[float, float], trim: Bounds, title: str
) -> Spool:
    """Render pages of a size and trim, mm, as a PDF/X-1a:2001 file: only CMYK pictures, no transparency, no text.

    Each is a CMYK picture, in parts, with a key; pages with one key share a picture, which is stored once.
    """
    wide, high = map(to_points, size)
    spool = Spool()
    file = PdfFile(spool, title, pdfVersion=(1, 3))
    file.declare_pdfx(CONDITION, read_profile())
    names: dict[Hashable, str] = {}
    for key, jpeg in pages:
        if key not in names:
            names[key] = f"p{len(names)}"
            file.write_picture(names[key], io.BytesIO(b"".join(jpeg)))
        file.begin_page(*size, trim)
        resources = file.open_resources()
        content = f"q {wide:.3f} 0 0 {high:.3f} 0 0 cm /{resources.add_form(names[key])} Do Q"
        file.write_page(zlib.compress(content.encode()), resources)
    file.finish()
    return spool
