"""The pages as one asynchronous ASGI app, without its own threads or sockets."""

import secrets
import sys
import traceback
from collections.abc import Sequence
from contextlib import nullcontext, suppress
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
from companion.web.context import ANYONE, HOST_ONLY, PLAYERS, SEATED, PageContext, WebPage
from companion.web.people import TooManyKnocks
from companion.web.rendering import PIECE, Pages, serve_static

_TABLE_PAGES: tuple[WebPage, ...] = (
    *rendering.PAGES,
    *join.PAGES,
    *tables.PAGES,
    *replay.PAGES,
    *rules.PAGES,
    *(page for game in GAMES for page in import_module(f"companion.web.{game}").PAGES),
)
"""Every page, without printing, the big screen and the pocket."""

_TABLE_PREFIX = "/t/{table}/"
_HEADER_PAIRS = [
    (name.encode(), value.encode()) for name, value in {**access.HEADERS, "cache-control": "no-store"}.items()
]
_VARYING_HEADERS = ("accept-language", "x-companion-drawn")  # request headers on which a page depends
_LARGE = 2_000_000  # bytes of a form from which on it waits for its turn
_MOST_CACHED = 500  # entries in the cache of a table, which is emptied when it changes


def list_pages(pocket: bool = False) -> tuple[WebPage, ...]:
    """List every page; with ``pocket``, only those that a phone runs by itself."""
    if pocket:
        return (*(page for page in _TABLE_PAGES if page.in_pocket), tables.OPENING_PRESS)
    from companion.web import own_decks, printing
    from companion.web.pocket import offering

    print_pages = (*own_decks.PAGES, *printing.PAGES)
    return (*_TABLE_PAGES, *join.make_screen_pages(_TABLE_PAGES), *print_pages, *offering.PAGES)


def make_app(tables: OpenTables, config: Settings | None = None, only: Sequence[WebPage] | None = None) -> Starlette:
    """Build the app; its ``state.app_state`` is the `AppState`. ``only`` replaces the list of pages."""
    settings = config or Settings()
    app_state, pages = AppState(tables, settings), Pages(settings.static)
    by_path: dict[str, dict[str, WebPage]] = {}
    for page in list_pages(settings.pocket) if only is None else only:
        by_path.setdefault(page.path, {})[page.game] = page  # a game's own page and a common one may have one address
    endpoints = {path: _make_endpoint(app_state, pages, tuple(by_game.values())) for path, by_game in by_path.items()}
    of_tables = {path: endpoints.pop(path) for path in by_path if path.startswith(_TABLE_PREFIX)}

    async def answer_table_page(request: Request) -> Response:
        if (end := of_tables.get(_TABLE_PREFIX + request.path_params["page"])) is None:
            request.path_params.clear()  # the error page does not belong to the table
            raise HTTPException(404)
        response: Response = await end(request)
        return response

    # A dictionary finds pages of tables faster: Starlette would try one route after another.
    routes = [Route(_TABLE_PREFIX + "{page:path}", answer_table_page, methods=["GET", "POST"])]
    routes += [Route(path, end, methods=["GET", "POST"]) for path, end in endpoints.items()]
    routes.append(Route("/clock", rendering.serve_clock, methods=["GET"]))
    routes.append(Route("/static/{version}/{name:path}", serve_static, methods=["GET"]))

    async def answer_error(request: Request, error: Exception) -> Response:
        visitor = app_state.people.find_visitor(request.cookies.get(settings.cookie, ""))
        context = PageContext(request, app_state, pages.render_page, visitor, access.Form())
        if isinstance(error, HTTPException):
            code = error.status_code
            sentence = say("There is no such page.") if code == 404 else say("That is not possible here.")
            return _show_sentence(context, sentence, code)
        traceback.print_exception(error, file=sys.stderr)
        return _show_sentence(context, say("Something went wrong here; nothing is lost. Go back and try again."), 500)

    app = Starlette(routes=routes, exception_handlers={HTTPException: answer_error, 500: answer_error})
    # No redirect for a slash too many: it would be built from the Host header.
    app.router.redirect_slashes = False
    app.state.app_state = app_state
    app.add_middleware(_SafeResponses)
    return app


