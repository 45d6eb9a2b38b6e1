"""The fonts words are set in: how wide words are, which letters a font has, and which one lends it others.

Our own serif has the letters of the three games. What it lacks - Polish, Greek, Cyrillic, kana, most kanji -
is taken letter by letter from fonts that are read only then; so are a deck's own fonts. These are TrueType
files, looked over before a letter of them is set: what is wrong with one is told before anything is printed,
for a PDF with half a font shows nothing at all.
"""

import re
import struct
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import blake2b
from io import BytesIO
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

from companion.data.files import read_bytes
from companion.errors import DeckError, Place
from companion.paths import assets
from companion.sentences import Sentence, say

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


class _Fault(Exception):
    def __init__(self, why: Sentence) -> None:
        super().__init__(why)
        self.why = why


def lent_by(file: Path, name: str) -> str:
    """Read a font file, make it known, and give the name words use: one for each name and content."""
    content = read_bytes(file, MOST_FONT_BYTES + 1)
    digest = blake2b(f"{name}\n".encode() + content, digest_size=4).hexdigest()
    font = f"{re.sub('[^A-Za-z0-9]+', '-', name)[:MOST_NAME_LETTERS]}:{digest}"
    if known(font):
        return font
    try:
        if len(content) > MOST_FONT_BYTES:
            raise _Fault(say("it is larger than {most} bytes", most=MOST_FONT_BYTES))
        made = _made(content, font)
    except _Fault as fault:
        raise DeckError("this font cannot be used: {why}.", place=Place(file.name), why=fault.why) from None
    face = made.face
    style = "-".join(["bold"] * bool(face.flags & BOLD) + ["italic"] * (face.italicAngle != 0)) or "regular"
    lend(font, made, style)
    return font


def _made(content: bytes, font: str) -> Any:
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    if why := OTHERS.get(content[:4]):
        raise _Fault(why)
    try:
        _look_over(content)
        made = TTFont(font, BytesIO(content))
        _check_letters(made.face)
        # reportlab tells fonts apart by this name alone, and two files may have the same
        made.face.name = family(font).encode("ascii")
        made.face.filename = font
        return made
    except (TTFError, struct.error, LookupError, ValueError, ArithmeticError, TypeError, AttributeError):
        # as the parser feels about what is not there
        raise _Fault(DAMAGED if content[:4] in (b"\0\1\0\0", b"true") else say("it is no font")) from None


def _look_over(content: bytes) -> None:
    """See that the tables lie in the file, that its maker lets it be embedded, and that reading it ends."""
    count = struct.unpack_from(">H", content, 4)[0]
    tables = {}
    for number in range(count):
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
        mapped += _mapped(content, table)
        if mapped > MOST_FONT_CHARACTERS:
            raise ValueError("too many characters")


def _mapped(content: bytes, table: int) -> int:
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
    """See that every letter can be drawn: its outline, or those it is put together from, lie in the file."""
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
