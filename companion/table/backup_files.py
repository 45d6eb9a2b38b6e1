"""Where the backups of a store lie, and in which order they were made."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path


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
    return sorted(kept, key=lambda path: (_number(store, path), path.name))


def next_backup(store: Path, now: datetime) -> Path:
    """The file that the next backup goes to."""
    kept = backups(store)
    number = 1 + (_number(store, kept[-1]) if kept else 0)
    return folder_of(store) / f"{store.stem}-{number:06}-{now:%Y-%m-%d-%H%M%S}{store.suffix}"


def _number(store: Path, backup: Path) -> int:
    return int(backup.name.removeprefix(f"{store.stem}-").partition("-")[0])
