"""Write pages as PDF with reportlab.

A frame placed more than once becomes one Form XObject; a frame placed once is written in place. Nothing
shows beyond the bleed. Equal frames always give equal bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from companion.press.frame.frame import Document, Page
from companion.units import to_points

if TYPE_CHECKING:
    from companion.press.ink.reportlab_inside import Sink


def render_document(document: Document) -> bytes:
    """Render a document as the bytes of a PDF; equal documents give equal bytes."""
    sink = io.BytesIO()
    write_document(document, sink)
    return sink.getvalue()


def render_pdf(pages: Sequence[Page], title: str, language: str) -> bytes:
    """Render pages as the bytes of a PDF without a setting for two-sided printing."""
    return render_document(Document("", "all", title, language, tuple(pages), ""))


def write_document(document: Document, sink: Sink, each: Callable[[], None] | None = None) -> None:
    """Write a document as a PDF that asks to be printed at 100 %, flipped as it says; call `each` after each page."""
    from companion.press.ink.content import Content, find_shared_frames
    from companion.press.ink.reportlab_inside import PdfFile, open_canvas

    canvas = open_canvas(document.title, lang=document.language, initialFontSize=8)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if document.duplex:
        canvas.setViewerPreference("Duplex", document.duplex)
    file = PdfFile(canvas, sink)
    content = Content(file, find_shared_frames(page.frame for page in document.pages))
    for number, page in enumerate(document.pages):
        _open_page(canvas, page, number)
        content.write_page(page.frame)
        if each is not None:
            each()
    file.finish()


def _open_page(canvas: Any, page: Page, number: int) -> None:
    frame = page.frame
    canvas.setPageSize((to_points(frame.width), to_points(frame.height)))
    for box, set_box in ((page.trim, canvas.setTrimBox), (page.bleed, canvas.setBleedBox)):
        left, top, right, bottom = box or (0.0, 0.0, frame.width, frame.height)
        set_box(tuple(map(to_points, (left, frame.height - bottom, right, frame.height - top))))
    if page.label:
        canvas.addPageLabel(number, prefix=page.label)
    if page.bookmark:
        key = f"page{number}"
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(page.bookmark, key, level=page.level)
