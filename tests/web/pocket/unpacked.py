"""A pocket taken apart: the program it carries."""

import gzip
import json
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
