"""Output files: which may be replaced, Companion's mark in them, and leftovers of killed programs.

Printing again replaces the first print, but never a file of the user's own. Companion knows its files by
a mark inside, so they can be moved and renamed, and need no other file beside them.
"""

import os
import re
import stat
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from companion.errors import OutputError, describe_system_error
from companion.paths import STANDARD_OUTPUT

try:
    import fcntl
except ModuleNotFoundError:  # not on Windows, which locks files with msvcrt
    fcntl = None  # type: ignore[assignment]
    with suppress(ModuleNotFoundError):  # a browser has neither
        import msvcrt

XML_MARK = "<!-- Companion -->"
ZIP_MARK = b"CO\x09\0Companion"
"""Companion's mark in an SVG or other XML, after its first tag, and in a ZIP, as an extra field of its first file."""

TEXT_MARK = "# Companion: "
"""The beginning of every text file that Companion makes; then comes what kind of text it is."""

_OWN_FILE = (
    rb"(<(\?xml|!doctype) [^>]*>\s*|<svg [^>]*>)<!-- Companion -->|# Companion: "
    rb"|PK\x03\x04.{26}[^/]{1,80}CO\x09\0Companion"
    rb'|\{\s*"format": \d+,\s*"game": "[a-z]+",\s*"version": '  # an exported table
    rb'|\{\s*"SaveName": "",\s*"Note": "Companion"'  # a deck on a table of Tabletop Simulator
    rb"|\x89PNG\r\n.{0,400}tEXtSoftware\0Companion"
)
"""How files that Companion makes begin, other than PDFs; checked before a file is replaced."""
_MADE_PDF, _PDF_END = b"/Creator (Companion)", b"%%EOF"
"""The mark of a PDF, and its end: annotating a PDF keeps the mark, but appends a second end."""

AT_ONCE = 1 << 20  # bytes of a PDF searched at a time
_PART = re.compile(r"\.companion-([0-9a-f]{16})(\.\d+)?\.part")
"""The name of a file while it is written; without a number, the lock of the program that writes it."""

_inputs: set[Path | int] = set()


def mark_svg(svg: str) -> str:
    """An SVG with Companion's mark after its first tag."""
    root, _, rest = svg.partition(">")
    return f"{root}>{XML_MARK}{rest}"


def forget_inputs() -> None:
    """Clear the list of files read, when a new command begins."""
    _inputs.clear()


def list_inputs() -> frozenset[Path]:
    """The files that this command has read."""
    return frozenset(each for each in _inputs.copy() if isinstance(each, Path))


def note_input(file: Path | int) -> None:
    """Note that this command reads a file or an open stream, and so must not overwrite it."""
    _inputs.add(file)


def check_outputs(
    goals: Collection[Path], overwrite: bool = False, replaceable: Collection[Path] = (), folders: bool = False
) -> None:
    """Raise an ``OutputError`` if writing the goals would overwrite a user's file, or needs a new folder.

    Files in ``replaceable`` were read to be rewritten, and may be replaced; with ``folders`` new folders are
    allowed.
    """
    identities = {_identity(status) for file in _inputs if (status := _find_status(file)) is not None}
    seen = set()
    for goal in goals:
        if goal == STANDARD_OUTPUT:
            continue
        directory, path = _locate_output(goal)
        make_error = partial(OutputError, file=str(goal))
        if directory in seen:
            raise make_error("{file} was not written: it is named twice.")
        seen.add(directory)
        if path is None:
            if not folders and not directory.parent.exists():
                raise make_error("{file} was not written: the folder {folder} is not there.", folder=str(goal.parent))
            continue
        if stat.S_ISDIR(path.st_mode):
            raise make_error("{file} was not written: it is a folder.")
        if not stat.S_ISREG(path.st_mode):
            raise make_error(
                "{file} was not written: it is a link, a pipe or a device, not a plain file.", remedy="standard output"
            )
        if goal in replaceable:
            continue
        if _identity(path) in identities:
            raise make_error("{file} was not written: the same command reads it.")
        if not overwrite and not is_replaceable(goal):
            raise make_error(
                "{file} was not written: it is there already, and Companion did not make it.", remedy="overwrite"
            )


