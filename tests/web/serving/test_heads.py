"""Whoever sends the head of a request without an end is cut, whatever reads it; long bodies come whole."""

import asyncio
import http.client
import socket
from typing import Any

import pytest

from companion.web.serving.server import LONGEST_HEAD, TableServer, _JoinedWrites
from tests.waiting import PATIENCE
from tests.web.serving.test_server import serve_app

KINDS = ("httptools", "h11")


async def count_body(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the number of bytes of the body."""
    length, more = 0, True
    while more:
        part = await receive()
        length, more = length + len(part.get("body", b"")), part.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(length).encode("ascii")})


@pytest.fixture(params=KINDS)
def port(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    class Chosen(TableServer):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self.config.http = request.param

    monkeypatch.setattr("tests.web.serving.test_server.TableServer", Chosen)
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


class Line(asyncio.Transport):
    """Notes what is sent, and where the line is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes | None] = []

    def write(self, data: Any) -> None:
        self.sent.append(data)

    def close(self) -> None:
        self.sent.append(None)


HEAD, GO_ON = b"HTTP/1.1 200 OK\r\n\r\n", b"HTTP/1.1 100 Continue\r\n\r\n"


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ((HEAD, b"body", b"more"), [HEAD + b"body", b"more"]),
        ((HEAD, b"", HEAD, b"second"), [HEAD, HEAD + b"second"]),
        ((GO_ON, HEAD, b"body"), [GO_ON, HEAD + b"body"]),
        ((HEAD, None), [HEAD, None]),
    ],
)
def test_the_head_of_an_answer_is_written_together_with_its_body(written: list[bytes | None], sent: object) -> None:
    async def write_pieces() -> list[bytes | None]:
        line = Line()
        together = _JoinedWrites(line)
        for each in written:
            together.close() if each is None else together.write(each)
        await asyncio.sleep(0)
        return line.sent

    assert asyncio.run(write_pieces()) == sent
