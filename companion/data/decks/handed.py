"""What a person hands over at once - a zip file, a folder's files, pictures - laid out in a folder.

Names in it come from anywhere, and a file of a few bytes may unpack to more than a disk holds: each file is
counted while it is written, and none is written outside.
"""

import zlib
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile

from companion.data.decks.pictures import has_pictures
from companion.data.decks.sources import TABLES
from companion.errors import InputError, Place

MOST_BYTES, MOST_FILES = 100_000_000, 2_000  # of all files together
_PIECE = 1 << 18  # bytes that are unpacked at once
_DECK = "deck.toml"
_LEFT = {"__macosx", "thumbs.db", "desktop.ini"}  # what systems add, as they do names with a dot first


class Handed:
    """Files on their way into a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._bytes, self._files = folder, 0, 0

    def goal(self, name: str, size: int) -> Path | None:
        """The place of a file, whose folder is made; `None` for what nobody needs. Too much is refused."""
        path = PurePosixPath(name.replace("\\", "/"))
        if ".." in path.parts or path.is_absolute() or "\0" in name:
            raise InputError("'{file}' lies outside the folder of the deck.", file=name)
        if any(part.startswith(".") or part.lower() in _LEFT for part in path.parts) or not path.parts:
            return None
        self._files += 1
        if self._files > MOST_FILES:
            raise InputError("these are more than {most} files.", most=MOST_FILES)
        self.count(size)
        goal = self._folder / path
        goal.parent.mkdir(parents=True, exist_ok=True)
        return goal

    def count(self, size: int) -> None:
        """Count bytes that are there, or about to come."""
        self._bytes += size
        if self._bytes > MOST_BYTES:
            raise InputError("a deck has {most} MB at most.", most=MOST_BYTES // 1_000_000)

    def unpack(self, file: Path) -> None:
        """Unpack a zip file."""
        place = Place(file.name)
        try:
            with ZipFile(file) as packed:
                for each in packed.infolist():
                    goal = None if each.is_dir() else self.goal(each.filename, 0)
                    if goal is None:
                        continue
                    with packed.open(each) as source, goal.open("wb") as written:
                        while part := source.read(_PIECE):
                            self.count(len(part))
                            written.write(part)
        except InputError as error:
            raise InputError(error.sentence, place=place) from None
        except (BadZipFile, EOFError, NotImplementedError, OSError, RuntimeError, ValueError, zlib.error):
            raise InputError(
                "this is not a zip file that can be read; one with a password is none.", place=place
            ) from None


def given_in(folder: Path) -> Path:
    """What a command would be given of a folder: a deck, a folder of pictures, or a table alone."""
    decks = sorted(folder.rglob(_DECK))
    if len(decks) == 1:
        return decks[0].parent
    while len(inner := sorted(folder.iterdir())) == 1 and inner[0].is_dir():
        (folder,) = inner
    tables = [each for each in inner if each.suffix.lower() in TABLES and each.is_file()]
    if len(tables) == 1 and not has_pictures(folder) and not (folder / _DECK).exists():
        return tables[0]
    return folder
