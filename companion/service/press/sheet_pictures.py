"""Pictures of sheets as the printer will print them, to look at before paper is used."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from companion.answers import Answer
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

SHOWN = 12  # pages that are drawn; whoever wants to see all of them opens the file
SECONDS_A_PIECE, SECONDS_A_SHEET = 15, 30  # to cut a piece out with a knife along a ruler, and to lay a sheet

PictureListener = Callable[[str, str, int], object]  # told the name of a page, its picture, and how many there will be


def render_sheets(order: EditionOrder, each: PictureListener = lambda name, picture, of: None) -> Answer:
    """Render the first pages of a print, without empty backs, and count its sheets.

    `each` is called with every picture. Pages of a handful of cards are as printed, those of more are small.
    """
    edition, composition = order.edition, _compose_cached(order, order.fingerprint)
    paper, notes = edition.paper, (*edition.deck.notes, *composition.notes)
    pages = _list_pages(composition, order)
    few = composition.cards <= HANDFUL and len(pages) <= 2
    pictures = []
    for page in pages[:SHOWN]:
        picture = render_svg(page.frame) if few else render_svg(build_miniature(page.frame), embed_fonts=False)
        pictures.append({"name": page.bookmark.strip(), "svg": picture})
        each(page.bookmark.strip(), picture, min(SHOWN, len(pages)))
    data: dict[str, Any] = {"sheets": composition.sheets, "pieces": composition.cards}
    data |= {"width": paper.width, "height": paper.height}
    data |= {"pages": pictures, "more": len(pages) - len(pictures)}
    return Answer(data, (_describe_work(composition, paper.title), *notes))


def render_page(order: EditionOrder, number: int) -> Answer:
    """Render one page as it is printed, by its number among those of `render_sheets`, from 0."""
    pages = _list_pages(_compose_cached(order, order.fingerprint), order)
    if not 0 <= number < len(pages):
        raise InputError("there is no page {number} here.", number=number + 1)
    page = pages[number]
    return Answer({"name": page.bookmark.strip(), "svg": render_svg(page.frame)}, ())


@lru_cache(maxsize=1)
def _compose_cached(order: EditionOrder, _fingerprint: str) -> Composition:
    """The sheets of the last choice are kept: who has seen them small may want to see one large."""
    return compose(order.edition)


def forget_sheets() -> None:
    """Free the memory of the sheets rendered last, before a print lays them out anew."""
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


def _describe_work(composition: Composition, paper: str) -> Sentence:
    """The pages, pieces and minutes of cutting of a print."""
    seconds = composition.cards * SECONDS_A_PIECE + composition.sheets * SECONDS_A_SHEET
    return say(
        "{pages} on {sheets}, {pieces}: about {minutes}",
        pages=say_count("[one page|{count} pages]", sum(len(each.pages) for each in composition.documents)),
        sheets=describe_sheets(composition.sheets, paper),
        pieces=say_count("[one piece|{count} pieces] to cut out", composition.cards),
        minutes=say_count("[one minute|{count} minutes] of cutting", max(1, round(seconds / 60))),
    )
