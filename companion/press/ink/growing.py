"""A PDF that is written while it grows: what is finished leaves memory, page by page."""

from __future__ import annotations

from typing import Any, Protocol


class Sink(Protocol):
    """Takes the bytes of a file, in order."""

    def write(self, part: bytes, /) -> object:
        """Append bytes."""


class GrowingPdf:
    """The file of an empty reportlab canvas, which by itself would keep all objects to the end."""

    def __init__(self, canvas: Any, sink: Sink) -> None:
        from reportlab.pdfbase.pdfdoc import PDFFile

        self._canvas, self._document = canvas, canvas._doc
        self._file = PDFFile(self._document._pdfVersion)
        self._goal = sink
        self._written: set[str] = set()
        self._pour()

    def settle(self, name: str) -> None:
        """Write a finished object; only its place in the file is remembered."""
        from reportlab.pdfbase.pdfdoc import PDFIndirectObject

        document = self._document
        content, document.idToObject[name] = document.idToObject[name], None
        formed = PDFIndirectObject(name, content).format(document)
        document.idToOffset[name] = self._file.add(formed)
        self._written.add(name)
        self._pour()

    def settle_page(self) -> None:
        """Write the page that was shown last, with its content."""
        from reportlab.pdfbase.pdfdoc import PDFObjectReference

        pages = self._document.Pages.pages
        page = pages[-1]
        pages[-1] = PDFObjectReference(page.__InternalName__)
        self.settle(page.__InternalName__)
        self.settle(page.Contents.__InternalName__)  # which has a name only now

    def finish(self) -> None:
        """Write everything left, and the table of where each object begins."""
        from reportlab.pdfbase.pdfdoc import PDFCrossReferenceTable, PDFTrailer

        document = self._document
        for font in document.delayedFonts:
            font.addObjects(document)
        document.info.invariant = document.invariant
        document.info.digest(document.signature)
        catalog, info = document.Reference(document.Catalog), document.Reference(document.info)
        document.Outlines.prepare(document, self._canvas)
        if document.Outlines.ready < 0:
            document.Catalog.Outlines = None
        number = 0
        while (number := number + 1) in document.numberToId:  # what is written may refer to more
            name = document.numberToId[number]
            if name not in self._written:
                self.settle(name)
        table = PDFCrossReferenceTable()
        table.addsection(0, [document.numberToId[each] for each in range(1, number)])
        begins = self._file.add(table.format(document))
        trailer = PDFTrailer(startxref=begins, Size=number, Root=catalog, Info=info, ID=document.ID())
        self._file.add(trailer.format(document))
        self._pour()

    def _pour(self) -> None:
        """Pass on what the file has gathered."""
        for part in self._file.strings:
            self._goal.write(part)
        self._file.strings.clear()
