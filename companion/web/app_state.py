"""The state that all pages share: tables, visitors, codes, caches, and the streams of open pages."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar
from weakref import WeakKeyDictionary

from companion.errors import CompanionError, TableError
from companion.play.game import game_of
from companion.sentences import Sentence
from companion.service.kept_tables import OpenTables
from companion.service.results import TableReader
from companion.web.people import HOST, PLAYER, WATCHER, People, device_of

if TYPE_CHECKING:
    from companion.web.press import Press

CODE_CHARACTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Characters that are not confused with each other; ten of them have 49 bits."""

EVENTS_AT_ONCE = 3000
"""How many events of unopened tables are replayed for one page; the next page continues."""

_CODE_LENGTH = 10
_LIST = ""  # stands for the list of all tables where a table's name is expected
_MOST_HOSTS = 1000  # addresses that are remembered; a phone has one or two
_MOST_UPLOADS = 2  # read at once; the others wait before their files take up memory
_MOST_STREAMS_A_VISITOR = 8  # a browser opens six connections at most


class UploadPlaces(asyncio.Semaphore):
    """A semaphore that counts those who wait for it."""

    waiting = 0

    async def acquire(self) -> Literal[True]:
        self.waiting += 1
        try:
            return await super().acquire()
        finally:
            self.waiting -= 1


@dataclass(frozen=True, slots=True)
class TableAddress:
    """An address at which phones can open the table."""

    url: str  # such as ``http://192.168.1.20:8642``
    is_likely: bool = True


@dataclass(frozen=True)
class Settings:
    secure: bool = False
    one_screen: bool = False
    hosts: frozenset[str] = frozenset()
    addresses: Callable[[], Sequence[TableAddress]] = tuple
    is_lonely: Callable[[], bool] = bool
    pocket: bool = False
    static: str = ""
    run_in_thread: Callable[..., Any] | None = None
    pockets: Path | None = None
    press: Press | None = None
    # runs work in a process of its own, as ``subprocesses.run_in_process`` does; ``None``: it runs here
    run_isolated: Callable[[Callable[[Any], object], object], Awaitable[object]] | None = None
    cookie: str = "companion"
    tables: bool = True  # false for the pages of a watched deck, which have no tables


def normalize_code(text: str) -> str:
    """A code for comparison: only its letters and digits, in capitals."""
    return "".join(each for each in text.upper() if each.isalnum())


_BEAT = 10.0  # seconds between keep-alive messages on a stream
Version = TypeVar("Version", int, str)


async def stream_versions(
    streams: set[asyncio.Event], is_open: Callable[[], bool], version: Callable[[], Version]
) -> AsyncGenerator[Version | None, None]:
    """Yield the version now, and again whenever it changes; ``None`` as a keep-alive."""
    bell = asyncio.Event()
    streams.add(bell)
    try:
        version_sent: Version | None = None
        while is_open():
            bell.clear()
            current = version()
            yield current if current != version_sent else None
            version_sent = current
            with suppress(TimeoutError):  # nothing has happened: send a keep-alive
                async with asyncio.timeout(_BEAT):
                    await bell.wait()
    finally:
        streams.discard(bell)


