"""Fonts of other kinds than TrueType, as TrueType fonts: each letter is drawn anew when a text first has it.

These are OpenType fonts with PostScript outlines, variable fonts at a weight and width, and both as WOFF.
"""

import struct
import zlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from io import BytesIO
from typing import Any

TRUETYPE, POSTSCRIPT, WOFF = b"\0\1\0\0", b"OTTO", b"wOFF"  # the first bytes of font files
KEPT = ("OS/2", "cmap", "head", "hhea", "hmtx", "name", "post")
MOST_STEPS = 200_000  # bytes and parts that are read to draw one letter
AXES = {"weight": "wght", "width": "wdth"}  # of variable fonts, by their keys in a deck


def write_font(tables: Mapping[str, bytes], kind: bytes = TRUETYPE) -> bytes:
    """A font file of these tables, the last of them at its end."""
    from fontTools.ttLib.sfnt import SFNTWriter

    writer = SFNTWriter(goal := BytesIO(), len(tables), kind.decode("latin-1"))
    for tag, table in tables.items():
        writer[tag] = table
    writer.close()
    return goal.getvalue()


def unpack_woff(content: bytes, most: int) -> bytes:
    """The font in a WOFF file; a `ValueError` if it is longer than `most` bytes."""
    tables = {}
    for number in range(struct.unpack_from(">H", content, 12)[0]):
        tag, start, packed, length, _ = struct.unpack_from(">4s4L", content, 44 + 20 * number)
        most -= length
        if most < 0:
            raise ValueError("too long")
        table = content[start : start + packed]
        tables[tag.decode("latin-1")] = zlib.decompressobj().decompress(table, length) if packed < length else table
    return write_font(tables, content[4:8])


class LetterDrawer:
    """Draws the letters of a font as TrueType outlines; `location` gives the values of its axes by their tags."""

    def __init__(self, content: bytes, location: Mapping[str, float]) -> None:
        from fontTools.ttLib import TTFont

        self._content, self._font, self.location = content, TTFont(BytesIO(content), lazy=True), location
        self.axes = {
            axis.axisTag: (axis.minValue, axis.maxValue) for axis in getattr(self._font.get("fvar"), "axes", ())
        }
        self.glyphs: Any = self._font.getGlyphSet(location={**location} or None)
        self.units: int = self._font["head"].unitsPerEm
        self.names: Sequence[str] = self._font.getGlyphOrder()
        self._drawn: dict[int, bytes] = {}

    def build_font(self) -> bytes:
        """A TrueType font with all its letters, but without outlines."""
        tables = {tag: bytes(self._font.reader[tag]) for tag in KEPT if tag in self._font.reader}
        count = len(self.names)
        tables["head"] = tables["head"][:50] + b"\0\1" + tables["head"][52:]  # long places of outlines
        tables["maxp"] = struct.pack(">LH13H", 0x10000, count, 10_000, 1_000, 0, 0, 1, *[0] * 8)
        return write_font({**tables, "loca": bytes(4 * count + 4), "glyf": b""})

    @cached_property
    def content(self) -> bytes:
        """A font file with all letters at this weight and width, for programs that draw SVG files."""
        if not self.location:
            return self._content
        from fontTools.ttLib import TTFont
        from fontTools.varLib.instancer import instantiateVariableFont

        font = instantiateVariableFont(TTFont(BytesIO(self._content)), {**dict.fromkeys(self.axes), **self.location})
        font.save(goal := BytesIO())
        return goal.getvalue()

    def draw(self, face: Any, code: int) -> None:
        """Draw a letter, and note its width in the reportlab face of the font."""
        number = face.charToGlyph.get(code, 0)
        if number in self._drawn:
            return
        from fontTools.pens.cu2quPen import Cu2QuPen
        from fontTools.pens.ttGlyphPen import TTGlyphPen

        pen = TTGlyphPen(None)
        self.draw_outline(number, Cu2QuPen(pen, self.units / 1000, reverse_direction="glyf" not in self._font))
        outline = pen.glyph()
        self._drawn[number] = outline.compile(None, optimizeSize=True) if outline.numberOfContours else b""
        width = round(self.glyphs[self.names[number]].width)
        face.hmetrics[number] = (width, getattr(outline, "xMin", 0) & 0xFFFF)
        for each in (each for each, glyph in face.charToGlyph.items() if glyph == number):
            face.charWidths[each] = width * 1000 / self.units

    def draw_outline(self, number: int, pen: Any) -> None:
        """Draw the outline of a letter with a pen of fontTools; a `ValueError` if it takes too many steps."""
        from fontTools.misc.psCharStrings import T2OutlineExtractor
        from fontTools.pens.filterPen import DecomposingFilterPen

        left = [MOST_STEPS]

        def count_steps(steps: int) -> None:
            left[0] -= steps
            if left[0] < 0:
                raise ValueError("too many steps")

        class Extractor(T2OutlineExtractor):  # type: ignore[misc, unused-ignore]
            def execute(self, charString: Any, **options: Any) -> None:
                count_steps(1 + len(charString.bytecode or charString.program))
                super().execute(charString, **options)

        class Pen(DecomposingFilterPen):  # type: ignore[misc, unused-ignore]
            def addComponent(self, *part: Any, **options: Any) -> None:
                count_steps(1)
                super().addComponent(*part, **options)

        if letters := getattr(self.glyphs, "charStrings", None):
            letters[self.names[number]].outlineExtractor = Extractor
        self.glyphs[self.names[number]].draw(Pen(pen, self.glyphs))

    def make_subset(self, face: Any, codes: Sequence[int]) -> bytes:
        """A TrueType font with those of these characters that were drawn, as reportlab makes it of complete fonts."""
        places, end = [0], 0
        for number in range(len(self.names)):
            places.append(end := end + len(self._drawn.get(number, b"")))
        start, _ = face.get_table_pos("glyf")
        face._ttf_data = face._ttf_data[:start] + b"".join(self._drawn[number] for number in sorted(self._drawn))
        face.table["glyf"]["length"], face.glyphPos = end, places
        return bytes(type(face).makeSubset(face, codes))