def _locate_output(goal: Path) -> tuple[Path, os.stat_result | None]:
    """The resolved path of an output file, and the status of what is there now."""
    try:
        directory = goal.parent.resolve() / goal.name
        with suppress(FileNotFoundError, NotADirectoryError):
            return directory, goal.lstat()
        return directory, None
    except (OSError, RuntimeError, ValueError) as error:
        reason = describe_system_error(error)
        raise OutputError("{file} was not written: {reason}.", file=str(goal), reason=reason) from None


def _find_status(file: Path | int) -> os.stat_result | None:
    try:
        return os.stat(file)
    except (OSError, ValueError):
        return None


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def is_replaceable(file: Path) -> bool:
    """True for a file with Companion's mark, and for an empty one."""
    try:
        with file.open("rb") as stream:
            head = stream.read(1024)
            if head.startswith(b"%PDF-"):
                stream.seek(0)
                return _is_own_pdf(stream)
            return not head or re.match(_OWN_FILE, head, re.DOTALL) is not None
    except OSError:
        return False


def _is_own_pdf(stream: BinaryIO) -> bool:
    """True for a PDF with Companion's mark and only one end; it may be large, so it is read in chunks."""
    is_made, ends, last = False, 0, b""
    while part := stream.read(AT_ONCE):
        content = last + part
        is_made = is_made or _MADE_PDF in content
        ends += content.count(_PDF_END) - last.count(_PDF_END)
        last = content[-len(_MADE_PDF) :]
    return is_made and ends <= 1


@contextmanager
def create_part_files() -> Iterator[Callable[[Path], str]]:
    """Provide a function that creates an empty private file beside a goal and returns its name.

    Files that were not renamed are removed at the end, whatever happens. Until then a lock tells other
    programs that these files are in use.
    """
    token, number = os.urandom(8).hex(), 0
    locks: dict[Path, int] = {}
    names: list[str] = []

    def create_part(goal: Path) -> str:
        nonlocal number
        folder = goal.parent
        if folder not in locks:
            _remove_leftovers(folder)
            locks[folder] = _create_lock(folder / f".companion-{token}.part")
        number += 1
        names.append(str(folder / f".companion-{token}.{number}.part"))
        os.close(os.open(names[-1], os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        return names[-1]

    try:
        yield create_part
    finally:
        for name in names:
            with suppress(OSError):
                os.unlink(name)
        for folder, handle in locks.items():
            _release_lock(folder / f".companion-{token}.part", handle)


def _create_lock(lock: Path) -> int:
    """Create a lock file and lock it; try again if another program removed it before it was locked."""
    while True:
        handle = os.open(lock, os.O_CREAT | os.O_WRONLY, 0o600)
        with suppress(OSError):  # some disks have no locks; leftovers are not removed there
            _lock(handle, wait=True)
        if lock.exists():
            return handle
        os.close(handle)


def _remove_leftovers(folder: Path) -> None:
    """Remove half-written files that killed programs left in a folder; those of running ones are locked."""
    left: dict[str, list[Path]] = {}
    with suppress(OSError):
        for each in sorted(folder.iterdir()):  # the lock sorts after the numbered files
            if (match := _PART.fullmatch(each.name)) and stat.S_ISREG(each.lstat().st_mode):
                left.setdefault(match[1], []).append(each)
    for parts in left.values():
        with suppress(OSError):
            handle = os.open(parts[-1], os.O_RDWR)
            try:
                _lock(handle)
            except OSError:  # its program still runs
                os.close(handle)
                continue
            for part in parts[:-1]:
                with suppress(OSError):
                    part.unlink()
            _release_lock(parts[-1], handle)


def _lock(handle: int, wait: bool = False) -> None:
    """Lock an open file; an ``OSError`` if another program has locked it."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    else:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)


def _release_lock(lock: Path, handle: int) -> None:
    """Remove a lock file, then close it, so that no program sees it unlocked; Windows closes it first."""
    try:
        lock.unlink()
    except OSError:  # Windows cannot remove an open file
        os.close(handle)
        with suppress(OSError):
            lock.unlink()
    else:
        os.close(handle)
