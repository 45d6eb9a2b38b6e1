"""Set type: fonts and icons of a deck, texts in boxes, and the boxes that lines of text cover.

A text has the largest size that fits, within its limits. It has as few lines as possible, and these are as
even as possible.
"""

import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TypeVar, cast

from companion.data.decks import pictures
from companion.data.files import check_inside
from companion.errors import DeckError, InputError, PaperError, Place
from companion.press.face.line_breaks import Span, break_into_spans
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing, Scan
from companion.press.frame.frame import Frame, Picture, Text
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix, transform_bounds
from companion.press.frame.pictures import inspect_picture
from companion.sentences import Sentence, say, shorten_text
from companion.units import to_millimetres, to_points

STEP = 0.25  # the step by which the size is lowered, points
MOST_TYPE_SIZE = 5000.0  # points: almost two metres
LONGEST_TEXT = 5000  # letters; a longer text is too long for any box, and trying it takes minutes
QUOTED = 80  # letters of a text that a message quotes
ASCENT, DESCENT = 0.80, 0.22
"""Height above and depth below the base line, as shares of the size; accents and kanji fit."""
INK = "ink"  # the class of paths in an icon that get the colour of the words around it
KINDS = (*pictures.DRAWINGS, *pictures.KINDS)  # endings of icon files; of two files with one name, the first counts
LARGE = 10.0  # the height of the frame of a picture, mm, which is scaled down to the text
QUOTED_NAME = 60  # characters of a wrong name that a message quotes


class PlainText:
    """A text in one font, whose spans are lines."""

    def __init__(self, letters: str, font: str) -> None:
        self.letters, self.font = letters, font

    @cached_property
    def _ends(self) -> Sequence[float]:
        """The end of each letter if all were on one line, in thousandths of the size."""
        return [0.0, *accumulate(map(fonts.get_widths(self.font).__getitem__, self.letters))]

    def compute_width(self, part: Span, size: float) -> float:
        """The width of a part of the text, with the space after its last letter; in points."""
        return (self._ends[part[1]] - self._ends[part[0]]) * size / 1000

    def compute_reach(self, line: Span, size: float) -> float:
        """The width of a line with its indent, in points."""
        return self.compute_width(line, size)

    def compute_scale(self, line: Span) -> float:
        """The size of the largest letters of a line, as a multiple of that of the text."""
        return 1.0

    def break_lines(self, size: float, most: float) -> list[Span]:
        """Break the text into lines at most `most` points wide; only a single wide word is wider."""
        ends = self._ends
        return break_into_spans(self.letters, lambda part: (ends[part[1]] - ends[part[0]]) * size / 1000, size, most)


class Overflow(PaperError):
    """A text that does not fit its box; `fault` names text and box, but not the card."""

    rule = "layout"

    def __init__(self, card: str, fault: Sentence) -> None:
        super().__init__("{card}: {fault}.", card=card, fault=fault)
        self.fault = fault


class TextBox(NamedTuple):
    """A box for words on a face; x and y are its upper left corner, lengths in mm."""

    name: str
    x: float
    y: float
    width: float
    height: float
    size: float  # points
    least: float  # the smallest size allowed, points
    weight: str = "regular"  # a font, by its name in faces
    colour: str = "#000000"
    align: str = "left"  # or `center`, `right`
    valign: str = "middle"  # or `top`, `bottom`
    leading: float = 1.25  # distance of base lines, as a multiple of the size
    turn: float = 0.0  # degrees clockwise about its middle
    role: str = ""
    spacing: float = 0.0  # between letters, as a multiple of the size
    bullet: str = ""  # replaces the dash that begins a paragraph; its other lines are indented


def set_words(text: str, box: TextBox, card: str, spills: bool = False) -> list[Text]:
    """Set a text into a box, a `Text` for each line; words that do not fit are an `Overflow`, or `spills` over."""
    if not text.strip():
        return []
    size, lines = place_lines(text, PlainText(text, box.weight), box, card, spills)
    anchor = {"left": "start", "center": "middle", "right": "end"}[box.align]
    return [
        Text(text[first:end], x, y, size, box.weight, box.colour, anchor, box.turn, box.name, box.role)
        for (first, end), (x, y) in lines
    ]


