"""Pages of frames, and the documents they make: what ink is given."""

from __future__ import annotations

from dataclasses import dataclass

from companion.press.frame.frame import Bounds, Frame

DUPLEX = {"duplex-long": "DuplexFlipLongEdge", "duplex-short": "DuplexFlipShortEdge"}
"""What a PDF asks of a printer that turns sheets over by itself."""


@dataclass(frozen=True)
class Page:
    """A page to be inked.

    Attributes:
        frame: The page as a frame; its size is the paper's.
        label: What a PDF reader shows instead of the page number.
        bookmark: A line for the outline, or empty.
        trim: What is left when all is cut, mm; the whole page when ``None``.
        bleed: Trim and what is drawn beyond it, mm.
        level: Depth of the bookmark, 0 outermost.
        free: Right end, base line and length of a strip that is left for a line about the sheet, mm.
    """

    frame: Frame
    label: str = ""
    bookmark: str = ""
    trim: Bounds | None = None
    bleed: Bounds | None = None
    level: int = 0
    free: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class Document:
    """One file for the printer.

    Attributes:
        name: Of the file, without ending.
        part: ``all``, ``fronts`` or ``backs``.
        title: Of the document.
        language: Of its words.
        pages: In the order they are printed.
        duplex: What the PDF asks: ``DuplexFlipLongEdge``, ``DuplexFlipShortEdge`` or ``Simplex``.
    """

    name: str
    part: str
    title: str
    language: str
    pages: tuple[Page, ...]
    duplex: str

    @property
    def sheets(self) -> int:
        """Sheets of paper it takes; the backs of other sheets take none."""
        if self.part == "backs":
            return 0
        return (len(self.pages) + 1) // 2 if self.duplex != "Simplex" else len(self.pages)
