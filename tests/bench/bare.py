"""A whole program of raw reportlab that prints the plain deck: ``python -m tests.bench.bare FOLDER GOAL``.

Every card is a form; with a third word each is drawn where it stands, as Companion does with what is placed
once. It imports what it needs and no more, knows face, paper and grid by heart, is given the lines of the
rules (``lines.csv``), and examines nothing.
"""

import csv
import sys
from collections.abc import Callable
from pathlib import Path

from reportlab import rl_config
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

MM = 72 / 25.4
WIDTH, HEIGHT, BLEED, MARK = 63, 88, 2, 3
LEFT, TOP, COLUMNS, ROWS = 17, 22.5, 2, 4
PAPER_WIDTH, PAPER_HEIGHT = 210, 297
EDGES = (-BLEED * MM, -BLEED * MM, (WIDTH + BLEED) * MM, (HEIGHT + BLEED) * MM)
PAPER, INK = (246 / 255, 240 / 255, 225 / 255), (38 / 255, 34 / 255, 29 / 255)
COLOURS = {
    "indigo": (43 / 255, 63 / 255, 99 / 255),
    "vermilion": (165 / 255, 40 / 255, 35 / 255),
    "forest-ink": (47 / 255, 74 / 255, 43 / 255),
}
SERIF, BOLD = "CompanionSerif-Regular", "CompanionSerif-Bold"
HOW = ("Print at 100%, on both sides, flip on the long edge.", "Each card must measure 63 x 88 mm.")

Card = dict[str, str]


def card(canvas: Canvas, row: Card) -> None:
    """A face: white, a box in the card's colour, its name, its rule, its points and its number."""
    canvas.setFillColorRGB(1, 1, 1)
    canvas.rect(*EDGES[:2], EDGES[2] - EDGES[0], EDGES[3] - EDGES[1], stroke=0, fill=1)
    canvas.setFillColorRGB(*COLOURS[row["colour"]])
    canvas.roundRect(4 * MM, 70 * MM, 55 * MM, 14 * MM, 2 * MM, stroke=0, fill=1)
    words, number, points = canvas.beginText(), row["number"], f"{row['points']} points"
    words.setFillColorRGB(*PAPER)
    line(words, 31.5 * MM - stringWidth(row["name"], SERIF, 16) / 2, 12.637, 16, row["name"])
    words.setFillColorRGB(*INK)
    first, *more = row["rule"].split("\n")
    line(words, 5 * MM, 45 - (10 / MM) * (len(more) * 1.25 + 1.02) / 2 + 8 / MM, 10, first)
    for each in more:
        words.textLine(each)
    line(words, 31.5 * MM - stringWidth(points, SERIF, 12) / 2, 77.228, 12, points)
    line(words, 59 * MM - stringWidth(number, SERIF, 6), 82.614, 6, number)
    canvas.drawText(words)


def line(words: PDFTextObject, x: float, base: float, size: int, text: str) -> None:
    words.setTextOrigin(x, (HEIGHT - base) * MM)
    words.setFont(SERIF, size, size * 1.25)
    words.textLine(text)


def place(canvas: Canvas, draw: Callable[[], None], index: int, count: int, back: bool) -> None:
    """A side in its place of the grid, on its side; its bleed reaches to its neighbours."""
    column, row = index % COLUMNS, index // COLUMNS
    left, right = column == 0, column == COLUMNS - 1 or index + 1 == count
    up, down = row == 0, index + COLUMNS >= count
    if back:
        column, left, right = COLUMNS - 1 - column, right, left
    x, y = (LEFT + column * HEIGHT) * MM, (PAPER_HEIGHT - TOP - (row + 1) * WIDTH) * MM
    more = BLEED * MM
    canvas.saveState()
    clip = canvas.beginPath()
    wide, high = HEIGHT * MM + more * (left + right), WIDTH * MM + more * (up + down)
    clip.rect(x - more * left, y - more * down, wide, high)
    canvas.clipPath(clip, stroke=0, fill=0)
    turn = 1 if back else -1
    canvas.transform(0, turn, -turn, 0, x + (HEIGHT * MM if back else 0), y + (0 if back else WIDTH * MM))
    draw()
    canvas.restoreState()


def marks(canvas: Canvas) -> None:
    """Where a knife cuts, in the margins."""
    canvas.setLineWidth(0.2 * MM)
    right, bottom = LEFT + COLUMNS * HEIGHT, TOP + ROWS * WIDTH
    for x in (LEFT + column * HEIGHT for column in range(COLUMNS + 1)):
        for y in (TOP - BLEED - 1, bottom + BLEED + 4):
            canvas.line(x * MM, (PAPER_HEIGHT - y) * MM, x * MM, (PAPER_HEIGHT - y + MARK) * MM)
    for y in (PAPER_HEIGHT - TOP - row * WIDTH for row in range(ROWS + 1)):
        for x in (LEFT - BLEED - 4, right + BLEED + 1):
            canvas.line(x * MM, y * MM, (x + MARK) * MM, y * MM)


def cover(canvas: Canvas) -> None:
    """The first sheet: how to print the others."""
    canvas.setFont(BOLD, 24)
    canvas.drawString(20 * MM, 260 * MM, "Plain")
    canvas.setFont(SERIF, 12)
    for number, words in enumerate(HOW):
        canvas.drawString(20 * MM, (245 - 8 * number) * MM, words)
    canvas.showPage()
    canvas.showPage()


def sheet(canvas: Canvas, rows: list[Card], number: int, forms: bool) -> None:
    """Both sides of a sheet of cards."""
    if forms:
        for row in rows:
            canvas.beginForm(f"card{row['number']}", *EDGES)
            card(canvas, row)
            canvas.endForm()
    for index, row in enumerate(rows):
        drawn = (lambda row=row: canvas.doForm(f"card{row['number']}")) if forms else None
        place(canvas, drawn or (lambda row=row: card(canvas, row)), index, len(rows), False)
    marks(canvas)
    canvas.setFillColorRGB(1 / 3, 1 / 3, 1 / 3)
    canvas.setFont(SERIF, 6)
    cards = f"cards {rows[0]['number']} to {rows[-1]['number']}"
    canvas.drawString(LEFT * MM, 14.35 * MM, f"Plain · {cards}, front · sheet {number}")
    canvas.bookmarkPage(cards)
    canvas.addOutlineEntry(cards, cards)
    canvas.showPage()
    for index in range(len(rows)):
        place(canvas, lambda: canvas.doForm("back"), index, len(rows), True)
    canvas.showPage()


def main(folder: str, goal: str, placed: str = "") -> None:
    rl_config.useA85 = 0
    for font in (SERIF, BOLD):
        registerFont(TTFont(font, str(Path(__file__).parents[2] / "assets" / "fonts" / f"{font}.ttf")))
    with open(Path(folder) / "lines.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    size = (PAPER_WIDTH * MM, PAPER_HEIGHT * MM)
    canvas = Canvas(goal, size, invariant=1, pageCompression=1, initialFontName=SERIF)
    cover(canvas)
    canvas.beginForm("back", *EDGES)
    canvas.setFillColorRGB(*INK)
    canvas.rect(*EDGES[:2], EDGES[2] - EDGES[0], EDGES[3] - EDGES[1], stroke=0, fill=1)
    canvas.endForm()
    each = COLUMNS * ROWS
    for first in range(0, len(rows), each):
        sheet(canvas, rows[first : first + each], first // each + 1, not placed)
    canvas.save()


if __name__ == "__main__":
    main(*sys.argv[1:])
