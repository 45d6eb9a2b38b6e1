"""Draws a reading over its photo: each square's outline and symbol, and what is in doubt."""

import math
from collections.abc import Iterable, Sequence
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

from companion.paths import assets
from companion.sentences import Language, Sentence
from companion.vision.honshu.reading import Corners

SquareMark = tuple[Corners, str, bool | None]
"""A square's outline in the photo, its symbol, and false if it was read, ``None`` if inferred, true if in doubt."""

Annotation = tuple[Iterable[SquareMark], Sequence[tuple[Sentence, bool | None]]]  # marks, and words in their colours

_LONGEST = 2000  # pixels of the longer side of the picture: enough to look at every square
_COLOURS = {False: (20, 110, 60), None: (30, 70, 160), True: (200, 30, 20)}
"""Colours of a square's edge and symbol: green if it was read, blue if inferred, red if in doubt."""

_ASIDE = 0.76  # share of the upper left corner in a symbol's place, where it covers no cube

_PAPER = (255, 252, 240)


def annotate_photo(photo: Image.Image, maps: Sequence[Annotation], language: Language) -> bytes:
    """Draw one map over a photo, or several maps side by side, with words below; a PNG."""
    across = math.ceil(len(maps) ** 0.5)
    scale = min(1.0, _LONGEST / max(photo.size) / across**0.5)
    wide, high = (round(side * scale) for side in photo.size)
    strip, plain = max(24, wide // 40), photo.resize((wide, high), Image.Resampling.BOX)
    picture = Image.new("RGB", (across * wide, math.ceil(len(maps) / across) * (high + strip)), _PAPER)
    below, font = ImageDraw.Draw(picture), _load_font(round(strip * 0.55))
    for index, (marks, legend) in enumerate(maps):
        left, top, image = index % across * wide, index // across * (high + strip), plain.copy()
        drawing = ImageDraw.Draw(image, "RGBA")
        for outline, symbol, doubt in sorted(marks, key=lambda mark: mark[2] is True):  # red ones on top
            _draw_mark(drawing, [(x * scale, y * scale) for x, y in outline], symbol, doubt)
        picture.paste(image, (left, top))
        right = left + strip / 2
        for text, doubt in legend:
            word = text.translate(language)
            below.text((right, top + high + strip / 2), word, _COLOURS[doubt], font, anchor="lm")
            right += below.textlength(word, font) + strip
    info, content = PngInfo(), BytesIO()
    info.add_text("Software", "Companion")
    picture.save(content, "PNG", pnginfo=info)
    return content.getvalue()


def _draw_mark(
    drawing: ImageDraw.ImageDraw, corners: list[tuple[float, float]], symbol: str, doubt: bool | None
) -> None:
    colour = _COLOURS[doubt]
    edges = zip(corners, corners[1:] + corners[:1], strict=True)
    side = sum(math.dist(*edge) for edge in edges) / 4
    if doubt:
        drawing.polygon(corners, fill=(*colour, 70))
    drawing.line([*corners, corners[0]], fill=colour, width=max(1, round(side / (18 if doubt else 40))))
    x, y = (_ASIDE * corners[0][axis] + (1 - _ASIDE) * corners[2][axis] for axis in (0, 1))
    radius = side * 0.17
    shape = drawing.rectangle if doubt is None else drawing.ellipse
    shape((x - radius, y - radius, x + radius, y + radius), fill=(*_PAPER, 225), outline=colour)
    drawing.text((x, y), symbol, colour, _load_font(max(6, round(side * 0.21))), anchor="mm")


@cache
def _load_font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(assets() / "fonts" / "CompanionSerif-Bold.ttf"), size)  # a text, for Pillow 10.1
