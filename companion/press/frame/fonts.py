"""Fonts: the widths of words, the letters each font has, and the fonts that fill in for missing letters.

Our own serif has the letters of the three games. Letters it lacks - Polish, Greek, Cyrillic, kana, most
kanji - come one by one from other fonts, read only when needed; so do a deck's own fonts. These are
TrueType files, checked before a letter is set: a fault is reported before anything is printed, since a
PDF with half a font shows nothing at all.
"""

import re
import struct
from functools import cache, lru_cache
from hashlib import blake2b
from io import BytesIO
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

from companion.data.files import read_bytes
from companion.errors import DeckError, Place
from companion.paths import assets
from companion.sentences import Sentence, join_with_commas, say

WEIGHTS = {"regular": "CompanionSerif-Regular", "bold": "CompanionSerif-Bold"}
"""The PostScript name of each weight that faces name."""
STYLES = ("regular", "bold", "italic", "bold-italic")  # for faces of decks without fonts of their own
OURS = (*STYLES, "sans", "sans-bold", "sans-italic", "sans-bold-italic")
_SCRIPTS = {
    **{"italic": "CompanionText-Italic", "bold-italic": "CompanionText-BoldItalic"},
    **{"text": "CompanionText-Regular", "text-bold": "CompanionText-Bold", "signs": "CompanionSigns-Regular"},
    **{"kanji": "CompanionKanji-Regular", "kanji-bold": "CompanionKanji-Bold"},
    **{"sans": "CompanionSans-Regular", "sans-bold": "CompanionSans-Bold"},
    **{"sans-italic": "CompanionSans-Italic", "sans-bold-italic": "CompanionSans-BoldItalic"},
}
"""The PostScript names of the fonts for the scripts of people's own decks."""
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
"""The fonts that lend each font what it lacks, in order."""
_deck_fonts: dict[str, Any] = {}  # the reportlab fonts of decks
MOST_FONT_BYTES = 24_000_000  # of a font file; one with all kanji of Japan has 8 million
MOST_NAME_LETTERS = 40  # of a font's name, in a PDF
MOST_FONT_CHARACTERS = 400_000  # named by the tables of a font, some of them twice
BOLD = 1 << 18  # the flag of a bold font in a PDF
NEEDED = ("cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post")
OTHERS = {
    b"OTTO": say("it is an OpenType font with PostScript outlines (OTF); save it as TrueType (TTF)"),
    b"wOFF": say("it is a font for web pages (WOFF); take its TrueType file (TTF)"),
    b"wOF2": say("it is a font for web pages (WOFF2); take its TrueType file (TTF)"),
    b"ttcf": say("it is a collection of several fonts (TTC); take one TrueType file (TTF) out of it"),
}
"""The first bytes of fonts that cannot be printed."""
DAMAGED = say("it is damaged")
MORE, WORDS, SCALE, TWO_SCALES, FOUR_SCALES = 0x20, 0x01, 0x08, 0x40, 0x80  # flags of a letter's part


def get_font_file(font: str) -> Path:
    """The file of one of our own fonts; a `KeyError` for any other."""
    if font in WEIGHTS:
        return assets() / "fonts" / f"{WEIGHTS[font]}.ttf"
    return assets() / "fonts" / "scripts" / f"{_SCRIPTS[font]}.ttf"


def get_font_name(font: str) -> str:
    """The PostScript name of a font, as PDF and SVG files give it."""
    return WEIGHTS.get(font) or _SCRIPTS.get(font) or f"Deck-{font.replace(':', '-')}"


@cache
def get_metrics(font: str) -> Any:
    """The reportlab font; its `face` holds the width of every character."""
    from reportlab.pdfbase.ttfonts import TTFont

    return _deck_fonts[font] if font in _deck_fonts else TTFont(get_font_name(font), str(get_font_file(font)))


def register_serif() -> None:
    """Register our serif with reportlab again: font subsets belong to one document."""
    from reportlab.pdfbase import pdfmetrics

    for weight in WEIGHTS:
        pdfmetrics.registerFont(get_metrics(weight))


