"""A font as an SVG picture carries it: only the letters that are used, for readers who have no such font."""

import struct
from collections.abc import Collection, Sequence

from companion.press.frame import fonts
from companion.press.ink.reportlab_inside import font_subset


def embedded(font: str, letters: Collection[str]) -> bytes:
    """The font as a file of its own; the program's own serif, which most pictures use, is given whole."""
    if font in fonts.WEIGHTS:
        return fonts.file(font).read_bytes()
    codes = sorted(map(ord, letters))

    def mapped(glyphs: Sequence[int]) -> bytes:
        # reportlab numbers the letters for a PDF; a reader of SVG looks for them by their characters
        pairs = zip(codes, glyphs, strict=True)
        groups = b"".join(struct.pack(">LLL", code, code, glyph) for code, glyph in pairs)
        table = struct.pack(">HHLLL", 12, 0, 16 + len(groups), 0, len(codes)) + groups
        return struct.pack(">HHHHL", 0, 1, 3, 10, 12) + table

    return font_subset(fonts.metrics(font), codes, mapped)
