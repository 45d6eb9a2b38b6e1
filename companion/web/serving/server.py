"""The web server on a laptop: its certificate, and its limits on connections and request heads.

Connections with an endless request head are aborted, or one device could fill the memory.

With https, phones let a page keep the screen awake. The certificate is self-signed, so every phone warns
once; it is used again until it expires.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator
from contextlib import suppress
from ctypes import CDLL
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import uvicorn

from companion.data.files import write_bytes
from companion.errors import InputError
from companion.extras import describe_install, is_installed
from companion.paths import get_user_file
from companion.web.people import device_of, is_loopback

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

CERTIFICATE_FILE = "certificate.pem"
_CERTIFICATE_DAYS = 397  # days it is valid; phones refuse some that are valid for longer
_CERTIFICATE_SPARE = timedelta(days=7)  # it is replaced this long before it expires


def ensure_certificate(hosts: Collection[str], folder: Path | None = None, now: datetime | None = None) -> Path:
    """The file with a certificate and key for these hosts, and for earlier ones, so that phones are warned once."""
    if not is_installed("https"):
        raise InputError("https needs one more package. {how}", how=describe_install("https"))
    file = folder / CERTIFICATE_FILE if folder else get_user_file("data", CERTIFICATE_FILE)
    now = now or datetime.now(UTC)
    certificate = _load_certificate(file)
    names: set[str] = set() if certificate is None else _list_hosts(certificate)
    if certificate is not None and names >= {*hosts} and certificate.not_valid_after_utc - _CERTIFICATE_SPARE > now:
        return file
    write_bytes(file, _make_certificate(sorted(names | {*hosts}), now), overwrite=True, private=True, folders=True)
    return file


def _load_certificate(file: Path) -> Certificate | None:
    """The stored certificate; ``None`` if it cannot be read, or does not fit its key."""
    from cryptography.hazmat.primitives.serialization import load_pem_private_key
    from cryptography.x509 import load_pem_x509_certificate

    with suppress(OSError, ValueError, TypeError):
        text = file.read_bytes()
        if load_pem_private_key(text, None).public_key() == (cert := load_pem_x509_certificate(text)).public_key():
            return cert
    return None


def _list_hosts(certificate: Certificate) -> set[str]:
    from cryptography.x509 import DNSName, IPAddress, SubjectAlternativeName

    names = certificate.extensions.get_extension_for_class(SubjectAlternativeName).value
    return {str(name) for kind in (DNSName, IPAddress) for name in names.get_values_for_type(kind)}


def _make_certificate(hosts: Collection[str], now: datetime) -> bytes:
    """A new private key and its self-signed certificate, as PEM text."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    def make_name(host: str) -> x509.GeneralName:
        try:
            return x509.IPAddress(ip_address(host))
        except ValueError:
            return x509.DNSName(host)

    key = ec.generate_private_key(ec.SECP256R1())
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Companion")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(issuer)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # for phones whose clock is slow
        .not_valid_after(now + timedelta(days=_CERTIFICATE_DAYS - 1))
        .add_extension(x509.SubjectAlternativeName([make_name(host) for host in hosts]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ) + certificate.public_bytes(serialization.Encoding.PEM)


LONGEST_HEAD = 32_768  # bytes; a browser's request head with all cookies has one or two thousand


@cache
def limit_heads(kind: Any) -> Any:
    """A connection class that also aborts at too long a request head; h11's, which has a limit, is unchanged."""
    if not hasattr(kind, "on_headers_complete"):
        return kind

    class LimitedHeads(kind):  # type: ignore[misc]  # uvicorn chooses the class
        _head, _in_body, _has_ended = 0, False, False

        def data_received(self, data: bytes) -> None:
            self._has_ended = False
            super().data_received(data)
            self._head = 0 if self._in_body or self._has_ended else self._head + len(data)
            if self._head > LONGEST_HEAD:
                self.transport.abort()

        def on_headers_complete(self) -> None:
            if self.cycle is not None and not self.cycle.response_complete:
                self.cycle.disconnected = True  # no browser asks so early, and uvicorn would write on to a dead line
                self.transport.abort()
                return
            self._in_body = True
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._in_body, self._has_ended = False, True
            super().on_message_complete()

    return LimitedHeads


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How many connections a device may have, with places reserved for visitors who have joined."""

    is_known_host: Callable[[str], bool]  # true for the address of a visitor who has joined
    limit: int = 2000  # connections of all devices; a page has one or two
    device_limit: int = 500
    reserved: int = 500  # of these, reserved for visitors who have joined

    def can_connect(self, host: str, hosts: Iterable[str]) -> bool:
        """True if an address may make one more connection, given the addresses of all others.

        Visitors who have joined are counted by address alone, so that no stranger in their network takes their place.
        """
        count = Counter(hosts)
        if count.total() >= self.limit:
            return False
        if self._has_joined(host):
            return count[host] < self.device_limit
        unknown_hosts = {each: number for each, number in count.items() if not self._has_joined(each)}
        device = device_of(host)
        of_it = sum(number for each, number in unknown_hosts.items() if device_of(each) == device)
        return of_it < self.device_limit and sum(unknown_hosts.values()) < self.limit - self.reserved

    def _has_joined(self, host: str) -> bool:
        return self.is_known_host(host) or is_loopback(host)


try:
    import resource
except ImportError:  # on Windows, which has no such limit
    resource = None  # type: ignore[assignment]

_PATIENCE = 0.2  # seconds that responses get to finish when the server stops
_STALLED = 20.0  # seconds that a connection may stay open without a request; an open page has a stream

_IN_A_ROW = 20  # connections rejected in a row before others are served
_FULL = 0.1  # seconds until the next try after the system refused to accept a connection


class TableServer(uvicorn.Server):
    def __init__(
        self,
        app: Any,
        closing: Callable[[], None],
        certificate: Path | None = None,
        background: Callable[[], Coroutine[Any, Any, None]] | None = None,
        is_known_host: Callable[[str], bool] = lambda host: False,
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
        self._on_closing, self._background = closing, background
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._arrivals = ConnectionLimits(is_known_host)
        self._half_open = Counter[str]()  # by address, connections that are not yet established
        self._arriving_tasks: set[asyncio.Task[None]] = set()
        self._requests: dict[Any, tuple[object, float]] = {}

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve on open sockets; each connection is checked against the limits before it is established."""
        self._loop = asyncio.get_running_loop()
        _allow_connections(self._arrivals.limit)
        await super().startup([])
        self._tasks = [asyncio.create_task(self._accept_connections(listener)) for listener in sockets or ()]
        self._loop.call_later(_STALLED / 4, self._close_idle)
        if self._background is not None:
            self._tasks.append(asyncio.create_task(self._background()))

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop, on a signal such as Ctrl-C; streams are closed, or the server would wait for them."""
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._on_closing)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; connections that do not end soon are aborted."""
        self._on_closing()
        for task in (*self._tasks, *self._arriving_tasks):
            task.cancel()
        asyncio.get_running_loop().call_later(_PATIENCE, self._abort_all)
        await super().shutdown(sockets)

    async def _accept_connections(self, listener: socket.socket) -> None:
        """Accept the connections of a socket; those over the limits are closed at once."""
        assert self._loop is not None  # it runs
        failures = 0
        while True:
            try:
                line, client = await self._loop.sock_accept(listener)
            except OSError:  # the client is gone already, or too many files are open
                await asyncio.sleep(_FULL)
                continue
            if not self._arrivals.can_connect(client[0], self._list_addresses()):
                line.close()
                failures += 1
                if failures % _IN_A_ROW == 0:
                    await asyncio.sleep(0)  # serves others in between, however many connect
                continue
            self._half_open[client[0]] += 1
            task = asyncio.create_task(self._make_connection(line, client[0]))
            self._arriving_tasks.add(task)
            task.add_done_callback(self._arriving_tasks.discard)

    def _list_addresses(self) -> Iterator[str]:
        """The addresses of all connections, including those that are not yet established."""
        yield from self._half_open.elements()
        for connection in self.server_state.connections:
            if (client := getattr(connection, "client", None)) is not None:
                yield client[0]

    async def _make_connection(self, line: socket.socket, host: str) -> None:
        """Establish a connection; a TLS handshake that takes too long is aborted."""
        assert self._loop is not None  # it runs
        patience = _STALLED if self.config.ssl else None
        try:
            line.setblocking(False)
            await self._loop.connect_accepted_socket(
                self._make_protocol, line, ssl=self.config.ssl, ssl_handshake_timeout=patience
            )
        except OSError:  # the client is gone, or the TLS handshake failed
            line.close()
        finally:
            self._half_open[host] -= 1
            if not self._half_open[host]:
                del self._half_open[host]

    def _make_protocol(self) -> Any:
        kind: Any = self.config.http_protocol_class
        return limit_heads(kind)(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)

    def _close_idle(self) -> None:
        """Abort connections that have been without a request for too long, as they could keep others out."""
        assert self._loop is not None  # it runs
        now, requests = self._loop.time(), {}
        for connection in tuple(self.server_state.connections):
            cycle = getattr(connection, "cycle", None)
            if cycle is not None and not cycle.response_complete:
                continue  # it is being answered
            cycle_known, time_known = self._requests.get(connection, (cycle, now))
            requests[connection] = (cycle, time_known if cycle_known is cycle else now)
            if cycle_known is cycle and now - time_known > _STALLED and connection.transport is not None:
                connection.transport.abort()
        self._requests = requests
        if not self.should_exit:
            self._loop.call_later(_STALLED / 4, self._close_idle)

    def _abort_all(self) -> None:
        for connection in tuple(self.server_state.connections):
            if connection.transport is not None:
                connection.transport.abort()


def release_memory() -> None:
    """Give freed memory back to the system; glibc would keep the most that was ever needed at once."""
    with suppress(AttributeError, OSError, TypeError):  # a system with another library
        CDLL(None).malloc_trim(0)


def _allow_connections(most: int) -> None:
    """Raise the limit of open files to two per connection; by default, a Mac allows 256."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        limit = 2 * most if hard == resource.RLIM_INFINITY else min(2 * most, hard)
        if soft != resource.RLIM_INFINITY and soft < limit:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