class _FontByCharacter(dict[str, str]):
    """The font that has each character looked up so far; an empty name if none has it."""

    def __init__(self, font: str) -> None:
        self._fonts = (font, *_fallbacks.get(font, ()))
        self.had: set[str] = set()

    def __missing__(self, character: str) -> str:
        for font in self._fonts if character >= " " else ():  # no font has the end of a line
            there = font in _deck_fonts or get_font_file(font).exists()  # kanji come last to a phone
            if there and get_metrics(font).face.charToGlyph.get(ord(character)):
                self.had.add(character)
                return self.setdefault(character, font)
        return self.setdefault(character, "")


_fonts_by_character = cache(_FontByCharacter)


class _WidthByCharacter(dict[str, float]):
    """The width of each character looked up so far, in thousandths of the type size; by their fonts."""

    def __init__(self, font: str) -> None:
        self._font, self._lenders = font, _fonts_by_character(font)

    def __missing__(self, character: str) -> float:
        face = get_metrics(self._lenders[character] or self._font).face
        self[character] = found = float(face.charWidths.get(ord(character), face.defaultWidth))
        return found


get_widths = cache(_WidthByCharacter)


def measure_width(text: str, font: str, size: float) -> float:
    """The width of a line of text, in points."""
    return _ems(text, font) * size / 1000


@lru_cache(maxsize=4096)  # a word is tried at many sizes, and a line is set, looked over and inked
def _ems(text: str, font: str) -> float:
    return sum(map(get_widths(font).__getitem__, text))


def split_runs(text: str, font: str) -> list[tuple[str, str]]:
    """Split a text into runs that one font can set: pairs of font and letters."""
    lenders = _fonts_by_character(font)
    return [(each or font, "".join(run)) for each, run in groupby(text, lenders.__getitem__)]


def find_missing_letters(text: str, font: str = "regular") -> str:
    """The characters that no font has, each once; they would print as empty boxes."""
    lenders = _fonts_by_character(font)
    if lenders.had.issuperset(text):
        return ""
    return "".join(sorted(character for character in set(text) - lenders.had if not lenders[character]))


def describe_missing_letters(letters: str, text: str, box: Sentence | str | None) -> Sentence:
    """The sentence on letters that no font has; unprintable ones by number alone."""
    codes = [f"U+{ord(letter):04X}" for letter in letters]
    pairs = zip(letters, codes, strict=True)
    shown = join_with_commas([f"{each} ({code})" if each.isprintable() else code for each, code in pairs])
    return say("no font has {characters} in '{text}' (box '{box}')", characters=shown, text=text, box=box)


def name_styled_font(font: str, bold: bool, italic: bool) -> str:
    """The name of the bold or italic of a font, such as ``title-bold`` of ``title``; it may not exist."""
    style = next((style for style in reversed(STYLES) if font == style or font.endswith(f"-{style}")), "")
    family = font.removesuffix(style).rstrip("-")
    wanted = "-".join(["bold"] * (bold or "bold" in style) + ["italic"] * (italic or "italic" in style))
    return "-".join(filter(None, (family, wanted))) or "regular"


class _Fault(Exception):
    """Why a font cannot be used: its argument, a sentence."""


def load_deck_font(file: Path, name: str) -> str:
    """Load and register a font file; return its name, unique for each name and content."""
    content = read_bytes(file, MOST_FONT_BYTES + 1)
    digest = blake2b(f"{name}\n".encode() + content, digest_size=4).hexdigest()
    font = f"{re.sub('[^A-Za-z0-9]+', '-', name)[:MOST_NAME_LETTERS]}:{digest}"
    if font in _deck_fonts:
        return font
    try:
        made = _parse_font(content, font)
    except _Fault as fault:
        raise DeckError("this font cannot be used: {why}.", place=Place(file.name), why=fault.args[0]) from None
    face = made.face
    style = "-".join(["bold"] * bool(face.flags & BOLD) + ["italic"] * (face.italicAngle != 0)) or "regular"
    _deck_fonts[font], _fallbacks[font] = made, (style, *_fallbacks[style])  # which lend it what it lacks
    return font


