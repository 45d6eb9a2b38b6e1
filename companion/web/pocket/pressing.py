"""The pages that print in a phone's browser, in a Python of their own beside the tables'.

It answers nothing while it prints: it answers what it is asked first, and then it works.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from companion.answers import Answer
from companion.data.files import write_text
from companion.data.papers import profiles_file
from companion.errors import InputError
from companion.press.face.drawing.scans import use_drawer
from companion.press.frame.pictures import use_reader
from companion.sentences import Sentence
from companion.service.press.own_decks import get_decks_folder, shorten_paths
from companion.service.rows import RowShelf
from companion.web import press
from companion.web.pocket import own_decks
from companion.web.pocket.inside import Pocket, PocketAnswer
from companion.web.pocket.pictures import Browser, Decks, SentFiles
from companion.web.press.jobs import get_jobs
from companion.web.press.work import Report, Task, run_task

_PRINTERS = "printers"  # the note of those that were measured, as their file has them

_MOST_FORM = 64_000  # bytes of a form in which the name of a deck is looked for

SheetReport = Callable[..., object]  # told as a `Report`, and of a sheet that is looked at its name and picture too


class HeldPress:
    """A press that works only while it is released."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.told: SheetReport = lambda *how: None
        self.decks: Decks | None = None  # of a person; what the pages of own decks ask

    async def work(self, task: Task, told: Report) -> Answer:
        """Carry a task out once the press is released; see ``Press``."""
        await self.free.wait()

        def report(done: int, of: int, page: int = 0, pages: int = 0) -> None:
            told(done, of, page, pages)
            self.told(done, of, page, pages)

        pictures, fault = 0, None

        def report_picture(name: str, picture: str, of: int) -> None:
            nonlocal pictures
            pictures += 1
            self.told(pictures, of, 0, 0, name, picture)

        if self.decks is not None and task.folder is not None:
            await self.decks.pictures.prepare(get_decks_folder() / task.wish.game, "inked")
        while True:
            try:
                found, fault = run_task(task, report, report_picture), None
            except InputError as error:
                fault = InputError(shorten_paths(error.whole))
            if self.decks is None or not await self.decks.pictures.make_drawings():
                break
            pictures = 0  # once more, with what was wanted
        if fault is not None:
            raise fault
        lines = (shorten_paths(each) if isinstance(each, Sentence) else each for each in found.lines)
        return replace(found, lines=tuple(lines))


class PressPocket(Pocket):
    """The pages that print, over the same rows; opened anew, they go on with what was begun."""

    pages = (*own_decks.PAGES, *press.PAGES)
    press = HeldPress()

    def __init__(self, shelf: RowShelf, static: str) -> None:
        """Open the pages, with the measured printers that the rows hold."""
        super().__init__(shelf, static)
        profiles_file().unlink(missing_ok=True)
        if kept := shelf.read_note("", _PRINTERS):
            profiles_file().parent.mkdir(parents=True, exist_ok=True)
            write_text(profiles_file(), kept)

    def keep_in(self, browser: Browser) -> None:
        """Have a browser store own decks, and decode their pictures."""
        if self.press.decks is None:  # what it has brought lies there as long as this Python
            self.press.decks = Decks(browser)
            use_reader(self.press.decks.pictures)
            use_drawer(self.press.decks.pictures.draw)

    async def answer(
        self, method: str, path: str, kind: str, body: bytes | memoryview, languages: str, sent: SentFiles | None = None
    ) -> PocketAnswer:
        """Answer a request; stores printers that it measured, and brings decks and files that it needs."""
        if self.press.decks is not None:
            await self.press.decks.sync_decks(f"{path} {bytes(body[:_MOST_FORM]).decode('latin-1')}", sent)
        answered = await super().answer(method, path, kind, body, languages)
        if profiles_file().exists():
            measured = profiles_file().read_text("utf-8")
            if measured != self._shelf.read_note("", _PRINTERS):
                self._shelf.write_note("", _PRINTERS, measured)
        return answered

    async def work(self, told: SheetReport) -> None:
        """Do the jobs that wait; `told` is called with their progress."""
        self.press.told = told
        self.press.free.set()
        await get_jobs(self._app.state.app_state).wait_for_all()
        self.press.free.clear()
