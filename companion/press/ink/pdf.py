"""Ink for PDF: reads frames, writes pages with reportlab; knows no games or sheets.

A frame that is placed more than once becomes one Form XObject, drawn as often as it is placed; one that is
placed once is written where it stands. Nothing shows beyond the bleed. The same frames always give the same
bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from companion.press.frame.frame import Document, Page
from companion.units import points

if TYPE_CHECKING:
    from companion.press.ink.reportlab_inside import Sink


def document_pdf(document: Document) -> bytes:
    """A document as the bytes of a PDF; equal documents give equal bytes."""
    sink = io.BytesIO()
    write_document(document, sink)
    return sink.getvalue()


def pdf(pages: Sequence[Page], title: str, language: str) -> bytes:
    """Pages as the bytes of a PDF that leaves open how a printer turns its sheets."""
    return document_pdf(Document("", "all", title, language, tuple(pages), ""))


def write_document(document: Document, sink: Sink, each: Callable[[], None] | None = None) -> None:
    """Write a document as a PDF that asks for 100 % and the right flip; `each` is told of every page."""
    from companion.press.ink.content import Content, shared
    from companion.press.ink.reportlab_inside import PdfFile, open_canvas

    canvas = open_canvas(document.title, lang=document.language, initialFontSize=8)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if document.duplex:
        canvas.setViewerPreference("Duplex", document.duplex)
    file = PdfFile(canvas, sink)
    content = Content(file, shared(page.frame for page in document.pages))
    for number, page in enumerate(document.pages):
        _open_page(canvas, page, number)
        content.page(page.frame)
        if each is not None:
            each()
    file.finish()


def _open_page(canvas: Any, page: Page, number: int) -> None:
    frame = page.frame
    canvas.setPageSize((points(frame.width), points(frame.height)))
    for box, set_box in ((page.trim, canvas.setTrimBox), (page.bleed, canvas.setBleedBox)):
        left, top, right, bottom = box or (0.0, 0.0, frame.width, frame.height)
        set_box(tuple(map(points, (left, frame.height - bottom, right, frame.height - top))))
    if page.label:
        canvas.addPageLabel(number, prefix=page.label)
    if page.bookmark:
        key = f"page{number}"
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(page.bookmark, key, level=page.level)
