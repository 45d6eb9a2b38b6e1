"""A frame is what one face of a card, tile or board looks like: placed shapes and text in millimetres.

Faces build frames, inks render them as pages of a document; nothing else passes between layout and ink.
The origin is the top left corner of the trim, y grows downward; bleed lies outside, at negative
coordinates and beyond the size. A frame prints as text, and that text is the golden file of the tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple, overload

from companion.data.files import Spool
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix, Outline

_FEW = 16  # segments of an outline that may be one of many alike
_SEGMENT = {"M": "M %.2f %.2f", "L": "L %.2f %.2f", "C": "C %.2f %.2f %.2f %.2f %.2f %.2f", "Z": "Z"}
"""The text of a segment of an outline."""
DUPLEX = {"duplex-long": "DuplexFlipLongEdge", "duplex-short": "DuplexFlipShortEdge"}
"""The request of a PDF to a printer that turns sheets over by itself."""
_USE = 3


class Shape(NamedTuple):
    """An outline that is filled, drawn, or both."""

    outline: Outline  # mm
    fill: str | None = None  # `#rrggbb`; even-odd decides where lines of one outline overlap
    stroke: str | None = None
    width: float = 0.0  # mm
    dash: tuple[float, ...] = ()  # lengths of dashes and gaps, mm; empty for a whole line
    role: str = ""  # its purpose, such as `ground`, `icon`, `pattern`, `seal`, `cut`, `fold`
    group: str = ""  # its kind, such as `forest`; preflight compares the groups of one role


class Text(NamedTuple):
    text: str
    x: float  # mm
    y: float  # of the base line, mm
    size: float  # points
    font: str = "regular"  # or `bold`, `italic`, `bold-italic`, or one of a deck
    colour: str = "#000000"  # or nothing, of words that a drawing below shows
    anchor: str = "start"  # or `middle`, `end`
    turn: float = 0.0  # degrees clockwise about (x, y)
    box: str = ""  # its name in the face, for messages
    role: str = ""  # as of a Shape; `decor` is left out of the safe-zone check
    aid_words: str = ""  # the words that an aid has, in larger type
    spacing: float = 0.0  # between letters, as a multiple of the size; such a line stands at its start
    edge: Bounds | None = None  # how far ink reaches beyond its letters: an outline, a shadow; mm


class Picture(NamedTuple):
    """A raster image of a person's own deck, placed by its upper left corner; mm."""

    file: str
    x: float
    y: float
    width: float
    height: float


class Use(NamedTuple):
    """Another frame, placed: an icon, a square of a map card, a card on a sheet."""

    frame: Frame  # one that is placed more than once is stored once in a PDF
    matrix: Matrix = IDENTITY
    clip: Outline | None = None  # in the coordinates of the placing frame
    role: str = ""  # of drawings alone, as of a Shape
    group: str = ""


Item = Shape | Text | Picture | Use


@dataclass(frozen=True, slots=True)
class Frame:
    """One face, laid out."""

    name: str  # such as `deck/component/12`
    width: float  # of the trim, mm
    height: float  # of the trim, mm
    items: tuple[Item, ...] | SpooledItems = field(repr=False)  # the lowest first
    bleed: float = 0.0  # how far the drawing reaches beyond the trim, mm; beyond that nothing shows
    safe: float = 0.0  # how far from the trim words must stay, mm
    trim: Outline | None = None  # the line it is cut out along; `None` for the box of its size

    @property
    def nested_frames(self) -> Sequence[Frame]:
        """The frames placed within it, each as often as it is placed."""
        if isinstance(self.items, SpooledItems):
            return self.items.frames
        return [item.frame for item in self.items if isinstance(item, Use)]

    def with_items(self, items: Iterable[Item]) -> Frame:
        """The frame with other items, spooled if its own are."""
        other = replace(self, items=tuple(items))
        return self.items.spool.keep(other) if isinstance(self.items, SpooledItems) else other

    def walk(self, matrix: Matrix = IDENTITY) -> Iterator[tuple[Item, Matrix]]:
        """Yield every shape, text and picture, nested ones too, with its matrix onto this face."""
        for item in self.items:
            if isinstance(item, Use):
                yield from item.frame.walk(item.matrix.then(matrix))
            else:
                yield item, matrix

    def __str__(self) -> str:
        """The frame as readable text, one item a line; nested frames by name only."""
        trim = f" trim {_format_outline(self.trim)}" if self.trim else ""
        lines = [f"frame {self.name} {_mm(self.width, self.height)} bleed {_mm(self.bleed)}{trim}"]
        lines += [f"  {_format_item(item)}" for item in self.items]
        return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class TranslucentFrame(Frame):
    """A group of items that is translucent as a whole."""

    opacity: float = 1.0


def _mm(*numbers: float) -> str:
    return _drop_minus_zero(" ".join(["%.2f"] * len(numbers)) % numbers)


def _drop_minus_zero(text: str) -> str:
    return text.replace("-0.00", "0.00")


