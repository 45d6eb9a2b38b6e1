"""The words of an art file as outlines, on lines that the file gives their places."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from companion.press.face.drawing.style import IDLE, XML, Style, number, style_of
from companion.press.face.drawing.svg_file import QUOTED, ArtFile, Node
from companion.press.frame import fonts
from companion.press.frame.drawing import plain
from companion.press.frame.outlines import Matrix, Outline, moved, parsed
from companion.sentences import Sentence, say, shortened

OURS = {
    **dict.fromkeys(
        ("", "serif", "companion serif", "companionserif", "noto serif jp", "inherit"), "regular"
    ),
    **dict.fromkeys(("sans-serif", "sans", "companion sans", "companionsans", "system-ui"), "sans"),
}
"""The families that are ours."""
BOLD = 600  # the lightest weight that is set bold
PARTS = {"middle": 0.5, "end": 1.0}  # of a line that lie before where it stands
CASES: Mapping[str, Callable[[str], str]] = {
    "none": str,
    "uppercase": str.upper,
    "lowercase": str.lower,
    "capitalize": lambda words: re.sub(r"(?<![\w'’])\w", lambda found: found[0].upper(), words),
}


class _Letter(NamedTuple):
    letter: str
    style: Style
    font: str
    size: float
    at: dict[str, float]  # its x, y, dx and dy, where they are given


class Letters(Protocol):
    """The fonts of a deck."""

    fonts: Mapping[str, str]
    folder: Path | None

    def font(self, name: str) -> str | None:
        """The font of a name, as words have it."""

    def __hash__(self) -> int: ...


class Words:
    """Sets the words of one art file in the fonts of a deck, and notes in `told` those it has not."""

    def __init__(self, art: ArtFile, lettering: Letters | None, told: dict[Sentence, None]) -> None:
        self.art, self.told, self._lettering = art, told, lettering
        self.home = (lettering and lettering.folder) or art.folder  # beyond which no link leads

    def lines(self, node: Node, style: Style) -> Iterator[tuple[str, Style]]:
        """The words of an element as outlines in the plain notation, each with the style it is drawn in."""
        self.check_lines(node)
        letters = self._gather_letters(node, style, self._size(node, style, 16.0))
        chunks: list[list[_Letter]] = []
        for each in letters:
            if not chunks or {"x", "y"} & each.at.keys():
                chunks.append([])
            chunks[-1].append(each)
        x = y = 0.0
        for chunk in chunks:
            while chunk[-1].letter == " " and len(chunk) > 1 and not _kept(chunk[-1].style):
                chunk.pop()
            at, widths = chunk[0].at, [self._wide(each) for each in chunk]
            x, y = at.get("x", x), at.get("y", y)
            total = sum(widths) + sum(each.at.get("dx", 0.0) for each in chunk)
            x -= PARTS.get(chunk[0].style["text-anchor"], 0.0) * total
            for _, run in groupby(zip(chunk, widths, strict=True), lambda pair: id(pair[0].style)):
                drawn = ""
                for each, wide in run:
                    x, y = x + each.at.get("dx", 0.0), y + each.at.get("dy", 0.0)
                    placed = Matrix.scaled(each.size).then(Matrix.moved(x, y))
                    drawn += plain(moved(glyph(each.letter, each.font), placed))
                    x += wide
                yield drawn, each.style

    def _gather_letters(self, node: Node, style: Style, size: float, last: str = " ") -> list[_Letter]:
        """The letters of an element and those in it; `last` stands before them."""
        found, worded = list[_Letter](), any(child.words.strip() for child in node.children)
        font = self.font(style) if worded else "regular"
        for child in node.children:
            last = found[-1].letter if found else last
            if child.tag in ("tspan", "a"):
                own = style_of(self.art, child, style)
                if own.get("display") != "none":
                    found += self._gather_letters(child, own, self._size(child, own, size), last)
            elif child.tag not in ("", "title", "desc"):
                raise self.art.fault(child, say("such an element in words would be lost"))
            for letter in self.case(node, style)(child.words):
                letter = " " if letter in "\n\t\r" else letter
                if letter != " " or last != " " or _kept(style):
                    found.append(_Letter(letter, style, font, size, {}))
                    last = letter
        for key in ("x", "y", "dx", "dy"):
            values = node.attributes.get(key, "").replace(",", " ").split()
            for each, value in zip(found, values, strict=False):
                each.at.setdefault(key, self._length(node, value, size))
        text = "".join({each.letter for each in found if each.style is style})
        if joined := "".join(sorted(filter(_joins, text))):
            what = "'{letters}' join or run from right to left, which outlines cannot show"
            raise self.art.fault(node, say(what, letters=shortened(joined, QUOTED)))
        self.check(node, text, font)
        return found

    def check_lines(self, node: Node) -> None:
        """See that the lines of words in a frame have their places, for who draws them may know no frames."""
        for key in ("shape-inside", "inline-size") if node.tag == "text" else ():
            given = node.attributes.get(key, "none")
            if given not in IDLE and not any("y" in each.attributes for each in node.children):
                raise self.art.unknown(node, key, given)

    def case(self, node: Node, style: Style) -> Callable[[str], str]:
        """What makes capitals or small letters of words, as a style wants them."""
        if style["text-transform"] not in CASES:
            raise self.art.unknown(node, "text-transform", style["text-transform"])
        return CASES[style["text-transform"]]

    def check(self, node: Node, text: str, font: str) -> None:
        """See that a font has all letters of a text, or others lend them: else boxes would be printed."""
        if lacking := fonts.missing("".join(text.split()), font):
            what = say("no font here can set '{letters}'", letters=shortened(lacking, QUOTED))
            raise self.art.fault(node, what)

    def _wide(self, each: _Letter) -> float:
        keys = ("letter-spacing", "word-spacing") if each.letter == " " else ("letter-spacing",)
        more = sum(self._length(self.art.root, each.style[key], each.size) for key in keys)
        return fonts.width(each.letter, each.font, each.size) + more

    def _length(self, node: Node, given: str, size: float) -> float:
        """A length that may be in parts of the size of the words."""
        for unit, part in (("em", 1.0), ("ex", 0.5), ("%", 0.01)):
            if given.endswith(unit):
                return number(self.art, node, "em", given.removesuffix(unit)) * size * part
        return 0.0 if given == "normal" else number(self.art, node, "em", given)

    def _size(self, node: Node, style: Style, around: float) -> float:
        inherits = "font-size" not in node.attributes and node.tag != "text"
        return around if inherits else self._length(node, style["font-size"], around)

    def font(self, style: Style) -> str:
        """The font of a deck, or ours where it has none of its families; then it is told."""
        names = [each.strip("'\" ").casefold() for each in style["font-family"].split(",")]
        lettering = self._lettering
        lent = {name.casefold(): name for name in lettering.fonts} if lettering else {}
        for name in names:
            if name in lent and lettering:
                wanted = fonts.styled(lent[name], *slant(style))
                if font := lettering.font(wanted) or lettering.font(lent[name]):
                    return font
            if name in OURS:
                return fonts.styled(OURS[name], *slant(style))
        shown = {"file": self.art.name, "name": shortened(names[0], QUOTED)}
        what = say("{file}: the deck has no font '{name}' ([font]); our serif stands in for it.", **shown)
        self.told[what] = None
        return fonts.styled("regular", *slant(style))


def slant(style: Style) -> tuple[bool, bool]:
    """True for what a style sets bold, and for what it sets italic."""
    weight = style.get("font-weight", "normal")
    bold = weight in ("bold", "bolder") or (weight.isdecimal() and int(weight) >= BOLD)
    return bold, style.get("font-style", "normal") != "normal"


@lru_cache(maxsize=4096)
def glyph(letter: str, font: str) -> Outline:
    """The outline of a letter, of size 1, from its beginning on the base line."""
    from fontTools.pens.svgPathPen import SVGPathPen

    glyphs, names, units = _glyphs(fonts.runs(letter, font)[0][0])
    pen = SVGPathPen(glyphs)
    glyphs[names[ord(letter)]].draw(pen)
    told = pen.getCommands()
    return moved(parsed(told), Matrix.scaled(1 / units, -1 / units)) if told else ()


@cache
def _glyphs(font: str) -> tuple[Any, Any, int]:
    """The outlines of a font, the name of that of each character, and the units of its size."""
    from fontTools.ttLib import TTFont

    read = TTFont(BytesIO(fonts.metrics(font).face._ttf_data), lazy=True)
    return read.getGlyphSet(), read.getBestCmap(), read["head"].unitsPerEm


def _joins(letter: str) -> bool:
    """True for a letter that stands as it should only in a program that orders and joins letters."""
    return unicodedata.bidirectional(letter) in ("R", "AL") or unicodedata.category(letter)[0] == "M"


def _kept(style: Style) -> bool:
    """True where each space of a text counts."""
    return "pre" in style["white-space"] or style[f"{XML}space"] == "preserve"
