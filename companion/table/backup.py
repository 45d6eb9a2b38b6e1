"""Copies of the store, made while people play, in case the file itself is damaged.

After an event, a copy is made when the newest one is a quarter of an hour old, and at the beginning of
every table; the newest five are kept in the folder ``backups`` beside the store. Each is looked over
before it counts, so a damaged store never pushes out a sound copy.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from datetime import datetime
from pathlib import Path

from companion.errors import OutputError, TableError
from companion.table.store import Store, sound

__all__ = ["EVERY", "KEPT", "back_up", "backups", "due", "restore"]

EVERY = 15 * 60
"""Seconds between two backups while people play."""

KEPT = 5
"""How many backups are kept."""


def due(store: Path, now: float | None = None) -> bool:
    """Whether it is time for a backup.

    Args:
        store: The store.
        now: Seconds since 1970; the clock by default.
    """
    kept = backups(store)
    try:
        newest = kept[-1].stat().st_mtime if kept else float("-inf")
    except OSError:  # another program has just let go of it
        return False
    # A clock that was set back must not stop backups for years.
    return abs((time.time() if now is None else now) - newest) >= EVERY


def backups(store: Path) -> list[Path]:
    """The backups of a store, oldest first."""
    return sorted(_folder(store).glob(f"{store.stem}-*{store.suffix}"))


def back_up(store: Store, now: datetime | None = None) -> Path:
    """Copy the store into its folder of backups and let go of the oldest.

    Returns:
        The new backup.

    Raises:
        TableError: When the copy is not sound; older backups are left alone.
        OutputError: When it cannot be written.
    """
    folder = _folder(store.path)
    beside: str | None = None
    try:
        folder.mkdir(exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=folder, prefix=".", suffix=".part")
        os.close(handle)
        store.copy_to(Path(beside))
        stamp = (now or datetime.now()).strftime("%Y-%m-%d-%H%M%S-%f")
        goal = folder / f"{store.path.stem}-{stamp}{store.path.suffix}"
        os.replace(beside, goal)
    except OSError as error:
        raise OutputError(
            "{file} was not written: {reason}.", file=str(folder), reason=error.strerror
        ) from None
    finally:
        if beside is not None:
            with contextlib.suppress(OSError):
                os.unlink(beside)
    for old in backups(store.path)[:-KEPT]:
        with contextlib.suppress(OSError):
            old.unlink()
    return goal


def restore(path: Path, now: datetime | None = None) -> tuple[Path, Path | None]:
    """Put the newest sound backup in a store's place; what stood there is kept under another name.

    Returns:
        The backup that was used, and where the damaged file went, if there was one.

    Raises:
        TableError: When there is no sound backup.
        OutputError: When a file cannot be moved.
    """
    kept = [backup for backup in backups(path) if sound(backup)]
    if not kept:
        raise TableError("There is no sound backup of {file}.", file=str(path))
    stamp = (now or datetime.now()).strftime("%Y-%m-%d-%H%M%S-%f")
    aside: Path | None = None
    try:
        for suffix in ("-wal", "-shm", ""):
            part = path.with_name(path.name + suffix)
            if part.exists():
                moved = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}{suffix}")
                os.replace(part, moved)
                aside = moved if not suffix else aside
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(kept[-1].read_bytes())
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        raise OutputError(
            "{file} was not written: {reason}.", file=str(path), reason=error.strerror
        ) from None
    return kept[-1], aside


def _folder(store: Path) -> Path:
    return store.parent / "backups"
