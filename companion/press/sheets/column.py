"""What our own sheets are made of: a column of words and drawings from top to bottom, faces as pictures."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.paths import templates
from companion.press.face.context import FaceShelf
from companion.press.face.kinds import KINDS
from companion.press.face.typesetting import ASCENT, DESCENT, TextBox, set_words
from companion.press.frame.colour import INDIGO, INK
from companion.press.frame.frame import Frame, Item, Shape, Text, Use
from companion.press.frame.low_ink import LowInk
from companion.press.frame.outlines import Matrix, circle, line
from companion.units import to_millimetres

DIVIDER = "divider"  # the face of a divider of a tuck box, which all decks have
FacePicture = Callable[[str, Mapping[str, str]], Frame | None]
"""The picture that a face makes of some fields; ``None`` where there is no such face."""


def face_pictures(folder: Path, words: Mapping[str, str], low: bool) -> FacePicture:
    """A function that lays out faces of a folder, else shared ones; with little ink where `low`."""
    folders = folder, templates() / "faces" / "shared"
    shelf, ink = FaceShelf(words, *folders, kinds=KINDS), LowInk()

    def printed(name: str, fields: Mapping[str, str]) -> Frame | None:
        if not any((each / f"{name}.toml").is_file() for each in folders):
            return None
        frame = shelf.frame(name, "/".join([name, *fields.values()]), fields)
        return ink.rewrite(frame) if low else frame

    return printed


TALL = 500.0  # height of a box that grows with its words, mm
LEADING = 1.3  # distance of base lines, as a multiple of the size


@dataclass
class Column:
    """A column being set, mm; `name` is for messages, `y` the height of the next item.

    With little ink (`low`) numbers stand in rings, not in discs.
    """

    name: str
    width: float
    y: float = 0.0
    items: list[Item] = field(default_factory=list)
    low: bool = False

    def words(
        self,
        text: str,
        size: float,
        weight: str = "regular",
        colour: str = INK,
        x: float = 0.0,
        gap: float = 0.0,
        width: float | None = None,
    ) -> None:
        """Set a paragraph and go on below it."""
        lines = self.words_at(text, self.y, size, weight, colour, x, width)
        self.y += to_millimetres(size * ((lines - 1) * LEADING + ASCENT + DESCENT)) + gap

    def words_at(
        self,
        text: str,
        y: float,
        size: float,
        weight: str = "regular",
        colour: str = INK,
        x: float = 0.0,
        width: float | None = None,
    ) -> int:
        """Set a paragraph at a height of its own, and give the number of its lines."""
        place = x, y, self.width - x if width is None else width, TALL
        box = TextBox(self.name, *place, size, size / 2, weight, colour, "left", "top", LEADING, role="cover")
        lines = set_words(text, box, self.name)
        self.items += lines
        return len(lines)

    def rule(self, colour: str = INK, width: float = 0.2, gap: float = 4.0) -> None:
        """A line from side to side."""
        self.items.append(Shape(line(0, self.y, self.width, self.y), stroke=colour, width=width))
        self.y += gap

    def numbered(
        self, number: int, head: str, body: str, picture: Frame | None = None, below: float = 0.0
    ) -> None:
        """A step: a number in a disc, an instruction, and its reason; a picture at the right of them."""
        top, middle = self.y, self.y + 4.0
        disc = Shape(circle(4.5, middle, 4.5), fill=INDIGO)
        ring = Shape(circle(4.5, middle, 4.35), stroke=INDIGO, width=0.3)
        self.items.append(ring if self.low else disc)
        ink = INDIGO if self.low else "#ffffff"
        self.items.append(Text(str(number), 4.5, middle + 1.65, 13, "bold", ink, "middle"))
        across = self.width - (13 if picture is None else picture.width + 15.5)
        self.words(head, 15, "bold", x=13, gap=0.6, width=across)
        self.words(body, 11, x=13, gap=3.5, width=across)
        if picture is not None:
            self.items.append(Use(picture, Matrix.moved(self.width - picture.width, top - 1)))
            self.y = max(self.y, top + picture.height + below)

    def frame(self) -> Frame:
        """The column so far, as a frame."""
        return Frame(self.name, self.width, self.y, tuple(self.items), bleed=3)
