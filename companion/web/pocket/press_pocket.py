"""The pages that print inside a phone's browser, in a Python of their own; and own decks there.

While it prints it answers nothing: requests are answered first, then the jobs are done. The browser stores
own decks and reads pictures; its answers to Python are described in ``decks.js``.
"""

import asyncio
import json
import os
import shutil
import zlib
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import blake2b
from os.path import normpath
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any, Protocol

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.answers import Answer
from companion.data.decks.uploads import UploadedFiles
from companion.data.files import write_text
from companion.data.papers import profiles_file
from companion.errors import InputError
from companion.press.face.drawing.parts import get_parts
from companion.press.face.drawing.scans import use_drawer
from companion.press.frame import fonts, raster
from companion.press.frame.pictures import use_reader
from companion.sentences import Sentence
from companion.service.press import own_decks
from companion.service.press.editing import DeckEditor
from companion.service.press.new_deck import create_deck
from companion.service.rows import RowShelf
from companion.web import own_decks as own_deck_pages
from companion.web import printing
from companion.web.access import Form
from companion.web.context import HOST_ONLY, PageContext, WebPage
from companion.web.own_decks import DeckDesk
from companion.web.pocket.pocket import Pocket, PocketAnswer
from companion.web.press import Report, Task, run_task
from companion.web.printing import get_jobs


class Browser(Protocol):
    """Stores own decks, and reads pictures; implemented in ``decks.js``."""

    async def names(self) -> str: ...
    async def bring(self, name: str, folder: str) -> None: ...
    async def keep(self, name: str, title: str, folder: str, known: float) -> float: ...
    async def drop(self, name: str) -> None: ...
    async def keep_copy(self, name: str) -> bool: ...
    async def fetch_needed(self, folder: str) -> int: ...
    async def pictures(self, folder: str, goal: str, most: int, kind: str) -> str: ...
    async def draw(self, svg: str, goal: str) -> bool: ...


class SentFiles(Protocol):
    def list_files(self) -> str: ...
    async def place(self, number: int, goal: str) -> None: ...


class BrowserPictures:
    """Opens pictures; see ``Reader``."""

    def __init__(self, browser: Browser) -> None:
        self._browser, self._folder, self._drawing_folder = browser, mkdtemp(), mkdtemp()
        self._facts: dict[str, list[str | int]] = {}
        self._drawings: dict[Path, str] = {}  # drawings by the files for their pictures
        self._failed: set[Path] = set()

    async def prepare(self, folder: Path, kind: str = "shown") -> None:
        """Inspect the pictures in a folder, and decode those that cannot be embedded as they are.

        ``kind`` is their use, ``shown`` or ``inked``; or ``whole`` to check them for damage.
        """
        self._facts |= json.loads(await self._browser.pictures(str(folder), self._folder, raster.MOST_DOTS, kind))

    def draw(self, svg: str, fonts_used: tuple[str, ...], name: str) -> str:
        """The file of an SVG's picture, empty until `make_drawings`; "" if it failed. See ``SvgDrawer``."""
        file = Path(self._drawing_folder, blake2b(svg.encode(), digest_size=12).hexdigest(), name)
        if not file.exists():
            file.parent.mkdir(exist_ok=True)
            file.touch()
            faces = "".join(_format_font_face(font) for font in fonts_used)  # the browser has no other fonts for it
            head, end = svg.rsplit("</", 1)
            self._drawings[file] = f'{head}<style xmlns="http://www.w3.org/2000/svg">{faces}</style></{end}'
        return "" if file in self._failed else str(file)

    async def make_drawings(self) -> bool:
        """Let the browser draw the pictures requested by `draw`; false if there are none."""
        drawings, self._drawings = self._drawings, {}
        for file, svg in drawings.items():
            if not await self._browser.draw(svg, str(file)):
                self._failed.add(file)
        if drawings:
            get_parts.cache_clear()
            await self.prepare(Path(self._drawing_folder), "inked")
        return bool(drawings)

    def inspect(self, file: Path) -> raster.Raster:
        match self._facts.get(normpath(file)):
            case None:
                raise raster.refuse_unknown(file)
            case ["large"]:
                raise raster.refuse_too_large(file)
            case [str(kind), int(width), int(height), bool(embeddable), dpi, int(turn)]:
                return raster.Raster(kind, width, height, embeddable and not turn, float(dpi), turn, embeddable)
            case _:
                raise raster.refuse_damaged(file)

    def read_pixels(self, file: Path) -> raster.Pixels:
        info, solid = self.inspect(file), self._get_target(file, "solid")
        colours = zlib.decompress(self._get_target(file, "colours").read_bytes())
        clear = zlib.decompress(solid.read_bytes()) if solid.exists() else None
        return raster.Pixels(info.width, info.height, colours, clear)

    def reencode(self, file: Path) -> bytes:
        return self._get_target(file, "again").read_bytes()

    def _get_target(self, file: Path, end: str) -> Path:
        return Path(f"{self._folder}{normpath(file)}.{end}")


