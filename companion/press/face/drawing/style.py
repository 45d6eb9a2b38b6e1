"""Parse the attributes and styles of art files: fills, lines, transforms, the page, and outlines.

Outlines have one plain notation: ``M``, ``L``, ``C``, ``Z``, absolute, mm. Most paths are written so,
and their text is passed on as it is; others go through a parser of paths.
"""

import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from companion.data.papers import FLOAT, css_colours, parse_css_colour
from companion.press.face.drawing.svg_file import QUOTED, ArtFile, Node
from companion.press.frame.drawing import format_notation
from companion.press.frame.outlines import IDENTITY, Matrix, parse_path
from companion.sentences import say, shorten_text
from companion.units import MM_PER_INCH

Style = Mapping[str, str]  # style keys of an element, by the names of SVG

CLIPS = " clips"  # a key of ours, for what lies in a clip path, where colours and lines do not count
XML = "http://www.w3.org/XML/1998/namespace "
PLAIN: Style = {
    CLIPS: "",
    "class": "",
    **dict.fromkeys(("fill", "color"), "#000000"),
    **dict.fromkeys(("fill-rule", "clip-rule"), "nonzero"),
    **dict.fromkeys(("stroke-width", "fill-opacity", "stroke-opacity"), "1"),
    **dict.fromkeys(("stroke", "stroke-dasharray"), "none"),
    "stroke-dashoffset": "0",
    **dict.fromkeys(("font-style", "font-weight", "letter-spacing", "word-spacing", "paint-order"), "normal"),
    **{"stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-miterlimit": "4"},
    **{"font-family": "serif", "font-size": "16", "white-space": "normal"},
    **{"text-anchor": "start", "text-transform": "none"},
    **{"visibility": "visible", f"{XML}space": "default"},
}
"""The keys that elements inherit, with their defaults."""
OWN = {"opacity", "clip-path", "display", "stop-color", "stop-opacity"}  # the keys that are not inherited
COLOURS = {"fill", "stroke", "color", "stop-color", "flood-color", "lighting-color"}
CHOICES = {
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel"),
    "fill-rule": ("nonzero", "evenodd"),
    "clip-rule": ("nonzero", "evenodd"),
}
UNDRAWN = {"vector-effect", "font", "font-variant", "font-variant-caps"}
"""Keys whose effect is lost in pictures too."""
VOID = {
    *("filter", "mask", "mix-blend-mode", "isolation", "transform-origin", *UNDRAWN),
    *("marker-start", "marker-mid", "marker-end", "marker", "requiredExtensions"),
    *("text-decoration", "text-decoration-line", "textLength", "rotate", "writing-mode", "direction"),
    *("dominant-baseline", "alignment-baseline", "baseline-shift"),
}
"""Keys whose effect would be lost in outlines."""
IDLE = {
    *("", "0", "none", "normal", "auto", "isolate", "luminance", "0px", "0.0", "0 0", "0px 0px"),
    *("lr", "lr-tb", "horizontal-tb", "ltr", "inherit", "baseline", "alphabetic"),
}
"""The values of them that have none."""
LARGEST = 1e6  # no number of a drawing is so large
PIXEL = MM_PER_INCH / 96  # a unit of a page that names no other, mm
UNITS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_INCH / 72, "pc": MM_PER_INCH / 6, "Q": 0.25}
"""Lengths that programs write, mm."""

_NUMBER = re.compile(rf"({FLOAT})\s*(px|%|{'|'.join(UNITS)})?", re.ASCII)
_KNOWN = re.compile(
    r"none|currentcolor|inherit|context-(?:fill|stroke)|url\(.*|#(?:[0-9a-f]{3}|[0-9a-f]{6})"
    r"|rgb\(\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\)"
)
_LINK = re.compile(r"""url\(\s*(['"]?)(#[^'")]+)\1\s*\)""")


def compute_style(art: ArtFile, node: Node, inherited: Style) -> dict[str, str]:
    """The style of an element: its own keys and those it inherits."""
    style = {key: inherited[key] for key in PLAIN}
    for key, value in node.attributes.items():
        if key == "class":
            style[key] = f"{inherited[key]} {value}"
        elif key in PLAIN or key in OWN:
            value = value.strip()
            if value == "inherit" and key in PLAIN:
                continue
            if value not in CHOICES.get(key, (value,)):
                raise art.refuse_value(node, key, value)
            style[key] = value
        elif key in VOID and value.strip() not in IDLE:
            raise art.refuse_value(node, key, value)
    return style


def inherit_style(node: Node | None) -> Style:
    """The attributes of an element and of those around it, the innermost first, over the defaults."""
    if node is None:
        return PLAIN
    return {**inherit_style(node.parent), **{key: value.strip() for key, value in node.attributes.items()}}