def place_lines(
    text: str, words: PlainText, box: TextBox, card: str, spills: bool = False
) -> tuple[float, list[tuple[Span, tuple[float, float]]]]:
    """The size, points, at which words fit their box, and their lines, each with its anchor; see ``set_words``.

    The anchor is on the base line: the left end of the line, its middle or its right end, mm. A fault quotes
    the words as `text`.
    """
    across, down = _measure_sides(box)
    size, room = box.size, to_points(across)
    steps_over = math.ceil((size - to_points(down) / (ASCENT + DESCENT)) / STEP - 1e-6)
    if steps_over > 0:  # a single line is too high
        size = max(size - steps_over * STEP, size - math.floor((size - box.least) / STEP + 1e-9) * STEP)
    while len(text) <= LONGEST_TEXT or spills:
        lines = words.break_lines(size, room)
        tall = [words.compute_scale(line) for line in lines]
        height = to_millimetres(size * (sum(tall[1:]) * box.leading + ASCENT * tall[0] + DESCENT * tall[-1]))
        does_fit = height <= down + 1e-6 and all(words.compute_reach(line, size) <= room for line in lines)
        is_least = size - STEP < box.least - 1e-9
        if does_fit or (spills and is_least):
            return size, list(zip(lines, _compute_anchors(box, size, height, tall), strict=True))
        if is_least:
            break
        size -= STEP
    fields: dict[str, object] = {"text": shorten_text(" ".join(text.split()), QUOTED), "box": box.name}
    fields |= {"width": across, "height": down, "least": box.least}
    fault = say("the text '{text}' does not fit '{box}' of {width} x {height} mm at {least} points", **fields)
    raise Overflow(card, fault)


def _compute_anchors(box: TextBox, size: float, height: float, tall: Sequence[float]) -> Iterator[tuple[float, float]]:
    """Yield the anchor of each line; `tall` is the size of its largest letters, as a multiple of the text's."""
    across, down = _measure_sides(box)
    left = {"left": 0.0, "center": across / 2, "right": across}[box.align]
    top = {"top": 0.0, "middle": (down - height) / 2, "bottom": down - height}[box.valign]
    middle_x, middle_y = box.x + box.width / 2, box.y + box.height / 2
    cosine, sine = Matrix.rotate(box.turn)[:2]
    dx = left - across / 2
    for step in accumulate(tall[1:], initial=0.0):
        dy = top + to_millimetres(size * (ASCENT * tall[0] + step * box.leading)) - down / 2
        yield middle_x + cosine * dx - sine * dy, middle_y + sine * dx + cosine * dy


def _measure_sides(box: TextBox) -> tuple[float, float]:
    """The length of a box along its lines and across them; words turned by a quarter swap the two."""
    return (box.height, box.width) if box.turn % 180 == 90 else (box.width, box.height)


def text_extent(text: Text, matrix: Matrix) -> Bounds:
    """The upright box that a line of text covers on a face, mm; `matrix` places its frame on the face."""
    spacing = text.spacing * text.size * (len(text.text) - 1)
    wide = to_millimetres(fonts.measure_width(text.text, text.font, text.size) + spacing)
    start = {"start": 0.0, "middle": -wide / 2, "end": -wide}[text.anchor]
    top, bottom = -to_millimetres(ASCENT * text.size), to_millimetres(DESCENT * text.size)
    if text.edge is not None:
        left, above, right, below = text.edge
        start, wide, top, bottom = start - left, wide + left + right, top - above, bottom + below
    if matrix is IDENTITY and not text.turn:
        return text.x + start, text.y + top, text.x + start + wide, text.y + bottom
    placing = Matrix.rotate(text.turn).then(Matrix.translate(text.x, text.y)).then(matrix)
    return transform_bounds((start, top, start + wide, bottom), placing)


def text_extents(frame: Frame) -> Iterator[tuple[Text, Bounds]]:
    for item, matrix in frame.walk():
        if isinstance(item, Text) and item.text.strip():
            yield item, text_extent(item, matrix)


class Icon(NamedTuple):
    """A small drawing or picture that is set in a text like a letter."""

    frame: Frame
    box: Bounds  # its visible part, mm from its origin

    @property
    def ratio(self) -> float:
        """Its width divided by its height."""
        left, top, right, bottom = self.box
        return (right - left) / (bottom - top)


Asset = TypeVar("Asset", str, Icon)  # read from a deck


