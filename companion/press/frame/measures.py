"""Measures of the drawings of our own games, read from a file: to take them anew is a fifth of what a print takes.

``python .ci/measures.py`` takes them again after a change to a drawing; ``make commands`` runs it. Each is kept
by a hash of what was measured, so that a changed drawing, or one of another deck, is measured when it is printed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any, TypeVar

from companion.data.files import read_text
from companion.paths import assets
from companion.press.frame.outlines import Bounds

MEASURES_FILE = "measures.json"  # among the assets
Measured = TypeVar("Measured", str, Bounds)  # an outline in the plain notation, or a box


@cache
def load_measures() -> Any:
    return json.loads(read_text(assets() / MEASURES_FILE, is_own=True))


def hash_measured(kind: str, text: str) -> str:
    return sha256(f"{kind} {text}".encode()).hexdigest()[:16]


def find_measure(kind: str, text: str, measure: Callable[[str], Measured]) -> Measured:
    """The measure of a text: the one that is kept, or else what `measure` finds."""
    kept: Any = load_measures().get(hash_measured(kind, text))
    kept = tuple(kept) if isinstance(kept, list) else kept
    return measure(text) if kept is None else kept
