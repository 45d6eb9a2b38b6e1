"""A font as an SVG picture carries it: only the letters that are used, for readers who have no such font."""

from __future__ import annotations

import struct
from collections.abc import Collection

from companion.press.frame import fonts

HEAD, ENTRY = 12, 16  # bytes of the head of a font file, and of each entry of its list of tables
FIRST = 11  # the numbers before the letters in the character table that reportlab makes


def embedded(font: str, letters: Collection[str]) -> bytes:
    """The font as a file of its own; the program's own serif, which most pictures use, is given whole."""
    if font in fonts.WEIGHTS:
        return fonts.file(font).read_bytes()
    from reportlab.pdfbase.ttfonts import TTFontMaker

    codes = sorted(map(ord, letters))
    part, maker = fonts.metrics(font).face.makeSubset(codes), TTFontMaker()
    for number in range(struct.unpack_from(">H", part, 4)[0]):
        tag, _, start, length = struct.unpack_from(">4sLLL", part, HEAD + ENTRY * number)
        maker.add(tag.decode("ascii"), part[start : start + length])
    # reportlab numbers the letters for a PDF; a reader of SVG looks for them by their characters
    glyphs = struct.unpack(f">{FIRST + len(codes)}H", maker.tables["cmap"])[FIRST:]
    groups = b"".join(
        struct.pack(">LLL", code, code, glyph) for code, glyph in zip(codes, glyphs, strict=True)
    )
    table = struct.pack(">HHLLL", 12, 0, 16 + len(groups), 0, len(codes)) + groups
    maker.add("cmap", struct.pack(">HHHHL", 0, 1, 3, 10, 12) + table)
    return bytes(maker.makeStream())
