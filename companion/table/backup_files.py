"""The files of a store's backups: their folder, names, numbers and order."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from companion.data.files import build_write_error
from companion.errors import NoTables, TableError


@contextmanager
def report_write_errors(file: Path) -> Iterator[None]:
    """Turn an ``OSError`` while writing into an ``OutputError`` that names the file."""
    try:
        yield
    except OSError as error:
        raise build_write_error(file, error) from None


def get_backup_folder(store: Path) -> Path:
    """The folder of a store's backups, beside it."""
    return store.parent / "backups"


def list_backups(store: Path) -> list[Path]:
    """The backups of a store, oldest first: by their number, since clocks can be set back."""
    name = re.compile(rf"{re.escape(store.stem)}-\d{{6,}}-\d{{4}}-\d\d-\d\d-\d{{6}}{re.escape(store.suffix)}")
    try:
        backups = [path for path in get_backup_folder(store).iterdir() if name.fullmatch(path.name)]
    except OSError:
        return []
    return sorted(backups, key=lambda path: (get_backup_number(store, path), path.name))


def build_empty_store_error(store: Path) -> TableError:
    """The error for a store without tables; it names the last backup, if there is one."""
    if backups := list_backups(store):
        fields = {"file": str(store), "backup": str(backups[-1])}
        return TableError("There are no tables in {file}; a backup of it is {backup}.", remedy="restore", **fields)
    return NoTables("There are no tables yet in {file}.", file=str(store))


def get_backup_number(store: Path, backup: Path) -> int:
    """The number of a backup, by which people name it; later ones have greater numbers."""
    return int(backup.name.removeprefix(f"{store.stem}-").partition("-")[0])


def name_next_backup(store: Path, now: datetime) -> Path:
    backups = list_backups(store)
    number = 1 + (get_backup_number(store, backups[-1]) if backups else 0)
    return get_backup_folder(store) / f"{store.stem}-{number:06}-{now:%Y-%m-%d-%H%M%S}{store.suffix}"
