"""A table opened for an evening, or a deck that is watched: served until it is closed."""

import asyncio
import json
import sys
import time
import traceback
from collections.abc import Callable, Collection
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread
from typing import Any, Self

from companion.errors import CompanionError, StoreLost, TableError
from companion.paths import own_folder
from companion.sentences import Sentence, say
from companion.service.backups import Backups
from companion.service.kept_tables import OpenTables
from companion.service.press.check import Finding
from companion.service.press.watch import DeckWatch, Saves, Watched
from companion.service.session import opened_file, passing_shelf
from companion.table.backup_files import none_yet
from companion.web.app import make_app
from companion.web.house import Settings, TableAddress
from companion.web.people import is_loopback
from companion.web.serving.addresses import LOOPBACK, LaptopAddress, candidates, forced, here, open_door
from companion.web.serving.beside import work_beside
from companion.web.serving.certificate import certificate_for
from companion.web.serving.press import PressBeside
from companion.web.serving.server import TableServer
from companion.web.serving.watch_beside import WatchBeside
from companion.web.watch import Shown, watch_pages

USUAL = 8700  # the port where nobody says otherwise; the table keeps its own
GRACE = 0.15  # seconds after which a mistake is one: until then it may be half of a file that is being saved


class DeckEvening:
    """A deck on a page; closes what it opened."""

    def __init__(
        self, watch: DeckWatch | WatchBeside, port: int | None = None, everywhere: bool = False
    ) -> None:
        self._watch, self._saves, self._stack = watch, Saves(), ExitStack()
        self._asked = ""
        self._shown = Shown(watch.picture, self._speak)
        door = open_door("0.0.0.0" if everywhere else LOOPBACK, port, USUAL)
        self._door = self._stack.enter_context(door)
        self.port = int(door.getsockname()[1])
        self.addresses: tuple[LaptopAddress, ...] = candidates() if everywhere else ()
        names = frozenset(address.host for address in self.addresses)
        settings = Settings(hosts=names, cookie=f"companion-watch-{self.port}", tables=False)
        app = make_app(OpenTables(passing_shelf()), settings, watch_pages(self._shown))
        self._house = app.state.house
        self._server = TableServer(app, self._close, beside=self._beside)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self._stack.close()

    @property
    def url(self) -> str:
        """The page on this computer."""
        return LaptopAddress(LOOPBACK).url(self.port, "/")

    @property
    def code(self) -> str:
        """The code with which phones look on."""
        return str(self._house.join_code)

    def join_url(self, address: LaptopAddress) -> str:
        """The address that a phone scans."""
        return address.url(self.port, f"/join/{self.code}")

    def run(self) -> None:
        """Answer until somebody ends it."""
        self._server.run([self._door])

    def _close(self) -> None:
        self._house.close_streams()
        self._shown.close()

    def _speak(self, language: str) -> None:
        self._asked = language

    async def _beside(self) -> None:
        # A thread that nobody waits for at the end: a large deck may be in the midst of it.
        Thread(target=self._go_on, args=(asyncio.get_running_loop(),), daemon=True).start()

    def _go_on(self, loop: asyncio.AbstractEventLoop) -> None:
        """Look, lay out, show; again and again."""
        self._saves.settle(self._watch.places)
        while True:
            now = self._look()
            if not now.mistakes or self._saves.quiet(self._watch.places, GRACE):
                with suppress(RuntimeError):  # the program has ended
                    loop.call_soon_threadsafe(self._shown.publish, now)
            self._saves.wait(self._watch.places, lambda: self._asked != self._watch.language)

    def _look(self) -> Watched:
        self._watch.language = self._asked = self._asked or self._watch.language
        try:
            return self._watch.look(self._saves.seen)
        except Exception:  # whatever it is, the next save is looked at again
            traceback.print_exc(file=sys.stderr)
            told = say("Something went wrong here; nothing is lost. Save the deck once more.")
            return replace(self._shown.now or Watched(), mistakes=(Finding("deck", told),))


ALONE = 60.0  # seconds without a phone after which something is probably wrong


