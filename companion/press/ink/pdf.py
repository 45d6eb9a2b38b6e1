"""Write pages as PDF with reportlab.

A frame placed more than once becomes one Form XObject; a frame placed once is written in place. Nothing
shows beyond the bleed. Equal frames always give equal bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.press.frame.frame import Document, Page

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
    from companion.press.ink.reportlab_inside import PdfFile

    file = PdfFile(sink, document.title, lang=document.language)
    duplex = {"Duplex": document.duplex} if document.duplex else {}
    file.set_preferences(PrintScaling="None", DisplayDocTitle="true", **duplex)
    content = Content(file, find_shared_frames(page.frame for page in document.pages))
    for page in document.pages:
        file.begin_page(page.frame.width, page.frame.height, page.trim, page.bleed)
        if page.label:
            file.label_page(page.label)
        if page.bookmark:
            file.bookmark_page(page.bookmark, page.level)
        content.write_page(page.frame)
        if each is not None:
            each()
    file.finish()
