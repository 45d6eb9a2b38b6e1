"""The letters of decks' fonts: each is drawn as a TrueType outline when a text first has it.

So fonts print whatever their format - with PostScript outlines, variable ones at a weight and width, as WOFF -
and one with 20,000 letters opens at once.
"""

import struct
from collections.abc import Mapping, Sequence
from functools import cached_property
from io import BytesIO
from typing import Any

KEPT = ("OS/2", "cmap", "head", "hhea", "hmtx", "name", "post")
AXES = {"weight": "wght", "width": "wdth"}  # of variable fonts, by their keys in a deck
TRUETYPE = "\0\1\0\0"  # the first bytes of a file


def _write_font(tables: Mapping[str, bytes], kind: str) -> bytes:
    """A font file of these tables, the last of them at its end."""
    from fontTools.ttLib.sfnt import SFNTWriter

    writer = SFNTWriter(goal := BytesIO(), len(tables), kind)
    for tag, table in tables.items():
        writer[tag] = table
    writer.close()
    return goal.getvalue()


class LetterDrawer:
    """Draws the letters of a font as TrueType outlines; `location` gives the values of its axes by their tags."""

    def __init__(self, content: bytes, location: Mapping[str, float]) -> None:
        from fontTools.ttLib import TTFont

        self._content, self.font, self.location = content, TTFont(BytesIO(content), lazy=True), location
        if not location and "gvar" in self.font:
            del self.font["gvar"]  # browsers lack what reads it
        self.axes = {
            axis.axisTag: (axis.minValue, axis.maxValue) for axis in getattr(self.font.get("fvar"), "axes", ())
        }
        self.glyphs: Any = self.font.getGlyphSet(location={**location} or None)
        self.units: int = self.font["head"].unitsPerEm
        self.names: Sequence[str] = self.font.getGlyphOrder()
        self._drawn: dict[int, bytes] = {}

    def build_font(self) -> bytes:
        """A TrueType font with all its letters, but without outlines."""
        tables = {tag: bytes(self.font.reader[tag]) for tag in KEPT if tag in self.font.reader}
        count = len(self.names)
        tables["cmap"] = self.font["cmap"].compile(self.font)  # without endless groups of letters
        tables["head"] = tables["head"][:50] + b"\0\1" + tables["head"][52:]  # long places of outlines
        tables["maxp"] = struct.pack(">LH13H", 0x10000, count, 10_000, 1_000, 0, 0, 1, *[0] * 8)
        return _write_font({**tables, "loca": bytes(4 * count + 4), "glyf": b""}, TRUETYPE)

    @cached_property
    def content(self) -> bytes:
        """A font file with all letters at this weight and width, for programs that draw SVG files."""
        if not self.location:
            return _write_font({tag: self.font.reader[tag] for tag in self.font.reader.tables}, self.font.sfntVersion)
        from fontTools.ttLib import TTFont
        from fontTools.varLib.instancer import instantiateVariableFont

        font = instantiateVariableFont(TTFont(BytesIO(self._content)), {**dict.fromkeys(self.axes), **self.location})
        font.flavor = None
        font.save(goal := BytesIO())
        return goal.getvalue()

    def draw(self, face: Any, code: int) -> None:
        """Draw a letter, and note its width in the reportlab face of the font."""
        number = face.charToGlyph.get(code, 0)
        if number in self._drawn:
            return
        from fontTools.pens.ttGlyphPen import TTGlyphPen

        pen = goal = TTGlyphPen(None)
        if "glyf" not in self.font:
            from fontTools.pens.cu2quPen import Cu2QuPen

            pen = Cu2QuPen(goal, self.units / 1000, reverse_direction=True)
        self.draw_outline(number, pen)
        outline = goal.glyph()
        self._drawn[number] = outline.compile(None, optimizeSize=True) if outline.numberOfContours else b""
        width = round(self.glyphs[self.names[number]].width)
        face.hmetrics[number] = (width, getattr(outline, "xMin", 0) & 0xFFFF)
        for each in (each for each, glyph in face.charToGlyph.items() if glyph == number):
            face.charWidths[each] = width * 1000 / self.units

    def draw_outline(self, number: int, pen: Any) -> None:
        """Draw the outline of a letter with a pen of fontTools."""
        from fontTools.pens.filterPen import DecomposingFilterPen

        self.glyphs[self.names[number]].draw(DecomposingFilterPen(pen, self.glyphs))

    def make_subset(self, face: Any, codes: Sequence[int]) -> bytes:
        """A TrueType font with those of these characters that were drawn, as reportlab makes it of complete fonts."""
        places, end = [0], 0
        for number in range(len(self.names)):
            places.append(end := end + len(self._drawn.get(number, b"")))
        start, _ = face.get_table_pos("glyf")
        face._ttf_data = face._ttf_data[:start] + b"".join(self._drawn[number] for number in sorted(self._drawn))
        face.table["glyf"]["length"], face.glyphPos = end, places
        return bytes(type(face).makeSubset(face, codes))
