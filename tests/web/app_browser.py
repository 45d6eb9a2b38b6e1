"""A browser that asks a house of tables in its own thread: quicker than one that goes through another."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, MutableMapping
from typing import Any

import httpx2 as httpx

from companion.answers import Answer
from companion.service.kept_tables import OpenTables
from companion.service.press.sheet_pictures import render_sheets
from companion.table.shelf import MemoryShelf
from companion.web.app import make_app
from companion.web.app_state import AppState, Settings
from companion.web.people import PLAYER, Visitor
from companion.web.press import PressHere, Report, Task


def make_scope(method: str, path: str, *headers: tuple[bytes, bytes], **more: Any) -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1"), *headers],
        **more,
    }


class AppTransport(httpx.BaseTransport):
    """Hands each request to an app, in a loop of its own as it is at the test client of Starlette."""

    def __init__(self, app: Any) -> None:
        self.app = app

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The whole answer; what goes wrong in the app goes wrong here."""
        url, body = request.url, request.read()
        scope = make_scope(
            request.method,
            url.path,
            raw_path=url.raw_path.partition(b"?")[0],
            root_path="",
            scheme=url.scheme,
            query_string=url.query,
            headers=[(name.lower(), value) for name, value in request.headers.raw],
            client=("testclient", 50000),
            server=(url.host, url.port or 80),
            state={},
            extensions={},
        )
        begun: list[MutableMapping[str, Any]] = []
        parts: list[bytes] = []
        asked = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> MutableMapping[str, Any]:
            return asked.pop() if asked else {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                begun.append(message)
            else:
                parts.append(message.get("body", b""))

        asyncio.run(self.app(scope, receive, send))
        (start,) = begun
        content = b"" if request.method == "HEAD" else b"".join(parts)
        if b'<html lang="en"' in content:  # where numbers are tied is tried in test_catalogue.py
            content = content.replace("\u00a0".encode(), b" ")
        return httpx.Response(
            start["status"], headers=start["headers"], stream=httpx.ByteStream(content), request=request
        )


class PressOnce:
    """A press that draws the sheets of a order once for all houses; each request has a loop of its own."""

    _drawn: dict[str, Answer] = {}  # noqa: RUF012  # one for all

    async def work(self, task: Task, told: Report) -> Answer:
        if task.folder is not None:
            return await PressHere().work(task, told)
        if task.order.fingerprint not in self._drawn:
            self._drawn[task.order.fingerprint] = render_sheets(task.order)
        return self._drawn[task.order.fingerprint]


class AppBrowser(httpx.Client):
    """A browser of one visitor; what goes wrong in the house goes wrong here.

    Attributes:
        app: The house that it asks.
    """

    def __init__(
        self,
        app: Any,
        base_url: str = "http://127.0.0.1:8642",
        *,
        follow_redirects: bool = True,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(
            transport=AppTransport(app),
            base_url=base_url,
            headers={"user-agent": "testclient", **(headers or {})},
            follow_redirects=follow_redirects,
        )
        self.app = app

    @property
    def visitor(self) -> Visitor:
        """Whose browser it is, as the house knows them."""
        found = self.app.state.app_state.people.find_visitor(self.cookies["companion"])
        assert found is not None
        return found

    def join(self, role: str = PLAYER) -> AppBrowser:
        """Come in with the code of a role."""
        code = self.app.state.app_state.codes[role]
        assert self.get(f"/join/{code}", follow_redirects=False).status_code == 303
        return self

    def sit(self, table: str, seat: str, name: str = "", *, keep: bool = False) -> AppBrowser:
        """Have its visitor sit down, whoever sits there."""
        self.app.state.app_state.people.sit(table, seat, self.visitor, name, keep=keep)
        return self

    def submit(self, path: str, **sent: str) -> httpx.Response:
        """Send a form that no page was asked for; the answer itself, wherever it leads."""
        token = self.app.state.app_state.make_token(self.visitor.id)
        return self.post(path, data={"token": token, **sent}, follow_redirects=False)


class House:
    """A laptop with tables in memory, and browsers that ask it for pages.

    Attributes:
        shelf: The tables as they are kept.
        app: Its pages.
    """

    def __init__(self, **settings: Any) -> None:
        self.shelf = MemoryShelf()
        self.app = make_app(OpenTables(self.shelf), Settings(**settings))
        self.app_state: AppState = self.app.state.app_state

    def join(self, role: str = PLAYER, **how: Any) -> AppBrowser:
        return AppBrowser(self.app, **how).join(role)
