"""Writes the pocket to a folder: a new one beside the old one, which goes when the next one comes.

A host or a browser may hand out an old first page for a while; the files it leads to are still there.
"""

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from companion.answers import Answer
from companion.data.files import write_files
from companion.data.outputs import check_outputs
from companion.errors import OutputError
from companion.sentences import say
from companion.web.pocket.building import build_pocket_files, compute_sources_digest
from companion.web.pocket.parcels import Parcels, open_parcels

_LIST = "companion-pocket.json"
"""What Companion has put into a folder, with the checksum of each file: all else there is the host's own."""

_LAST = ("service.js", "index.html")  # what leads to the other files is put in place when those are there


def publish(folder: Path, *, overwrite: bool = False, parcels: Parcels | None = None) -> Answer:
    """Build the pocket into a folder; what else lies there stays."""
    files = build_pocket_files(parcels or open_parcels())
    try:
        _put_files(files, folder, overwrite)
    except OutputError:  # another build into this folder may have been quicker: what it has put there is ours
        _put_files(files, folder, overwrite)
    size = sum(len(content) for content in files.values())
    told = say(
        "The table for a phone alone is in {folder}: {count} files, {size} MB. Any web host serves it as it is.",
        folder=str(folder),
        count=len(files),
        size=round(size / 1e6, 1),
    )
    return Answer({"folder": folder, "files": len(files), "bytes": size}, (told,))


def _put_files(files: Mapping[str, bytes], folder: Path, overwrite: bool) -> None:
    sums = {name: sha256(content).hexdigest() for name, content in files.items()}
    now, older = _read_part(folder, "files"), _read_part(folder, "before")
    before = {**older, **now}
    # What is already as it will be was put there by a build that was killed, or that runs beside this one.
    ours = {name for name in {**before, **sums} if _compute_sum(folder / name) in (before.get(name), sums.get(name))}
    replaced = {name for name in now if name not in sums} or older.keys() - sums.keys()
    staying = {name: before[name] for name in replaced if name in ours}
    order = sorted(files, key=lambda name: name in _LAST and _LAST.index(name) + 1)
    check_outputs([folder / name for name in order], overwrite, [folder / name for name in ours], True)
    try:
        _write_files(folder, {_LIST: _format_list("", {**sums, **now}, older)}, overwrite, ours)
        whole = {name: files[name] for name in order} | {_LIST: _format_list(compute_sources_digest(), sums, staying)}
        _write_files(folder, whole, overwrite, ours)
        for name in before.keys() - sums.keys() - staying.keys():
            if name in ours:
                with suppress(OSError):
                    (folder / name).unlink()
    finally:
        _leave_no_empty_folders(folder, {*before, *sums})


def _write_files(folder: Path, files: Mapping[str, bytes], overwrite: bool, ours: Collection[str]) -> None:
    kept = [folder / name for name in (*ours, _LIST)]
    write_files(
        {folder / name: content for name, content in files.items()}, overwrite=overwrite, kept=kept, folders=True
    )


def _format_list(made: str, sums: Mapping[str, str], before: Mapping[str, str]) -> bytes:
    files = {"files": dict(sorted(sums.items())), "before": dict(sorted(before.items()))}
    return (json.dumps({"made of": made, **files}, indent=1) + "\n").encode()


def is_current(folder: Path) -> bool:
    """True for a folder with a complete pocket, built from this program as it is now."""
    return _read_list(folder).get("made of") == compute_sources_digest()


def list_files(folder: Path) -> dict[str, str]:
    """The files of a pocket in a folder and of the one before it, with their checksums."""
    return {**_read_part(folder, "before"), **_read_part(folder, "files")}


def _read_part(folder: Path, part: str) -> dict[str, str]:
    files = _read_list(folder).get(part)
    if not isinstance(files, dict):
        return {}
    return {name: known for name, known in files.items() if not {"..", "/"} & set(Path(name).parts)}


def _read_list(folder: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError):
        read = json.loads((folder / _LIST).read_text("utf-8"))
        return read if isinstance(read, dict) else {}
    return {}


def _compute_sum(file: Path) -> str:
    with suppress(OSError):
        return sha256(file.read_bytes()).hexdigest()
    return "nothing"


def _leave_no_empty_folders(folder: Path, names: Collection[str]) -> None:
    """Remove the folders of files that went, or could not be written."""
    above = {parent for name in names for parent in Path(name).parents}
    for each in sorted(above - {Path()}, key=lambda path: -len(path.parts)):
        with suppress(OSError):  # it holds something
            (folder / each).rmdir()
