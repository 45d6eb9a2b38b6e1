"""Outputs: which files they may replace, the mark of files made here, and what killed programs left behind.

A print done twice replaces the first one, a file of the player's own is never lost. Companion knows what
it made by a mark inside the file, so that the file may be moved and renamed, and nothing lies beside it.
"""

import os
import re
import stat
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from companion.errors import OutputError
from companion.paths import STANDARD_OUTPUT

try:
    import fcntl
except ModuleNotFoundError:  # Windows locks files otherwise
    fcntl = None  # type: ignore[assignment]
    with suppress(ModuleNotFoundError):  # nor has a browser
        import msvcrt

MADE_PICTURE = "<!-- Companion -->"
MADE_ENTRY = b"CO\x09\0Companion"
"""The marks of an SVG or another XML, after its first tag, and of a ZIP: an extra field of its first file."""

MADE_TEXT = "# Companion: "
"""The beginning of every text that Companion makes, up to what the text is."""

_MADE = (
    rb"(<(\?xml|!doctype) [^>]*>\s*|<svg [^>]*>)<!-- Companion -->|# Companion: "
    rb"|PK\x03\x04.{26}[^/]{1,80}CO\x09\0Companion"
    rb'|\{\s*"format": \d+,\s*"game": "[a-z]+",\s*"version": '  # an exported table
    rb'|\{\s*"SaveName": "",\s*"Note": "Companion"'  # a deck on a table of Tabletop Simulator
    rb"|\x89PNG\r\n.{0,400}tEXtSoftware\0Companion"
)
"""How everything else begins that Companion makes; read where a file is in the way."""
_MADE_PDF, _PDF_END = b"/Creator (Companion)", b"%%EOF"
"""The mark of a PDF, and its end: who writes notes into a PDF leaves the mark and adds a second end."""

AT_ONCE = 1 << 20  # bytes of a PDF that are looked over at once
_PART = re.compile(r"\.companion-([0-9a-f]{16})(\.\d+)?\.part")
"""A file beside a goal while it is written; without a number, the lock of the program that writes."""

_inputs: set[Path | int] = set()


def marked(svg: str) -> str:
    """An SVG with the mark of Companion in it."""
    root, _, rest = svg.partition(">")
    return f"{root}>{MADE_PICTURE}{rest}"


def forget_inputs() -> None:
    """A new command begins: what the last one read may be replaced."""
    _inputs.clear()


def inputs() -> frozenset[Path]:
    """The files that this command has read."""
    return frozenset(each for each in _inputs.copy() if isinstance(each, Path))


def note_input(file: Path | int) -> None:
    """Remember that this command reads a file (or an open stream), which it will not replace then."""
    _inputs.add(file)


def check_goals(
    goals: Collection[Path], overwrite: bool = False, kept: Collection[Path] = (), folders: bool = False
) -> None:
    """See that nothing is lost when goals are written, and no folder is made that nobody named.

    Those ``kept`` were read to be written anew; with ``folders`` the folders of goals may be made.
    """
    read = {_identity(found) for file in _inputs if (found := _found(file)) is not None}
    seen = set()
    for goal in goals:
        if goal == STANDARD_OUTPUT:
            continue
        where, here = _looked_up(goal)
        wrong = partial(OutputError, file=str(goal))
        if where in seen:
            raise wrong("{file} was not written: it is named twice.")
        seen.add(where)
        if here is None:
            if not folders and not where.parent.exists():
                raise wrong(
                    "{file} was not written: the folder {folder} is not there.", folder=str(goal.parent)
                )
            continue
        if stat.S_ISDIR(here.st_mode):
            raise wrong("{file} was not written: it is a folder.")
        if not stat.S_ISREG(here.st_mode):
            raise wrong(
                "{file} was not written: it is a link, a pipe or a device, not a plain file.",
                remedy="standard output",
            )
        if goal in kept:
            continue
        if _identity(here) in read:
            raise wrong("{file} was not written: the same command reads it.")
        if not overwrite and not made_here(goal):
            raise wrong(
                "{file} was not written: it is there already, and Companion did not make it.",
                remedy="overwrite",
            )


