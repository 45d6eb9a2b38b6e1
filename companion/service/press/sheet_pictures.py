"""Sheets as they will come out of the printer: small pictures to look at before paper is spent."""

from typing import Any

from companion.answers import Answer
from companion.press.composition import compose
from companion.press.frame.miniature import miniature
from companion.press.ink.svg import svg
from companion.press.sheets.labels import sheets_of
from companion.sentences import say, say_count
from companion.service.press.order import PrintOrder, editions_of

SHOWN = 12  # pages that are drawn; whoever wants to see all of them opens the file


def sheet_pictures(order: PrintOrder, shown: int = SHOWN) -> Answer:
    """Draw the first pages of an order's first edition small, without empty backs, and count its sheets."""
    edition = next(editions_of(order))
    composition = compose(edition)
    pages = [page for document in composition.documents for page in document.pages if page.bookmark]
    pictures = [
        {"name": page.bookmark.strip(), "svg": svg(miniature(page.frame), embed_fonts=False)}
        for page in pages[:shown]
    ]
    sheets = sheets_of(composition.sheets, edition.paper.title)
    pieces = say_count("one piece to cut out", "{count} pieces to cut out", composition.cards)
    data: dict[str, Any] = {"sheets": composition.sheets, "pieces": composition.cards}
    data |= {"width": edition.paper.width, "height": edition.paper.height}
    data |= {"pages": pictures, "more": len(pages) - len(pictures)}
    return Answer(data, (say("{pieces}, on {sheets}", pieces=pieces, sheets=sheets), *composition.notes))
