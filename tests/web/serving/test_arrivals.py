"""However many connections a device without the code opens, everybody else is answered."""

from __future__ import annotations

import http.client
import select
import socket
import ssl
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from companion.web.people import device_of
from companion.web.serving.server import ConnectionLimits, TableServer, ensure_certificate
from tests.waiting import PATIENCE, wait_until
from tests.web.serving.test_server import Pages, serve_app

STRANGER, PHONE = "127.0.0.66", "127.0.0.31"


@pytest.mark.parametrize(
    ("host", "device"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_device_of_groups_the_addresses_of_one_device(host: str, device: str) -> None:
    assert device_of(host) == device


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


def wait_until_ready(server: TableServer) -> None:
    wait_until(lambda: server.started, "the server")


def test_strangers_from_many_devices_leave_the_reserved_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.serving.server.is_loopback", lambda host: False)
    pages = Pages()
    with serve_app(pages, pages.close) as (server, port, _running), ExitStack() as stack:
        wait_until_ready(server)
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
        wait_until_ready(server)
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
