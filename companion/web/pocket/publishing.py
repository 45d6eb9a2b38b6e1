"""The pocket put into a folder: a new one beside the old one, which goes when the new one is whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_path

from companion.data.files import write_together
from companion.sentences import say
from companion.service.answer import Answer
from companion.web.pocket.building import pocket_files
from companion.web.pocket.parcels import Parcels

__all__ = ["publish"]

_LIST = "companion-pocket.json"
"""What Companion has put into a folder, with the checksum of each file: all else there is the host's own."""


def publish(folder: Path, *, overwrite: bool = False, parcels: Parcels | None = None) -> Answer:
    """Build the pocket into a folder; what else lies there stays.

    Args:
        folder: Where; it is made where there is none.
        overwrite: Whether files that Companion did not make, or somebody has changed, are replaced too.
        parcels: What is carried along; by default kept among this computer's passing files.

    Raises:
        CompanionError: When what it carries along cannot be had.
        OutputError: When the folder cannot be written, or a file there is not Companion's.
    """
    files = pocket_files(parcels or Parcels(user_cache_path("companion", appauthor=False) / "pocket"))
    before = _listed(folder)
    sums = {name: sha256(content).hexdigest() for name, content in files.items()}
    goals = {folder / name: content for name, content in _last_the_first_page(files).items()}
    goals[folder / _LIST] = (json.dumps({"files": sums}, indent=1) + "\n").encode()
    ours = [folder / name for name, known in before.items() if _sum(folder / name) == known]
    write_together(goals, overwrite=overwrite, kept=[*ours, folder / _LIST])
    _remove(folder, [folder / name for name in before if name not in files], set(ours))
    size = sum(len(content) for content in files.values())
    told = say(
        "The table for a phone alone is in {folder}: {count} files, {size} MB."
        " Any web host serves it as it is.",
        folder=str(folder), count=len(files), size=round(size / 1e6, 1),
    )  # fmt: skip
    return Answer({"folder": str(folder), "files": len(files), "bytes": size}, (told,))


def _last_the_first_page(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files in the order they are put in place: what leads to others comes when those are there."""
    return dict(sorted(files.items(), key=lambda file: "/" not in file[0]))


def _listed(folder: Path) -> dict[str, str]:
    """What was put here before, with its checksums; nothing where the list cannot be read."""
    with suppress(OSError, ValueError, AttributeError, TypeError):
        listed = json.loads((folder / _LIST).read_text("utf-8"))["files"]
        return {name: known for name, known in listed.items() if ".." not in Path(name).parts}
    return {}


def _sum(file: Path) -> str:
    with suppress(OSError):
        return sha256(file.read_bytes()).hexdigest()
    return ""


def _remove(folder: Path, gone: list[Path], ours: set[Path]) -> None:
    for file in gone:
        if file in ours:
            with suppress(OSError):
                file.unlink()
                for above in file.relative_to(folder).parents:
                    (folder / above).rmdir()  # to the first that holds something else