def _looked_up(goal: Path) -> tuple[Path, os.stat_result | None]:
    """The true path of a goal, and the file that stands there."""
    try:
        where = goal.parent.resolve() / goal.name
        with suppress(FileNotFoundError, NotADirectoryError):
            return where, goal.lstat()
        return where, None
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise OutputError("{file} was not written: {reason}.", file=str(goal), reason=reason) from None


def _found(file: Path | int) -> os.stat_result | None:
    try:
        return os.stat(file)
    except (OSError, ValueError):
        return None


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def made_here(file: Path) -> bool:
    """True for a file with Companion's mark, or one that holds nothing that could be lost."""
    try:
        with file.open("rb") as opened:
            head = opened.read(1024)
            if head.startswith(b"%PDF-"):
                opened.seek(0)
                return _made_pdf(opened)
            return not head or re.match(_MADE, head, re.DOTALL) is not None
    except OSError:
        return False


def _made_pdf(opened: BinaryIO) -> bool:
    """True for a PDF with Companion's mark and one end; one with a hundred photos is looked over in parts."""
    made, ends, last = False, 0, b""
    while part := opened.read(AT_ONCE):
        seen = last + part
        made = made or _MADE_PDF in seen
        ends += seen.count(_PDF_END) - last.count(_PDF_END)
        last = seen[-len(_MADE_PDF) :]
    return made and ends <= 1


@contextmanager
def beside() -> Iterator[Callable[[Path], str]]:
    """Makes empty files beside goals, their owner's alone to read; gives their names.

    Those that are not renamed are gone afterwards, whatever happened. While it lasts, a
    lock tells other programs that these files belong to one that runs.
    """
    token, number = os.urandom(8).hex(), 0
    locks: dict[Path, int] = {}
    names: list[str] = []

    def name_for(goal: Path) -> str:
        nonlocal number
        folder = goal.parent
        if folder not in locks:
            _sweep(folder)
            locks[folder] = _locked(folder / f".companion-{token}.part")
        number += 1
        names.append(str(folder / f".companion-{token}.{number}.part"))
        os.close(os.open(names[-1], os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        return names[-1]

    try:
        yield name_for
    finally:
        for name in names:
            with suppress(OSError):
                os.unlink(name)
        for folder, handle in locks.items():
            _let_go(folder / f".companion-{token}.part", handle)


def _locked(lock: Path) -> int:
    """Make a file and lock it; once more where a sweeping program was quicker than the lock."""
    while True:
        handle = os.open(lock, os.O_CREAT | os.O_WRONLY, 0o600)
        with suppress(OSError):  # not every disk knows locks: then nobody can sweep either
            _lock(handle, wait=True)
        if lock.exists():
            return handle
        os.close(handle)


def _sweep(folder: Path) -> None:
    """Remove what programs that were killed left half-written in a folder; others' are locked."""
    left: dict[str, list[Path]] = {}
    with suppress(OSError):
        for each in sorted(folder.iterdir()):  # the lock comes behind the numbers
            if (found := _PART.fullmatch(each.name)) and stat.S_ISREG(each.lstat().st_mode):
                left.setdefault(found[1], []).append(each)
    for parts in left.values():
        with suppress(OSError):
            handle = os.open(parts[-1], os.O_RDWR)
            try:
                _lock(handle)
            except OSError:  # of a program that runs
                os.close(handle)
                continue
            for part in parts[:-1]:
                with suppress(OSError):
                    part.unlink()
            _let_go(parts[-1], handle)


def _lock(handle: int, wait: bool = False) -> None:
    """Lock an open file, as the system does it; an OSError where another program has."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    else:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)


def _let_go(lock: Path, handle: int) -> None:
    """Remove a lock and close it: first removed, so that no other sees it unlocked, where that can be."""
    try:
        lock.unlink()
    except OSError:  # Windows removes nothing that is open
        os.close(handle)
        with suppress(OSError):
            lock.unlink()
    else:
        os.close(handle)
