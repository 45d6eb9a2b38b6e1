"""Sheets as they will come out of the printer: small pictures to look at before paper is spent."""

from __future__ import annotations

from companion.answers import Answer
from companion.press.composition import compose
from companion.press.frame.miniature import miniature
from companion.press.ink.svg import svg
from companion.press.sheets.labels import sheets_of
from companion.sentences import say, say_count
from companion.service.press.order import PrintOrder, editions_of

SHOWN = 12
"""Pages that are drawn; whoever wants to see all of them opens the file."""


def sheet_pictures(order: PrintOrder, shown: int = SHOWN) -> Answer:
    """Draw the first pages of an order small, and count its sheets.

    Args:
        order: What would be printed; of several editions the first.
        shown: How many pages are drawn at most; empty backs are left out.

    Raises:
        CompanionError: When something does not hold together or does not fit.
    """
    edition = next(editions_of(order))
    composition = compose(edition)
    pages = [page for document in composition.documents for page in document.pages if page.bookmark]
    pictures = [
        {"name": page.bookmark.strip(), "svg": svg(miniature(page.frame), embed_fonts=False)}
        for page in pages[:shown]
    ]
    sheets = sheets_of(composition.sheets, edition.paper.title)
    pieces = say_count("one piece to cut out", "{count} pieces to cut out", composition.cards)
    return Answer(
        {
            "sheets": composition.sheets,
            "pieces": composition.cards,
            "width": edition.paper.width,
            "height": edition.paper.height,
            "pages": pictures,
            "more": len(pages) - len(pictures),
        },
        (say("{pieces}, on {sheets}", pieces=pieces, sheets=sheets), *composition.notes),
    )
