"""A pocket taken apart: the program it carries, and its Python laid out as Node wants it."""

import gzip
import json
import shutil
from collections.abc import Iterable
from pathlib import Path

from tests.web.pocket.served import build_of


def build_folder(folder: Path) -> Path:
    """The only build of a pocket."""
    return folder / build_of(folder)


def program(folder: Path, parcel: str = "program.bin") -> dict[str, bytes]:
    """The files of its program, or of another parcel."""
    whole = gzip.decompress((build_folder(folder) / parcel).read_bytes())
    length = int.from_bytes(whole[:4], "big")
    at, files = 4 + length, {}
    for name, size in json.loads(whole[4:at]):
        files[name] = whole[at : at + size]
        at += size
    return files


def unpack(folder: Path, goal: Path, parcels: Iterable[str] = ("program.bin",)) -> None:
    """Lay out its Python, its program and its eyes in a folder, for Node."""
    build = build_folder(folder)
    for packed_name, name in (
        ("core.wasm.bin", "pyodide.asm.wasm"),
        ("core.js.bin", "pyodide.asm.mjs"),
        ("library.zip.bin", "python_stdlib.zip"),
        ("opencv.js.bin", "opencv.mjs"),
    ):
        (goal / name).write_bytes(gzip.decompress((build / packed_name).read_bytes()))
    shutil.copy(build / "pyodide.js", goal / "pyodide.mjs")
    shutil.copy(build / "lock.json", goal / "pyodide-lock.json")
    shutil.copy(build / "eyes.js", goal / "eyes.mjs")
    for name, content in (each for parcel in parcels for each in program(folder, parcel).items()):
        (goal / "program" / name).parent.mkdir(parents=True, exist_ok=True)
        (goal / "program" / name).write_bytes(content)
