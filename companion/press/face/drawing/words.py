"""The words of an art file as outlines: on lines, along paths, and in frames that they fill line by line."""

import math
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from companion.press.face.drawing.outlines import outline_of
from companion.press.face.drawing.style import XML, Style, coordinate, number, referred, style_of
from companion.press.face.drawing.svg_file import QUOTED, ArtFile, Endless, Node
from companion.press.face.line_breaks import broken
from companion.press.frame import fonts
from companion.press.frame.drawing import outline, plain
from companion.press.frame.frame import Outline
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import moved, parsed, tight
from companion.sentences import Sentence, say, shortened

OURS = {"", "serif", "companion serif", "companionserif", "noto serif jp", "inherit"}
BOLD = 600  # the lightest weight that is set bold
MOST_LETTERS = 20_000  # of a file, each use counted
ASCENT = 0.8  # of the size, above the base line of the first line in a frame
PARTS = {"middle": 0.5, "center": 0.5, "end": 1.0, "right": 1.0}  # of a line that lie before where it stands
RAISED = {
    **{"middle": -0.26, "central": -0.33, "hanging": -0.72, "text-before-edge": -0.8, "text-top": -0.8},
    **{"text-after-edge": 0.22, "text-bottom": 0.22, "ideographic": 0.12, "super": 0.33, "sub": -0.2},
}
"""How far words stand above where they are said to stand, in parts of their size."""


class _Letter(NamedTuple):
    """A letter, and where it is said to stand."""

    letter: str
    style: Style
    font: str
    size: float
    rise: float
    path: Node | None  # of the words along it
    at: dict[str, float]  # its x, y, dx and dy, where they are given


class Letters(Protocol):
    """The fonts of a deck."""

    fonts: Mapping[str, str]

    def font(self, name: str) -> str | None:
        """The font of a name, as words have it."""

    def __hash__(self) -> int: ...


