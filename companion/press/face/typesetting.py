"""Set type: fonts and icons of a deck, texts in boxes, and the boxes that lines of text cover.

A text has the largest size that fits, within its limits. It has as few lines as possible, and these are as
even as possible.
"""

import math
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache, partial
from itertools import accumulate, pairwise
from pathlib import Path
from typing import NamedTuple, TypeVar

from companion.data.decks import pictures
from companion.data.files import check_inside
from companion.errors import DeckError, InputError, PaperError, Place
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing, Scan
from companion.press.frame.frame import Frame, Picture, Text
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix, transform_bounds
from companion.press.frame.pictures import inspect_picture
from companion.sentences import Sentence, say, shorten_text
from companion.units import to_millimetres, to_points

Span = tuple[int, int]  # the beginning and end of a part of a text

SPACE = r"(?<!«) (?![:;!?»·–/])"
"""A space where a line may end: not one between a mark and its word, as in French."""
_EAST = "[\u2e80-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
"""Kana, kanji and their punctuation, which are written without spaces."""
FIRST_EASTERN = "\u2e80"
_NEVER_FIRST = "、。，．・：；？！」』）］｝〉》】〕ー々〜…‥ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
_NEVER_LAST = "「『（［｛〈《【〔"
_EASTERN = rf"{SPACE}|(?<=[^\s{_NEVER_LAST}])(?=[^\s{_NEVER_FIRST}])(?:(?<={_EAST})|(?={_EAST}))"
"""Where a line with kana or kanji may break: also before and after each of them."""
NARROW = 36.0  # lines up to this width, as a multiple of the size, are made even; in wider boxes they are filled
STEP = 0.25  # the step by which the size is lowered, points
MOST_TYPE_SIZE = 5000.0  # points: almost two metres
LONGEST_TEXT = 5000  # letters; a longer text is too long for any box, and trying it takes minutes
QUOTED = 80  # letters of a text that a message quotes
ASCENT, DESCENT = 0.80, 0.22
"""Height above and depth below the base line, as shares of the size; accents and kanji fit."""
AnyLine = TypeVar("AnyLine")  # a line: its letters, or its span in the text
INK = "ink"  # the class of paths in an icon that get the colour of the words around it
KINDS = (*pictures.DRAWINGS, *pictures.KINDS)  # endings of icon files; of two files with one name, the first counts
LARGE = 10.0  # the height of the frame of a picture, mm, which is scaled down to the text
QUOTED_NAME = 60  # characters of a wrong name that a message quotes
Named = Mapping[str, str]  # files by the names that faces use
_NONE: Named = {}


def break_lines(text: str, font: str, size: float, most: float) -> list[str]:
    """Break a text in one font into lines at most `most` points wide."""
    ends = _compute_ends(text, font)
    parts = break_into_spans(text, lambda part: (ends[part[1]] - ends[part[0]]) * size / 1000, size, most)
    return [text[first:end] for first, end in parts]


@lru_cache(maxsize=16)  # a text is tried at many sizes
def _compute_ends(text: str, font: str) -> Sequence[float]:
    """The end of each letter if all were on one line, in thousandths of the size."""
    return [0.0, *accumulate(map(fonts.get_widths(font).__getitem__, text))]


def break_into_spans(text: str, wide: Callable[[Span], float], size: float, most: float) -> list[Span]:
    """Break a text into lines, returned as spans; `wide` measures a span; widths are in points."""
    lines: list[Span] = []
    for first, end in _split_spans(text, re.compile("\n"), 0, len(text)):
        if wide((first, end)) <= most:
            lines.append((first, end))
            continue
        eastern = max(text, default="") >= FIRST_EASTERN
        words = _split_spans(text, re.compile(f"{fonts.BREAK}|{_EASTERN if eastern else SPACE}"), first, end)
        gaps = [0.0, *(wide((before, after)) for (_, before), (after, _) in pairwise(words))]
        starts = _find_line_starts([wide(word) for word in words], gaps, most, even=most < NARROW * size)
        lines += [(words[start][0], words[end - 1][1]) for start, end in pairwise([*starts, len(words)])]
    return lines


@lru_cache(maxsize=64)
def _split_spans(text: str, mark: re.Pattern[str], first: int, end: int) -> Sequence[Span]:
    matches = list(mark.finditer(text, first, end))
    starts, ends = [first, *(each.end() for each in matches)], [*(each.start() for each in matches), end]
    return list(zip(starts, ends, strict=True))


