"""The servers of tables and of a watched deck, each of which runs until it is stopped."""

import asyncio
import json
import sys
import time
import traceback
from collections.abc import Callable, Collection
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, Self

from companion.errors import CompanionError, StoreLost, TableError
from companion.paths import find_user_folder
from companion.sentences import Sentence, say
from companion.service.backups import Backups
from companion.service.kept_tables import OpenTables
from companion.service.press.review import Finding
from companion.service.press.watch import SaveWatcher, WatchedDeck
from companion.service.session import open_store
from companion.table.backup_files import build_empty_store_error
from companion.table.shelf import MemoryShelf
from companion.web.app import make_app
from companion.web.app_state import Settings, TableAddress
from companion.web.people import is_loopback
from companion.web.serving import addresses
from companion.web.serving.press import PressProcess
from companion.web.serving.server import TableServer, ensure_certificate, release_memory
from companion.web.serving.subprocesses import run_in_process
from companion.web.serving.watch_process import DeckWatchProcess
from companion.web.watch import DeckPreview, LaptopDesk, make_watch_pages

USUAL = 8700  # the default port; not that of tables, so that both can run
GRACE = 0.15  # seconds without a save before a mistake is shown: a file may be only half saved


class DeckHost:
    """Serves the pages of a watched deck; on leaving its context, closes the port."""

    def __init__(self, watch: DeckWatchProcess, port: int | None = None, everywhere: bool = False) -> None:
        self._watch, self._saves, self._wanted_language = watch, SaveWatcher(), ""
        self._preview = DeckPreview(watch.picture, self._set_language)
        self._socket = addresses.open_socket("0.0.0.0" if everywhere else addresses.LOOPBACK, port, USUAL)
        self.port = int(self._socket.getsockname()[1])
        self.addresses: tuple[addresses.LaptopAddress, ...] = addresses.list_candidates() if everywhere else ()
        names = frozenset(address.host for address in self.addresses)
        cookie, desk = f"companion-watch-{self.port}", LaptopDesk(self._preview, watch.edit, watch.begin_deck)
        settings = Settings(hosts=names, cookie=cookie, tables=False, run_in_thread=asyncio.to_thread)
        app = make_app(
            OpenTables(MemoryShelf()), settings, (*make_watch_pages(self._preview), *desk.list_pages("/edit", "/new"))
        )
        self._app_state = app.state.app_state
        self._server = TableServer(app, self._close, background=self._start_watching)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self._socket.close()

    @property
    def url(self) -> str:
        return addresses.LaptopAddress(addresses.LOOPBACK).url(self.port, "/")

    @property
    def code(self) -> str:
        """The code with which phones may see the deck."""
        return str(self._app_state.join_code)

    def join_url(self, address: addresses.LaptopAddress) -> str:
        return address.url(self.port, f"/join/{self.code}")

    def run(self) -> None:
        """Serve until the program is stopped."""
        self._server.run([self._socket])

    def _close(self) -> None:
        self._app_state.close_streams()
        self._preview.close()

    def _set_language(self, language: str) -> None:
        self._wanted_language = language

    async def _start_watching(self) -> None:
        # A daemon thread: the program need not wait at its end until a large deck is laid out.
        Thread(target=self._keep_watching, args=(asyncio.get_running_loop(),), daemon=True).start()

    def _keep_watching(self, loop: asyncio.AbstractEventLoop) -> None:
        """Lay out the deck and publish it to the pages, after each save."""
        self._saves.settle(self._watch.places)
        while True:
            deck = self._look()
            if not deck.mistakes or self._saves.stays_quiet(self._watch.places, GRACE):
                with suppress(RuntimeError):  # the loop has ended
                    loop.call_soon_threadsafe(self._preview.publish, deck)
            places = self._watch.places
            self._saves.wait_for_save(places, partial(self._is_outdated, places))

    def _is_outdated(self, places: tuple[Path, ...]) -> bool:
        """True if the cards are wanted in another language, or another deck is watched now."""
        return self._wanted_language != self._watch.language or self._watch.places is not places

    def _look(self) -> WatchedDeck:
        self._watch.language = self._wanted_language = self._wanted_language or self._watch.language
        try:
            return self._watch.look(self._saves.stamps)
        except Exception:  # the next save gets another try
            traceback.print_exc(file=sys.stderr)
            message = say("Something went wrong here; nothing is lost. Save the deck once more.")
            return replace(self._preview.deck or WatchedDeck(), mistakes=(Finding("deck", message),))


ALONE = 60.0  # seconds without a phone, after which something is probably wrong


