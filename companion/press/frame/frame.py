"""A frame is a laid-out side of a card, tile or board: shapes, texts and pictures with their places in mm.

Layout builds frames, and inks write them into files; nothing else passes between layout and ink. The origin
is the top left corner of the trim, and y grows downward; the bleed is outside, at negative coordinates and
beyond the size.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.press.frame.outlines import IDENTITY, Bounds, Matrix, Outline, transform_outline

DUPLEX = {"duplex-long": "DuplexFlipLongEdge", "duplex-short": "DuplexFlipShortEdge"}
"""The PDF setting that tells a printer how to turn sheets over."""


class Shape(NamedTuple):
    outline: Outline  # mm
    fill: str | None = None  # `#rrggbb`; the fill rule is even-odd
    stroke: str | None = None
    width: float = 0.0  # mm
    dash: tuple[float, ...] = ()  # lengths of dashes and gaps, mm; empty for a solid line
    role: str = ""  # its purpose, such as `ground`, `icon`, `pattern`, `seal`, `cut`, `fold`
    group: str = ""  # its kind, such as `forest`; preflight compares the groups of one role


class Text(NamedTuple):
    text: str
    x: float  # mm
    y: float  # of the base line, mm
    size: float  # points
    font: str = "regular"  # or `bold`, `italic`, `bold-italic`, or one of a deck
    colour: str = "#000000"  # or "" if a drawing below shows these words
    anchor: str = "start"  # or `middle`, `end`
    turn: float = 0.0  # degrees clockwise about (x, y)
    box: str = ""  # the name of its box on the face, for messages
    role: str = ""  # as in `Shape`; the safe-zone check ignores `decor`
    aid_words: str = ""  # in larger type, the full text, which is on the aid
    spacing: float = 0.0  # between letters, as a multiple of the size; then `anchor` is `start`
    edge: Bounds | None = None  # how far an outline or a shadow reaches beyond its letters, mm


class Picture(NamedTuple):
    """A raster image, which only users' own decks have; x and y are its upper left corner, mm."""

    file: str
    x: float
    y: float
    width: float
    height: float


class Use(NamedTuple):
    """Another frame placed in this one: an icon, a square of a map card, a card on a sheet."""

    frame: "Frame"  # stored once in a PDF, however often it is placed
    matrix: Matrix = IDENTITY
    clip: Outline | None = None  # in the coordinates of the placing frame
    role: str = ""  # only of drawings, as in `Shape`, and of miniatures
    group: str = ""


MINIATURE = "miniature"  # the role of a face placed much smaller, whose details are not examined
Item = Shape | Text | Picture | Use


@dataclass(slots=True, eq=False)
class Frame:
    """A laid-out face, or a part of one."""

    name: str  # such as `deck/component/12`
    width: float  # of the trim, mm
    height: float  # of the trim, mm
    items: tuple[Item, ...] = field(repr=False)  # from bottom to top
    bleed: float = 0.0  # how far items reach beyond the trim, mm; farther out they are cut off
    safe: float = field(default=0.0, repr=False)  # from the trim to the safe zone, mm
    trim: Outline | None = None  # the outline along which it is cut out; `None` for a rectangle

    @property
    def visible_box(self) -> Bounds:
        """Its trim with the bleed round it; what lies farther out is cut off."""
        return -self.bleed, -self.bleed, self.width + self.bleed, self.height + self.bleed

    @property
    def nested_frames(self) -> "Sequence[Frame]":
        """The frames placed directly in it, each as often as it is placed."""
        return [item.frame for item in self.items if isinstance(item, Use)]

    def enlarge(self, scale: float) -> "Frame":
        """The face with all that is on it, at `scale` times its size, its bleed as it is."""
        matrix = Matrix.scale_by(scale)
        trim = self.trim and transform_outline(self.trim, matrix)
        sides = scale * self.width, scale * self.height
        return Frame(self.name, *sides, (Use(self, matrix),), self.bleed, scale * self.safe, trim)

    def walk(self, matrix: Matrix = IDENTITY, without: str | None = None) -> Iterator[tuple[Item, Matrix]]:
        """Yield all shapes, texts and pictures, nested ones too but `without` a role, with matrices onto this face."""
        for item in self.items:
            if isinstance(item, Use):
                if item.role != without:
                    yield from item.frame.walk(item.matrix.then(matrix), without)
            else:
                yield item, matrix


@dataclass(slots=True, eq=False)
class TranslucentFrame(Frame):
    """A group of items that is translucent as a whole."""

    opacity: float = 1.0


class Page(NamedTuple):
    frame: Frame  # as large as the paper
    label: str = ""  # shown by PDF readers instead of the page number
    bookmark: str = ""  # a line in the PDF's outline, or ""
    trim: Bounds | None = None  # the box round what is left after cutting; `None` for the whole page
    bleed: Bounds | None = None  # the trim with the bleed round it
    level: int = 0  # depth of the bookmark, 0 outermost
    strip: tuple[float, float, float] | None = None  # a free strip for a line of text: right end, base line, length, mm
    is_guide: bool = False  # it is read only, so that other instructions may lie behind it


class Document(NamedTuple):
    name: str  # of the file, without ending
    part: str  # `all`, `fronts`, `backs`, or `one-side` for those of the last sheets if their backs are blank
    title: str
    language: str
    pages: tuple[Page, ...]  # in the order they are printed
    duplex: str  # `DuplexFlipLongEdge`, `DuplexFlipShortEdge` or `Simplex`; empty leaves it to the printer

    @property
    def sheets(self) -> int:
        """The sheets of paper it takes; backs in a file of their own add none."""
        if self.part == "backs":
            return 0
        return (len(self.pages) + 1) // 2 if self.duplex != "Simplex" else len(self.pages)
