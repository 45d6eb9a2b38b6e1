"""The fonts words are set in: how wide words are, which letters a font has, and which one lends it others.

Our own serif has the letters of the three games. What it lacks - Polish, Greek, Cyrillic, kana, most kanji -
is taken letter by letter from fonts that are read only then; so are a deck's own fonts.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from companion.paths import assets

WEIGHTS = {"regular": "CompanionSerif-Regular", "bold": "CompanionSerif-Bold"}
"""The PostScript name of each weight that faces name."""
STYLES = ("regular", "bold", "italic", "bold-italic")  # for faces of decks without fonts of their own
OURS = (*STYLES, "sans", "sans-bold", "sans-italic", "sans-bold-italic")
_SCRIPTS = {
    "italic": "CompanionText-Italic",
    "bold-italic": "CompanionText-BoldItalic",
    "text": "CompanionText-Regular",
    "text-bold": "CompanionText-Bold",
    "kanji": "CompanionKanji-Regular",
    "kanji-bold": "CompanionKanji-Bold",
    "signs": "CompanionSigns-Regular",
    "sans": "CompanionSans-Regular",
    "sans-bold": "CompanionSans-Bold",
    "sans-italic": "CompanionSans-Italic",
    "sans-bold-italic": "CompanionSans-BoldItalic",
}
"""The PostScript names of the fonts for the scripts of people's own decks."""
_behind: dict[str, tuple[str, ...]] = {
    "regular": ("text", "signs", "kanji"),
    "bold": ("text-bold", "signs", "kanji-bold", "kanji"),
    "italic": ("regular", "signs", "kanji"),
    "bold-italic": ("bold", "signs", "kanji-bold", "kanji"),
    "sans": ("regular", "text", "signs", "kanji"),
    "sans-bold": ("bold", "text-bold", "signs", "kanji-bold", "kanji"),
    "sans-italic": ("italic", "regular", "signs", "kanji"),
    "sans-bold-italic": ("bold-italic", "bold", "signs", "kanji-bold", "kanji"),
}
"""The fonts that lend each font what it lacks, in order."""
_lent: dict[str, Any] = {}  # the reportlab fonts of decks


def file(font: str) -> Path:
    """The file of a font of ours."""
    if font in WEIGHTS:
        return assets() / "fonts" / f"{WEIGHTS[font]}.ttf"
    return assets() / "fonts" / "scripts" / f"{_SCRIPTS[font]}.ttf"


def family(font: str) -> str:
    """The name of a font in a file that carries it."""
    return WEIGHTS.get(font) or _SCRIPTS.get(font) or f"Deck-{font.replace(':', '-')}"


def known(font: str) -> bool:
    """True when a deck's own font is known already."""
    return font in _lent


def lend(font: str, made: Any, style: str) -> None:
    """Make a deck's own font known; the font of the program that `style` names lends it what it lacks."""
    _lent[font] = made
    _behind[font] = (style, *_behind[style])


@cache
def metrics(font: str) -> Any:
    """The reportlab font: its face knows every width and character."""
    from reportlab.pdfbase.ttfonts import TTFont

    return _lent[font] if font in _lent else TTFont(family(font), str(file(font)))


def registered() -> None:
    """Make our serif known to reportlab, anew: a subset belongs to one document."""
    from reportlab.pdfbase import pdfmetrics

    for weight in WEIGHTS:
        pdfmetrics.registerFont(metrics(weight))


class _Lenders(dict[str, str]):
    """The font that has each character asked for so far; empty where none has."""

    def __init__(self, font: str) -> None:
        self._fonts = (font, *_behind.get(font, ()))
        self.had: set[str] = set()

    def __missing__(self, character: str) -> str:
        asked = self._fonts if character >= " " else ()  # no font has the end of a line
        here = (font for font in asked if font in _lent or file(font).exists())  # kanji come last to a phone
        has = (font for font in here if metrics(font).face.charToGlyph.get(ord(character)))
        self[character] = found = next(has, "")
        if found:
            self.had.add(character)
        return found


_lenders = cache(_Lenders)


class _Widths(dict[str, float]):
    """The width of each character asked for so far, in thousandths of the size."""

    def __init__(self, font: str) -> None:
        self._font, self._lenders = font, _lenders(font)

    def __missing__(self, character: str) -> float:
        face = metrics(self._lenders[character] or self._font).face
        self[character] = found = float(face.charWidths.get(ord(character), face.defaultWidth))
        return found


_widths = cache(_Widths)


def widths(font: str) -> Mapping[str, float]:
    """The width of each character, in thousandths of the size."""
    return _widths(font)


def width(text: str, font: str, size: float) -> float:
    """The width of a line of words, in points."""
    return _ems(text, font) * size / 1000


@lru_cache(maxsize=4096)  # a word is tried at many sizes, and a line is set, looked over and inked
def _ems(text: str, font: str) -> float:
    return sum(map(_widths(font).__getitem__, text))


def runs(text: str, font: str) -> list[tuple[str, str]]:
    """A text as runs of letters that one font has: each the font and the letters."""
    lenders = _lenders(font)
    return [(each or font, "".join(run)) for each, run in groupby(text, lenders.__getitem__)]


def missing(text: str, font: str = "regular") -> str:
    """The characters of a text that no font has, each once; they would print as empty boxes."""
    lenders = _lenders(font)
    if lenders.had.issuperset(text):
        return ""
    return "".join(sorted(character for character in set(text) - lenders.had if not lenders[character]))


def styled(font: str, bold: bool, italic: bool) -> str:
    """The name faces give the bold or italic of a font: ``title-bold`` of ``title``; it may be missing."""
    style = next((style for style in reversed(STYLES) if font == style or font.endswith(f"-{style}")), "")
    family = font.removesuffix(style).rstrip("-")
    wanted = "-".join(["bold"] * (bold or "bold" in style) + ["italic"] * (italic or "italic" in style))
    return "-".join(filter(None, (family, wanted))) or "regular"
