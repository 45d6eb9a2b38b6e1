"""Ink for PDF, and for PNG by way of it: reads frames, writes pages with reportlab; knows no games or sheets.

A frame that is placed more than once becomes one Form XObject, drawn as often as it is placed; one that is
placed once is written where it stands. Nothing shows beyond the bleed. The same frames always give the same
bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.errors import CompanionError
from companion.press.frame import fonts
from companion.press.frame.frame import Frame, Use
from companion.press.frame.matrix import Matrix
from companion.press.frame.page import Document, Page
from companion.press.frame.trims import cut_out
from companion.press.ink.content import Content, shared
from companion.press.ink.growing import Goal, GrowingPdf
from companion.units import points

__all__ = ["DPI", "coverage", "document_pdf", "pdf", "png", "write_document"]

DPI = 300
"""Resolution of PNG pictures where none is asked for."""
MOST_SEEN, AT_ONCE = 2000.0, 200
"""Pixels a side of a face that is looked at for its ink alone, and how many are inked into one file."""


def document_pdf(document: Document) -> bytes:
    """A document as the bytes of a PDF; equal documents give equal bytes."""
    goal = io.BytesIO()
    write_document(document, goal)
    return goal.getvalue()


def pdf(pages: Sequence[Page], title: str, language: str) -> bytes:
    """Pages as the bytes of a PDF that leaves open how a printer turns its sheets."""
    goal = io.BytesIO()
    _write(goal, pages, title, language)
    return goal.getvalue()


def write_document(document: Document, goal: Goal, each: Callable[[], None] | None = None) -> None:
    """Write a document as a PDF that asks the printer for 100 % and the right flip.

    Args:
        document: What is printed.
        goal: Where the file goes, page by page.
        each: Called when a page is inked, for those who wait.
    """
    _write(goal, document.pages, document.title, document.language, document.duplex, each)


def _write(
    goal: Goal, pages: Sequence[Page], title: str, language: str, duplex: str | None = None,
    each: Callable[[], None] | None = None,
) -> None:  # fmt: skip
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    rl_config.useA85 = 0  # text-safe streams are a quarter larger and nobody mails PDFs through 7 bits
    fonts.registered()
    canvas = Canvas(
        io.BytesIO(), invariant=1, pageCompression=1, lang=language,
        initialFontName=fonts.WEIGHTS["regular"], initialFontSize=8,
    )  # fmt: skip
    canvas.setTitle(title)
    canvas.setAuthor("")
    canvas.setCreator("Companion")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if duplex is not None:
        canvas.setViewerPreference("Duplex", duplex)
    growing = GrowingPdf(canvas, goal)
    content = Content(canvas, shared(page.frame for page in pages), growing.settle)
    for number, page in enumerate(pages):
        _open_page(canvas, page, number)
        content.page(page.frame)
        growing.settle_page()
        if each is not None:
            each()
    growing.finish()


def _open_page(canvas: Any, page: Page, number: int) -> None:
    """Give a page its size, its boxes, and what readers of the PDF call it."""
    frame = page.frame
    canvas.setPageSize((points(frame.width), points(frame.height)))
    for box, place in ((page.trim, canvas.setTrimBox), (page.bleed, canvas.setBleedBox)):
        left, top, right, bottom = box or (0.0, 0.0, frame.width, frame.height)
        place(tuple(map(points, (left, frame.height - bottom, right, frame.height - top))))
    if page.label:
        canvas.addPageLabel(number, prefix=page.label)
    if page.bookmark:
        key = f"page{number}"
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(page.bookmark, key, level=page.level)


def png(frame: Frame, bleed: bool, dpi: int = DPI) -> bytes:
    """A face as a PNG picture.

    Args:
        frame: The face.
        bleed: Whether to show what is drawn beyond the trim.
        dpi: Dots per inch at real size.

    Raises:
        CompanionError: When the part of Companion that makes PNG is not installed.
    """
    try:
        import pypdfium2
        from PIL.PngImagePlugin import PngInfo
    except ModuleNotFoundError:
        raise CompanionError("PNG pictures need pypdfium2; install it with: pip install pypdfium2") from None
    edge = frame.bleed if bleed else 0.0
    placed = Use(frame, Matrix.moved(edge, edge))
    if frame.trim is not None:
        placed = Use(
            Frame(frame.name, frame.width, frame.height, (cut_out(frame, edge),), edge), placed.matrix
        )
    page = Frame(frame.name, frame.width + 2 * edge, frame.height + 2 * edge, (placed,))
    document = pypdfium2.PdfDocument(pdf([Page(page)], frame.name, "en"))
    beyond = (255, 255, 255, 255 if frame.trim is None else 0)  # what is cut off is clear
    picture = document[0].render(scale=dpi / 72, fill_color=beyond).to_pil()
    goal, made = io.BytesIO(), PngInfo()
    made.add_text("Software", "Companion")
    picture.save(goal, "PNG", dpi=(dpi, dpi), optimize=True, pnginfo=made)
    document.close()
    return goal.getvalue()


def coverage(faces: Sequence[Frame]) -> Iterator[float]:
    """How much of each face is inked within its trim: 0 white, 1 black.

    Raises:
        ModuleNotFoundError: When the part of Companion that makes pictures is not installed.
    """
    import pypdfium2

    for first in range(0, len(faces), AT_ONCE):
        part = faces[first : first + AT_ONCE]
        pages = [Page(Frame(face.name, face.width, face.height, (Use(face, Matrix()),))) for face in part]
        document = pypdfium2.PdfDocument(pdf(pages, "ink", "en"))
        for page, face in zip(document, part, strict=True):
            # Fine lines on few pixels would look wider than they print.
            scale = min(DPI / 72, MOST_SEEN / points(max(face.width, face.height)))
            yield 1 - float(page.render(scale=scale, grayscale=True).to_numpy().mean()) / 255
        document.close()