def _format_item(item: Item) -> str:
    match item:
        case Shape():
            pen = [f"fill {item.fill}"] if item.fill else []
            pen += [f"stroke {item.stroke} {_mm(item.width)}"] if item.stroke else []
            pen += [f"dash {_mm(*item.dash)}"] if item.dash else []
            pen += [" ".join(filter(None, (item.role, item.group)))] if item.role or item.group else []
            return f"shape {_format_outline(item.outline)} | {' | '.join(pen)}"
        case Text():
            colour, turn = item.colour or "unseen", f" turn {item.turn:g}" if item.turn else ""
            turn += f" spaced {item.spacing:g}" if item.spacing else ""
            turn += f" edge {_mm(*item.edge)}" if item.edge else ""
            place = f"{_mm(item.x, item.y)} {item.anchor} {item.font} {item.size:g}pt {colour}{turn}"
            return f"text {place} {item.text!r}" + (f" for {item.aid_words!r}" if item.aid_words else "")
        case Picture():
            return f"picture {_mm(item.x, item.y, item.width, item.height)} {item.file}"
        case Use():
            clip = f" clip {_format_outline(item.clip)}" if item.clip else ""
            linear = (item.matrix.a, item.matrix.b, item.matrix.c, item.matrix.d)
            transform = "" if linear == (1, 0, 0, 1) else " by " + " ".join(f"{n:.4g}" for n in linear)
            role = " | " + " ".join(filter(None, (item.role, item.group))) if item.role or item.group else ""
            faint = f" faint {item.frame.opacity:g}" if isinstance(item.frame, TranslucentFrame) else ""
            return f"use {item.frame.name}{faint} at {_mm(item.matrix.e, item.matrix.f)}{transform}{clip}{role}"


def _format_outline(outline: Outline) -> str:
    return _format_cached(outline) if len(outline) <= _FEW else _format_segments(outline)


def _format_segments(outline: Outline) -> str:
    return _drop_minus_zero(" ".join([_SEGMENT[letter] % numbers for letter, numbers in outline]))


_format_cached = lru_cache(maxsize=256)(_format_segments)  # a deck draws the same box on every card


class Page(NamedTuple):
    frame: Frame  # as large as the paper
    label: str = ""  # shown by PDF readers instead of the page number
    bookmark: str = ""  # a line for the PDF's outline, or empty
    trim: Bounds | None = None  # what is left when all is cut; the whole page when `None`
    bleed: Bounds | None = None  # trim and what is drawn beyond it
    level: int = 0  # depth of the bookmark, 0 outermost
    strip: tuple[float, float, float] | None = None  # a strip for words: right end, base line, length, mm


class Document(NamedTuple):
    name: str  # of the file, without ending
    part: str  # `all`, `fronts` or `backs`
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


_MAKE = (Shape._make, Text._make, Picture._make)
_NUMBERS: dict[type[Item], int] = {Shape: 0, Text: 1, Picture: 2}


class FrameSpool:
    """Keeps the items of frames on disk."""

    def __init__(self) -> None:
        self.spool = Spool()
        self.last_read: tuple[int, list[Item]] = -1, []  # the items read last: they are gone through several times

    def keep(self, frame: Frame) -> Frame:
        """The frame with its items moved to disk; it looks the same."""
        nested: list[Frame] = []
        rows: list[tuple[Any, ...]] = []
        for item in frame.items:
            if isinstance(item, Use):
                rows.append((_USE, (tuple(item.matrix), *item[2:])))
                nested.append(item.frame)
            else:
                rows.append((_NUMBERS[type(item)], tuple(item)))
        items = SpooledItems(self, self.spool.put(rows), tuple(nested))
        return Frame(frame.name, frame.width, frame.height, items, frame.bleed, frame.safe, frame.trim)

    def keep_in_memory(self, frame: Frame) -> Frame:
        """The frame with its items on disk, and in memory too until other items are read."""
        frame_kept = self.keep(frame)
        if isinstance(frame_kept.items, SpooledItems):
            self.last_read = frame_kept.items.position, [*frame.items]
        return frame_kept


class SpooledItems(Sequence[Item]):
    """The items of a frame, read from disk each time they are iterated; the `frames` placed stay in memory."""

    __slots__ = ("frames", "position", "spool")

    def __init__(self, spool: FrameSpool, position: int, frames: tuple[Frame, ...]) -> None:
        self.spool, self.position, self.frames = spool, position, frames

    def _items(self) -> list[Item]:
        position, items = self.spool.last_read
        if position != self.position:
            frames = iter(self.frames)
            items = [
                _MAKE[number](fields) if number != _USE else Use(next(frames), Matrix._make(fields[0]), *fields[1:])
                for number, fields in self.spool.spool.get(self.position)
            ]
            self.spool.last_read = self.position, items
        return items

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items())

    def __len__(self) -> int:
        return len(self._items())

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | Sequence[Item]:
        return self._items()[index]
