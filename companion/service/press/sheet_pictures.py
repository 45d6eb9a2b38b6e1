"""Sheets as they will come out of the printer: pictures to look at before paper is spent."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from companion.answers import Answer
from companion.errors import InputError
from companion.press.composition import HANDFUL, Composition, compose
from companion.press.frame.frame import Page
from companion.press.frame.miniature import miniature
from companion.press.ink.svg import svg
from companion.press.sheets.leaf import sheets_of
from companion.sentences import Sentence, say, say_count
from companion.service.press.order import Wish

SHOWN = 12  # pages that are drawn; whoever wants to see all of them opens the file
SECONDS_A_PIECE, SECONDS_A_SHEET = 15, 30  # to cut a piece out with a knife along a ruler, and to lay a sheet

Drawn = Callable[[str, str, int], object]  # told the name of a page, its picture, and how many there will be


def sheet_pictures(wish: Wish, shown: int = SHOWN, each: Drawn = lambda name, picture, of: None) -> Answer:
    """Draw the first pages of a wish, without empty backs, and count its sheets; `each` gets them one by one.

    Pages of a handful of cards are drawn as they are printed, those of more small.
    """
    composition, paper = _composed(wish, wish.fingerprint), wish.edition.paper
    pages = _pages(composition)
    few = composition.cards <= HANDFUL and len(pages) <= 2
    pictures = []
    for page in pages[:shown]:
        picture = svg(page.frame) if few else svg(miniature(page.frame), embed_fonts=False)
        pictures.append({"name": page.bookmark.strip(), "svg": picture})
        each(page.bookmark.strip(), picture, min(shown, len(pages)))
    data: dict[str, Any] = {"sheets": composition.sheets, "pieces": composition.cards}
    data |= {"width": paper.width, "height": paper.height}
    data |= {"pages": pictures, "more": len(pages) - len(pictures)}
    return Answer(data, (_measure(composition, paper.title), *composition.notes))


def page_picture(wish: Wish, number: int) -> Answer:
    """Draw one page of a wish as it is printed, by its place among those that `sheet_pictures` draws."""
    pages = _pages(_composed(wish, wish.fingerprint))
    if not 0 <= number < len(pages):
        raise InputError("there is no page {number} here.", number=number + 1)
    page = pages[number]
    return Answer({"name": page.bookmark.strip(), "svg": svg(page.frame)}, ())


@lru_cache(maxsize=1)
def _composed(wish: Wish, _fingerprint: str) -> Composition:
    """The sheets of the last wish: who has seen them small may want to see one large."""
    return compose(wish.edition)


def put_away() -> None:
    """Keep the sheets looked at last no longer: who prints lays them out anew, and needs the room."""
    _composed.cache_clear()


def _pages(composition: Composition) -> list[Page]:
    return [page for document in composition.documents for page in document.pages if page.bookmark]


def _measure(composition: Composition, paper: str) -> Sentence:
    """The work that a print makes."""
    seconds = composition.cards * SECONDS_A_PIECE + composition.sheets * SECONDS_A_SHEET
    return say(
        "{pages} on {sheets}, {pieces}: about {minutes}",
        pages=say_count("[one page|{count} pages]", sum(len(each.pages) for each in composition.documents)),
        sheets=sheets_of(composition.sheets, paper),
        pieces=say_count("[one piece|{count} pieces] to cut out", composition.cards),
        minutes=say_count("[one minute|{count} minutes] of cutting", max(1, round(seconds / 60))),
    )
