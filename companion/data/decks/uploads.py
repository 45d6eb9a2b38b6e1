"""Uploaded decks - a zip file, the files of a folder, pictures - stored in a folder.

Their file names can be anything, and a small zip file may unpack to more than a disk holds: bytes are
counted while they are written, and nothing is written outside the folder.
"""

import zlib
from pathlib import Path, PurePosixPath
from stat import S_ISLNK
from zipfile import BadZipFile, ZipFile

from companion.data.decks.pictures import has_loose_pictures
from companion.data.decks.sources import TABLES
from companion.data.outputs import is_portable_name
from companion.errors import InputError, Place

MOST_BYTES, MOST_FILES = 100_000_000, 2_000  # in one upload
_CHUNK = 1 << 18  # bytes unpacked at a time
_DECK = "deck.toml"
_SKIPPED = {"__macosx", "thumbs.db", "desktop.ini", "icon\r"}  # of systems, as are names that begin with a dot


class UploadedFiles:
    """Stores uploaded files in a folder, within limits on their number and size."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._bytes, self._files = folder, 0, 0

    def prepare_path(self, name: str, size: int) -> Path | None:
        """Create the folder of a file and return its path; ``None`` to skip it, an ``InputError`` beyond the limits."""
        path = PurePosixPath(name.replace("\\", "/"))
        if ".." in path.parts or path.is_absolute():
            raise InputError("'{file}' lies outside the folder of the deck.", file=name)
        is_hidden = any(part.startswith(".") or part.lower() in _SKIPPED for part in path.parts)
        if not path.parts or (is_hidden and path.name != _DECK):
            return None
        if is_hidden or not all(map(is_portable_name, path.parts)):
            raise InputError("'{file}' is no name that a file can have on every system; give it another.", file=name)
        self._files += 1
        if self._files > MOST_FILES:
            raise InputError("there are more than {most} files.", most=MOST_FILES)
        self.count_bytes(size)
        goal = self._folder / path
        goal.parent.mkdir(parents=True, exist_ok=True)
        return goal

    def count_bytes(self, size: int) -> None:
        """Count bytes of the upload; an ``InputError`` beyond ``MOST_BYTES``."""
        self._bytes += size
        if self._bytes > MOST_BYTES:
            raise InputError("a deck can have {most} MB at most.", most=MOST_BYTES // 1_000_000)

    def unpack(self, file: Path) -> None:
        try:
            with ZipFile(file) as archive:
                for each in archive.infolist():
                    goal = None if each.is_dir() else self.prepare_path(each.filename, 0)
                    if goal is None:
                        continue
                    if S_ISLNK(each.external_attr >> 16):  # unpacked, it would be a file with nothing but a path
                        raise InputError("'{file}' is a link; put the file itself into the zip.", file=each.filename)
                    with archive.open(each) as source, goal.open("wb") as target:
                        while part := source.read(_CHUNK):
                            self.count_bytes(len(part))
                            target.write(part)
        except InputError as error:
            raise InputError(error.sentence, place=Place(file.name)) from None
        except (BadZipFile, EOFError, NotImplementedError, OSError, RuntimeError, ValueError, zlib.error):
            raise InputError(
                "this zip file cannot be read; it may be damaged or have a password.", place=Place(file.name)
            ) from None


def find_deck_path(folder: Path) -> Path:
    """What to open as a deck in a folder: its only deck, a folder of pictures, a single table or PDF."""
    decks = sorted(folder.rglob(_DECK))
    if len(decks) == 1:
        return decks[0].parent
    while len(inner := sorted(folder.iterdir())) == 1 and inner[0].is_dir():
        (folder,) = inner
    tables = [each for each in inner if each.suffix.lower() in (*TABLES, ".pdf") and each.is_file()]
    if len(tables) == 1 and not has_loose_pictures(folder) and not (folder / _DECK).exists():
        return tables[0]
    return folder