class Knocks:
    """Stands before the pages and looks who comes from another device.

    That one does is the one sure sign that address and firewall are right.
    """

    def __init__(
        self,
        app: Any,
        own: Callable[[], Collection[str]],
        alone: float = ALONE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app, self._own, self._alone, self._clock = app, own, alone, clock
        self._since = clock()
        self.seen = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer as the pages do."""
        client = scope.get("client")
        if not self.seen and client is not None:
            host = client[0].removeprefix("::ffff:")
            self.seen = not is_loopback(host) and host not in self._own()
        await self._app(scope, receive, send)

    def lonely(self) -> bool:
        """True when a phone should have come by now."""
        return not self.seen and self._clock() >= self._since + self._alone


EVERY_ADAPTER, EVERY_KIND = "0.0.0.0", "::"
_LOOK = 1.0  # seconds between two looks beside the pages
_PATIENCE = 0.5
"""Seconds all pages are held up at most while another program writes to the tables; then they say so."""
_PORT = "port"  # the note of the port, for phones that knock again after the laptop was started anew


@dataclass(frozen=True, slots=True)
class Wishes:
    """The choices of whoever opens the table."""

    store: Path | None = None
    address: str | None = None
    port: int | None = None
    https: bool = False
    one_screen: bool = False


class Evening:
    """The open table; closes what it opened."""

    def __init__(self, wishes: Wishes, tell: Callable[[Sentence], None], lonely: Callable[[], None]) -> None:
        """Open everything; nothing is answered yet. ``lonely`` is called once, when no phone has come."""
        self._wishes, self._lonely, self._stack = wishes, lonely, ExitStack()
        only = forced(wishes.address) if wishes.address is not None else None
        self._only = LaptopAddress(LOOPBACK) if wishes.one_screen else only
        try:
            shelf = self._stack.enter_context(opened_file(wishes.store))
            names = ("localhost", LOOPBACK, *(address.host for address in self.addresses()))
            certificate = certificate_for(names) if wishes.https else None
            self._door = self._stack.enter_context(
                open_door(self._listen_at(), wishes.port, _noted(shelf.read_note("", _PORT)))
            )
            self.port = int(self._door.getsockname()[1])
            self.scheme = "https" if certificate else "http"
            shelf.write_note("", _PORT, json.dumps(self.port))
            shelf.wait_at_most(_PATIENCE)
            settings = Settings(
                secure=wishes.https,
                one_screen=wishes.one_screen,
                hosts=frozenset(address.host for address in self.addresses()),
                addresses=self._table_addresses,
                lonely=lambda: self._knocks.lonely(),
                aside=asyncio.to_thread,
                pockets=own / "pocket" if (own := own_folder("data")) else None,
                press=PressBeside(),
                beside=work_beside,
            )
            app = make_app(OpenTables(shelf), settings)
            self._house, self._shelf, self._tell = app.state.house, shelf, tell
            self._knocks = Knocks(app, lambda: {host for _, host in here()})
            been_in = self._house.known_hosts.__contains__
            self._server = TableServer(
                self._knocks, self._house.close_streams, certificate, self._beside, been_in
            )
            self._backups = Backups(shelf.path, tell)
        except BaseException:
            self._stack.close()
            raise
        self.code: str = self._house.join_code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self._stack.close()

    @property
    def nothing_yet(self) -> TableError | None:
        """The error that no table is there, where a backup is."""
        none = None if self._shelf.headers() else none_yet(self._shelf.path)
        return none if none and none.remedy else None

    def run(self) -> None:
        """Answer until somebody ends it; a store that was lost meanwhile is the end's error."""
        self._server.run([self._door])
        self._shelf.check_file()

    def addresses(self) -> tuple[LaptopAddress, ...]:
        """The addresses at which phones may find the table now, the likeliest first."""
        return candidates() if self._only is None else (self._only,)

    def join_url(self, address: LaptopAddress) -> str:
        """The address that a phone scans, with the code in it."""
        return address.url(self.port, f"/join/{self.code}", self.scheme)

    @property
    def host_url(self) -> str:
        """The laptop's own page, with what only the laptop may know in it."""
        return LaptopAddress(LOOPBACK).url(self.port, f"/join/{self._house.codes['host']}", self.scheme)

    def _table_addresses(self) -> tuple[TableAddress, ...]:
        return tuple(
            TableAddress(address.url(self.port, "", self.scheme), likely=address.hint is None)
            for address in self.addresses()
        )

    def _listen_at(self) -> str:
        only = self._only.host if self._only is not None else ""
        if only in (LOOPBACK, "::1", "localhost"):
            return LOOPBACK if only != "::1" else only
        return EVERY_KIND if ":" in only else EVERY_ADAPTER

    def _look_at_store(self) -> None:
        """Tell everybody, once, that the store is lost and where it is saved; then no page shows a table."""
        try:
            self._shelf.check_file()
        except StoreLost as lost:
            if self._house.lost is None:
                self._house.lost = lost.whole
                self._tell(lost.whole)
                self._house.all_changed()
            raise

    async def _beside(self) -> None:
        """Look after backups, after what other programs write, and after a phone that does not come."""
        told = self._listen_at() == LOOPBACK
        while True:
            with suppress(CompanionError):  # whoever asks for a page is told; here it is tried again
                self._look_at_store()
                self._backups.look()
                self._house.catch_up()
            if not told and self._knocks.lonely():
                told = True
                self._lonely()
                self._house.all_changed()
            await asyncio.sleep(_LOOK)


def _noted(text: str | None) -> int | None:
    """The port of last time, from its note."""
    return int(text) if text is not None and text.isdigit() and 0 < int(text) < 65536 else None