def _format_font_face(font: str) -> str:
    letters = b64encode(fonts.get_font_content(font)).decode("ascii")
    return f"@font-face{{font-family:'{fonts.get_font_name(font)}';src:url(data:font/ttf;base64,{letters})}}"


class Decks:
    """Own decks, which the browser stores; those in use are in the folder of decks too."""

    def __init__(self, browser: Browser) -> None:
        self._browser, self.pictures = browser, BrowserPictures(browser)
        self._open: dict[str, float] = {}  # when each deck in use was stored
        self._editors: dict[str, DeckEditor] = {}
        self._files: SentFiles | None = None

    async def sync_decks(self, requested: str, files: SentFiles | None) -> None:
        """Update the folder from the decks that the browser stores; load those that a request names."""
        self._files = files
        decks = json.loads(await self._browser.names())
        titles, times = {name: title for name, title, _ in decks}, {name: time for name, _, time in decks}
        folder = own_decks.get_decks_folder()
        for old in {each.name for each in folder.glob("own-*")} - titles.keys():
            shutil.rmtree(folder / old)
            self._open.pop(old, None)
        current = {name for name, time in self._open.items() if time == times[name]}  # another tab may have edited it
        for name, title in titles.items():
            if name not in self._open:
                (folder / name / title).mkdir(parents=True, exist_ok=True)
        for name in set(own_decks.OWN.findall(requested)) & titles.keys() - current:
            shutil.rmtree(folder / name)
            await self._browser.bring(name, str(folder / name))
            await self._browser.fetch_needed(str(folder / name))
            await self.pictures.prepare(folder / name)
            self._open[name] = times[name]
        for name, _, modified in decks:
            os.utime(folder / name, (modified, modified))

    async def receive(self, form: Form, folder: Path) -> str:
        """Write the files that were sent to a folder; return the name of a single one without ending, else ""."""
        files = [(str(name), int(size)) for name, size in json.loads(self._files.list_files())] if self._files else []
        if self._files is None or not files:
            raise InputError("Choose a file first.")
        path = Path(files[0][0]) if len(files) == 1 else Path()
        zipped = path.suffix.lower() == ".zip"
        upload, goal = UploadedFiles(folder), folder.with_suffix(".zip")
        for number, (name, size) in enumerate(files):
            place = goal if zipped else upload.prepare_path(name, size)
            upload.count_bytes(size if zipped else 0)
            if place is not None:
                await self._files.place(number, str(place))
        if zipped:
            upload = UploadedFiles(folder)
            upload.unpack(goal.rename(goal.with_name(path.name)))
        return path.stem

    async def keep(self, name: str) -> None:
        """Let the browser store a deck from the folder of decks; if it cannot, the deck is deleted."""
        home = own_decks.get_decks_folder() / name
        try:
            if await self._browser.fetch_needed(str(home)) < 0:
                raise InputError("Something it needs is not on this phone yet; try again when there is a network.")
            await self.pictures.prepare(home, "whole")
            own_decks.open_kept_deck(name, faulty=True)
            await self._store(name)
        except InputError as error:
            shutil.rmtree(home, ignore_errors=True)
            raise InputError(own_decks.shorten_paths(error.message)) from None

    async def _store(self, name: str, known: float = 0.0) -> bool:
        """Let the browser store a deck; false if another tab has stored it since `known`."""
        title, home = own_decks.list_kept_decks()[name], own_decks.get_decks_folder() / name
        self._open[name] = time = await self._browser.keep(name, title, str(home), known)
        if time > 0:
            os.utime(home, (time, time))
            return True
        del self._open[name]
        shutil.rmtree(home)  # the next request finds what is stored
        if time == 0:
            raise InputError("This phone has no room left for it; delete another deck first.")
        return False

    async def drop(self, name: str) -> None:
        """Delete a deck, also in the browser."""
        await self._browser.drop(name)
        shutil.rmtree(own_decks.get_decks_folder() / name, ignore_errors=True)
        self._open.pop(name, None)

    async def open_editor(self, name: str) -> str:
        """Give a deck a name of its own and keep a copy of it as it is; return the address at which it is edited."""
        free = own_decks.free_name(name)
        if free != name:
            await self.keep(free)
            await self.drop(name)
        if not await self._browser.keep_copy(free):
            raise InputError("This phone has no room left for it; delete another deck first.")
        self._editors.pop(free, None)
        return f"/print/own/{free}/edit"

    async def zip_copy(self, name: str) -> bytes:
        """A deck as it was when its editor was opened, as a .zip."""
        with TemporaryDirectory() as folder:
            await self._browser.bring(f"before {name}", f"{folder}/deck")
            return own_decks.zip_folder(Path(folder, "deck"))

    async def edit(self, name: str, language: str, action: str, *arguments: object) -> Any:
        """Call a method of a deck's editor; what it has written is stored before it answers."""
        if name not in self._open:
            raise InputError("this deck is no longer here; load it again.")
        home = own_decks.get_decks_folder() / name
        if name not in self._editors:
            self._editors[name] = DeckEditor(str(home / own_decks.list_kept_decks()[name]), keeps_copy=False)
        editor = self._editors[name]
        editor.language, before = language, editor.write_count
        result = getattr(editor, action)(*arguments)
        if editor.write_count == before:
            return getattr(editor, action)(*arguments) if await self.pictures.make_drawings() else result
        await self._browser.fetch_needed(str(home))
        if action == "add_picture":
            await self.pictures.prepare(home)
        if await self._store(name, self._open[name]):
            return result
        del self._editors[name]  # another tab was quicker: what it has stored is brought, and meets this
        await self.sync_decks(name, self._files)
        return await self.edit(name, language, action, *arguments)