class AppState:
    """The tables, the visitors, the codes, and the pages that listen."""

    def __init__(self, tables: OpenTables, settings: Settings) -> None:
        self.tables = tables
        self.settings = settings
        self.people = People(tables.shelf)
        self.reading = TableReader()  # for the page of results
        self.known_hosts: dict[str, None] = {}  # addresses from which visitors with a cookie came
        self._secret = self._read_or_make_note("secret", lambda: secrets.token_hex(32)).encode()
        self.codes = {
            PLAYER: self._read_or_make_note("join code", _make_code),
            WATCHER: self._read_or_make_note("watch code", _make_code),
            HOST: self._read_or_make_note("host code", lambda: secrets.token_hex(16)),
        }
        self._stream_events: dict[str, set[asyncio.Event]] = {}
        self._listening: dict[str, Any] = {}
        # tables by their latest events, the latest last; only that one is remembered after a restart
        self.recent_tables = dict.fromkeys(filter(None, [tables.shelf.read_note("", "lately")]))  # an ordered set
        self._table_caches: WeakKeyDictionary[Any, dict[bool, tuple[object, dict[object, Any]]]] = WeakKeyDictionary()
        self.seat_events: dict[str, int] = {}  # by table, the number of events when somebody last sat down
        self.has_freed_files = False  # true until the server gives their memory back to the system
        self.uploads = UploadPlaces(_MOST_UPLOADS)
        self.is_closing = False
        self.loss: Sentence | None = None  # what happened to the tables' file, if it is lost

    def _read_or_make_note(self, key: str, new: Callable[[], str]) -> str:
        note = self.tables.shelf.read_note("", key)
        if note is None:
            note = new()
            self.tables.shelf.write_note("", key, note)
        return note

    @property
    def join_code(self) -> str:
        return _format_code(self.codes[PLAYER])

    @property
    def watch_code(self) -> str:
        return _format_code(self.codes[WATCHER])

    def find_role(self, code: str) -> str | None:
        """The role that a code gives, or ``None``. Tries have no limit: to guess one takes thousands of years."""
        key = normalize_code(code).encode()
        right = (role for role, each in self.codes.items() if hmac.compare_digest(key, normalize_code(each).encode()))
        return next(right, None)

    def note_host(self, host: str) -> None:
        """Remember an address of a visitor; if there are too many, forget one of the device that has most."""
        if host not in self.known_hosts:
            self.known_hosts[host] = None
            if len(self.known_hosts) > _MOST_HOSTS:
                of_device = Counter(map(device_of, self.known_hosts))
                del self.known_hosts[max(self.known_hosts, key=lambda each: of_device[device_of(each)])]

    def make_token(self, visitor: str) -> str:
        """The secret token in a visitor's forms, without which other sites cannot send them."""
        return hmac.digest(self._secret, visitor.encode(), "sha256").hex()[:32]

    def open_table(self, name: str) -> Any:
        """Open a table; its pages are notified of its events from now on."""
        table = self.tables.open(name)
        if self._listening.get(name) is not table:
            self._listening[name] = table
            self.people.forget_sittings(name)
            table.listen(lambda step: self.note_event(name))
        return table

    def list_running_tables(self) -> list[str]:
        """The tables whose games are not over, without scores, the one with the latest event first."""
        running, budget, recent = [], EVENTS_AT_ONCE, [*self.recent_tables]
        headers = {each.name: each for each in self.tables.shelf.list_tables() if not self.tables.is_score(each.name)}
        for name in sorted(headers, key=lambda name: -recent.index(name) if name in recent else 1):
            budget -= 0 if (is_open := self.tables.is_open(name)) else headers[name].events
            with suppress(CompanionError):  # skipped; the list of tables says why it cannot be opened
                if (not is_open and budget < 0) or not game_of(table := self.open_table(name)).final_ranks(table):
                    running.append(name)
        return running

    def version(self, table: Any) -> str:
        """The version of a table's pages: changes with its events and seating."""
        return "lost" if self.loss else f"{len(table.history)}.{self.people.seating_version(table.name)}"

    def get_cache(self, table: Any, lasting: bool = False) -> dict[object, Any]:
        """The cache that a table's visitors share, emptied when anything changes, or if `lasting` when its seats do."""
        version = self.people.seating_version(table.name) if lasting else self.version(table)
        at_table = self._table_caches.setdefault(table, {})
        if lasting not in at_table or at_table[lasting][0] != version:
            at_table[lasting] = version, {}
        return at_table[lasting][1]

    def compute_list_version(self) -> str:
        """The version of the list of tables: changes with tables, their events and seating."""
        headers = self.tables.shelf.list_tables()
        turns = tuple(self.people.seating_version(header.name) for header in headers)
        return "lost" if self.loss else f"{hash((headers, turns)):x}"

    def note_event(self, name: str) -> None:
        """Note that something has just happened at a table, and notify its pages."""
        if [*self.recent_tables][-1:] != [name]:
            self.tables.shelf.write_note("", "lately", name)
        self.recent_tables.pop(name, None)
        self.recent_tables[name] = None
        self.notify_pages(name)

    def notify_pages(self, name: str) -> None:
        """Notify the pages of a table, and those of the list of tables, of a change."""
        for each in (*self._stream_events.get(name, ()), *self._stream_events.get(_LIST, ())):
            each.set()

    def forget_table(self, name: str) -> None:
        """Notify the pages of a table that it was deleted or renamed."""
        self._listening.pop(name, None)
        self.notify_pages(name)

    def catch_up(self) -> None:
        """Load what other programs have written to tables with open pages, and to their list."""
        self.notify_pages(_LIST)
        for name, streams in self._stream_events.items():
            if streams and name in self._listening:
                try:
                    self.open_table(name)
                except TableError:  # deleted or renamed
                    self.forget_table(name)

    def close_streams(self) -> None:
        """End every stream, so that the program can exit."""
        self.is_closing = True
        self.notify_all_pages()

    def notify_all_pages(self) -> None:
        """Make every open page load again."""
        for name in self._stream_events:
            self.notify_pages(name)

    def stream_versions(self, name: str) -> AsyncGenerator[str | None, None]:
        """Yield the versions of a table, or for "" of the list of tables, until it is gone or the server ends."""
        return stream_versions(
            self._stream_events.setdefault(name, set()),
            lambda: not self.is_closing and (name == _LIST or name in self._listening),
            lambda: self.compute_list_version() if name == _LIST else self.version(self._listening[name]),
        )

    def can_listen(self, streams: int) -> bool:
        """True while a visitor with this many streams may open another."""
        return streams < _MOST_STREAMS_A_VISITOR and not self.is_closing


def _make_code() -> str:
    return "".join(secrets.choice(CODE_CHARACTERS) for _ in range(_CODE_LENGTH))


def _format_code(code: str) -> str:
    return f"{code[:4]}-{code[4:8]}-{code[8:]}"  # in groups, for reading
