"""The server of an evening, and what it answers before any page.

Heads of requests that do not end are cut: else one device could fill the memory. Heads of answers wait
for what follows them at once: the two leave together, in one packet where both are short.
"""

import asyncio
import signal
import socket
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from companion.web.people import device_of, is_loopback

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


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The rule at the door: so many from a device, and places kept for those who have been in."""

    been_in: Callable[[str], bool]  # true for an address from which somebody with the code has asked
    most: int = 2000  # connections at once; a page has one or two
    of_a_device: int = 500
    kept: int = 500  # places that only those get who have been in

    def may_come(self, host: str, there: Iterable[str]) -> bool:
        """True when one more connection from an address is taken, beside those that are there.

        Whoever has been in counts by address alone, so that no stranger of the same network takes that place.
        """
        count = Counter(there)
        if count.total() >= self.most:
            return False
        if self._known(host):
            return count[host] < self.of_a_device
        strangers = {each: number for each, number in count.items() if not self._known(each)}
        device = device_of(host)
        of_it = sum(number for each, number in strangers.items() if device_of(each) == device)
        return of_it < self.of_a_device and sum(strangers.values()) < self.most - self.kept

    def _known(self, host: str) -> bool:
        return self.been_in(host) or is_loopback(host)


try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

_PATIENCE = 0.2  # seconds that pages have to finish what they say; a phone that sleeps is not waited for
_STALLED = 20.0
"""Seconds that a connection may stay open without a whole request; a page that is open has a stream."""

_IN_A_ROW = 20  # connections that are sent away before others are answered
_FULL = 0.1  # seconds until it is looked again whether the system has room for one more connection


class TableServer(uvicorn.Server):
    """The pages, served until Ctrl-C."""

    def __init__(
        self,
        app: Any,
        closing: Callable[[], None],
        certificate: Path | None = None,
        beside: Callable[[], Coroutine[Any, Any, None]] | None = None,
        been_in: Callable[[str], bool] = lambda host: False,
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
                timeout_graceful_shutdown=1,
                ssl_certfile=certificate,
                h11_max_incomplete_event_size=LONGEST_HEAD,
            )
        )
        self._closing, self._beside = closing, beside
        self._loop: asyncio.AbstractEventLoop | None = None
        self._aside: list[asyncio.Task[None]] = []
        self._arrivals = Arrivals(been_in)
        self._half = Counter[str]()  # by address, connections that are not made yet
        self._arriving: set[asyncio.Task[None]] = set()
        self._asking: dict[Any, tuple[object, float]] = {}

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer at doors that are open; each connection is counted before it is made."""
        self._loop = asyncio.get_running_loop()
        _allow_connections(self._arrivals.most)
        await super().startup([])
        self._aside = [asyncio.create_task(self._receive(door)) for door in sockets or ()]
        self._loop.call_later(_STALLED / 4, self._sweep)
        if self._beside is not None:
            self._aside.append(asyncio.create_task(self._beside()))

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
        for task in (*self._aside, *self._arriving):
            task.cancel()
        asyncio.get_running_loop().call_later(_PATIENCE, self._cut)
        await super().shutdown(sockets)

    async def _receive(self, door: socket.socket) -> None:
        """Take in whoever comes to a door and may come; the others are sent away at once."""
        assert self._loop is not None  # it runs
        away = 0
        while True:
            try:
                line, where = await self._loop.sock_accept(door)
            except OSError:  # gone again already, or no more files may be open
                await asyncio.sleep(_FULL)
                continue
            if not self._arrivals.may_come(where[0], self._there()):
                line.close()
                away += 1
                if away % _IN_A_ROW == 0:
                    await asyncio.sleep(0)  # who is there is answered between, however many come
                continue
            self._half[where[0]] += 1
            arriving = asyncio.create_task(self._make(line, where[0]))
            self._arriving.add(arriving)
            arriving.add_done_callback(self._arriving.discard)

    def _there(self) -> Iterator[str]:
        """The addresses of all connections, of those that are not made yet as well."""
        yield from self._half.elements()
        for connection in self.server_state.connections:
            client = getattr(connection, "client", None)
            if client is not None:
                yield client[0]

    async def _make(self, line: socket.socket, host: str) -> None:
        """Make a connection; whoever begins to agree on a cipher and goes no further is cut."""
        assert self._loop is not None  # it runs
        encrypted = self.config.ssl
        patience = None if encrypted is None else _STALLED
        try:
            line.setblocking(False)
            await self._loop.connect_accepted_socket(
                self._protocol, line, ssl=encrypted, ssl_handshake_timeout=patience
            )
        except OSError:  # it broke off, or the two could not agree
            line.close()
        finally:
            self._half[host] -= 1
            if not self._half[host]:
                del self._half[host]

    def _protocol(self) -> asyncio.Protocol:
        kind: Any = self.config.http_protocol_class
        made: asyncio.Protocol = bounded(kind)(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return made

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
            if known is cycle and now - since > _STALLED and connection.transport is not None:
                connection.transport.abort()
        self._asking = asking
        if not self.should_exit:
            self._loop.call_later(_STALLED / 4, self._sweep)

    def _cut(self) -> None:
        for connection in tuple(self.server_state.connections):
            if connection.transport is not None:
                connection.transport.abort()


def _allow_connections(most: int) -> None:
    """Have the system grant what a full house needs: a Mac allows 256 open files unless it is asked."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * most if hard == resource.RLIM_INFINITY else min(2 * most, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
