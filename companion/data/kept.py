"""What `.ci/measures.py` finds out before a release, kept in files by a hash of what it was found from.

Thus what is found from a changed file, or from a file of another deck, is found when it is needed.
"""

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from companion.data.files import TomlDocument, read_text
from companion.paths import assets, templates

DOCUMENTS_FILE = "documents.json"  # among the assets: the faces of our own games, the papers and the palette, checked
_DECODER = json.JSONDecoder()


@cache
def _load_kept(name: str) -> Mapping[str, str]:
    """What is kept in a file, as JSON by its hash: a line each, of which a print decodes a few."""
    lines = read_text(assets() / name, is_own=True).split("\n")[1:-2]
    return {line[1:17]: line[20:].rstrip(",") for line in lines}


def find_kept(name: str, kind: str, text: str) -> Any:
    """What is kept of a text, as a list where it was a tuple; ``None`` if nothing is."""
    kept = _load_kept(name).get(hash_kept(kind, text))
    return None if kept is None else _DECODER.raw_decode(kept)[0]


def hash_kept(kind: str, text: str) -> str:
    return sha256(f"{kind} {text}".encode()).hexdigest()[:16]


def find_document(file: Path) -> TomlDocument | None:
    """The document of one of our own TOML files, if it is kept."""
    if not (file.is_relative_to(templates()) or file.is_relative_to(assets())):
        return None
    kept = find_kept(DOCUMENTS_FILE, "document", text := read_text(file))
    return kept and TomlDocument(kept, text)
