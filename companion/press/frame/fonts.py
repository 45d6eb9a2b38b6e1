"""Fonts: the widths of words, the letters each font has, and the fonts that fill in for missing letters.

Our own serif has the letters of the three games. Each letter it lacks - Polish, Greek, Cyrillic, kana, most
kanji - comes from other fonts, read only when needed; a deck's own fonts are completed in the same way.
"""

import re
import unicodedata
from functools import cache, lru_cache, partial
from hashlib import blake2b
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

from companion.data.files import read_bytes
from companion.errors import DeckError, Place
from companion.paths import assets
from companion.press.frame.font_formats import AXES, LetterDrawer
from companion.sentences import Sentence, join_with_commas, say

WEIGHTS = {"regular": "CompanionSerif-Regular", "bold": "CompanionSerif-Bold"}
"""The PostScript names of the weights of our serif."""
STYLES = ("regular", "bold", "italic", "bold-italic")  # fonts that every deck may name
OURS = (*STYLES, "sans", "sans-bold", "sans-italic", "sans-bold-italic")
_SCRIPTS = {
    **{"italic": "CompanionText-Italic", "bold-italic": "CompanionText-BoldItalic"},
    **{"text": "CompanionText-Regular", "text-bold": "CompanionText-Bold", "signs": "CompanionSigns-Regular"},
    **{"kanji": "CompanionKanji-Regular", "kanji-bold": "CompanionKanji-Bold"},
    **{"sans": "CompanionSans-Regular", "sans-bold": "CompanionSans-Bold"},
    **{"sans-italic": "CompanionSans-Italic", "sans-bold-italic": "CompanionSans-BoldItalic"},
}
"""The PostScript names of our other fonts, which only some decks need."""
_fallbacks: dict[str, tuple[str, ...]] = {
    "regular": ("text", "signs", "kanji"),
    "bold": ("text-bold", "signs", "kanji-bold", "kanji"),
    "italic": ("regular", "signs", "kanji"),
    "bold-italic": ("bold", "signs", "kanji-bold", "kanji"),
    "sans": ("regular", "text", "signs", "kanji"),
    "sans-bold": ("bold", "text-bold", "signs", "kanji-bold", "kanji"),
    "sans-italic": ("italic", "regular", "signs", "kanji"),
    "sans-bold-italic": ("bold-italic", "bold", "signs", "kanji-bold", "kanji"),
}
"""The fonts that are searched, in order, for letters that a font lacks."""
_deck_fonts: dict[str, Any] = {}  # decks' own fonts, as reportlab reads them
_drawers: dict[str, LetterDrawer] = {}  # which draw their letters
LEAST_BOLD, USUAL_BOLD = 600, 700  # weights of a variable font: the lightest that is bold, and that of bold words
_SHAPED = (
    *((0x0900, 0x0DFF), (0x0F00, 0x109F), (0x1700, 0x18AF), (0x1900, 0x1AAF), (0x1B00, 0x1C4F), (0x1CD0, 0x1CFF)),
    *((0xA800, 0xA8FF), (0xA930, 0xA95F), (0xA980, 0xAA7F), (0xAAE0, 0xAAFF), (0xABC0, 0xABFF), (0x11000, 0x11FFF)),
)
"""Code points of scripts whose letters change beside others: Devanagari to Sinhala, Tibetan, Khmer and more."""
THAI = "\u0e00-\u0eff"
"""Thai and Lao, whose letters stand side by side; only their marks may stand above one another."""
_STACKED = (
    "[\u0e31\u0e34-\u0e37\u0e47\u0e4d\u0eb1\u0eb4-\u0eb7\u0ebb\u0ecd][\u0e47-\u0e4e\u0ec8-\u0ece]"
    "|[\u0e48-\u0e4e\u0ec8-\u0ece][\u0e33\u0eb3]"
)
"""A mark above another mark, which must be raised."""
INVISIBLE = frozenset(
    map(chr, (0xAD, 0x34F, *range(0x200B, 0x2010), *range(0x2060, 0x2065), *range(0x2066, 0x206A), 0xFEFF))
) | frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Letters that show nothing by themselves: joiners, places to break, marks that pick the look of the one before."""
BREAK = "\u200b"  # a zero-width space: a line may end there
_REPLACED = str.maketrans(
    {**dict.fromkeys(INVISIBLE - {BREAK}), "\u2008": "\u2009", "\u205f": "\u2009", "\u2011": "-", "\u2028": "\n"}
)
MOST_FONT_BYTES = 24_000_000  # of a font file; one with all Japanese kanji has 8 million
MOST_NAME_LETTERS = 40  # of a font's name, in a PDF
BOLD = 1 << 18  # the flag of a bold font in a PDF
RESTRICTED, NO_SUBSET = 0x2, 0x300  # permissions to embed a font
KINDS = (b"\0\1\0\0", b"true", b"OTTO", b"wOFF")  # the first bytes of fonts that are printed
OTHERS = {
    b"wOF2": say("it is a font for web pages (WOFF2); take its TrueType file (TTF)"),
    b"ttcf": say("it is a collection of several fonts (TTC); take one TrueType file (TTF) out of it"),
}
"""Why fonts with these first bytes cannot be printed."""
DAMAGED = say("it is damaged")


def get_font_file(font: str) -> Path:
    """The file of one of our own fonts; a `KeyError` for any other font."""
    if font in WEIGHTS:
        return assets() / "fonts" / f"{WEIGHTS[font]}.ttf"
    return assets() / "fonts" / "scripts" / f"{_SCRIPTS[font]}.ttf"


def get_font_name(font: str) -> str:
    """The PostScript name of a font, as PDF and SVG files give it."""
    return WEIGHTS.get(font) or _SCRIPTS.get(font) or f"Deck-{font.replace(':', '-')}"


@cache
def get_metrics(font: str) -> Any:
    """The reportlab font; its `face` holds the width of every character."""
    from companion.press.frame.late_pillow import import_ttfonts  # slow to import

    if font in _deck_fonts:
        return _deck_fonts[font]
    return import_ttfonts().TTFont(get_font_name(font), str(get_font_file(font)))


class _FontByCharacter(dict[str, str]):
    """Finds the font to set each character in, and caches it; "" if no font has it."""

    def __init__(self, font: str) -> None:
        self._fonts = (font, *_fallbacks.get(font, ()))

    def __missing__(self, character: str) -> str:
        if character in INVISIBLE:
            return self.setdefault(character, self._fonts[0])
        for font in self._fonts if character >= " " else ():  # control characters are in no font
            is_here = font in _deck_fonts or font in WEIGHTS or get_font_file(font).exists()  # a phone loads kanji last
            if is_here and get_metrics(font).face.charToGlyph.get(ord(character)):
                _draw_letter(font, character)
                return self.setdefault(character, font)
        return self.setdefault(character, "")


_fonts_by_character = cache(_FontByCharacter)


class _WidthByCharacter(dict[str, float]):
    """Finds the width of each character, in thousandths of the type size, and caches it."""

    def __init__(self, font: str) -> None:
        self._font, self._fallbacks = font, _fonts_by_character(font)

    def __missing__(self, character: str) -> float:
        face = get_metrics(self._fallbacks[character] or self._font).face
        width = float(face.charWidths.get(ord(character), face.defaultWidth))
        return self.setdefault(character, 0.0 if character in INVISIBLE else width)


get_widths = cache(_WidthByCharacter)


def normalise_text(text: str) -> str:
    """A text with composed accents, and without letters that show nothing except places to break."""
    return text if text.isascii() else unicodedata.normalize("NFC", text).translate(_REPLACED)


def measure_width(text: str, font: str, size: float) -> float:
    """The width of a line of text, in points."""
    return _ems(text, font) * size / 1000


@lru_cache(maxsize=4096)  # words are tried at many sizes; lines are set, checked and written
def _ems(text: str, font: str) -> float:
    return sum(map(get_widths(font).__getitem__, text))


def split_runs(text: str, font: str) -> list[tuple[str, str]]:
    """Split a text into runs that one font can set: pairs of font and letters."""
    lenders = _fonts_by_character(font)
    text = text if text.isascii() else "".join(each for each in text if each not in INVISIBLE)
    return [(each or font, "".join(run)) for each, run in groupby(text, lenders.__getitem__)]


def find_missing_letters(text: str, font: str = "regular") -> str:
    """The characters that no font has, sorted, each once; they would print as empty boxes."""
    lenders = _fonts_by_character(font)
    return "".join(sorted(character for character in set(text) if not lenders[character]))


def forget_missing_letters() -> None:
    """Look anew for letters that no font had: a phone has loaded more fonts."""
    for each in (_fonts_by_character, get_widths, _ems):
        each.cache_clear()


def describe_missing_letters(letters: str, text: str, box: Sentence | str | None) -> Sentence:
    """The sentence on letters that no font has; of unprintable ones, only the number."""
    codes = [f"U+{ord(letter):04X}" for letter in letters]
    pairs = zip(letters, codes, strict=True)
    names = join_with_commas([f"{each} ({code})" if each.isprintable() else code for each, code in pairs])
    return say("no font has {characters} in '{text}' (box '{box}')", characters=names, text=text, box=box)


@lru_cache(maxsize=4096)
def needs_shaping(letter: str) -> bool:
    """True for a letter that is joined with others, stands elsewhere than it is written, or runs from right to left."""
    kind, code = unicodedata.category(letter), ord(letter)
    if kind in ("Cf", "Me", "Cn") or re.match(f"[{THAI}\ufe00-\ufe0f\U000e0100-\U000e01ef]", letter):
        return False
    is_leftward = unicodedata.bidirectional(letter) in ("R", "AL")
    return is_leftward or kind[0] == "M" or any(first <= code <= last for first, last in _SHAPED)


def find_unsettable_words(text: str) -> list[str]:
    """The words of a text, each once, whose letters must be shaped; only drawings do that."""
    if text.isascii():
        return []
    return [each for each in dict.fromkeys(text.split()) if any(map(needs_shaping, each)) or re.search(_STACKED, each)]


def name_styled_font(font: str, bold: bool, italic: bool) -> str:
    """The name of a font's bold or italic style, such as ``title-bold`` for ``title``; it may not exist."""
    style = next((style for style in reversed(STYLES) if font == style or font.endswith(f"-{style}")), "")
    family = font.removesuffix(style).rstrip("-")
    styled_name = "-".join(["bold"] * (bold or "bold" in style) + ["italic"] * (italic or "italic" in style))
    return "-".join(filter(None, (family, styled_name))) or "regular"