class _SafeResponses:
    """Adds the security headers, and sends bodies in pieces: the server waits for a visitor who does not read."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {name for name, _ in message["headers"]}
                headers = [pair for pair in _HEADER_PAIRS if pair[0] not in names]
                if message["status"] == 408:
                    headers.append((b"connection", b"close"))  # without waiting for the rest of the form
                message = {**message, "headers": [*message["headers"], *headers]}
            body = message.get("body", b"")
            for end in range(PIECE, len(body), PIECE):
                await send({**message, "body": body[end - PIECE : end], "more_body": True})
            await send({**message, "body": body[(len(body) - 1) // PIECE * PIECE :]} if len(body) > PIECE else message)

        await self.app(scope, receive, send_safely)


def _make_endpoint(app_state: AppState, pages: Pages, matching: Sequence[WebPage]):  # type: ignore[no-untyped-def]
    """Build the endpoint for the pages at one address: one page, or one for each game."""

    async def endpoint(request: Request) -> Response:
        visitor = app_state.people.find_visitor(request.cookies.get(app_state.settings.cookie, ""))
        context = PageContext(request, app_state, pages.render_page, visitor, access.Form())
        if visitor is not None and request.client is not None:
            app_state.note_host(request.client.host)
        if not access.is_own_host(request, app_state):
            return _show_sentence(context, say("This is not where the table is; scan its code again."), 421)
        if app_state.loss is not None:
            return _show_sentence(context, app_state.loss, 410)
        try:
            if request.method != "POST":
                context.form = access.read_query(request)
            page = matching[0] if len(matching) == 1 and not matching[0].game else _get_game_page(context, matching)
            if (refusal := _deny_access(context, page)) is not None:
                return refusal
            if request.method == "POST":
                return await _answer_form(context, page)
            if page.show is None:
                return context.redirect() if context.has_table else context.redirect_to_path("/")
            return await _show_page(context, page)
        except CompanionError as error:
            return _show_sentence(context, error.message, _status(error))

    return endpoint


def _get_game_page(context: PageContext, pages: Sequence[WebPage]) -> WebPage:
    """The page for the table's game; for a visitor without the code, simply the first page."""
    if context.visitor is None:
        return pages[0]
    game = context.table.history.game.name
    for page in pages:
        if page.game in (game, ""):
            return page
    raise TableError("This table plays another game: {game}.", game=game.capitalize())


def _deny_access(context: PageContext, page: WebPage) -> Response | None:
    """The response that denies a visitor a page; ``None`` if they may request it."""
    if page.role == ANYONE:
        return None
    request = context.request
    if context.visitor is None:
        if request.method == "GET":
            return context.redirect_to_path("/join")
        return _show_sentence(context, say("You are not at this table; scan its code again."), 403)
    if context.has_table:
        with suppress(CompanionError):  # open it before asking for seats: the name may belong to another table now
            context.table  # noqa: B018
    if page.role == HOST_ONLY and not context.is_host:
        return _show_sentence(context, say("Only whoever opened the tables may do that, on the laptop."), 403)
    if not context.is_playing and (request.method == "POST" or page.role in (PLAYERS, SEATED)):
        return _show_sentence(context, say("This screen only watches."), 403)
    if page.role == SEATED and not context.seats:
        return context.redirect("" if context.is_score else "seat")
    if page.game and page.act and page.role == PLAYERS and request.method == "GET" and not context.can_act:
        return context.redirect()  # only players use its form
    if page.game and context.seat is None and context.is_shared:
        return context.redirect("curtain")
    return None


async def _show_page(context: PageContext, page: WebPage) -> Response:
    """Show a page, which may be cached for the visitor until something changes."""
    assert page.show is not None  # the caller redirects from pages without it
    if not page.is_cacheable:
        return await page.show(context)
    cache, headers = context.app_state.get_cache(context.table), context.request.headers
    key = (page.path, str(context.form.fields), str(context.visitor), *map(headers.get, _VARYING_HEADERS))
    if key not in cache:
        response = await page.show(context)
        if response.status_code != 200 or len(cache) >= _MOST_CACHED:
            return response
        cache[key] = bytes(response.body), context.taps
    body, taps = cache[key]
    for tap in taps:  # each form still needs a tap of its own
        body = body.replace(tap, secrets.token_urlsafe(12).encode())
    return HTMLResponse(body)


async def _answer_form(context: PageContext, page: WebPage) -> Response:
    """Carry out a form; if it is refused, show the page again with the input and the reason."""
    if page.act is None:
        return _show_sentence(context, say("That is not possible here."), 405)
    try:
        uploads = context.app_state.uploads
        async with uploads if page.limit > _LARGE else nullcontext():
            context.form = await access.read_form(context.request, page.limit, page.files, lambda: uploads.waiting > 0)
        access.check_origin(context.request, context.app_state, context.visitor, context.form)
        access.check_path(context.form.text("back") or "/")  # before anything is changed
        if page.game and not context.can_act:
            raise Refused("Without a seat you can only watch; take a seat, then do it.")
        return await page.act(context)
    except CompanionError as error:
        if page.show is None or _status(error) == 404:
            raise
        context.problem = error.message
        response = await page.show(context)
        if response.status_code == 422:
            response.status_code = _status(error)
        return response
    finally:
        if context.form.files:  # frees them now, not when the cycles of a page are collected
            context.form = access.Form(context.form.fields)
            context.app_state.has_freed_files = True


def _status(error: CompanionError) -> int:
    """The HTTP status for an error; 503, 408 and 429 mean that trying again may help."""
    if isinstance(error, BusyError):
        return 503
    if isinstance(error, access.FormTimeout):
        return 408
    if isinstance(error, TooManyKnocks):
        return 429
    return 404 if isinstance(error, TableError) else 422


def _show_sentence(context: PageContext, sentence: Sentence, status: int) -> Response:
    return context.render_page("message.html", status, sentence=sentence)
