"""The web table as one asynchronous ASGI app, without threads or a socket of its own."""

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
from companion.web import access, join, rendering, replay, rules, tables
from companion.web.app_state import AppState, Settings
from companion.web.context import ANYONE, HOST_ONLY, PLAYERS, SEATED, Page, PageContext
from companion.web.rendering import Pages, serve_static

_TABLE_PAGES: tuple[Page, ...] = (
    *rendering.PAGES,
    *join.PAGES,
    *tables.PAGES,
    *replay.PAGES,
    *rules.PAGES,
    *(page for game in GAMES for page in import_module(f"companion.web.{game}").PAGES),
)
"""Every page of tables."""

_TABLE_PREFIX = "/t/{table}/"
_HEADER_PAIRS = [
    (name.encode(), value.encode()) for name, value in {**access.HEADERS, "cache-control": "no-store"}.items()
]
_VARYING_HEADERS = ("accept-language", "x-companion-drawn")  # what a browser says that a page hangs on
_MOST_CACHED = 500  # of a table, pages and parts of them that are kept until something changes


def list_pages(pocket: bool = False) -> tuple[Page, ...]:
    """List every page; with ``pocket``, only those that run beside the tables on a phone alone."""
    if pocket:
        return tuple(page for page in _TABLE_PAGES if page.pocket)
    from companion.web import own_decks, printing
    from companion.web.pocket import offering

    print_pages = (*own_decks.PAGES, *printing.PAGES)
    return (*_TABLE_PAGES, *join.make_screen_pages(_TABLE_PAGES), *print_pages, *offering.PAGES)


def make_app(open_tables: OpenTables, chosen: Settings | None = None, only: Sequence[Page] | None = None) -> Starlette:
    """Build the web table; its ``state.app_state`` ends the streams when the program ends."""
    settings = chosen or Settings()
    app_state, pages = AppState(open_tables, settings), Pages(settings.static)
    by_path: dict[str, dict[str, Page]] = {}
    for page in list_pages(settings.pocket) if only is None else only:
        by_path.setdefault(page.path, {})[page.game] = page  # a game's own page goes before the common one
    ends = {path: _make_endpoint(app_state, pages, tuple(at.values())) for path, at in by_path.items()}
    of_tables = {path: ends.pop(path) for path in by_path if path.startswith(_TABLE_PREFIX)}

    async def answer_table_page(request: Request) -> Response:
        if (end := of_tables.get(_TABLE_PREFIX + request.path_params["page"])) is None:
            request.path_params.clear()  # a page that says so is none of the table
            raise HTTPException(404)
        shown: Response = await end(request)
        return shown

    # Every page of a table is found at one look: Starlette tries one address after the other.
    routes = [Route(_TABLE_PREFIX + "{page:path}", answer_table_page, methods=["GET", "POST"])]
    routes += [Route(path, end, methods=["GET", "POST"]) for path, end in ends.items()]
    routes.append(Route("/clock", rendering.serve_clock, methods=["GET"]))
    routes.append(Route("/static/{version}/{name:path}", serve_static, methods=["GET"]))

    async def answer_error(request: Request, error: Exception) -> Response:
        found = app_state.people.find_visitor(request.cookies.get(settings.cookie, ""))
        context = PageContext(request, app_state, pages.render_page, found, access.Form())
        if isinstance(error, HTTPException):
            code = error.status_code
            told = say("There is no such page.") if code == 404 else say("That is not possible here.")
            return _show_sentence(context, told, code)
        traceback.print_exception(error, file=sys.stderr)
        return _show_sentence(context, say("Something went wrong here; nothing is lost. Go back and try again."), 500)

    app = Starlette(routes=routes, exception_handlers={HTTPException: answer_error, 500: answer_error})
    # An address with a slash too many is none: a redirect would be built from what the Host header says.
    app.router.redirect_slashes = False
    app.state.app_state = app_state
    app.add_middleware(_SecurityHeaders)
    return app


class _SecurityHeaders:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {name for name, _ in message["headers"]}
                kept = [pair for pair in _HEADER_PAIRS if pair[0] not in names]
                message = {**message, "headers": [*message["headers"], *kept]}
            await send(message)

        await self.app(scope, receive, send_with_headers)


