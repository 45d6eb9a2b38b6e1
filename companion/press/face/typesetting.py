"""Setting type: words into a box, as large as allowed and as small as needed; and where words lie."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from companion.errors import PaperError
from companion.press.frame import fonts
from companion.press.frame.frame import Bounds, Frame, Text
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import bounds_moved
from companion.sentences import Sentence, say
from companion.units import points, to_millimetres

__all__ = [
    "ASCENT",
    "DESCENT",
    "MOST_SIZE",
    "Overflow",
    "TextBox",
    "set_words",
    "text_extent",
    "text_extents",
]

STEP = 0.25
"""How finely the size is lowered, points."""
MOST_SIZE = 5000.0
"""Type of this size, points, is nearly two metres high."""
MOST_LETTERS = 5000
"""A longer text fits no box; finding that out by trying takes minutes."""
MOST_SHOWN = 80
"""Letters of a text that are repeated in a message."""
BREAK = re.compile(r"(?<!«) (?![:;!?»·–/])")
"""Where a line may end: at a space, but not at one that holds a sign to its word, as French has them."""
NARROW = 36.0
"""Lines of up to so many times the size are made even; longer ones are filled."""
ASCENT, DESCENT = 0.80, 0.22
"""Height above and depth below the base line, as parts of the size; accents and kanji stay inside."""


class Overflow(PaperError):
    """A text that does not fit its box.

    Attributes:
        what: Which text and which box, to be said where the card is named already.
    """

    def __init__(self, card: str, what: Sentence) -> None:
        super().__init__("{card}: {fault}.", card=card, fault=what)
        self.what = what


@dataclass(frozen=True, slots=True)
class TextBox:
    """A place for words on a face.

    Attributes:
        name: For messages.
        x: Left edge, mm.
        y: Upper edge, mm.
        width: mm.
        height: mm.
        size: Type size wanted, points.
        least: Smallest size allowed, points.
        weight: ``regular`` or ``bold``.
        colour: ``#rrggbb``.
        align: ``left``, ``center`` or ``right``.
        valign: ``top``, ``middle`` or ``bottom``.
        leading: Distance of base lines, as a multiple of the size.
        turn: Degrees clockwise about the middle of the box: 0, 90, 180 or 270.
        role: Passed on to the words.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    size: float
    least: float
    weight: str = "regular"
    colour: str = "#000000"
    align: str = "left"
    valign: str = "middle"
    leading: float = 1.25
    turn: float = 0.0
    role: str = ""


def set_words(text: str, box: TextBox, card: str, over: bool = False) -> list[Text]:
    r"""Set a text into a box; ``\n`` starts a new line, other breaks fall between words.

    Args:
        text: The words.
        box: Where they go.
        card: Whose face it is, for the message.
        over: Whether a text that does not fit runs over its box at the least size.

    Returns:
        One Text a line, base lines in mm.

    Raises:
        PaperError: When the text does not fit even at the least size; names card and box.
    """
    if not text.strip():
        return []
    across, down = (box.width, box.height) if box.turn % 180 == 0 else (box.height, box.width)
    size = box.size
    too_high = math.ceil((size - points(down) / (ASCENT + DESCENT)) / STEP - 1e-6)
    if too_high > 0:  # not one line of these sizes fits
        size = max(size - too_high * STEP, size - math.floor((size - box.least) / STEP + 1e-9) * STEP)
    while len(text) <= MOST_LETTERS or over:
        lines = _broken(text[:MOST_LETTERS], box.weight, size, points(across))
        height = to_millimetres(size * ((len(lines) - 1) * box.leading + ASCENT + DESCENT))
        fitting = height <= down + 1e-6 and all(
            fonts.width(each, box.weight, size) <= points(across) for each in lines
        )
        if fitting or (over and size - STEP < box.least - 1e-9):
            return _placed(lines, box, size, across, down, height)
        if size - STEP < box.least - 1e-9:
            break
        size -= STEP
    shown = text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"
    what = say(
        "the text '{text}' does not fit '{box}' of {width} x {height} mm at {least} points",
        text=shown, box=box.name, width=across, height=down, least=box.least,
    )  # fmt: skip
    raise Overflow(card, what)


