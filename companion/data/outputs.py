"""Output files: which may be replaced, Companion's mark in them, and leftovers of killed programs.

Printing again replaces the first print, but never a file of the user's own. Companion knows its files by
a mark inside, so they can be moved and renamed, and need no other file beside them.
"""

import os
import re
import stat
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from companion.errors import OutputError, describe_system_error
from companion.paths import STANDARD_OUTPUT

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
_PART = r"\.companion-[a-z0-9_]{8}\.part"  # the name of a file while it is written
LEFTOVER_AGE = 600  # seconds after which a half-written file is nobody's any more

DEVICE = r"(?i)^(con|conin\$|conout\$|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?=[ .]*(\.|$))"  # on Windows
_DEVICE_STARTS = ("con", "prn", "aux", "nul", "com", "lpt")  # names with them are rare, and the pattern is slow

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


def is_portable_name(name: str) -> bool:
    """True for a name that every system gives to a file or folder as it stands, and to nothing else."""
    is_whole = name.isprintable() and not set(name) & set("/\\:") and name[-1:] not in ("", ".", " ")
    return is_whole and not (name[:3].lower() in _DEVICE_STARTS and re.match(DEVICE, name))


def check_usual_folder(folder: Path) -> None:
    """Refuse a folder for output that nobody named if it is, or has, a link out of the current folder."""
    for link in (each for each in (folder, *folder.rglob("*")) if each.is_symlink() and not each.is_file()):
        target, _ = _locate_output(link / "file")
        if not target.is_relative_to(Path.cwd().resolve()):
            raise OutputError(
                "{file} is a link to {folder}; name the folder with -o.", file=str(link), folder=str(target.parent)
            )


def check_outputs(
    goals: Collection[Path], overwrite: bool = False, replaceable: Collection[Path] = (), folders: bool = False
) -> None:
    """Raise an ``OutputError`` if writing the goals would overwrite a user's file, or needs a new folder.

    Files in ``replaceable`` were read to be rewritten, and may be replaced; with ``folders`` new folders are
    allowed.
    """
    identities = {*map(_identify, _inputs.copy())} - {None}
    seen = set()
    for goal in goals:
        if goal == STANDARD_OUTPUT:
            continue
        resolved, status = _locate_output(goal)
        make_error = partial(OutputError, file=str(goal))
        if resolved in seen:
            raise make_error("{file} was not written: it is named twice.")
        seen.add(resolved)
        if status is None:
            if not folders and not resolved.parent.exists():
                raise make_error("{file} was not written: the folder {folder} is not there.", folder=str(goal.parent))
            continue
        if stat.S_ISDIR(status.st_mode):
            raise make_error("{file} was not written: it is a folder.")
        if not stat.S_ISREG(status.st_mode):
            raise make_error(
                "{file} was not written: it is a link, a pipe or a device, not a plain file.", remedy="standard output"
            )
        if goal in replaceable:
            if not status.st_mode & stat.S_IWUSR:  # a new file in its place would be written all the same
                raise make_error("{file} was not written: it is read-only.")
            continue
        if _identify(goal) in identities:
            raise make_error("{file} was not written: the same command reads it.")
        if not overwrite and not is_replaceable(goal):
            raise make_error(
                "{file} was not written: it is there already, and Companion did not make it.", remedy="overwrite"
            )


def _locate_output(goal: Path) -> tuple[Path, os.stat_result | None]:
    """The resolved path of an output file, and the status of what is there now."""
    try:
        resolved = goal.parent.resolve() / goal.name
        with suppress(FileNotFoundError, NotADirectoryError):
            return resolved, goal.lstat()
        return resolved, None
    except (OSError, RuntimeError, ValueError) as error:
        reason = describe_system_error(error)
        raise OutputError("{file} was not written: {reason}.", file=str(goal), reason=reason) from None


def _identify(file: Path | int) -> tuple[int, int] | None:
    """What tells a file from all others, whatever its name; ``None`` if it is not there."""
    with suppress(OSError, ValueError):
        status = os.stat(file)
        return status.st_dev, status.st_ino
    return None


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
    """A function that creates an empty private file beside a goal; those not renamed are removed at the end."""
    names: list[str] = []
    folders: set[Path] = set()

    def create_part(goal: Path) -> str:
        if goal.parent not in folders:
            folders.add(goal.parent)
            _remove_leftovers(goal.parent)
        handle, name = tempfile.mkstemp(".part", ".companion-", goal.parent)
        os.close(handle)
        names.append(name)
        return name

    try:
        yield create_part
    finally:
        for name in names:
            with suppress(OSError):
                os.unlink(name)


def _remove_leftovers(folder: Path) -> None:
    """Remove half-written files that killed programs left in a folder; younger ones may still be in use."""
    with suppress(OSError):
        for name in (each for each in os.listdir(folder) if re.fullmatch(_PART, each)):
            with suppress(OSError):
                status = (folder / name).lstat()
                is_old = abs(time.time() - status.st_mtime) > LEFTOVER_AGE  # the clock may have been set back
                if is_old and stat.S_ISREG(status.st_mode):
                    (folder / name).unlink()
