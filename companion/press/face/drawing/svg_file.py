"""Read an art file as elements with their lines, and their attributes: SVG parsed by expat, nothing fetched.

Style sheets and styles become attributes of the elements they apply to. Short entities are replaced by
their text, since one drawing program writes them; all others are refused. Scripts are skipped, and so are
foreign namespaces, such as the notes of a drawing program. Outlines get a plain notation, ``M``, ``L``,
``C``, ``Z``, absolute, mm; paths already written so, as most are, stay as they are.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import NamedTuple
from xml.parsers.expat import ExpatError, ParserCreate, errors

from companion.data.files import read_bytes
from companion.data.papers import FLOAT, parse_css_colour
from companion.data.vocabulary import suggest_words
from companion.errors import DeckError, Place
from companion.press.face.drawing.styles import Node, apply_style_sheets, walk_nodes
from companion.press.frame import measures
from companion.press.frame.drawing import enclose_boxes
from companion.press.frame.outlines import (
    IDENTITY,
    Bounds,
    Matrix,
    compute_tight_bounds,
    format_notation,
    parse_notation,
    parse_path,
    transform_bounds,
)
from companion.sentences import Sentence, say, shorten_text
from companion.units import MM_PER_INCH

MOST_DRAWING_BYTES = 10_000_000  # unpacked
PACKED = b"\x1f\x8b"  # the first bytes of a file packed by gzip
DEEPEST = 60  # levels of nested elements
MOST_NAMED_GROUPS = 8  # groups that a message on a missing one lists
QUOTED = 60  # characters of a wrong value that a message quotes
WORDED = {"text", "tspan", "textPath", "a", "flowRoot", "flowDiv", "flowPara", "flowSpan", "flowLine", "desc", "style"}
"""Elements whose words are kept."""
SILENT = {
    *("title", "desc", "metadata", "defs", "clipPath", "mask", "marker", "symbol", "pattern", "filter"),
    *("linearGradient", "radialGradient", "style", "view"),
}
"""Elements that draw nothing in their own place."""
MOVING = {"script", "set", "animate", "animateColor", "animateMotion", "animateTransform"}  # elements for screens
HTML = say("words in HTML would be lost; set them as plain text (draw.io: without Formatted Text and Word Wrap)")
LONGEST_ENTITY = 200  # letters; entities are not nested
GEOMETRY = {"x", "y", "width", "height", "d", "cx", "cy", "r", "rx", "ry"}  # a style of shapes and pictures alone
SVG, LINK = "http://www.w3.org/2000/svg ", "http://www.w3.org/1999/xlink "
SHAPES = {"path", "rect", "circle", "ellipse", "line", "polygon", "polyline"}  # the elements that have an outline

Style = Mapping[str, str]  # the style keys of an element, as SVG names them

CLIPS = " clips"  # our own key, for elements in a clip path, where colours and lines have no effect
XML = "http://www.w3.org/XML/1998/namespace "
PLAIN: Style = {
    **{CLIPS: "", "class": "", "fill": "#000000", "color": "#000000", "fill-rule": "nonzero", "clip-rule": "nonzero"},
    **{"fill-opacity": "1", "stroke-opacity": "1", "stroke-width": "1", "stroke": "none", "stroke-dasharray": "none"},
    **{"stroke-dashoffset": "0", "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-miterlimit": "4"},
    **dict.fromkeys(("font-style", "font-weight", "letter-spacing", "word-spacing", "paint-order"), "normal"),
    **{"font-family": "serif", "font-size": "16", "white-space": "normal", "text-anchor": "start"},
    **{"text-transform": "none", "visibility": "visible", f"{XML}space": "default"},
    **{"font-variant-caps": "normal", "line-height": "normal", "text-align": "start"},
}
"""The keys that elements inherit, with their defaults."""
OWN = {"opacity", "clip-path", "display", "stop-color", "stop-opacity"}  # the keys that are not inherited
COLOURS = {"fill", "stroke", "color", "stop-color", "flood-color", "lighting-color"}
CHOICES = {
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel"),
    **dict.fromkeys(("fill-rule", "clip-rule"), ("nonzero", "evenodd")),
}
UNDRAWN = {"font", "color-interpolation"}  # keys that have no effect in pictures either
EMS = {"em": 1.0, "ex": 0.5, "%": 0.01}  # units of words, as parts of the size of type
SIZES = {"rem": 16.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0}  # of type, pixels
FIXED = "non-scaling-stroke"  # the effect of lines that keep their width
VOID = {
    *("filter", "mask", "mix-blend-mode", "isolation", *UNDRAWN),
    *("marker-start", "marker-mid", "marker-end", "marker", "requiredExtensions"),
    *("text-decoration", "text-decoration-line", "textLength", "rotate", "writing-mode", "direction"),
    *("dominant-baseline", "alignment-baseline", "baseline-shift", "transform-origin", "translate", "scale"),
}
"""Keys whose effect would be lost in outlines."""
IDLE = {
    *("", "0", "none", "normal", "auto", "isolate", "luminance", "0px", "0.0", "0 0", "0px 0px"),
    *("srgb", "sRGB", "lr", "lr-tb", "horizontal-tb", "ltr", "inherit", "baseline", "alphabetic"),
}
"""Values with which those keys have no effect."""
LARGEST = 1e6  # the limit of numbers in a drawing
PIXEL = MM_PER_INCH / 96  # mm per unit of lengths without another unit
UNITS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_INCH / 72, "pc": MM_PER_INCH / 6, "Q": 0.25}
"""Units of length in files, mm."""

_NUMBER = re.compile(rf"({FLOAT})\s*(px|%|{'|'.join(UNITS)})?", re.ASCII)
_SIZE = re.compile(rf"({FLOAT})?({'|'.join((*EMS, *SIZES))})", re.ASCII)
_NO_COLOUR = re.compile(r"none|currentcolor|inherit|context-(?:fill|stroke)|url\(.*")
_LINK = re.compile(r"""url\(\s*(['"]?)(#[^\s'")]+)\1\s*\)""")
_FUNCTION = re.compile(r"\s*(\w+)\s*\(([^()]*)\)\s*+(?:,\s*+)?")
_ALIGNED = {"Min": 0.0, "Max": 1.0}
_PARTS = re.compile(r"[-+]?[^\s,+-]++(?:(?<=[eE])[-+]\d++)?")
_AT = r"-?(?:\d{1,6}(?:\.\d{0,9})?|\.\d{1,9})"
_PLAIN = re.compile(rf"M{_AT} {_AT}(?:[ML]{_AT} {_AT}|C{_AT}(?: {_AT}){{5}}|Z)*", re.ASCII)

_MATRICES: Mapping[tuple[str, int], Callable[..., Matrix]] = {
    ("matrix", 6): Matrix,
    ("translate", 1): lambda x: Matrix.translate(x, 0.0),
    ("translate", 2): Matrix.translate,
    ("scale", 1): Matrix.scale_by,
    ("scale", 2): Matrix.scale_by,
    ("rotate", 1): Matrix.rotate,
    ("rotate", 3): lambda turn, x, y: Matrix.translate(-x, -y).then(Matrix.rotate(turn)).then(Matrix.translate(x, y)),
    ("skewX", 1): lambda turn: Matrix(c=math.tan(math.radians(turn))),
    ("skewY", 1): lambda turn: Matrix(b=math.tan(math.radians(turn))),
}
"""The functions of a transform, by name and by how many numbers they have."""


class SvgPage(NamedTuple):
    """The page of an SVG file, mm."""

    width: float
    height: float
    matrix: Matrix  # from the file's own units to mm from the page's top left corner


@dataclass(frozen=True, eq=False)
class ArtFile:
    """An SVG file that was read: its elements, its names and classes, and what only a picture can show."""

    name: str  # as a face calls it
    folder: Path  # the folder of the file
    content: bytes
    root: Node
    nodes: Sequence[Node]
    nodes_by_id: Mapping[str, Node]  # by id
    classes: frozenset[str]
    notes: dict[Sentence, None]  # what was left out, as browsers leave it out

    def fault(self, node: Node, fault: Sentence) -> DeckError:
        identifier = shorten_text(node.attributes.get("id", ""), QUOTED)
        tag = f'<{node.tag} id="{identifier}">' if identifier else f"<{node.tag}>"
        return DeckError("{element}: {fault}.", place=Place(self.name, node.line), element=tag, fault=fault)

    def describe_missing_group(self, part: str) -> Sentence:
        groups = [name for name, node in self.nodes_by_id.items() if node.tag == "g"]
        names = suggest_words(part, groups) or groups[:MOST_NAMED_GROUPS]
        fields = {"part": shorten_text(part, QUOTED), "names": shorten_text(", ".join(names), 4 * QUOTED) or "-"}
        return say("'{file}' has no group '{part}'; it has {names}", file=self.name, **fields)

    def refuse_value(self, node: Node, key: str, value: str) -> DeckError:
        fields = {"name": shorten_text(key, QUOTED), "value": shorten_text(value, QUOTED)}
        fault = say('{name}="{value}" would be lost; draw it as paths with plain fills and lines', **fields)
        return self.fault(node, fault)

    def compute_style(self, node: Node, inherited: Style) -> dict[str, str]:
        style = {key: inherited[key] for key in PLAIN}
        for key, value in node.attributes.items():
            if key == "class":
                style[key] = f"{inherited[key]} {value}"
            elif key in PLAIN or key in OWN:
                value = value.strip()
                if (value == "inherit" and key in PLAIN) or not value:
                    continue
                if key == "clip-path" and (self.leads_nowhere(value) or "(" not in value):
                    continue
                if value not in CHOICES.get(key, (value,)):
                    raise self.refuse_value(node, key, value)
                style[key] = value
            elif key in VOID and value.strip() not in IDLE and not self.leads_nowhere(value):
                raise self.refuse_value(node, key, value)
        return style

    def leads_nowhere(self, value: str) -> bool:
        """True for a link to what is not in the file: browsers draw as if it were not there."""
        link = _LINK.fullmatch(value.strip())
        return link is not None and link[2].removeprefix("#") not in self.nodes_by_id

    def parse_number(self, node: Node, key: str, text: str, whole: float | None = None) -> float:
        """A number of an element in units of the drawing; lengths such as mm become pixels, and 100% is `whole`."""
        match = _NUMBER.fullmatch(text.strip())
        if match is None or abs(float(match[1])) > LARGEST:
            text_shown = shorten_text(text, QUOTED)
            fault = say('{name}="{value}" is not a number; write mm without a unit', name=key, value=text_shown)
            raise self.fault(node, fault)
        value = float(match[1])
        if match[2] == "%":
            return value / 100 * (self._compute_whole(key) if whole is None else whole)
        return value * UNITS[match[2]] / PIXEL if match[2] in UNITS else value

    def _parse_view_box(self) -> list[float]:
        """The left, top, width and height of the file's view box; empty if it has none."""
        numbers = self.root.attributes.get("viewBox", "").replace(",", " ").split()
        view = [self.parse_number(self.root, "viewBox", each) for each in numbers]
        return view if len(view) == 4 and min(view[2:]) > 0 else []

    def _compute_whole(self, key: str) -> float:
        """The length that 100% stands for: a side of the page, or the quadratic mean of both."""
        sides = (self.root.attributes.get(side, "0").strip("%") for side in ("width", "height"))
        wide, high = self._parse_view_box()[2:] or (self.parse_number(self.root, "em", each) for each in sides)
        across, down = "x" in key or key in ("width", "cx"), "y" in key or key == "height"
        return wide if across else high if down else math.hypot(wide, high) / 2**0.5

    def parse_coordinate(self, node: Node, key: str, default: float = 0.0) -> float:
        """The number of an attribute; `default` if it is missing or ``auto``."""
        text = node.attributes.get(key, "auto")
        return default if text == "auto" else self.parse_number(node, key, text)

    def parse_fraction(self, node: Node, key: str, given: str) -> float:
        """A fraction, clamped to 0 to 1; it may be given in per cent."""
        return min(1.0, max(0.0, self.parse_number(node, key, given, 1.0)))

    def parse_dashes(self, node: Node, text: str) -> tuple[float, ...]:
        """Lengths of dashes and gaps; empty for a solid line."""
        if text == "none":
            return ()
        dashes = tuple(self.parse_number(node, "stroke-dasharray", each) for each in text.replace(",", " ").split())
        if min(dashes, default=0) < 0:
            raise self.refuse_value(node, "stroke-dasharray", text)
        return dashes * (1 + len(dashes) % 2) if sum(dashes) >= 0.01 else ()

    def parse_colour(self, node: Node, key: str, text: str) -> tuple[str, float]:
        """A colour as ``#rrggbb``, from any notation of CSS, and its opacity."""
        colour = parse_css_colour(text.lower().partition(" icc-color")[0])
        if colour is None:
            text_shown = shorten_text(text, QUOTED)
            raise self.fault(node, say('{name}="{value}" is not a colour; write #rrggbb', name=key, value=text_shown))
        return colour

    def settle_values(self) -> None:
        """Turn sizes of type into pixels; leave out, with a note, what is no colour and no function that may be one."""
        for node in self.nodes:
            if match := _SIZE.fullmatch(node.attributes.get("font-size", "").strip()):
                outer = self.parse_number(node, "font-size", inherit_style(node.parent)["font-size"])
                size = float(match[1] or 1) * (SIZES.get(match[2]) or EMS[match[2]] * outer)
                node.attributes["font-size"] = node.style["font-size"] = f"{size:.6g}"
            for key in COLOURS & node.attributes.keys():
                value = node.attributes[key]
                try:
                    if not is_no_colour(value) and "(" not in value:
                        self.parse_colour(node, key, value)
                except DeckError as fault:
                    self.notes[fault.message] = None
                    del node.attributes[key]
                    node.style.pop(key, None)

    def get_link_target(self, node: Node, key: str, href: str) -> Node:
        """The element that ``url(#name)`` or ``#name`` refers to; nothing is fetched from other files."""
        link = _LINK.fullmatch(href)
        node_found = self.nodes_by_id.get((link[2] if link else href).removeprefix("#"))
        if node_found is None or not (link or href.startswith("#")):
            fault = say('{name}="{value}" is not in this file', name=key, value=shorten_text(href, QUOTED))
            raise self.fault(node, fault)
        return node_found

    def find_choice(self, node: Node) -> Node | None:
        """The element of a switch that is drawn: the first that asks for no program, if possible for no language."""
        ways = [each for each in node.children if each.tag and "requiredExtensions" not in each.attributes]
        plain = [each for each in ways if each.tag != "foreignObject"]
        chosen = next((each for each in plain if "systemLanguage" not in each.attributes), next(iter(plain), None))
        said = "".join(each.words for each in walk_nodes(chosen)).split() if chosen else []
        for each in ways:
            if each.words.strip() and "".join(each.words.split()) != "".join(said):
                raise self.fault(each, HTML)
        return chosen

    def parse_transform(self, node: Node, key: str = "transform") -> Matrix:
        """The matrix of an element's transform; one without an inverse is refused."""
        text = node.attributes.get(key, "").strip()
        matrix, end = IDENTITY, 0
        while end < len(text):
            match = _FUNCTION.match(text, end)
            texts = _PARTS.findall(match[2]) if match else ()
            numbers = [self.parse_number(node, key, each.removesuffix("deg")) for each in texts]
            build = _MATRICES.get((match[1], len(numbers))) if match else None
            if match is None or build is None:
                raise self.refuse_value(node, key, text)
            matrix, end = build(*numbers).then(matrix), match.end()
        if not 1e-9 < matrix.scale < 1e9:
            raise self.refuse_value(node, key, text)
        return matrix

    def find_extent(self, node: Node) -> Bounds | None:
        """The box round an element's shapes and pictures, in its own coordinates; ``None`` if it has none."""
        if node.tag in SHAPES:
            notation = self.build_outline(node)
            return compute_tight_bounds(parse_notation(notation)) if notation else None
        if node.tag == "image":
            x, y, wide, high = (self.parse_coordinate(node, key) for key in ("x", "y", "width", "height"))
            return x, y, x + wide, y + high
        children = [child for child in node.children if child.tag in SHAPES or child.tag in ("g", "image")]
        extents = [(child, self.find_extent(child)) for child in children]
        boxes = [transform_bounds(box, self.parse_transform(child)) for child, box in extents if box is not None]
        return enclose_boxes(boxes) if boxes else None

    def check_unit(self) -> None:
        """Raise a fault if a unit of the file is not 1 mm; a file without a size in physical units passes."""
        is_physical = self.root.attributes.get("width", "").strip().endswith(tuple(UNITS))
        if is_physical and not math.isclose(self.page.matrix.scale, 1.0, rel_tol=1e-3):
            fault = say("its unit is not mm (Inkscape: File > Document Properties > Scale: 1 mm per user unit)")
            raise self.fault(self.root, fault)

    def get_background(self) -> str | None:
        """The colour on which a file is drawn; ``None`` where what lies behind it shows."""
        given = next((self.root.style[key] for key in ("background-color", "background") if key in self.root.style), "")
        if given in (*IDLE, "transparent"):
            return None
        colour, opacity = self.parse_colour(self.root, "background", given)
        return f"{colour}{round(255 * opacity):02x}" if opacity else None

    def compute_matrix(self, node: Node) -> Matrix:
        """The matrix from an element's own coordinates to those of the file."""
        if node.parent is None:
            return IDENTITY
        return self.parse_transform(node).then(self.compute_matrix(node.parent))

    def compute_fixed_pen(self, node: Node, width: float) -> float:
        """The width of a line in units of its element where it keeps its width in pixels, however it is scaled."""
        return width * PIXEL / (self.compute_matrix(node).scale * self.page.matrix.scale)

    @cached_property
    def page(self) -> SvgPage:
        """The page of the file, with its ``preserveAspectRatio``; a view box without a size is in mm."""
        if self.root.attributes.get("transform", "") not in IDLE:
            raise self.refuse_value(self.root, "transform", self.root.attributes["transform"])
        view, (width, height) = self._parse_view_box(), (self._parse_side(key) for key in ("width", "height"))
        if not view and width and height:
            return SvgPage(width, height, Matrix.scale_by(PIXEL))
        left, top, across, down = view or (0.0, 0.0, 1.0, 1.0)
        wide = width or (height / down * across if height else across)
        high = height or wide / across * down
        align, _, fit = self.root.attributes.get("preserveAspectRatio", "xMidYMid").strip().partition(" ")
        to_x, to_y = wide / across, high / down
        if align != "none":
            to_x = to_y = max(to_x, to_y) if fit.strip() == "slice" else min(to_x, to_y)
        part_x, part_y = _ALIGNED.get(align[1:4], 0.5), _ALIGNED.get(align[5:], 0.5)
        rest = Matrix.translate((wide - across * to_x) * part_x, (high - down * to_y) * part_y)
        matrix = Matrix.translate(-left, -top).then(Matrix.scale_by(to_x, to_y)).then(rest)
        if not view or not 1e-9 < matrix.scale < 1e9:
            raise self.fault(self.root, say("it does not say how large it is; give it a width, height and viewBox"))
        return SvgPage(wide, high, matrix)

    def _parse_side(self, key: str) -> float:
        """A side of the page, mm; 0 if the file does not give it, or gives it in per cent."""
        text = self.root.attributes.get(key, "").strip()
        length = 0.0 if not text or text.endswith("%") else self.parse_number(self.root, key, text) * PIXEL
        if length <= 0 and text and not text.endswith("%"):
            fault = say('{name}="{value}" is not a size', name=key, value=shorten_text(text, QUOTED))
            raise self.fault(self.root, fault)
        return length

    def build_outline(self, node: Node) -> str:
        """The outline of an element in the plain notation; empty if it has no size."""
        notation = self._format_path(node)
        if _PLAIN.fullmatch(notation) or not notation:
            return notation
        try:
            return measures.find_measure("path", notation, lambda text: format_notation(parse_path(text)))
        except (ArithmeticError, LookupError, ValueError):
            text_shown = shorten_text(node.attributes.get("d", node.attributes.get("points", notation)), QUOTED)
            raise self.fault(node, say("'{value}' is not a path", value=text_shown)) from None

    def _format_path(self, node: Node) -> str:
        get = partial(self.parse_coordinate, node)
        match node.tag:
            case "path":
                return node.attributes.get("d", "").strip()
            case "line":
                return f"M{get('x1')} {get('y1')}L{get('x2')} {get('y2')}"
            case "polygon" | "polyline":
                points = node.attributes.get("points", "").strip()
                return f"M{points}{'Z' if node.tag == 'polygon' else ''}" if points else ""
            case "rect":
                x, y, width, height = get("x"), get("y"), get("width"), get("height")
                rx, ry = get("rx", get("ry")), get("ry", get("rx"))
            case _:
                rx, ry = get("rx", get("ry", get("r"))), get("ry", get("rx", get("r")))
                x, y, width, height = get("cx") - rx, get("cy") - ry, 2 * rx, 2 * ry
        if width <= 0 or height <= 0:
            return ""
        rx, ry = min(rx, width / 2), min(ry, height / 2)
        right, bottom = x + width, y + height
        if rx <= 0 or ry <= 0:
            return f"M{x} {y}H{right}V{bottom}H{x}Z"
        arc = f"A{rx} {ry} 0 0 1 "
        return (
            f"M{x + rx} {y}H{right - rx}{arc}{right} {y + ry}V{bottom - ry}{arc}{right - rx} {bottom}"
            f"H{x + rx}{arc}{x} {bottom - ry}V{y + ry}{arc}{x + rx} {y}Z"
        )


def is_no_colour(text: str) -> bool:
    """True for a paint that is a word or a link."""
    return _NO_COLOUR.fullmatch(text.strip().lower()) is not None


def read_art(file: Path, name: str) -> ArtFile:
    """Read an art file; the value is cached by its content."""
    return parse_art(name, file.parent, read_bytes(file, MOST_DRAWING_BYTES + 1))


@lru_cache(maxsize=64)
def parse_art(name: str, folder: Path, content: bytes) -> ArtFile:
    """The elements of an art file, which may be packed by gzip; links in it are relative to `folder`."""
    if content.startswith(PACKED):
        with suppress(zlib.error):  # it is no XML either
            content = zlib.decompressobj(wbits=31).decompress(content, MOST_DRAWING_BYTES + 1)
    if len(content) > MOST_DRAWING_BYTES:
        raise DeckError("it is larger than {most} bytes.", place=Place(name), most=MOST_DRAWING_BYTES)
    gathering = _ArtParser(name)
    try:
        gathering.parser.Parse(content, True)
    except ExpatError as error:
        place, reason = Place(name, error.lineno), errors.messages[error.code]
        raise DeckError("this is not a whole SVG file ({reason}).", place=place, reason=reason) from None
    except (LookupError, ValueError):
        raise DeckError("its encoding is not known here; save it as UTF-8.", place=Place(name)) from None
    if gathering.root is None or gathering.root.tag != "svg":
        raise DeckError("this is not an SVG file.", place=Place(name))
    gathering.apply_styles()
    nodes_by_id, classes = gathering.nodes_by_id, frozenset(gathering.classes)
    art = ArtFile(name, folder, content, gathering.root, gathering.nodes, nodes_by_id, classes, {})
    art.settle_values()
    return art


class _ArtParser:
    def __init__(self, name: str) -> None:
        self.name = name
        self.root: Node | None = None
        self.nodes_by_id: dict[str, Node] = {}
        self.classes: set[str] = set()
        self.nodes: list[Node] = []
        self._stack: list[Node | None] = [None]
        self.parser = parser = ParserCreate(None, " ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._add_words
        parser.EntityDeclHandler = self._check_entity
        parser.SkippedEntityHandler = self._refuse_entity
        parser.ProcessingInstructionHandler = self._check_instruction
        parser.buffer_text = True

    def _start(self, name: str, keys: dict[str, str]) -> None:
        parent = self._stack[-1]
        if len(self._stack) > DEEPEST:
            raise self._fault(say("elements are nested more than {most} levels deep", most=DEEPEST))
        tag = name.removeprefix(SVG)
        if " " in tag or tag in MOVING or (parent is None and len(self._stack) > 1):
            self._stack.append(None)  # a note of a drawing program; it and its children are skipped
            return
        attributes = {key.removeprefix(LINK): value for key, value in keys.items()}
        node = Node(tag, attributes, self.parser.CurrentLineNumber, parent)
        self.nodes.append(node)
        self._stack.append(node)
        if parent is None:
            self.root = node
        else:
            parent.children.append(node)
        self.classes.update(attributes.get("class", "").split())
        self.nodes_by_id.setdefault(attributes.get("id", ""), node)

    def _end(self, _: str) -> None:
        self._stack.pop()

    def _add_words(self, words: str) -> None:
        node = self._stack[-1]
        if node is None:  # in HTML, where these are the only words that count
            node = next((each for each in reversed(self._stack) if each is not None), None)
            if node is not None and node.tag == "foreignObject":
                node.words += words
        elif node.tag in WORDED:
            node.children.append(Node("", {}, self.parser.CurrentLineNumber, node, words=words))

    def apply_styles(self) -> None:
        """Turn the rules of style sheets and the styles of elements into attributes."""
        self.nodes_by_id.pop("", None)
        sheet = "".join(words.words for node in self.nodes if node.tag == "style" for words in node.children)
        if unknown := apply_style_sheets(self.nodes, sheet):
            fault = say("the rule '{rule}' of its style sheet would be lost", rule=shorten_text(unknown, QUOTED))
            raise self._fault(fault)
        for node in self.nodes:
            sized = node.tag in SHAPES or node.tag == "image"
            for key, value in node.style.items():
                if key not in GEOMETRY or sized:
                    node.attributes[key] = value.removeprefix("path(").strip(")\"' ") if key == "d" else value
            if variants := node.attributes.get("font-variant", ""):
                caps = next((each for each in variants.split() if each.endswith("-caps")), "normal")
                node.attributes.setdefault("font-variant-caps", caps)

    def _check_entity(self, name: str, parameter: bool, value: str | None, *_: object) -> None:
        if value is None or parameter or len(value) > LONGEST_ENTITY or "&" in value:
            self._refuse_entity(name)

    def _refuse_entity(self, name: str, *_: object) -> None:
        raise self._fault(say("the entity '{name}' is refused", name=shorten_text(name, QUOTED)))

    def _check_instruction(self, name: str, _: str) -> None:
        if name == "xml-stylesheet":
            raise self._fault(say("a style sheet in another file would be lost; write it into this one"))

    def _fault(self, fault: Sentence) -> DeckError:
        return DeckError("{fault}.", place=Place(self.name, self.parser.CurrentLineNumber), fault=fault)


def inherit_style(node: Node | None) -> Style:
    """The attributes of an element and of those around it, the innermost first, over the defaults."""
    if node is None:
        return PLAIN
    own = {key: value.strip() for key, value in node.attributes.items()}
    return {**inherit_style(node.parent), **{key: value for key, value in own.items() if value != "inherit"}}