def _broken(text: str, weight: str, size: float, most: float) -> list[str]:
    """The lines of a text: as few as fit, then as even as so few can be; width in points."""
    space = fonts.width(" ", weight, size)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        if fonts.width(paragraph, weight, size) <= most:
            lines.append(paragraph)
            continue
        words = BREAK.split(paragraph)
        widths = [fonts.width(word, weight, size) for word in words]
        starts = _starts(widths, space, most, even=most < NARROW * size)
        lines += [" ".join(words[start:end]) for start, end in pairwise([*starts, len(words)])]
    return lines


def _starts(widths: list[float], space: float, most: float, even: bool) -> list[int]:
    """The words that lines begin with; even lines are as narrow as their number allows."""
    starts, widest = _filled(widths, space, most, len(widths))
    while even and len(starts) > 1:
        narrower, now = _filled(widths, space, widest - 1e-6, len(starts))
        if len(narrower) > len(starts) or now >= widest:
            break
        starts, widest = narrower, now
    alone = len(starts) > 1 and starts[-1] == len(widths) - 1
    if alone and starts[-1] - starts[-2] > 2 and widths[-2] + space + widths[-1] <= most:
        starts[-1] -= 1  # no word stands on the last line alone
    return starts


def _filled(widths: list[float], space: float, most: float, lines: int) -> tuple[list[int], float]:
    """Lines with as many words each as fit, and the widest; it ends where they are more than so many.

    A word that is wider than a line has one of its own.
    """
    starts, end, widest = [0], widths[0], 0.0
    for number, width in enumerate(widths[1:], 1):
        longer = end + space + width
        if longer <= most:
            end = longer
            continue
        starts.append(number)
        if len(starts) > lines:
            break
        widest, end = max(widest, end), width
    return starts, max(widest, end)


def _placed(
    lines: list[str], box: TextBox, size: float, across: float, down: float, height: float
) -> list[Text]:
    left = {"left": 0.0, "center": across / 2, "right": across}[box.align]
    top = {"top": 0.0, "middle": (down - height) / 2, "bottom": down - height}[box.valign]
    middle_x, middle_y = box.x + box.width / 2, box.y + box.height / 2
    anchor = {"left": "start", "center": "middle", "right": "end"}[box.align]
    placed = []
    for index, words in enumerate(lines):
        dx = left - across / 2
        dy = top + to_millimetres(size * (ASCENT + index * box.leading)) - down / 2
        cosine, sine = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[round(box.turn) % 360]
        x, y = middle_x + cosine * dx - sine * dy, middle_y + sine * dx + cosine * dy
        placed.append(Text(words, x, y, size, box.weight, box.colour, anchor, box.turn, box.name, box.role))
    return placed


def text_extent(text: Text, matrix: Matrix) -> Bounds:
    """The box a line of words covers.

    Args:
        text: The line.
        matrix: From its frame to the face, as ``Frame.walk`` gives it.

    Returns:
        The upright box round the line, mm on the face.
    """
    wide = to_millimetres(fonts.width(text.text, text.font, text.size))
    start = {"start": 0.0, "middle": -wide / 2, "end": -wide}[text.anchor]
    top, bottom = -to_millimetres(ASCENT * text.size), to_millimetres(DESCENT * text.size)
    onto = Matrix.turned(text.turn).then(Matrix.moved(text.x, text.y)).then(matrix)
    return bounds_moved((start, top, start + wide, bottom), onto)


def text_extents(frame: Frame) -> Iterator[tuple[Text, Bounds]]:
    """Every line of words on a face with the box it covers, mm."""
    for item, matrix in frame.walk():
        if isinstance(item, Text) and item.text.strip():
            yield item, text_extent(item, matrix)
