"""Choosing what to print, with the sheets shown small while one chooses."""

from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.data.catalogue import LANGUAGES
from companion.data.games import games, open_deck
from companion.data.papers import named_papers
from companion.errors import InputError, Refused
from companion.play.games import GAMES
from companion.press.impose.edition import SIDES
from companion.service.press.order import list_components
from companion.service.press.wish import INKS, Wish
from companion.web.pages import PLAYERS, Page
from companion.web.press.jobs import jobs_of, within
from companion.web.visit import Visit

_PATIENCE = 1.5  # seconds the page waits for its sheets; after that it comes without them, and asks again
_PATIENCE_FOR_NAMES = 8.0  # seconds that cards are looked for before they are printed
MOST_CHARACTERS = 200  # of the names of cards


def _wish(visit: Visit) -> Wish:
    """The wish of a form; parts of another game are left out."""
    form = visit.form
    game = form.choice("game", games(), GAMES[0])
    there = {part.name for part in open_deck(game).components}
    return Wish(
        game,
        form.choice("paper", tuple(named_papers()), "a4"),
        form.choice("sides", SIDES, SIDES[0]),
        form.choice("language", open_deck(game).languages or LANGUAGES, visit.language.code),
        form.choice("ink", INKS, INKS[0]),
        tuple(part for part in form.all("part") if part in there),
        form.text("cards", most=MOST_CHARACTERS),
    )


async def _choose(visit: Visit) -> Response:
    try:
        wish = _wish(visit)
    except InputError as wrong:
        visit.problem, wish = visit.problem or wrong.whole, Wish(GAMES[0], language=visit.language.code)
    jobs = jobs_of(visit.house)
    job = jobs.look(wish) if visit.problem is None else None
    if job is not None and await within(job, _PATIENCE) and job.problem is not None:
        visit.problem = job.problem
    deck = open_deck(wish.game)
    (contents,) = list_components((deck,), (), visit.language.code).lines
    return visit.page(
        "print/choose.html",
        wish=wish,
        job=job,
        games=games(),
        papers=named_papers().values(),
        sides=SIDES,
        languages=deck.languages,
        contents=contents,
        most=MOST_CHARACTERS,
    )


async def _print(visit: Visit) -> Response:
    if visit.form.has("reckon"):  # Enter in the field, where no script shows the sheets
        return await _choose(visit)
    wish, jobs = _wish(visit), jobs_of(visit.house)
    if wish.cards:
        job = jobs.look(wish)
        if await within(job, _PATIENCE_FOR_NAMES) and job.problem is not None:
            raise Refused(job.problem)
    jobs.print(wish)
    return go_on(visit, f"/{wish.fingerprint}")


def go_on(visit: Visit, page: str = "") -> Response:
    """On to a page of printing, which knows the way back to the table as the one before did."""
    back = visit.form.text("back")
    return visit.go_to(f"/print{page}?{urlencode({'back': back})}" if back else f"/print{page}")


async def _sheet(visit: Visit) -> Response:
    """One sheet, small: a picture by itself."""
    job = jobs_of(visit.house).looked(visit.request.path_params["fingerprint"])
    number = visit.request.path_params["number"]
    if job is None or job.answer is None or not number.isdigit():
        raise HTTPException(404)
    pages = job.answer.data["pages"]
    if not (number.isascii() and 0 <= int(number[:4]) < len(pages)):
        raise HTTPException(404)
    return Response(pages[int(number[:4])]["svg"], media_type="image/svg+xml")


PAGES = (
    Page("/print", _choose, _print, who=PLAYERS),
    Page("/print/{fingerprint}/sheet/{number}", _sheet, who=PLAYERS),
)
"""The choice, and the pictures on it."""
