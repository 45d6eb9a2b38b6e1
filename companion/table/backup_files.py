"""Where the backups of a store lie, and in which order they were made."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from companion.errors import NoTables, OutputError, TableError


@contextmanager
def written(file: Path) -> Iterator[None]:
    """Tell with its file what a disk says of the writing within."""
    try:
        yield
    except OSError as error:
        raise OutputError(
            "{file} was not written: {reason}.", file=str(file), reason=error.strerror
        ) from None


def folder_of(store: Path) -> Path:
    """The folder of a store's backups, beside it."""
    return store.parent / "backups"


def backups(store: Path) -> list[Path]:
    """The backups of a store, oldest first: by their number, for clocks can be set back."""
    name = re.compile(rf"{re.escape(store.stem)}-\d{{6,}}-\d{{4}}-\d\d-\d\d-\d{{6}}{re.escape(store.suffix)}")
    try:
        kept = [path for path in folder_of(store).iterdir() if name.fullmatch(path.name)]
    except OSError:
        return []
    return sorted(kept, key=lambda path: (number_of(store, path), path.name))


def none_yet(store: Path) -> TableError:
    """The error that a store holds no table; a backup beside it is named."""
    if kept := backups(store):
        told = {"file": str(store), "backup": str(kept[-1])}
        return TableError(
            "There are no tables in {file}; a backup of it is {backup}.", remedy="restore", **told
        )
    return NoTables("There are no tables yet in {file}.", file=str(store))


def number_of(store: Path, backup: Path) -> int:
    """The number of a backup, by which people name it: a later one has a greater."""
    return int(backup.name.removeprefix(f"{store.stem}-").partition("-")[0])


def next_backup(store: Path, now: datetime) -> Path:
    """The file that the next backup goes to."""
    kept = backups(store)
    number = 1 + (number_of(store, kept[-1]) if kept else 0)
    return folder_of(store) / f"{store.stem}-{number:06}-{now:%Y-%m-%d-%H%M%S}{store.suffix}"
