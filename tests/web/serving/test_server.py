"""The server ends at once; however many connections or endless heads a device sends, everybody else is answered."""

from __future__ import annotations

import asyncio
import http.client
import select
import signal
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.web.people import device_of
from companion.web.serving.addresses import listen
from companion.web.serving.server import LONGEST_HEAD, ConnectionLimits, TableServer, ensure_certificate
from companion.web.serving.table_opening import PhoneWatch
from tests.waiting import PATIENCE, wait_until


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


def open_stream(port: int, path: str) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
    phone = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    phone.request("GET", path)
    return phone, phone.getresponse()


def test_a_stream_the_port_and_what_runs_beside_end_cleanly_when_the_server_stops() -> None:
    pages, ended = Pages(), threading.Event()

    async def run_beside() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    with serve_app(pages, pages.close, run_beside) as (server, port, running):
        phone, answer = open_stream(port, "/stream")
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
        phone, answer = open_stream(port, "/stream")
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
        phone, answer = open_stream(port, "/deaf")
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
    assert (knocks.has_phone, knocks.is_lonely()) == (True, False)


STRANGER, PHONE = "127.0.0.66", "127.0.0.31"


def test_device_of_groups_the_addresses_of_one_device() -> None:
    assert device_of("::ffff:192.168.1.20") == device_of("192.168.1.20") == "192.168.1.20"
    assert [device_of("2001:db8:1:2:aaaa::1"), device_of("fe80::1%eth0")] == ["2001:db8:1:2::/64", "fe80::/64"]
    assert device_of("testclient") == "testclient"


def test_connections_of_a_device_are_counted_and_some_reserved_for_known_addresses_and_the_laptop() -> None:
    door = ConnectionLimits({"2001:db8::7", "192.168.1.7"}.__contains__, limit=20, device_limit=5, reserved=5)
    one = [f"2001:db8::{each}" for each in range(1, 6)]
    assert door.can_connect("2001:db8::9", one[:4])
    assert not door.can_connect("2001:db8::9", one)
    assert door.can_connect("2001:db8:0:1::9", one)
    assert door.can_connect("192.168.1.2", one)
    full = [f"10.0.{each // 5}.1" for each in range(15)]
    assert not door.can_connect("10.0.9.1", full)
    assert door.can_connect("192.168.1.7", full)
    for laptop in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):  # the last where a door takes both kinds
        assert door.can_connect(laptop, full)
    assert door.can_connect("2001:db8::7", ["2001:db8::1"] * 5)
    assert not door.can_connect("192.168.1.7", ["192.168.1.7"] * 5)
    assert not door.can_connect("192.168.1.7", full + ["192.168.1.8"] * 5)


def open_connections(stack: ExitStack, port: int, count: int, host: str = STRANGER) -> list[socket.socket]:
    lines = []
    for _ in range(count):
        with suppress(ConnectionError):
            line = socket.create_connection(("127.0.0.1", port), PATIENCE, (host, 0))
            lines.append(stack.enter_context(line))
    return lines


def count_closed(lines: list[socket.socket]) -> int:
    poll = select.poll()
    for line in lines:
        poll.register(line, select.POLLIN)
    return len(poll.poll(0))


def fetch_page(port: int, host: str = PHONE, context: ssl.SSLContext | None = None) -> bytes:
    line = socket.create_connection(("127.0.0.1", port), PATIENCE, (host, 0))
    with line if context is None else context.wrap_socket(line) as asked:
        asked.sendall(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
        answer = http.client.HTTPResponse(asked)
        answer.begin()
        assert answer.status == 200
        return answer.read()


def test_strangers_from_many_devices_leave_the_reserved_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.serving.server.is_loopback", lambda host: False)
    pages = Pages()
    with serve_app(pages, pages.close) as (server, port, _running), ExitStack() as stack:
        wait_until(lambda: server.started, "the server")
        server._arrivals = ConnectionLimits({PHONE}.__contains__, limit=20, device_limit=5, reserved=5)
        lines = [line for each in range(40, 50) for line in open_connections(stack, port, 4, f"127.0.0.{each}")]
        wait_until(lambda: count_closed(lines) == len(lines) - 15, "those that are too many")
        assert fetch_page(port) == b"bye"
        with suppress(ConnectionError):
            assert not stack.enter_context(
                socket.create_connection(("127.0.0.1", port), PATIENCE, ("127.0.0.51", 0))
            ).recv(1)


def test_half_made_handshakes_are_counted_and_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages, own = Pages(), ensure_certificate(("127.0.0.1",), tmp_path)
    with serve_app(pages, pages.close, certificate=own) as (server, port, _running):
        wait_until(lambda: server.started, "the server")
        server._arrivals = replace(server._arrivals, device_limit=5)
        with ExitStack() as stack:
            lines = open_connections(stack, port, 20)
            wait_until(lambda: count_closed(lines) == 15, "those that are too many")
            assert server._half_open[STRANGER] == 5
            trusting = ssl.create_default_context()
            trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
            assert fetch_page(port, context=trusting) == b"bye"
        wait_until(lambda: not server._half_open, "the end of those that are half made")
        monkeypatch.setattr("companion.web.serving.server._STALLED", 0.2)
        with ExitStack() as stack:
            lines = open_connections(stack, port, 3)
            wait_until(lambda: count_closed(lines) == 3, "those that say nothing")


KINDS = ("httptools", "h11")


async def count_body(scope: Any, receive: Any, send: Any) -> None:
    length, more = 0, True
    while more:
        part = await receive()
        length, more = length + len(part.get("body", b"")), part.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(length).encode("ascii")})


@pytest.fixture(params=KINDS)
def port(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    class ParserServer(TableServer):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self.config.http = request.param

    monkeypatch.setattr("tests.web.serving.test_server.TableServer", ParserServer)
    with serve_app(count_body, lambda: None) as (_, at, _running):
        yield at


@pytest.mark.parametrize("endless", [b"GET /a", b"GET / HTTP/1.1\r\nx-long: a", b"GET / HTTP/1.1\r\nx-a: b\r\n"])
def test_a_connection_with_an_endless_request_head_is_cut(port: int, endless: bytes) -> None:
    more = (b"x-a: b\r\n" if endless.endswith(b"\n") else b"a" * 8) * 8192
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        line.sendall(endless)
        with pytest.raises(ConnectionError):
            line.sendall(more * 1000)  # 64 MB, more than any system holds back


def test_long_bodies_come_whole_one_after_the_other(port: int) -> None:
    phone = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    for length in (10 * LONGEST_HEAD, 0, 3, 2 * LONGEST_HEAD):
        for _ in range(3):
            phone.request("POST", "/", b"x" * length)
            assert phone.getresponse().read() == str(length).encode("ascii")
    phone.close()


def test_a_request_before_the_last_is_answered_ends_both(caplog: pytest.LogCaptureFixture) -> None:
    over = threading.Event()

    async def send_much(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(500):
            await send({"type": "http.response.body", "body": bytes(65_536), "more_body": True})
        over.set()

    with serve_app(send_much, over.set) as (_, port, _running), socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n" * 20)
        assert over.wait(PATIENCE)
    assert not caplog.records  # asyncio complains of each piece for a line that is gone
