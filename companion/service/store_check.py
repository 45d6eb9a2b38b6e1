"""Whether the tables can be kept where they lie, before an evening begins."""

import errno
import os
from pathlib import Path

from companion.errors import OutputError
from companion.table.store import Store, named


def writable_store(store: Path | None) -> Path:
    """The file that keeps the tables, once it is certain that it can be written; none is made."""
    path = named(store)
    if path.exists():
        with Store(path, create=False) as opened, opened.writing():
            return opened.path
    folder = next(each for each in path.absolute().parents if each.exists())
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OutputError(
            "{file} was not written: {reason}.", file=str(path), reason=os.strerror(errno.EACCES)
        )
    return path
