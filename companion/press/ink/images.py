"""Pictures in a PDF: each is stored once and written at once, so that of a hundred photos memory holds one.

A JPEG goes into the file as it is, and is turned upright where it is placed.
"""

import io
from pathlib import Path

from companion.press.ink.reportlab_inside import PdfFile
from companion.press.pictures.raster import Raster
from companion.press.pictures.reading import look_at, reader

Placing = tuple[int, int, int, int, int, int]
"""A matrix of PDF (y upward) from a picture's unit square to that of its box."""

UPRIGHT: Placing = (1, 0, 0, 1, 0, 0)
HELD: dict[int, Placing] = {
    2: (-1, 0, 0, 1, 1, 0),
    3: (-1, 0, 0, -1, 1, 1),
    4: (1, 0, 0, -1, 0, 1),
    5: (0, -1, -1, 0, 1, 1),
    6: (0, -1, 1, 0, 0, 1),
    7: (0, 1, 1, 0, 0, 0),
    8: (0, 1, -1, 0, 1, 0),
}
"""The matrix that turns a picture upright, by how the camera was held (EXIF)."""


class Images:
    """The pictures of one PDF."""

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._stored: dict[Path, tuple[str, Placing]] = {}

    def stored(self, file: Path) -> tuple[str, Placing]:
        """The name of a picture's form, and its placing in the unit square of its box."""
        if file not in self._stored:
            about, name = look_at(file), f"p{len(self._stored)}"
            bare = self._store(file, name, about)
            self._stored[file] = name, HELD.get(about.turned, UPRIGHT) if bare else UPRIGHT
        return self._stored[file]

    def _store(self, file: Path, name: str, about: Raster) -> bool:
        """Store a picture; true where the file itself is stored, as the camera was held."""
        if about.kind != "jpeg":
            return self._file.picture(name, None, lambda: reader().upright(file))
        with file.open("rb") if about.bare else io.BytesIO(reader().again(file)) as jpeg:
            return self._file.picture(name, jpeg, lambda: reader().upright(file)) and about.bare