class DeckResources:
    """The fonts and icons of a deck: files in its folder, or groups of one (``file.svg#group``), each read once."""

    def __init__(
        self,
        folder: Path | None = None,
        fonts: Mapping[str, str] = MappingProxyType({}),  # files by the names that faces use
        icons: Mapping[str, str] = MappingProxyType({}),
        icon_folder: str = "icons",
    ) -> None:
        self.folder, self.fonts, self.icons, self.icon_folder = folder, fonts, icons, icon_folder
        self._assets: dict[tuple[str, ...], str | Icon | InputError] = {}

    def _get_asset(self, key: tuple[str, ...], read: Callable[..., Asset]) -> Asset:
        """An asset, read once; a fault is raised for every card that uses it."""
        if key not in self._assets:
            try:
                self._assets[key] = read(*key)
            except InputError as fault:
                self._assets[key] = fault
        if isinstance(asset := self._assets[key], InputError):
            raise asset
        return cast(Asset, asset)

    def find_font(self, name: str) -> str | None:
        """The font that faces call `name`, as text items name it; ``None`` if there is none."""
        if name in self.fonts:
            return self._get_asset((name,), lambda _: self._load_font(name, *_split_choice(self.fonts[name])))
        return self._find_variable_bold(name) or (name if name in fonts.OURS else None)

    def _find_variable_bold(self, name: str) -> str | None:
        """The bold of a variable font, if `name` is what faces call it; ``None`` if the deck has no such font."""
        base = next((each for each in self.fonts if fonts.name_styled_font(each, True, False) == name), None)
        font = base and self.find_font(base)
        if base is None or font is None or (choice := fonts.choose_bold(font)) is None:
            return None
        file, _ = _split_choice(self.fonts[base])
        return self._get_asset((name,), lambda _: self._load_font(name, file, choice))

    def _load_font(self, name: str, file: str, choice: str) -> str:
        return fonts.load_deck_font(self._resolve_path(file), name, choice)

    def find_icon(self, name: str, colour: str) -> Icon | None:
        """Find an icon by name, in the colour of the words around it; ``None`` if there is none."""
        return self._get_asset((name, colour), self._read_icon) if self.has_icon(name) else None

    def has_icon(self, name: str) -> bool:
        return name in self.icons or name in self._folder_icons

    def _read_icon(self, name: str, colour: str) -> Icon:
        path, _, part = (self.icons.get(name) or self._folder_icons[name]).partition("#")
        file = self._resolve_path(path)
        if not file.is_file():
            raise DeckError("there is no icon '{name}'.", place=Place(path), name=shorten_text(name, QUOTED_NAME))
        if not path.lower().endswith(pictures.DRAWINGS):
            try:
                raster = inspect_picture(file)
            except InputError as error:
                raise DeckError("{fault}.", place=Place(path), fault=error.sentence) from None
            width = LARGE * raster.width / raster.height
            picture = Picture(str(file), 0, 0, width, LARGE)
            return Icon(Frame(f"icon {name}", width, LARGE, (picture,)), (0.0, 0.0, width, LARGE))
        from companion.press.face.drawing.parts import get_parts
        from companion.press.face.drawing.svg_file import read_art

        parts = get_parts(read_art(file, path), self)
        drawing = parts.find_part(part) if part else parts.draw_page(4 * LARGE)
        if drawing is None:
            raise DeckError("{fault}.", fault=parts.art.describe_missing_group(part))
        page = (0.0, 0.0, drawing.width, drawing.height)
        box = drawing.visible_bounds if part and isinstance(drawing, Drawing) else page
        if min(box[2] - box[0], box[3] - box[1]) <= 0:
            raise DeckError("the icon '{name}' has no width or no height.", place=Place(path), name=name)
        return Icon(drawing if isinstance(drawing, Scan) else drawing.with_paints({INK: colour}), box)

    @cached_property
    def _folder_icons(self) -> Mapping[str, str]:
        """The files in the folder of icons, by their names without endings."""
        if self.folder is None:
            return {}
        home = check_inside(self.folder, self.folder / self.icon_folder)
        icons: dict[str, str] = {}
        with suppress(OSError, ValueError):  # no folder, or unreadable
            files = [(Path(name).suffix.lower(), name) for name in os.listdir(home)]
            for kind in reversed(KINDS):
                icons |= {Path(name).stem: f"{self.icon_folder}/{name}" for ending, name in files if ending == kind}
        return icons

    def _resolve_path(self, path: str) -> Path:
        folder = self.folder or Path()
        return check_inside(folder, folder / path)


def _split_choice(link: str) -> tuple[str, str]:
    """The file of a font, and its place on the axes of a variable one, which may be empty."""
    file, _, choice = link.rpartition("#")
    return (file, choice) if "=" in choice else (link, "")
