"""Where a use case finds its tables: in a file that it opens and closes, or on a shelf that is open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import OutputError
from companion.table.shelf import MemoryShelf, Shelf

if TYPE_CHECKING:
    from companion.table.store import Store

Keeping = Path | Shelf | None
"""The file (or folder) that keeps the tables, the one in the user's data folder by default; or a shelf, which
whoever opened it closes and backs up."""


def opened_file(store: Path | None, *, create: bool = True) -> Store:
    """The file, opened; see ``Store``. Only now is SQLite needed. No folder is made that nobody named."""
    from companion.table.store import Store

    if create and store is not None and not store.parent.exists():
        raise OutputError(
            "{file} was not written: the folder {folder} is not there.",
            file=str(store),
            folder=str(store.parent),
        )
    return Store(store, create=create)


def passing_shelf() -> Shelf:
    """A shelf that lasts as long as the program, for pages that have no tables."""
    return MemoryShelf()


@contextmanager
def shelf_of(store: Keeping, *, create: bool = True) -> Iterator[Shelf]:
    """The shelf for a while; a file is closed again."""
    if store is None or isinstance(store, Path):
        with opened_file(store, create=create) as opened:
            yield opened
    else:
        yield store