def _make_endpoint(app_state: AppState, pages: Pages, at: Sequence[Page]):  # type: ignore[no-untyped-def]
    """Build the endpoint for the pages at one address: one page, or one for each game."""

    async def endpoint(request: Request) -> Response:
        visitor = app_state.people.find_visitor(request.cookies.get(app_state.settings.cookie, ""))
        context = PageContext(request, app_state, pages.render_page, visitor, access.Form())
        if visitor is not None and request.client is not None:
            app_state.note_host(request.client.host)
        if not access.is_own_host(request, app_state):
            return _show_sentence(context, say("This is not where the table is; scan its code again."), 421)
        if app_state.lost is not None:
            return _show_sentence(context, app_state.lost, 410)
        try:
            if request.method != "POST":
                context.form = access.read_query(request)
            page = at[0] if len(at) == 1 and not at[0].game else _get_game_page(context, at)
            if (barred := _deny_access(context, page)) is not None:
                return barred
            if request.method == "POST":
                return await _answer_form(context, page)
            if page.show is None:
                return context.redirect() if context.has_table else context.redirect_to_path("/")
            return await _show_page(context, page)
        except access.FormTimeout as error:
            answer = _show_sentence(context, error.whole, 408)
            answer.headers["connection"] = "close"  # the rest of it is not waited for
            return answer
        except CompanionError as error:
            return _show_sentence(context, error.whole, _status(error))

    return endpoint


def _get_game_page(context: PageContext, at: Sequence[Page]) -> Page:
    """The page of the game that the table plays; for a visitor without the code, just the first page."""
    if context.visitor is None:
        return at[0]
    game = context.table.history.game.name
    for page in at:
        if page.game in (game, ""):
            return page
    raise TableError("This table plays another game: {game}.", game=game.capitalize())


def _deny_access(context: PageContext, page: Page) -> Response | None:
    """The answer that keeps a visitor out of a page; ``None`` for those who may ask for it."""
    if page.who == ANYONE:
        return None
    asked = context.request
    if context.visitor is None:
        if asked.method == "GET":
            return context.redirect_to_path("/join")
        return _show_sentence(context, say("You are not at this table; scan its code again."), 403)
    if context.has_table:
        with suppress(CompanionError):  # before anybody's seat is asked for: another table may have this name
            context.table  # noqa: B018
    if page.who == HOST_ONLY and not context.is_host:
        return _show_sentence(context, say("Only whoever opened the tables may do that, on the laptop."), 403)
    if not context.is_playing and (asked.method == "POST" or page.who in (PLAYERS, SEATED)):
        return _show_sentence(context, say("This screen only watches."), 403)
    if page.who == SEATED and not context.seats:
        return context.redirect("seat")
    if page.game and page.act and page.who == PLAYERS and asked.method == "GET" and not context.can_act:
        return context.redirect()  # its form is for those who play
    if page.game and context.seat is None and context.is_shared:
        return context.redirect("curtain")
    return None


async def _show_page(context: PageContext, page: Page) -> Response:
    """Show a page; a still one is made again for the same visitor only when something has changed."""
    assert page.show is not None  # one without is led on from
    if not page.still:
        return await page.show(context)
    made, heads = context.app_state.get_cache(context.table), context.request.headers
    key = (page.path, str(context.form.fields), str(context.visitor), *map(heads.get, _VARYING_HEADERS))
    if key not in made:
        shown = await page.show(context)
        if shown.status_code != 200 or len(made) >= _MOST_CACHED:
            return shown
        made[key] = bytes(shown.body), context.taps
    body, taps = made[key]
    for tap in taps:  # but each form is another tap
        body = body.replace(tap, secrets.token_urlsafe(12).encode())
    return HTMLResponse(body)


async def _answer_form(context: PageContext, page: Page) -> Response:
    """Carry out a form; where it is refused, show the page again with the input and the reason."""
    if page.act is None:
        return _show_sentence(context, say("That is not possible here."), 405)
    try:
        context.form = await access.read_form(context.request, page.limit, page.files)
        access.check_origin(context.request, context.app_state, context.visitor, context.form)
        access.check_path(context.form.text("back") or "/")  # before anything is done
        if page.game and not context.can_act:
            raise Refused("Without a seat you can only watch; take a seat, then do it.")
        return await page.act(context)
    except CompanionError as error:
        if page.show is None or isinstance(error, access.FormTimeout) or _status(error) == 404:
            raise
        context.problem = error.whole
        shown = await page.show(context)
        if shown.status_code == 422:
            shown.status_code = _status(error)
        return shown


def _status(error: CompanionError) -> int:
    """The HTTP status for an error; 503 is worth another try."""
    if isinstance(error, BusyError):
        return 503
    return 404 if isinstance(error, TableError) else 422


def _show_sentence(context: PageContext, sentence: Sentence, status: int) -> Response:
    return context.render_page("told.html", status, sentence=sentence)
