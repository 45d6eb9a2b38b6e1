"""Answer requests inside a phone's browser: the pages without a network, over rows that the browser stores.

Requests come one after another, as messages from the page; each response goes back with the rows it has
changed, which the browser saves before it shows the response.

A rehearsal requests every page once, at tables that nobody plays, so that the first taps are not slow. Its
memory may be saved as a snapshot, since no player's table has been in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, replace
from html import unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlencode, urljoin, urlsplit

from starlette.formparsers import MultiPartParser

from companion.data.catalogue import LANGUAGES, language
from companion.data.files import read_toml
from companion.errors import CompanionError
from companion.paths import assets
from companion.play.game import game_of
from companion.play.games import GAMES
from companion.service.kept_tables import OpenTables
from companion.service.rows import RowShelf
from companion.web.access import unquote_table_name
from companion.web.app import list_pages, make_app
from companion.web.app_state import Settings
from companion.web.context import WebPage
from companion.web.people import HOST, Visitor, hash_cookie
from companion.web.rendering import Pages

if TYPE_CHECKING:
    from companion.web.press import Press

MultiPartParser.spool_max_size = 0  # uploads stay in memory, since there are no threads to spool them
_COOKIE = "pocket"  # the cookie of the only visitor; nobody else can send one, so that it need not be secret
_MOST_REDIRECTS = 5  # from a form to the page shown


@dataclass(frozen=True, slots=True)
class PocketAnswer:
    status: int
    path: str
    headers: dict[str, str]
    body: bytes


class Pocket:
    pages: tuple[WebPage, ...] | None = None  # the pages it answers for; ``None`` for all
    press: Press | None = None  # does the printing
    read_photo: Callable[..., Awaitable[object]] | None = None  # reads photos

    def __init__(self, shelf: RowShelf, static: str) -> None:
        self._shelf = shelf
        settings = Settings(one_screen=True, pocket=True, static=static, press=self.press, run_isolated=self.read_photo)
        self._app = make_app(OpenTables(self._shelf), settings, self.pages)
        people = self._app.state.app_state.people
        if people.find_visitor(_COOKIE) is None:  # the owner of the phone is the host
            people.save_visitor(Visitor(hash_cookie(_COOKIE), HOST))

    @classmethod
    def open_rows(cls, rows: str, static: str) -> Pocket:
        shelf = RowShelf(((kind, name, key), text) for (kind, name, key), text in json.loads(rows))
        return cls(shelf, static)

    def changes(self) -> str:
        """The rows changed since the last call, as JSON: pairs of a key and a text, or null for a deleted row."""
        return json.dumps([[key, text] for key, text in self._shelf.take_changes().items()])

    def draw_curtains(self, path: str) -> None:
        """Draw the curtain at every table but that in the address, if nothing there is hidden: the page opens again."""
        app_state = self._app.state.app_state
        visitor = app_state.people.find_visitor(_COOKIE)
        parts = [*path.partition("?")[0].split("/"), "", ""]
        table = unquote_table_name(unquote(parts[2])) if parts[1] == "t" else ""
        seats = {name: seat for name, seat in visitor.facing.items() if name == table}
        with suppress(CompanionError):
            session = app_state.open_table(table) if seats else None
            if session and game_of(session).has_secrets(session.state):
                seats = {}
        if seats != visitor.facing:
            app_state.people.save_visitor(replace(visitor, facing=seats))

    async def answer(self, method: str, path: str, kind: str, body: bytes | memoryview, languages: str) -> PocketAnswer:
        """Answer a request, following redirects."""
        for _ in range(_MOST_REDIRECTS):
            answer = await self._send_request(method, path, kind, bytes(body), languages)
            if "location" not in answer.headers:
                break
            target = urlsplit(urljoin(path, answer.headers["location"]))
            path = target.path + (f"?{target.query}" if target.query else "")
            if answer.status == 303:
                method, kind, body = "GET", "", b""
        return answer

    async def _send_request(self, method: str, path: str, kind: str, body: bytes, languages: str) -> PocketAnswer:
        messages: list[MutableMapping[str, Any]] = []

        async def receive() -> MutableMapping[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: MutableMapping[str, Any]) -> None:
            messages.append(message)

        headers = {"host": "localhost", "cookie": f"companion={_COOKIE}", "accept-language": languages}
        if kind:
            headers["content-type"] = kind
        target, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(target),
            "raw_path": target.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
        }
        try:
            await self._app(scope, receive, send)
        except Exception:
            if not messages:  # otherwise the response is a page about the error
                raise
        response_headers = {name.decode(): value.decode() for name, value in messages[0]["headers"]}
        content = b"".join(each.get("body", b"") for each in messages[1:])
        return PocketAnswer(messages[0]["status"], path, response_headers, content)


_FORM = "application/x-www-form-urlencoded"

_LEFT_OUT = ("/live", "/curtain")  # the curtain would hide the pages of a seat


async def rehearse(static: str) -> AsyncIterator[str]:
    """Load all words and templates, play a little and request all pages; yields each step."""
    for code in LANGUAGES:
        language(code).template("")
        yield code
    for name in Pages(static).load_all():
        yield name
    pocket = Pocket(RowShelf(), static)
    games = [read_toml(assets() / "games" / game / "rehearsal.toml") for game in GAMES]
    for path, values in (tap for each in games for tap in each["taps"]):
        yield await _send_form(pocket, path, values)
    tables = [table for each in games for table in each["tables"]]
    for page in list_pages(pocket=True):
        for table in tables if "{table}" in page.path else ("",):
            path = page.path.replace("{table}", table)
            if page.show is not None and "{" not in path and not path.endswith(_LEFT_OUT):
                yield await _request_page(pocket, path)
    for path in (path for each in games for path in each.get("asked", ())):
        yield await _request_page(pocket, path)


async def _request_page(pocket: Pocket, path: str) -> str:
    answer = await pocket.answer("GET", path, "", b"", "en")
    return f"{answer.status} {answer.path}"


async def _send_form(pocket: Pocket, path: str, values: Mapping[str, str | tuple[str, ...]]) -> str:
    """Fill in and send a form, if its page has it."""
    next_path = re.sub("/(rally|call|answer)$", "", path).replace("/undo", "/history")
    page = (await pocket.answer("GET", next_path, "", b"", "en")).body.decode()
    filled = {name: value or _find_offered_value(page, name) for name, value in values.items()}
    if not next(iter(filled.values())):
        return f"no form {path}"
    filled |= {name: _find_offered_value(page, name) for name in ("token", "tap", "seen")}
    body = urlencode({name: value for name, value in filled.items() if value}, doseq=True)
    answer = await pocket.answer("POST", path, _FORM, body.encode(), "en")
    pocket.changes()
    return f"{answer.status} {answer.path}"


def _find_offered_value(page: str, name: str) -> str:
    """The first value that a page offers for a field and that is not disabled; "" if there is none."""
    match = re.search(rf'(?<!shut"><input type="radio" )name="{name}"[^>]*? value="([^"]*)"(?![^>]* disabled)', page)
    return unescape(match[1]) if match else ""
