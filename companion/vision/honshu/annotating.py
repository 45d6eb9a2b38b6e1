"""Photos with their reading drawn over them: the lattice, each square's symbol, and what is in doubt."""

import math
from collections.abc import Iterable, Sequence
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

from companion.paths import assets
from companion.vision.honshu.reading import Outline

Mark = tuple[Outline, str, bool | None]
"""A square's outline in the photo, its symbol, and true for a doubt; ``None`` where it was inferred."""

_LONGEST = 2000  # pixels of the longer side of the picture: enough to look at every square
_COLOURS = {False: (20, 110, 60), None: (30, 70, 160), True: (200, 30, 20)}
"""Of a square's edge and symbol: green where it was read, blue where inferred, red where in doubt."""

_ASIDE = 0.76  # near the upper left corner, where a symbol covers no cube

_PAPER = (255, 252, 240)


def annotated(photo: Image.Image, marks: Iterable[Mark], legend: Sequence[tuple[str, bool | None]]) -> bytes:
    """A photo with its map drawn over it, as a PNG; the words of the legend stand below it."""
    scale = min(1.0, _LONGEST / max(photo.size))
    wide, high = (round(side * scale) for side in photo.size)
    seen = photo.resize((wide, high), Image.Resampling.BOX)
    drawing = ImageDraw.Draw(seen, "RGBA")
    for outline, symbol, doubt in sorted(marks, key=lambda mark: mark[2] is True):  # red lies on top
        _draw(drawing, [(x * scale, y * scale) for x, y in outline], symbol, doubt)
    strip = max(24, wide // 40)
    picture = Image.new("RGB", (wide, high + strip), _PAPER)
    picture.paste(seen)
    below, font, across = ImageDraw.Draw(picture), _font(round(strip * 0.55)), strip / 2
    for word, doubt in legend:
        below.text((across, high + strip / 2), word, _COLOURS[doubt], font, anchor="lm")
        across += below.textlength(word, font) + strip
    made, content = PngInfo(), BytesIO()
    made.add_text("Software", "Companion")
    picture.save(content, "PNG", pnginfo=made)
    return content.getvalue()


def _draw(
    drawing: ImageDraw.ImageDraw, corners: list[tuple[float, float]], symbol: str, doubt: bool | None
) -> None:
    colour = _COLOURS[doubt]
    edges = zip(corners, corners[1:] + corners[:1], strict=True)
    side = sum(math.dist(*edge) for edge in edges) / 4
    if doubt:
        drawing.polygon(corners, fill=(*colour, 70))
    drawing.line([*corners, corners[0]], fill=colour, width=max(1, round(side / (18 if doubt else 40))))
    x, y = (_ASIDE * corners[0][way] + (1 - _ASIDE) * corners[2][way] for way in (0, 1))
    radius = side * 0.17
    shape = drawing.rectangle if doubt is None else drawing.ellipse
    shape((x - radius, y - radius, x + radius, y + radius), fill=(*_PAPER, 225), outline=colour)
    drawing.text((x, y), symbol, colour, _font(max(6, round(side * 0.21))), anchor="mm")


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(
        str(assets() / "fonts" / "CompanionSerif-Bold.ttf"), size
    )  # Pillow 10.1 wants text
