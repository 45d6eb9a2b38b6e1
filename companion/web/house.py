"""What all pages share while the laptop serves them: the tables, the people, the codes, who listens."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from companion.errors import CompanionError, TableError
from companion.play.game import game_of
from companion.sentences import Sentence
from companion.service.kept_tables import OpenTables
from companion.service.remembered import Reading
from companion.web.news import news
from companion.web.people import HOST, PLAYER, WATCHER, People, device_of

if TYPE_CHECKING:
    from companion.web.press.work import Press

CODE_CHARACTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Characters that are not taken for one another; ten of them are 49 bits."""

EVENTS_AT_ONCE = 3000
"""Events of tables nobody has asked for yet that are played for one page; the next page tells of more."""

_CODE_LENGTH = 10
_LIST = ""  # the list of all tables, among the names of those that pages listen to
_GROUPS = (4, 8)  # where a code is parted for the eye
_MOST_HOSTS = 1000  # addresses that are remembered; phones at a table have one or two
_MOST_STREAMS_A_VISITOR = 8  # of one visitor; a browser opens six connections


@dataclass(frozen=True, slots=True)
class TableAddress:
    """An address at which phones find the table."""

    url: str  # such as ``http://192.168.1.20:8642``
    likely: bool = True


@dataclass(frozen=True)
class Settings:
    """The decisions of whoever serves the pages."""

    secure: bool = False
    one_screen: bool = False
    hosts: frozenset[str] = frozenset()
    addresses: Callable[[], Sequence[TableAddress]] = tuple
    lonely: Callable[[], bool] = bool
    pocket: bool = False
    static: str = ""
    aside: Callable[..., Any] | None = None
    pockets: Path | None = None
    press: Press | None = None
    # does work where it can bring down nothing, as ``work_beside`` does; without it, it is done here
    beside: Callable[[Callable[[Any], object], object], Awaitable[object]] | None = None
    cookie: str = "companion"
    tables: bool = True  # whether there are tables; the pages of a deck that is being made have none


def typed_code(text: str) -> str:
    """A code as it is compared: however it was parted and whatever small letters were typed."""
    return "".join(each for each in text.upper() if each.isalnum())


