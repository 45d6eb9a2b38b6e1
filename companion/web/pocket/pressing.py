"""The pages that print in a phone's browser, in a Python of their own beside the tables'; own decks there.

It answers nothing while it prints: it answers what it is asked first, and then it works. The browser stores
own decks and reads pictures; its answers to Python are described in ``decks.js``.
"""

import asyncio
import json
import os
import shutil
import zlib
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from os.path import normpath
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any, Protocol
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.answers import Answer
from companion.data.decks.handed import UploadedFiles
from companion.data.files import write_text
from companion.data.papers import profiles_file
from companion.errors import InputError
from companion.press.face.drawing.parts import get_parts
from companion.press.face.drawing.resvg import FontFace
from companion.press.face.drawing.scans import use_drawer
from companion.press.frame import fonts, raster
from companion.press.frame.pictures import use_reader
from companion.sentences import Sentence
from companion.service.press import own_decks
from companion.service.press.printing import EditionOrder
from companion.service.rows import RowShelf
from companion.web import printing
from companion.web.context import HOST_ONLY, PageContext, WebPage
from companion.web.pocket.inside import Pocket, PocketAnswer
from companion.web.press import Report, Task, run_task
from companion.web.printing import get_jobs
from companion.web.rendering import send_file


class Browser(Protocol):
    """Stores own decks, and reads pictures; implemented in ``decks.js``."""

    async def names(self) -> str: ...
    async def bring(self, name: str, folder: str) -> None: ...
    async def keep(self, name: str, called: str, folder: str) -> bool: ...
    async def drop(self, name: str) -> None: ...
    async def fetch_needed(self, folder: str) -> bool: ...
    async def pictures(self, folder: str, goal: str, most: int, way: str) -> str: ...
    async def draw(self, svg: str, goal: str) -> bool: ...


class SentFiles(Protocol):
    def list_files(self) -> str: ...
    async def place(self, number: int, goal: str) -> None: ...


class BrowserPictures:
    """Opens pictures; see ``Reader``."""

    def __init__(self, browser: Browser) -> None:
        self._browser, self._made, self._drawn = browser, mkdtemp(), mkdtemp()
        self._found: dict[str, list[str | int]] = {}
        self._wanted: dict[Path, str] = {}  # drawings, by the files they will be
        self._undrawn: set[Path] = set()

    async def prepare(self, folder: Path, way: str = "shown") -> None:
        """Examine the pictures of a folder, and decode those that cannot be used as they are.

        ``way`` is what they are for, ``shown`` or ``inked``; or it is checked whether they are ``whole``.
        """
        self._found |= json.loads(await self._browser.pictures(str(folder), self._made, raster.MOST_DOTS, way))

    def draw(self, svg: str, needed: tuple[FontFace, ...], name: str) -> str:
        """The file for the picture of an SVG, empty until the drawings are made; see ``SvgDrawer``."""
        file = Path(self._drawn, blake2b(svg.encode(), digest_size=12).hexdigest(), name)
        if not file.exists():
            file.parent.mkdir(exist_ok=True)
            file.touch()
            faces = "".join(_format_font_face(font) for font, _ in needed)  # no other font is there for such a picture
            begun, end = svg.rsplit("</", 1)
            self._wanted[file] = f'{begun}<style xmlns="http://www.w3.org/2000/svg">{faces}</style></{end}'
        return "" if file in self._undrawn else str(file)

    async def make_drawings(self) -> bool:
        """Have the browser make the drawings that were asked for; false if there were none."""
        wanted, self._wanted = self._wanted, {}
        for file, svg in wanted.items():
            if not await self._browser.draw(svg, str(file)):
                self._undrawn.add(file)
        if wanted:
            get_parts.cache_clear()
            await self.prepare(Path(self._drawn), "inked")
        return bool(wanted)

    def inspect(self, file: Path) -> raster.Raster:
        match self._found.get(normpath(file)):
            case None:
                raise raster.refuse_non_picture(file)
            case ["large"]:
                raise raster.refuse_too_large(file)
            case [str(kind), int(width), int(height), bool(bare), dpi, int(turned)]:
                return raster.Raster(kind, width, height, bare and not turned, float(dpi), turned, bare)
            case _:
                raise raster.refuse_damaged(file)

    def read_pixels(self, file: Path) -> raster.Pixels:
        about, solid = self.inspect(file), self._goal(file, "solid")
        colours = zlib.decompress(self._goal(file, "colours").read_bytes())
        clear = zlib.decompress(solid.read_bytes()) if solid.exists() else None
        return raster.Pixels(about.width, about.height, colours, clear)

    def reencode(self, file: Path) -> bytes:
        return self._goal(file, "again").read_bytes()

    def _goal(self, file: Path, end: str) -> Path:
        return Path(f"{self._made}{normpath(file)}.{end}")


def _format_font_face(font: str) -> str:
    letters = b64encode(fonts.get_metrics(font).face._ttf_data).decode("ascii")
    return f"@font-face{{font-family:'{fonts.get_font_name(font)}';src:url(data:font/ttf;base64,{letters})}}"