def parse_number(art: ArtFile, node: Node, key: str, given: str) -> float:
    """A number of an element in units of the drawing; lengths of paper become pixels."""
    found = _NUMBER.fullmatch(given.strip())
    if found is None or abs(float(found[1])) > LARGEST:
        shown = shorten_text(given, QUOTED)
        what = say('{name}="{value}" is not a number; write mm without a unit', name=key, value=shown)
        raise art.fault(node, what)
    value = float(found[1])
    if found[2] == "%":
        return value / 100 * _compute_whole(art, key)
    return value * UNITS[found[2]] / PIXEL if found[2] in UNITS else value


def parse_view_box(art: ArtFile, node: Node) -> list[float]:
    """The left, top, width and height of an element's view box; empty where it has none."""
    told = node.attributes.get("viewBox", "").replace(",", " ").split()
    view = [parse_number(art, node, "viewBox", each) for each in told]
    return view if len(view) == 4 and min(view[2:]) > 0 else []


def _compute_whole(art: ArtFile, key: str) -> float:
    """The length that 100% stands for: a side of the page, or the mean of both."""
    given = (art.root.attributes.get(side, "0").strip("%") for side in ("width", "height"))
    wide, high = parse_view_box(art, art.root)[2:] or (parse_number(art, art.root, "em", each) for each in given)
    across, down = "x" in key or key in ("width", "cx"), "y" in key or key == "height"
    return wide if across else high if down else math.hypot(wide, high) / 2**0.5


def parse_coordinate(art: ArtFile, node: Node, key: str, default: float = 0.0) -> float:
    """The number of an attribute; `default` where it is missing or ``auto``."""
    given = node.attributes.get(key, "auto")
    return default if given == "auto" else parse_number(art, node, key, given)


def parse_fraction(art: ArtFile, node: Node, key: str, given: str) -> float:
    """A part of a whole, limited to 0 to 1; it may be given in per cent."""
    text = given.strip()
    value = parse_number(art, node, key, text.removesuffix("%"))
    return min(1.0, max(0.0, value / 100 if text.endswith("%") else value))


def parse_dashes(art: ArtFile, node: Node, given: str) -> tuple[float, ...]:
    """Lengths of dashes and gaps; none for a whole line."""
    if given == "none":
        return ()
    found = tuple(parse_number(art, node, "stroke-dasharray", each) for each in given.replace(",", " ").split())
    if min(found, default=0) < 0:
        raise art.refuse_value(node, "stroke-dasharray", given)
    return found * (1 + len(found) % 2) if sum(found) >= 0.01 else ()


def parse_colour(art: ArtFile, node: Node, key: str, given: str) -> tuple[str, float]:
    """A colour as ``#rrggbb``, from any notation of CSS, and its opacity."""
    found = parse_css_colour(given.lower().partition(" icc-color")[0])
    if found is None:
        shown = shorten_text(given, QUOTED)
        raise art.fault(node, say('{name}="{value}" is not a colour; write #rrggbb', name=key, value=shown))
    return found


def normalise_colour(art: ArtFile, node: Node, key: str, given: str) -> str:
    """A colour in a notation that every program knows; empty where it is written in one already."""
    text = given.strip().lower()
    if _KNOWN.fullmatch(text) or (text in css_colours() and text != "rebeccapurple"):
        return ""
    colour, opacity = parse_colour(art, node, key, given)
    return f"{colour}{round(255 * opacity):02x}"


def get_link_target(art: ArtFile, node: Node, key: str, given: str) -> Node:
    """The element that ``url(#name)`` or ``#name`` refers to; nothing is fetched from other files."""
    link = _LINK.fullmatch(given)
    found = art.named.get((link.group(2) if link else given).removeprefix("#"))
    if found is None or not (link or given.startswith("#")):
        what = say('{name}="{value}" is not in this file', name=key, value=shorten_text(given, QUOTED))
        raise art.fault(node, what)
    return found


_FUNCTION = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*,?\s*")
_ALIGNED = {"Min": 0.0, "Max": 1.0}
_PARTS = re.compile(r"[-+]?[^\s,+-]++(?:(?<=[eE])[-+]\d++)?")


def parse_transform(art: ArtFile, node: Node, key: str = "transform") -> Matrix:
    """The matrix of an element's transform; one that flattens the drawing is refused."""
    given = node.attributes.get(key, "").strip()
    matrix, end = IDENTITY, 0
    while end < len(given):
        found = _FUNCTION.match(given, end)
        texts = _PARTS.findall(found.group(2)) if found else []
        part = _build_matrix(found.group(1), [parse_number(art, node, key, each) for each in texts]) if found else None
        if found is None or part is None:
            raise art.refuse_value(node, key, given)
        matrix, end = part.then(matrix), found.end()
    if not 1e-9 < matrix.scale < 1e9:
        raise art.refuse_value(node, key, given)
    return matrix


