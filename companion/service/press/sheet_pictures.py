"""Render previews of sheets as the printer will print them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

from companion.answers import Answer
from companion.data.papers import Paper
from companion.errors import InputError
from companion.press.composition import HANDFUL, Composition, compose, drop_copies, lay_out_pieces
from companion.press.face.pieces import Piece
from companion.press.frame.frame import Frame, Page, Use
from companion.press.frame.low_ink import build_miniature
from companion.press.frame.outlines import Matrix
from companion.press.ink.svg import render_svg
from companion.press.sheets.leaf import describe_sheets
from companion.sentences import Sentence, say, say_count
from companion.service.press.edition_order import EditionOrder
from companion.service.press.own_decks import is_kept_pdf
from companion.service.press.printing import pause_garbage_collection

SHOWN = 12  # pages that are rendered
SECONDS_A_PIECE, SECONDS_A_SHEET = 15, 30  # to cut out a piece with knife and ruler, and to place a sheet
FIRST = 28  # pieces that are laid out before the first picture: what two sheets hold
PictureListener = Callable[[int, str, str, int], object]
"""Called with a page's number, its name and picture, and the number of pages."""


@pause_garbage_collection()
def render_sheets(order: EditionOrder, each: PictureListener | None = None) -> Answer:
    """Render the first pages of a print, without empty backs, and count its sheets.

    `each` is called with every picture, and at once with that of the first cards, maybe again when all is laid
    out. For a few cards pages are as printed, otherwise miniatures.
    """
    edition, early, cover = order.edition, "", 1 if order.edition.cover else 0
    if each and len(pieces := _lay_out(order, FIRST)) >= FIRST and not (edition.picks or is_kept_pdf(order.game)):
        first = compose(replace(edition, changed=True, cover=False), pieces[:FIRST])  # without nets
        for page in _list_pages(first, order)[:1]:
            early = render_svg(build_miniature(page.frame), embed_fonts=False)
            each(cover, page.bookmark.strip(), early, SHOWN)
    composition = _compose_cached(order, order.fingerprint)
    paper, notes = edition.paper, (*edition.deck.notes, *composition.notes)
    pages = _list_pages(composition, order)
    is_small = composition.cards <= HANDFUL and len(pages) <= 2
    pictures = []
    for number, page in enumerate(pages[:SHOWN]):
        picture = render_svg(page.frame) if is_small else render_svg(build_miniature(page.frame), embed_fonts=False)
        pictures.append({"name": page.bookmark.strip(), "svg": picture})
        if each and (number, picture) != (cover, early):
            each(number, page.bookmark.strip(), picture, min(SHOWN, len(pages)))
    data: dict[str, Any] = {"sheets": composition.sheets, "pieces": composition.cards}
    data |= {"width": paper.width, "height": paper.height, "pages": pictures, "more": len(pages) - len(pictures)}
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
    return compose(order.edition, drop_copies(order.edition, _lay_out(order)))


def _lay_out(order: EditionOrder, most: int | None = None) -> list[Piece]:
    """The pieces of an order, or so many of them; those of the last one are kept for another paper, and to go on."""
    kept = ("game", "language", "parts", "cards", "seals", "type", "cut", "edge", "side")
    pieces, coming = _lay_out_cached(EditionOrder(**{name: getattr(order, name) for name in kept}))
    try:
        pieces += islice(coming, most and max(0, most - len(pieces)))
    except BaseException:  # what is kept ends here
        _lay_out_cached.cache_clear()
        raise
    return pieces


@lru_cache(maxsize=1)
def _lay_out_cached(order: EditionOrder) -> tuple[list[Piece], Iterator[Piece]]:
    return [], lay_out_pieces(order.edition)


def forget_sheets() -> None:
    """Free the memory of the sheets rendered last, before a print lays them out again."""
    _lay_out_cached.cache_clear()
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
    if not composition.cards:  # rules
        return sheets
    seconds = composition.cards * SECONDS_A_PIECE + composition.sheets * SECONDS_A_SHEET
    return say(
        "{pages} on {sheets}, {pieces}: about {minutes}",
        pages=say_count("[one page|{count} pages]", sum(len(each.pages) for each in composition.documents)),
        sheets=sheets,
        pieces=say_count("[one piece|{count} pieces] to cut out", composition.cards),
        minutes=say_count("[one minute|{count} minutes] of cutting", max(1, round(seconds / 60))),
    )
