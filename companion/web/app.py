"""The web table as one ASGI callable: asynchronous, without threads or a socket of its own."""

import secrets
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.errors import BusyError, CompanionError, Refused, TableError
from companion.play.games import GAMES
from companion.sentences import Sentence, say
from companion.service.kept_tables import OpenTables
from companion.web import join, rules, stream, tables
from companion.web import settings as looks
from companion.web.form import Form
from companion.web.gate import HEADERS, Stalled, check_origin, check_path, read_form, read_query, right_host
from companion.web.house import House, Settings
from companion.web.join import screen_pages
from companion.web.rendering import Pages
from companion.web.static import serve_static
from companion.web.visit import ANYONE, HOST_ONLY, PLAYERS, SEATED, Page, Rehearsal, Visit

_OF_GAMES = {name: import_module(f"companion.web.{name}") for name in GAMES}

_TABLE_PAGES: tuple[Page, ...] = (
    *stream.PAGES,
    *join.PAGES,
    *tables.PAGES,
    *looks.PAGES,
    *rules.PAGES,
    *(page for part in _OF_GAMES.values() for page in part.PAGES),
)
"""Every page of tables."""

_OF_A_TABLE = "/t/{table}/"
_REFUSED = [
    (name.encode(), value.encode()) for name, value in {**HEADERS, "cache-control": "no-store"}.items()
]
_HEARD = ("accept-language", "x-companion-drawn")  # what a browser says that a page hangs on
_MOST_MADE = 500  # of a table, pages and parts of them that are kept until something changes

REHEARSALS = tuple(map(Rehearsal.of, GAMES))  # what a pocket warms up with, a game each


def all_pages(pocket: bool = False) -> tuple[Page, ...]:
    """Every page there is; a pocket reads no photos, and what prints stands beside its tables."""
    if pocket:
        return tuple(page for page in _TABLE_PAGES if page.pocket)
    from companion.web import press
    from companion.web.pocket import offering

    return (*_TABLE_PAGES, *screen_pages(_TABLE_PAGES), *press.PAGES, *offering.PAGES)


def make_app(
    open_tables: OpenTables, chosen: Settings | None = None, only: Sequence[Page] | None = None
) -> Starlette:
    """The web table; its ``state.house`` ends the streams when the program ends."""
    settings = chosen or Settings()
    house, pages = House(open_tables, settings), Pages(settings.static)
    by_path: dict[str, dict[str, Page]] = {}
    for page in all_pages(settings.pocket) if only is None else only:
        by_path.setdefault(page.path, {})[page.game] = page  # a game's own page goes before the common one
    ends = {path: _endpoint(house, pages, tuple(at.values())) for path, at in by_path.items()}
    of_tables = {path: ends.pop(path) for path in by_path if path.startswith(_OF_A_TABLE)}

    async def of_table(request: Request) -> Response:
        end = of_tables.get(_OF_A_TABLE + request.path_params["page"])
        if end is None:
            request.path_params.clear()  # a page that says so is none of the table
            raise HTTPException(404)
        shown: Response = await end(request)
        return shown

    # Every page of a table is found at one look: Starlette tries one address after the other.
    routes = [Route(_OF_A_TABLE + "{page:path}", of_table, methods=["GET", "POST"])]
    routes += [Route(path, end, methods=["GET", "POST"]) for path, end in ends.items()]
    routes.append(Route("/clock", stream.tell_clock, methods=["GET"]))
    routes.append(Route("/static/{version}/{name:path}", serve_static, methods=["GET"]))

    async def failed(request: Request, error: Exception) -> Response:
        found = house.people.find(request.cookies.get(settings.cookie, ""))
        visit = Visit(request, house, pages.drawn, found, Form())
        if isinstance(error, HTTPException):
            code = error.status_code
            told = say("There is no such page.") if code == 404 else say("That cannot be asked for here.")
            return _told(visit, told, code)
        traceback.print_exception(error, file=sys.stderr)
        return _told(visit, say("Something went wrong here; nothing is lost. Go back and try again."), 500)

    app = Starlette(routes=routes, exception_handlers={HTTPException: failed, 500: failed})
    # An address with a slash too many is none: a redirect would be built from what the Host header says.
    app.router.redirect_slashes = False
    app.state.house = house
    app.add_middleware(_Headers)
    return app


