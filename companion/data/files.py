"""The one place that opens files people give and writes files people keep.

Reading turns every way a file can be wrong into one sentence. Writing goes to a file beside the
goal and is then renamed over it: a full disk or a killed program leaves what stood there before.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.errors import DeckError, InputError, OutputError, Place

__all__ = [
    "MOST_TEXT",
    "STANDARD_INPUT",
    "read_given",
    "read_json_list",
    "read_text",
    "read_toml",
    "write_bytes",
    "write_text",
    "write_together",
]

MOST_TEXT = 2_000_000
"""The largest text file read, in bytes; no map or deck comes near it."""

STANDARD_INPUT = "-"
"""The name under which the standard input is read."""


def read_text(path: Path, most: int = MOST_TEXT) -> str:
    """Read a text of at most so many bytes: UTF-8 with or without BOM, any line ends, given as ``\\n``.

    Raises:
        InputError: When the file is missing, unreadable, too large, or not a UTF-8 text.
    """
    place = Place(file=str(path))
    try:
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except FileNotFoundError:
        raise InputError("there is no such file.", place=place) from None
    except IsADirectoryError:
        raise InputError("this is a folder; a file was expected.", place=place) from None
    except OSError as error:
        raise InputError("the file cannot be read ({reason}).", place=place, reason=error.strerror) from None
    return _decoded(raw, str(path), most)


def read_toml(file: Path, place: Place | None = None, error: type[InputError] = DeckError) -> dict[str, Any]:
    """Read a TOML file.

    Args:
        file: The file.
        place: How it is named in messages; by its name alone where nothing is said.
        error: What is raised when it is not one.

    Raises:
        InputError: As ``read_text``; also when it is not a TOML file.
    """
    import tomllib

    try:
        return tomllib.loads(read_text(file))
    except tomllib.TOMLDecodeError as wrong:
        raise error(
            "this is not a TOML file ({reason}).", place=place or Place(file.name), reason=str(wrong)
        ) from None


def read_json_list(file: Path, key: str) -> list[Any]:
    """The list that a JSON file holds under a key.

    Raises:
        DeckError: When it does not.
    """
    try:
        return list(json.loads(read_text(file))[key])
    except (ValueError, KeyError, TypeError):
        raise DeckError(
            "this is not a JSON file with a list of {key}.", place=Place(file=file.name), key=key
        ) from None


def read_given(file: str | Path) -> str:
    """Read the text of a file, or of the standard input for ``-``; see ``read_text``.

    Raises:
        InputError: As ``read_text``; also when there is no standard input.
    """
    if str(file) != STANDARD_INPUT:
        return read_text(Path(file))
    if sys.stdin is None:
        raise InputError("there is no standard input to read.", place=Place(file=STANDARD_INPUT))
    return _decoded(sys.stdin.buffer.read(MOST_TEXT + 1), STANDARD_INPUT, MOST_TEXT)


def _decoded(raw: bytes, file: str, most: int) -> str:
    if len(raw) > most:
        raise InputError(
            "the file is larger than {most} bytes; a text of that size is not read here.",
            place=Place(file=file), most=most,
        )  # fmt: skip
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = raw[: error.start].count(b"\n") + 1
        raise InputError(
            "the file is not a UTF-8 text; save it as UTF-8.", place=Place(file=file, row=row)
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def write_bytes(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write a whole file or nothing; folders on the way are made.

    Args:
        path: The file.
        content: What it will hold.
        private: Whether nobody but its owner may read it.

    Raises:
        OutputError: When the folder cannot be written or the disk is full; the old file is untouched.
    """
    write_together({path: content}, private=private)


def write_together(files: Mapping[Path, bytes], *, private: bool = False) -> None:
    """Write several files, all or none; see ``write_bytes``.

    All are written beside their goals before the first is renamed, so a disk that fills up half way
    leaves every old file as it was.
    """
    for path in files:
        if path.is_dir():
            raise OutputError("{file} was not written: it is a folder.", file=str(path))
    beside: list[tuple[str, Path]] = []
    path = Path()
    try:
        for path, content in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
            beside.append((name, path))
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, 0o600 if private else 0o666 & ~_umask())
        for name, path in beside:
            os.replace(name, path)
    except OSError as error:
        for name, _ in beside:
            with contextlib.suppress(OSError):
                os.unlink(name)
        if error.errno == errno.ENOSPC:
            raise OutputError("{file} was not written: the disk is full.", file=str(path)) from None
        if error.errno in (errno.EEXIST, errno.ENOTDIR):
            raise OutputError(
                "{file} was not written: {folder} is not a folder.",
                file=str(path), folder=str(_blocking(path)),
            ) from None  # fmt: skip
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise OutputError("{file} was not written: you may not write there.", file=str(path)) from None
        raise OutputError(
            "{file} was not written: {reason}.", file=str(path), reason=error.strerror
        ) from None


def write_text(path: Path, content: str, *, private: bool = False) -> None:
    """Write a whole UTF-8 text file or nothing; see ``write_bytes``."""
    write_bytes(path, content.encode("utf-8"), private=private)


def _blocking(path: Path) -> Path:
    """The file that stands where a folder of a path should be."""
    return next((folder for folder in reversed(path.parents) if not folder.is_dir()), path.parent)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
