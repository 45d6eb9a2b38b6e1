"""The server itself: uvicorn on a port that is open already, which ends at once when it is told to."""

import asyncio
import signal
import socket
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

_PATIENCE = 0.2  # seconds that pages have to finish what they say; a phone that sleeps is not waited for
_STALLED = 20.0
"""Seconds that a connection may stay open without a whole request; a page that is open has a stream."""

_MOST_PHONES = 2000
"""Connections at once; a page has one or two."""


class TableServer(uvicorn.Server):
    """The pages, served until Ctrl-C."""

    def __init__(
        self,
        app: Any,
        closing: Callable[[], None],
        certificate: Path | None = None,
        beside: Callable[[], Coroutine[Any, Any, None]] | None = None,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_level="error",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                ws="none",
                lifespan="off",
                limit_concurrency=_MOST_PHONES,
                timeout_graceful_shutdown=1,
                ssl_certfile=certificate,
                h11_max_incomplete_event_size=32_768,
            )
        )
        self._closing, self._beside = closing, beside
        self._loop: asyncio.AbstractEventLoop | None = None
        self._aside: asyncio.Task[None] | None = None
        self._asking: dict[Any, tuple[object, float]] = {}

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        self._loop = asyncio.get_running_loop()
        _allow_connections()
        await super().startup(sockets)
        self._loop.call_later(_STALLED / 4, self._sweep)
        if self._beside is not None:
            self._aside = asyncio.create_task(self._beside())

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End: streams are woken, or each would be waited for. It is how an evening ends, and no error."""
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True
        if self._loop is not None:
            with suppress(RuntimeError):  # it has ended already
                self._loop.call_soon_threadsafe(self._closing)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what is open; connections on which nothing moves any more are cut."""
        self._closing()
        if self._aside is not None:
            self._aside.cancel()
        asyncio.get_running_loop().call_later(_PATIENCE, self._cut)
        await super().shutdown(sockets)

    def _sweep(self) -> None:
        """Close what has begun no request for long: whoever only opens connections would keep others out."""
        assert self._loop is not None  # it runs
        now, asking = self._loop.time(), {}
        for connection in tuple(self.server_state.connections):
            cycle = getattr(connection, "cycle", None)
            if cycle is not None and not cycle.response_complete:
                continue  # it is being answered
            known, since = self._asking.get(connection, (cycle, now))
            asking[connection] = (cycle, since if known is cycle else now)
            if (
                known is cycle
                and now - since > _STALLED
                and isinstance(connection.transport, asyncio.Transport)
            ):
                connection.transport.abort()
        self._asking = asking
        if not self.should_exit:
            self._loop.call_later(_STALLED / 4, self._sweep)

    def _cut(self) -> None:
        for connection in tuple(self.server_state.connections):
            transport = connection.transport
            if isinstance(transport, asyncio.Transport):
                transport.abort()


def _allow_connections() -> None:
    """Have the system grant what a full house needs: a Mac allows 256 open files unless it is asked."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * _MOST_PHONES if hard == resource.RLIM_INFINITY else min(2 * _MOST_PHONES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