class _Headers:
    """Puts what a browser is told to refuse on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {name for name, _ in message["headers"]}
                kept = [pair for pair in _REFUSED if pair[0] not in names]
                message = {**message, "headers": [*message["headers"], *kept]}
            await send(message)

        await self.app(scope, receive, with_headers)


def _endpoint(house: House, pages: Pages, at: Sequence[Page]):  # type: ignore[no-untyped-def]
    """Answers for the pages at one address: one, or one for each game."""

    async def endpoint(request: Request) -> Response:
        visitor = house.people.find(request.cookies.get(house.settings.cookie, ""))
        visit = Visit(request, house, pages.drawn, visitor, Form())
        if visitor is not None:
            house.people.heard(visitor)
            if request.client is not None:
                house.note_host(request.client.host)
        if not right_host(request, house):
            return _told(visit, say("This is not where the table is; scan its code again."), 421)
        if house.lost is not None:
            return _told(visit, house.lost, 410)
        try:
            if request.method != "POST":
                visit.form = read_query(request)
            page = at[0] if len(at) == 1 and not at[0].game else _of_game(visit, at)
            barred = _barred(visit, page)
            if barred is not None:
                return barred
            if request.method == "POST":
                return await _acted(visit, page)
            if page.show is None:
                return visit.go() if visit.at_table else visit.go_to("/")
            return await _shown(visit, page)
        except Stalled as error:
            answer = _told(visit, error.whole, 408)
            answer.headers["connection"] = "close"  # the rest of it is not waited for
            return answer
        except CompanionError as error:
            return _told(visit, error.whole, _status(error))

    return endpoint


def _of_game(visit: Visit, at: Sequence[Page]) -> Page:
    """The page of the game that the table plays; who may not come in learns nothing of it."""
    if visit.visitor is None:
        return at[0]
    game = visit.table.history.game.name
    for page in at:
        if page.game in (game, ""):
            return page
    raise TableError("This table plays another game: {game}.", game=game.capitalize())


def _barred(visit: Visit, page: Page) -> Response | None:
    """The answer to somebody who may not ask for a page; ``None`` for whoever may."""
    if page.who == ANYONE:
        return None
    asked = visit.request
    if visit.visitor is None:
        if asked.method == "GET":
            return visit.go_to("/join")
        return _told(visit, say("You are not at this table; scan its code again."), 403)
    if visit.at_table:
        with suppress(CompanionError):  # before anybody's seat is asked for: another table may have this name
            visit.table  # noqa: B018
    if page.who == HOST_ONLY and not visit.host:
        return _told(visit, say("Only whoever opened the tables may do that, on the laptop."), 403)
    if not visit.playing and (asked.method == "POST" or page.who in (PLAYERS, SEATED)):
        return _told(visit, say("This screen only looks on."), 403)
    if page.who == SEATED and not visit.seats:
        return visit.go("seat")
    if page.game and page.act and page.who == PLAYERS and asked.method == "GET" and not visit.decides:
        return visit.go()  # its form is for those who play
    if page.game and visit.seat is None and visit.handed:
        return visit.go("curtain")
    return None


async def _shown(visit: Visit, page: Page) -> Response:
    """A page; one that was made for the same eyes is not made again while nothing has changed."""
    assert page.show is not None  # one without is led on from
    if not page.still:
        return await page.show(visit)
    made, heads = visit.house.once(visit.table), visit.request.headers
    key = (page.path, str(visit.form.fields), str(visit.visitor), *map(heads.get, _HEARD))
    if key not in made:
        shown = await page.show(visit)
        if shown.status_code != 200 or len(made) >= _MOST_MADE:
            return shown
        made[key] = bytes(shown.body), visit.taps
    body, taps = made[key]
    for tap in taps:  # but each form is another tap
        body = body.replace(tap, secrets.token_urlsafe(12).encode())
    return HTMLResponse(body)


async def _acted(visit: Visit, page: Page) -> Response:
    """The answer to a form; where it cannot be done, the page again with what was sent and the reason."""
    if page.act is None:
        return _told(visit, say("That cannot be asked for here."), 405)
    try:
        visit.form = await read_form(visit.request, page.limit, page.files)
        check_origin(visit.request, visit.house, visit.visitor, visit.form)
        check_path(visit.form.text("back") or "/")  # before anything is done
        if page.game and not visit.decides:
            raise Refused("Whoever has no seat here only looks on; take a seat, then do it.")
        return await page.act(visit)
    except CompanionError as error:
        if page.show is None or isinstance(error, Stalled) or _status(error) == 404:
            raise
        visit.problem = error.whole
        shown = await page.show(visit)
        if shown.status_code == 422:
            shown.status_code = _status(error)
        return shown


def _status(error: CompanionError) -> int:
    """The status a browser is sent beside the sentence: 503 is worth another try."""
    if isinstance(error, BusyError):
        return 503
    return 404 if isinstance(error, TableError) else 422


def _told(visit: Visit, sentence: Sentence, status: int) -> Response:
    """A page with one sentence on it."""
    return visit.page("told.html", status, sentence=sentence)
