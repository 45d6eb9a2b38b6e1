"""Heads of requests that do not end are cut: else one device could fill the memory. Heads of answers wait.

For what follows them at once: the two leave together, in one packet where both are short.
"""

import asyncio
from functools import cache
from typing import Any

LONGEST_HEAD = 32_768  # bytes; a browser's head with all its cookies has one or two thousand


class _Together:
    """A connection; the head of an answer is sent with what is written next, or else a moment later."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport, self._head = transport, b""
        self._later = asyncio.get_running_loop().call_soon

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send bytes; the head waits."""
        if not self._head and data.startswith(b"HTTP/1.1 ") and not data.startswith(b"HTTP/1.1 100"):
            self._head = data
            self._later(self._flush)
        else:
            head, self._head = self._head, b""
            self._transport.write(head + data if head else data)

    def close(self) -> None:
        """End the connection when everything is sent."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._head:
            self.write(b"")


@cache
def bounded(kind: Any) -> Any:
    """The same kind of connection, cut where a head is longer than that; h11's has a bound of its own."""
    if not hasattr(kind, "on_headers_complete"):
        return kind

    class Bounded(kind):  # type: ignore[misc]  # the kind is uvicorn's choice
        _head, _in_body, _ended = 0, False, False

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(_Together(transport))

        def data_received(self, data: bytes) -> None:
            self._ended = False
            super().data_received(data)
            self._head = 0 if self._in_body or self._ended else self._head + len(data)
            if self._head > LONGEST_HEAD:
                self.transport.abort()

        def on_headers_complete(self) -> None:
            self._in_body = True
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._in_body, self._ended = False, True
            super().on_message_complete()

    return Bounded
