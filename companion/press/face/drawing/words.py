"""Turn the words of an art file into outlines; the file gives the position of each line."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, Protocol

from companion.press.face.drawing.svg_file import IDLE, QUOTED, XML, ArtFile, Node, Style
from companion.press.frame import fonts
from companion.press.frame.outlines import Matrix, Outline, format_notation, parse_path, transform_outline
from companion.sentences import Sentence, say, shorten_text

OURS = {
    **dict.fromkeys(("", "serif", "companion serif", "companionserif", "noto serif jp", "inherit"), "regular"),
    **dict.fromkeys(("sans-serif", "sans", "companion sans", "companionsans", "system-ui"), "sans"),
}
"""Font families that are set in our own fonts, by lower-case name."""
BOLD = 600  # the lightest weight that is set bold
PARTS = {"middle": 0.5, "end": 1.0}  # the share of a line before its anchor
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

    def draw_lines(self, node: Node, style: Style) -> Iterator[tuple[str, Style]]:
        """Yield the words of an element as outlines in the plain notation, each with its style."""
        self.check_lines(node)
        chunks: list[list[_Letter]] = []
        for each in self._gather_letters(node, style, self._parse_size(node, style, 16.0)):
            if not chunks or {"x", "y"} & each.position.keys():
                chunks.append([])
            chunks[-1].append(each)
        x = y = 0.0
        for chunk in chunks:
            while chunk[-1].letter == " " and len(chunk) > 1 and not _keeps_spaces(chunk[-1].style):
                chunk.pop()
            position, widths = chunk[0].position, [self._compute_width(each) for each in chunk]
            x, y = position.get("x", x), position.get("y", y)
            total = sum(widths) + sum(each.position.get("dx", 0.0) for each in chunk)
            x -= PARTS.get(chunk[0].style["text-anchor"], 0.0) * total
            for _, run in groupby(zip(chunk, widths, strict=True), lambda pair: id(pair[0].style)):
                notation = ""
                for each, wide in run:
                    x, y = x + each.position.get("dx", 0.0), y + each.position.get("dy", 0.0)
                    matrix = Matrix.scale_by(each.size).then(Matrix.translate(x, y))
                    notation += format_notation(transform_outline(get_glyph(each.letter, each.font), matrix))
                    x += wide
                yield notation, each.style

    def _gather_letters(self, node: Node, style: Style, size: float, last: str = " ") -> list[_Letter]:
        """The letters of an element and its children; `last` is the letter before them."""
        letters, has_words = list[_Letter](), any(child.words.strip() for child in node.children)
        font = self.choose_font(style) if has_words else "regular"
        for child in node.children:
            last = letters[-1].letter if letters else last
            if child.tag in ("tspan", "a"):
                own_style = self.art.compute_style(child, style)
                if own_style.get("display") != "none":
                    letters += self._gather_letters(child, own_style, self._parse_size(child, own_style, size), last)
            elif child.tag not in ("", "title", "desc"):
                raise self.art.fault(child, say("such an element in words would be lost"))
            for letter in self.get_casing(node, style)(child.words):
                letter = " " if letter in "\n\t\r" else letter
                if letter != " " or last != " " or _keeps_spaces(style):
                    letters.append(_Letter(letter, style, font, size, {}))
                    last = letter
        for key in ("x", "y", "dx", "dy"):
            values = node.attributes.get(key, "").replace(",", " ").split()
            for each, value in zip(letters, values, strict=False):
                each.position.setdefault(key, self._parse_length(node, value, size))
        text = "".join({each.letter for each in letters if each.style is style})
        if unsettable := "".join(sorted(filter(_needs_shaping, text))):
            fault = "'{letters}' join or run from right to left, which outlines cannot show"
            raise self.art.fault(node, say(fault, letters=shorten_text(unsettable, QUOTED)))
        self.check_letters(node, text, font)
        return letters

    def check_lines(self, node: Node) -> None:
        """Raise a fault for words that flow in a frame but lack positions of lines: many programs ignore frames."""
        for key in ("shape-inside", "inline-size") if node.tag == "text" else ():
            value = node.attributes.get(key, "none")
            if value not in IDLE and not any("y" in each.attributes for each in node.children):
                raise self.art.refuse_value(node, key, value)

    def get_casing(self, node: Node, style: Style) -> Callable[[str], str]:
        """The function that changes words to the case of a style."""
        if style["text-transform"] not in CASES:
            raise self.art.refuse_value(node, "text-transform", style["text-transform"])
        return CASES[style["text-transform"]]

    def check_letters(self, node: Node, text: str, font: str) -> None:
        """Raise a fault for letters that no font has, which would print as boxes."""
        if missing := shorten_text(fonts.find_missing_letters("".join(text.split()), font), QUOTED):
            raise self.art.fault(node, say("no font here can set '{letters}'", letters=missing))

    def _compute_width(self, each: _Letter) -> float:
        keys = ("letter-spacing", "word-spacing") if each.letter == " " else ("letter-spacing",)
        spacing = sum(self._parse_length(self.art.root, each.style[key], each.size) for key in keys)
        return fonts.measure_width(each.letter, each.font, each.size) + spacing

    def _parse_length(self, node: Node, text: str, size: float) -> float:
        for unit, part in (("em", 1.0), ("ex", 0.5), ("%", 0.01)):
            if text.endswith(unit):
                return self.art.parse_number(node, "em", text.removesuffix(unit)) * size * part
        return 0.0 if text == "normal" else self.art.parse_number(node, "em", text)

    def _parse_size(self, node: Node, style: Style, reference: float) -> float:
        inherits = "font-size" not in node.attributes and node.tag != "text"
        return reference if inherits else self._parse_length(node, style["font-size"], reference)

    def choose_font(self, style: Style) -> str:
        """The deck's font for a style, or our own; a family that is neither is noted in `notes`."""
        resources, names = self._resources, [each.strip("'\" ").casefold() for each in style["font-family"].split(",")]
        families = {name.casefold(): name for name in resources.fonts} if resources else {}
        for name in names:
            if name in families and resources:
                font_name = fonts.name_styled_font(families[name], *parse_slant(style))
                if font := resources.find_font(font_name) or resources.find_font(families[name]):
                    return font
            if name in OURS:
                return fonts.name_styled_font(OURS[name], *parse_slant(style))
        fields = {"file": self.art.name, "name": shorten_text(names[0], QUOTED)}
        note = say("{file}: the deck has no font '{name}' ([font]); our serif stands in for it.", **fields)
        self.notes[note] = None
        return fonts.name_styled_font("regular", *parse_slant(style))


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
    drawer.draw_outline(face.charToGlyph[ord(letter)], pen)
    notation = pen.getCommands()
    scale = 1 / drawer.units
    return transform_outline(parse_path(notation), Matrix.scale_by(scale, -scale)) if notation else ()


def _needs_shaping(letter: str) -> bool:
    """True for a letter that outlines side by side cannot show."""
    is_mark = unicodedata.category(letter)[0] == "M" and letter not in fonts.INVISIBLE
    return is_mark or fonts.needs_shaping(letter)


def _keeps_spaces(style: Style) -> bool:
    """True if every space of a text counts."""
    return "pre" in style["white-space"] or style[f"{XML}space"] == "preserve"