def _build_matrix(name: str, numbers: list[float]) -> Matrix | None:
    match name, numbers:
        case "matrix", [a, b, c, d, e, f]:
            return Matrix(a, b, c, d, e, f)
        case "translate", [x, *rest] if len(rest) < 2:
            return Matrix.translate(x, *(rest or [0.0]))
        case "scale", [x, *rest] if len(rest) < 2:
            return Matrix.scale_by(x, *rest)
        case "rotate", [turn]:
            return Matrix.rotate(turn)
        case "rotate", [turn, x, y]:
            return Matrix.translate(-x, -y).then(Matrix.rotate(turn)).then(Matrix.translate(x, y))
        case "skewX", [turn]:
            return Matrix(c=math.tan(math.radians(turn)))
        case "skewY", [turn]:
            return Matrix(b=math.tan(math.radians(turn)))
    return None


@lru_cache(maxsize=64)
def check_unit(art: ArtFile) -> None:
    """Raise a fault where a unit of the file is no millimetre; a file without a size in such units passes."""
    given, view = art.root.attributes.get("width", "").strip(), parse_view_box(art, art.root)
    if not given.endswith(tuple(UNITS)):
        return
    length, wide = parse_number(art, art.root, "width", given) * PIXEL, view[2] if view else 0.0
    if not math.isclose(length, wide, rel_tol=1e-3):
        what = say("its unit is not the mm (Inkscape: File > Document Properties > Scale: 1 mm per user unit)")
        raise art.fault(art.root, what)


class SvgPage(NamedTuple):
    """The page of an SVG file, mm."""

    width: float
    height: float
    matrix: Matrix  # from the file's own units to mm from the page's top left corner


def get_page(art: ArtFile) -> SvgPage:
    """The page of a file; a view box without a width is in mm, as everywhere in drawings."""
    view, (width, height) = (parse_view_box(art, art.root), (_parse_side(art, key) for key in ("width", "height")))
    if not view and width and height:
        return SvgPage(width, height, Matrix.scale_by(PIXEL))
    _, _, across, down = view or (0.0, 0.0, 1.0, 1.0)
    wide = width or (height / down * across if height else across)
    high = height or wide / across * down
    matrix = fit_view_box(art, art.root, wide, high)
    if not view or not 1e-9 < matrix.scale < 1e9:
        raise art.fault(art.root, say("it does not say how large it is; give it a width, height and viewBox"))
    return SvgPage(wide, high, matrix)


def fit_view_box(art: ArtFile, node: Node, width: float, height: float) -> Matrix:
    """The matrix that fits an element's view box into a box, by its ``preserveAspectRatio``."""
    left, top, across, down = parse_view_box(art, node) or (0.0, 0.0, width, height)
    align, _, way = node.attributes.get("preserveAspectRatio", "xMidYMid").strip().partition(" ")
    to_x, to_y = width / across, height / down
    if align != "none":
        to_x = to_y = max(to_x, to_y) if way.strip() == "slice" else min(to_x, to_y)
    part_x, part_y = _ALIGNED.get(align[1:4], 0.5), _ALIGNED.get(align[5:], 0.5)
    rest = Matrix.translate((width - across * to_x) * part_x, (height - down * to_y) * part_y)
    return Matrix.translate(-left, -top).then(Matrix.scale_by(to_x, to_y)).then(rest)


def _parse_side(art: ArtFile, key: str) -> float:
    """A side of the page, mm; 0 where the file does not give it, or gives it in per cent."""
    given = art.root.attributes.get(key, "").strip()
    length = 0.0 if not given or given.endswith("%") else parse_number(art, art.root, key, given) * PIXEL
    if length <= 0 and given and not given.endswith("%"):
        what = say('{name}="{value}" is no size', name=key, value=shorten_text(given, QUOTED))
        raise art.fault(art.root, what)
    return length


SHAPES: Mapping[str, set[str]] = {
    "path": {"d"},
    "rect": {"x", "y", "width", "height", "rx", "ry"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "line": {"x1", "y1", "x2", "y2"},
    "polygon": {"points"},
    "polyline": {"points"},
}
"""The elements that have an outline, and the attributes that give it."""

_AT = r"-?(?:\d{1,6}(?:\.\d{0,9})?|\.\d{1,9})"
_PLAIN = re.compile(rf"M{_AT} {_AT}(?:[ML]{_AT} {_AT}|C{_AT}(?: {_AT}){{5}}|Z)*", re.ASCII)


def build_outline(art: ArtFile, node: Node) -> str:
    """The outline of an element in the plain notation; empty where it has no size."""
    given = _format_path(art, node)
    if _PLAIN.fullmatch(given) or not given:
        return given
    try:
        return format_notation(parse_path(given))
    except (ArithmeticError, LookupError, ValueError):
        shown = shorten_text(node.attributes.get("d", node.attributes.get("points", given)), QUOTED)
        raise art.fault(node, say("'{value}' is not a path", value=shown)) from None


def _format_path(art: ArtFile, node: Node) -> str:
    def get(key: str, default: float = 0.0) -> float:
        return parse_coordinate(art, node, key, default)

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
            rx, ry = get("rx", get("r")), get("ry", get("r"))
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