def _find_line_starts(widths: Sequence[float], gaps: Sequence[float], most: float, even: bool) -> list[int]:
    """The indexes of the words that begin lines; `even` lines are as narrow as their number allows."""
    starts, widest = _fill_lines(widths, gaps, most, len(widths))
    while even and len(starts) > 1:
        narrower, starts_again = _fill_lines(widths, gaps, widest - 1e-6, len(starts))
        if len(narrower) > len(starts) or starts_again >= widest:
            break
        starts, widest = narrower, starts_again
    is_lone = len(starts) > 1 and starts[-1] == len(widths) - 1
    if is_lone and starts[-1] - starts[-2] > 2 and widths[-2] + gaps[-1] + widths[-1] <= most:
        starts[-1] -= 1  # no single word on the last line
    return starts


def _fill_lines(widths: Sequence[float], gaps: Sequence[float], most: float, lines: int) -> tuple[list[int], float]:
    """The indexes of the words that begin full lines, and the width of the widest; stops after `lines` lines.

    A word wider than a line gets a line of its own.
    """
    starts, end, widest = [0], widths[0], 0.0
    for number in range(1, len(widths)):
        longer = end + gaps[number] + widths[number]
        if longer <= most:
            end = longer
            continue
        starts.append(number)
        if len(starts) > lines:
            break
        widest, end = max(widest, end), widths[number]
    return starts, max(widest, end)


class Overflow(PaperError):
    """A text that does not fit its box; `fault` names text and box, but not the card."""

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
    r"""Set a text into a box, one `Text` per line; ``\n`` starts a new line, other breaks are between words.

    Words that do not fit at the least size are an `Overflow`, or, if `spills`, run over their box.
    """
    if not text.strip():
        return []
    font, words = box.weight, text[:LONGEST_TEXT]
    measure = fonts.measure_width
    lines_of = partial(break_lines, words, font)
    size, lines = fit_text(text, lines_of, lambda line, size: measure(line, font, size), box, card, spills)
    anchor = {"left": "start", "center": "middle", "right": "end"}[box.align]
    return [
        Text(line, x, y, size, font, box.colour, anchor, box.turn, box.name, box.role)
        for line, (x, y) in zip(lines, compute_anchors(box, size, [1.0] * len(lines)), strict=True)
    ]


def fit_text(
    text: str,
    lines_of: Callable[[float, float], list[AnyLine]],
    wide: Callable[[AnyLine, float], float],
    box: TextBox,
    card: str,
    spills: bool = False,
    tall: Callable[[AnyLine], float] | None = None,
) -> tuple[float, list[AnyLine]]:
    """The size, points, at which a text fits its box, and its lines; see ``set_words``.

    `lines_of` breaks the text at a size into lines of at most a width, `wide` gives a line's width at a
    size; points. `tall` gives the size of a line's largest letters, as a multiple of the text's.
    """
    across, down = _measure_sides(box)
    size, room = box.size, to_points(across)
    steps_over = math.ceil((size - to_points(down) / (ASCENT + DESCENT)) / STEP - 1e-6)
    if steps_over > 0:  # a single line is too high
        size = max(size - steps_over * STEP, size - math.floor((size - box.least) / STEP + 1e-9) * STEP)
    while len(text) <= LONGEST_TEXT or spills:
        lines = lines_of(size, room)
        high = sum(map(tall, lines[1:])) if tall else len(lines) - 1
        ends = (tall(lines[0]), tall(lines[-1])) if tall else (1.0, 1.0)
        height = to_millimetres(size * (high * box.leading + ASCENT * ends[0] + DESCENT * ends[1]))
        does_fit = height <= down + 1e-6 and all(wide(line, size) <= room for line in lines)
        if does_fit or (spills and size - STEP < box.least - 1e-9):
            return size, lines
        if size - STEP < box.least - 1e-9:
            break
        size -= STEP
    fields: dict[str, object] = {"text": shorten_text(" ".join(text.split()), QUOTED), "box": box.name}
    fields |= {"width": across, "height": down, "least": box.least}
    fault = say("the text '{text}' does not fit '{box}' of {width} x {height} mm at {least} points", **fields)
    raise Overflow(card, fault)


