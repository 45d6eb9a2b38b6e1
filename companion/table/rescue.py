"""A store whose file was deleted or replaced while it is open: found out, and saved from what is open."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from companion.data.outputs import beside
from companion.errors import CompanionError, StoreLost

Files = Mapping[str, tuple[int, int]]
"""The identity of each file that holds events; another file of its name has another."""


def files_of(store: Path) -> Files:
    """The files of a store as they are now; one that was emptied is none."""
    found = {}
    for suffix in ("", "-wal"):
        with suppress(OSError):
            here = store.with_name(store.name + suffix).stat()
            if here.st_size or suffix:
                found[suffix] = (here.st_dev, here.st_ino)
    return found


def in_place(store: Path, opened: Files) -> bool:
    """True while what was opened is what others find under its name, and may open."""
    # Asked, not tried: a file opened and closed here would lose the locks that SQLite holds on it.
    return os.access(store, os.R_OK | os.W_OK) and files_of(store).items() >= opened.items()


def rescued(store: Path, copy_to: Callable[[Path], None]) -> StoreLost:
    """The error that a store is lost, once all it held is copied beside it; else into the home folder."""
    name = f"{store.stem}-saved-{datetime.now():%Y-%m-%d-%H%M%S-%f}{store.suffix}"
    reason: object = ""
    folders = [store.absolute().parent]
    with suppress(RuntimeError):  # not every system knows of a home
        folders.append(Path.home())
    for folder in folders:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with beside() as name_for:
                copy = name_for(folder / name)
                copy_to(Path(copy))
                os.replace(copy, folder / name)
        except CompanionError as error:
            reason = error.whole
        except OSError as error:
            reason = f"{error.strerror}."
        else:
            return StoreLost(
                "{file} is no longer the file that was opened; nothing more is played here. All until now is "
                "saved in {saved}.",
                remedy="kept copy",
                file=str(store),
                saved=str(folder / name),
            )
    return StoreLost(
        "{file} is no longer the file that was opened, and what was played could not be saved: {reason}",
        file=str(store),
        reason=reason,
    )