def get_font_content(font: str) -> bytes:
    """The font file for programs that draw SVG files."""
    return _drawers[font].content if font in _drawers else bytes(get_metrics(font).face._ttf_data)


@cache
def get_drawer(font: str) -> LetterDrawer:
    return _drawers.get(font) or LetterDrawer(get_font_content(font), {})


def _draw_letter(font: str, letter: str) -> None:
    if font not in _drawers:
        return
    try:
        _drawers[font].draw(get_metrics(font).face, ord(letter))
    except Exception:  # a damaged font raises all kinds of errors
        name = font.partition(":")[0]
        raise DeckError(
            "the font '{name}' cannot draw '{letter}': {why}.", name=name, letter=letter, why=DAMAGED
        ) from None


class _Fault(Exception):
    """A font cannot be used; the argument is a sentence that says why."""


def load_deck_font(file: Path, name: str, choice: str = "") -> str:
    """Load a font file, maybe at a place on its axes such as ``weight=600,width=85``; return its unique name."""
    content = read_bytes(file, MOST_FONT_BYTES + 1)
    digest = blake2b(f"{name}\n{choice}".encode() + content, digest_size=4).hexdigest()
    font = f"{re.sub('[^A-Za-z0-9]+', '-', name)[:MOST_NAME_LETTERS]}:{digest}"
    if font in _deck_fonts:
        return font
    try:
        font_object = _parse_font(content, font, choice)
    except _Fault as fault:
        raise DeckError("this font cannot be used: {why}.", place=Place(file.name), why=fault.args[0]) from None
    face = font_object.face
    weight = _drawers[font].location.get("wght")
    is_bold = bool(face.flags & BOLD) if weight is None else weight >= LEAST_BOLD
    style = "-".join(["bold"] * is_bold + ["italic"] * (face.italicAngle != 0)) or "regular"
    _deck_fonts[font], _fallbacks[font] = font_object, (style, *_fallbacks[style])  # for letters it lacks
    return font


