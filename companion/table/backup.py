"""Copies of the store, made while people play, in case the file itself is damaged.

After an event, a copy is made when the newest one is a minute old, and at the beginning of every table; the
newest five are kept in the folder ``backups`` beside the store. Each is looked over
before it counts, so a damaged store never pushes out a sound copy.
"""

import contextlib
import os
import time
from datetime import datetime
from pathlib import Path

from companion.data.outputs import beside
from companion.errors import OutputError, Refused, TableError
from companion.table.backup_files import backups, folder_of, next_backup, number_of, written
from companion.table.database import is_open, keep_private, sound
from companion.table.log import breaks
from companion.table.shelf import Shelf
from companion.table.store import Store

EVERY = 60  # seconds between two backups while people play
KEPT = 5  # how many backups are kept


def due(store: Path) -> bool:
    """True when it is time for a backup."""
    kept = backups(store)
    return not kept or _age(kept[-1]) >= EVERY


def back_up(path: Path, now: datetime | None = None) -> Path | None:
    """Copy a store to a new backup and let go of the oldest; others may go on writing.

    Of a store without a table none is made: it would push out those of one that was lost.
    """
    folder = folder_of(path)
    with written(folder):
        folder.mkdir(mode=0o700, exist_ok=True)
        keep_private(folder)
        with beside() as name_for:
            copy = name_for(next_backup(path, now or datetime.now()))
            with Store(path, create=False) as store:
                if not store.headers():
                    return None
                store.copy_to(Path(copy))
            goal = next_backup(path, now or datetime.now())
            os.replace(copy, goal)
    # What a killed program left half-copied goes too; a copy takes nowhere near so long.
    halves = [part for part in folder.glob(".*.part") if _age(part) >= EVERY]
    for old in (*backups(path)[:-KEPT], *halves):
        with contextlib.suppress(OSError):
            old.unlink()
    return goal


def delete_with_copy(store: Shelf, path: Path, name: str, now: datetime | None = None) -> Path:
    """Delete a table, after it was copied into a store of its own beside the backups, which is kept for good.

    Both are one transaction: whoever writes meanwhile waits, and finds the table gone.
    """
    with store.writing():
        copy = _keep_apart(path, name, now)
        try:
            store.remove_table(name)
        except BaseException:
            copy.unlink(missing_ok=True)
            raise
    return copy


def _keep_apart(path: Path, name: str, now: datetime | None) -> Path:
    """Copy one table into a store of its own."""
    folder = folder_of(path)
    stem = "".join(each if each.isalnum() else "-" for each in name)
    goal = folder / f"{stem}-deleted-{now or datetime.now():%Y-%m-%d-%H%M%S-%f}{path.suffix}"
    with written(goal):
        folder.mkdir(exist_ok=True)
        with beside() as name_for:
            part = Path(name_for(goal))
            with Store(path, create=False) as store:
                store.header(name)
                store.copy_to(part)
            with Store(part, create=False) as copy, copy.writing():
                for header in copy.headers():
                    if header.name != name:
                        copy.remove_table(header.name)
                for key in copy.notes(""):
                    copy.write_note("", key, None)
            os.replace(part, goal)
    return goal


def intact(path: Path) -> bool:
    """True for a store in order: its file sound, tables in it, and every table's chain of events whole."""
    try:
        with Store(path, create=False) as store:
            logs = [store.events(header.name) for header in store.headers()]
            return store.sound() and bool(logs) and all(logs) and not any(any(breaks(log)) for log in logs)
    except (OutputError, TableError):
        return False


def restore(path: Path, now: datetime | None = None, number: int | None = None) -> tuple[Path, Path | None]:
    """Put a sound backup in a store's place; it is returned, and where what stood there went.

    It is the newest, unless a number names another.
    """
    kept = [each for each in backups(path) if number in (None, number_of(path, each)) and sound(each)]
    if not kept and number is not None:
        raise TableError("There is no sound backup {number} of {file}.", number=number, file=str(path))
    if not kept:
        raise TableError("There is no sound backup of {file}.", file=str(path))
    if is_open(path):
        raise Refused(
            "{file} is open in another program; close it, then put the backup back.", file=str(path)
        )
    stamp = (now or datetime.now()).strftime("%Y-%m-%d-%H%M%S-%f")
    aside: Path | None = None
    with written(path), beside() as name_for:
        # The copy is whole on the disk before anything is moved: on a full one all stays where it was.
        copy = name_for(path)
        with open(copy, "wb") as file:
            file.write(kept[-1].read_bytes())
            file.flush()
            os.fsync(file.fileno())
        for suffix in ("-wal", "-shm", ""):
            part = path.with_name(path.name + suffix)
            if part.exists():
                moved = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}{suffix}")
                os.replace(part, moved)
                keep_private(moved)
                aside = moved if not suffix else aside
        os.replace(copy, path)
    return kept[-1], aside


def _age(path: Path) -> float:
    """Seconds since a file was written, or until it will be, by a clock that was set back."""
    try:
        return abs(time.time() - path.stat().st_mtime)
    except OSError:  # another program has just let go of it
        return 0.0
