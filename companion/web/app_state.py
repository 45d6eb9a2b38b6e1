"""What all pages share while they are served: the tables, the people, the codes, who listens and is told."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
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
"""Characters that are not taken for one another; ten of them are 49 bits."""

EVENTS_AT_ONCE = 3000
"""Events of tables nobody has asked for yet that are played for one page; the next page tells of more."""

_CODE_LENGTH = 10
_LIST = ""  # the list of all tables, among the names of those that pages listen to
_MOST_HOSTS = 1000  # addresses that are remembered; phones at a table have one or two
_MOST_STREAMS_A_VISITOR = 8  # of one visitor; a browser opens six connections


@dataclass(frozen=True, slots=True)
class TableAddress:
    """An address at which phones find the table."""

    url: str  # such as ``http://192.168.1.20:8642``
    is_likely: bool = True


@dataclass(frozen=True)
class Settings:
    """The settings with which the pages are served."""

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
    # does work where it can bring down nothing, as ``subprocesses.run_in_process`` does; without it, it is done here
    run_isolated: Callable[[Callable[[Any], object], object], Awaitable[object]] | None = None
    cookie: str = "companion"
    tables: bool = True  # whether there are tables; the pages of a deck that is being made have none


def normalize_code(text: str) -> str:
    """A code for comparison: its letters and digits alone, in capitals."""
    return "".join(each for each in text.upper() if each.isalnum())


_BEAT = 10.0  # seconds between two signs of life on a stream
Version = TypeVar("Version", int, str)


async def stream_versions(
    streams: set[asyncio.Event], is_open: Callable[[], bool], version: Callable[[], Version]
) -> AsyncGenerator[Version | None, None]:
    """The version now, and again whenever it changes; ``None`` as a sign of life."""
    bell = asyncio.Event()
    streams.add(bell)
    try:
        version_sent: Version | None = None
        while is_open():
            bell.clear()
            current = version()
            yield current if current != version_sent else None
            version_sent = current
            with suppress(TimeoutError):  # nothing has happened; a beat says that the line stands
                async with asyncio.timeout(_BEAT):
                    await bell.wait()
    finally:
        streams.discard(bell)


class AppState:
    """The tables, the people and the codes."""

    def __init__(self, tables: OpenTables, settings: Settings) -> None:
        self.tables = tables
        self.settings = settings
        self.people = People(tables.shelf)
        self.reading = TableReader()  # of what was played, for the page that tells it
        self.known_hosts: dict[str, None] = {}  # addresses from which somebody with a cookie has asked
        self._secret = self._read_or_make_note("secret", lambda: secrets.token_hex(32)).encode()
        self.codes = {
            PLAYER: self._read_or_make_note("join code", _make_code),
            WATCHER: self._read_or_make_note("watch code", _make_code),
            HOST: self._read_or_make_note("host code", lambda: secrets.token_hex(16)),
        }
        self._stream_events: dict[str, set[asyncio.Event]] = {}
        self._listening: dict[str, Any] = {}
        # tables at which something happened, the last one last; that one also where the laptop starts again
        self.recent_tables = dict.fromkeys(filter(None, [tables.shelf.read_note("", "lately")]))  # the last one last
        self._table_caches: WeakKeyDictionary[Any, dict[bool, tuple[object, dict[object, Any]]]] = WeakKeyDictionary()
        self.seat_events: dict[str, int] = {}  # the last event of a table before somebody sat down last
        self.is_closing = False
        self.loss: Sentence | None = None  # once it is: what became of the file of the tables

    def _read_or_make_note(self, key: str, new: Callable[[], str]) -> str:
        note = self.tables.shelf.read_note("", key)
        if note is None:
            note = new()
            self.tables.shelf.write_note("", key, note)
        return note

    @property
    def join_code(self) -> str:
        """The code to play, in groups as it is shown."""
        return _format_code(self.codes[PLAYER])

    @property
    def watch_code(self) -> str:
        """The code of a screen that only looks on, in groups."""
        return _format_code(self.codes[WATCHER])

    def find_role(self, code: str) -> str | None:
        """The role that a code gives; ``None`` for a wrong code, and wrong tries lock nobody out.

        A code is too long to be guessed: at a thousand tries a second it takes thousands of years.
        """
        key = normalize_code(code).encode()
        right = (role for role, each in self.codes.items() if hmac.compare_digest(key, normalize_code(each).encode()))
        return next(right, None)

    def note_host(self, host: str) -> None:
        """Note an address that a visitor has used; of too many, the device with most loses one."""
        if host not in self.known_hosts:
            self.known_hosts[host] = None
            if len(self.known_hosts) > _MOST_HOSTS:
                of_device = Counter(map(device_of, self.known_hosts))
                del self.known_hosts[max(self.known_hosts, key=lambda each: of_device[device_of(each)])]

    def make_token(self, visitor: str) -> str:
        """The secret in a visitor's forms, so that no other site can send them."""
        return hmac.digest(self._secret, visitor.encode(), "sha256").hex()[:32]

    def open_table(self, name: str) -> Any:
        """Open a table; its pages are told of its events from now on."""
        table = self.tables.open(name)
        if self._listening.get(name) is not table:
            self._listening[name] = table
            self.people.forget_sittings(name)
            table.listen(lambda step: self.note_event(name))
        return table

    def list_running_tables(self) -> list[str]:
        """The tables that are not over, the one with the latest event first."""
        running, budget, recent = [], EVENTS_AT_ONCE, [*self.recent_tables]
        headers = {header.name: header for header in self.tables.shelf.list_tables()}
        for name in sorted(headers, key=lambda name: -recent.index(name) if name in recent else 1):
            budget -= 0 if (is_open := self.tables.is_open(name)) else headers[name].events
            with suppress(CompanionError):  # one that cannot be opened is in the list, with its reason
                if (not is_open and budget < 0) or not game_of(table := self.open_table(name)).final_ranks(table):
                    running.append(name)
        return running

    def version(self, table: Any) -> str:
        """The version of a table's pages: its last event, and the people."""
        return "lost" if self.loss else f"{len(table.history)}.{self.people.seating_version(table.name)}"

    def get_cache(self, table: Any, lasting: bool = False) -> dict[object, Any]:
        """The cache for what everybody at a table shares; emptied when something changes there.

        A ``lasting`` one is emptied only when somebody sits down, stands up or is renamed.
        """
        version = self.people.seating_version(table.name) if lasting else self.version(table)
        at_table = self._table_caches.setdefault(table, {})
        if lasting not in at_table or at_table[lasting][0] != version:
            at_table[lasting] = version, {}
        return at_table[lasting][1]

    def compute_list_version(self) -> str:
        """The version of the list of tables: which there are, their last events, who sits there."""
        headers = self.tables.shelf.list_tables()
        turns = tuple(self.people.seating_version(header.name) for header in headers)
        return "lost" if self.loss else f"{hash((headers, turns)):x}"

    def note_event(self, name: str) -> None:
        """Note that something has just happened at a table, and tell its pages."""
        if [*self.recent_tables][-1:] != [name]:
            self.tables.shelf.write_note("", "lately", name)
        self.recent_tables.pop(name, None)
        self.recent_tables[name] = None
        self.notify_pages(name)

    def notify_pages(self, name: str) -> None:
        """Tell the pages of a table, and those of the list of tables, that something is new."""
        for each in (*self._stream_events.get(name, ()), *self._stream_events.get(_LIST, ())):
            each.set()

    def forget_table(self, name: str) -> None:
        """Tell the pages of a table that it is gone or renamed."""
        self._listening.pop(name, None)
        self.notify_pages(name)

    def catch_up(self) -> None:
        """Load what other programs have written to the tables somebody looks at, and to their list."""
        self.notify_pages(_LIST)
        for name, streams in self._stream_events.items():
            if streams and name in self._listening:
                try:
                    self.open_table(name)
                except TableError:  # deleted, or called otherwise
                    self.forget_table(name)

    def close_streams(self) -> None:
        """End every stream, so that the program can end."""
        self.is_closing = True
        self.notify_all_pages()

    def notify_all_pages(self) -> None:
        """Have every open page load anew."""
        for name in self._stream_events:
            self.notify_pages(name)

    def stream_versions(self, name: str) -> AsyncGenerator[str | None, None]:
        """The version of a table now, and again whenever it changes; ``None`` as a sign of life.

        It ends when the table is gone, or the program ends. Without a name it is for the list of tables.
        """
        return stream_versions(
            self._stream_events.setdefault(name, set()),
            lambda: not self.is_closing and (name == _LIST or name in self._listening),
            lambda: self.compute_list_version() if name == _LIST else self.version(self._listening[name]),
        )

    def can_listen(self, streams: int) -> bool:
        """True while a visitor with so many streams may open one more."""
        return streams < _MOST_STREAMS_A_VISITOR and not self.is_closing


def _make_code() -> str:
    return "".join(secrets.choice(CODE_CHARACTERS) for _ in range(_CODE_LENGTH))


def _format_code(code: str) -> str:
    return f"{code[:4]}-{code[4:8]}-{code[8:]}"  # parted for the eye
