"""Inspect pictures of users' decks, with a cache, and choose the reader that opens them.

A face names a file; its contents, not its name, decide what kind of picture it is. A ``Reader``
opens it: Pillow, unless another one is set.
"""

import time
from functools import lru_cache
from pathlib import Path

from companion.data.outputs import note_input
from companion.errors import InputError
from companion.press.frame.raster import Raster, Reader, refuse_non_picture

TICK = 2_000_000_000  # ns; a file changed this recently is not cached: times on its disk may be coarse
_READERS: list[Reader] = []  # the last is used


def use_reader(reader: Reader) -> None:
    _READERS.append(reader)


def get_reader() -> Reader:
    """The reader that opens pictures: the last one set, else Pillow."""
    if not _READERS:
        from companion.press.frame.pillow import Pillow

        _READERS.append(Pillow())
    return _READERS[-1]


def inspect_picture(file: Path) -> Raster:
    """The facts of a picture, which is decoded to find damage; an `InputError` has no full stop."""
    note_input(file)
    stat = file.stat()
    new = abs(time.time_ns() - stat.st_mtime_ns) < TICK
    look = _inspect_file.__wrapped__ if new else _inspect_file
    return look(file, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=4096)
def _inspect_file(file: Path, _changed: int, size: int) -> Raster:
    if not file.is_file():
        raise refuse_non_picture(file)
    if not size:
        raise InputError("the picture '{file}' is empty", file=file.name)
    return get_reader().inspect(file)