class House:
    """The tables, the people and the codes."""

    def __init__(self, tables: OpenTables, settings: Settings) -> None:
        self.tables = tables
        self.settings = settings
        self.people = People(tables.shelf)
        self.reading = Reading()  # of what was played, for the page that tells it
        self.known_hosts: dict[str, None] = {}  # addresses from which somebody with a cookie has asked
        self._secret = self._kept("secret", lambda: secrets.token_hex(32)).encode()
        self.codes = {
            PLAYER: self._kept("join code", _new_code),
            WATCHER: self._kept("watch code", _new_code),
            HOST: self._kept("host code", lambda: secrets.token_hex(16)),
        }
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._listening: dict[str, Any] = {}
        # tables at which something happened, the last one last; that one also where the laptop starts again
        self.lately = dict.fromkeys(filter(None, [tables.shelf.read_note("", "lately")]))  # the last one last
        self._once: WeakKeyDictionary[Any, dict[bool, tuple[object, dict[object, Any]]]]
        self._once = WeakKeyDictionary()
        self.sat: dict[str, int] = {}  # the last event of a table before somebody sat down last
        self.closing = False
        self.lost: Sentence | None = None  # once it is: what became of the file of the tables

    def _kept(self, key: str, new: Callable[[], str]) -> str:
        kept = self.tables.shelf.read_note("", key)
        if kept is None:
            kept = new()
            self.tables.shelf.write_note("", key, kept)
        return kept

    @property
    def join_code(self) -> str:
        """The code as it is shown, parted for the eye."""
        return _parted(self.codes[PLAYER])

    @property
    def watch_code(self) -> str:
        """The code of a screen that only looks on, likewise."""
        return _parted(self.codes[WATCHER])

    def role_of(self, code: str) -> str | None:
        """The role that a code gives; a right one is always heard, whatever wrong ones came before.

        A code is so long that nobody finds it by trying: at a thousand a second it takes thousands of years.
        """
        for role, right in self.codes.items():
            if hmac.compare_digest(typed_code(code).encode(), typed_code(right).encode()):
                return role
        return None

    def note_host(self, host: str) -> None:
        """Note an address from which a visitor has asked; of very many, the device with most loses one."""
        if host not in self.known_hosts:
            self.known_hosts[host] = None
            if len(self.known_hosts) > _MOST_HOSTS:
                of_device = Counter(map(device_of, self.known_hosts))
                del self.known_hosts[max(self.known_hosts, key=lambda each: of_device[device_of(each)])]

    def token(self, visitor: str) -> str:
        """The secret in a visitor's forms, so that no other site can send them."""
        return hmac.digest(self._secret, visitor.encode(), "sha256").hex()[:32]

    def open(self, name: str) -> Any:
        """A table, opened; whoever listens hears of its events from now on."""
        here = self.tables.open(name)
        if self._listening.get(name) is not here:
            self._listening[name] = here
            self.people.forget(name)
            here.listen(lambda step: self.happened(name))
        return here

    def going_on(self) -> list[str]:
        """The tables that are not over, the one where something happened last first."""
        found, budget, lately = [], EVENTS_AT_ONCE, [*self.lately]
        headers = {header.name: header for header in self.tables.shelf.headers()}
        for name in sorted(headers, key=lambda name: -lately.index(name) if name in lately else 1):
            budget -= 0 if (known := self.tables.is_open(name)) else headers[name].events
            with suppress(CompanionError):  # one that cannot be opened is in the list, with its reason
                if (not known and budget < 0) or not game_of(here := self.open(name)).final_ranks(here):
                    found.append(name)
        return found

    def version(self, here: Any) -> str:
        """The version of a table's pages: its last event, and the people."""
        return "lost" if self.lost else f"{len(here.history)}.{self.people.turn(here.name)}"

    def once(self, here: Any, lasting: bool = False) -> dict[object, Any]:
        """A place for what is made for everybody at a table; emptied when something changes there.

        What lasts is made anew only when somebody sits down, stands up or is called otherwise.
        """
        version = self.people.turn(here.name) if lasting else self.version(here)
        at_table = self._once.setdefault(here, {})
        if lasting not in at_table or at_table[lasting][0] != version:
            at_table[lasting] = version, {}
        return at_table[lasting][1]

    def list_version(self) -> str:
        """The version of the list of tables: which there are, how far they have come, who sits there."""
        headers = self.tables.shelf.headers()
        turns = tuple(self.people.turn(header.name) for header in headers)
        return "lost" if self.lost else f"{hash((headers, turns)):x}"

    def happened(self, name: str) -> None:
        """Note that something has just happened at a table, and tell its pages."""
        if [*self.lately][-1:] != [name]:
            self.tables.shelf.write_note("", "lately", name)
        self.lately.pop(name, None)
        self.lately[name] = None
        self.changed(name)

    def changed(self, name: str) -> None:
        """Tell the pages of a table that something is new, and the list of all."""
        for each in (*self._waiting.get(name, ()), *self._waiting.get(_LIST, ())):
            each.set()

    def forget(self, name: str) -> None:
        """Tell the pages of a table that it is gone, or has another name."""
        self._listening.pop(name, None)
        self.changed(name)

    def catch_up(self) -> None:
        """Take in what other programs have written at the tables somebody looks at, and in their list."""
        self.changed(_LIST)
        for name, waiting in self._waiting.items():
            if waiting and name in self._listening:
                try:
                    self.open(name)
                except TableError:  # deleted, or called otherwise
                    self.forget(name)

    def close_streams(self) -> None:
        """End every stream, so that the program can end."""
        self.closing = True
        self.all_changed()

    def all_changed(self) -> None:
        """Have every page drawn anew."""
        for name in self._waiting:
            self.changed(name)

    def news(self, name: str) -> AsyncGenerator[str | None, None]:
        """The version of a table now, and again whenever it changes; ``None`` as a sign of life.

        It ends when the table is gone, or the program ends. Without a name it is the list of all tables.
        """
        return news(
            self._waiting.setdefault(name, set()),
            lambda: not self.closing and (name == _LIST or name in self._listening),
            lambda: self.list_version() if name == _LIST else self.version(self._listening[name]),
        )

    def may_listen(self, streams: int) -> bool:
        """True while one more page of somebody may listen."""
        return streams < _MOST_STREAMS_A_VISITOR and not self.closing


def _new_code() -> str:
    return "".join(secrets.choice(CODE_CHARACTERS) for _ in range(_CODE_LENGTH))


def _parted(code: str) -> str:
    first, second = _GROUPS
    return f"{code[:first]}-{code[first:second]}-{code[second:]}"
