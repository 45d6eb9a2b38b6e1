"""Measures of the drawings of our own games, and their faces, read from files: to take them anew is a third of a print.

``python .ci/measures.py`` takes them again after a change to a drawing or a face; ``make commands`` runs it. Each is
kept by a hash of what was measured, so that a changed one, or one of another deck, is measured when it is printed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from companion.data.files import TomlDocument, read_text
from companion.paths import assets, templates
from companion.press.frame.outlines import Bounds

MEASURES_FILE = "measures.json"  # among the assets
FACES_FILE = "faces.json"  # likewise: the documents of face files, which were checked
Measured = TypeVar("Measured", str, Bounds, list[Any])  # an outline, a box, or the cuts of a board
_DECODER = json.JSONDecoder()


@cache
def _load_kept(name: str) -> Mapping[str, str]:
    """What is kept in a file, as JSON by its hash: a line each, of which a print decodes a few."""
    lines = read_text(assets() / name, is_own=True).split("\n")[1:-2]
    return {line[1:17]: line[20:].rstrip(",") for line in lines}


def find_kept(name: str, kind: str, text: str) -> Any:
    """What is kept of a text, as a list where it was a tuple; ``None`` if nothing is."""
    kept = _load_kept(name).get(hash_measured(kind, text))
    return None if kept is None else _DECODER.raw_decode(kept)[0]


def hash_measured(kind: str, text: str) -> str:
    return sha256(f"{kind} {text}".encode()).hexdigest()[:16]


def find_measure(kind: str, text: str, measure: Callable[[str], Measured]) -> Measured:
    """The measure of a text: the one that is kept, or else what `measure` finds."""
    kept: Any = find_kept(MEASURES_FILE, kind, text)
    kept = tuple(kept) if isinstance(kept, list) else kept
    return measure(text) if kept is None else kept


def find_face(file: Path) -> TomlDocument | None:
    """The document of a face file of our own games, if it is kept."""
    if not file.is_relative_to(templates()):
        return None
    kept = find_kept(FACES_FILE, "face", text := read_text(file))
    return kept and TomlDocument(kept, text)
