"""Saves in the folders of a deck: seen by looking, which works on every disk and needs nothing.

Editors save by writing over a file, in parts, or by renaming another one onto it; some save many times a
second. A look therefore waits until nothing has moved for a moment, but never for long.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

Stamps = Mapping[str, tuple[int, int, int]]  # by path: the time a file was changed, its size, and its inode

LOOK = 0.03  # seconds between two looks; more where a look takes long
REST = 0.02  # seconds without a save; a younger file might be saved again within one tick of the clock
PATIENCE = 0.2  # seconds after which files are taken as they are, though somebody saves without a rest
SHARE = 20  # looking takes one part in so many of the time
MOST_WATCHED_FILES = 20_000
PASSED_OVER = ("~", ".swp", ".swx", ".tmp", ".part", ".bak")
"""Endings of editors' files that are no part of a deck; hidden ones are passed over too."""


class Saves:
    """Looks at the files of some folders."""

    def __init__(self, sleep: Callable[[float], None] = time.sleep) -> None:
        self._sleep, self._took = sleep, 0.0
        self._unsure = False
        self.seen: Stamps = {}

    def look(self, places: Iterable[Path]) -> Stamps:
        """The stamps of every file of the folders, and of each file that is named itself."""
        began = time.monotonic()
        found = dict(_stamps(places))
        self._took = time.monotonic() - began
        return found

    def wait(self, places: Iterable[Path], asked: Callable[[], bool] = lambda: False) -> None:
        """Wait until something was saved since the last time, and has come to rest, or `asked` is true."""
        places = tuple(places)
        now = self.look(places)
        while now == self.seen and not self._unsure and not asked():
            self.pause()
            now = self.look(places)
        self.settle(places, now)

    def settle(self, places: Iterable[Path], now: Stamps | None = None) -> None:
        """Wait until nothing moves; the files then count as seen."""
        places = tuple(places)
        now = self.look(places) if now is None else now
        began = time.monotonic()
        while True:
            clock = time.time_ns()  # a file so young may be saved again with no other stamp
            self._unsure = any(0 <= clock - changed < REST * 1e9 for changed, _, _ in now.values())
            if not self._unsure or time.monotonic() - began > PATIENCE:
                break
            self._sleep(REST)
            now = self.look(places)
        self.seen = now

    def quiet(self, places: Iterable[Path], seconds: float) -> bool:
        """True where nothing is saved for some seconds."""
        places, until = tuple(places), time.monotonic() + seconds
        while time.monotonic() < until:
            if self._unsure or self.look(places) != self.seen:
                return False
            self.pause()
        return True

    def pause(self) -> None:
        """Wait until the next look."""
        self._sleep(max(LOOK, SHARE * self._took))


def _stamps(places: Iterable[Path]) -> Iterator[tuple[str, tuple[int, int, int]]]:
    for place in places:
        folders = [str(place)]
        left = MOST_WATCHED_FILES
        while folders and left:
            try:
                entries = list(os.scandir(folders[-1]))
            except NotADirectoryError:
                entries = []
                yield from _stamp(Path(folders[-1]))
            except (OSError, ValueError):  # gone, or not ours to read: nothing lies there
                entries = []
            folders.pop()
            for entry in entries[:left]:
                if entry.name.startswith(".") or entry.name.endswith(PASSED_OVER):
                    continue
                left -= 1
                if _is_folder(entry):
                    folders.append(entry.path)
                else:
                    yield from _stamp(entry)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _stamp(file: Path | os.DirEntry[str]) -> Iterator[tuple[str, tuple[int, int, int]]]:
    try:
        about = file.stat()
    except (OSError, ValueError):  # gone since it was listed, or a link that leads nowhere
        return
    yield os.fspath(file), (about.st_mtime_ns, about.st_size, about.st_ino)