class PhoneWatch:
    """Passes requests on to the pages, and notes whether one came from another device.

    Only that shows for certain that address and firewall are right.
    """

    def __init__(
        self,
        app: Any,
        own_hosts: Callable[[], Collection[str]],
        patience: float = ALONE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app, self._own_hosts, self._patience, self._clock = app, own_hosts, patience, clock
        self._start = clock()
        self.has_phone = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the request on to the pages."""
        client = scope.get("client")
        if not self.has_phone and client is not None:
            host = client[0].removeprefix("::ffff:")
            self.has_phone = not is_loopback(host) and host not in self._own_hosts()
        await self._app(scope, receive, send)

    def is_lonely(self) -> bool:
        """True if no phone has connected for so long that something is probably wrong."""
        return not self.has_phone and self._clock() >= self._start + self._patience


EVERY_ADAPTER, EVERY_KIND = "0.0.0.0", "::"
_LOOK = 1.0  # seconds between writes of visitors, checks of backups, other programs' events, and phones
_PATIENCE = 0.5  # seconds that pages wait at most while another program writes to the store; then they report it
_PORT = "port"  # the note with the port, for phones that reconnect after a restart


@dataclass(frozen=True, slots=True)
class TableOptions:
    """The options with which tables are served."""

    store: Path | None = None
    address: str | None = None
    port: int | None = None
    https: bool = False
    one_screen: bool = False


class TableHost:
    """Serves the tables of a store; on leaving its context, closes store and port."""

    def __init__(self, options: TableOptions, tell: Callable[[Sentence], None], is_lonely: Callable[[], None]) -> None:
        """Open store and port, without serving yet; ``is_lonely`` is called once if no phone connects."""
        self._options, self._is_lonely, self._stack = options, is_lonely, ExitStack()
        only = addresses.parse_address(options.address) if options.address is not None else None
        self._only_address = addresses.LaptopAddress(addresses.LOOPBACK) if options.one_screen else only
        try:
            shelf = self._stack.enter_context(open_store(options.store))
            names = ("localhost", addresses.LOOPBACK, *(address.host for address in self.list_addresses()))
            certificate = ensure_certificate(names) if options.https else None
            self._socket = self._stack.enter_context(
                addresses.open_socket(self._choose_host(), options.port, _parse_port(shelf.read_note("", _PORT)))
            )
            self.port = int(self._socket.getsockname()[1])
            self.scheme = "https" if certificate else "http"
            shelf.write_note("", _PORT, json.dumps(self.port))
            shelf.set_wait(_PATIENCE)
            settings = Settings(
                secure=options.https,
                one_screen=options.one_screen,
                hosts=frozenset(address.host for address in self.list_addresses()),
                addresses=self._list_table_addresses,
                is_lonely=lambda: self._phone_watch.is_lonely(),
                run_in_thread=asyncio.to_thread,
                pockets=data_folder / "pocket" if (data_folder := find_user_folder("data")) else None,
                press=PressProcess(),
                run_isolated=run_in_process,
            )
            app = make_app(OpenTables(shelf), settings)
            self._app_state, self._shelf, self._report = app.state.app_state, shelf, tell
            self._app_state.people.least_pause = _LOOK
            self._phone_watch = PhoneWatch(app, lambda: {host for _, host in addresses.list_adapters()})
            is_known_host = self._app_state.known_hosts.__contains__
            self._server = TableServer(
                self._phone_watch, self._app_state.close_streams, certificate, self._keep_watch, is_known_host
            )
            self._backups = Backups(shelf.path, tell)
        except BaseException:
            self._stack.close()
            raise
        self.code: str = self._app_state.join_code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        with suppress(CompanionError):  # the store may be lost
            self._app_state.people.write_changes()
        self._stack.close()

    @property
    def no_table_error(self) -> TableError | None:
        """The error to show if there is a backup but no table; ``None`` otherwise."""
        error = None if self._shelf.list_tables() else build_empty_store_error(self._shelf.path)
        return error if error and error.remedy else None

    def run(self) -> None:
        """Serve until the program is stopped; raises ``StoreLost`` afterwards if the store was lost."""
        self._server.run([self._socket])
        self._shelf.check_file()

    def list_addresses(self) -> tuple[addresses.LaptopAddress, ...]:
        """The addresses at which phones may reach the tables now, the likeliest first."""
        return addresses.list_candidates() if self._only_address is None else (self._only_address,)

    def join_url(self, address: addresses.LaptopAddress) -> str:
        """The address that a phone scans, with the code in it."""
        return address.url(self.port, f"/join/{self.code}", self.scheme)

    @property
    def host_url(self) -> str:
        """The address to open on the laptop itself, with the secret code of the host."""
        return addresses.LaptopAddress(addresses.LOOPBACK).url(
            self.port, f"/join/{self._app_state.codes['host']}", self.scheme
        )

    def _list_table_addresses(self) -> tuple[TableAddress, ...]:
        return tuple(
            TableAddress(address.url(self.port, "", self.scheme), is_likely=address.hint is None)
            for address in self.list_addresses()
        )

    def _choose_host(self) -> str:
        only = self._only_address.host if self._only_address is not None else ""
        if only in (addresses.LOOPBACK, "::1", "localhost"):
            return addresses.LOOPBACK if only != "::1" else only
        return EVERY_KIND if ":" in only else EVERY_ADAPTER

    def _check_store(self) -> None:
        """Raise ``StoreLost`` if the store was lost; the first time, also report it here and on all pages."""
        try:
            self._shelf.check_file()
        except StoreLost as error:
            if self._app_state.loss is None:
                self._app_state.loss = error.message
                self._report(error.message)
                self._app_state.notify_all_pages()
            raise

    async def _keep_watch(self) -> None:
        """Every second: back up changes, load other programs' events, and check whether a phone has connected."""
        is_lost = self._choose_host() == addresses.LOOPBACK
        while True:
            with suppress(CompanionError):  # pages report it; here it is tried again
                self._check_store()
                self._app_state.people.write_changes(is_urgent=False)
                self._backups.back_up_changes()
                self._app_state.catch_up()
            if self._app_state.has_freed_files:
                self._app_state.has_freed_files = False
                release_memory()
            if not is_lost and self._phone_watch.is_lonely():
                is_lost = True
                self._is_lonely()
                self._app_state.notify_all_pages()
            await asyncio.sleep(_LOOK)


def _parse_port(text: str | None) -> int | None:
    """The last used port, from its note; ``None`` if the note is missing or invalid."""
    return int(text) if text is not None and text.isdigit() and 0 < int(text) < 65536 else None
