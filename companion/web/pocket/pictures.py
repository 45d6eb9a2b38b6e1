"""A browser as the reader of pictures: it looks them over, and decodes them before the press works.

What it answers to Python is described in ``decks.js``.
"""

import json
import os
import shutil
import zlib
from base64 import b64encode
from hashlib import blake2b
from os.path import normpath
from pathlib import Path
from tempfile import mkdtemp
from typing import Protocol

from companion.data.decks.handed import Handed
from companion.errors import InputError
from companion.press.face.drawing.parts import parts_of
from companion.press.frame import fonts
from companion.press.pictures.raster import MOST_DOTS, Pixels, Raster, damaged, no_picture, too_large
from companion.service.press.own_decks import OWN, decks_folder, homely, kept_decks, own_deck


class Browser(Protocol):
    """Keeps own decks, and looks at pictures."""

    async def names(self) -> str: ...
    async def bring(self, name: str, folder: str) -> None: ...
    async def keep(self, name: str, called: str, folder: str) -> bool: ...
    async def drop(self, name: str) -> None: ...
    async def besides(self, folder: str) -> bool: ...
    async def pictures(self, folder: str, goal: str, most: int, way: str) -> str: ...
    async def draw(self, svg: str, goal: str) -> bool: ...


class Sent(Protocol):
    """The files that came with a form."""

    def listed(self) -> str: ...
    async def place(self, number: int, goal: str) -> None: ...


class BrowserPictures:
    """Opens pictures; see ``Reader``."""

    def __init__(self, browser: Browser) -> None:
        self._browser, self._made, self._drawn = browser, mkdtemp(), mkdtemp()
        self._found: dict[str, list[str | int]] = {}
        self._wanted: dict[Path, str] = {}  # drawings, by the files they will be
        self._undrawn: set[Path] = set()

    async def prepare(self, folder: Path, way: str = "shown") -> None:
        """Have the pictures of a folder looked over, and those decoded that cannot be used as they are.

        They are about to be ``shown`` or ``inked``; or it is seen whether they are ``whole``.
        """
        self._found |= json.loads(await self._browser.pictures(str(folder), self._made, MOST_DOTS, way))

    def draw(self, svg: str, needed: tuple[str, ...], name: str) -> str:
        """The file of a picture of an SVG, which is empty until drawings are made; see ``Drawer``."""
        file = Path(self._drawn, blake2b(svg.encode(), digest_size=12).hexdigest(), name)
        if not file.exists():
            file.parent.mkdir(exist_ok=True)
            file.touch()
            faces = "".join(map(_font_face, needed))  # no other font is there for such a picture
            begun, end = svg.rsplit("</", 1)
            self._wanted[file] = f'{begun}<style xmlns="http://www.w3.org/2000/svg">{faces}</style></{end}'
        return "" if file in self._undrawn else str(file)

    async def make_drawings(self) -> bool:
        """Have the browser draw what was wanted; false where nothing was."""
        wanted, self._wanted = self._wanted, {}
        for file, svg in wanted.items():
            if not await self._browser.draw(svg, str(file)):
                self._undrawn.add(file)
        if wanted:
            parts_of.cache_clear()
            await self.prepare(Path(self._drawn), "inked")
        return bool(wanted)

    def look(self, file: Path) -> Raster:
        match self._found.get(normpath(file)):
            case None:
                raise no_picture(file)
            case ["large"]:
                raise too_large(file)
            case [str(kind), int(width), int(height), bool(bare), dpi, int(turned)]:
                return Raster(kind, width, height, bare and not turned, float(dpi), turned, bare)
            case _:
                raise damaged(file)

    def upright(self, file: Path) -> Pixels:
        about, solid = self.look(file), self._goal(file, "solid")
        colours = zlib.decompress(self._goal(file, "colours").read_bytes())
        clear = zlib.decompress(solid.read_bytes()) if solid.exists() else None
        return Pixels(about.width, about.height, colours, clear)

    def again(self, file: Path) -> bytes:
        return self._goal(file, "again").read_bytes()

    def _goal(self, file: Path, end: str) -> Path:
        return Path(f"{self._made}{normpath(file)}.{end}")


def _font_face(font: str) -> str:
    letters = b64encode(fonts.metrics(font).face._ttf_data).decode("ascii")
    return f"@font-face{{font-family:'{fonts.family(font)}';src:url(data:font/ttf;base64,{letters})}}"


class Decks:
    """Own decks, which the browser keeps; those that are asked for lie in the folder of decks too."""

    def __init__(self, browser: Browser) -> None:
        self._browser, self.pictures = browser, BrowserPictures(browser)
        self._here = set[str]()
        self._sent: Sent | None = None

    async def look(self, asked: str, sent: Sent | None) -> None:
        """See what is kept before a page is asked for, which may name a deck, and bring that one."""
        self._sent = sent
        kept = json.loads(await self._browser.names())
        known = {name: called for name, called, _ in kept}
        folder = decks_folder()
        for gone in {each.name for each in folder.glob("own-*")} - known.keys():
            shutil.rmtree(folder / gone)
            self._here.discard(gone)
        for name, called in known.items():
            if name not in self._here:
                (folder / name / called).mkdir(parents=True, exist_ok=True)
        for name in set(OWN.findall(asked)) & known.keys() - self._here:
            shutil.rmtree(folder / name)
            await self._browser.bring(name, str(folder / name))
            await self._browser.besides(str(folder / name))
            await self.pictures.prepare(folder / name)
            self._here.add(name)
        for name, _, taken in kept:
            os.utime(folder / name, (taken, taken))

    async def receive(self, folder: Path) -> str:
        """Lay out the files that came along in a folder, and say what one of them alone is called."""
        files = (
            [(str(name), int(size)) for name, size in json.loads(self._sent.listed())] if self._sent else []
        )
        if self._sent is None or not files:
            raise InputError("Choose a file first.")
        alone = Path(files[0][0]) if len(files) == 1 else Path()
        zipped = alone.suffix.lower() == ".zip"
        handed, goal = Handed(folder), folder.with_suffix(".zip")
        for number, (name, size) in enumerate(files):
            place = goal if zipped else handed.goal(name, size)
            handed.count(size if zipped else 0)
            if place is not None:
                await self._sent.place(number, str(place))
        if zipped:
            handed = Handed(folder)
            handed.unpack(goal.rename(goal.with_name(alone.name)))
        return alone.stem

    async def keep(self, name: str) -> None:
        """Have the browser keep a deck that lies among those that are kept, or nothing of it."""
        home = decks_folder() / name
        try:
            if not await self._browser.besides(str(home)):
                raise InputError(
                    "What it needs besides is not on this phone yet; try again when there is a network."
                )
            await self.pictures.prepare(home, "whole")
            own_deck(name, faulty=True)
            if not await self._browser.keep(name, kept_decks()[name], str(home)):
                raise InputError("This phone has no room left for it; delete another deck first.")
        except InputError as error:
            shutil.rmtree(home)
            raise InputError(homely(error.whole)) from None
        self._here.add(name)

    async def drop(self, name: str) -> None:
        """Keep a deck no more."""
        await self._browser.drop(name)
        shutil.rmtree(decks_folder() / name, ignore_errors=True)
        self._here.discard(name)
