"""The two weights of our own serif: how wide words are, and which characters they have."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from companion.paths import assets

__all__ = ["WEIGHTS", "file", "metrics", "missing", "registered", "width"]

WEIGHTS = {"regular": "CompanionSerif-Regular", "bold": "CompanionSerif-Bold"}
"""Weight as faces name it -> PostScript name of the font."""


def file(weight: str) -> Path:
    """The font file of a weight."""
    return assets() / "fonts" / f"{WEIGHTS[weight]}.ttf"


@cache
def metrics(weight: str) -> Any:
    """The reportlab font of a weight: its face knows every width and character."""
    from reportlab.pdfbase.ttfonts import TTFont

    return TTFont(WEIGHTS[weight], str(file(weight)))


def registered() -> None:
    """Make both weights known to reportlab, anew: a subset belongs to one document."""
    from reportlab.pdfbase import pdfmetrics

    for weight in WEIGHTS:
        pdfmetrics.registerFont(metrics(weight))


@lru_cache(maxsize=20_000)
def width(text: str, weight: str, size: float) -> float:
    """How wide a line of words is, in points."""
    face = metrics(weight).face
    widths, default = face.charWidths, face.defaultWidth
    return float(sum(widths.get(ord(character), default) for character in text) * size / 1000)


def missing(text: str, weight: str = "regular") -> str:
    """The characters of a text that the font lacks, each once; they would print as empty boxes."""
    known = metrics(weight).face.charToGlyph
    return "".join(sorted({character for character in text if ord(character) not in known}))