def compute_anchors(box: TextBox, size: float, tall: Sequence[float]) -> list[tuple[float, float]]:
    """The anchor of each line on its base line: its left end, middle or right end, mm.

    `tall` is the size of the largest letters of each line, as a multiple of the text's.
    """
    across, down = _measure_sides(box)
    height = to_millimetres(size * (sum(tall[1:]) * box.leading + ASCENT * tall[0] + DESCENT * tall[-1]))
    left = {"left": 0.0, "center": across / 2, "right": across}[box.align]
    top = {"top": 0.0, "middle": (down - height) / 2, "bottom": down - height}[box.valign]
    middle_x, middle_y = box.x + box.width / 2, box.y + box.height / 2
    steps = accumulate(tall[1:], initial=0.0)
    downs = [top + to_millimetres(size * (ASCENT * tall[0] + step * box.leading)) - down / 2 for step in steps]
    dx = left - across / 2
    if not box.turn:
        return [(middle_x + dx, middle_y + dy) for dy in downs]
    cosine, sine = Matrix.rotate(box.turn)[:2]
    return [(middle_x + cosine * dx - sine * dy, middle_y + sine * dx + cosine * dy) for dy in downs]


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
    """Yield every line of text on a face, each with the box that it covers, mm."""
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
    """The fonts and icons of a deck: files in its folder, each read when a card first uses it.

    An icon may be a group of a file: ``file.svg#group``.
    """

    def __init__(
        self, folder: Path | None = None, fonts: Named = _NONE, icons: Named = _NONE, icon_folder: str = "icons"
    ) -> None:
        self.fonts = fonts
        self.folder, self._icons, self._icon_folder = folder, icons, icon_folder
        self._font_cache: dict[str, str | InputError] = {}
        self._icon_cache: dict[tuple[str, str], Icon | InputError] = {}

    def find_font(self, name: str) -> str | None:
        """The font that faces call `name`, as text items name it; ``None`` if there is none."""
        if name not in self.fonts:
            return name if name in fonts.OURS else None
        if name not in self._font_cache:
            try:
                file, _, choice = self.fonts[name].rpartition("#")
                if "=" not in choice:
                    file, choice = self.fonts[name], ""
                self._font_cache[name] = fonts.load_deck_font(self._resolve_path(file), name, choice)
            except InputError as fault:  # read once, but raised for every card that uses it
                self._font_cache[name] = fault
        return _get_or_raise(self._font_cache[name])

    def find_icon(self, name: str, colour: str) -> Icon | None:
        """Find an icon by name, in the colour of the words around it; ``None`` if there is none."""
        path = self._icons.get(name) or self._folder_icons.get(name)
        if path is None:
            return None
        if (name, colour) not in self._icon_cache:
            try:
                self._icon_cache[name, colour] = self._read_icon(name, path, colour)
            except InputError as fault:
                self._icon_cache[name, colour] = fault
        return _get_or_raise(self._icon_cache[name, colour])

    def has_icon(self, name: str) -> bool:
        return name in self._icons or name in self._folder_icons

    def _read_icon(self, name: str, link: str, colour: str) -> Icon:
        path, _, part = link.partition("#")
        file = self._resolve_path(path)
        if not file.is_file():
            raise DeckError("there is no icon '{name}'.", place=Place(path), name=shorten_text(name, QUOTED_NAME))
        if not path.lower().endswith(pictures.DRAWINGS):
            return _read_picture_icon(name, file, path)
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
        home = check_inside(self.folder, self.folder / self._icon_folder)
        icons: dict[str, str] = {}
        with suppress(OSError, ValueError):  # no folder, or unreadable
            files = [(Path(name).suffix.lower(), name) for name in os.listdir(home)]
            for kind in reversed(KINDS):
                icons |= {Path(name).stem: f"{self._icon_folder}/{name}" for ending, name in files if ending == kind}
        return icons

    def _resolve_path(self, path: str) -> Path:
        folder = self.folder or Path()
        return check_inside(folder, folder / path)


def _get_or_raise(asset: Asset | InputError) -> Asset:
    if isinstance(asset, InputError):
        raise asset
    return asset


def _read_picture_icon(name: str, file: Path, path: str) -> Icon:
    try:
        raster = inspect_picture(file)
    except InputError as error:
        raise DeckError("{fault}.", place=Place(path), fault=error.sentence) from None
    width = LARGE * raster.width / raster.height
    picture = Picture(str(file), 0, 0, width, LARGE)
    return Icon(Frame(f"icon {name}", width, LARGE, (picture,)), (0.0, 0.0, width, LARGE))