def choose_bold(font: str) -> str | None:
    """The place of bold on the axes of a deck's font, as in `load_deck_font`; ``None`` if it has no such axis."""
    location, (least, most) = _drawers[font].location, _drawers[font].axes.get("wght", (0.0, 0.0))
    if not least <= USUAL_BOLD <= most or location.get("wght", 0.0) >= LEAST_BOLD:
        return None
    bold = {**location, "wght": USUAL_BOLD}
    return ",".join(f"{key}={bold[tag]:g}" for key, tag in AXES.items() if tag in bold)


def _parse_font(content: bytes, font: str, choice: str) -> Any:
    """Parse a font file, and keep what draws its letters."""
    from reportlab.pdfbase.ttfonts import TTFont

    if len(content) > MOST_FONT_BYTES:
        raise _Fault(say("it is larger than {most} bytes", most=MOST_FONT_BYTES))
    if content[:4] not in KINDS:
        raise _Fault(OTHERS.get(content[:4], say("it is not a font")))
    places = {key: float(value) for key, _, value in (each.partition("=") for each in choice.split(",") if each)}
    try:
        drawer = LetterDrawer(content, {AXES[key]: value for key, value in places.items()})
        permission = drawer.font["OS/2"].fsType if "OS/2" in drawer.font else 0
        if permission & 0xF == RESTRICTED or permission & NO_SUBSET:
            raise _Fault(say("its maker does not allow it, or parts of it, to be embedded in a document"))
        for key, value in places.items():
            least, most = drawer.axes.get(AXES[key], (0.0, 0.0))
            if least == most:
                raise _Fault(say("it has no {key} to choose: it is not variable", key=key))
            if not least <= value <= most:
                raise _Fault(say("its {key} can be {least} to {most}", key=key, least=least, most=most))
        font_object = TTFont(font, BytesIO(drawer.build_font()))
    except _Fault:
        raise
    except ImportError:
        raise _Fault(say("a browser prints no such font; take a TrueType file (TTF) that is not variable")) from None
    except Exception:  # fontTools and reportlab raise all kinds of errors
        raise _Fault(DAMAGED) from None
    face = font_object.face
    # reportlab identifies fonts by this name, which may be the same in two files
    face.name, face.filename = get_font_name(font).encode("ascii"), font
    face.makeSubset = partial(drawer.make_subset, face)
    _drawers[font] = drawer
    return font_object
