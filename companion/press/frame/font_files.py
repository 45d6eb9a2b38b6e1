"""A deck's own fonts: TrueType files, looked over before a letter of them is set.

What is wrong with one is told before anything is printed, for a PDF with half a font shows nothing at all.
"""

import re
import struct
from hashlib import blake2b
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.data.files import read_bytes
from companion.errors import DeckError, Place
from companion.press.frame import fonts
from companion.sentences import Sentence, say

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
    """The reason a file is no font to print with."""

    def __init__(self, why: Sentence) -> None:
        super().__init__(why)
        self.why = why


def lent_by(file: Path, name: str) -> str:
    """Read a font file, make it known, and give the name words use: one for each name and content."""
    content = read_bytes(file, MOST_FONT_BYTES + 1)
    digest = blake2b(f"{name}\n".encode() + content, digest_size=4).hexdigest()
    font = f"{re.sub('[^A-Za-z0-9]+', '-', name)[:MOST_NAME_LETTERS]}:{digest}"
    if fonts.known(font):
        return font
    try:
        if len(content) > MOST_FONT_BYTES:
            raise _Fault(say("it is larger than {most} bytes", most=MOST_FONT_BYTES))
        made = _made(content, font)
    except _Fault as fault:
        raise DeckError("this font cannot be used: {why}.", place=Place(file.name), why=fault.why) from None
    face = made.face
    style = "-".join(["bold"] * bool(face.flags & BOLD) + ["italic"] * (face.italicAngle != 0)) or "regular"
    fonts.lend(font, made, style)
    return font


def _made(content: bytes, font: str) -> Any:
    """The reportlab font of a file's content."""
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    if why := OTHERS.get(content[:4]):
        raise _Fault(why)
    try:
        _look_over(content)
        made = TTFont(font, BytesIO(content))
        _check_letters(made.face)
        # reportlab tells fonts apart by this name alone, and two files may have the same
        made.face.name = fonts.family(font).encode("ascii")
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
    """The number of characters a table of a font names."""
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