class PocketDesk(DeckDesk):
    """Edits the decks that the browser stores."""

    def _get_decks(self) -> Decks:
        assert PressPocket.press.decks is not None
        return PressPocket.press.decks

    def admit(self, context: PageContext) -> None:
        if context.request.path_params.get("name") not in (None, *own_decks.list_kept_decks()):
            raise HTTPException(404)

    def describe(self, context: PageContext) -> Mapping[str, Any]:
        name = context.request.path_params["name"]
        return {"name": own_decks.list_titles()[name], "kept": name}

    async def edit(self, context: PageContext, action: str, *arguments: object) -> Any:
        name = context.request.path_params["name"]
        return await self._get_decks().edit(name, context.language.code, action, *arguments)

    async def begin(self, context: PageContext, *choices: str) -> str:
        name, size, face, table = choices
        with TemporaryDirectory() as folder:
            create_deck(Path(folder), name, size, face, table, context.language.code)
            kept = own_decks.keep_deck(Path(folder), name)
        return await self._get_decks().open_editor(kept)

    def list_pages(self, at: str, new: str) -> tuple[WebPage, ...]:
        return (
            *super().list_pages(at, new),
            WebPage(f"{at}/open", act=self.guard(self._open, sends_json=False), role=HOST_ONLY),
        )

    async def _open(self, context: PageContext) -> Response:
        name = context.request.path_params["name"]
        return context.redirect_to_path(await self._get_decks().open_editor(name))

    async def make_file(self, context: PageContext) -> tuple[str, bytes]:
        """The deck as it was when its editor was opened."""
        name = context.request.path_params["name"]
        return f"{self.describe(context)['name']}.zip", await self._get_decks().zip_copy(name)


