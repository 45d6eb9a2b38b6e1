"""The two weights of our own serif: how wide words are, and which characters they have."""

from __future__ import annotations

from functools import cache
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


class _Widths(dict[str, float]):
    """Of every character so far its width, in thousandths of the size."""

    def __init__(self, weight: str) -> None:
        self.face = metrics(weight).face

    def __missing__(self, character: str) -> float:
        self[character] = found = float(self.face.charWidths.get(ord(character), self.face.defaultWidth))
        return found


_widths = cache(_Widths)


def width(text: str, weight: str, size: float) -> float:
    """How wide a line of words is, in points."""
    return sum(map(_widths(weight).__getitem__, text)) * size / 1000


@cache
def _known(weight: str) -> frozenset[str]:
    return frozenset(map(chr, metrics(weight).face.charToGlyph))


def missing(text: str, weight: str = "regular") -> str:
    """The characters of a text that the font lacks, each once; they would print as empty boxes."""
    return "".join(sorted(set(text) - _known(weight)))
