"""Whether the tables can be kept where they lie, before an evening begins."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from companion.errors import OutputError
from companion.table.store import FILE_NAME, Store, default_path


def writable_store(store: Path | None) -> Path:
    """The file that keeps the tables, once it is certain that it can be written; none is made."""
    path = default_path() if store is None else store
    path = path / FILE_NAME if path.is_dir() else path
    if path.exists():
        with Store(path, create=False) as opened, opened.writing():
            return opened.path
    folder = next(each for each in path.absolute().parents if each.exists())
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OutputError(
            "{file} was not written: {reason}.", file=str(path), reason=os.strerror(errno.EACCES)
        )
    return path
