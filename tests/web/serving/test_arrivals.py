"""However many connections a device without the code opens, everybody else is answered."""

from __future__ import annotations

import http.client
import select
import socket
import ssl
import threading
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from companion.web.people import device_of
from companion.web.serving.server import ConnectionLimits, TableServer, ensure_certificate
from tests.waiting import PATIENCE, until
from tests.web.serving.test_server import Pages, serve_app

resource = pytest.importorskip("resource")
STRANGER, PHONE = "127.0.0.66", "127.0.0.31"


@pytest.mark.parametrize(
    ("host", "device"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_device_of_groups_the_addresses_of_one_device(host: str, device: str) -> None:
    assert device_of(host) == device


def test_the_connection_limit_holds_across_addresses_of_one_device() -> None:
    door = ConnectionLimits(lambda host: False, most=20, of_a_device=5, kept=5)
    one = [f"2001:db8::{each}" for each in range(1, 6)]
    assert door.can_connect("2001:db8::9", one[:4])
    assert not door.can_connect("2001:db8::9", one)
    assert door.can_connect("2001:db8:0:1::9", one)
    assert door.can_connect("192.168.1.2", one)


def test_connections_are_reserved_for_known_addresses_and_the_laptop() -> None:
    door = ConnectionLimits({"2001:db8::7", "192.168.1.7"}.__contains__, most=20, of_a_device=5, kept=5)
    full = [f"10.0.{each // 5}.1" for each in range(15)]
    assert not door.can_connect("10.0.9.1", full)
    assert door.can_connect("192.168.1.7", full)
    for laptop in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):  # the last where a door takes both kinds
        assert door.can_connect(laptop, full)
    assert door.can_connect("2001:db8::7", ["2001:db8::1"] * 5)
    assert not door.can_connect("192.168.1.7", ["192.168.1.7"] * 5)
    assert not door.can_connect("192.168.1.7", full + ["192.168.1.8"] * 5)


def open_connections(stack: ExitStack, port: int, count: int, host: str = STRANGER) -> list[socket.socket]:
    """Open connections from one device and send nothing on them."""
    lines = []
    for _ in range(count):
        with suppress(ConnectionError):
            line = socket.create_connection(("127.0.0.1", port), PATIENCE, (host, 0))
            lines.append(stack.enter_context(line))
    return lines


def count_closed(lines: list[socket.socket]) -> int:
    """How many of the connections the server has closed."""
    poll = select.poll()
    for line in lines:
        poll.register(line, select.POLLIN)
    return len(poll.poll(0))


def fetch_page(port: int, host: str = PHONE, context: ssl.SSLContext | None = None) -> bytes:
    """The body a phone gets for the start page."""
    line = socket.create_connection(("127.0.0.1", port), PATIENCE, (host, 0))
    with line if context is None else context.wrap_socket(line) as asked:
        asked.sendall(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
        answer = http.client.HTTPResponse(asked)
        answer.begin()
        assert answer.status == 200
        return answer.read()


def ready(server: TableServer) -> None:
    until(lambda: server.started, "the server")


@pytest.mark.deep
def test_two_thousand_connections_of_one_device_keep_nobody_out() -> None:
    """As many as are opened at once by one who has no code; nothing is waited for."""
    pages = Pages()
    with serve_app(pages, pages.close) as (server, port, _running), ExitStack() as stack:
        ready(server)
        if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 3500:
            pytest.skip("this system lets no program open so many files")
        lines = open_connections(stack, port, 2100)
        until(lambda: count_closed(lines) == len(lines) - 500, "those that are too many")
        assert fetch_page(port) == b"bye"
        more = open_connections(stack, port, 5)
        until(lambda: count_closed(more) == len(more), "five more")
        for line in lines:
            line.close()
        until(lambda: not server.server_state.connections, "the end of all")
        assert fetch_page(port, STRANGER) == b"bye"


def test_turning_many_connections_away_does_not_block_other_work() -> None:
    """However many wait at the door: asyncio takes in all of them in one go where nothing is waited for."""
    pages, at_work, turned_away = Pages(), list[int](), list[int]()
    with serve_app(pages, pages.close) as (server, port, _running), ExitStack() as stack:
        ready(server)
        loop = server._loop
        assert loop is not None

        def turn_away(host: str, there: object) -> bool:
            loop.call_soon(at_work.append, len(at_work))
            turned_away.append(len(at_work))
            return False

        server._arrivals = cast(ConnectionLimits, SimpleNamespace(can_connect=turn_away))
        all_there = threading.Event()
        loop.call_soon_threadsafe(all_there.wait, PATIENCE)  # they come while something else is done
        lines = open_connections(stack, port, 50)
        all_there.set()
        until(lambda: count_closed(lines) == len(lines), "their end")
    assert turned_away[-1] >= 20


def test_strangers_from_many_devices_leave_the_reserved_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.serving.server.is_loopback", lambda host: False)
    pages = Pages()
    with serve_app(pages, pages.close) as (server, port, _running), ExitStack() as stack:
        ready(server)
        server._arrivals = ConnectionLimits({PHONE}.__contains__, most=20, of_a_device=5, kept=5)
        lines = [line for each in range(40, 50) for line in open_connections(stack, port, 4, f"127.0.0.{each}")]
        until(lambda: count_closed(lines) == len(lines) - 15, "those that are too many")
        assert fetch_page(port) == b"bye"
        with suppress(ConnectionError):
            assert not stack.enter_context(
                socket.create_connection(("127.0.0.1", port), PATIENCE, ("127.0.0.51", 0))
            ).recv(1)


def test_half_made_handshakes_are_counted_and_end(tmp_path: Path) -> None:
    pages = Pages()
    with serve_app(pages, pages.close, certificate=ensure_certificate(("127.0.0.1",), tmp_path)) as (
        server,
        port,
        _running,
    ):
        ready(server)
        server._arrivals = replace(server._arrivals, of_a_device=5)
        with ExitStack() as stack:
            lines = open_connections(stack, port, 20)
            until(lambda: count_closed(lines) == 15, "those that are too many")
            assert server._half[STRANGER] == 5
            trusting = ssl.create_default_context()
            trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
            assert fetch_page(port, context=trusting) == b"bye"
        until(lambda: not server._half, "the end of those that are half made")


def test_a_connection_that_stalls_in_the_handshake_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.serving.server._STALLED", 0.2)
    pages = Pages()
    with serve_app(pages, pages.close, certificate=ensure_certificate(("127.0.0.1",), tmp_path)) as (
        server,
        port,
        _running,
    ):
        ready(server)
        with ExitStack() as stack:
            lines = open_connections(stack, port, 3)
            until(lambda: count_closed(lines) == 3, "those that say nothing")
        assert not server._half
