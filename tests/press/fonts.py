"""Small fonts of their own for the tests, made of one of ours."""

import struct
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

from companion.press.frame import fonts

LETTERS = "ABCabcé"


def build_font(letters: str = LETTERS, embedding: int = 0, style: str = "text") -> bytes:
    font = TTFont(fonts.get_font_file(style), recalcTimestamp=False)  # the same at every hour
    subsetter = subset.Subsetter(subset.Options(notdef_outline=True))
    subsetter.populate(text=letters)
    subsetter.subset(font)
    font["OS/2"].fsType = embedding
    goal = BytesIO()
    font.save(goal)
    return goal.getvalue()


def build_postscript_font(letters: str = LETTERS) -> bytes:
    """The same as an OpenType font with PostScript outlines."""
    font = TTFont(BytesIO(build_font(letters)))
    glyphs, order = font.getGlyphSet(), font.getGlyphOrder()
    programs = {}
    for name in order:
        glyphs[name].draw(Qu2CuPen(pen := T2CharStringPen(glyphs[name].width, glyphs), 1.0, all_cubic=True))
        programs[name] = pen.getCharString()
    builder = FontBuilder(font=font)
    for tag in ("glyf", "loca", "maxp", "prep", "fpgm", "cvt ", "gasp"):
        if tag in font:
            del font[tag]
    font.sfntVersion = "OTTO"
    builder.isTTF = False
    builder.setupMaxp()
    builder.setupCFF("Small", {}, programs, {})
    font.save(goal := BytesIO())
    return goal.getvalue()


def build_variable_font(letters: str = LETTERS) -> bytes:
    """The same as a variable font, of whose letters the heaviest is 200 units wider and the lightest as usual."""
    font = TTFont(BytesIO(build_font(letters)))
    builder = FontBuilder(font=font)
    builder.setupFvar([("wght", 400, 400, 900, "Weight")], [])
    variations = {}
    for name in font.getGlyphOrder():
        count = len(font["glyf"]._getCoordinatesAndControls(name, font["hmtx"].metrics)[0])
        moved = [(0, 0)] * (count - 3) + [(200, 0), (0, 0), (0, 0)]
        variations[name] = [TupleVariation({"wght": (0, 1, 1)}, moved)]
    builder.setupGvar(variations)
    font.save(goal := BytesIO())
    return goal.getvalue()


def build_woff(content: bytes) -> bytes:
    font = TTFont(BytesIO(content))
    font.flavor = "woff"
    font.save(goal := BytesIO())
    return goal.getvalue()


def write_font(file: Path, content: bytes | None = None) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(build_font() if content is None else content)
    return file


def find_table(font: bytes, tag: str) -> int:
    for number in range(struct.unpack_from(">H", font, 4)[0]):
        name, _, start, _ = struct.unpack_from(">4sLLL", font, 12 + 16 * number)
        if name == tag.encode("ascii"):
            return int(start)
    raise LookupError(tag)
