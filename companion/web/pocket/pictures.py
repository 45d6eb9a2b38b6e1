"""A browser as the reader of pictures: it looks them over, and decodes them before the press works.

What it answers to Python is described in ``decks.js``.
"""

import json
import zlib
from os.path import normpath
from pathlib import Path
from tempfile import mkdtemp
from typing import Protocol

from companion.press.pictures.raster import MOST_DOTS, Pixels, Raster, damaged, no_picture, too_large


class Browser(Protocol):
    """Keeps own decks, and looks at pictures."""

    async def names(self) -> str: ...
    async def bring(self, name: str, folder: str) -> None: ...
    async def keep(self, name: str, called: str, folder: str) -> bool: ...
    async def drop(self, name: str) -> None: ...
    async def besides(self, folder: str) -> bool: ...
    async def pictures(self, folder: str, goal: str, most: int, way: str) -> str: ...


class Sent(Protocol):
    """The files that came with a form."""

    def listed(self) -> str: ...
    async def place(self, number: int, goal: str) -> None: ...


class BrowserPictures:
    """Opens pictures; see ``Reader``."""

    def __init__(self, browser: Browser) -> None:
        self._browser, self._made = browser, mkdtemp()
        self._found: dict[str, list[str | int]] = {}

    async def prepare(self, folder: Path, way: str = "shown") -> None:
        """Have the pictures of a folder looked over, and those decoded that cannot be used as they are.

        They are about to be ``shown`` or ``inked``; or it is seen whether they are ``whole``.
        """
        self._found |= json.loads(await self._browser.pictures(str(folder), self._made, MOST_DOTS, way))

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
