"""The pages that print, in a phone's browser: beside the tables, in a Python of their own.

While it prints, that Python answers nothing: what is asked of it is answered first, and then it works.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from companion.answers import Answer
from companion.data.files import write_text
from companion.data.papers import profiles_file
from companion.errors import InputError
from companion.press.face.drawing.scans import draw_with
from companion.press.pictures.reading import read_with
from companion.sentences import Sentence
from companion.service.press.own_decks import decks_folder, homely
from companion.service.rows import RowShelf
from companion.web import press
from companion.web.pocket import own_decks
from companion.web.pocket.inside import Answered, Pocket
from companion.web.pocket.pictures import Browser, Decks, Sent
from companion.web.press.jobs import jobs_of
from companion.web.press.work import Report, Task, carry_out

_PRINTERS = "printers"  # the note of those that were measured, as their file has them

_MOST_FORM = 64_000  # bytes of a form in which the name of a deck is looked for

Told = Callable[..., object]  # told as a `Report`, and of a sheet that is looked at its name and picture too


class HeldPress:
    """A press that works only when it is let."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.told: Told = lambda *how: None
        self.decks: Decks | None = None  # of a person; what the pages of own decks ask

    async def work(self, task: Task, told: Report) -> Answer:
        """Carry a task out when it is let; see ``Press``."""
        await self.free.wait()

        def both(done: int, of: int, page: int = 0, pages: int = 0) -> None:
            told(done, of, page, pages)
            self.told(done, of, page, pages)

        pictures, fault = 0, None

        def drawn(name: str, picture: str, of: int) -> None:
            nonlocal pictures
            pictures += 1
            self.told(pictures, of, 0, 0, name, picture)

        if self.decks is not None and task.folder is not None:
            await self.decks.pictures.prepare(decks_folder() / task.wish.game, "inked")
        while True:
            try:
                found, fault = carry_out(task, both, drawn), None
            except InputError as error:
                fault = InputError(homely(error.whole))
            if self.decks is None or not await self.decks.pictures.make_drawings():
                break
            pictures = 0  # once more, with what was wanted
        if fault is not None:
            raise fault
        lines = (homely(each) if isinstance(each, Sentence) else each for each in found.lines)
        return replace(found, lines=tuple(lines))


class PressPocket(Pocket):
    """The pages that print, over the same rows; opened anew, it goes on with what it has begun."""

    pages = (*own_decks.PAGES, *press.PAGES)
    press = HeldPress()

    def __init__(self, shelf: RowShelf, static: str) -> None:
        """Open them, with the printers that were measured as the rows have them."""
        super().__init__(shelf, static)
        profiles_file().unlink(missing_ok=True)
        if kept := shelf.read_note("", _PRINTERS):
            profiles_file().parent.mkdir(parents=True, exist_ok=True)
            write_text(profiles_file(), kept)

    def keep_in(self, browser: Browser) -> None:
        """Have a browser keep own decks, and decode their pictures."""
        if self.press.decks is None:  # what it has brought lies there as long as this Python
            self.press.decks = Decks(browser)
            read_with(self.press.decks.pictures)
            draw_with(self.press.decks.pictures.draw)

    async def answer(
        self,
        method: str,
        path: str,
        kind: str,
        body: bytes | memoryview,
        languages: str,
        sent: Sent | None = None,
    ) -> Answered:
        """Ask for a page; printers that were measured on it are kept, and decks from the files sent along."""
        if self.press.decks is not None:
            await self.press.decks.look(f"{path} {bytes(body[:_MOST_FORM]).decode('latin-1')}", sent)
        answered = await super().answer(method, path, kind, body, languages)
        if profiles_file().exists():
            measured = profiles_file().read_text("utf-8")
            if measured != self._shelf.read_note("", _PRINTERS):
                self._shelf.write_note("", _PRINTERS, measured)
        return answered

    async def work(self, told: Told) -> None:
        """Do what was asked for and not yet done; `told` hears of its steps."""
        self.press.told = told
        self.press.free.set()
        await jobs_of(self._app.state.house).rest()
        self.press.free.clear()
