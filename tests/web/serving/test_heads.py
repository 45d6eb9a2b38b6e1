"""Whoever sends the head of a request without an end is cut, whatever reads it; long bodies come whole."""

import http.client
import socket
from typing import Any

import pytest

from companion.web.serving.server import LONGEST_HEAD, TableServer
from tests.waiting import PATIENCE
from tests.web.serving.test_server import serve_app

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
