"""Connections are cut where the head of a request does not end: else one device could fill the memory."""

import asyncio
from functools import cache
from typing import Any

LONGEST_HEAD = 32_768  # bytes; a browser's head with all its cookies has one or two thousand


@cache
def bounded(kind: Any) -> Any:
    """The same kind of connection, cut where a head is longer than that; h11's has a bound of its own."""
    if not hasattr(kind, "on_headers_complete"):
        return kind

    class Bounded(kind):  # type: ignore[misc]  # the kind is uvicorn's choice
        _head, _in_body, _ended = 0, False, False

        def data_received(self, data: bytes) -> None:
            self._ended = False
            super().data_received(data)
            self._head = 0 if self._in_body or self._ended else self._head + len(data)
            if self._head > LONGEST_HEAD and isinstance(self.transport, asyncio.Transport):
                self.transport.abort()

        def on_headers_complete(self) -> None:
            self._in_body = True
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._in_body, self._ended = False, True
            super().on_message_complete()

    return Bounded
