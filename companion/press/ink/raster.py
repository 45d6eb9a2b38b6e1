"""Render frames as pictures, by way of a PDF with many of them."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from companion.errors import PaperError
from companion.limit import note_progress
from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Frame, Item, Page, Shape, Use
from companion.press.frame.outlines import Matrix, compute_bounds, transform_outline
from companion.press.frame.trims import cut_out
from companion.press.ink.pdf import render_pdf
from companion.units import MM_PER_INCH, POINTS_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 300  # the default resolution of PNG pictures
MOST_PICTURE_PIXELS = 200_000_000  # four times as many as an A3 board has at 300 dots per inch
FINEST_DPI = 1_200.0  # at which thin lines are rendered, to be scaled down
MOST_FINER_PIXELS = 50_000_000  # of a page that is rendered larger
HAIR = 0.02  # of a pixel: too little to round up
CLEAR, PAPER = (0, 0, 0, 0), (255, 255, 255, 255)
AT_ONCE = 32  # pictures rendered from one PDF


def build_cut_page(face: Frame, bleed: bool = False) -> Frame:
    """A page with a face as it is cut out, or with its bleed too."""
    edge = face.bleed if bleed else 0.0
    shift, wide, high = Matrix.translate(edge, edge), face.width + 2 * edge, face.height + 2 * edge
    if face.trim is None:
        return Frame(face.name, wide, high, (Use(face, shift),))
    inner = Frame(face.name, face.width, face.height, (cut_out(face, edge),), edge)
    return Frame(face.name, wide, high, (Use(inner, shift),), trim=transform_outline(face.trim, shift))


def render_pictures(pages: Iterable[Frame], dpi: float = DPI) -> Iterator[Image]:
    """Render pages as pictures, in order; if a page has a trim, everything outside is transparent."""
    import pypdfium2

    pages_to_come = iter(pages)
    while batch := list(islice(pages_to_come, AT_ONCE)):
        document = pypdfium2.PdfDocument(render_pdf([Page(_fit_pixels(page, dpi)) for page in batch], "", "en"))
        for page, frame in zip(document, batch, strict=True):
            ground = PAPER if frame.trim is None else CLEAR
            finer = _choose_oversampling(frame, dpi)
            picture = page.render(scale=finer * dpi / POINTS_PER_INCH, fill_color=ground).to_pil()
            yield picture.reduce(finer) if finer > 1 else picture
            page.close()
        document.close()


def _choose_oversampling(page: Frame, dpi: float) -> int:
    """How many times larger a page is rendered, then scaled down: the renderer draws no line thinner than a pixel."""
    pixel = MM_PER_INCH / dpi
    finest = min((_measure_line(*each) for each in page.walk()), default=pixel)
    most = min(FINEST_DPI / dpi, (MOST_FINER_PIXELS / (page.width * page.height)) ** 0.5 * pixel)
    return max(1, min(math.ceil(pixel / finest), int(most)))


def _measure_line(item: Item | Drawing, matrix: Matrix) -> float:
    """The width of the thinnest line of an item, mm; infinite if there is none."""
    match item:
        case Drawing():
            return item.finest * matrix.scale or math.inf
        case Shape(stroke=str()) if item.width:
            return item.width * matrix.scale
        case Shape(fill=str()):
            left, top, right, bottom = compute_bounds(item.outline)
            thickness = min(right - left, bottom - top) * matrix.scale
            return thickness / 2 if thickness else math.inf  # the renderer widens bars to whole pixels
    return math.inf


def encode_png(picture: Image, dpi: float = DPI) -> bytes:
    """A picture as PNG bytes that name Companion as their software."""
    from PIL.PngImagePlugin import PngInfo

    goal, info = io.BytesIO(), PngInfo()
    info.add_text("Software", "Companion")
    picture.save(goal, "PNG", dpi=(dpi, dpi), pnginfo=info)  # optimizing takes three times as long and saves 4 %
    return goal.getvalue()


def render_png(face: Frame, bleed: bool, dpi: int = DPI) -> bytes:
    return encode_png(next(render_pictures([build_cut_page(face, bleed)], dpi)), dpi)


def _fit_pixels(page: Frame, dpi: float) -> Frame:
    """Scale a page to slightly less than whole pixels, since the renderer rounds up."""
    note_progress()
    wide, high = (max(1, round(side / MM_PER_INCH * dpi)) for side in (page.width, page.height))
    check_pixels(page.name, wide, high)
    width, height = ((pixels - HAIR) / dpi * MM_PER_INCH for pixels in (wide, high))
    use = Use(page, Matrix.scale_by(width / page.width, height / page.height))
    return replace(page, width=width, height=height, items=(use,))


def check_pixels(name: str, wide: int, high: int) -> None:
    if wide * high > MOST_PICTURE_PIXELS:
        raise PaperError(
            "{name} would be a picture of {wide} x {high} pixels; {most} million are the most.",
            name=name,
            wide=wide,
            high=high,
            most=MOST_PICTURE_PIXELS // 1_000_000,
        )