class Words:
    """Sets the words of one art file in the fonts of a deck, and notes in `told` those it has not."""

    def __init__(self, art: ArtFile, lettering: Letters | None, told: dict[Sentence, None]) -> None:
        self.art, self._told, self._lettering = art, told, lettering
        self._letters = 0

    def lines(self, node: Node, style: Style) -> Iterator[tuple[str, Style]]:
        """The words of an element as outlines in the plain notation, each with the style it is drawn in."""
        letters = self._gathered(self._filled(node, style) or node, style, self._size(node, style, 16.0))
        chunks: list[list[_Letter]] = []
        for each in letters:
            if not chunks or {"x", "y"} & each.at.keys() or each.path is not chunks[-1][0].path:
                chunks.append([])
            chunks[-1].append(each)
        x = y = 0.0
        for chunk in chunks:
            while chunk[-1].letter == " " and len(chunk) > 1 and not _kept(chunk[-1].style):
                chunk.pop()
            at, widths = chunk[0].at, [self._wide(each) for each in chunk]
            way, start = self._way(chunk[0].path) if chunk[0].path else (None, 0.0)
            x, y = (start, 0.0) if way else (at.get("x", x), at.get("y", y))
            total = sum(widths) + sum(each.at.get("dx", 0.0) for each in chunk)
            x -= PARTS.get(chunk[0].style["text-anchor"], 0.0) * total
            for _, run in groupby(zip(chunk, widths, strict=True), lambda pair: id(pair[0].style)):
                drawn = ""
                for each, wide in run:
                    x, y = x + each.at.get("dx", 0.0), y + each.at.get("dy", 0.0)
                    to = _along(way, x, wide, y - each.rise) if way else Matrix.moved(x, y - each.rise)
                    if to is not None:
                        placed = Matrix.scaled(each.size).then(to)
                        drawn += plain(moved(glyph(each.letter, each.font), placed))
                    x += wide
                yield drawn, each.style

    def _gathered(
        self,
        node: Node,
        style: Style,
        size: float,
        rise: float = 0.0,
        path: Node | None = None,
        last: str = " ",
    ) -> list[_Letter]:
        """The letters of an element and those in it; `last` stands before them."""
        found, worded = list[_Letter](), any(child.words.strip() for child in node.children)
        font = self._font(style) if worded else "regular"
        self._letters += sum(len(child.words) for child in node.children)
        if self._letters > MOST_LETTERS:
            raise self.art.fault(node, say("it has more than {most} letters", most=MOST_LETTERS), Endless)
        for key in ("dominant-baseline", "alignment-baseline", "baseline-shift"):
            given = style.get(key, "baseline")
            shifts = key == "baseline-shift" and given not in (*RAISED, "baseline")
            rise += self._length(node, given, size) if shifts else RAISED.get(given, 0.0) * size
        for child in node.children:
            last = found[-1].letter if found else last
            if child.tag in ("tspan", "a", "textPath", "flowPara", "flowSpan"):
                own, along = style_of(self.art, child, style), child if child.tag == "textPath" else path
                if own.get("display") != "none":
                    found += self._gathered(child, own, self._size(child, own, size), rise, along, last)
            elif child.tag not in ("", "title", "desc", "flowRegion"):
                raise self.art.fault(child, say("such an element in words would be lost"))
            for letter in child.words:
                letter = " " if letter in "\n\t\r" else letter
                if letter != " " or last != " " or _kept(style):
                    found.append(_Letter(letter, style, font, size, rise, path, {}))
                    last = letter
        for key in ("x", "y", "dx", "dy"):
            values = node.attributes.get(key, "").replace(",", " ").split()
            for each, value in zip(found, values, strict=False):
                each.at.setdefault(key, self._length(node, value, size))
        text = {each.letter for each in found if each.style is style}
        bound = (each for each in text if unicodedata.bidirectional(each) in ("R", "AL", "NSM"))
        if lost := fonts.missing("".join(text), font) or "".join(sorted(bound)):
            lost = shortened(lost, QUOTED)
            raise self.art.fault(node, say("no font here can set '{letters}'", letters=lost))
        return found

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
        inherits = "font-size" not in node.attributes and node.tag not in ("text", "flowRoot")
        return around if inherits else self._length(node, style["font-size"], around)

    def _font(self, style: Style) -> str:
        """The font of a deck, or ours where it has none of that family; then it is told."""
        names = [each.strip("'\" ").casefold() for each in style["font-family"].split(",")]
        lettering = self._lettering
        lent = {name.casefold(): name for name in lettering.fonts} if lettering else {}
        for name in filter(lent.__contains__, names if lettering else ()):
            wanted = fonts.styled(lent[name], *slant(style))
            if lettering and (font := lettering.font(wanted) or lettering.font(lent[name])):
                return font
        if names[0] not in OURS:
            shown = {"file": self.art.name, "name": shortened(names[0], QUOTED)}
            what = say("{file}: the deck has no font '{name}' ([font]); our serif stands in for it.", **shown)
            self._told[what] = None
        return fonts.styled("regular", *slant(style))

    def _way(self, node: Node) -> tuple[Any, float]:
        """The path that words follow, and where on it they begin."""
        from svg.path import parse_path

        path = referred(self.art, node, "href", node.attributes.get("href", ""))
        way = parse_path(outline_of(self.art, path))
        given = node.attributes.get("startOffset", "0").strip()
        return way, self._length(node, given, way.length(error=1e-3) if given.endswith("%") else 1.0)

    def _filled(self, node: Node, style: Style) -> Node | None:
        """Words that fill a frame, each line with its place; none where the file has given it to each."""
        shape, wide = region_of(self.art, node), coordinate(self.art, node, "inline-size")
        if any("y" in each.attributes for each in node.children) or not (shape or wide):
            return None
        size = self._size(node, style, 16.0)
        if shape is not None:
            left, top, right, _ = tight(outline(outline_of(self.art, shape) or "M0 0"))
            wide = right - left
        else:
            left, top = (coordinate(self.art, node, each) for each in "xy")
            top -= ASCENT * size
        lines: list[Node] = []
        for each in [each for each in node.children if each.tag == "flowPara"] or [node]:
            own = style if each is node else style_of(self.art, each, style)
            letters = self._gathered(each, own, self._size(each, own, size))
            if not letters:
                continue
            font, size, given = letters[0].font, letters[0].size, own["line-height"].removesuffix("em")
            leading = 1.25 if given == "normal" else self._length(each, given, 1.0)
            leading *= size if leading < 4 else 1
            align = own["text-align" if own["text-align"] in PARTS else "text-anchor"]
            told = {**each.attributes, "x": f"{left + wide * PARTS.get(align, 0.0)}", "text-anchor": align}
            for line in broken("".join(letter.letter for letter in letters).strip(), font, size, wide):
                told["y"] = f"{top + (leading + 0.6 * size) / 2}"
                words = [Node("", {}, each.line, node, words=line)]
                lines.append(Node("tspan", dict(told), each.line, node, words))
                top += leading
        return replace(node, children=lines)


def region_of(art: ArtFile, node: Node) -> Node | None:
    """The shape that words of an element fill."""
    inside = node.attributes.get("shape-inside", "none")
    if inside != "none":
        return referred(art, node, "shape-inside", inside.partition(")")[0] + ")")
    regions = (each for each in node.children if each.tag == "flowRegion")
    return next((shape for each in regions for shape in each.children), None)


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


def _along(way: Any, x: float, wide: float, aside: float) -> Matrix | None:
    """The place of a letter on a path, by its middle; none beyond the ends."""
    part = (x + wide / 2) / (way.length(error=1e-3) or 1)
    if not 0 <= part <= 1:
        return None
    at, along = way.point(part, error=1e-3), way.tangent(part)
    turned = Matrix.turned(math.degrees(math.atan2(along.imag, along.real)))
    return Matrix.moved(-wide / 2, aside).then(turned).then(Matrix.moved(at.real, at.imag))


def _kept(style: Style) -> bool:
    """True where each space of a text counts."""
    return "pre" in style["white-space"] or style[f"{XML}space"] == "preserve"