def _parse_font(content: bytes, font: str) -> Any:
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    if len(content) > MOST_FONT_BYTES:
        raise _Fault(say("it is larger than {most} bytes", most=MOST_FONT_BYTES))
    if why := OTHERS.get(content[:4]):
        raise _Fault(why)
    try:
        _check_tables(content)
        made = TTFont(font, BytesIO(content))
        _check_letters(made.face)
        # reportlab tells fonts apart by this name alone, and two files may have the same
        made.face.name = get_font_name(font).encode("ascii")
        made.face.filename = font
        return made
    except (TTFError, struct.error, LookupError, ValueError, ArithmeticError, TypeError, AttributeError):
        # as the parser feels about what is not there
        raise _Fault(DAMAGED if content[:4] in (b"\0\1\0\0", b"true") else say("it is no font")) from None


def _check_tables(content: bytes) -> None:
    """Check that all tables lie in the file, that embedding is allowed, and that parsing will end."""
    tables = {}
    for number in range(struct.unpack_from(">H", content, 4)[0]):
        tag, _, start, length = struct.unpack_from(">4sLLL", content, 12 + 16 * number)
        if start + length > len(content):
            raise ValueError("a table beyond the end")
        tables[tag.decode("latin-1")] = start, length
    if not set(NEEDED) <= tables.keys():
        raise ValueError("a table is missing")
    if "OS/2" in tables:
        embedding = struct.unpack_from(">H", content, tables["OS/2"][0] + 8)[0]
        if embedding & 0xF == 0x2 or embedding & 0x300:
            raise _Fault(say("its maker does not allow it, or parts of it, to be embedded in a document"))
    start, _ = tables["cmap"]
    mapped = 0
    for number in range(struct.unpack_from(">H", content, start + 2)[0]):
        table = start + struct.unpack_from(">L", content, start + 4 + 8 * number + 4)[0]
        mapped += _count_characters(content, table)
        if mapped > MOST_FONT_CHARACTERS:
            raise ValueError("too many characters")


def _count_characters(content: bytes, table: int) -> int:
    kind = struct.unpack_from(">H", content, table)[0]
    if kind == 4:
        parts = struct.unpack_from(">H", content, table + 6)[0] // 2
        ends = struct.unpack_from(f">{parts}H", content, table + 14)
        starts = struct.unpack_from(f">{parts}H", content, table + 16 + 2 * parts)
        return sum(max(0, end - start + 1) for start, end in zip(starts, ends, strict=True))
    if kind in (12, 13):
        parts = struct.unpack_from(">L", content, table + 12)[0]
        groups = struct.unpack_from(f">{3 * parts}L", content, table + 16)
        return sum(max(0, end - start + 1) for start, end in zip(groups[0::3], groups[1::3], strict=True))
    return 0  # of the other kinds none can name more than the file has bytes


def _check_letters(face: Any) -> None:
    """Check that every letter can be drawn: its outline, or the parts it is made of, lie in the file."""
    ends, count = face.glyphPos, face.numGlyphs
    start, length = face.get_table_pos("glyf")
    if len(ends) != count + 1 or len(face.hmetrics) < count or max(face.charToGlyph.values()) >= count:
        raise ValueError("letters without an outline")
    if ends[-1] > length or any(one > other for one, other in pairwise(ends)):
        raise ValueError("outlines beyond the end")
    content = face._ttf_data
    for glyph in range(count):
        at, end = start + ends[glyph], start + ends[glyph + 1]
        if end > at and struct.unpack_from(">h", content, at)[0] < 0:
            _check_parts(content[at:end], count)


def _check_parts(outline: bytes, count: int) -> None:
    at, flags = 10, MORE
    while flags & MORE:
        flags, part = struct.unpack_from(">HH", outline, at)
        if part >= count:
            raise ValueError("a part that is no letter")
        at += 8 if flags & WORDS else 6
        at += 2 if flags & SCALE else 4 if flags & TWO_SCALES else 8 if flags & FOUR_SCALES else 0
