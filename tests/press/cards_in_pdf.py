"""PDFs of cards as people publish them, drawn with reportlab; every card has a yellow square near each corner."""

import io
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4
A4 = 210.0, 297.0
INSET, SQUARE = 5.0, 3.0  # of a yellow square from both cuts, and its side, mm
Card = tuple[float, float, float, float, str]  # left, top, width and height on the page, mm, and what is written

Draw = Callable[[Any, float], object]


def grid_of(
    left: float, top: float, size: tuple[float, float], gap: float, shape: tuple[int, int], names: Iterable[str]
) -> list[Card]:
    """Cards row by row; a name that is empty leaves its place free."""
    places = ((column, row) for row in range(shape[1]) for column in range(shape[0]))
    return [
        (left + column * (size[0] + gap), top + row * (size[1] + gap), *size, name)
        for (column, row), name in zip(places, names, strict=False)
        if name
    ]


def colour_of(name: str) -> tuple[int, int, int]:
    return (51 if name[0] == "B" else 153, int(name.lstrip("B")) * 37 % 256, 153)


def draw_cards(cards: Sequence[Card], bleed: float = 0.0, turned: bool = False) -> Draw:
    """Draw cards, each in the colour of its name; backs, whose names begin with B, may stand on their heads."""

    def draw(canvas: Any, height: float) -> None:
        for left, top, wide, high, name in cards:
            canvas.saveState()
            canvas.translate(left * MM, (height - top - high) * MM)
            if turned and name.startswith("B"):
                canvas.translate(wide * MM, high * MM)
                canvas.rotate(180)
            canvas.setFillColorRGB(*(part / 255 for part in colour_of(name)))
            canvas.rect(-bleed * MM, -bleed * MM, (wide + 2 * bleed) * MM, (high + 2 * bleed) * MM, 0, 1)
            canvas.setFillColorRGB(1, 1, 0)
            for x in (INSET, wide - INSET - SQUARE):
                for y in (INSET, high - INSET - SQUARE):
                    canvas.rect(x * MM, y * MM, SQUARE * MM, SQUARE * MM, 0, 1)
            canvas.setFillColorRGB(1, 1, 1)
            canvas.setFont("Helvetica-Bold", 30)
            canvas.drawCentredString(wide / 2 * MM, high / 2 * MM, name)
            canvas.restoreState()

    return draw


def draw_marks(xs: Iterable[float], ys: Iterable[float], length: float = 5) -> Draw:
    """Cut marks in the margins at these places; long ones cross the page."""

    def draw(canvas: Any, height: float) -> None:
        canvas.setLineWidth(0.3)
        for x in xs:
            for y in (2, A4[1] - 2 - length):
                canvas.line(x * MM, y * MM, x * MM, (y + length) * MM)
        for y in ys:
            for x in (2, A4[0] - 2 - length):
                canvas.line(x * MM, (height - y) * MM, (x + length) * MM, (height - y) * MM)

    return draw


def draw_words(canvas: Any, height: float) -> None:
    for line in range(20):
        canvas.drawString(40, height * MM - 60 - 14 * line, "How to play: all of you deal, and draw.")


def scan(cards: Sequence[Card], dpi: int = 300, page: tuple[float, float] = A4) -> Draw:
    """The cards as one picture of the whole page."""
    dot = dpi / 25.4
    picture = Image.new("RGB", (round(page[0] * dot), round(page[1] * dot)), "white")
    pen = ImageDraw.Draw(picture)
    for left, top, wide, high, name in cards:
        pen.rectangle((left * dot, top * dot, (left + wide) * dot - 1, (top + high) * dot - 1), colour_of(name))
        for x in (left + INSET, left + wide - INSET - SQUARE):
            for y in (top + INSET, top + high - INSET - SQUARE):
                pen.rectangle((x * dot, y * dot, (x + SQUARE) * dot - 1, (y + SQUARE) * dot - 1), (255, 255, 0))
    goal = io.BytesIO()
    picture.save(goal, "PNG")
    return lambda canvas, height: canvas.drawImage(ImageReader(goal), 0, 0, page[0] * MM, page[1] * MM)


def write_pdf(
    file: Path, pages: Iterable[Sequence[Draw]], size: tuple[float, float] = A4, locked: tuple[str, str] | None = None
) -> Path:
    """Write pages; ``locked`` are the passwords of reader and owner."""
    from reportlab.lib.pdfencrypt import StandardEncryption

    lock = StandardEncryption(*locked, canCopy=0, canModify=0, strength=128) if locked else None
    canvas = Canvas(str(file), pagesize=(size[0] * MM, size[1] * MM), encrypt=lock)
    for page in pages:
        for draw in page:
            draw(canvas, size[1])
        canvas.showPage()
    canvas.save()
    return file


def find_yellow(picture: Image.Image) -> tuple[float, ...]:
    """Left, top, right and bottom of all that is yellow, in dots."""
    red, _, blue = picture.convert("RGB").split()
    both = Image.merge("RGB", (red.point([255 * (v > 200) for v in range(256)]),) * 3).convert("L")
    few = blue.point([255 * (v < 60) for v in range(256)])
    box = Image.composite(both, Image.new("L", both.size), few).getbbox()
    assert box is not None
    return tuple(map(float, box))