class Decks:
    """Own decks: the browser stores them, and those in use lie in the folder of decks too."""

    def __init__(self, browser: Browser) -> None:
        self._browser, self.pictures = browser, BrowserPictures(browser)
        self._here = set[str]()
        self._sent: SentFiles | None = None

    async def sync_decks(self, asked: str, sent: SentFiles | None) -> None:
        """Match the folder to the decks that the browser stores, and bring those that a request names."""
        self._sent = sent
        kept = json.loads(await self._browser.names())
        known = {name: called for name, called, _ in kept}
        folder = own_decks.get_decks_folder()
        for gone in {each.name for each in folder.glob("own-*")} - known.keys():
            shutil.rmtree(folder / gone)
            self._here.discard(gone)
        for name, called in known.items():
            if name not in self._here:
                (folder / name / called).mkdir(parents=True, exist_ok=True)
        for name in set(own_decks.OWN.findall(asked)) & known.keys() - self._here:
            shutil.rmtree(folder / name)
            await self._browser.bring(name, str(folder / name))
            await self._browser.fetch_needed(str(folder / name))
            await self.pictures.prepare(folder / name)
            self._here.add(name)
        for name, _, taken in kept:
            os.utime(folder / name, (taken, taken))

    async def receive(self, folder: Path) -> str:
        """Put the files that were sent into a folder; the name of the only one, else ""."""
        files = [(str(name), int(size)) for name, size in json.loads(self._sent.list_files())] if self._sent else []
        if self._sent is None or not files:
            raise InputError("Choose a file first.")
        alone = Path(files[0][0]) if len(files) == 1 else Path()
        zipped = alone.suffix.lower() == ".zip"
        handed, goal = UploadedFiles(folder), folder.with_suffix(".zip")
        for number, (name, size) in enumerate(files):
            place = goal if zipped else handed.prepare_path(name, size)
            handed.count_bytes(size if zipped else 0)
            if place is not None:
                await self._sent.place(number, str(place))
        if zipped:
            handed = UploadedFiles(folder)
            handed.unpack(goal.rename(goal.with_name(alone.name)))
        return alone.stem

    async def keep(self, name: str) -> None:
        """Have the browser store a deck from the folder of decks; if it cannot, the deck is deleted."""
        home = own_decks.get_decks_folder() / name
        try:
            if not await self._browser.fetch_needed(str(home)):
                raise InputError("What it needs besides is not on this phone yet; try again when there is a network.")
            await self.pictures.prepare(home, "whole")
            own_decks.open_kept_deck(name, faulty=True)
            if not await self._browser.keep(name, own_decks.list_kept_decks()[name], str(home)):
                raise InputError("This phone has no room left for it; delete another deck first.")
        except InputError as error:
            shutil.rmtree(home)
            raise InputError(own_decks.shorten_paths(error.whole)) from None
        self._here.add(name)

    async def drop(self, name: str) -> None:
        """Delete a deck, in the browser too."""
        await self._browser.drop(name)
        shutil.rmtree(own_decks.get_decks_folder() / name, ignore_errors=True)
        self._here.discard(name)


async def _show_decks(context: PageContext) -> Response:
    """Show the decks that are kept; of a deck that is named, the faults that its check found."""
    name, kept = context.form.text("deck"), own_decks.list_titles()
    job = None
    if context.problem is None and name in kept and own_decks.OWN.fullmatch(name):
        job = get_jobs(context.app_state).check(EditionOrder(name))
        context.problem = job.problem
    return context.render_page(
        "print/own.html", kept=kept, name=name, job=job, beginnings=own_decks.list_starter_decks()
    )


async def _act(context: PageContext) -> Response:
    """Take files in, begin a deck, or delete one."""
    decks: Any = getattr(context.app_state.settings.press, "decks", None)
    form = context.form
    if form.has("delete"):
        if form.text("delete") in own_decks.list_kept_decks():  # else another tab was quicker
            await decks.drop(form.text("delete"))
        return _redirect_to_decks(context, {})
    if form.has("begin"):
        name = own_decks.keep_starter_deck(form.choice("begin", own_decks.list_starter_decks()), context.language.code)
    else:
        with TemporaryDirectory() as folder:
            goal = Path(folder) / "handed"
            goal.mkdir()
            called = await decks.receive(goal)
            name = own_decks.keep_deck(goal, called or own_decks.PICTURES)
    await decks.keep(name)
    return _redirect_to_decks(context, {"deck": name})


def _redirect_to_decks(context: PageContext, said: dict[str, str]) -> Response:
    back = {"back": context.form.text("back")} if context.form.has("back") else {}
    return context.redirect_to_path(f"/print/own?{urlencode({**said, **back})}")


async def _send_deck(context: PageContext) -> Response:
    """Send a deck that is kept, or one to begin with, as a zip file."""
    name = context.request.path_params["name"]
    if name in own_decks.list_starter_decks():
        name = own_decks.keep_starter_deck(name, context.language.code)
    if name not in own_decks.list_kept_decks():
        raise HTTPException(404)
    return send_file(own_decks.zip_deck(name), "application/zip", f"{own_decks.list_kept_decks()[name]}.zip")


PAGES = (
    WebPage("/print/own", _show_decks, _act, who=HOST_ONLY),
    WebPage("/print/own/{name}/file", _send_deck, who=HOST_ONLY),
)

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
            await self.decks.pictures.prepare(own_decks.get_decks_folder() / task.order.game, "inked")
        while True:
            try:
                found, fault = run_task(task, report, report_picture), None
            except InputError as error:
                fault = InputError(own_decks.shorten_paths(error.whole))
            if self.decks is None or not await self.decks.pictures.make_drawings():
                break
            pictures = 0  # once more, with what was wanted
        if fault is not None:
            raise fault
        lines = (own_decks.shorten_paths(each) if isinstance(each, Sentence) else each for each in found.lines)
        return replace(found, lines=tuple(lines))


class PressPocket(Pocket):
    """The pages that print, over the same rows; opened anew, they go on with what was begun."""

    pages = (*PAGES, *printing.PAGES)
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
