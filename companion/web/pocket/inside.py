"""What runs in the phone's browser: the pages, asked without a network, over rows that the browser keeps.

One request after another comes from the page through a message; its answer goes back together with the rows
it has changed, which the browser writes down before it shows the answer.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urljoin, urlsplit

from starlette.formparsers import MultiPartParser

from companion.errors import CompanionError
from companion.play.game import game_of
from companion.service.kept_tables import OpenTables
from companion.service.session import RowShelf
from companion.web.app import make_app
from companion.web.app_state import Settings
from companion.web.context import Page
from companion.web.form import unquote_table_name
from companion.web.people import HOST, Visitor, hash_cookie

if TYPE_CHECKING:
    from companion.web.press.work import Press

MultiPartParser.spool_max_size = 0  # a file stays in memory however large: no thread here could lay it aside
_COOKIE = "pocket"  # the cookie of the only visitor there is; nobody else can send one, so it is no secret
_MOST_REDIRECTS = 5  # from a form to the page that is shown


@dataclass(frozen=True, slots=True)
class PocketAnswer:
    """The answer to a request."""

    status: int
    path: str
    headers: dict[str, str]
    body: bytes


class Pocket:
    pages: tuple[Page, ...] | None = None  # that it answers for, where it is not all
    press: Press | None = None  # what prints here
    read_photo: Callable[..., Awaitable[object]] | None = None  # what reads photos here

    def __init__(self, shelf: RowShelf, static: str) -> None:
        self._shelf = shelf
        settings = Settings(one_screen=True, pocket=True, static=static, press=self.press, beside=self.read_photo)
        self._app = make_app(OpenTables(self._shelf), settings, self.pages)
        people = self._app.state.app_state.people
        if people.find_visitor(_COOKIE) is None:  # whoever holds the phone may do all that the laptop's owner may
            people.save_visitor(Visitor(hash_cookie(_COOKIE), HOST))

    @classmethod
    def open_rows(cls, rows: str, static: str) -> Pocket:
        shelf = RowShelf(((kind, name, which), text) for (kind, name, which), text in json.loads(rows))
        return cls(shelf, static)

    def changes(self) -> str:
        """The rows that have changed since the last call, as JSON: pairs of a key and a text, or null."""
        return json.dumps([[key, text] for key, text in self._shelf.take_changes().items()])

    def draw_curtains(self, path: str) -> None:
        """Draw the curtain at every table, for the page is opened anew.

        The table that is asked for stays open where nothing is hidden; the others are not looked into.
        """
        app_state = self._app.state.app_state
        visitor = app_state.people.find_visitor(_COOKIE)
        parts = [*path.partition("?")[0].split("/"), "", ""]
        asked = unquote_table_name(unquote(parts[2])) if parts[1] == "t" else ""
        stays = {name: seat for name, seat in visitor.facing.items() if name == asked}
        with suppress(CompanionError):
            here = app_state.open_table(asked) if stays else None
            if here and game_of(here).sealed(here.state):
                stays = {}
        if stays != visitor.facing:
            app_state.people.save_visitor(replace(visitor, facing=stays))

    async def answer(self, method: str, path: str, kind: str, body: bytes | memoryview, languages: str) -> PocketAnswer:
        """Answer a request, and follow the redirects of the answer."""
        for _ in range(_MOST_REDIRECTS):
            answered = await self._send_request(method, path, kind, bytes(body), languages)
            if "location" not in answered.headers:
                break
            to = urlsplit(urljoin(path, answered.headers["location"]))
            path = to.path + (f"?{to.query}" if to.query else "")
            if answered.status == 303:
                method, kind, body = "GET", "", b""
        return answered

    async def _send_request(self, method: str, path: str, kind: str, body: bytes, languages: str) -> PocketAnswer:
        sent: list[MutableMapping[str, Any]] = []

        async def receive() -> MutableMapping[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        headers = {"host": "localhost", "cookie": f"companion={_COOKIE}", "accept-language": languages}
        if kind:
            headers["content-type"] = kind
        asked, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(asked),
            "raw_path": asked.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
        }
        try:
            await self._app(scope, receive, send)
        except Exception:
            if not sent:  # else it has been told of, and the page says so
                raise
        answered = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        content = b"".join(each.get("body", b"") for each in sent[1:])
        return PocketAnswer(sent[0]["status"], path, answered, content)
