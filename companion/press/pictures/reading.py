"""Pictures of a person's own deck: looked at once, turned upright, in colours that every ink has.

A face names a PNG or JPEG file. What the file is, its first bytes say and not its name. Who opens it is a
``Reader``: Pillow, where nobody else is named.
"""

import time
from functools import lru_cache
from pathlib import Path

from companion.data.outputs import note_input
from companion.errors import InputError
from companion.press.pictures.raster import Raster, Reader, no_picture

TICK = 2_000_000_000  # ns; a file changed so recently is looked at each time: its disk's clock may be coarse
_READERS: list[Reader] = []  # the last one reads


def read_with(reader: Reader) -> None:
    """From now on have a reader open all pictures."""
    _READERS.append(reader)


def reader() -> Reader:
    """The reader that opens pictures here."""
    if not _READERS:
        from companion.press.pictures.pillow import Pillow

        _READERS.append(Pillow())
    return _READERS[-1]


def look_at(file: Path) -> Raster:
    """Look a picture over, to its last dot; the sentence of an `InputError` has no full stop."""
    note_input(file)
    about = file.stat()
    new = abs(time.time_ns() - about.st_mtime_ns) < TICK
    look = _looked_at.__wrapped__ if new else _looked_at
    return look(file, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=4096)
def _looked_at(file: Path, _changed: int, size: int) -> Raster:
    if not file.is_file():
        raise no_picture(file)
    if not size:
        raise InputError("the picture '{file}' is empty", file=file.name)
    return reader().look(file)
