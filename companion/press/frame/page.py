"""Pages of frames, and the documents they make: what ink is given."""

from typing import NamedTuple

from companion.press.frame.frame import Bounds, Frame

DUPLEX = {"duplex-long": "DuplexFlipLongEdge", "duplex-short": "DuplexFlipShortEdge"}
"""The request of a PDF to a printer that turns sheets over by itself."""


class Page(NamedTuple):
    """A page to be inked."""

    frame: Frame  # as large as the paper
    label: str = ""  # shown by PDF readers instead of the page number
    bookmark: str = ""  # a line for the PDF's outline, or empty
    trim: Bounds | None = None  # what is left when all is cut; the whole page when `None`
    bleed: Bounds | None = None  # trim and what is drawn beyond it
    level: int = 0  # depth of the bookmark, 0 outermost
    free: tuple[float, float, float] | None = None  # a strip for words: right end, base line, length, mm


class Document(NamedTuple):
    """One file for the printer."""

    name: str  # of the file, without ending
    part: str  # `all`, `fronts` or `backs`
    title: str
    language: str
    pages: tuple[Page, ...]  # in the order they are printed
    duplex: str  # `DuplexFlipLongEdge`, `DuplexFlipShortEdge` or `Simplex`; empty leaves it to the printer

    @property
    def sheets(self) -> int:
        """Sheets of paper it takes; the backs of other sheets take none."""
        if self.part == "backs":
            return 0
        return (len(self.pages) + 1) // 2 if self.duplex != "Simplex" else len(self.pages)
