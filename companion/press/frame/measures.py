"""Measures of the drawings of our own games, read from a file: to take them anew is a fifth of what a print takes.

``python .ci/measures.py`` takes them again after a change to a drawing; ``make commands`` runs it. Each is kept
by a hash of what was measured, so that a changed drawing, or one of another deck, is measured when it is printed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from typing import TypeVar

from companion.data.files import read_text
from companion.paths import assets
from companion.press.frame.outlines import Bounds

MEASURES_FILE = "measures.json"  # among the assets

Measure = TypeVar("Measure", str, Bounds)  # an outline in the plain notation, or a box


@cache
def load_measures() -> Mapping[str, str | list[float]]:
    """The measures by the hash of what was measured."""
    measures: dict[str, str | list[float]] = json.loads(read_text(assets() / MEASURES_FILE, is_own=True))
    return measures


def hash_measured(kind: str, text: str) -> str:
    """The key of a measure; measures of one text may be of several kinds."""
    return sha256(f"{kind} {text}".encode()).hexdigest()[:16]


def find_measure(kind: str, text: str, measure: Callable[[str], Measure]) -> Measure:
    """The measure of a text: the one that is kept, or else what `measure` finds."""
    kept = load_measures().get(hash_measured(kind, text))
    if kept is None:
        return measure(text)
    return kept if isinstance(kept, str) else tuple(kept)  # type: ignore[return-value]
