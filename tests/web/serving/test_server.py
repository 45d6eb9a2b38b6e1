"""The server ends at once: streams are told, what sleeps is cut, nobody is waited for."""

import asyncio
import http.client
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from companion.web.serving.addresses import listen
from companion.web.serving.server import TableServer
from companion.web.serving.table_opening import PhoneWatch
from tests.waiting import PATIENCE


class Pages:
    """An ASGI app of one page and one stream, which ends when it is told to."""

    def __init__(self) -> None:
        self.over = asyncio.Event()
        self.open = threading.Event()

    def close(self) -> None:
        self.over.set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if scope["path"] in ("/stream", "/deaf"):
            await send({"type": "http.response.body", "body": b"data: 1\n\n", "more_body": True})
            self.open.set()
            await (asyncio.Event().wait() if scope["path"] == "/deaf" else self.over.wait())
        await send({"type": "http.response.body", "body": b"bye"})


@contextmanager
def serve_app(
    app: Any, closing: Callable[[], None], beside: Any = None, certificate: Path | None = None
) -> Iterator[tuple[TableServer, int, threading.Thread]]:
    door = listen("127.0.0.1", 0)
    server = TableServer(app, closing, certificate, beside)
    running = threading.Thread(target=server.run, args=([door],))
    running.start()
    try:
        yield server, door.getsockname()[1], running
    finally:
        server.handle_exit(signal.SIGTERM, None)
        running.join(PATIENCE)
        assert not running.is_alive()


def test_a_stream_the_port_and_what_runs_beside_end_cleanly_when_the_server_stops() -> None:
    pages, ended = Pages(), threading.Event()

    async def run_beside() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    with serve_app(pages, pages.close, run_beside) as (server, port, running):
        phone = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        phone.request("GET", "/stream")
        answer = phone.getresponse()
        assert answer.read(9) == b"data: 1\n\n"
        server.handle_exit(signal.SIGINT, None)
        assert answer.read() == b"bye"  # an end, not a cut: that would raise
        running.join(PATIENCE)
        phone.close()
        assert ended.is_set()
        with pytest.raises(ConnectionError):
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    assert not server.force_exit


def test_stalled_connections_are_cut_but_open_streams_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.serving.server._STALLED", 0.4)
    pages = Pages()
    with serve_app(pages, pages.close) as (_, port, _running):
        phone = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        phone.request("GET", "/stream")
        answer = phone.getresponse()
        assert answer.read(9) == b"data: 1\n\n"
        with ExitStack() as all_of_them:
            slow = []
            for raw in (b"", b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ", b"GET / HTTP/1.1\r\nhost: a\r\n\r\nGET"):
                line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                slow.append(all_of_them.enter_context(line))
                line.sendall(raw)
            for line in slow:
                with suppress(ConnectionError):
                    while line.recv(1000):
                        pass  # what was asked for is answered; then it is closed
        pages.close()
        assert answer.read() == b"bye"
        phone.close()


def test_an_unresponsive_stream_is_cut_when_the_server_stops() -> None:
    pages = Pages()
    with serve_app(pages, pages.close) as (server, port, _running):
        phone = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        phone.request("GET", "/deaf")
        answer = phone.getresponse()
        server.handle_exit(signal.SIGINT, None)
        with pytest.raises((http.client.IncompleteRead, ConnectionError)):
            answer.read()
        phone.close()


def send_from(knocks: PhoneWatch, client: tuple[str, int] | None) -> None:
    async def send(message: Any) -> None: ...

    asyncio.run(knocks({"type": "http", "path": "/", "client": client}, None, send))


def test_requests_from_the_laptop_itself_do_not_count_as_a_phone() -> None:
    now = [0.0]
    own = {"127.0.0.1", "192.168.1.20"}
    knocks = PhoneWatch(Pages(), lambda: own, patience=60, clock=lambda: now[0])
    assert not knocks.is_lonely()
    now[0] = 61
    for client in (None, ("127.0.0.1", 5), ("192.168.1.20", 5), ("::ffff:192.168.1.20", 5)):
        send_from(knocks, client)
        assert knocks.is_lonely()
    send_from(knocks, ("192.168.1.31", 5))
    assert knocks.has_phone
    assert not knocks.is_lonely()
