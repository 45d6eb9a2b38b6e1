"""Small fonts of their own for the tests, made of one of ours."""

import struct
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

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
