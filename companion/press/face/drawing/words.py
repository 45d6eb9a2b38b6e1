"""Turn the words of an art file into outlines; the file gives the position of each line."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate, groupby
from pathlib import Path
from typing import NamedTuple, Protocol
from unicodedata import normalize

from companion.data.papers import FLOAT
from companion.errors import Place
from companion.press.face.drawing.styles import Node
from companion.press.face.drawing.svg_file import EMS, IDLE, QUOTED, XML, ArtFile, Style
from companion.press.face.line_breaks import break_into_spans
from companion.press.frame import fonts
from companion.press.frame.outlines import (
    Bounds,
    Matrix,
    Outline,
    format_notation,
    parse_path,
    transform_bounds,
    transform_outline,
)
from companion.sentences import Sentence, say, shorten_text

OURS = {
    **dict.fromkeys(("", "serif", "companion serif", "companionserif", "noto serif jp", "inherit"), "regular"),
    **dict.fromkeys(("sans-serif", "sans", "companion sans", "companionsans", "system-ui"), "sans"),
}
"""Font families that are set in our own fonts, by lower-case name."""
BOLD = 600  # the lightest weight that is set bold
WORDS = ("text", "flowRoot")  # the element of words in SVG, and in files of older drawing programs
LINES = ("tspan", "a", "flowPara", "flowSpan", "flowDiv", "flowLine")  # elements of words within others
BREAKS = ("flowPara", "flowLine")  # after which a new line begins
ANCHORS = {"middle": 0.5, "end": 1.0}  # the share of a line before its anchor
ALIGNED = {**ANCHORS, "center": 0.5, "right": 1.0}  # parts of what a line leaves free that lie before it
SMALL_CAPS, SMALL = ("small-caps", "all-small-caps"), 0.7  # and how large these are
LEADING, ASCENT = 1.25, 0.8  # of lines that say nothing of it, as parts of their size
FLOAT_ALONE = re.compile(FLOAT)
CASES: Mapping[str, Callable[[str], str]] = {
    "none": str,
    "uppercase": str.upper,
    "lowercase": str.lower,
    "capitalize": lambda words: re.sub(r"(?<![\w'’])\w", lambda match: match[0].upper(), words),
}


class _Letter(NamedTuple):
    letter: str
    style: Style
    font: str
    size: float
    position: dict[str, float]  # those of x, y, dx and dy that are given


def is_framed(node: Node) -> bool:
    keys = ("shape-inside", "inline-size")
    return node.tag == "flowRoot" or any(node.attributes.get(key, "0") not in IDLE for key in keys)


def find_text_area(art: ArtFile, node: Node) -> Bounds | None:
    """The frame that words flow in, in their own coordinates; ``None`` where they stand on lines of their own."""
    inside = node.attributes.get("shape-inside", "none").partition(")")[0] + ")"
    is_linked = inside.startswith("url(") and not art.leads_nowhere(inside)
    frames = [art.get_link_target(node, "shape-inside", inside)] if is_linked else []
    frames += [shape for each in node.children if each.tag == "flowRegion" for shape in each.children]
    box = art.find_extent(frames[0]) if frames else None
    return None if box is None else transform_bounds(box, art.parse_transform(frames[0]))


class FontFinder(Protocol):
    fonts: Mapping[str, str]
    folder: Path | None

    def find_font(self, name: str) -> str | None:
        """The font that a deck calls `name`, as text items name it; ``None`` if there is none."""

    def __hash__(self) -> int: ...


class Words:
    """Sets the words of one art file in the fonts of a deck; `notes` notes the fonts it lacks."""

    def __init__(self, art: ArtFile, resources: FontFinder | None, notes: dict[Sentence, None]) -> None:
        self.art, self.notes, self._resources = art, notes, resources
        self.home = (resources and resources.folder) or art.folder  # links must not lead outside

    def with_art(self, art: ArtFile) -> "Words":
        """The words of another file in the fonts of the same deck."""
        return Words(art, self._resources, self.notes)

    def draw_lines(self, node: Node, style: Style) -> Iterator[tuple[str, Style]]:
        """Yield the words of an element as outlines in the plain notation, each with its style."""
        x = y = 0.0
        for chunk in self._lay_out_chunks(node, style):
            position, widths = chunk[0].position, [self._compute_width(each) for each in chunk]
            x, y = position.get("x", x), position.get("y", y)
            total = sum(widths) + sum(each.position.get("dx", 0.0) for each in chunk)
            x -= ANCHORS.get(chunk[0].style["text-anchor"], 0.0) * total
            for _, run in groupby(zip(chunk, widths, strict=True), lambda pair: id(pair[0].style)):
                notation = ""
                for each, wide in run:
                    x, y = x + each.position.get("dx", 0.0), y + each.position.get("dy", 0.0)
                    matrix = Matrix.scale_by(each.size).then(Matrix.translate(x, y))
                    notation += format_notation(transform_outline(get_glyph(each.letter, each.font), matrix))
                    x += wide
                yield notation, each.style

    def _lay_out_chunks(self, node: Node, style: Style) -> list[list[_Letter]]:
        """The letters of an element, separated where a letter has a place of its own.

        Words in a frame keep the lines that a drawing program gave them, unless one does not fit any more.
        """
        letters = self._gather_letters(node, style)
        area = find_text_area(self.art, node) if letters else None
        chunks: list[list[_Letter]] = []
        for each in letters:
            if not chunks or {"x", "y"} & each.position.keys():
                chunks.append([])
            chunks[-1].append(each)
        for chunk in chunks:
            while chunk[-1].letter in " \n" and len(chunk) > 1 and (area or not keeps_spaces(chunk[-1].style)):
                chunk.pop()
        is_broken = any("y" in child.attributes for child in node.children)
        if letters and is_framed(node) and area is None and not is_broken:
            raise self.art.fault(node, say("these words would be lost: their frame has no size"))
        if area is None or (
            is_broken and all(sum(map(self._compute_width, chunk)) <= area[2] - area[0] for chunk in chunks)
        ):
            return [[each._replace(letter=each.letter.replace("\n", " ")) for each in chunk] for chunk in chunks]
        return [*self._flow(chunks, area)]

    def _flow(self, chunks: list[list[_Letter]], area: Bounds) -> Iterator[list[_Letter]]:
        """Break the words of a frame into lines, and yield these in their places."""
        letters = [each for chunk in chunks for each in (*chunk, chunk[-1]._replace(letter=" "))]
        ends = [0.0, *accumulate(map(self._compute_width, letters))]
        text, (left, y, right, bottom), below = "".join(each.letter for each in letters), area, ""
        for first, end in break_into_spans(text, lambda span: ends[span[1]] - ends[span[0]], 0.0, right - left):
            line, with_end = letters[first:end], letters[first : end + 1]
            size, leading = max(each.size for each in with_end), max(map(self._parse_leading, with_end))
            y += leading
            if not line:
                continue
            anchor, total = ANCHORS.get(line[0].style["text-anchor"], 0.0), ends[end] - ends[first]
            x = left + ALIGNED.get(line[0].style["text-align"], anchor) * (right - left - total) + anchor * total
            place = {"x": x, "y": y - (leading - size) / 2 - (1 - ASCENT) * size}
            yield [line[0]._replace(position=place), *(each._replace(position={}) for each in line[1:])]
            if y > bottom + size / 2:
                below = below or shorten_text(text[first:end], QUOTED)
        if below:
            note = say("{file}: '{text}' is drawn below its frame, which is too small.", file=self.art.name, text=below)
            self.notes[note] = None

    def _gather_letters(self, node: Node, style: Style, last: str = " ") -> list[_Letter]:
        """The letters of an element and its children; `last` is the letter before them."""
        letters, words = list[_Letter](), "".join(child.words for child in node.children)
        font = self.choose_font(style) if words.strip() else "regular"
        size = self.art.parse_number(node, "font-size", style["font-size"])
        for child in node.children:
            last = letters[-1].letter if letters else last
            if child.tag in LINES:
                own_style = self.art.compute_style(child, style)
                if own_style.get("display") != "none":
                    letters += self._gather_letters(child, own_style, last)
                if child.tag in BREAKS:
                    letters.append(_Letter("\n", own_style, font, size, {}))
            elif child.tag not in ("", "title", "desc", "flowRegion"):
                raise self.art.fault(child, say("such an element in words would be lost"))
            for letter in self.change_case(node, style, child.words):
                if _is_invisible(letter):
                    continue
                if letter in "\t\r" or (letter == "\n" and "pre" not in style["white-space"]):
                    letter = " "
                if letter not in " \n" or last not in " \n" or keeps_spaces(style):
                    letters += self._capitalise(node, _Letter(letter, style, font, size, {}))
                    last = letter
        for key in ("x", "y", "dx", "dy"):
            values = node.attributes.get(key, "").replace(",", " ").split()
            for each, value in zip(letters, values, strict=False):
                part = value.endswith("%")  # of the page, not of the size of the letters
                given = self.art.parse_number(node, key, value) if part else self._parse_length(node, value, size)
                each.position.setdefault(key, given)
        if unsettable := "".join(sorted({*filter(_needs_shaping, normalize("NFC", words))})):
            fault = "'{letters}' join or run from right to left, which outlines cannot show"
            raise self.art.fault(node, say(fault, letters=shorten_text(unsettable, QUOTED)))
        self.check_letters(node, words, font)
        return letters

    def _capitalise(self, node: Node, letter: _Letter) -> Iterator[_Letter]:
        """A letter, or the small capital that its style wants in its place."""
        caps = letter.style["font-variant-caps"]
        if caps not in SMALL_CAPS and caps != "normal":
            raise self.art.refuse_value(node, "font-variant", caps)
        if caps == "normal" or (caps == "small-caps" and letter.letter == letter.letter.upper()):
            yield letter
        else:
            for each in letter.letter.upper():
                yield letter._replace(letter=each, size=letter.size * SMALL)

    def change_case(self, node: Node, style: Style, words: str) -> str:
        """Words as they are printed: in the case of a style, and letters with their accents as one."""
        if style["text-transform"] not in CASES:
            raise self.art.refuse_value(node, "text-transform", style["text-transform"])
        return normalize("NFC", CASES[style["text-transform"]](words))

    def check_letters(self, node: Node, text: str, font: str) -> None:
        """Note letters that no font here has: a check refuses them, for they would be printed as boxes."""
        seen = "".join(each for each in normalize("NFC", text) if not each.isspace() and not _is_invisible(each))
        if missing := fonts.find_missing_letters(seen, font):
            place = Place(self.art.name, node.line).words
            self.notes[fonts.describe_missing_letters(missing, shorten_text(text.strip(), QUOTED), place)] = None

    def _compute_width(self, each: _Letter) -> float:
        keys = ("letter-spacing", "word-spacing") if each.letter == " " else ("letter-spacing",)
        spacing = sum(self._parse_length(self.art.root, each.style[key], each.size) for key in keys)
        return fonts.measure_width(each.letter, each.font, each.size) + spacing

    def _parse_leading(self, letter: _Letter) -> float:
        given = letter.style["line-height"]
        if FLOAT_ALONE.fullmatch(given):
            return float(given) * letter.size
        return LEADING * letter.size if given == "normal" else self._parse_length(self.art.root, given, letter.size)

    def _parse_length(self, node: Node, text: str, size: float) -> float:
        for unit, part in EMS.items():
            if text.endswith(unit):
                return self.art.parse_number(node, "em", text.removesuffix(unit)) * size * part
        return 0.0 if text == "normal" else self.art.parse_number(node, "em", text)

    def find_name(self, style: Style) -> str | None:
        """The font of the first family of a style that is there, as faces call it."""
        own = self._resources.fonts if self._resources else {}
        families = OURS | {name.casefold(): name for name in own}
        bold, italic = parse_slant(style)
        for family in style["font-family"].split(","):
            if base := families.get(family.strip("'\" ").casefold()):
                styles = (bold, italic), (False, italic), (bold, False)
                names = (fonts.name_styled_font(base, *each) for each in styles)
                return next((each for each in names if each in fonts.OURS or self._find_own(each)), base)
        return None

    def choose_font(self, style: Style) -> str:
        """The deck's font for a style, or our own; a family that is neither is noted in `notes`."""
        name = self.find_name(style)
        if name is None:
            family = style["font-family"].partition(",")[0].strip("'\" ")
            fields = {"file": self.art.name, "name": shorten_text(family, QUOTED)}
            note = say("{file}: the deck has no font '{name}' ([font]); our serif stands in for it.", **fields)
            self.notes[note] = None
            name = fonts.name_styled_font("regular", *parse_slant(style))
        return self._find_own(name) or name

    def _find_own(self, name: str) -> str | None:
        return self._resources.find_font(name) if self._resources else None


