"""A deck watched: a thread that looks for saves and lays out, beside a server that shows the cards."""

import asyncio
import sys
import traceback
from contextlib import ExitStack, suppress
from dataclasses import replace
from threading import Thread
from typing import Self

from companion.sentences import say
from companion.service.opened_tables import OpenTables
from companion.service.press.check import Finding
from companion.service.press.watch import DeckWatch, Saves, Watched
from companion.service.session import passing_shelf
from companion.web.app import make_app
from companion.web.house import Settings
from companion.web.serving.addresses import LOOPBACK, LaptopAddress, candidates
from companion.web.serving.port import open_door
from companion.web.serving.server import TableServer
from companion.web.serving.watch_beside import WatchBeside
from companion.web.watch.pages import Shown, watch_pages

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
