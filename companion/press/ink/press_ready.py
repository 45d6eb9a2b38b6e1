"""Ink for a printing house: pages that are pictures in the inks of its press, as PDF/X-1a."""

import io
import zlib
from collections.abc import Hashable, Iterable
from typing import NamedTuple

from companion.data.spool import Spool
from companion.press.frame import fonts
from companion.press.frame.frame import Bounds
from companion.press.ink.reportlab_inside import PdfFile
from companion.press.ink.separation import CONDITION, profile
from companion.press.pictures.raster import Pixels
from companion.units import points


class Printed(NamedTuple):
    """A page; mm."""

    key: Hashable  # pages of one key show the same picture, which is stored once
    jpeg: Iterable[bytes]  # in four inks, piece by piece
    width: float
    height: float
    trim: Bounds  # left, top, right and bottom of what is cut


def press_ready(pages: Iterable[Printed], title: str) -> Spool:
    """Pages as a PDF/X-1a:2001 file: all in cyan, magenta, yellow and black, nothing clear, no words."""
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    rl_config.useA85 = 0
    fonts.registered()
    canvas = Canvas(
        io.BytesIO(),
        invariant=1,
        pageCompression=1,
        pdfVersion=(1, 3),
        initialFontName=fonts.WEIGHTS["regular"],
    )
    canvas.setTitle(title)
    canvas.setAuthor("")
    canvas.setCreator("Companion")
    spool = Spool()
    file = PdfFile(canvas, spool)
    file.intend(CONDITION, profile())
    stored: dict[Hashable, str] = {}
    for page in pages:
        if page.key not in stored:
            stored[page.key] = f"p{len(stored)}"
            file.picture(stored[page.key], io.BytesIO(b"".join(page.jpeg)), _unreadable)
        wide, high = points(page.width), points(page.height)
        left, top, right, bottom = map(points, page.trim)
        canvas.setPageSize((wide, high))
        canvas.setTrimBox((left, high - bottom, right, high - top))
        canvas.setBleedBox((0, 0, wide, high))
        placed = f"q {wide:.3f} 0 0 {high:.3f} 0 0 cm {file.placed(stored[page.key])} Q"
        file.page(zlib.compress(placed.encode()))
    file.finish()
    return spool


def _unreadable() -> Pixels:
    raise AssertionError("a JPEG that was just made can be read")