def parse_slant(style: Style) -> tuple[bool, bool]:
    """Whether a style is bold, and whether it is italic."""
    weight = style.get("font-weight", "normal")
    bold = weight in ("bold", "bolder") or (weight.isdecimal() and int(weight) >= BOLD)
    return bold, style.get("font-style", "normal") != "normal"


@lru_cache(maxsize=4096)
def get_glyph(letter: str, font: str) -> Outline:
    """The outline of a letter in size 1; its origin is where the letter starts on the base line."""
    if letter in fonts.INVISIBLE:
        return ()
    from fontTools.pens.svgPathPen import SVGPathPen

    lender = fonts.split_runs(letter, font)[0][0]
    drawer, face = fonts.get_drawer(lender), fonts.get_metrics(lender).face
    pen = SVGPathPen(None)
    drawer.draw_outline(face.charToGlyph.get(ord(letter), 0), pen)
    notation = pen.getCommands()
    scale = 1 / drawer.units
    return transform_outline(parse_path(notation), Matrix.scale_by(scale, -scale)) if notation else ()


def _is_invisible(letter: str) -> bool:
    """True for what only says how the letters beside it are to be set."""
    return unicodedata.category(letter) == "Cf" or "\ufe00" <= letter <= "\ufe0f"


def _needs_shaping(letter: str) -> bool:
    """True for a letter that outlines side by side cannot show."""
    is_mark = unicodedata.category(letter)[0] == "M" and letter not in fonts.INVISIBLE
    return is_mark or fonts.needs_shaping(letter)


def keeps_spaces(style: Style) -> bool:
    return "pre" in style["white-space"] or style[f"{XML}space"] == "preserve"
