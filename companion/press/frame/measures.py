"""Measures of the drawings of our own games, read from a file: to take them anew is a third of a print.

``python .ci/measures.py`` takes them again after a change to a drawing; ``make commands`` runs it.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from companion.data.schema import find_kept
from companion.press.frame.outlines import Bounds

MEASURES_FILE = "measures.json"  # among the assets
Measured = TypeVar("Measured", str, Bounds, list[Any])  # an outline, a box, or the cuts of a board


def find_measure(kind: str, text: str, measure: Callable[[str], Measured]) -> Measured:
    """The measure of a text: the one that is kept, or else what `measure` finds."""
    kept: Any = find_kept(MEASURES_FILE, kind, text)
    kept = tuple(kept) if isinstance(kept, list) else kept
    return measure(text) if kept is None else kept