_PRINTERS = "printers"  # the key of the note with the file of measured printers

_MOST_FORM = 64_000  # bytes of a form that are searched for names of decks

SheetReport = Callable[..., object]  # called as a `Report`, and for a preview also with a sheet's name and picture


class HeldPress:
    """A press that works only while it is released."""

    def __init__(self) -> None:
        self.released = asyncio.Event()
        self.report: SheetReport = lambda *progress: None
        self.decks: Decks | None = None  # own decks; used by their pages

    async def work(self, task: Task, listener: Report) -> Answer:
        """Carry out a task once the press is released; see ``Press``."""
        await self.released.wait()

        def report(count: int, of: int, page: int = 0, pages: int = 0) -> None:
            listener(count, of, page, pages)
            self.report(count, of, page, pages)

        def report_picture(number: int, name: str, picture: str, of: int) -> None:
            self.report(number + 1, of, 0, 0, name, picture)

        if self.decks is not None and task.folder is not None:
            await self.decks.pictures.prepare(own_decks.get_decks_folder() / task.order.game, "inked")
        while True:
            try:
                answer, fault = run_task(task, report, report_picture), None
            except InputError as error:
                fault = InputError(own_decks.shorten_paths(error.message))
            if self.decks is None or not await self.decks.pictures.make_drawings():
                break  # or again, now with the drawings
        if fault is not None:
            raise fault
        lines = (own_decks.shorten_paths(each) if isinstance(each, Sentence) else each for each in answer.lines)
        return replace(answer, lines=tuple(lines))


class PressPocket(Pocket):
    """The pages that print, over the same rows; when they are opened again, their jobs go on."""

    pages = (*own_deck_pages.PAGES, *PocketDesk().list_pages("/print/own/{name}/edit", "/print/new"), *printing.PAGES)
    press = HeldPress()

    def __init__(self, shelf: RowShelf, static: str) -> None:
        """Open the pages, with the measured printers in the rows."""
        super().__init__(shelf, static)
        profiles_file().unlink(missing_ok=True)
        if printers := shelf.read_note("", _PRINTERS):
            profiles_file().parent.mkdir(parents=True, exist_ok=True)
            write_text(profiles_file(), printers)

    def keep_in(self, browser: Browser) -> None:
        """Let a browser store own decks and decode their pictures."""
        if self.press.decks is None:  # once for this Python, which keeps the files loaded
            self.press.decks = Decks(browser)
            use_reader(self.press.decks.pictures)
            use_drawer(self.press.decks.pictures.draw)

    async def answer(
        self, method: str, path: str, kind: str, body: bytes | memoryview, languages: str, sent: SentFiles | None = None
    ) -> PocketAnswer:
        """Answer a request, with the decks and files that it needs; save printers that it measured."""
        if self.press.decks is not None:
            await self.press.decks.sync_decks(f"{path} {bytes(body[:_MOST_FORM]).decode('latin-1')}", sent)
        answer = await super().answer(method, path, kind, body, languages)
        if profiles_file().exists():
            profiles = profiles_file().read_text("utf-8")
            if profiles != self._shelf.read_note("", _PRINTERS):
                self._shelf.write_note("", _PRINTERS, profiles)
        return answer

    async def work(self, report_sheet: SheetReport) -> None:
        """Do the waiting jobs; `report_sheet` is called with their progress."""
        self.press.report = report_sheet
        self.press.released.set()
        await get_jobs(self._app.state.app_state).wait_for_all()
        self.press.released.clear()
