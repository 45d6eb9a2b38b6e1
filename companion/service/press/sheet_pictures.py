"""Render previews of sheets as the printer will print them."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from companion.answers import Answer
from companion.data.papers import Paper
from companion.errors import InputError
from companion.press.composition import HANDFUL, Composition, compose
from companion.press.frame.frame import Frame, Page, Use
from companion.press.frame.low_ink import build_miniature
from companion.press.frame.outlines import Matrix
from companion.press.ink.svg import render_svg
from companion.press.sheets.leaf import describe_sheets
from companion.sentences import Sentence, say, say_count
from companion.service.press.own_decks import is_kept_pdf
from companion.service.press.printing import EditionOrder

SHOWN = 12  # pages that are rendered
SECONDS_A_PIECE, SECONDS_A_SHEET = 15, 30  # to cut out a piece with knife and ruler, and to place a sheet

PictureListener = Callable[[str, str, int], object]  # called with a page's name and picture, and the number of pages


def render_sheets(order: EditionOrder, each: PictureListener = lambda name, picture, of: None) -> Answer:
    """Render the first pages of a print, without empty backs, and count its sheets.

    `each` is called with every picture. For a few cards pages are as printed, otherwise miniatures.
    """
    edition, composition = order.edition, _compose_cached(order, order.fingerprint)
    paper, notes = edition.paper, (*edition.deck.notes, *composition.notes)
    pages = _list_pages(composition, order)
    is_small = composition.cards <= HANDFUL and len(pages) <= 2
    pictures = []
    for page in pages[:SHOWN]:
        picture = render_svg(page.frame) if is_small else render_svg(build_miniature(page.frame), embed_fonts=False)
        pictures.append({"name": page.bookmark.strip(), "svg": picture})
        each(page.bookmark.strip(), picture, min(SHOWN, len(pages)))
    data: dict[str, Any] = {"sheets": composition.sheets, "pieces": composition.cards}
    data |= {"width": paper.width, "height": paper.height}
    data |= {"pages": pictures, "more": len(pages) - len(pictures)}
    return Answer(data, (_describe_work(composition, paper), *notes))


def render_sheet_page(order: EditionOrder, number: int) -> Answer:
    """Render a page as it is printed, by its number among those of `render_sheets`, from 0."""
    pages = _list_pages(_compose_cached(order, order.fingerprint), order)
    if not 0 <= number < len(pages):
        raise InputError("there is no page {number} here.", number=number + 1)
    page = pages[number]
    return Answer({"name": page.bookmark.strip(), "svg": render_svg(page.frame)}, ())


@lru_cache(maxsize=1)
def _compose_cached(order: EditionOrder, _fingerprint: str) -> Composition:
    """Compose the sheets of an order; the last ones are cached, since a small one may be opened large."""
    return compose(order.edition)


def forget_sheets() -> None:
    """Free the memory of the sheets rendered last, before a print lays them out again."""
    _compose_cached.cache_clear()


def _list_pages(composition: Composition, order: EditionOrder) -> list[Page]:
    """The pages of a print; before them, how those of a PDF are cut."""
    pages = [page for document in composition.documents for page in document.pages if page.bookmark]
    if not is_kept_pdf(order.game):
        return pages
    from companion.press.page_deck import draw_cut_pages

    paper, found = order.edition.paper, list[Page]()
    for cut in draw_cut_pages(order.edition.deck):
        scale = min(paper.width / cut.width, paper.height / cut.height)
        frame = Frame(cut.name, paper.width, paper.height, (Use(cut, Matrix.scale_by(scale)),))
        found.append(Page(frame, bookmark=cut.name))
    return [*found, *pages]


def _describe_work(composition: Composition, paper: Paper) -> Sentence:
    """The numbers of pages and pieces of a print, and the minutes needed to cut it unless the sheets are cut."""
    sheets = describe_sheets(composition.sheets, paper.title)
    if paper.places is not None:
        return say_count("{sheets}: [one card|{count} cards]", composition.cards, sheets=sheets)
    seconds = composition.cards * SECONDS_A_PIECE + composition.sheets * SECONDS_A_SHEET
    return say(
        "{pages} on {sheets}, {pieces}: about {minutes}",
        pages=say_count("[one page|{count} pages]", sum(len(each.pages) for each in composition.documents)),
        sheets=sheets,
        pieces=say_count("[one piece|{count} pieces] to cut out", composition.cards),
        minutes=say_count("[one minute|{count} minutes] of cutting", max(1, round(seconds / 60))),
    )
