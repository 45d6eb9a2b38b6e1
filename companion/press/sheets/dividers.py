"""Dividers for a tuck box: one before each kind of card, a little higher, with its name on top."""

from collections.abc import Sequence
from typing import Any

from companion.data.papers import Paper
from companion.errors import PaperError
from companion.press.face.typesetting import TextBox, set_words
from companion.press.frame import fonts
from companion.press.frame.colour import INK, SOFT
from companion.press.frame.frame import Frame, Item, Shape, Text, Use, line, rect
from companion.press.frame.matrix import Matrix
from companion.press.frame.page import Page
from companion.sentences import Language, say
from companion.units import to_millimetres

RISE = 7.0  # the height of a divider above the cards, mm; its name is there
GAP = 4.0  # between dividers on a sheet, mm
HEAD = 6.0  # above them, for the title of the sheet, mm
PEN = 0.35  # width of the cut line, mm


def divider(name: str, width: float, height: float) -> Frame:
    """One divider, mm; the upper ``RISE`` stands above the cards."""
    box = TextBox("divider", 1.5, 0.8, width - 3, RISE - 1.6, 11, 5, "bold", INK, "center", "middle", 1.1)
    border = Shape(rect(0, 0, width, height), None, INK, PEN, role="cut")
    rise = Shape(line(0, RISE, width, RISE), None, SOFT, 0.2, role="divider")
    return Frame(f"divider/{name}", width, height, (border, rise, *set_words(name, box, "divider")))


def divider_pages(dividers: Sequence[Frame], paper: Paper, title: str, language: Language) -> list[Page]:
    """Dividers on sheets, in rows; upright, or turned where that puts more on a sheet."""
    label = say("{title}, dividers", title=title).said(language)
    edge = paper.margin + PEN / 2
    wide, high = paper.width - 2 * edge, paper.height - 2 * edge - HEAD
    pages: list[Page] = []
    for width, height in dict.fromkeys((each.width, each.height) for each in dividers):
        same = [each for each in dividers if (each.width, each.height) == (width, height)]
        upright = (int((wide + GAP) // (width + GAP)), int((high + GAP) // (height + GAP)))
        lying = (int((wide + GAP) // (height + GAP)), int((high + GAP) // (width + GAP)))
        turned = lying[0] * lying[1] > upright[0] * upright[1]
        columns, rows = lying if turned else upright
        if columns * rows == 0:
            sizes: dict[str, Any] = {"paper": paper.title, "width": width, "height": height}
            raise PaperError("{paper} is too small for a divider of {width} x {height} mm.", **sizes)
        across, down = (height, width) if turned else (width, height)
        for first in range(0, len(same), columns * rows):
            items: list[Item] = [Text(label, edge, paper.margin + 3, 7.5, "bold", INK, role="margin")]
            for number, frame in enumerate(same[first : first + columns * rows]):
                x = edge + number % columns * (across + GAP)
                y = edge + HEAD + number // columns * (down + GAP)
                turn = Matrix.turned(90).then(Matrix.moved(height, 0)) if turned else Matrix()
                items.append(Use(frame, turn.then(Matrix.moved(x, y))))
            free = paper.width - 2 * edge - to_millimetres(fonts.width(label, "bold", 7.5)) - GAP
            frame = Frame(label, paper.width, paper.height, tuple(items))
            pages.append(Page(frame, label, label, free=(paper.width - edge, paper.margin + 3, free)))
    return pages
